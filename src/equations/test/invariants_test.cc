#include "equations/invariants.h"

#include <gtest/gtest.h>

#include <cmath>

#include "equations/test/flat_system.h"

namespace gelenk::equations {
namespace {

using symbolic::Expression;

// A point near a circle, with a speed near its tangent.
struct Circle {
  FlatSystem s;
  Expression x = s("x"), y = s("y"), vx = s("vx"), vy = s("vy");
  Invariants invariants{
      {x * x + y * y - 4.0, 2.0 * x* vx + 2.0 * y* vy}, {0, 1, 2, 3}, {1, 1, 1, 1}};
};

TEST(Invariants, StatesAreMovedByTheLeast) {
  Circle c;
  std::vector<double> state = {1.3, 1.6, 0.5, -0.4};
  ASSERT_TRUE(c.invariants.project(0.0, state.data()));
  EXPECT_LT(c.invariants.calc_residual(0.0, state.data()), 1e-14);
  // Not far: the nearest point of the circle is 0.0616 away.
  EXPECT_LT(std::hypot(state[0] - 1.3, state[1] - 1.6), 0.07);
}

TEST(Invariants, WhatMayNotMoveStays) {
  Circle c;
  std::vector<double> state = {1.2, 1.0, 0.5, 0.0};
  const std::vector<char> may_move = {0, 1, 0, 1};
  ASSERT_TRUE(c.invariants.find_start(0.0, state.data(), may_move));
  EXPECT_EQ(state[0], 1.2);
  EXPECT_EQ(state[2], 0.5);
  EXPECT_NEAR(state[1], 1.6, 1e-15);
  EXPECT_NEAR(state[3], -0.375, 1e-15);
}

// Whole steps would lead away: atan(x) = 0 from x = 5, and a diode's exponential from far beyond its knee.
TEST(Invariants, StartsAreFoundFromFarAway) {
  FlatSystem s;
  const Expression x = s("x"), v = s("v");
  const auto make = [](symbolic::Op op, Expression e) { return Expression::make(op, {e}); };
  Invariants invariants(
      {make(symbolic::Op::atan, x), make(symbolic::Op::exp, 40.0 * v) - 1.0 - 1e9 * (1.0 - v)},
      {0, 1}, {1.0, 1.0});
  std::vector<double> state = {5.0, 0.0};
  ASSERT_TRUE(invariants.find_start(0.0, state.data(), {1, 1}));
  EXPECT_NEAR(state[0], 0.0, 1e-14);
  EXPECT_NEAR(std::exp(40.0 * state[1]) - 1.0, 1e9 * (1.0 - state[1]), 1e-4);
}

TEST(Invariants, DependentEquationsAreNormal) {
  FlatSystem s;
  Invariants invariants({s("a") - s("b"), 2.0 * s("a") - 2.0 * s("b")}, {0, 1}, {1.0, 1.0});
  std::vector<double> state = {1.0, 2.0};
  ASSERT_TRUE(invariants.project(0.0, state.data()));
  EXPECT_DOUBLE_EQ(state[0], 1.5);
  EXPECT_DOUBLE_EQ(state[1], 1.5);
}

TEST(Invariants, WhatCannotBeFulfilledIsTold) {
  FlatSystem s;
  Invariants invariants({s("a") - s("b"), s("a") - s("b") - 1.0}, {0, 1}, {1.0, 1.0});
  std::vector<double> state = {1.0, 2.0};
  EXPECT_FALSE(invariants.project(0.0, state.data()));
}

}  // namespace
}  // namespace gelenk::equations
