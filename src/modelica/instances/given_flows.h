// Components whose equations give what flows through their own frames and flanges: a propeller's torque by the speed of its shaft.
// The mechanism moves such a flange, and the equations say what acts on it.
#pragma once

#include "model/component.h"

namespace gelenk::modelica {

// Marks the flanges of the component that nothing inside is connected to and that its equations speak of, and adds their flows to its
// variables. Throws UserError for frames: loads on these cannot be given by equations yet.
void find_given_flows(Component& component);

}  // namespace gelenk::modelica
