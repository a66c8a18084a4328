// Classes of library/ that act at frames, against closed forms, equivalent native elements and balances of
// energy, in both formulations that solve for what reads accelerations.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "base/error.h"
#include "tests/support/csv.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::array formulations = {testing::all_formulations[0].make,
                                 testing::all_formulations[2].make};

Series run(const std::string& text, double stop_time,
           const testing::Make& make = testing::all_formulations[0].make) {
  TestModel test = TestModel::from_text(
      "model M\n import Modelica.Mechanics.MultiBody.{Forces, Frames, Joints, Parts, Sensors, Types};\n"
      " import Modelica.Mechanics.Rotational;\n" +
          text + "end M;\n",
      make);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = stop_time / 20;
  options.rtol = 1e-10;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

// A force in axes of a frame that is turned: the body goes along them.
TEST(MultiBodyLibrary, ForceInAxesOfAnotherFrame) {
  for (const auto& make : formulations) {
    const Series s = run(
        " inner Modelica.Mechanics.MultiBody.World world(g = 0);\n"
        " Parts.Body b(m = 2, r_CM = {0, 0, 0}, r_0(each fixed = true), v_0(each fixed = true),"
        " angles_fixed = true, w_0_fixed = true);\n"
        " Parts.FixedRotation turned(n = {0, 0, 1}, angle = 30);\n"
        " Forces.WorldForce f(resolveInFrame = Types.ResolveInFrameB.frame_resolve, force = {4, 0, 0});\n"
        "equation\n connect(world.frame_b, turned.frame_a); connect(f.frame_b, b.frame_a);\n"
        " connect(f.frame_resolve, turned.frame_b);\n",
        1, make);
    EXPECT_NEAR(s.at(1, "b.r_0[1]"), std::cos(M_PI / 6), 1e-9);
    EXPECT_NEAR(s.at(1, "b.r_0[2]"), 0.5, 1e-9);
  }
}

// A rotor on a carrier that turns about the same axis: with J of the carrier and its rotor locked, and j of the
// rotor, a torque on the carrier alone moves what is not the rotor, J - j, and the rotor stays as it is in the world.
TEST(MultiBodyLibrary, RotorStaysBehindItsCarrier) {
  for (const auto& make : formulations) {
    const Series s = run(
        " inner Modelica.Mechanics.MultiBody.World world(g = 0);\n"
        " Joints.Revolute joint(n = {1, 0, 0}, phi(fixed = true), w(fixed = true));\n"
        " Parts.Body carrier(m = 1, r_CM = {0, 0, 0}, I_11 = 3);\n"
        " Parts.Rotor1D rotor(J = 2, phi(fixed = true), w(fixed = true, start = 5));\n"
        " Forces.WorldTorque drive(resolveInFrame = Types.ResolveInFrameB.frame_b, torque = {4, 0, 0});\n"
        "equation\n connect(world.frame_b, joint.frame_a); connect(joint.frame_b, carrier.frame_a);\n"
        " connect(rotor.frame_a, carrier.frame_a); connect(drive.frame_b, carrier.frame_a);\n",
        1, make);
    EXPECT_NEAR(s.at(1, "joint.w"), 4, 1e-8);
    EXPECT_NEAR(s.at(1, "rotor.w"), 5 - 4, 1e-8);
    EXPECT_NEAR(s.at(1, "rotor.phi"), 5 - 2, 1e-8);
  }
}

// A motor on a carrier that turns freely: the rotor gets its torque, the carrier the opposite.
TEST(MultiBodyLibrary, MountingTakesTheReaction) {
  const Series s = run(
      " inner Modelica.Mechanics.MultiBody.World world(g = 0);\n"
      " Joints.Revolute joint(n = {1, 0, 0}, phi(fixed = true), w(fixed = true));\n"
      " Parts.Body carrier(m = 1, r_CM = {0, 0, 0}, I_11 = 3);\n"
      " Parts.Rotor1D rotor(J = 2, phi(fixed = true), w(fixed = true));\n"
      " Parts.Mounting1D mounting;\n Rotational.Sources.Torque motor(useSupport = true, tau = 2);\n"
      "equation\n connect(world.frame_b, joint.frame_a); connect(joint.frame_b, carrier.frame_a);\n"
      " connect(rotor.frame_a, carrier.frame_a); connect(mounting.frame_a, carrier.frame_a);\n"
      " connect(motor.support, mounting.flange_b); connect(motor.flange, rotor.flange_a);\n",
      1);
  // (J - j) wd = -tau of the carrier; j (a + wd) = tau of the rotor.
  EXPECT_NEAR(s.at(1, "joint.w"), -2, 1e-8);
  EXPECT_NEAR(s.at(1, "rotor.w"), 1 + 2, 1e-8);
}

// Rotors that are heavy for their body have a slope of outcomes over many orders of magnitude.
TEST(MultiBodyLibrary, BevelGearOfHeavyRotorsStarts) {
  const Series s = run(
      " inner Modelica.Mechanics.MultiBody.World world;\n"
      " Parts.Rotor1D one(J = 1.1, n = {1, 0, 0}), two(J = 18.2, n = {0, 1, 0});\n"
      " Parts.BevelGear1D gear(ratio = 10, n_a = {1, 0, 0}, n_b = {0, 1, 0});\n"
      " Joints.Revolute j1(n = {1, 0, 0}), j2(n = {0, 1, 0}), j3(n = {0, 0, 1});\n"
      " Parts.BodyBox box(r = {0.1, 0.1, 0.1}, length = 0.1, width = 0.1);\n"
      "equation\n connect(one.flange_b, gear.flange_a); connect(gear.flange_b, two.flange_a);\n"
      " connect(world.frame_b, j1.frame_a); connect(j1.frame_b, j2.frame_a); connect(j2.frame_b, j3.frame_a);\n"
      " connect(one.frame_a, box.frame_a); connect(two.frame_a, box.frame_a);\n"
      " connect(gear.frame_a, box.frame_a); connect(j3.frame_b, box.frame_a);\n",
      0.1);
  for (const double t : s.time) EXPECT_NEAR(s.at(t, "one.w"), 10 * s.at(t, "two.w"), 1e-9);
}

// A field by a function is the built-in one, of which it says the same.
TEST(MultiBodyLibrary, GravityByAFunction) {
  const std::string bodies =
      " Parts.PointMass p(m = 2, r_0(start = {1, 0, 0}, each fixed = true),"
      " v_0(start = {0, 1, 0.2}, each fixed = true));\n"
      " Parts.BodyShape b(m = 2, r = {1, 0, 0}, r_CM = {0.5, 0.1, 0}, I_11 = 0.1, I_22 = 0.2, I_33 = 0.25,"
      " r_0(start = {1, 0, 1}, each fixed = true), v_0(start = {0, 1, 0.2}, each fixed = true),"
      " w_0_start = {1, 2, 3}, w_0_fixed = true, angles_fixed = true);\n";
  const Series own = run(
      " function central\n  extends Modelica.Mechanics.MultiBody.Interfaces.partialGravityAcceleration;\n"
      "  input Real k;\n algorithm\n  gravity := -k*r/(r*r)^1.5;\n end central;\n parameter Real mu = 3;\n"
      " inner Modelica.Mechanics.MultiBody.World world(redeclare function gravityAcceleration = central(k = mu));\n" +
          bodies,
      0.7);
  const Series built_in = run(
      " inner Modelica.Mechanics.MultiBody.World world(mu = 3,"
      " gravityType = Types.GravityTypes.PointGravity);\n" +
          bodies,
      0.7);
  for (const char* name : {"p.r_0[1]", "p.r_0[3]", "b.r_0[2]", "b.body.g_0[1]", "b.body.w_a[2]"})
    EXPECT_NEAR(own.at(0.7, name), built_in.at(0.7, name), 1e-8) << name;
}

// What dampers take warms a mass: the energy of all stays.
TEST(MultiBodyLibrary, DampersHeat) {
  for (const auto& make : formulations) {
    const Series s = run(
        " inner Modelica.Mechanics.MultiBody.World world(n = {0, 0, -1});\n"
        " Joints.Prismatic j(s(start = 1, fixed = true), v(fixed = true));\n"
        " Parts.Body b(m = 2, r_CM = {0, 0, 0});\n"
        " Forces.SpringDamperParallel p(c = 30, d = 2, s_unstretched = 0.2, useHeatPort = true);\n"
        " Forces.SpringDamperSeries s(c = 30, d = 20, s_unstretched = 0.2, useHeatPort = true);\n"
        " Modelica.Thermal.HeatTransfer.Components.HeatCapacitor c(C = 5, T(start = 300, fixed = true));\n"
        " Real left = 15*(p.s - 0.2)^2 + s.f^2/60 + j.v^2 + 5*(c.T - 300);\n"
        "equation\n connect(world.frame_b, j.frame_a); connect(j.frame_b, b.frame_a);\n"
        " connect(world.frame_b, p.frame_a); connect(p.frame_b, b.frame_a); connect(p.heatPort, c.port);\n"
        " connect(world.frame_b, s.frame_a); connect(s.frame_b, b.frame_a); connect(s.heatPort, c.port);\n",
        3, make);
    EXPECT_GT(s.at(3, "c.T"), 303);
    for (const double t : s.time) EXPECT_NEAR(s.at(t, "left"), 19.2, 1e-6);
  }
}

// A start that is fixed on a variable holds for what the variable is equal to.
TEST(MultiBodyLibrary, FixedStartsAreHandedDown) {
  const Series s = run(
      " inner Modelica.Mechanics.MultiBody.World world;\n Joints.Revolute j;\n"
      " Parts.Body b(m = 1, r_CM = {1, 0, 0});\n Real w(start = 10, fixed = true) = j.w;\n"
      "equation\n connect(world.frame_b, j.frame_a); connect(j.frame_b, b.frame_a);\n",
      0.1);
  EXPECT_NEAR(s.at(0, "j.w"), 10, 1e-12);
}

// Such a start is the part's and no equation beside it, which shafts could not answer.
TEST(MultiBodyLibrary, WhatIsHandedDownIsNoSecondStart) {
  const TestModel test = TestModel::from_text(
      "model M\n inner Modelica.Mechanics.MultiBody.World world;\n"
      " Modelica.Mechanics.MultiBody.Parts.Rotor1D r(J = 1, phi(fixed = true));\n"
      " Real w(start = 3, fixed = true) = r.w;\n"
      "equation\n connect(world.frame_b, r.frame_a);\nend M;\n");
  EXPECT_TRUE(test.system.quantities.initials.empty());
}

// An arm that lies still on a spring whose stiffness follows from that: c stretch a = m g a/2, with stretch = 0.2 and a = 0.5.
TEST(MultiBodyLibrary, AStiffnessMayBeFoundAtTheStart) {
  const std::string arm =
      " inner Modelica.Mechanics.MultiBody.World world(g = 10);\n"
      " Joints.Revolute j(phi(fixed = true), w(fixed = true)#);\n"
      " Parts.BodyShape b(r = {0.5, 0, 0}, r_CM = {0.25, 0, 0}, m = 2);\n"
      " Parts.Fixed above(r = {0.5, 0.3, 0});\n Forces.Spring s(s_unstretched = 0.1, c#);\n"
      "equation\n connect(world.frame_b, j.frame_a); connect(j.frame_b, b.frame_a);\n"
      " connect(above.frame_b, s.frame_a); connect(s.frame_b, b.frame_b);\n";
  const auto write = [&](const std::string& a, const std::string& c) {
    std::string text = arm;
    text.replace(text.find('#'), 1, a);
    text.replace(text.find('#'), 1, c);
    return text;
  };
  const Series found = run(write(", a(fixed = true)", "(fixed = false, start = 20)"), 1),
               given = run(write("", " = 50"), 1);
  for (const double t : found.time) {
    EXPECT_NEAR(found.at(t, "s.c"), 50, 1e-9);
    EXPECT_NEAR(found.at(t, "j.phi"), 0, 1e-9);
  }
  EXPECT_NEAR(found.at(0, "j.a"), 0, 1e-9);
  EXPECT_NEAR(found.at(0, "gelenk.energy.potential"), given.at(0, "gelenk.energy.potential"), 1e-9);
}

// An acceleration that is fixed says where a joint begins: a pendulum of length 1 with a = −g cos(phi).
TEST(MultiBodyLibrary, AccelerationsMayBeFixed) {
  const std::string pendulum =
      " inner Modelica.Mechanics.MultiBody.World world(g = 10);\n"
      " Joints.Revolute j(phi(start = 0.8#), w(fixed = true), a(start = -5, fixed = true));\n"
      " Parts.Body b(m = 1, r_CM = {1, 0, 0}, I_11 = 0, I_22 = 0, I_33 = 0);\n"
      "equation\n connect(world.frame_b, j.frame_a); connect(j.frame_b, b.frame_a);\n";
  std::string free = pendulum, fixed = pendulum;
  free.replace(free.find('#'), 1, "");
  fixed.replace(fixed.find('#'), 1, ", fixed = true");
  EXPECT_NEAR(run(free, 0.1).at(0, "j.phi"), std::acos(0.5), 1e-9);
  EXPECT_THROW(run(fixed, 0.1), UserError);
}

// A rod with something on it, from the world to a slider on a line 0.6 aside: which way it points follows from the slider's guess.
TEST(MultiBodyLibrary, RodsPointWhereTheirEndsAre) {
  for (const double guess : {-0.7, 0.7}) {
    const Series s = run(
        " inner Modelica.Mechanics.MultiBody.World world(g = 0);\n"
        " Parts.FixedTranslation aside(r = {0, 0.6, 0});\n"
        " Joints.Prismatic slider(n = {1, 0, 0}, s(start = " + std::to_string(guess) + "), v(start = 0));\n"
        " Parts.Body carriage(m = 1, r_CM = {0, 0, 0});\n"
        " Joints.UniversalSpherical rod(n1_a = {0, 0, 1}, rRod_ia = {1, 0, 0});\n"
        " Parts.Body load(m = 0.1, r_CM = {0.5, 0, 0});\n"
        "equation\n connect(world.frame_b, aside.frame_a); connect(aside.frame_b, slider.frame_a);\n"
        " connect(slider.frame_b, carriage.frame_a); connect(world.frame_b, rod.frame_a);\n"
        " connect(rod.frame_b, carriage.frame_a); connect(rod.frame_ia, load.frame_a);\n",
        0.1);
    EXPECT_NEAR(s.at(0, "slider.s"), guess > 0 ? 0.8 : -0.8, 1e-9);
  }
}

// What is only drawn on a rod makes no body of it.
TEST(MultiBodyLibrary, RodsMayCarryWhatHasNoMass) {
  const std::string loop =
      " inner Modelica.Mechanics.MultiBody.World world;\n"
      " Joints.Revolute j(phi(start = 0.4, fixed = true), w(start = 1, fixed = true));\n"
      " Parts.BodyShape arm(r = {0.3, 0, 0}, r_CM = {0.1, 0, 0}, m = 1);\n"
      " Joints.Prismatic slider(n = {1, 0, 0}, s(start = 1));\n Parts.Body carriage(m = 1, r_CM = {0, 0, 0});\n"
      " Joints.UniversalSpherical rod(n1_a = {0, 0, 1}, rRod_ia = {0.8, 0, 0});\n#"
      "equation\n connect(world.frame_b, j.frame_a); connect(j.frame_b, arm.frame_a);\n"
      " connect(world.frame_b, slider.frame_a); connect(slider.frame_b, carriage.frame_a);\n"
      " connect(arm.frame_b, rod.frame_a); connect(rod.frame_b, carriage.frame_a);\n#";
  const auto write = [&](const std::string& part, const std::string& equation) {
    std::string text = loop;
    text.replace(text.find('#'), 1, part);
    text.replace(text.find('#'), 1, equation);
    return text;
  };
  const Series bare = run(write("", ""), 1),
               drawn = run(write(" Parts.FixedTranslation mark(r = {0, 0.1, 0});\n"
                                 " Modelica.Mechanics.MultiBody.Visualizers.FixedFrame axes;\n",
                                 " connect(rod.frame_ia, mark.frame_a); connect(mark.frame_b, axes.frame_a);\n"),
                           1);
  EXPECT_EQ(drawn.last("j.phi"), bare.last("j.phi"));
  EXPECT_EQ(drawn.last("slider.v"), bare.last("slider.v"));
}

// There and back: angles, Euler parameters and matrices say the same of a rotation.
TEST(MultiBodyLibrary, OrientationsAgree) {
  const Series s = run(
      " Real a[3] = {0.3 + time, -0.8 + 0.5*time, 2 - 3*time};\n"
      " Frames.Orientation R = Frames.axesRotations({3, 1, 2}, a, der(a));\n"
      " Real Q[4] = Frames.to_Q(R, {-1, 0, 0, 0});\n"
      " Real back[3] = Frames.axesRotationsAngles(R, {3, 1, 2}, 0.4);\n"
      " Real N[3, 3] = Frames.TransformationMatrices.from_nxy(R.T[1, :]*2, R.T[2, :] + 0.3*R.T[1, :]);\n"
      " Real e1 = sum(abs(Frames.Quaternions.to_T(Q) - R.T)), e2 = sum(abs(back - a)), e3 = sum(abs(N - R.T));\n"
      " Real e4 = sum(abs(Frames.TransformationMatrices.angularVelocity2(R.T, der(R.T)) - R.w));\n"
      " Real e5 = sum(abs(Frames.Quaternions.angularVelocity2(Q, der(Q)) - R.w));\n",
      0.7);
  for (const double t : s.time) {
    for (const char* name : {"e1", "e2", "e3", "e4", "e5"}) EXPECT_NEAR(s.at(t, name), 0, 1e-12) << name;
  }
  EXPECT_NEAR(s.at(0.7, "back[3]"), 2 - 3 * 0.7, 1e-12);
}

}  // namespace
}  // namespace gelenk
