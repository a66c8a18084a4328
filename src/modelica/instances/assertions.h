// assert in a model, on something that changes with time: an event, which ends the run where the
// condition does not hold any more.
#pragma once

#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

// What an assert in the equations of a model adds to its component; checked at once where nothing
// changes.
void add_assertion(const Expr& call, const Context& context, Component& component,
                   Instantiator& instantiator);

// Watches that `broken` stays false.
void watch_assertion(const Assertion& assertion, const symbolic::Expression& broken,
                     const SourceLocation& where, Component& component, Session& session);

// Lets the run end at the instant of the when if `broken` is then true.
void check_in_when(const Assertion& assertion, const symbolic::Expression& broken,
                   const SourceLocation& where, When& when);

// Whether the assertion does not hold.
symbolic::Expression negate_condition(const Assertion& assertion);

}  // namespace gelenk::modelica
