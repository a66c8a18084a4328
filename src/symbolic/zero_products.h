// Products with the number zero are zero, and sums with it are what is added: what a parameter that is zero switches off is not
// there, as the current C der(v) of a capacitor without capacity. (Elsewhere 0 x stays what it is, so that what is not a number is
// seen.)
#pragma once

#include "symbolic/expression.h"

namespace gelenk::symbolic {

Expression drop_zero_products(const Expression& e);

}  // namespace gelenk::symbolic
