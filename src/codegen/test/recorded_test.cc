// Kernels that are instantiated with the recording scalar leave behind what they compute with numbers.
#include "codegen/recorded.h"

#include <gtest/gtest.h>

#include "math/rotation.h"
#include "math/spatial.h"

namespace gelenk::codegen {
namespace {

TEST(Recorded, LeavesBehindWhatAKernelComputes) {
  Graph g;
  Vec4<Recorded> q;
  Vec3<Recorded> w;
  for (int i = 0; i < 4; ++i) q[i] = Recorded(g, g.input(i));
  for (int i = 0; i < 3; ++i) w[i] = Recorded(g, g.input(4 + i));
  const Mat3<Recorded> R = rotation_of<Recorded>(q);
  const Vec4<Recorded> rate = quaternion_rate<Recorded>(q, w);
  const Vec3<Recorded> moved = R * w.cross(R.col(0));

  const Vec4<double> q0(0.3, -0.4, 0.8, 0.1);
  const Vec3<double> w0(0.7, -1.2, 0.4);
  const Mat3<double> R0 = rotation_of<double>(q0);
  std::vector<Value> out;
  std::vector<double> expected;
  for (int i = 0; i < 4; ++i) {
    out.push_back(rate[i].in(g));
    expected.push_back(quaternion_rate<double>(q0, w0)[i]);
  }
  for (int i = 0; i < 3; ++i) {
    out.push_back(moved[i].in(g));
    expected.push_back((R0 * w0.cross(R0.col(0)))[i]);
  }
  const std::vector<double> values = evaluate(g, out, {0.3, -0.4, 0.8, 0.1, 0.7, -1.2, 0.4});
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-15);
}

TEST(Recorded, NumbersStayNumbers) {
  const Mat3<Recorded> R = rotation_about<Recorded>(Vec3<double>::UnitZ(), Recorded(0.0));
  for (int i = 0; i < 9; ++i) EXPECT_TRUE(R(i).is(i % 4 == 0 ? 1.0 : 0.0));
  Graph g;
  const Recorded x(g, g.input(0));
  EXPECT_TRUE((x * 0.0).is(0.0));
  EXPECT_TRUE((x - x).is(0.0));
  EXPECT_TRUE(x + 0.0 == x);
  EXPECT_FALSE(x == Recorded(0.0));
}

TEST(Recorded, WhatDependsOnValuesIsUndecided) {
  Graph g;
  const Recorded x(g, g.input(0));
  EXPECT_THROW((void)(x > Recorded(0.0)), Undecided);
  EXPECT_TRUE(Recorded(1.0) > Recorded(0.0));
}

}  // namespace
}  // namespace gelenk::codegen
