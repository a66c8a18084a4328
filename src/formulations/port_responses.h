// D and r of ports whose loads depend on their accelerations, A = D L + r (laws.h): accelerations are affine in what acts, so that
// each comes of one evaluation more, without these loads and with one of them at a time. Where r is much larger than what a load of one
// does, the load is made larger, so that the difference keeps its digits.
#pragma once

#include <functional>

#include "formulations/laws.h"
#include "formulations/outcomes.h"
#include "math/vector.h"

namespace gelenk {

class PortResponses {
 public:
  // On return the laws know D and r. False where an evaluation failed.
  bool find(const Quantities& quantities, double t, Laws& laws, const Outcomes::Evaluate& evaluate,
            const Outcomes::Read& read);

 private:
  bool eval(const Quantities& quantities, const Outcomes::Evaluate& evaluate,
            const Outcomes::Read& read, Vector& A);

  Vector rest_, A_;
};

}  // namespace gelenk
