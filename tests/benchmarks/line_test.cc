// 1-D elements along the line between two frames, and masses on it: against forces that act along a line by
// themselves, against joints that carry the same parts, and closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/axis_model.h"

namespace gelenk {
namespace {

using testing::failure_of;
using testing::gravity;
using testing::run;
using testing::Series;

// A free box, fastened to the world and to an arm by lines off their origins.
const std::string bodies =
    gravity +
    "  Joints.Revolute hinge(n = {0, 1, 0}, phi(start = 0.2, fixed = true), w(start = 0.5, fixed = "
    "true));\n"
    "  Parts.BodyBox arm(r = {0.5, 0.1, 0}, width = 0.1);\n"
    "  Parts.Body box(m = 3, r_CM = {0.1, 0, 0}, I_11 = 0.2, I_22 = 0.1, I_33 = 0.15,\n"
    "    r_0(start = {1, -0.6, 0.3}, each fixed = true), v_0(start = {0, 1, 0.5}, each fixed = "
    "true),\n"
    "    w_0_fixed = true, w_0_start = {1, 2, -1}, angles_fixed = true);\n"
    "  Parts.FixedTranslation lug(r = {0, 0.2, 0.1});\n";
const std::string connections =
    "  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, arm.frame_a);\n"
    "  connect(box.frame_a, lug.frame_a);\n"
    "  connect(arm.frame_b, line.frame_a);\n  connect(line.frame_b, lug.frame_b);\n";

void expect_same(const Series& one, const Series& two, double tolerance) {
  for (double t : {0.0, 0.25, 0.5}) {
    for (const char* name :
         {"hinge.phi", "hinge.a", "box.r_0[1]", "box.r_0[2]", "box.r_0[3]", "box.w_a[1]",
          "box.a_0[1]", "box.a_0[2]", "box.z_a[3]", "line.frame_a.f[1]", "line.frame_b.f[2]",
          "line.frame_b.t[1]", "gelenk.energy.total"})
      EXPECT_NEAR(one.at(t, name), two.at(t, name), tolerance) << name << " at " << t;
  }
}

TEST(LineForce, SpringOnItsFlangesIsASpringBetweenFrames) {
  const Series flanges =
      run(bodies +
              "  Forces.LineForceWithMass line(m = 0.4, lengthFraction = 0.3);\n"
              "  Translational.Components.Spring spring(c = 300, s_rel0 = 0.4);\n"
              "equation\n" +
              connections +
              "  connect(line.flange_a, spring.flange_a);\n"
              "  connect(spring.flange_b, line.flange_b);\n",
          0.5, 0.25, "auto");
  const Series force = run(
      bodies +
          "  Forces.Spring line(c = 300, s_unstretched = 0.4, m = 0.4, lengthFraction = 0.3);\n" +
          "equation\n" + connections,
      0.5, 0.25, "auto");
  expect_same(flanges, force, 1e-8);
  for (double t : {0.0, 0.5}) {
    EXPECT_NEAR(flanges.at(t, "spring.f"), force.at(t, "line.f"), 1e-8);
    EXPECT_NEAR(flanges.at(t, "line.flange_b.f"), -force.at(t, "line.f"), 1e-8);
    EXPECT_NEAR(flanges.at(t, "line.flange_a.f"), force.at(t, "line.f"), 1e-8);
    EXPECT_NEAR(flanges.at(t, "line.flange_b.s"), force.at(t, "line.length"), 1e-9);
    EXPECT_NEAR(flanges.at(t, "line.length"), force.at(t, "line.length"), 1e-9);
  }
  EXPECT_LT(flanges.result.largest_drift.position, 1e-12);
  EXPECT_EQ(flanges.result.degrees_of_freedom, force.result.degrees_of_freedom);
}

TEST(LineForce, SpringAndDamperToo) {
  const Series flanges =
      run(bodies +
              "  Forces.LineForceWithMass line;\n"
              "  Translational.Components.SpringDamper law(c = 300, s_rel0 = 0.4, "
              "d = 20);\nequation\n" +
              connections +
              "  connect(line.flange_a, law.flange_a);\n"
              "  connect(law.flange_b, line.flange_b);\n",
          0.5, 0.25, "auto");
  const Series force =
      run(bodies + "  Forces.SpringDamperParallel line(c = 300, s_unstretched = 0.4, d = 20);\n" +
              "equation\n" + connections,
          0.5, 0.25, "auto");
  expect_same(flanges, force, 1e-8);
  EXPECT_NEAR(flanges.last("law.lossPower"), force.last("line.lossPower"), 1e-7);
}

// A rotor behind a gear would do the same: a mass at flange_b is moved by the change of length.
TEST(LineForce, MassOnItsFlangeIsMovedByTheLength) {
  const Series s =
      run(gravity +
              "  Joints.Prismatic slide(n = {1, 0, 0}, s(start = 0.3, fixed = true), v(fixed = "
              "true));\n"
              "  Parts.FixedTranslation lug(r = {0, 0.4, 0});\n"
              "  Parts.Body body(m = 2, r_CM = {0, 0, 0});\n"
              "  Forces.LineForceWithMass line;\n"
              "  Translational.Components.Mass mass(m = 3);\n"
              "  Translational.Sources.ConstantForce push(f_constant = 4);\n"
              "equation\n  connect(world.frame_b, slide.frame_a);\n  connect(slide.frame_b, "
              "body.frame_a);\n"
              "  connect(world.frame_b, lug.frame_a);\n  connect(lug.frame_b, line.frame_a);\n"
              "  connect(line.frame_b, body.frame_a);\n  connect(line.flange_b, mass.flange_a);\n"
              "  connect(push.flange, mass.flange_b);\n",
          1, 0.25);
  // ½ (2 v² + 3 ṡ²) = 4 (s − s₀), s² = x² + 0.4², ṡ = x v/s.
  for (double t : {0.25, 1.0}) {
    const double x = s.at(t, "slide.s"), v = s.at(t, "slide.v"), length = std::hypot(x, 0.4);
    EXPECT_NEAR(s.at(t, "mass.s"), length, 1e-12);
    EXPECT_NEAR(s.at(t, "mass.v"), x * v / length, 1e-12);
    EXPECT_NEAR(0.5 * 2 * v * v + 0.5 * 3 * std::pow(x * v / length, 2), 4 * (length - 0.5), 1e-9);
    EXPECT_NEAR(s.at(t, "line.flange_b.f"), 4 - 3 * s.at(t, "mass.a"), 1e-9);
    EXPECT_NEAR(2 * s.at(t, "slide.a"), s.at(t, "line.flange_b.f") * x / length, 1e-9);
  }
}

// A rope that is hauled in, against a telescope that is: same motion, and the same force in it.
TEST(LineForce, DrivenLengthIsATelescope) {
  const std::string law = "(exact = true, s_ref = 1.5 - 0.3*time + 0.1*sin(4*time));\n";
  const Series rope =
      run(gravity +
              "  Parts.Body body(m = 2, r_CM = {0, 0, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1,\n"
              "    r_0(start = {1.2, -0.9, 0}, each fixed = true));\n"
              "  Forces.LineForceWithMass line;\n  Translational.Sources.Position drive" +
              law +
              "equation\n  connect(world.frame_b, line.frame_a);\n"
              "  connect(line.frame_b, body.frame_a);\n  connect(drive.flange, line.flange_b);\n",
          1, 0.25);
  const Series telescope =
      run(gravity +
              "  Joints.Revolute hinge(phi(start = -atan(0.75), fixed = true), w(fixed = true));\n"
              "  Joints.Prismatic slide(n = {1, 0, 0}, useAxisFlange = true);\n"
              "  Joints.Spherical ball;\n"
              "  Parts.Body body(m = 2, r_CM = {0, 0, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);\n"
              "  Translational.Sources.Position drive" +
              law +
              "equation\n  connect(world.frame_b, hinge.frame_a);\n"
              "  connect(hinge.frame_b, slide.frame_a);\n  connect(slide.frame_b, ball.frame_a);\n"
              "  connect(ball.frame_b, body.frame_a);\n  connect(drive.flange, slide.axis);\n",
          1, 0.25);
  EXPECT_EQ(rope.result.degrees_of_freedom, 5);
  for (double t : {0.0, 0.5, 1.0}) {
    for (const char* name : {"body.r_0[1]", "body.r_0[2]", "body.a_0[1]", "drive.flange.f"})
      EXPECT_NEAR(rope.at(t, name), telescope.at(t, name), 1e-8) << name << " at " << t;
  }
}

// The masses of a damper's halves, against bodies on a universal, prismatic and spherical joint.
TEST(LineForce, TwoMassesAreBodiesOnATelescope) {
  const std::string damper =
      "  Translational.Components.SpringDamper law(c = 40, s_rel0 = 0.5, d = 3);\n";
  const Series line = run(
      bodies +
          "  Forces.LineForceWithTwoMasses line(m_a = 0.7, m_b = 0.5, L_a = 0.2, L_b = 0.15);\n" +
          damper + "equation\n" + connections +
          "  connect(line.flange_a, law.flange_a);\n  connect(law.flange_b, line.flange_b);\n",
      0.5, 0.25);
  const Series joints = run(
      bodies +
          "  Joints.Universal universal(n_a = {0, 0, 1}, n_b = {0, 1, 0});\n"
          "  Joints.Prismatic line(n = {1, 0, 0}, useAxisFlange = true, s(start = 1));\n"
          "  Joints.Spherical spherical;\n"
          "  Parts.Body half_a(m = 0.7, r_CM = {0.2, 0, 0}, I_11 = 0, I_22 = 0, I_33 = 0);\n"
          "  Parts.Body half_b(m = 0.5, r_CM = {-0.15, 0, 0}, I_11 = 0, I_22 = 0, I_33 = 0);\n" +
          damper +
          "equation\n  connect(world.frame_b, hinge.frame_a);\n"
          "  connect(hinge.frame_b, arm.frame_a);\n  connect(box.frame_a, lug.frame_a);\n"
          "  connect(arm.frame_b, universal.frame_a);\n"
          "  connect(universal.frame_b, line.frame_a);\n  connect(half_a.frame_a, line.frame_a);\n"
          "  connect(half_b.frame_a, line.frame_b);\n  connect(line.frame_b, spherical.frame_a);\n"
          "  connect(spherical.frame_b, lug.frame_b);\n"
          "  connect(line.support, law.flange_a);\n  connect(law.flange_b, line.axis);\n",
      0.5, 0.25);
  for (double t : {0.0, 0.25, 0.5}) {
    for (const char* name : {"hinge.phi", "hinge.a", "box.r_0[1]", "box.r_0[2]", "box.r_0[3]",
                             "box.a_0[2]", "box.z_a[3]", "law.f", "gelenk.energy.total"})
      EXPECT_NEAR(line.at(t, name), joints.at(t, name), 2e-8) << name << " at " << t;
    // What the line does to the arm and to the box.
    for (int i = 1; i <= 3; ++i) {
      const std::string f = ".f[" + std::to_string(i) + "]";
      EXPECT_NEAR(line.at(t, "line.frame_a" + f), joints.at(t, "universal.frame_a" + f), 1e-6) << t;
      EXPECT_NEAR(line.at(t, "line.frame_b" + f), joints.at(t, "spherical.frame_b" + f), 1e-6) << t;
    }
  }
}

// Masses without anything on the flanges are no matter of the axes: every formulation has them.
TEST(LineForce, MassesAloneWorkInEveryFormulation) {
  const std::string model =
      bodies +
      "  Forces.LineForceWithTwoMasses line(m_a = 0.7, m_b = 0.5, L_a = 0.2, L_b = 0.15);\n" +
      "equation\n" + connections;
  const Series recursive = run(model, 0.5, 0.25),
               mixed = run(model, 0.5, 0.25, "rk4", make_mixed_formulation);
  expect_same(recursive, mixed, 1e-8);
  for (const char* name : {"line.r_CM1_0[1]", "line.r_CM2_0[2]", "line.v_CM1_0[3]"})
    EXPECT_NEAR(recursive.last(name), mixed.last(name), 1e-8) << name;
  EXPECT_NEAR(recursive.last("gelenk.energy.total"), recursive.at(0, "gelenk.energy.total"), 1e-7);
}

TEST(LineForce, RefusesWhatItCannotPassOn) {
  EXPECT_NE(failure_of(bodies +
                       "  Forces.LineForceWithMass line;\n"
                       "  Translational.Sources.ConstantForce push(f_constant = 1);\nequation\n" +
                       connections + "  connect(push.flange, line.flange_a);\n")
                .find("flange_a is connected, but flange_b is not"),
            std::string::npos);
}

}  // namespace
}  // namespace gelenk
