#include "numerics/central_difference.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

TEST(CentralDifference, IsExactToRoundingForSmoothFunctions) {
  CentralDifference d;
  ASSERT_TRUE(differentiate(
      [](double s, Vector& f) {
        f.resize(4);
        f << std::sin(1 + s), std::exp(-3 * s), 1 / (2 + s), 7.0;
        return true;
      },
      0.02, d));
  const double exact[] = {std::cos(1.0), -3.0, -0.25, 0.0};
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(d.value[i], exact[i], 3e-13);
    EXPECT_LT(d.error[i], 1e-11);
  }
}

// What changes within a thousandth of the first step is found all the same, and the error tells how well.
TEST(CentralDifference, HalvesTheStepUntilItSees) {
  CentralDifference d;
  ASSERT_TRUE(differentiate(
      [](double s, Vector& f) {
        f = Vector::Constant(1, std::tanh(1e3 * s));
        return true;
      },
      0.02, d));
  EXPECT_NEAR(d.value[0], 1e3, 1e3 * 1e-10);
  EXPECT_NEAR(d.value[0], 1e3, 1e2 * (d.error[0] + 1e-12));
}

TEST(CentralDifference, GoesCloserWhereTheFunctionEnds) {
  CentralDifference d;
  const auto root = [](double s, Vector& f) {
    f = Vector::Constant(1, std::sqrt(0.01 + s));
    return s > -0.005;
  };
  ASSERT_TRUE(differentiate(root, 0.02, d));
  EXPECT_NEAR(d.value[0], 5.0, 1e-9);
  EXPECT_FALSE(differentiate([](double, Vector&) { return false; }, 0.02, d));
}

}  // namespace
}  // namespace gelenk
