// Derivatives of expressions: with respect to time, where inputs count as constant, so that speed and
// acceleration of a prescribed motion follow from its position alone, or change at rates of their own; and with respect to
// one input, so that an equation between coordinates gives its own Jacobian. Piecewise operations (abs, min, max, select, mod,
// floor …) are differentiated piece by piece; a jump has no derivative and counts as constant.
#pragma once

#include <functional>

#include "symbolic/expression.h"

namespace gelenk::symbolic {

Expression differentiate(const Expression& e);
Expression differentiate_by_input(const Expression& e, int number);
// With respect to time, where inputs change at the rates given by their numbers.
Expression differentiate_with_rates(const Expression& e,
                                    const std::function<Expression(int input)>& rate);

// The same for variables, by their names.
Expression differentiate_with_names(const Expression& e,
                                    const std::function<Expression(const std::string& name)>& rate);

}  // namespace gelenk::symbolic
