// What the model's forces do, recorded: on bodies as wrenches about their origins in their axes, along joints
// and shafts as numbers. Springs, dampers and laws; what sticks, rests against something or needs an event is
// refused.
#pragma once

#include "codegen/law.h"
#include "codegen/world_motion.h"

namespace gelenk::codegen {

struct Loads {
  std::vector<Vector6> on_bodies;   // empty: none
  std::vector<Recorded> on_speeds;  // by speed
  Recorded potential_energy;        // of springs
};

// Throws UserError.
Loads calc_loads(const System& system, const Mechanism& mechanism, const LawArguments& arguments);

}  // namespace gelenk::codegen
