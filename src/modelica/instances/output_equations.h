// (a, b) = f(x) in the equations of a model: one equation for each output, a = …, b = ….
#pragma once

#include <functional>

#include "modelica/values/evaluate.h"

namespace gelenk::modelica {

inline bool is_output_equation(const Equation& equation) {
  return equation.kind == Equation::Kind::equality && equation.left->kind == ExprKind::tuple &&
         equation.left->operands.size() != 1;
}

// Calls `take` with the equation of each output that is asked for; its right side means the output
// in the context that goes with it. Both live as long as the call.
void visit_output_equations(
    const Equation& equation, const Context& context, Evaluator& evaluator,
    const std::function<void(const Equation& equation, const Context& context)>& take);

}  // namespace gelenk::modelica
