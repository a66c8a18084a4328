// The motion that a user tells (gelenk/motion.h) as numbers: positions of the model, and at each instant where they are, how fast, and
// how that changes.
#pragma once

#include <string>
#include <vector>

#include "analyses/position_signals.h"
#include "gelenk/motion.h"
#include "model/component.h"

namespace gelenk {

struct ToldMotion {
  std::vector<PositionSignal> positions;
  bool is_sampled = false;  // positions may then follow from each other
  std::vector<double> time;
  Matrix x, v, a;                   // position × instant
  std::vector<std::string> unused;  // columns that are none of these
};

// Throws UserError "option" or "csv". `present`: the time of the experiment.
ToldMotion read_motion(const Motion& motion, const System& system,
                       const ExperimentSettings& annotation, double present);

}  // namespace gelenk
