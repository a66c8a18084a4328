// One property suite for every joint kind in the registry: each statement of elements/joint.h, checked by
// numerical differences at random coordinates.
#include "elements/joint.h"

#include <gtest/gtest.h>

#include <random>

#include "elements/registry.h"

namespace gelenk {
namespace {

Vec3<double> random_axis(std::mt19937& random) {
  std::normal_distribution<double> n;
  return Vec3<double>(n(random), n(random), n(random)).normalized();
}

template <typename Kind>
Kind make_joint(std::mt19937& random) {
  std::bernoulli_distribution coin;
  using Flags = std::array<bool, 3>;
  const Vec3<double> n = random_axis(random), e = n.cross(random_axis(random)).normalized();
  const Flags flags = {coin(random), coin(random), coin(random)};
  if constexpr (std::is_constructible_v<Kind, Vec3<double>, Vec3<double>, Flags>)
    return Kind(n, e, flags);
  else if constexpr (std::is_constructible_v<Kind, Vec3<double>, Vec3<double>, double>)
    return Kind(n, e, 0.7);
  else if constexpr (std::is_constructible_v<Kind, Vec3<double>, Vec3<double>>)
    return Kind(n, random_axis(random));
  else if constexpr (std::is_constructible_v<Kind, Vec3<double>, Flags>)
    return Kind(n, flags);
  else if constexpr (std::is_constructible_v<Kind, Flags>)
    return Kind(flags);
  else if constexpr (std::is_constructible_v<Kind, double, bool>)
    return Kind(0.7, coin(random));
  else if constexpr (std::is_constructible_v<Kind, double>)
    return Kind(0.7);
  else if constexpr (std::is_constructible_v<Kind, Vec3<double>>)
    return Kind(n);
  else
    return Kind();
}

Pose<double> random_pose(std::mt19937& random) {
  std::normal_distribution<double> n;
  return {rotation_about<double>(random_axis(random), n(random)),
          {n(random), n(random), n(random)}};
}

// Coordinates at random; Euler parameters (the last four of a joint with nq = nv + 1) of unit length.
template <typename Kind>
std::array<double, 7> random_q(std::mt19937& random) {
  std::normal_distribution<double> n;
  std::array<double, 7> q{};
  for (int i = 0; i < Kind::nq; ++i) q[i] = n(random);
  if constexpr (Kind::nq == Kind::nv + 1)
    Eigen::Map<Vec4<double>>(q.data() + Kind::nq - 4).normalize();
  return q;
}

template <typename Kind>
std::array<double, 7> advance(const Kind& joint, std::array<double, 7> q,
                              const std::array<double, 6>& v, double h) {
  // q(t + h) to second order and back to unit length: enough for central differences.
  std::array<double, 7> half = q, rate{};
  joint.calc_qdot(q.data(), v.data(), rate.data());
  for (int i = 0; i < Kind::nq; ++i) half[i] += 0.5 * h * rate[i];
  joint.calc_qdot(half.data(), v.data(), rate.data());
  for (int i = 0; i < Kind::nq; ++i) q[i] += h * rate[i];
  return q;
}

template <typename Kind>
class JointSuite : public ::testing::Test {};

template <typename Variant>
struct Kinds;
template <typename... Kind>
struct Kinds<std::variant<Kind...>> {
  using Types = ::testing::Types<Kind...>;
};
TYPED_TEST_SUITE(JointSuite, Kinds<AnyJoint>::Types);

constexpr int trials = 40;
constexpr double h = 1e-5;

template <typename Kind>
struct Sample {
  Kind joint;
  std::array<double, 7> q;
  std::array<double, 6> v{};
  explicit Sample(std::mt19937& random)
      : joint(make_joint<Kind>(random)), q(random_q<Kind>(random)) {
    std::normal_distribution<double> n;
    for (int i = 0; i < Kind::nv; ++i) v[i] = n(random);
  }
  Vec6<double> twist(const std::array<double, 7>& at) const {
    Vec6<double> V = Vec6<double>::Zero();
    if constexpr (Kind::nv > 0)
      V = joint.template calc_H<double>(at.data()) *
          Eigen::Map<const Eigen::Matrix<double, Kind::nv, 1>>(v.data());
    return V;
  }
};

TYPED_TEST(JointSuite, CountsAddUp) {
  std::mt19937 random(10);
  for (int i = 0; i < trials; ++i) {
    const TypeParam joint = make_joint<TypeParam>(random);
    if constexpr (ConstraintKind<TypeParam>) {
      EXPECT_EQ(joint.nv, 0);
      EXPECT_LE(joint.nc, 6);
      const Pose<double> X = random_pose(random);
      const int rows = joint.nc;
      EXPECT_EQ(joint.template calc_g<double>(X).rows(), rows);
      EXPECT_EQ(joint.template calc_C<double>(X).rows(), rows);
      EXPECT_EQ(joint.template calc_C_bias<double>(X, Vec6<double>::Ones()).rows(), rows);
    } else {
      EXPECT_EQ(joint.nv + joint.nc, 6);
    }
  }
  EXPECT_TRUE(TypeParam::nq == TypeParam::nv || TypeParam::nq == TypeParam::nv + 1);
}

// V_FM = H v is the derivative of X(q) along q̇ = N v.
TYPED_TEST(JointSuite, MotionSubspaceIsTheDerivativeOfThePose) {
  std::mt19937 random(11);
  for (int i = 0; i < trials; ++i) {
    const Sample<TypeParam> s(random);
    const auto plus = s.joint.template calc_X<double>(advance(s.joint, s.q, s.v, h).data());
    const auto minus = s.joint.template calc_X<double>(advance(s.joint, s.q, s.v, -h).data());
    const Mat3<double> R = s.joint.template calc_X<double>(s.q.data()).R;
    const Mat3<double> W = (plus.R - minus.R) / (2 * h) * R.transpose();
    const Vec6<double> V = s.twist(s.q);
    EXPECT_LT((W - skew<double>(V.head<3>())).norm(), 1e-8);
    EXPECT_LT(((plus.p - minus.p) / (2 * h) - V.tail<3>()).norm(), 1e-8);
  }
}

// bias = Ḣ v.
TYPED_TEST(JointSuite, BiasIsTheDerivativeOfTheTwistAtConstantSpeeds) {
  std::mt19937 random(12);
  for (int i = 0; i < trials; ++i) {
    const Sample<TypeParam> s(random);
    const Vec6<double> difference =
        (s.twist(advance(s.joint, s.q, s.v, h)) - s.twist(advance(s.joint, s.q, s.v, -h))) /
        (2 * h);
    EXPECT_LT((difference - s.joint.template calc_bias<double>(s.q.data(), s.v.data())).norm(),
              1e-8);
  }
}

// The joint's own poses satisfy its closure equations, and its motion does not leave them.
TYPED_TEST(JointSuite, ClosureHoldsAlongTheJoint) {
  std::mt19937 random(13);
  for (int i = 0; i < trials; ++i) {
    const Sample<TypeParam> s(random);
    const Pose<double> X = s.joint.template calc_X<double>(s.q.data());
    if constexpr (!WithoutRows<TypeParam> && !ConstraintKind<TypeParam>) {
      EXPECT_LT(s.joint.template calc_g<double>(X).norm(), 1e-14);
      EXPECT_LT((s.joint.template calc_C<double>(X) * s.twist(s.q)).norm(), 1e-13);
      const Vec6<double> A = s.joint.template calc_bias<double>(s.q.data(), s.v.data());
      EXPECT_LT((s.joint.template calc_C<double>(X) * A +
                 s.joint.template calc_C_bias<double>(X, s.twist(s.q)))
                    .norm(),
                1e-12);
    }
  }
}

// ġ = C V and d/dt (C V) = C A + Ċ V, for poses near the closure that move at random. A row between
// speeds has no g.
TYPED_TEST(JointSuite, ClosureDerivatives) {
  std::mt19937 random(14);
  std::normal_distribution<double> n;
  for (int i = 0; i < trials; ++i) {
    const Sample<TypeParam> s(random);
    if constexpr (!WithoutRows<TypeParam>) {
      const Vec3<double> axis = random_axis(random), p0(n(random), n(random), n(random)),
                         p1(n(random), n(random), n(random));
      const Pose<double> start = ConstraintKind<TypeParam>
                                     ? random_pose(random)
                                     : s.joint.template calc_X<double>(s.q.data());
      const double rate = n(random), bend = n(random);
      auto pose = [&](double t) {
        return Pose<double>{rotation_about<double>(axis, 0.1 + rate * t + bend * t * t) * start.R,
                            start.p + 0.1 * p0 + t * p1};
      };
      auto twist = [&](double t) {
        Vec6<double> V;
        V << axis * (rate + 2 * bend * t), p1;
        return V;
      };
      Vec6<double> A;
      A << axis * (2 * bend), Vec3<double>::Zero();
      auto g = [&](double t) { return s.joint.template calc_g<double>(pose(t)); };
      auto rates = [&](double t) {
        return (s.joint.template calc_C<double>(pose(t)) * twist(t)).eval();
      };
      for (int row = 0; row < s.joint.nc; ++row) {
        bool is_velocity_row = false;
        if constexpr (ConstraintKind<TypeParam>) is_velocity_row = s.joint.is_velocity_row(row);
        if (is_velocity_row)
          EXPECT_EQ(g(h)[row], 0.0);
        else
          EXPECT_LT(std::abs((g(h)[row] - g(-h)[row]) / (2 * h) - rates(0)[row]), 1e-7);
      }
      const Vector expected = s.joint.template calc_C<double>(pose(0)) * A +
                              s.joint.template calc_C_bias<double>(pose(0), twist(0));
      EXPECT_LT(((rates(h) - rates(-h)) / (2 * h) - expected).norm(), 1e-7);
    }
  }
}

// C and H together span all motion: the closure leaves free exactly what the joint moves.
TYPED_TEST(JointSuite, ClosureAndMotionAreComplementary) {
  if constexpr (!ConstraintKind<TypeParam>) {
    std::mt19937 random(15);
    const Sample<TypeParam> s(random);
    Mat6<double> both;
    if constexpr (TypeParam::nv > 0)
      both.leftCols<TypeParam::nv>() = s.joint.template calc_H<double>(s.q.data());
    if constexpr (TypeParam::nc > 0) {
      both.rightCols<TypeParam::nc>() =
          s.joint.template calc_C<double>(s.joint.template calc_X<double>(s.q.data())).transpose();
    }
    EXPECT_GT(std::abs(both.determinant()), 1e-3);
  }
}

TYPED_TEST(JointSuite, MeasuredCoordinatesGiveThePoseBack) {
  std::mt19937 random(16);
  for (int i = 0; i < trials; ++i) {
    const Sample<TypeParam> s(random);
    const Pose<double> X = s.joint.template calc_X<double>(s.q.data());
    std::array<double, 7> q{};
    s.joint.measure(X, q.data());
    const Pose<double> back = s.joint.template calc_X<double>(q.data());
    EXPECT_LT((back.R - X.R).norm() + (back.p - X.p).norm(), 1e-13);
  }
}

TYPED_TEST(JointSuite, NamesMatchTheDeclaration) {
  const JointNames names = TypeParam::names();
  EXPECT_TRUE(names.q.empty() || static_cast<int>(names.q.size()) == TypeParam::nq);
  EXPECT_TRUE(names.v.empty() || static_cast<int>(names.v.size()) == TypeParam::nv);
  EXPECT_TRUE(names.a.empty() || static_cast<int>(names.a.size()) == TypeParam::nv);
  if constexpr (requires { TypeParam::declaration; }) {
    for (const auto* list : {&names.q, &names.v, &names.a, &names.drive}) {
      for (const std::string& name : *list) {
        EXPECT_NE(std::string(TypeParam::declaration).find(" " + name.substr(0, name.find('['))),
                  std::string::npos)
            << name;
      }
    }
  }
}

}  // namespace
}  // namespace gelenk
