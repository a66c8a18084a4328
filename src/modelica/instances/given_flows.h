// Components whose equations give what flows through their own frames and flanges: a propeller's torque by the speed of its shaft,
// the force of a bushing by the motion of its two frames. The mechanism moves such a connector, and the equations say what acts on it.
#pragma once

#include "model/component.h"

namespace gelenk::modelica {

// Marks the flanges and frames of the component that nothing inside is connected to and whose flows its equations speak of, and adds
// these flows to its variables. At such a frame it puts elements whose laws the flows are, Gelenk.Forces.WorldForce and WorldTorque, so
// that the mechanism knows them as it knows any other. Throws UserError where a load is given by half.
void find_given_flows(Component& component);

// Whether that is the full name of a connector of shafts.
bool is_flange_class(const std::string& full_name);

// The flange of a native element inside the component is connected to connectors that mean equations: its flow is a variable of the
// component, of the name that users know it by. Does nothing where that is said already.
void give_flange(Component& component, const ConnectorRef& flange);

}  // namespace gelenk::modelica
