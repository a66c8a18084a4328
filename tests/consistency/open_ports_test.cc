// A mechanism with open ports is the same for those outside however it is computed inside: by one box or by a tree of them.
#include "formulations/recursive/open_ports.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "tests/support/model_text.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using testing::TestModel;

BuildOptions open(BuildOptions build) {
  build.ports.are_open = true;
  return build;
}

// Each before those that find the same start, along the same joints.
const testing::NamedFormulation open_formulations[] = {
    {"recursive", {make_recursive_formulation, open({})}},
    {"model", {testing::make_hierarchical, open(testing::by_model)}},
    {"recursive, flat", {make_recursive_formulation, open({.flattens = true})}},
    {"auto", {testing::make_hierarchical, open(testing::by_bisection)}},
    {"flat", {testing::make_hierarchical, open(testing::by_body)}}};

Vector make_random(int size, std::mt19937& random) {
  Vector x(size);
  for (double& entry : x) entry = std::normal_distribution<double>()(random);
  return x;
}

// At the start of a model: placed, and what others see of it.
struct Seen {
  TestModel test;
  OpenPorts& ports;
  Assembly start;
  Matrix D, D_of_factor;
  Vector r, A;

  Seen(const std::string& text, const testing::NamedFormulation& named, const Vector& loads)
      : test(TestModel::from_text(text, named.make)),
        ports(*test.formulation->open_ports()),
        start(testing::assemble(test)) {
    const Vector tau = loads.head(ports.r().size());
    ports.place(0.0, start.q, start.v);
    EXPECT_TRUE(ports.factor(Metric::mass)) << test.formulation->failure();
    D_of_factor = ports.D();
    EXPECT_TRUE(ports.condense(Loading::forces)) << test.formulation->failure();
    D = ports.D();
    r = ports.r();
    Vector qdot(test.system.nq);
    EXPECT_TRUE(ports.release(tau.data(), qdot.data())) << test.formulation->failure();
    ports.accelerate(Vector(ports.vdot()));
    A.resize(tau.size());
    for (int i = 0; i < ports.count(); ++i) A.segment<6>(6 * i) = ports.port(i).A;
    EXPECT_NEAR((D * tau + r - A).lpNorm<Eigen::Infinity>() / (1 + A.lpNorm<Eigen::Infinity>()), 0,
                1e-9);
  }
};

void expect_near(const Matrix& a, const Matrix& b, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_LT((a - b).lpNorm<Eigen::Infinity>(), 1e-9 * (1 + a.lpNorm<Eigen::Infinity>())) << what;
}

class OpenPortsSuite : public ::testing::TestWithParam<int> {};

TEST_P(OpenPortsSuite, AreTheSameHoweverTheMechanismIsCut) {
  const unsigned seed = static_cast<unsigned>(GetParam());
  std::mt19937 random(seed);
  testing::MechanismOptions options;
  options.bodies = 6;
  options.loops = static_cast<int>(seed % 3);
  options.components = 2;
  options.ports = true;
  const std::string text = testing::make_random_mechanism(seed, options);
  const Vector loads = make_random(200, random);
  std::optional<Seen> one;
  for (const testing::NamedFormulation& named : open_formulations) {
    SCOPED_TRACE(named.name);
    if (named.make.build.hierarchy == Hierarchy::none) one.emplace(text, named, loads);
    const Seen other(text, named, loads);
    ASSERT_GT(other.ports.count(), 2);
    ASSERT_EQ(other.ports.count(), one->ports.count());
    expect_near(other.D, one->D, "D");
    expect_near(other.D, other.D_of_factor, "D of the factors");
    expect_near(other.r, one->r, "r");
    expect_near(other.A, one->A, "A");
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, OpenPortsSuite, ::testing::Range(0, 12));

constexpr const char* free_arm = R"(
model Arm
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Interfaces};
  model Forearm
    Interfaces.Frame_a elbow;
    Interfaces.Frame_b hand;
    Parts.BodyBox upper(r = {0.3, 0, 0}, width = 0.04), lower(r = {0.2, 0.1, 0}, width = 0.03);
    Joints.Revolute wrist(n = {0, 1, 1}, phi(start = 0.4, fixed = true), w(start = 2, fixed = true));
  equation
    connect(elbow, upper.frame_a);
    connect(upper.frame_b, wrist.frame_a);
    connect(wrist.frame_b, lower.frame_a);
    connect(lower.frame_b, hand);
  end Forearm;
  inner Modelica.Mechanics.MultiBody.World world;
  Interfaces.Frame_a shoulder;
  Interfaces.Frame_b hand, foot;
  Forearm forearm;
  Parts.BodyBox arm(r = {0, -0.4, 0}, width = 0.05), leg(r = {0, -0.5, 0}, width = 0.05);
  Joints.Revolute elbow(n = {1, 0, 1}, phi(start = -0.7, fixed = true), w(start = 1, fixed = true));
  Joints.Revolute hip(phi(start = 0.2, fixed = true), w(fixed = true));
equation
  connect(shoulder, arm.frame_a);
  connect(arm.frame_b, elbow.frame_a);
  connect(elbow.frame_b, forearm.elbow);
  connect(forearm.hand, hand);
  connect(world.frame_b, hip.frame_a);
  connect(hip.frame_b, leg.frame_a);
  connect(leg.frame_b, foot);
end Arm;
)";

// The arm moves as one rigid body would and goes on doing what it does inside; the leg stands on ground.
TEST(OpenPorts, MoveWhatHangsTogether) {
  for (const testing::NamedFormulation& named : open_formulations) {
    SCOPED_TRACE(named.name);
    TestModel test = TestModel::from_text(free_arm, named.make);
    OpenPorts& ports = *test.formulation->open_ports();
    ASSERT_EQ(ports.count(), 3);
    const Assembly start = testing::assemble(test);
    ports.place(0.0, start.q, start.v);
    std::vector<FrameMotion<double>> before;
    for (int i = 0; i < 3; ++i) before.push_back(ports.port(i));
    const FrameMotion<double> between = relative_motion(before[0], before[1]);
    std::mt19937 random(4);
    for (const int moved : {0, 1}) {
      Pose<double> X;
      X.R = Eigen::Quaterniond(make_random(4, random).data()).normalized().toRotationMatrix();
      X.p = make_random(3, random);
      const Vec6<double> V = make_random(6, random);
      Vector q = start.q, v = start.v;
      ASSERT_TRUE(ports.move(moved, X, V, q, v));
      ports.place(0.0, q, v);
      EXPECT_LT((ports.port(moved).X.R - X.R).norm() + (ports.port(moved).X.p - X.p).norm(), 1e-12);
      EXPECT_LT((ports.port(moved).V - V).norm(), 1e-12);
      const FrameMotion<double> now = relative_motion(ports.port(0), ports.port(1));
      EXPECT_LT((now.X.R - between.X.R).norm() + (now.X.p - between.X.p).norm(), 1e-12);
      EXPECT_LT((now.V - between.V).norm(), 1e-12);
      EXPECT_EQ(ports.port(2).X.p, before[2].X.p);
      EXPECT_LT(ports.calc_residual(Level::position), 1e-12);
      EXPECT_LT(ports.calc_residual(Level::velocity), 1e-12);
    }
    Vector q = start.q, v = start.v;
    EXPECT_FALSE(ports.move(2, before[2].X, before[2].V, q, v));
    EXPECT_EQ(q, start.q);
  }
}

}  // namespace
}  // namespace gelenk
