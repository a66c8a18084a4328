// The user's own equations: x = e and der(x) = e say what one variable is, any other equation stands for itself as a residual; when c
// then x = e; reinit(z, e); end when; and if, whose branches hold in turn where its condition changes. What names
// mean, in which order variables follow from one another, and what has to be solved is found by topology.
#pragma once

#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

// Adds an equation of kind equality, when, or if with a condition that changes to the component.
void add_user_equation(const Equation& equation, const Context& context, Component& component,
                       Instantiator& instantiator);

// An equation that holds at the start only.
void add_initial_equation(const Equation& equation, const Context& context, Component& component,
                          Instantiator& instantiator);

// variable = value, entry by entry.
void add_assignments(const Datum& variable, const Datum& value, const SourceLocation& where,
                     std::vector<Assignment>& assignments);

}  // namespace gelenk::modelica
