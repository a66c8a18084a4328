// Flanges of assemblies, wheel sets and gears, gears between turning and sliding, sensors on shafts: closed
// forms, and the same mechanism built of other parts.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "tests/support/axis_model.h"

namespace gelenk {
namespace {

using testing::gravity;
using testing::run;
using testing::Series;

const std::string crank =
    "  Joints.Revolute main(phi(start = 0.6, fixed = true), w(start = 3, fixed = true));\n"
    "  Parts.BodyCylinder crank(r = {0.3, 0, 0}, diameter = 0.05);\n"
    "  Parts.Body load(m = 0.8, r_CM = {0.1, 0, 0});\n";
const std::string crank_connections =
    "  connect(world.frame_b, main.frame_a);\n  connect(main.frame_b, crank.frame_a);\n";

// A four-bar: the rocker's joint is damped and sprung, by flanges of the assembly or of the joint.
TEST(Assemblies, FlangesOfThreeRevoluteJoints) {
  const std::string law = "  Rotational.Components.SpringDamper law(c = 5, d = 0.4);\n";
  const Series assembly =
      run(gravity + crank + law +
              "  Joints.Assemblies.JointRRR chain(rRod1_ia = {0.9, 0, 0}, rRod2_ib = {0, 0.7, 0},\n"
              "    phi_guess = 10);\n"
              "  Parts.FixedTranslation base(r = {1, 0, 0});\n"
              "equation\n" +
              crank_connections +
              "  connect(crank.frame_b, chain.frame_a);\n  connect(world.frame_b, base.frame_a);\n"
              "  connect(base.frame_b, chain.frame_b);\n  connect(chain.frame_ib, load.frame_a);\n"
              "  connect(chain.bearing, law.flange_a);\n  connect(law.flange_b, chain.axis);\n",
          0.6, 0.2);
  const Series joints =
      run(gravity + crank + law +
              "  Joints.Revolute pin(phi(start = -0.3));\n  Joints.Revolute ball(phi(start = 0));\n"
              "  Joints.Revolute rocker(useAxisFlange = true, phi(start = 0.17));\n"
              "  Parts.FixedTranslation rod1(r = {0.9, 0, 0});\n"
              "  Parts.FixedTranslation rod2(r = {0, 0.7, 0});\n"
              "  Parts.FixedTranslation base(r = {1, 0, 0});\n"
              "equation\n" +
              crank_connections +
              "  connect(crank.frame_b, pin.frame_a);\n  connect(pin.frame_b, rod1.frame_a);\n"
              "  connect(rod1.frame_b, ball.frame_a);\n  connect(ball.frame_b, rod2.frame_b);\n"
              "  connect(rocker.frame_b, rod2.frame_a);\n  connect(base.frame_b, rocker.frame_a);\n"
              "  connect(world.frame_b, base.frame_a);\n  connect(rod2.frame_a, load.frame_a);\n"
              "  connect(rocker.support, law.flange_a);\n  connect(law.flange_b, rocker.axis);\n",
          0.6, 0.2);
  for (double t : {0.0, 0.2, 0.6}) {
    EXPECT_NEAR(assembly.at(t, "main.phi"), joints.at(t, "main.phi"), 1e-8) << t;
    EXPECT_NEAR(assembly.at(t, "main.a"), joints.at(t, "main.a"), 1e-6) << t;
    EXPECT_NEAR(assembly.at(t, "law.phi_rel"), joints.at(t, "rocker.phi"), 1e-8) << t;
    EXPECT_NEAR(assembly.at(t, "chain.axis.tau"), joints.at(t, "rocker.axis.tau"), 1e-7) << t;
    EXPECT_NEAR(assembly.at(t, "chain.axis.phi"), joints.at(t, "rocker.phi"), 1e-8) << t;
  }
}

// A pressure on the piston, by flanges of the assembly or of the joint.
TEST(Assemblies, FlangesOfACrankAndPiston) {
  const std::string law = "  Translational.Sources.Force gas(f = -20*cos(3*time));\n";
  const Series assembly =
      run(gravity + crank + law +
              "  Joints.Assemblies.JointRRP chain(rRod1_ia = {0.9, 0, 0}, n_b = {1, 0, 0},\n"
              "    rRod2_ib = {-0.1, 0, 0}, s_offset = 0.2, s_guess = 1.1);\n"
              "equation\n" +
              crank_connections +
              "  connect(crank.frame_b, chain.frame_a);\n  connect(world.frame_b, chain.frame_b);\n"
              "  connect(chain.frame_ib, load.frame_a);\n  connect(gas.flange, chain.axis);\n",
          0.6, 0.2);
  const Series joints = run(
      gravity + crank + law +
          "  Joints.Revolute pin(phi(start = -0.8));\n  Joints.Revolute ball;\n"
          "  Joints.Prismatic piston(useAxisFlange = true, n = {1, 0, 0}, s(start = 1.3));\n"
          "  Parts.FixedTranslation rod1(r = {0.9, 0, 0});\n"
          "  Parts.FixedTranslation rod2(r = {-0.1, 0, 0});\n"
          "equation\n" +
          crank_connections +
          "  connect(crank.frame_b, pin.frame_a);\n  connect(pin.frame_b, rod1.frame_a);\n"
          "  connect(rod1.frame_b, ball.frame_a);\n  connect(ball.frame_b, rod2.frame_b);\n"
          "  connect(piston.frame_b, rod2.frame_a);\n  connect(world.frame_b, piston.frame_a);\n"
          "  connect(rod2.frame_a, load.frame_a);\n  connect(gas.flange, piston.axis);\n",
      0.6, 0.2);
  for (double t : {0.0, 0.2, 0.6}) {
    EXPECT_NEAR(assembly.at(t, "main.phi"), joints.at(t, "main.phi"), 1e-8) << t;
    EXPECT_NEAR(assembly.at(t, "chain.axis.s"), joints.at(t, "piston.s") - 0.2, 1e-8) << t;
  }
}

// A strut with a spring on its flanges is a spring between its ends.
TEST(Assemblies, FlangesOfAStrut) {
  const std::string body =
      "  Parts.Body box(m = 3, r_CM = {0.1, 0, 0}, I_11 = 0.2, I_22 = 0.1, I_33 = 0.15,\n"
      "    r_0(start = {1, -0.6, 0.3}, each fixed = true), v_0(each fixed = true),\n"
      "    w_0_fixed = true, w_0_start = {1, 2, -1}, angles_fixed = true);\n";
  const Series strut =
      run(gravity + body +
              "  Joints.Assemblies.JointUPS strut(s_offset = 0.2);\n"
              "  Translational.Components.Spring spring(c = 80, s_rel0 = 0.7);\n"
              "equation\n  connect(world.frame_b, strut.frame_a);\n"
              "  connect(strut.frame_b, box.frame_a);\n  connect(strut.bearing, spring.flange_a);\n"
              "  connect(spring.flange_b, strut.axis);\n",
          0.5, 0.25);
  const Series spring = run(gravity + body +
                                "  Forces.Spring spring(c = 80, s_unstretched = 0.9);\n"
                                "equation\n  connect(world.frame_b, spring.frame_a);\n"
                                "  connect(spring.frame_b, box.frame_a);\n",
                            0.5, 0.25);
  for (const char* name : {"box.r_0[1]", "box.r_0[3]", "box.w_a[2]", "box.a_0[1]", "spring.f"})
    EXPECT_NEAR(strut.last(name), spring.last(name), 1e-8) << name;
  EXPECT_NEAR(strut.last("strut.f"), -strut.last("spring.f"), 1e-8);
}

// Both wheels driven alike: (2 m + 2 I/R²) ẍ = 2 τ/R.
TEST(WheelSet, IsDrivenByItsFlanges) {
  const Series s = run(
      gravity +
          "  Parts.RollingWheelSet set(R_wheel = 0.4, m_wheel = 5, I_wheelAxis = 0.3,\n"
          "    I_wheelLong = 0.2, track = 1);\n"
          "  Rotational.Sources.Torque left(useSupport = true, tau = 2);\n"
          "  Rotational.Sources.Torque right(useSupport = true, tau = 2);\n"
          "equation\n  connect(left.flange, set.axis1);\n  connect(left.support, set.support);\n"
          "  connect(right.flange, set.axis2);\n  connect(right.support, set.support);\n",
      1, 0.5);
  const double a = 2 / 0.4 / (5 + 0.3 / 0.16);
  EXPECT_NEAR(s.last("set.x"), 0.5 * a, 1e-9);
  EXPECT_NEAR(s.last("set.theta1"), 0.5 * a / 0.4, 1e-9);
  EXPECT_NEAR(s.last("set.axis1.tau"), 2, 1e-9);
  EXPECT_NEAR(s.last("set.support.tau"), -4, 1e-9);
}

// A planetary gear of three free rotors: x_a − r x_b + (r − 1) x_s = 0, solved as it stands.
TEST(Gears, MayHaveAHousingThatTurns) {
  const double r = -3;
  const Series s =
      run("  Rotational.Components.Inertia a(J = 0.2, phi(fixed = true), w(fixed = true));\n"
          "  Rotational.Components.Inertia b(J = 0.5, phi(fixed = true), w(fixed = true));\n"
          "  Rotational.Components.Inertia s(J = 0.9);\n"
          "  Rotational.Components.IdealGear gear(useSupport = true, ratio = -3);\n"
          "  Rotational.Sources.ConstantTorque motor(tau_constant = 2);\n"
          "  Rotational.Sources.ConstantTorque brake(tau_constant = -1);\n"
          "equation\n  connect(motor.flange, a.flange_a);\n  connect(a.flange_b, gear.flange_a);\n"
          "  connect(gear.flange_b, b.flange_a);\n  connect(gear.support, s.flange_a);\n"
          "  connect(brake.flange, s.flange_b);\n",
          1, 0.5);
  const Eigen::Vector3d J(0.2, 0.5, 0.9), f(2, 0, -1), G(1, -r, r - 1);
  const Eigen::Vector3d free = f.cwiseQuotient(J), by = G.cwiseQuotient(J);
  const double lambda = -G.dot(free) / G.dot(by);
  const Eigen::Vector3d acceleration = free + lambda * by;
  const char* names[] = {"a", "b", "s"};
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(s.last(std::string(names[i]) + ".phi"), 0.5 * acceleration[i], 1e-9) << names[i];
  // The gear takes what it gives: torque on it is the opposite of what it does to the rotors.
  EXPECT_NEAR(s.last("gear.flange_a.tau"), -lambda * G[0], 1e-9);
  EXPECT_NEAR(s.last("gear.flange_b.tau"), -lambda * G[1], 1e-9);
  EXPECT_NEAR(s.last("gear.support.tau"), -lambda * G[2], 1e-9);
  EXPECT_NEAR(s.last("gear.phi_a"), r * s.last("gear.phi_b"), 1e-10);
  EXPECT_EQ(s.result.degrees_of_freedom, 2);
}

// The housing on ground, away from zero: a link like any other, with an offset.
TEST(Gears, TurnAgainstAHousingOnGround) {
  const Series s =
      run("  Rotational.Components.Fixed wall(phi0 = 0.3);\n"
          "  Rotational.Components.Inertia a(J = 0.2, phi(start = 0.5, fixed = true), w(fixed = "
          "true));\n"
          "  Rotational.Components.Inertia b(J = 0.5);\n"
          "  Rotational.Components.IdealGear gear(useSupport = true, ratio = 4);\n"
          "  Rotational.Components.Disc disc(deltaPhi = 0.2);\n"
          "  Rotational.Sources.ConstantTorque motor(tau_constant = 2);\n"
          "equation\n  connect(motor.flange, a.flange_a);\n  connect(a.flange_b, gear.flange_a);\n"
          "  connect(gear.flange_b, disc.flange_a);\n  connect(disc.flange_b, b.flange_a);\n"
          "  connect(gear.support, wall.flange);\n",
          1, 0.5);
  const double a = 2 / (0.2 + 0.5 / 16);
  EXPECT_NEAR(s.last("a.phi"), 0.5 + 0.5 * a, 1e-9);
  EXPECT_NEAR(s.last("b.phi"), 0.3 + (0.2 + 0.5 * a) / 4 + 0.2, 1e-9);
  EXPECT_NEAR(s.last("gear.phi_b"), (0.2 + 0.5 * a) / 4, 1e-9);
  EXPECT_NEAR(s.last("disc.phi"), s.last("b.phi") - 0.1, 1e-12);
  EXPECT_NEAR(s.last("gear.flange_a.tau"), 2 - 0.2 * a, 1e-9);
  EXPECT_NEAR(s.last("wall.flange.tau"), (2 - 0.2 * a) * (1 - 4), 1e-9);
  EXPECT_EQ(s.result.degrees_of_freedom, 1);
}

// A rack and a wheel: (m + J ratio²) s̈ = f.
TEST(Gears, TurnSlidingIntoTurning) {
  for (const auto& [gear, ratio] :
       {std::pair<std::string, double>{"IdealGearR2T gear(ratio = 5)", 5},
        {"IdealRollingWheel gear(radius = 0.25)", 4}}) {
    const Series s = run(
        "  Translational.Components.Mass mass(m = 2, s(start = 0.1, fixed = true), v(fixed = "
        "true));\n"
        "  Translational.Components.Rod rod(L = 0.3);\n"
        "  Rotational.Components.Inertia rotor(J = 0.4);\n"
        "  Translational.Sources.ConstantForce push(f_constant = 3);\n"
        "  Rotational.Components." +
            gear +
            ";\n"
            "equation\n  connect(push.flange, mass.flange_a);\n  connect(mass.flange_b, "
            "rod.flange_a);\n"
            "  connect(rod.flange_b, gear.flangeT);\n  connect(gear.flangeR, rotor.flange_a);\n",
        1, 0.5);
    const double a = 3 / (2 + 0.4 * ratio * ratio);
    EXPECT_NEAR(s.last("mass.s"), 0.1 + 0.5 * a, 1e-10);
    EXPECT_NEAR(s.last("rotor.phi"), ratio * (0.4 + 0.5 * a), 1e-9);
    EXPECT_NEAR(s.last("gear.flangeR.tau"), -0.4 * ratio * a, 1e-10);
    EXPECT_NEAR(s.last("gear.flangeT.f"), 0.4 * ratio * ratio * a, 1e-10);
    EXPECT_NEAR(s.last("gelenk.energy.kinetic"), 3 * 0.5 * a, 1e-9);
  }
}

TEST(ShaftSensors, ReadTheMotionAndExertNothing) {
  const Series s =
      run("  Rotational.Components.Inertia one(J = 2, phi(start = 0.1, fixed = true), w(start = 1, "
          "fixed = "
          "true));\n"
          "  Rotational.Components.Inertia two(J = 1, phi(fixed = true), w(fixed = true));\n"
          "  Rotational.Sources.Torque2 motor(tau = 3);\n"
          "  Rotational.Sensors.AngleSensor angle;\n  Rotational.Sensors.SpeedSensor speed;\n"
          "  Rotational.Sensors.AccSensor acc;\n  Rotational.Sensors.RelAngleSensor between;\n"
          "  Rotational.Sensors.RelSpeedSensor slip;\n"
          "equation\n  connect(motor.flange_a, one.flange_b);\n  connect(motor.flange_b, "
          "two.flange_a);\n"
          "  connect(angle.flange, two.flange_b);\n  connect(speed.flange, two.flange_b);\n"
          "  connect(acc.flange, two.flange_b);\n  connect(between.flange_a, one.flange_a);\n"
          "  connect(between.flange_b, two.flange_b);\n  connect(slip.flange_a, one.flange_a);\n"
          "  connect(slip.flange_b, two.flange_b);\n",
          1, 0.5);
  // Torque2 drives flange_b forward and flange_a back.
  EXPECT_NEAR(s.last("angle.phi"), 1.5, 1e-10);
  EXPECT_NEAR(s.last("speed.w"), 3, 1e-10);
  EXPECT_NEAR(s.last("acc.a"), 3, 1e-10);
  EXPECT_NEAR(s.last("between.phi_rel"), 1.5 - (0.1 + 1 - 0.75), 1e-10);
  EXPECT_NEAR(s.last("slip.w_rel"), 3 - (1 - 1.5), 1e-10);
  EXPECT_NEAR(s.last("motor.tau"), 3, 0);
  EXPECT_NEAR(s.last("angle.flange.tau"), 0, 0);
}

// Components in the axes of a third body are those in the world, turned.
TEST(Sensors, ResolveInTheAxesOfAnyFrame) {
  const Series s = run(
      "  import Modelica.Mechanics.MultiBody.Sensors;\n" + gravity +
          "  Joints.Revolute hinge(n = {1, 2, 3}, phi(start = 0.3, fixed = true), w(start = 2, "
          "fixed = "
          "true));\n"
          "  Parts.BodyBox arm(r = {0.5, 0.1, 0}, width = 0.1);\n"
          "  Joints.Revolute other(n = {0, 1, 1}, phi(start = 1, fixed = true), w(start = -1, "
          "fixed = "
          "true));\n"
          "  Parts.BodyBox far(r = {0.2, 0.4, 0}, width = 0.1);\n"
          "  Sensors.AbsoluteVelocity turned(resolveInFrame = "
          "Types.ResolveInFrameA.frame_resolve);\n"
          "  Sensors.AbsoluteVelocity plain(resolveInFrame = Types.ResolveInFrameA.world);\n"
          "  Sensors.RelativeSensor rel(resolveInFrame = Types.ResolveInFrameAB.frame_resolve,\n"
          "    get_r_rel = true, get_v_rel = true);\n"
          "  Sensors.CutForce cut(resolveInFrame = Types.ResolveInFrameA.frame_resolve);\n"
          "  Sensors.CutForce cut0(resolveInFrame = Types.ResolveInFrameA.world);\n"
          "equation\n  connect(world.frame_b, cut.frame_a);\n  connect(cut.frame_b, "
          "cut0.frame_a);\n"
          "  connect(cut0.frame_b, hinge.frame_a);\n  connect(cut.frame_resolve, far.frame_b);\n"
          "  connect(hinge.frame_b, arm.frame_a);\n  connect(world.frame_b, other.frame_a);\n"
          "  connect(other.frame_b, far.frame_a);\n  connect(turned.frame_a, arm.frame_b);\n"
          "  connect(plain.frame_a, arm.frame_b);\n  connect(turned.frame_resolve, far.frame_b);\n"
          "  connect(rel.frame_a, world.frame_b);\n  connect(rel.frame_b, arm.frame_b);\n"
          "  connect(rel.frame_resolve, far.frame_b);\n",
      0.3, 0.001);
  auto vector = [&](double t, const std::string& name) {
    Eigen::Vector3d x;
    for (int i = 0; i < 3; ++i) x[i] = s.at(t, name + "[" + std::to_string(i + 1) + "]");
    return x;
  };
  for (double t : {0.1, 0.2}) {
    Eigen::Matrix3d T;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        T(i, j) =
            s.at(t, "far.frame_b.R.T[" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "]");
    }
    EXPECT_LT((vector(t, "turned.v") - T * vector(t, "plain.v")).norm(), 1e-13);
    EXPECT_LT((vector(t, "rel.r_rel") - T * vector(t, "arm.frame_b.r_0")).norm(), 1e-13);
    EXPECT_LT((vector(t, "cut.force") - T * vector(t, "cut0.force")).norm(), 1e-11);
    EXPECT_GT(vector(t, "cut0.force").norm(), 1.0);
    // v_rel is the derivative of the components r_rel.
    const Eigen::Vector3d rate =
        (vector(t + 1e-3, "rel.r_rel") - vector(t - 1e-3, "rel.r_rel")) / 2e-3;
    EXPECT_LT((vector(t, "rel.v_rel") - rate).norm(), 1e-4);
  }
}

// A rod that carries a mass and finds its length, against one that is told it.
TEST(Rods, ThatCarrySomethingMayFindTheirLength) {
  auto with = [](const std::string& start, const std::string& rod) {
    return run(
        gravity + crank + "  Joints.Prismatic piston(n = {1, 0, 0}, s(start = " + start +
            "));\n  Joints.UniversalSpherical rod(" + rod +
            ");\n  Parts.Body on_rod(m = 1.2, r_CM = {0.4, 0.1, 0});\n"
            "equation\n" +
            crank_connections +
            "  connect(crank.frame_b, rod.frame_a);\n  connect(rod.frame_b, piston.frame_b);\n"
            "  connect(world.frame_b, piston.frame_a);\n  connect(load.frame_a, piston.frame_b);\n"
            "  connect(rod.frame_ia, on_rod.frame_a);\n",
        0.6, 0.2);
  };
  const Series told = with("1.1", "rRod_ia = {0.9, 0, 0}");
  const Series finds = with(std::to_string(told.at(0, "piston.s")) + ", fixed = true",
                            "computeRodLength = true, rRod_ia = {1, 0, 0}");
  // The start value has six digits.
  for (double t : {0.0, 0.2, 0.6}) {
    for (const char* name : {"main.phi", "piston.s", "on_rod.r_0[2]"})
      EXPECT_NEAR(finds.at(t, name), told.at(t, name), 2e-5) << name << " at " << t;
  }
}

}  // namespace
}  // namespace gelenk
