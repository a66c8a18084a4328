// The polynomial of degree 7 that has given values and slopes at four equally spaced points of a step: what
// the methods of order 6 and 8 (erk.cc) interpolate with. In Newton's form over the double nodes
// θ = 0, 0, ⅓, ⅓, ⅔, ⅔, 1, 1 of the normalised time. Its error is h⁸ y⁽⁸⁾ max ∏(θ − θᵢ)²/8! < 4e-9 h⁸ y⁽⁸⁾.
#pragma once

#include <array>

#include "math/vector.h"

namespace gelenk {

class HermiteStep {
 public:
  static constexpr int points = 4;
  static double node(int i) { return i / (points - 1.0); }

  // values[i] and slopes[i] (by t, not by θ) at node(i) of the step of length h.
  void fit(const std::array<Vector, points>& values, const std::array<Vector, points>& slopes,
           double h);
  void calc(double theta, Vector& y) const;

 private:
  std::array<Vector, 2 * points> newton_;  // divided differences
};

}  // namespace gelenk
