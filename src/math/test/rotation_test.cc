#include "math/rotation.h"

#include <gtest/gtest.h>

#include <random>

namespace gelenk {
namespace {

TEST(Rotation, QuaternionAndMatrixAgree) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 200; ++i) {
    Vec4<double> q(normal(random), normal(random), normal(random), normal(random));
    if (i < 4) q = Vec4<double>::Unit(i);  // half turns
    q.normalize();
    const Mat3<double> R = rotation_of<double>(q);
    EXPECT_TRUE((R * R.transpose()).isIdentity(1e-14));
    EXPECT_NEAR(R.determinant(), 1.0, 1e-14);
    const Vec4<double> back = quaternion_of(R);
    EXPECT_LT(std::min((back - q).norm(), (back + q).norm()), 1e-14);
    EXPECT_TRUE(rotation_of<double>(3.0 * q).isApprox(R, 1e-14));  // length does not matter
  }
}

TEST(Rotation, QuaternionRateIsTheDerivative) {
  // R(q(t)) with q̇ from quaternion_rate must turn by w: Ṙ = w × R.
  const Vec4<double> q = Vec4<double>(0.3, -0.5, 0.7, 0.2).normalized();
  const Vec3<double> w(0.4, -1.1, 0.6);
  const double h = 1e-6;
  const Vec4<double> rate = quaternion_rate<double>(q, w);
  const Mat3<double> Rdot =
      (rotation_of<double>(q + h * rate) - rotation_of<double>(q - h * rate)) / (2 * h);
  EXPECT_LT((Rdot - skew<double>(w) * rotation_of<double>(q)).norm(), 1e-9);
}

TEST(Rotation, AboutAxisIsRightHanded) {
  const Mat3<double> R = rotation_about<double>(Vec3<double>::UnitZ(), std::acos(-1.0) / 2);
  EXPECT_LT((R * Vec3<double>::UnitX() - Vec3<double>::UnitY()).norm(), 1e-15);
}

TEST(Rotation, SequenceIsIntrinsic) {
  const double a = 0.3, b = -0.7;
  const Mat3<double> R = rotation_of_sequence({3, 1, 3}, {a, b, 0});
  const Mat3<double> expected = rotation_about<double>(Vec3<double>::UnitZ(), a) *
                                rotation_about<double>(Vec3<double>::UnitX(), b);
  EXPECT_LT((R - expected).norm(), 1e-15);
}

TEST(Rotation, TwoAxes) {
  const Mat3<double> R = rotation_of_two_axes({0, 2, 0}, {1, 1, 0});
  EXPECT_LT((R.col(0) - Vec3<double>::UnitY()).norm(), 1e-15);
  EXPECT_LT((R.col(1) - Vec3<double>::UnitX()).norm(), 1e-15);
  EXPECT_NEAR(R.determinant(), 1.0, 1e-15);
  EXPECT_LT((rotation_of_two_axes({0, 1, 0}, {0, 1, 0}).col(1) - Vec3<double>::UnitX()).norm(),
            1e-15);  // parallel
  EXPECT_LT((rotation_of_two_axes({1, 0, 0}, {1, 0, 0}).col(1) - Vec3<double>::UnitY()).norm(),
            1e-15);
}

}  // namespace
}  // namespace gelenk
