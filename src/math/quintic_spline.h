// A curve through samples that may be differentiated twice: between neighbours a polynomial of degree five in positions, speeds and
// accelerations at both. What is not given there is found so that derivatives are continuous: of positions alone, up to the fourth; of
// positions and speeds, the third. At the ends it follows the polynomial through the six samples next to them (or all, where
// there are fewer). Where samples are of a polynomial of degree five it is that polynomial.
#pragma once

#include "math/vector.h"

namespace gelenk {

// Values and derivatives at the samples, of one length.
struct SampledCurve {
  Vector x, v, a;
};

// `t` ascends; `v` and `a` may be empty. One sample stands still where they are.
SampledCurve complete_curve(const Vector& t, const Vector& x, const Vector& v, const Vector& a);

}  // namespace gelenk
