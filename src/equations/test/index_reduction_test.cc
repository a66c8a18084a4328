#include "equations/index_reduction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "equations/aliases.h"
#include "equations/test/flat_system.h"
#include "symbolic/derivative.h"

namespace gelenk::equations {
namespace {

using symbolic::Expression;

// Solves the equations that are matched for their quantities, by Newton's method with exact derivatives and elimination.
void solve(const FlatEquations& flat, const std::vector<int>& quantity_of,
           std::vector<double>& values) {
  std::vector<int> rows, columns;
  for (std::size_t e = 0; e < quantity_of.size(); ++e) {
    if (quantity_of[e] < 0) continue;
    rows.push_back(static_cast<int>(e));
    columns.push_back(quantity_of[e]);
  }
  const std::size_t n = rows.size();
  for (int round = 0; round < 20; ++round) {
    std::vector<std::vector<double>> A(n, std::vector<double>(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
      const Expression& e = flat.equations[rows[i]].value;
      for (std::size_t j = 0; j < n; ++j)
        A[i][j] = eval(symbolic::differentiate_by_input(e, columns[j]), values);
      A[i][n] = -eval(e, values);
    }
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k; i < n; ++i) {
        if (std::abs(A[i][k]) > std::abs(A[pivot][k])) pivot = i;
      }
      ASSERT_GT(std::abs(A[pivot][k]), 1e-12);
      std::swap(A[k], A[pivot]);
      for (std::size_t i = 0; i < n; ++i) {
        if (i == k) continue;
        const double factor = A[i][k] / A[k][k];
        for (std::size_t j = k; j <= n; ++j) A[i][j] -= factor * A[k][j];
      }
    }
    for (std::size_t k = 0; k < n; ++k) values[columns[k]] += A[k][n] / A[k][k];
  }
}

std::vector<char> all_of(const FlatEquations& flat) {
  return std::vector<char>(flat.equations.size(), 1);
}

int count_differentiated(const FlatEquations& flat) {
  return static_cast<int>(std::count_if(flat.equations.begin(), flat.equations.end(),
                                        [](const Residual& r) { return r.derivative >= 0; }));
}

TEST(IndexReduction, LeavesOrdinaryEquationsAlone) {
  FlatSystem s;
  s.add(s.rate("u"), s("i") / 1e-3);
  s.add(s("i"), (10.0 - s("u")) / 100.0);
  const Reduction r = reduce_index(s.flat, all_of(s.flat));
  EXPECT_TRUE(r.too_many.empty() && r.too_few.empty());
  EXPECT_EQ(count_differentiated(s.flat), 0);
  EXPECT_EQ(s.flat.equations.size(), 2u);
}

// x² + y² = L² with the force of the rod: its second derivative determines that force.
TEST(IndexReduction, PendulumInPlaneCoordinates) {
  const double m = 2.0, g = 9.81, L = 1.25;
  FlatSystem s;
  s.add(s("vx"), s.rate("x"));
  s.add(s("vy"), s.rate("y"));
  s.add(m * s.rate("vx"), -(s("F") * s("x")));
  s.add(m * s.rate("vy"), -(s("F") * s("y")) - m * g);
  s.add(s("x") * s("x") + s("y") * s("y"), L * L);
  const Reduction r = reduce_index(s.flat, all_of(s.flat));
  ASSERT_TRUE(r.too_many.empty() && r.too_few.empty());
  // The constraint twice, and once each definition of a speed.
  const Residual& constraint = s.flat.equations[4];
  ASSERT_GE(constraint.derivative, 0);
  ASSERT_GE(s.flat.equations[constraint.derivative].derivative, 0);
  EXPECT_EQ(s.flat.equations[s.flat.equations[constraint.derivative].derivative].derivative, -1);
  EXPECT_EQ(s.flat.equations[4 - 1].derivative, -1);

  const double phi = 0.4, w = 1.3;
  std::vector<double> values(s.flat.quantities.size(), 0.0);
  auto set = [&](const char* name, double value) { values[s.number(name)] = value; };
  set("x", L * std::sin(phi));
  set("y", -L * std::cos(phi));
  set("vx", L * std::cos(phi) * w);
  set("vy", L * std::sin(phi) * w);
  values[s.flat.quantities[s.number("x")].derivative] = values[s.number("vx")];
  values[s.flat.quantities[s.number("y")].derivative] = values[s.number("vy")];
  solve(s.flat, r.quantity_of, values);
  EXPECT_NEAR(values[s.number("F")], m * (w * w + g * std::cos(phi) / L), 1e-10);
  const double alpha = -g / L * std::sin(phi);
  EXPECT_NEAR(values[s.flat.quantities[s.number("vx")].derivative],
              L * (std::cos(phi) * alpha - std::sin(phi) * w * w), 1e-10);
}

// Two capacitors side by side: one voltage, of which the rate has to be found from both.
TEST(IndexReduction, CapacitorsInParallel) {
  FlatSystem s;
  s.add(2.0 * s.rate("u1"), s("i1"));
  s.add(3.0 * s.rate("u2"), s("i2"));
  s.add(s("i1") + s("i2"), 10.0);
  s.add(s("u1"), s("u2"));
  // As one chain, where aliases have been found before.
  FlatSystem by_names = s;
  const Aliases aliases = find_aliases(by_names.flat);
  std::vector<char> active;
  for (std::size_t e = 0; e < by_names.flat.equations.size(); ++e) {
    by_names.flat.equations[e].value = use_aliases(by_names.flat.equations[e].value, aliases);
    active.push_back(!aliases.is_used_up[e]);
  }
  const Reduction named = reduce_index(by_names.flat, active);
  EXPECT_TRUE(named.too_many.empty() && named.too_few.empty());
  EXPECT_EQ(count_differentiated(by_names.flat), 0);
  // And by differentiating.
  const Reduction r = reduce_index(s.flat, all_of(s.flat));
  ASSERT_TRUE(r.too_many.empty() && r.too_few.empty());
  EXPECT_EQ(count_differentiated(s.flat), 1);
  std::vector<double> values(s.flat.quantities.size(), 0.0);
  solve(s.flat, r.quantity_of, values);
  EXPECT_NEAR(values[s.flat.quantities[s.number("u1")].derivative], 2.0, 1e-12);
  EXPECT_NEAR(values[s.number("i2")], 6.0, 1e-12);
}

// A body that a law of time moves: the force follows from the second derivative of the law.
TEST(IndexReduction, PrescribedMotionGivesTheForce) {
  FlatSystem s;
  s.add(s("v"), s.rate("x"));
  s.add(4.0 * s.rate("v"), s("F"));
  s.add(s("x"), Expression::time() * Expression::time() * 0.5);
  const Reduction r = reduce_index(s.flat, all_of(s.flat));
  ASSERT_TRUE(r.too_many.empty() && r.too_few.empty());
  std::vector<double> values(s.flat.quantities.size(), 0.0);
  solve(s.flat, r.quantity_of, values);
  EXPECT_NEAR(values[s.number("F")], 4.0, 1e-12);
}

TEST(IndexReduction, TellsWhatNoDifferentiationMends) {
  FlatSystem s;
  s.add(s.rate("x"), s("y"));
  s.add(s("x"), 1.0);
  s.add(s("x"), s("x") * s("x"));
  s.add(s("z"), s("a") + s("b"));
  const std::size_t equations = s.flat.equations.size();
  const Reduction r = reduce_index(s.flat, all_of(s.flat));
  EXPECT_EQ(r.too_many, (std::vector<int>{1, 2}));
  EXPECT_EQ(r.too_few.size(), 2u);
  EXPECT_EQ(s.flat.equations.size(), equations);
}

}  // namespace
}  // namespace gelenk::equations
