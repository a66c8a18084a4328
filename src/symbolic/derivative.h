// Derivatives of expressions: with respect to time, where inputs count as constant, so that speed and
// acceleration of a prescribed motion follow from its position alone; and with respect to one input, so that
// an equation between coordinates gives its own Jacobian. Piecewise operations (abs, min, max, select, mod,
// floor …) are differentiated piece by piece; a jump has no derivative and counts as constant.
#pragma once

#include "symbolic/expression.h"

namespace gelenk::symbolic {

Expression differentiate(const Expression& e);
Expression differentiate_by_input(const Expression& e, int number);

}  // namespace gelenk::symbolic
