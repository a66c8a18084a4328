#include "math/quintic_spline.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

Vector make_times(int n, bool is_even) {
  Vector t(n);
  for (int i = 0; i < n; ++i) t[i] = 3.0 + 0.1 * i + (is_even ? 0.0 : 0.03 * std::sin(5.0 * i));
  return t;
}

const Vector none;

TEST(QuinticSpline, IsAPolynomialOfDegreeFiveWhereSamplesAre) {
  for (const bool is_even : {true, false}) {
    for (const int n : {6, 7, 8, 40}) {
      const Vector t = make_times(n, is_even);
      Vector x(n), v(n), a(n);
      for (int i = 0; i < n; ++i) {
        const double s = t[i] - 4;
        x[i] = 1 + s * (2 + s * (-1 + s * (0.5 + s * (0.3 - 0.2 * s))));
        v[i] = 2 + s * (-2 + s * (1.5 + s * (1.2 - 1.0 * s)));
        a[i] = -2 + s * (3 + s * (3.6 - 4.0 * s));
      }
      const SampledCurve of_x = complete_curve(t, x, none, none),
                         of_v = complete_curve(t, x, v, none);
      EXPECT_LT((of_x.v - v).cwiseAbs().maxCoeff(), 1e-9) << n;
      EXPECT_LT((of_x.a - a).cwiseAbs().maxCoeff(), 1e-7) << n;
      EXPECT_LT((of_v.a - a).cwiseAbs().maxCoeff(), 1e-8) << n;
    }
  }
}

// With half of the distance the error falls by some 2⁴ for accelerations from positions, and from speeds.
TEST(QuinticSpline, ConvergesToSmoothCurves) {
  double of_x[2], of_v[2];
  for (int halving = 0; halving < 2; ++halving) {
    const int n = 41 << halving;
    Vector t(n), x(n), v(n), a(n);
    for (int i = 0; i < n; ++i) {
      t[i] = 2.0 * i / (n - 1);
      x[i] = std::sin(3 * t[i]);
      v[i] = 3 * std::cos(3 * t[i]);
      a[i] = -9 * std::sin(3 * t[i]);
    }
    of_x[halving] = (complete_curve(t, x, none, none).a - a).cwiseAbs().maxCoeff();
    of_v[halving] = (complete_curve(t, x, v, none).a - a).cwiseAbs().maxCoeff();
  }
  EXPECT_LT(of_x[0], 2e-3);
  EXPECT_LT(of_x[1], of_x[0] / 12);
  EXPECT_LT(of_v[0], 2e-4);
  EXPECT_LT(of_v[1], of_v[0] / 12);
}

TEST(QuinticSpline, TakesWhatIsGiven) {
  const Vector t = make_times(9, false), x = Vector::Random(9), v = Vector::Random(9),
               a = Vector::Random(9);
  const SampledCurve curve = complete_curve(t, x, v, a);
  EXPECT_EQ(curve.x, x);
  EXPECT_EQ(curve.v, v);
  EXPECT_EQ(curve.a, a);
}

TEST(QuinticSpline, FewSamplesLieOnOnePolynomial) {
  Vector t(1), x(1);
  t << 2;
  x << 5;
  const SampledCurve one = complete_curve(t, x, none, none);
  EXPECT_EQ(one.v[0], 0.0);
  EXPECT_EQ(one.a[0], 0.0);
  Vector t3(3), x3(3);
  t3 << 0, 1, 3;
  x3 << 0, 1, 9;  // t²
  const SampledCurve three = complete_curve(t3, x3, none, none);
  EXPECT_NEAR(three.v[2], 6, 1e-12);
  EXPECT_NEAR(three.a[0], 2, 1e-12);
}

}  // namespace
}  // namespace gelenk
