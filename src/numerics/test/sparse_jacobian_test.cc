#include "numerics/sparse_jacobian.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

// Masses in a row, coupled by springs whose force is cubic: q̇ = v, v̇ᵢ = F(qᵢ₊₁ − qᵢ) − F(qᵢ − qᵢ₋₁) − vᵢ.
bool eval_row(double, const Vector& y, Vector& ydot) {
  const Eigen::Index n = y.size() / 2;
  auto force = [](double x) { return 1e4 * (x + x * x * x); };
  ydot.resize(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    ydot[i] = y[n + i];
    const double left = i > 0 ? y[i - 1] : 0.0;
    ydot[n + i] = -force(y[i] - left) - y[n + i];
    if (i + 1 < n) ydot[n + i] += force(y[i + 1] - y[i]);
  }
  return true;
}

TEST(SparseJacobian, ColoursOfARowDoNotGrowWithItsLength) {
  for (int n : {10, 200}) {
    SparseJacobian jacobian;
    ASSERT_TRUE(jacobian.find_pattern(eval_row, 0, Vector::Zero(2 * n), 20));
    EXPECT_LE(jacobian.colors(), 6) << n;
    // q̇: one each and the diagonal; v̇: its own speed and up to three coordinates.
    EXPECT_EQ(jacobian.rows().size(), static_cast<std::size_t>(n + n + n + 3 * n - 2)) << n;
  }
}

TEST(SparseJacobian, ValuesAreThoseOfOneColumnAtATime) {
  const int n = 12;
  Vector y(2 * n), fy, ahead, back;
  for (int i = 0; i < 2 * n; ++i) y[i] = std::sin(3.0 * i);
  SparseJacobian jacobian;
  ASSERT_TRUE(jacobian.find_pattern(eval_row, 0, y, 20));
  eval_row(0, y, fy);
  ASSERT_TRUE(jacobian.eval(eval_row, 0, y, fy));
  const double rounding = 4 * 2.2e-16 * fy.cwiseAbs().maxCoeff() / (0.1 * 1.5e-8);
  for (int j = 0; j < 2 * n; ++j) {
    Vector moved = y;
    moved[j] += 1e-5;
    eval_row(0, moved, ahead);
    moved[j] -= 2e-5;
    eval_row(0, moved, back);
    Vector column = (ahead - back) / 2e-5;
    for (int k = jacobian.starts()[j]; k < jacobian.starts()[j + 1]; ++k) {
      const int i = jacobian.rows()[k];
      EXPECT_NEAR(jacobian.values()[k], column[i], rounding + 1e-5 * std::abs(column[i]));
      column[i] = 0.0;
    }
    EXPECT_EQ(column.norm(), 0.0);  // nothing outside the pattern
  }
}

TEST(SparseJacobian, GivesUpWhereEverythingDependsOnEverything) {
  int evaluations = 0;
  auto dense = [&](double, const Vector& y, Vector& ydot) {
    ++evaluations;
    ydot = Vector::Constant(y.size(), y.sum());
    return true;
  };
  SparseJacobian jacobian;
  EXPECT_FALSE(jacobian.find_pattern(dense, 0, Vector::Ones(100), 25));
  EXPECT_LT(evaluations, 30);
}

}  // namespace
}  // namespace gelenk
