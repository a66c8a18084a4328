// Loads on frames that equations give, in every formulation: what a user writes moves as the native
// element of the same law does, action equals reaction, and what is missing is told.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const char* const user_classes = R"(
  import Modelica.Mechanics.MultiBody.{Frames, Interfaces, Joints, Parts, Forces};
  model UserSpring "Between two frames, along their line"
    extends Interfaces.PartialTwoFrames;
    parameter Real c = 100, d = 3, s_0 = 0.2;
    Real r[3], s, e[3], f;
  equation
    r = frame_b.r_0 - frame_a.r_0;
    s = sqrt(r*r);
    e = r/s;
    f = c*(s - s_0) + d*(e*(der(frame_b.r_0) - der(frame_a.r_0)));
    frame_a.f = -Frames.resolve2(frame_a.R, e*f);
    frame_b.f = Frames.resolve2(frame_b.R, e*f);
    frame_a.t = zeros(3);
    frame_b.t = zeros(3);
  end UserSpring;
  model Wind "On one frame, against its speed in the air"
    extends Interfaces.PartialOneFrame_b;
    Real u[3] = {3*sin(time), 0, 1} - der(frame_b.r_0);
  equation
    frame_b.f = -Frames.resolve2(frame_b.R, 0.3*sqrt(u*u)*u);
    frame_b.t = zeros(3);
  end Wind;
  model Bushing "Force and torque by relative position and rotation"
    extends Interfaces.PartialForce;
    parameter Real c = 800, d = 10, c_phi = 30, d_phi = 0.5;
    Frames.Orientation R_rel;
    Real phi[3];
  equation
    R_rel = Frames.relativeRotation(frame_a.R, frame_b.R);
    phi = Frames.smallRotation(R_rel);
    frame_b.f = c*r_rel_b + d*Frames.resolve2(frame_b.R, der(frame_b.r_0) - der(frame_a.r_0));
    frame_b.t = c_phi*phi + d_phi*R_rel.w;
  end Bushing;
  model Half
    extends Interfaces.PartialOneFrame_b;
  equation
    frame_b.f = {0, 1, 0};
  end Half;
  model OneSide
    extends Interfaces.PartialTwoFrames;
  equation
    frame_b.f = {0, 1, 0};
    frame_b.t = zeros(3);
  end OneSide;
  model AddedMass
    extends Interfaces.PartialOneFrame_b;
    Real v[3], a[3];
  equation
    v = der(frame_b.r_0);
    a = der(v);
    frame_b.f = 0.7*Frames.resolve2(frame_b.R, a + {0, 9.80665, 0});
    frame_b.t = zeros(3);
  end AddedMass;
)";

// Two bodies on skew hinges.
const char* const arms = R"(
  inner Modelica.Mechanics.MultiBody.World world;
  Joints.Revolute j(phi(start = 0.4, fixed = true), w(fixed = true));
  Parts.BodyBox b(r = {0.6, 0, 0}, width = 0.05);
  Joints.Revolute j2(n = {0, 1, 0}, phi(start = 0.3, fixed = true), w(fixed = true));
  Parts.BodyBox b2(r = {0.5, 0, 0}, width = 0.05);
  Parts.FixedTranslation t(r = {0.5, 0.3, 0.4});
)";
const char* const arm_connections = R"(
  connect(world.frame_b, j.frame_a);
  connect(j.frame_b, b.frame_a);
  connect(b.frame_b, j2.frame_a);
  connect(j2.frame_b, b2.frame_a);
  connect(world.frame_b, t.frame_a);
)";

std::string make_text(const std::string& parts, const std::string& equations) {
  return std::string("model M\n") + user_classes + arms + parts + "equation\n" + arm_connections +
         equations + "end M;\n";
}

Series run(const std::string& text, const testing::Make& make, const std::string& signals) {
  TestModel test = TestModel::from_text(text, make);
  SimulationOptions options;
  options.stop_time = 1.0;
  options.interval = 0.1;
  options.rtol = 1e-11;
  Series series = testing::simulate(test, options, signals);
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

constexpr double tolerance = 1e-8;  // of angles after 1 s, at rtol 1e-11

class GivenLoads : public ::testing::TestWithParam<testing::NamedFormulation> {};

void expect_alike(const Series& a, const Series& b) {
  ASSERT_EQ(a.names, b.names);
  for (double t : {0.3, 0.7, 1.0}) {
    for (const std::string& name : a.names) EXPECT_NEAR(a.at(t, name), b.at(t, name), tolerance);
  }
}

TEST_P(GivenLoads, SpringDamperOfTheUserMovesAsTheLibrarysDoes) {
  const std::string connections =
      "connect(t.frame_b, s.frame_a); connect(s.frame_b, b2.frame_b);\n";
  expect_alike(
      run(make_text("UserSpring s;\n", connections), GetParam().make, "j*.phi,j*.w"),
      run(make_text("Forces.SpringDamperParallel s(c = 100, d = 3, s_unstretched = 0.2);\n",
                    connections),
          GetParam().make, "j*.phi,j*.w"));
}

TEST_P(GivenLoads, WindMovesAsAWorldForceDoes) {
  const std::string connections = "connect(h.frame_b, b2.frame_b);\n";
  expect_alike(run(make_text("Wind h;\n", connections), GetParam().make, "j*.phi"),
               run(make_text(R"(
  Modelica.Mechanics.MultiBody.Sensors.AbsoluteVelocity sensor(
    resolveInFrame = Modelica.Mechanics.MultiBody.Types.ResolveInFrameA.world);
  Real u[3] = {3*sin(time), 0, 1} - sensor.v;
  Gelenk.Forces.WorldForce h(force = 0.3*sqrt(u*u)*u);
)",
                             connections + "connect(sensor.frame_a, b2.frame_b);\n"),
                   GetParam().make, "j*.phi"));
}

// The same laws as native elements between the same frames: their components are read from the bushing that carries no load.
TEST_P(GivenLoads, BushingMovesAsForceAndTorqueDo) {
  const std::string connections =
      "connect(t.frame_b, s.frame_a); connect(s.frame_b, b2.frame_b);\n";
  expect_alike(run(make_text("Bushing s;\n", connections), GetParam().make, "j*.phi"),
               run(make_text(R"(
  Bushing s(c = 0, d = 0, c_phi = 0, d_phi = 0);
  Gelenk.Forces.Force force(force = -(800*s.r_rel_b + 10*sensor.v));
  Gelenk.Forces.Torque torque(torque = -(30*s.phi + 0.5*s.R_rel.w));
  Modelica.Mechanics.MultiBody.Sensors.AbsoluteVelocity sensor;
)",
                             connections + R"(
  connect(sensor.frame_a, b2.frame_b);
  connect(t.frame_b, force.frame_a);
  connect(b2.frame_b, force.frame_b);
  connect(t.frame_b, torque.frame_a);
  connect(b2.frame_b, torque.frame_b);
)"),
                   GetParam().make, "j*.phi"));
}

// Two free bodies without gravity: their momentum and moment of momentum stay zero.
TEST_P(GivenLoads, ActionEqualsReaction) {
  const Series series = run(std::string("model M\n") + user_classes + R"(
  inner Modelica.Mechanics.MultiBody.World world(
    gravityType = Modelica.Mechanics.MultiBody.Types.GravityTypes.NoGravity);
  Parts.Body p(m = 2, r_CM = {0.1, 0, 0}, I_11 = 0.02, I_22 = 0.03, I_33 = 0.04, r_0(each fixed = true),
    v_0(each fixed = true), angles_fixed = true, w_0_fixed = true);
  Parts.Body q(m = 1, r_CM = {0, 0, 0}, I_11 = 0.01, I_22 = 0.01, I_33 = 0.02, r_0(start = {0.1, 0.05, 0}, each fixed = true),
    v_0(each fixed = true), angles_fixed = true, angles_start = {0.3, -0.2, 0.1}, w_0_fixed = true);
  Bushing s;
  Real P[3] = 2*(p.v_0 + cross(w, r_CM)) + q.v_0;
  Real w[3] = Frames.angularVelocity1(p.frame_a.R);
  Real r_CM[3] = Frames.resolve1(p.frame_a.R, {0.1, 0, 0});
  Real L[3] = 2*cross(p.r_0 + r_CM, p.v_0 + cross(w, r_CM)) + cross(q.r_0, q.v_0)
    + Frames.resolve1(p.frame_a.R, {0.02*p.frame_a.R.w[1], 0.03*p.frame_a.R.w[2], 0.04*p.frame_a.R.w[3]})
    + Frames.resolve1(q.frame_a.R, {0.01*q.frame_a.R.w[1], 0.01*q.frame_a.R.w[2], 0.02*q.frame_a.R.w[3]});
equation
  connect(p.frame_a, s.frame_a);
  connect(s.frame_b, q.frame_a);
end M;
)",
                            GetParam().make, "P*,L*,q.v_0*");
  double moves = 0.0;
  for (const char* i : {"[1]", "[2]", "[3]"}) {
    EXPECT_NEAR(series.at(0.5, std::string("P") + i), 0.0, 1e-9);
    EXPECT_NEAR(series.at(0.5, std::string("L") + i), 0.0, 1e-9);
    moves += std::abs(series.at(0.1, std::string("q.v_0") + i));
  }
  EXPECT_GT(moves, 0.01);
}

// What reads accelerations is solved for where the formulation can: an added mass is a point mass.
TEST_P(GivenLoads, AddedMassMovesAsAPointMassOrIsRefused) {
  const std::string text = make_text("AddedMass h;\n", "connect(h.frame_b, b2.frame_b);\n");
  if (std::string(GetParam().name) == "mixed") {
    try {
      TestModel::from_text(text, GetParam().make);
      FAIL();
    } catch (const UserError& error) {
      EXPECT_EQ(error.diagnostics().at(0).message,
                "'h.frame_b.der(der(r_0))[1]' depends on accelerations or forces, which themselves "
                "depend on this law");
      EXPECT_EQ(error.diagnostics()[0].component, "h");
    }
    return;
  }
  expect_alike(run(text, GetParam().make, "j*.phi"),
               run(make_text("Parts.PointMass h(m = 0.7);\n", "connect(h.frame_a, b2.frame_b);\n"),
                   GetParam().make, "j*.phi"));
}

INSTANTIATE_TEST_SUITE_P(All, GivenLoads, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& test) { return std::string(test.param.name); });

std::string read_failure(const std::string& text) {
  try {
    TestModel::from_text(text);
  } catch (const UserError& error) {
    const Diagnostic& d = error.diagnostics().at(0);
    return d.component + ": " + d.message + "; " + d.hint;
  }
  return "";
}

TEST(GivenLoadsWrong, ForceWithoutTorque) {
  EXPECT_EQ(read_failure(make_text("Half h;\n", "connect(h.frame_b, b2.frame_b);\n")),
            "h: equations give frame_b.f, but none speaks of frame_b.t; write frame_b.t = …, in "
            "axes of the frame; where nothing acts, frame_b.t = zeros(3)");
}

TEST(GivenLoadsWrong, OneFrameOfTwo) {
  EXPECT_EQ(
      read_failure(make_text("OneSide h;\n",
                             "connect(t.frame_b, h.frame_a); connect(h.frame_b, b2.frame_b);\n")),
      "h: equations give the load on frame_b, but none speaks of frame_a.f; write "
      "frame_a.f = …, in axes of the frame; where nothing acts, frame_a.f = zeros(3)");
}

TEST(GivenLoadsWrong, NothingThere) {
  EXPECT_EQ(read_failure(make_text("Wind h;\n", "")),
            "h: frame_b of M.Wind 'h' is connected to nothing that has mass or a joint, and "
            "equations say what acts there; connect it to a body, a joint or the world");
}

}  // namespace
}  // namespace gelenk
