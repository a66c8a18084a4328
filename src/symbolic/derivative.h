// Derivatives of expressions with respect to time: speed and acceleration of a prescribed motion follow
// from its position alone. Piecewise operations (abs, min, max, select, mod, floor …) are differentiated
// piece by piece; a jump has no derivative and counts as constant.
#pragma once

#include "symbolic/expression.h"

namespace gelenk::symbolic {

Expression differentiate(const Expression& e);

}  // namespace gelenk::symbolic
