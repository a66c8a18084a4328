// Sensors in pendulums, under every formulation: what they measure in closed form of the joint's
// coordinates, and that they change nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::string head = R"(model M
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Sensors, Types};
  inner Modelica.Mechanics.MultiBody.World world(g = 10);
)";

class Sensors : public ::testing::TestWithParam<testing::NamedFormulation> {
 protected:
  Series run(const std::string& body) {
    TestModel test = TestModel::from_text(head + body + "end M;\n", GetParam().make);
    counts = test.system.counts;
    SimulationOptions options;
    options.stop_time = 1;
    options.step = 1e-3;
    options.integrator = "rk4";
    options.interval = 0.25;
    Series series = testing::simulate(test, options, "*");
    EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
    return series;
  }

  SystemCounts counts;
};

INSTANTIATE_TEST_SUITE_P(All, Sensors, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& p) { return std::string(p.param.name); });

// Mass 3 on a rod of length 2.
TEST_P(Sensors, PendulumInClosedForm) {
  const std::string hinge =
      "  Joints.Revolute hinge(n = {0, 0, 1}, phi(start = 0.7, fixed = true), w(start = 1.3, fixed "
      "= true));\n  Parts.FixedTranslation rod(r = {2, 0, 0});\n  Parts.PointMass mass(m = 3);\n";
  const Series bare = run(hinge + R"(equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, rod.frame_a);
  connect(rod.frame_b, mass.frame_a);
)");
  const SystemCounts bare_counts = counts;
  const Series s = run(hinge + R"(
  Sensors.CutForceAndTorque cut(resolveInFrame = Types.ResolveInFrameA.world);
  Sensors.CutForce opposite(positiveSign = false);
  Sensors.CutTorque torque(resolveInFrame = Types.ResolveInFrameA.world);
  Sensors.Power power;
  Sensors.AbsoluteSensor tip(get_r = true, get_v = true, get_a = true, get_w = true, get_z = true,
    get_angles = true, resolveInFrame = Types.ResolveInFrameA.world, sequence = {3, 1, 2});
  Sensors.AbsoluteVelocity own;
  Sensors.AbsolutePosition place(resolveInFrame = Types.ResolveInFrameA.world);
  Sensors.AbsoluteAngularVelocity turning;
  Sensors.AbsoluteAngles angles(sequence = {3, 1, 2});
  Sensors.RelativeAngles angle(sequence = {3, 1, 2});
  Sensors.Distance distance;
  Parts.FixedTranslation beside(r = {0, 1, 0});
equation
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, cut.frame_a);
  connect(cut.frame_b, torque.frame_a);
  connect(torque.frame_b, rod.frame_a);
  connect(rod.frame_b, power.frame_a);
  connect(power.frame_b, opposite.frame_a);
  connect(opposite.frame_b, mass.frame_a);
  connect(tip.frame_a, mass.frame_a);
  connect(own.frame_a, mass.frame_a);
  connect(turning.frame_a, mass.frame_a);
  connect(angles.frame_a, mass.frame_a);
  connect(rod.frame_a, beside.frame_a);
  connect(place.frame_a, beside.frame_b);
  connect(angle.frame_a, hinge.frame_a);
  connect(angle.frame_b, rod.frame_b);
  connect(distance.frame_a, beside.frame_b);
  connect(distance.frame_b, rod.frame_b);
)");
  EXPECT_EQ(counts.bodies, bare_counts.bodies);
  EXPECT_EQ(counts.joints, bare_counts.joints);
  EXPECT_EQ(counts.forces, bare_counts.forces);
  ASSERT_EQ(s.time.size(), 5u);
  for (double t : s.time) {
    const double phi = s.at(t, "hinge.phi"), w = s.at(t, "hinge.w"), z = s.at(t, "hinge.a");
    EXPECT_NEAR(phi, bare.at(t, "hinge.phi"), 1e-12);
    EXPECT_NEAR(z, -5 * std::cos(phi), 1e-11);
    const Vec3<double> along{std::cos(phi), std::sin(phi), 0}, across{-along[1], along[0], 0};
    const Vec3<double> v = 2 * w * across, a = 2 * z * across - 2 * w * w * along;
    const Vec3<double> load = 3 * (a + Vec3<double>(0, 10, 0));
    auto expect_vector = [&](const std::string& name, const Vec3<double>& expected) {
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(s.at(t, name + "[" + std::to_string(i + 1) + "]"), expected[i], 1e-10)
            << name << " at " << t;
    };
    expect_vector("tip.r", 2 * along);
    expect_vector("tip.v", v);
    expect_vector("tip.a", a);
    expect_vector("tip.w", {0, 0, w});
    expect_vector("tip.z", {0, 0, z});
    expect_vector("tip.angles", {phi, 0, 0});
    expect_vector("own.v", {0, 2 * w, 0});
    expect_vector("place.r", across);
    expect_vector("turning.w", {0, 0, w});
    expect_vector("angles.angles", {phi, 0, 0});
    expect_vector("angle.angles", {phi, 0, 0});
    EXPECT_NEAR(s.at(t, "distance.distance"), std::sqrt(5.0), 1e-12);
    expect_vector("cut.force", load);
    expect_vector("cut.torque", {0, 0, 0});
    expect_vector("torque.torque", {0, 0, 0});
    expect_vector("opposite.force", {-along.dot(load), -across.dot(load), 0});
    EXPECT_NEAR(s.at(t, "power.power"), load.dot(v), 1e-10);
  }
}

// A mass 2 that hangs still from a sensor on the world, at the end of an arm of length 1.5.
TEST_P(Sensors, WeightOfAHangingMass) {
  const Series s = run(R"(
  Sensors.CutForceAndTorque cut;
  Sensors.CutTorque minus(positiveSign = false);
  Parts.FixedTranslation arm(r = {1.5, 0, 0});
  Joints.Spherical joint;
  Parts.Body body(m = 2, r_CM = {0, -1, 0});
equation
  connect(world.frame_b, cut.frame_a);
  connect(cut.frame_b, minus.frame_a);
  connect(minus.frame_b, arm.frame_a);
  connect(arm.frame_b, joint.frame_a);
  connect(joint.frame_b, body.frame_a);
)");
  const double expected[] = {0, 20, 0, 0, 0, 30};
  for (int i = 0; i < 3; ++i) {
    const std::string entry = "[" + std::to_string(i + 1) + "]";
    EXPECT_NEAR(s.last("cut.force" + entry), expected[i], 1e-10);
    EXPECT_NEAR(s.last("cut.torque" + entry), expected[3 + i], 1e-10);
    EXPECT_NEAR(s.last("minus.torque" + entry), -expected[3 + i], 1e-10);
  }
}

// The second link of a double pendulum, seen from the first: a pendulum of length 0.8 on its own.
TEST_P(Sensors, RelativeMotionInClosedForm) {
  const Series s = run(R"(
  Joints.Revolute one(n = {0, 0, 1}, phi(start = 0.3, fixed = true), w(start = 2, fixed = true));
  Joints.Revolute two(n = {0, 0, 1}, phi(start = 0.4, fixed = true), w(start = -1, fixed = true));
  Parts.BodyShape upper(m = 1, r = {1, 0, 0}, r_CM = {0.5, 0, 0});
  Parts.BodyShape lower(m = 2, r = {0.8, 0, 0}, r_CM = {0.4, 0, 0});
  Sensors.RelativeSensor all(get_r_rel = true, get_v_rel = true, get_a_rel = true, get_w_rel = true,
    get_z_rel = true, get_angles = true, sequence = {3, 1, 2});
  Sensors.RelativePosition place(resolveInFrame = Types.ResolveInFrameAB.world);
  Sensors.RelativeVelocity speed(resolveInFrame = Types.ResolveInFrameAB.world);
  Sensors.RelativeAngularVelocity turning(resolveInFrame = Types.ResolveInFrameAB.frame_b);
equation
  connect(world.frame_b, one.frame_a);
  connect(one.frame_b, upper.frame_a);
  connect(upper.frame_b, two.frame_a);
  connect(two.frame_b, lower.frame_a);
  connect(all.frame_a, upper.frame_b);
  connect(all.frame_b, lower.frame_b);
  connect(place.frame_a, upper.frame_b);
  connect(place.frame_b, lower.frame_b);
  connect(speed.frame_a, upper.frame_b);
  connect(speed.frame_b, lower.frame_b);
  connect(turning.frame_a, upper.frame_b);
  connect(turning.frame_b, lower.frame_b);
)");
  for (double t : s.time) {
    const double base = s.at(t, "one.phi");
    const double phi = s.at(t, "two.phi"), w = s.at(t, "two.w"), z = s.at(t, "two.a");
    auto along = [](double angle) { return Vec3<double>(std::cos(angle), std::sin(angle), 0); };
    auto across = [](double angle) { return Vec3<double>(-std::sin(angle), std::cos(angle), 0); };
    auto expect_vector = [&](const std::string& name, const Vec3<double>& expected) {
      for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(s.at(t, name + "[" + std::to_string(i + 1) + "]"), expected[i], 1e-9)
            << name << " at " << t;
    };
    expect_vector("all.r_rel", 0.8 * along(phi));
    expect_vector("all.v_rel", 0.8 * w * across(phi));
    expect_vector("all.a_rel", 0.8 * (z * across(phi) - w * w * along(phi)));
    expect_vector("all.w_rel", {0, 0, w});
    expect_vector("all.z_rel", {0, 0, z});
    // Up to half a turn: the triple is that whose first angle is less than a quarter turn.
    EXPECT_NEAR(std::sin(s.at(t, "all.angles[1]") - phi), 0, 1e-9);
    expect_vector("place.r_rel", 0.8 * along(base + phi));
    expect_vector("speed.v_rel", 0.8 * w * across(base + phi));
    expect_vector("turning.w_rel", {0, 0, w});
  }
}

}  // namespace
}  // namespace gelenk
