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

TEST(Rotation, AnglesOfASequenceGiveTheRotationBack) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const std::array<int, 3> sequences[] = {{1, 2, 3}, {3, 2, 1}, {2, 3, 1}, {3, 1, 3}, {2, 1, 2}};
  for (const auto& sequence : sequences) {
    for (int i = 0; i < 50; ++i) {
      Vec3<double> angles(normal(random), 3 * normal(random), normal(random));
      if (i == 0) angles.setZero();
      const Mat3<double> R = rotation_of_sequence(sequence, angles);
      const Vec3<double> back = angles_of_sequence(R, sequence);
      EXPECT_TRUE(rotation_of_sequence(sequence, back).isApprox(R, 1e-12));
      EXPECT_LE(std::abs(back[0]), std::acos(-1.0) / 2 + 1e-12);
    }
  }
}

// Along angles that are quadratic in time, w and its derivative by differences.
TEST(Rotation, RatesOfAngles) {
  const std::array<int, 3> sequence = {3, 2, 1};
  const Vec3<double> a0(0.3, -0.4, 0.9), a1(0.7, 1.3, -0.5), a2(-0.2, 0.6, 0.4);
  auto R = [&](double t) { return rotation_of_sequence(sequence, a0 + t * a1 + 0.5 * t * t * a2); };
  const double h = 1e-4;
  auto w = [&](double t) {
    return axial_of<double>((R(t + h) - R(t - h)) / (2 * h) * R(t).transpose());
  };
  const Vec3<double> alpha = (w(h) - w(-h)) / (2 * h);
  const AngleRates rates = angle_rates_of_sequence(sequence, a0, w(0), alpha);
  EXPECT_LT((rates.first - a1).norm(), 1e-7);
  EXPECT_LT((rates.second - a2).norm(), 1e-6);
}

}  // namespace
}  // namespace gelenk
