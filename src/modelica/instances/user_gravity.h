// A gravity field by a function of the user's: World(redeclare function gravityAcceleration = …). The built-in
// fields are known to the formulations. This one becomes a force on each body, at its mass centre, by a law:
//   p = r_0 + R.Tᵀ r_CM,   g_0 = gravityAcceleration(p),   f = m g_0,   t = (p − r_0) × f, in the world        (1)
#pragma once

#include "model/component.h"
#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

// Whether the world's function is not the one of its class.
bool has_own_gravity(Instance& world, Instantiator& instantiator);

// Adds (1) to the bodies below `root` whose world it is. That of the built-in kinds is switched off.
void add_gravity(Instance& world, Component& root, Instantiator& instantiator);

}  // namespace gelenk::modelica
