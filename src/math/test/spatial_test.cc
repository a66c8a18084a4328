#include "math/spatial.h"

#include <gtest/gtest.h>

#include <random>

#include "math/rotation.h"

namespace gelenk {
namespace {

// A smooth motion of a frame, known in closed form as a function of time.
struct Path {
  Vec3<double> axis, p0, p1, p2;
  double rate, bend;
  Pose<double> at(double t) const {
    return {rotation_about<double>(axis, rate * t + bend * t * t), p0 + t * p1 + t * t * p2};
  }
  FrameMotion<double> motion(double t) const {
    FrameMotion<double> m;
    m.X = at(t);
    m.V << axis * (rate + 2 * bend * t), p1 + 2 * t * p2;
    m.A << axis * (2 * bend), 2 * p2;
    return m;
  }
};

Path random_path(std::mt19937& random) {
  std::normal_distribution<double> n;
  auto v = [&] { return Vec3<double>(n(random), n(random), n(random)); };
  return {v().normalized(), v(), v(), v(), n(random), n(random)};
}

// V_FM and A_FM by numerical differences of the relative pose.
TEST(Spatial, RelativeMotionIsTheDerivativeOfTheRelativePose) {
  std::mt19937 random(2);
  const double t = 0.3, h = 1e-4;
  for (int i = 0; i < 50; ++i) {
    const Path f = random_path(random), m = random_path(random);
    auto pose = [&](double s) { return f.at(s).inverse() * m.at(s); };
    auto twist = [&](double s) { return relative_motion(f.motion(s), m.motion(s)).V; };
    const FrameMotion<double> rel = relative_motion(f.motion(t), m.motion(t));
    const Pose<double> X = pose(t), plus = pose(t + h), minus = pose(t - h);
    const Mat3<double> W = (plus.R - minus.R) / (2 * h) * X.R.transpose();
    EXPECT_LT((W - skew<double>(rel.w())).norm(), 1e-6);
    EXPECT_LT(((plus.p - minus.p) / (2 * h) - rel.v()).norm(), 1e-6);
    EXPECT_LT(((twist(t + h) - twist(t - h)) / (2 * h) - rel.A).norm(), 1e-5);
  }
}

TEST(Spatial, ComposeUndoesRelative) {
  std::mt19937 random(3);
  for (int i = 0; i < 50; ++i) {
    const FrameMotion<double> F = random_path(random).motion(0.4),
                              M = random_path(random).motion(0.7);
    const FrameMotion<double> back = compose_motion(F, relative_motion(F, M));
    EXPECT_LT((back.X.p - M.X.p).norm() + (back.X.R - M.X.R).norm(), 1e-13);
    EXPECT_LT((back.V - M.V).norm(), 1e-13);
    EXPECT_LT((back.A - M.A).norm(), 1e-12);
  }
}

TEST(Spatial, FixedFrameMovesWithItsBody) {
  std::mt19937 random(4);
  const Path path = random_path(random);
  const Pose<double> X_AB{rotation_about<double>(Vec3<double>::UnitX(), 0.3), {0.1, -0.4, 0.9}};
  const double t = 0.2, h = 1e-4;
  auto p = [&](double s) { return (path.at(s) * X_AB).p; };
  const FrameMotion<double> B = motion_of_fixed_frame(path.motion(t), X_AB);
  EXPECT_LT(((p(t + h) - p(t - h)) / (2 * h) - B.v()).norm(), 1e-7);
  EXPECT_LT(((p(t + h) - 2 * p(t) + p(t - h)) / (h * h) - B.a()).norm(), 1e-6);
}

TEST(Spatial, ShiftingKeepsPower) {
  Vec6<double> V, F;
  V << 1, -2, 3, 0.5, 0.2, -0.7;
  F << 0.3, 0.1, -0.4, 2, 1, -1;
  const Vec3<double> s(0.2, -0.5, 0.8);
  EXPECT_NEAR(V.dot(shift_wrench<double>(F, s)), shift_twist<double>(V, s).dot(F), 1e-14);
  EXPECT_LT((shift_matrix<double>(s) * V - shift_twist<double>(V, s)).norm(), 1e-15);
  EXPECT_LT((shift_matrix<double>(s).transpose() * F - shift_wrench<double>(F, s)).norm(), 1e-15);
}

}  // namespace
}  // namespace gelenk
