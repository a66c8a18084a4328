// Times and differences of several libraries on one mechanism.
#pragma once

#include <string>
#include <vector>

#include "library.h"

namespace gelenk::bench {

struct Measurement {
  const Library* library;
  double seconds;     // per evaluation: the smallest mean over a batch
  double difference;  // of the accelerations from those of the first library, see calc_difference
};

// Builds the chain in all libraries that can, evaluates every state once and compares, then times.
// The libraries take turns, batch by batch, so that a disturbance of the machine hits all of them; the
// smallest mean of a batch is what is left when it hits none.
std::vector<Measurement> measure(const std::vector<const Library*>& libraries, const Chain& chain);

// Evaluates `count` times, states in turn. For counting instructions.
void evaluate(Mechanism& mechanism, const Chain& chain, long count);

}  // namespace gelenk::bench
