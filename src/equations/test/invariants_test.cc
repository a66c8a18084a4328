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
  ASSERT_TRUE(c.invariants.project(0.0, state.data(), &may_move));
  EXPECT_EQ(state[0], 1.2);
  EXPECT_EQ(state[2], 0.5);
  EXPECT_NEAR(state[1], 1.6, 1e-15);
  EXPECT_NEAR(state[3], -0.375, 1e-15);
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
