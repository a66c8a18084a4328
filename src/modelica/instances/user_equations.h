// The user's own equations: x = e, der(x) = e, when c then x = e; reinit(z, e); end when. Each
// gives one variable of the model a value; what names mean, and in which order they follow from one
// another, is found by topology. Equations that would have to be solved are refused.
#pragma once

#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

// Adds an equation of kind equality or when to the component.
void add_user_equation(const Equation& equation, const Context& context, Component& component,
                       Evaluator& evaluator);

// variable = value, entry by entry.
void add_assignments(const Datum& variable, const Datum& value, const SourceLocation& where,
                     std::vector<Assignment>& assignments);

}  // namespace gelenk::modelica
