// Algorithm sections of models and blocks (Modelica Language Specification 3.6, 11.1): the
// statements run once, on laws. Every variable that is assigned gets one equation, variable = what
// it is at the end; whens among the statements become whens of the component. A variable that is
// read before it is assigned has its start value there or, where a when gives it its values, the one
// before the event.
#pragma once

#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

// `context` is that of the section in `instance`, which became `component`. What an initial algorithm assigns holds at the
// start only; it is read after everything else of the component.
void add_algorithm(const std::vector<Statement>& statements, const Context& context,
                   Instance& instance, Component& component, Instantiator& instantiator,
                   bool is_initial = false);

}  // namespace gelenk::modelica
