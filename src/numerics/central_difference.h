// Derivatives of a function that can only be evaluated, as exact as rounding lets them be: central differences of eighth order,
//   f′ ≈ Σ_k c_k (f(k h) − f(−k h)) / h,   c = 4/5, −1/5, 4/105, −1/280,                             (1)
// whose error goes with h⁸, so that steps may be long and rounding is divided by them. The step is halved as long as that
// brings the values closer together; what two steps differ by is the estimate of the error.
#pragma once

#include <functional>

#include "math/vector.h"

namespace gelenk {

struct CentralDifference {
  Vector value;
  Vector error;  // by entry, estimated
};

// Of f(s) at s = 0. `f` returns false where it cannot be evaluated; shorter steps are then tried. False when none is short enough.
bool differentiate(const std::function<bool(double s, Vector& f)>& f, double step,
                   CentralDifference& derivative);

}  // namespace gelenk
