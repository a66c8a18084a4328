#include "numerics/hermite.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

// A polynomial of degree 7 is reproduced, over a step of any length.
TEST(HermiteStep, IsExactForDegreeSeven) {
  auto f = [](double x) { return 1 - 2 * x + 3 * std::pow(x, 4) - std::pow(x, 7); };
  auto slope = [](double x) { return -2 + 12 * std::pow(x, 3) - 7 * std::pow(x, 6); };
  for (double h : {2.0, 0.3}) {
    std::array<Vector, HermiteStep::points> values, slopes;
    for (int i = 0; i < HermiteStep::points; ++i) {
      const double x = 0.5 + HermiteStep::node(i) * h;
      values[i] = Vector::Constant(1, f(x));
      slopes[i] = Vector::Constant(1, slope(x));
    }
    HermiteStep step;
    step.fit(values, slopes, h);
    Vector y;
    for (double theta : {0.0, 0.1, 0.4, 0.77, 1.0}) {
      step.calc(theta, y);
      EXPECT_NEAR(y[0], f(0.5 + theta * h), 1e-13 * std::pow(0.5 + h, 7) + 1e-14) << theta;
    }
  }
}

}  // namespace
}  // namespace gelenk
