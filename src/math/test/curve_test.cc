#include "math/tables/curve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

const std::vector<double> x = {0, 1, 2.5, 3, 4.5, 6}, y = {1, 3, 2, 2, 5, 1};
constexpr Smoothness cubic[] = {Smoothness::akima, Smoothness::fritsch_butland, Smoothness::steffen,
                                Smoothness::modified_akima};

TEST(Curve, GoesThroughItsPoints) {
  for (int s = 0; s < smoothness_count; ++s) {
    for (int e = 0; e < extrapolation_count; ++e) {
      const Curve curve(x, y, static_cast<Smoothness>(s), static_cast<Extrapolation>(e));
      for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_NEAR(curve.eval(x[i], 0), y[i], 1e-14) << s << " " << e << " point " << i;
    }
  }
}

TEST(Curve, IsLinearOrConstantInBetween) {
  const Curve linear(x, y, Smoothness::linear, Extrapolation::hold);
  EXPECT_DOUBLE_EQ(linear.eval(0.25, 0), 1.5);
  EXPECT_DOUBLE_EQ(linear.eval(0.25, 1), 2.0);
  EXPECT_DOUBLE_EQ(linear.eval(0.25, 2), 0.0);
  const Curve constant(x, y, Smoothness::constant, Extrapolation::hold);
  EXPECT_DOUBLE_EQ(constant.eval(2.4999, 0), 3.0);
  EXPECT_DOUBLE_EQ(constant.eval(2.5, 0), 2.0);
  EXPECT_DOUBLE_EQ(constant.eval(2.6, 1), 0.0);
}

// A parabola has slopes that all of Akima's differences agree on in equal steps; a straight line everyone reproduces.
TEST(Curve, ReproducesSimpleFunctions) {
  const std::vector<double> even = {0, 1, 2, 3, 4};
  const Curve parabola(even, {0, 1, 4, 9, 16}, Smoothness::akima, Extrapolation::hold);
  for (double u : {0.3, 1.7, 2.5, 3.9}) EXPECT_NEAR(parabola.eval(u, 0), u * u, 1e-13);
  for (Smoothness s : cubic) {
    const Curve line(x, {1, 3, 6, 7, 10, 13}, s, Extrapolation::last_two_points);
    for (double u : {-2.0, 0.3, 1.7, 2.7, 5.9, 9.0}) EXPECT_NEAR(line.eval(u, 0), 1 + 2 * u, 1e-13);
  }
}

TEST(Curve, DerivativesAgreeWithDifferences) {
  constexpr double h = 1e-4;
  for (int s = 0; s < smoothness_count; ++s) {
    for (Extrapolation e :
         {Extrapolation::hold, Extrapolation::last_two_points, Extrapolation::periodic}) {
      const Curve curve(x, y, static_cast<Smoothness>(s), e);
      for (double u = -7.0313; u < 13; u += 0.1707) {
        for (int order = 0; order < 3; ++order) {
          const double difference = (curve.eval(u + h, order) - curve.eval(u - h, order)) / (2 * h);
          EXPECT_NEAR(curve.eval(u, order + 1), difference, 1e-6) << s << " at " << u;
        }
      }
    }
  }
}

TEST(Curve, CubicsHaveNoKinks) {
  for (Smoothness s : cubic) {
    const Curve curve(x, y, s, Extrapolation::last_two_points);
    for (double u : x) EXPECT_NEAR(curve.eval(u + 1e-9, 1), curve.eval(u - 1e-9, 1), 1e-6);
  }
}

TEST(Curve, MonotoneMethodsDoNotOvershoot) {
  for (Smoothness s : {Smoothness::fritsch_butland, Smoothness::steffen}) {
    const Curve curve({0, 1, 2, 3, 4}, {0, 0, 1, 1, 5}, s, Extrapolation::hold);
    for (double u = 0.0; u < 3.999; u += 0.01) EXPECT_GE(curve.eval(u, 1), -1e-14) << u;
  }
}

TEST(Curve, GoesOnOutsideAsItIsTold) {
  const Curve hold(x, y, Smoothness::akima, Extrapolation::hold),
      straight(x, y, Smoothness::linear, Extrapolation::last_two_points),
      steps(x, y, Smoothness::constant, Extrapolation::last_two_points),
      periodic(x, y, Smoothness::linear, Extrapolation::periodic),
      none(x, y, Smoothness::linear, Extrapolation::none);
  EXPECT_DOUBLE_EQ(hold.eval(-3.0, 0), 1.0);
  EXPECT_DOUBLE_EQ(hold.eval(8.0, 0), 1.0);
  EXPECT_DOUBLE_EQ(hold.eval(8.0, 1), 0.0);
  EXPECT_DOUBLE_EQ(straight.eval(-1.0, 0), -1.0);
  EXPECT_NEAR(straight.eval(7.5, 0), -3.0, 1e-14);
  EXPECT_DOUBLE_EQ(steps.eval(-1.0, 0), -1.0) << "through the first two points";
  EXPECT_NEAR(periodic.eval(6.5, 0), 2.0, 1e-14);
  EXPECT_NEAR(periodic.eval(-5.5, 0), 2.0, 1e-14);
  EXPECT_TRUE(std::isnan(none.eval(-0.1, 0)));
  EXPECT_TRUE(std::isnan(none.eval(6.1, 0)));
}

TEST(Curve, JumpsWhereTwoPointsAreAboveOneAnother) {
  const Curve curve({0, 1, 1, 2}, {0, 1, 5, 6}, Smoothness::linear, Extrapolation::hold);
  EXPECT_NEAR(curve.eval(0.999, 0), 0.999, 1e-12);
  EXPECT_DOUBLE_EQ(curve.eval(1.0, 0), 5.0);
  EXPECT_DOUBLE_EQ(curve.eval(1.5, 1), 1.0);
}

TEST(Curve, OfOnePointIsConstant) {
  const Curve curve({2}, {7}, Smoothness::akima, Extrapolation::last_two_points);
  for (double u : {-1.0, 2.0, 5.0}) EXPECT_DOUBLE_EQ(curve.eval(u, 0), 7.0);
}

TEST(Curve, BoundsHoldAndAreReached) {
  for (int s = 0; s < smoothness_count; ++s) {
    for (Extrapolation e :
         {Extrapolation::hold, Extrapolation::last_two_points, Extrapolation::periodic}) {
      const Curve curve(x, y, static_cast<Smoothness>(s), e);
      for (double low = -3.0; low < 8.0; low += 0.7) {
        for (double width : {0.1, 1.0, 4.0, 9.0}) {
          for (int order = 0; order < 3; ++order) {
            const symbolic::Interval range = curve.bound({low, low + width}, order);
            double least = INFINITY, most = -INFINITY;
            for (int k = 0; k <= 2000; ++k) {
              const double value = curve.eval(low + width * k / 2000, order);
              least = std::min(least, value);
              most = std::max(most, value);
            }
            EXPECT_LE(range.low, least + 1e-12);
            EXPECT_GE(range.high, most - 1e-12);
            // Between the points that are looked at, and on both sides of a jump.
            if (order == 0 && s != static_cast<int>(Smoothness::constant)) {
              EXPECT_LT(range.width(), most - least + 0.05) << s << " from " << low;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace gelenk
