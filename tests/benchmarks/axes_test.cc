// 1-D elements on joint axes and on their own, driven joints: closed forms, and one way to build a model
// against another.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/support/csv.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::string head =
    "model M\n"
    "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};\n"
    "  import Modelica.Mechanics.{Rotational, Translational};\n";
const std::string no_gravity =
    "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
    "Types.GravityTypes.NoGravity);\n";
const std::string gravity = "  inner Modelica.Mechanics.MultiBody.World world(g = 10);\n";

Series run(const std::string& body, double stop, double interval, const std::string& signals) {
  TestModel test = TestModel::from_text(head + body + "end M;\n");
  SimulationOptions options;
  options.integrator = "rk4";
  options.stop_time = stop;
  options.step = 1e-3;
  options.interval = interval;
  Series series = testing::simulate(test, options, signals);
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

std::string failure_of(const std::string& body) {
  try {
    TestModel test = TestModel::from_text(head + body + "end M;\n");
    assemble(*test.formulation);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// J φ̈ + d φ̇ + c φ = 0 with the spring and the damper on the axis of a joint.
TEST(AxisSpring, DampedOscillationHasItsClosedForm) {
  const double J = 0.5, c = 20, d = 0.3, phi_0 = 0.4;
  const Series s = run(
      no_gravity +
          "  Joints.Revolute hinge(useAxisFlange = true, phi(start = 0.4, fixed = true),\n"
          "    w(fixed = true));\n"
          "  Parts.Body body(m = 1, r_CM = {0, 0, 0}, I_11 = 0.5, I_22 = 0.5, I_33 = 0.5);\n"
          "  Rotational.Components.SpringDamper spring(c = 20, d = 0.3);\n"
          "equation\n"
          "  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, body.frame_a);\n"
          "  connect(hinge.support, spring.flange_a);\n  connect(spring.flange_b, hinge.axis);\n",
      2, 0.25, "hinge.phi,hinge.tau,spring.*,gelenk.energy.total");
  const double decay = d / (2 * J), omega = std::sqrt(c / J - decay * decay);
  for (double t : {0.25, 1.0, 2.0}) {
    const double e = phi_0 * std::exp(-decay * t);
    const double phi = e * (std::cos(omega * t) + decay / omega * std::sin(omega * t));
    const double w = -e * (omega + decay * decay / omega) * std::sin(omega * t);
    EXPECT_NEAR(s.at(t, "hinge.phi"), phi, 1e-9) << t;
    EXPECT_NEAR(s.at(t, "spring.phi_rel"), phi, 1e-9) << t;
    EXPECT_NEAR(s.at(t, "spring.tau"), c * phi + d * w, 1e-7) << t;
    EXPECT_NEAR(s.at(t, "hinge.tau"), -(c * phi + d * w), 1e-7) << t;
    EXPECT_NEAR(s.at(t, "spring.lossPower"), d * w * w, 1e-7) << t;
    EXPECT_NEAR(s.at(t, "gelenk.energy.total"), 0.5 * J * w * w + 0.5 * c * phi * phi, 1e-8) << t;
  }
}

// m s̈ = −c (s − s_rel0) − m g along a vertical slide.
TEST(AxisSpring, HangsAtItsEquilibriumAndSwingsAboutIt) {
  const double m = 2, c = 800, s_rel0 = 0.5, g = 10;
  const Series s = run(
      gravity +
          "  Joints.Prismatic slide(useAxisFlange = true, n = {0, 1, 0}, s(start = 0.5, fixed = "
          "true),\n    v(fixed = true));\n"
          "  Parts.Body body(m = 2, r_CM = {0, 0, 0});\n"
          "  Translational.Components.Spring spring(c = 800, s_rel0 = 0.5);\n"
          "equation\n"
          "  connect(world.frame_b, slide.frame_a);\n  connect(slide.frame_b, body.frame_a);\n"
          "  connect(slide.support, spring.flange_a);\n  connect(spring.flange_b, slide.axis);\n",
      1, 0.25, "slide.*,spring.*,gelenk.energy.total");
  const double omega = std::sqrt(c / m), rest = s_rel0 - m * g / c;
  for (double t : {0.25, 1.0})
    EXPECT_NEAR(s.at(t, "slide.s"), rest + (0.5 - rest) * std::cos(omega * t), 1e-9);
  EXPECT_NEAR(s.last("spring.f"), c * (s.last("slide.s") - s_rel0), 1e-9);
  EXPECT_NEAR(s.last("slide.f"), -s.last("spring.f"), 1e-9);
  EXPECT_NEAR(s.last("gelenk.energy.total"), s.at(0, "gelenk.energy.total"), 1e-9);
}

// Two rotors and a spring, no bodies at all: ω² = c (1/J₁ + 1/J₂).
TEST(Shafts, TwoRotorsSwingAgainstEachOther) {
  const Series s =
      run("  Rotational.Components.Inertia one(J = 1, phi(start = 0.3, fixed = true), w(fixed = "
          "true));\n"
          "  Rotational.Components.Inertia two(J = 3, phi(fixed = true), w(start = 0.1, fixed = "
          "true));\n"
          "  Rotational.Components.Spring spring(c = 12);\n"
          "equation\n  connect(one.flange_b, spring.flange_a);\n"
          "  connect(spring.flange_b, two.flange_a);\n",
          2, 0.5, "*");
  const double omega = 4, mean_speed = 3 * 0.1 / 4, mean = 0.3 / 4;
  for (double t : {0.5, 2.0}) {
    // Relative angle two − one.
    const double rel = -0.3 * std::cos(omega * t) + 0.1 / omega * std::sin(omega * t);
    EXPECT_NEAR(s.at(t, "one.phi"), mean + mean_speed * t - 0.75 * rel, 1e-9);
    EXPECT_NEAR(s.at(t, "two.phi"), mean + mean_speed * t + 0.25 * rel, 1e-9);
    EXPECT_NEAR(s.at(t, "spring.tau"), 12 * rel, 1e-8);
    EXPECT_NEAR(s.at(t, "one.flange_b.tau"), 12 * rel, 1e-8);
    EXPECT_NEAR(s.at(t, "one.flange_a.tau"), 0.0, 1e-8);
  }
  EXPECT_NEAR(s.last("gelenk.energy.total"), 0.5 * 12 * 0.09 + 0.5 * 3 * 0.01, 1e-10);
}

// A mass has two flanges at a distance, and no weight.
TEST(Shafts, MassesKeepTheirLength) {
  const Series s =
      run(gravity +
              "  Translational.Components.Fixed wall(s0 = 0.1);\n"
              "  Translational.Components.SpringDamper spring(c = 50, d = 0, s_rel0 = 0.3);\n"
              "  Translational.Components.Mass mass(m = 2, L = 0.4, s(start = 0.7, fixed = true),\n"
              "    v(fixed = true));\n"
              "equation\n  connect(wall.flange, spring.flange_a);\n"
              "  connect(spring.flange_b, mass.flange_a);\n",
          1, 0.5, "*");
  // flange_a at 0.5, at rest at 0.4: the middle swings by 0.1 about 0.6.
  EXPECT_NEAR(s.last("mass.s"), 0.6 + 0.1 * std::cos(5.0), 1e-9);
  EXPECT_NEAR(s.last("mass.flange_b.s") - s.last("mass.flange_a.s"), 0.4, 1e-15);
  EXPECT_NEAR(s.last("wall.flange.f"), s.last("spring.f"), 1e-12);
}

// A rotor behind a gear counts ratio² times.
TEST(Gears, ReflectInertiaBySquaredRatio) {
  const Series s =
      run("  Rotational.Sources.ConstantTorque motor(tau_constant = 2);\n"
          "  Rotational.Components.Inertia rotor(J = 0.01, phi(fixed = true), w(fixed = true));\n"
          "  Rotational.Components.IdealGear gear(ratio = 20);\n"
          "  Rotational.Components.Inertia load(J = 3);\n"
          "equation\n  connect(motor.flange, rotor.flange_a);\n"
          "  connect(rotor.flange_b, gear.flange_a);\n  connect(gear.flange_b, load.flange_a);\n",
          1, 0.5, "*");
  const double acceleration = 20 * 2 / (20 * 20 * 0.01 + 3);
  EXPECT_NEAR(s.last("load.a"), acceleration, 1e-12);
  EXPECT_NEAR(s.last("load.phi"), 0.5 * acceleration, 1e-10);
  EXPECT_NEAR(s.last("rotor.phi"), 10 * acceleration, 1e-9);
  EXPECT_NEAR(s.last("gear.flange_b.tau"), -3 * acceleration, 1e-10);
  EXPECT_NEAR(s.last("gear.flange_a.tau"), 3 * acceleration / 20, 1e-10);
  EXPECT_NEAR(s.last("motor.tau"), 2, 0);
  EXPECT_NEAR(s.last("motor.flange.tau"), -2, 0);
  EXPECT_NEAR(s.last("gelenk.energy.kinetic"), 2 * s.last("rotor.phi"), 1e-9);
}

// Two joints on one shaft, by a gear: the row between their coordinates against the closed form.
TEST(Gears, TieTwoJointsTogether) {
  const std::string body =
      no_gravity +
      "  Joints.Revolute one(useAxisFlange = true, phi(fixed = true), w(start = 0.5, fixed = "
      "true));\n"
      "  Joints.Revolute two(useAxisFlange = true);\n"
      "  Parts.Body body1(m = 1, r_CM = {0, 0, 0}, I_11 = 0.2, I_22 = 0.2, I_33 = 0.2);\n"
      "  Parts.Body body2(m = 1, r_CM = {0, 0, 0}, I_11 = 0.7, I_22 = 0.7, I_33 = 0.7);\n"
      "  Rotational.Components.IdealGear gear(ratio = -3);\n"
      "  Rotational.Sources.Torque motor(tau = 4*cos(2*time));\n"
      "equation\n"
      "  connect(world.frame_b, one.frame_a);\n  connect(one.frame_b, body1.frame_a);\n"
      "  connect(world.frame_b, two.frame_a);\n  connect(two.frame_b, body2.frame_a);\n"
      "  connect(motor.flange, one.axis);\n"
      "  connect(one.axis, gear.flange_a);\n  connect(gear.flange_b, two.axis);\n";
  const Series s = run(body, 1, 0.5, "*");
  const double J = 0.2 + 0.7 / 9;
  EXPECT_NEAR(s.last("one.phi"), 0.5 + (1 - std::cos(2.0)) / J, 1e-9);
  EXPECT_NEAR(s.last("two.phi"), -s.last("one.phi") / 3, 1e-12);
  EXPECT_NEAR(s.last("two.tau"), 0.7 * s.last("two.a"), 1e-10);
  EXPECT_NEAR(s.last("one.tau"), 0.2 * s.last("one.a"), 1e-10);
  EXPECT_NEAR(s.last("gear.flange_b.tau"), -s.last("two.tau"), 1e-10);
  EXPECT_EQ(s.result.degrees_of_freedom, 1);
}

// The same gear stated twice is redundant, not wrong.
TEST(Gears, AgreeingLoopsAreRedundantOthersAreRefused) {
  const std::string text =
      "  Rotational.Components.Inertia a(J = 1, w(start = 1, fixed = true));\n"
      "  Rotational.Components.Inertia b(J = 1);\n"
      "  Rotational.Components.IdealGear one(ratio = 2);\n"
      "  Rotational.Components.IdealGear two(ratio = RATIO);\n"
      "equation\n  connect(a.flange_b, one.flange_a);\n  connect(one.flange_b, b.flange_a);\n"
      "  connect(a.flange_a, two.flange_a);\n  connect(two.flange_b, b.flange_b);\n";
  auto with = [&](const std::string& ratio) {
    std::string body = text;
    return body.replace(body.find("RATIO"), 5, ratio);
  };
  EXPECT_EQ(failure_of(with("2")), "");
  EXPECT_NE(failure_of(with("3")).find("gears or rods form a loop that contradicts itself"),
            std::string::npos);
}

// A rotor on the axis against the same inertia as a body behind a second joint, on ground.
TEST(Rotors, AreTheSameAsBodiesOnJointsOfTheirOwn) {
  const std::string pendulum =
      gravity +
      "  Joints.Revolute hinge(useAxisFlange = true, n = {0, 0, 1}, phi(start = 0.3, fixed = "
      "true),\n    w(fixed = true));\n  Parts.Body body(m = 1, r_CM = {0.4, 0.1, 0});\n";
  const std::string equations =
      "equation\n  connect(world.frame_b, hinge.frame_a);\n"
      "  connect(hinge.frame_b, body.frame_a);\n";
  const Series rotor = run(pendulum + "  Rotational.Components.Inertia rotor(J = 0.6);\n" +
                               equations + "  connect(hinge.axis, rotor.flange_a);\n",
                           1, 0.25, "hinge.*,gelenk.energy.total");
  const Series wheel =
      run(pendulum +
              "  Joints.Revolute shaft(useAxisFlange = true, n = {1, 2, 0});\n"
              "  Parts.Body wheel(m = 5, r_CM = {0, 0, 0}, I_11 = 0.6, I_22 = 0.6, I_33 = 0.6);\n" +
              equations +
              "  connect(world.frame_b, shaft.frame_a);\n"
              "  connect(shaft.frame_b, wheel.frame_a);\n  connect(hinge.axis, shaft.axis);\n",
          1, 0.25, "hinge.*,gelenk.energy.total");
  for (double t : {0.25, 0.5, 1.0}) {
    EXPECT_NEAR(rotor.at(t, "hinge.phi"), wheel.at(t, "hinge.phi"), 1e-10);
    EXPECT_NEAR(rotor.at(t, "hinge.tau"), wheel.at(t, "hinge.tau"), 1e-9);
    EXPECT_NEAR(rotor.at(t, "gelenk.energy.total"), wheel.at(t, "gelenk.energy.total"), 1e-9);
  }
}

// Driven pendulum: the torque of inverse dynamics, J φ̈ + m g l cos φ.
TEST(DrivenJoint, NeedsTheTorqueOfInverseDynamics) {
  const Series s = run(
      gravity +
          "  Joints.Revolute hinge(useAxisFlange = true);\n"
          "  Parts.Body body(m = 2, r_CM = {0.5, 0, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);\n"
          "  Rotational.Components.Inertia rotor(J = 0.3);\n"
          "  Rotational.Sources.Position drive(exact = true, phi_ref = 0.2 + time^2*sin(3*time));\n"
          "equation\n  connect(world.frame_b, hinge.frame_a);\n"
          "  connect(hinge.frame_b, body.frame_a);\n  connect(drive.flange, rotor.flange_a);\n"
          "  connect(rotor.flange_b, hinge.axis);\n",
      1.5, 0.5, "*");
  EXPECT_EQ(s.result.degrees_of_freedom, 0);
  for (double t : {0.0, 0.5, 1.5}) {
    const double phi = 0.2 + t * t * std::sin(3 * t);
    const double w = 2 * t * std::sin(3 * t) + 3 * t * t * std::cos(3 * t);
    const double a = (2 - 9 * t * t) * std::sin(3 * t) + 12 * t * std::cos(3 * t);
    EXPECT_NEAR(s.at(t, "hinge.phi"), phi, 1e-14);
    EXPECT_NEAR(s.at(t, "hinge.w"), w, 1e-13);
    EXPECT_NEAR(s.at(t, "hinge.a"), a, 1e-12);
    EXPECT_NEAR(s.at(t, "drive.a"), a, 1e-12);
    const double tau = (2 * 0.25 + 0.1) * a + 2 * 10 * 0.5 * std::cos(phi);
    EXPECT_NEAR(s.at(t, "hinge.tau"), tau, 1e-11);
    EXPECT_NEAR(s.at(t, "drive.flange.tau"), -(tau + 0.3 * a), 1e-11);
  }
}

const std::string slider_crank =
    "  Joints.Revolute crank_joint(useAxisFlange = true, phi(start = 0.5));\n"
    "  Parts.BodyCylinder crank(r = {0.3, 0, 0}, diameter = 0.05);\n"
    "  Joints.Revolute crank_pin(phi(start = -0.8));\n"
    "  Parts.BodyCylinder rod(r = {0.9, 0, 0}, diameter = 0.04);\n"
    "  Joints.Revolute piston_pin;\n"
    "  Parts.Body piston(m = 1.5, r_CM = {0, 0, 0});\n"
    "  Joints.Prismatic cylinder(n = {1, 0, 0}, s(start = 1.1));\n"
    "equation\n"
    "  connect(world.frame_b, crank_joint.frame_a);\n  connect(crank_joint.frame_b, "
    "crank.frame_a);\n"
    "  connect(crank.frame_b, crank_pin.frame_a);\n  connect(crank_pin.frame_b, rod.frame_a);\n"
    "  connect(rod.frame_b, piston_pin.frame_a);\n  connect(piston_pin.frame_b, piston.frame_a);\n"
    "  connect(world.frame_b, cylinder.frame_a);\n  connect(cylinder.frame_b, piston.frame_a);\n";

// Slider crank turned by a law: the piston's place in closed form, through both dead centres; the power of
// the drive is the change of energy, by a difference of the run's own energy.
TEST(DrivenJoint, TurnsASliderCrankThroughItsDeadCentres) {
  const Series s = run(gravity +
                           "  Rotational.Sources.Position drive(exact = true, useSupport = true,\n"
                           "    phi_ref = 0.5 + 4*time + 0.3*sin(5*time));\n" +
                           slider_crank +
                           "  connect(drive.flange, crank_joint.axis);\n"
                           "  connect(drive.support, crank_joint.support);\n",
                       2, 0.001, "*");
  EXPECT_EQ(s.result.degrees_of_freedom, 0);
  EXPECT_LT(s.result.largest_drift.position, 1e-13);
  for (double t : {0.1, 0.66, 1.45, 1.999}) {
    const double phi = 0.5 + 4 * t + 0.3 * std::sin(5 * t), w = 4 + 1.5 * std::cos(5 * t);
    EXPECT_NEAR(s.at(t, "cylinder.s"),
                0.3 * std::cos(phi) + std::sqrt(0.81 - 0.09 * std::pow(std::sin(phi), 2)), 1e-12);
    const double power =
        (s.at(t + 1e-3, "gelenk.energy.total") - s.at(t - 1e-3, "gelenk.energy.total")) / 2e-3;
    EXPECT_NEAR(s.at(t, "crank_joint.tau") * w, power, 2e-4 * (1 + std::abs(power))) << t;
    EXPECT_NEAR(s.at(t, "drive.flange.tau"), -s.at(t, "crank_joint.tau"), 1e-12);
    EXPECT_NEAR(s.at(t, "drive.support.tau"), s.at(t, "crank_joint.tau"), 1e-12);
  }
}

// The drive's torque, applied as a force to the free mechanism, gives the acceleration of the law.
TEST(DrivenJoint, ItsTorqueMovesTheFreeMechanismAlike) {
  const Series driven = run(gravity +
                                "  Rotational.Sources.Position drive(exact = true,\n"
                                "    phi_ref = 0.5 + 2*time + 0.25*time^2);\n" +
                                slider_crank + "  connect(drive.flange, crank_joint.axis);\n",
                            0.001, 0.001, "crank_joint.*,cylinder.*");
  char torque[40];
  std::snprintf(torque, sizeof torque, "%.17g", driven.at(0, "crank_joint.tau"));
  std::string start = slider_crank;
  start.replace(start.find("phi(start = 0.5)"), 16,
                "phi(start = 0.5, fixed = true), w(start = 2, fixed = true)");
  const Series free =
      run(gravity + "  Rotational.Sources.ConstantTorque motor(tau_constant = " + torque + ");\n" +
              start + "  connect(motor.flange, crank_joint.axis);\n",
          0.001, 0.001, "crank_joint.*,cylinder.*");
  EXPECT_NEAR(free.at(0, "crank_joint.a"), 0.5, 1e-10);
  EXPECT_NEAR(driven.at(0, "crank_joint.a"), 0.5, 1e-14);
  EXPECT_NEAR(free.at(0, "cylinder.a"), driven.at(0, "cylinder.a"), 1e-10);
}

// A drive on a joint that closes its loop: all joints of the loop are of the tree's kind, one must close.
TEST(DrivenJoint, MayCloseALoop) {
  const std::string loop = no_gravity +
                           "  Joints.Revolute a(useAxisFlange = true, phi(start = 1.2));\n"
                           "  Joints.Revolute b(useAxisFlange = true, phi(start = -1.2));\n"
                           "  Joints.Revolute c(useAxisFlange = true, phi(start = 1.2));\n"
                           "  Joints.Revolute d(useAxisFlange = true, phi(start = 1.2));\n"
                           "  Parts.BodyCylinder left(r = {0.5, 0, 0}, diameter = 0.05);\n"
                           "  Parts.BodyCylinder top(r = {1.2, 0.1, 0}, diameter = 0.05);\n"
                           "  Parts.BodyCylinder right(r = {0.6, 0, 0}, diameter = 0.05);\n"
                           "  Parts.FixedTranslation base(r = {1.1, 0, 0});\n";
  const std::string equations =
      "equation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, left.frame_a);\n"
      "  connect(left.frame_b, b.frame_a);\n  connect(b.frame_b, top.frame_a);\n"
      "  connect(world.frame_b, base.frame_a);\n  connect(base.frame_b, d.frame_a);\n"
      "  connect(d.frame_b, right.frame_a);\n  connect(right.frame_b, c.frame_a);\n"
      "  connect(c.frame_b, top.frame_b);\n";
  // Damping on all four axes, whichever of them closes the loop: energy falls by the power lost.
  std::string dampers, damped;
  for (const std::string j : {"a", "b", "c", "d"}) {
    dampers += "  Rotational.Components.Damper d_" + j + "(d = 0.05);\n";
    damped += "  connect(" + j + ".support, d_" + j + ".flange_a);\n  connect(" + j + ".axis, d_" +
              j + ".flange_b);\n";
  }
  const Series s = run(loop + dampers + "  Rotational.Sources.Torque motor(tau = 3*cos(time));\n" +
                           equations + damped + "  connect(motor.flange, a.axis);\n",
                       1, 0.001, "*");
  EXPECT_LT(s.result.largest_drift.position, 1e-12);
  for (double t : {0.2, 0.7}) {
    const double power =
        (s.at(t + 1e-3, "gelenk.energy.total") - s.at(t - 1e-3, "gelenk.energy.total")) / 2e-3;
    double supplied = 3 * std::cos(t) * s.at(t, "a.w");
    for (const std::string j : {"a", "b", "c", "d"}) {
      EXPECT_NEAR(s.at(t, "d_" + j + ".w_rel"), s.at(t, j + ".w"), 1e-11) << j;
      supplied -= s.at(t, "d_" + j + ".lossPower");
    }
    EXPECT_NEAR(power, supplied, 1e-4 * (1 + std::abs(supplied)));
    for (const std::string j : {"b", "c", "d"})
      EXPECT_NEAR(s.at(t, j + ".tau"), -s.at(t, "d_" + j + ".tau"), 1e-10) << j;
  }
  // The loop turned by any of its joints; the one that closes it is among them.
  for (const std::string j : {"b", "c", "d"}) {
    const Series turned =
        run(loop + "  Rotational.Sources.Position drive(exact = true, phi_ref = " +
                std::string(j == "b" ? "-1.2" : "1.2") + " - 0.2*sin(time));\n" + equations +
                "  connect(drive.flange, " + j + ".axis);\n",
            1, 0.5, "*");
    EXPECT_EQ(turned.result.degrees_of_freedom, 0) << j;
    EXPECT_NEAR(turned.last(j + ".phi"), (j == "b" ? -1.2 : 1.2) - 0.2 * std::sin(1.0), 1e-11) << j;
    EXPECT_NEAR(turned.last(j + ".w"), -0.2 * std::cos(1.0), 1e-10) << j;
    EXPECT_NEAR(turned.last(j + ".a"), 0.2 * std::sin(1.0), 1e-9) << j;
    EXPECT_LT(turned.result.largest_drift.position, 1e-12);
  }
}

// The examples against an independent derivation (Lagrange's equations by hand, integrated or differentiated
// with 25 digits): the expected files beside them.
double calc_distance(const std::string& name, double step) {
  const std::string path = std::string(GELENK_SOURCE_DIR) + "/examples/" + name;
  TestModel test = TestModel::from_file(path + ".mo");
  const testing::Csv expected(path + ".expected.csv");
  SimulationOptions options;
  options.integrator = "rk4";
  options.step = step;
  options.interval = expected.rows.at(1)[0];
  options.stop_time = expected.rows.back()[0];
  const Series s = testing::simulate(test, options, "*");
  double worst = s.result.status == RunStatus::done ? 0.0 : INFINITY;
  for (const auto& row : expected.rows) {
    for (std::size_t i = 1; i < row.size(); ++i)
      worst = std::max(worst, std::abs(s.at(row[0], expected.names[i]) - row[i]));
  }
  return worst;
}

TEST(AxisExamples, DampedDoublePendulumMatchesTheReference) {
  EXPECT_LT(calc_distance("DampedDoublePendulum", 5e-4), 1e-8);
}

// Nothing is integrated here: coordinates, accelerations (to 40 m/s2) and torques (to 150 N.m) are exact.
TEST(AxisExamples, DrivenSliderCrankMatchesTheReference) {
  EXPECT_LT(calc_distance("DrivenSliderCrank", 1e-3), 1e-10);
}

// A flange of a component, and what flows through it.
TEST(Flanges, PassComponentBorders) {
  const std::string text =
      "package P\n"
      "  model Drive\n"
      "    Modelica.Mechanics.Rotational.Interfaces.Flange_b shaft;\n"
      "    Modelica.Mechanics.Rotational.Components.Inertia rotor(J = 0.02);\n"
      "    Modelica.Mechanics.Rotational.Components.IdealGear gear(ratio = 5);\n"
      "    Modelica.Mechanics.Rotational.Sources.ConstantTorque motor(tau_constant = 1);\n"
      "  equation\n    connect(motor.flange, rotor.flange_a);\n"
      "    connect(rotor.flange_b, gear.flange_a);\n    connect(gear.flange_b, shaft);\n"
      "  end Drive;\n"
      "  model M\n"
      "    inner Modelica.Mechanics.MultiBody.World world(g = 0);\n"
      "    Drive drive;\n"
      "    Modelica.Mechanics.MultiBody.Joints.Revolute hinge(useAxisFlange = true);\n"
      "    Modelica.Mechanics.MultiBody.Parts.Body body(m = 1, r_CM = {0, 0, 0}, I_11 = 1.5, I_22 "
      "= 1.5, I_33 = 1.5);\n"
      "  equation\n    connect(drive.shaft, hinge.axis);\n"
      "    connect(world.frame_b, hinge.frame_a);\n    connect(hinge.frame_b, body.frame_a);\n"
      "  end M;\nend P;\n";
  TestModel test(
      modelica::read_model_text("test.mo", text, element_library(), {std::string("P.M"), {}}));
  SimulationOptions options;
  options.interval = 1;
  const Series s = testing::simulate(test, options, "*");
  const double acceleration = 5.0 / (1.5 + 25 * 0.02);
  EXPECT_NEAR(s.last("hinge.a"), acceleration, 1e-12);
  EXPECT_NEAR(s.last("drive.rotor.w"), 5 * acceleration, 1e-9);
  EXPECT_NEAR(s.last("drive.shaft.phi"), s.last("hinge.phi"), 1e-15);
  EXPECT_NEAR(s.last("drive.shaft.tau"), -1.5 * acceleration, 1e-11);
}

// A torque that is switched: the adaptive method stops at the jump and is exact on both sides.
TEST(Sources, JumpsOfLawsAreEvents) {
  TestModel test = TestModel::from_text(
      head +
      "  Rotational.Components.Inertia rotor(J = 2, phi(fixed = true), w(fixed = true));\n"
      "  Rotational.Sources.Torque motor(tau = if time < 0.37 then 4 else -2);\n"
      "equation\n  connect(motor.flange, rotor.flange_a);\nend M;\n");
  SimulationOptions options;
  options.integrator = "dopri5";
  options.interval = 1;
  const Series s = testing::simulate(test, options, "*");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_NEAR(s.last("rotor.w"), 2 * 0.37 - 1 * 0.63, 1e-9);
}

TEST(AxisErrors, NameTheComponents) {
  const std::string rotor =
      "  Rotational.Components.Inertia rotor(J = 1);\n"
      "  Rotational.Sources.Position one(exact = true, phi_ref = time);\n"
      "  Rotational.Sources.Position two(exact = true, phi_ref = 2*time);\n"
      "equation\n  connect(one.flange, rotor.flange_a);\n  connect(two.flange, rotor.flange_b);\n";
  EXPECT_NE(failure_of(rotor).find("'two' and 'one' both prescribe the position of one shaft"),
            std::string::npos);
  EXPECT_NE(failure_of("  Rotational.Components.Spring a(c = 1);\n"
                       "  Rotational.Components.Damper b(d = 1);\n"
                       "  Rotational.Components.Fixed wall;\n"
                       "equation\n  connect(a.flange_b, b.flange_a);\n"
                       "  connect(wall.flange, a.flange_a);\n  connect(wall.flange, b.flange_b);\n")
                .find("flange_b of 'a' is on a shaft that has no inertia, no joint and no support"),
            std::string::npos);
  EXPECT_NE(
      failure_of(no_gravity +
                 "  Joints.Revolute hinge(useAxisFlange = true, phi(start = 1, fixed = true));\n"
                 "  Parts.Body body(m = 1, r_CM = {1, 0, 0});\n"
                 "  Rotational.Sources.Position drive(exact = true, phi_ref = 0.5 + time);\n"
                 "equation\n  connect(world.frame_b, hinge.frame_a);\n"
                 "  connect(hinge.frame_b, body.frame_a);\n  connect(drive.flange, hinge.axis);\n")
          .find("the start position of 'hinge' is fixed at 1, but 'drive' drives it to 0.5"),
      std::string::npos);
  try {
    TestModel::from_text(head + "  Rotational.Components.Inertia rotor(J = 1);\nend M;\n",
                         make_mixed_formulation);
    ADD_FAILURE() << "mixed took a rotor";
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("choose the formulation 'recursive'"),
              std::string::npos);
  }
}

// Two drives that want a loop of one degree of freedom in two positions.
TEST(AxisErrors, DrivesThatContradictEachOtherAreNamed) {
  const std::string message = failure_of(
      gravity +
      "  Rotational.Sources.Position turn(exact = true, phi_ref = 0.5 + time);\n"
      "  Translational.Sources.Position push(exact = true, s_ref = 0.7 + time);\n" +
      std::string(slider_crank)
          .replace(slider_crank.find("cylinder(n"), 10, "cylinder(useAxisFlange = true, n") +
      "  connect(turn.flange, crank_joint.axis);\n  connect(push.flange, cylinder.axis);\n");
  EXPECT_NE(message.find("'turn'"), std::string::npos) << message;
  EXPECT_NE(message.find("'push'"), std::string::npos) << message;
}

// Laws that agree at the start and part later end the run with both names, not with an open loop.
TEST(AxisErrors, DrivesThatPartLaterEndTheRun) {
  TestModel test = TestModel::from_text(
      head + gravity +
      "  Rotational.Sources.Position turn(exact = true, phi_ref = 0.5 + time^2);\n"
      "  Translational.Sources.Position push(exact = true,\n"
      "    s_ref = 0.3*cos(0.5) + sqrt(0.81 - 0.09*sin(0.5)^2));\n" +
      std::string(slider_crank)
          .replace(slider_crank.find("cylinder(n"), 10, "cylinder(useAxisFlange = true, n") +
      "  connect(turn.flange, crank_joint.axis);\n  connect(push.flange, cylinder.axis);\nend "
      "M;\n");
  SimulationOptions options;
  options.integrator = "rk4";
  const Series s = testing::simulate(test, options, "gelenk.*");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  for (const char* part : {"the loops cannot follow the laws of ", "'turn'", "'push'", "apart"})
    EXPECT_NE(s.result.message.find(part), std::string::npos) << s.result.message;
}

TEST(AxisFlange, AConnectionToOneThatIsSwitchedOffIsToldOf) {
  const TestModel test = TestModel::from_text(
      head + gravity +
      "  Joints.Revolute hinge;\n  Parts.Body body(m = 1, r_CM = {0.1, 0, 0});\n"
      "  Rotational.Components.Inertia rotor(J = 1);\nequation\n  connect(world.frame_b, "
      "hinge.frame_a);\n"
      "  connect(hinge.frame_b, body.frame_a);\n  connect(hinge.axis, rotor.flange_a);\nend M;\n");
  ASSERT_EQ(test.model.warnings.size(), 1u);
  EXPECT_EQ(test.model.warnings[0].message,
            "'hinge.axis' is switched off: this connection has no effect");
}

}  // namespace
}  // namespace gelenk
