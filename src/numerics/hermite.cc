#include "numerics/hermite.h"

namespace gelenk {

void HermiteStep::fit(const std::array<Vector, points>& values,
                      const std::array<Vector, points>& slopes, double h) {
  auto& d = newton_;
  for (int i = 0; i < points; ++i) d[2 * i] = d[2 * i + 1] = values[i];
  // First differences: slopes where a node meets itself.
  for (int i = 2 * points - 1; i > 0; --i) {
    if (i % 2 == 1)
      d[i] = h * slopes[i / 2];
    else
      d[i] = (d[i] - d[i - 1]) / (node(i / 2) - node(i / 2 - 1));
  }
  for (int order = 2; order < 2 * points; ++order) {
    for (int i = 2 * points - 1; i >= order; --i)
      d[i] = (d[i] - d[i - 1]) / (node(i / 2) - node((i - order) / 2));
  }
}

void HermiteStep::calc(double theta, Vector& y) const {
  y = newton_.back();
  for (int i = 2 * points - 2; i >= 0; --i) y = newton_[i] + (theta - node(i / 2)) * y;
}

}  // namespace gelenk
