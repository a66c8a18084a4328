// The equation sections of a composite: connect, with for and if around it, becomes a list of
// connections between single connectors; assert is checked or watched; an equation between two
// names, in a composite of the library, is a second name of the quantity; others are the user's own
// (user_equations.h), and so are algorithm sections (algorithm_section.h).
#pragma once

#include "model/component.h"
#include "modelica/instances/buses.h"
#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

// Reads the equation sections of the instance's class and of those it extends; adds to
// `component.connections`; what concerns buses is noted in `buses`. Findings go to the session.
void add_connections(Instance& instance, Component& component, Instantiator& instantiator,
                     Buses& buses);

// The full name of a connector's class: user classes that only rename another are looked through.
const ClassNode& get_connector_class(const FlatClass& type, Instantiator& instantiator);

// Frames and flanges of the built-in library, which topology connects; all others mean equations.
bool is_native_connector(const FlatClass& type, Instantiator& instantiator);

}  // namespace gelenk::modelica
