#include "math/tables/surface.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

const std::vector<double> x = {0, 1, 2, 4, 5}, y = {-1, 0, 2, 3, 5, 6};

Surface make(Smoothness s, Extrapolation e, double (*f)(double, double)) {
  std::vector<double> z;
  for (double a : x)
    for (double b : y) z.push_back(f(a, b));
  return Surface(x, y, z, s, e);
}

double wavy(double a, double b) { return std::sin(1.3 * a) * std::cos(0.8 * b) + 0.2 * a * b; }
double bilinear(double a, double b) { return 1 + 2 * a - 3 * b + 0.5 * a * b; }

TEST(Surface, GoesThroughItsPoints) {
  for (Smoothness s : {Smoothness::linear, Smoothness::akima, Smoothness::constant}) {
    const Surface surface = make(s, Extrapolation::hold, wavy);
    for (double a : x)
      for (double b : y) EXPECT_NEAR(surface.eval(a, b, 0, 0), wavy(a, b), 1e-13);
  }
}

TEST(Surface, ReproducesWhatIsLinearInEachDirectionEverywhere) {
  for (Smoothness s : {Smoothness::linear, Smoothness::akima}) {
    const Surface surface = make(s, Extrapolation::last_two_points, bilinear);
    for (double a : {-2.0, 0.3, 2.9, 7.0}) {
      for (double b : {-3.0, 0.7, 4.1, 9.0}) {
        EXPECT_NEAR(surface.eval(a, b, 0, 0), bilinear(a, b), 1e-12);
        EXPECT_NEAR(surface.eval(a, b, 1, 1), 0.5, 1e-12);
      }
    }
  }
}

TEST(Surface, DerivativesAgreeWithDifferences) {
  constexpr double h = 1e-4;
  for (Smoothness s : {Smoothness::linear, Smoothness::akima}) {
    for (Extrapolation e :
         {Extrapolation::hold, Extrapolation::last_two_points, Extrapolation::periodic}) {
      const Surface surface = make(s, e, wavy);
      for (double a = -2.03; a < 8; a += 0.53) {
        for (double b = -3.03; b < 9; b += 0.57) {
          for (int i = 0; i < 2; ++i) {
            for (int k = 0; k < 2; ++k) {
              const double by_x =
                  (surface.eval(a + h, b, i, k) - surface.eval(a - h, b, i, k)) / (2 * h);
              const double by_y =
                  (surface.eval(a, b + h, i, k) - surface.eval(a, b - h, i, k)) / (2 * h);
              EXPECT_NEAR(surface.eval(a, b, i + 1, k), by_x, 1e-5) << a << " " << b;
              EXPECT_NEAR(surface.eval(a, b, i, k + 1), by_y, 1e-5) << a << " " << b;
            }
          }
        }
      }
    }
  }
}

TEST(Surface, IsSmoothFromCellToCell) {
  const Surface surface = make(Smoothness::akima, Extrapolation::last_two_points, wavy);
  for (double a : x) {
    for (double b = -0.7; b < 6; b += 0.9) {
      EXPECT_NEAR(surface.eval(a - 1e-9, b, 1, 0), surface.eval(a + 1e-9, b, 1, 0), 1e-6);
      EXPECT_NEAR(surface.eval(a - 1e-9, b, 0, 1), surface.eval(a + 1e-9, b, 0, 1), 1e-6);
    }
  }
}

TEST(Surface, HoldsRepeatsOrEndsOutside) {
  const Surface hold = make(Smoothness::linear, Extrapolation::hold, wavy),
                periodic = make(Smoothness::linear, Extrapolation::periodic, wavy),
                none = make(Smoothness::linear, Extrapolation::none, wavy),
                steps = make(Smoothness::constant, Extrapolation::last_two_points, wavy);
  EXPECT_DOUBLE_EQ(hold.eval(-3, 9, 0, 0), wavy(0, 6));
  EXPECT_NEAR(periodic.eval(5.7, 0.3, 0, 0), periodic.eval(0.7, 0.3, 0, 0), 1e-13);
  EXPECT_TRUE(std::isnan(none.eval(5.1, 0, 0, 0)));
  EXPECT_NEAR(steps.eval(-1, 0, 0, 0), 2 * wavy(0, 0) - wavy(1, 0), 1e-13);
}

TEST(Surface, OfOneRowIsACurve) {
  const Surface surface({2}, y, {1, 3, 2, 2, 5, 1}, Smoothness::akima, Extrapolation::hold);
  const Curve curve(y, {1, 3, 2, 2, 5, 1}, Smoothness::akima, Extrapolation::hold);
  for (double b = -1.5; b < 7; b += 0.3)
    EXPECT_NEAR(surface.eval(11, b, 0, 0), curve.eval(b, 0), 1e-13);
}

}  // namespace
}  // namespace gelenk
