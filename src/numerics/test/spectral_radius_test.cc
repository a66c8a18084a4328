#include "numerics/spectral_radius.h"

#include <gtest/gtest.h>

#include <cmath>

#include "numerics/test/systems.h"

namespace gelenk {
namespace {

// ẍ = −ω² x − d ẋ: eigenvalues −d/2 ± √(d²/4 − ω²).
class Oscillator : public testing::Free {
 public:
  Oscillator(double omega, double d) : omega_(omega), d_(d) {}
  bool eval(double, const Vector& y, Vector& ydot) override {
    ydot = testing::vector({y[1], -omega_ * omega_ * y[0] - d_ * y[1]});
    return true;
  }
  double omega_, d_;
};

double estimate(OdeSystem& system, bool is_damped) {
  SpectralRadius spectrum;
  double radius = 0;
  for (int k = 0; k < 3; ++k) radius = spectrum.estimate(system, 0, testing::vector({0.3, -2}));
  EXPECT_EQ(spectrum.is_damped(), is_damped);
  return radius;
}

TEST(SpectralRadius, OfVibrations) {
  for (double omega : {0.1, 1.0, 300.0}) {
    Oscillator system(omega, 0);
    EXPECT_NEAR(estimate(system, false), omega, 1e-4 * omega) << omega;
  }
}

TEST(SpectralRadius, OfDampers) {
  for (double d : {10.0, 1e3, 1e6}) {
    Oscillator system(1, d);
    const double expected = d / 2 + std::sqrt(d * d / 4 - 1);
    EXPECT_NEAR(estimate(system, true), expected, 1e-3 * expected) << d;
  }
}

}  // namespace
}  // namespace gelenk
