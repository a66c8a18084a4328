// Prescribed motions whose position is a state: filtered laws, laws of speed and of acceleration. Closed
// forms, and the same motion prescribed in another way.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/axis_model.h"

namespace gelenk {
namespace {

using testing::failure_of;
using testing::gravity;
using testing::run;
using testing::Series;

// x + α ẋ + β ẍ = r t from x = 0 with the speed v₀: x = r (t − α) + e^(−δt) (C cos ωt + S sin ωt).
struct FilteredRamp {
  double r, v0, alpha, beta;
  FilteredRamp(double rate, double speed, double f_crit)
      : r(rate),
        v0(speed),
        alpha(1.3617 / (2 * std::numbers::pi * f_crit)),
        beta(0.6180 / std::pow(2 * std::numbers::pi * f_crit, 2)) {}

  double x(double t) const { return value(t, 0); }
  double v(double t) const { return value(t, 1); }
  double a(double t) const { return (r * t - x(t) - alpha * v(t)) / beta; }

 private:
  double value(double t, int derivative) const {
    const double delta = alpha / (2 * beta), omega = std::sqrt(1 / beta - delta * delta),
                 C = r * alpha, S = (v0 - r + delta * C) / omega, e = std::exp(-delta * t),
                 c = std::cos(omega * t), s = std::sin(omega * t);
    if (derivative == 0) return r * (t - alpha) + e * (C * c + S * s);
    return r + e * ((S * omega - delta * C) * c - (C * omega + delta * S) * s);
  }
};

// Behind a gear, on a joint: the coordinate is not the filter's own.
TEST(FilteredPosition, FollowsARampAsItsTransferFunctionSays) {
  const Series s =
      run(gravity +
              "  Joints.Revolute hinge(useAxisFlange = true, n = {0, 1, 0});\n"
              "  Parts.Body body(m = 2, r_CM = {0.5, 0, 0}, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);\n"
              "  Rotational.Components.IdealGear gear(ratio = -4);\n"
              "  Rotational.Components.Inertia rotor(J = 0.3);\n"
              "  Rotational.Sources.Position drive(phi_ref = 0.8*time, f_crit = 1.5,\n"
              "    w(start = 0.3, fixed = true));\n"
              "equation\n  connect(world.frame_b, hinge.frame_a);\n"
              "  connect(hinge.frame_b, body.frame_a);\n  connect(drive.flange, rotor.flange_a);\n"
              "  connect(rotor.flange_b, gear.flange_a);\n  connect(gear.flange_b, hinge.axis);\n",
          1, 0.25);
  EXPECT_EQ(s.result.degrees_of_freedom, 0);
  const FilteredRamp exact(0.8, 0.3, 1.5);
  for (double t : {0.0, 0.25, 1.0}) {
    EXPECT_NEAR(s.at(t, "drive.phi"), exact.x(t), 1e-9) << t;
    EXPECT_NEAR(s.at(t, "drive.w"), exact.v(t), 1e-8) << t;
    EXPECT_NEAR(s.at(t, "drive.a"), exact.a(t), 1e-7) << t;
    EXPECT_NEAR(s.at(t, "hinge.phi"), -exact.x(t) / 4, 1e-9) << t;
    // Level pendulum about a vertical axis: no weight.
    EXPECT_NEAR(s.at(t, "hinge.tau"), 0.6 * s.at(t, "hinge.a"), 1e-11) << t;
    EXPECT_NEAR(s.at(t, "drive.flange.tau"), -(0.3 + 0.6 / 16) * exact.a(t), 1e-7) << t;
  }
}

// The support is a Fixed away from zero, the law starts away from it.
TEST(FilteredPosition, StartsOnItsLawAgainstItsSupport) {
  const Series s = run(
      "  Translational.Components.Fixed wall(s0 = 0.7);\n"
      "  Translational.Components.Mass mass(m = 2, L = 0.4);\n"
      "  Translational.Sources.Position drive(useSupport = true, s_ref = 0.2 + cos(time));\n"
      "equation\n  connect(wall.flange, drive.support);\n  connect(drive.flange, mass.flange_a);\n",
      0.5, 0.5, "auto");
  EXPECT_NEAR(s.at(0, "drive.s"), 1.2, 1e-14);
  EXPECT_NEAR(s.at(0, "mass.s"), 0.7 + 1.2 + 0.2, 1e-14);
  EXPECT_NEAR(s.at(0, "mass.v"), 0.0, 0.0);
  // After many time constants: the particular solution, amplitude and phase of the transfer function.
  const double omega = 2 * std::numbers::pi * 50;
  const double real = 1 - 0.6180 / (omega * omega), imaginary = 1.3617 / omega;
  const double s_end =
      0.2 + std::cos(0.5 - std::atan2(imaginary, real)) / std::hypot(real, imaginary);
  EXPECT_NEAR(s.last("drive.s"), s_end, 1e-8);
  EXPECT_NEAR(s.last("drive.support.f"), -s.last("drive.flange.f"), 1e-12);
}

// A law that jumps cannot be followed exactly; a filter takes it, with an event.
TEST(FilteredPosition, TakesAStep) {
  const Series s = run(
      "  Rotational.Components.Inertia rotor(J = 2);\n"
      "  Rotational.Sources.Position drive(phi_ref = if time < 0.3 then 0 else 1, f_crit = 2);\n"
      "equation\n  connect(drive.flange, rotor.flange_a);\n",
      0.8, 0.1, "auto");
  EXPECT_EQ(s.result.events, 1);
  EXPECT_EQ(s.at(0.2, "rotor.phi"), 0.0);
  // The answer to a step is the derivative of that to a ramp.
  EXPECT_NEAR(s.last("rotor.phi"), FilteredRamp(1, 0, 2).v(0.5), 1e-8);
}

// ẇ = ω_c (law − w): for law = r t + w₀, w = w₀ + r (t − T) + r T e^(−t/T).
TEST(Speed, FilteredHasItsClosedForm) {
  const Series s = run(
      "  Rotational.Components.Inertia rotor(J = 2);\n"
      "  Rotational.Sources.Speed drive(w_ref = 0.5 + 3*time, f_crit = 0.4, phi(start = 0.1));\n"
      "equation\n  connect(drive.flange, rotor.flange_a);\n",
      1, 0.25);
  const double T = 1 / (2 * std::numbers::pi * 0.4);
  for (double t : {0.0, 0.25, 1.0}) {
    const double e = std::exp(-t / T);
    EXPECT_NEAR(s.at(t, "rotor.w"), 0.5 + 3 * (t - T) + 3 * T * e, 1e-10) << t;
    EXPECT_NEAR(s.at(t, "rotor.phi"), 0.1 + 0.5 * t + 1.5 * t * t - 3 * T * t + 3 * T * T * (1 - e),
                1e-10)
        << t;
    EXPECT_NEAR(s.at(t, "drive.flange.tau"), -2 * 3 * (1 - e), 1e-9) << t;
  }
}

TEST(Speed, ExactIsIntegratedAndItsJumpsAreImpacts) {
  const Series s = run(
      "  Rotational.Components.Inertia rotor(J = 2);\n"
      "  Rotational.Components.Inertia far(J = 1, phi(start = 0, fixed = true),\n"
      "    w(start = 0, fixed = true));\n"
      "  Rotational.Components.Spring spring(c = 4);\n"
      "  Rotational.Sources.Speed drive(exact = true, phi(start = 0.3),\n"
      "    w_ref = if time < 0.5 then 2*time else 3);\n"
      "equation\n  connect(drive.flange, rotor.flange_a);\n"
      "  connect(rotor.flange_b, spring.flange_a);\n  connect(spring.flange_b, far.flange_a);\n",
      1, 0.25, "auto");
  EXPECT_EQ(s.result.events, 1);
  EXPECT_NEAR(s.at(0.25, "rotor.phi"), 0.3 + 0.0625, 1e-9);
  EXPECT_NEAR(s.at(0.25, "rotor.w"), 0.5, 1e-15);
  EXPECT_NEAR(s.at(0.25, "drive.a"), 2, 1e-15);
  EXPECT_NEAR(s.last("rotor.phi"), 0.3 + 0.25 + 1.5, 1e-9);
  EXPECT_NEAR(s.last("rotor.w"), 3, 1e-15);
  // far: φ̈ = 4 (u − φ), u quadratic, then linear. u_p solves it: t² − 1/2 + 0.3, then the line itself.
  const double C = 0.2, omega = 2;  // φ = t² − 0.2 + C cos 2t
  const double phi = 0.25 - 0.2 + C * std::cos(1.0), w = 1 - 2 * C * std::sin(1.0);
  const double rest = phi - 0.55, slip = w - 3;
  EXPECT_NEAR(s.last("far.phi"),
              2.05 + rest * std::cos(omega * 0.5) + slip / omega * std::sin(omega * 0.5), 1e-8);
}

TEST(Speed, ConstantSpeedNeedsNoLaw) {
  const Series s =
      run("  Translational.Components.Mass mass(m = 2, s(start = 0.4, fixed = true));\n"
          "  Translational.Sources.ConstantSpeed drive(v_fixed = -0.3);\n"
          "equation\n  connect(drive.flange, mass.flange_a);\n",
          1, 0.5);
  EXPECT_NEAR(s.last("mass.s"), 0.1, 1e-12);
  EXPECT_NEAR(s.last("drive.v"), -0.3, 1e-15);
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
    "  connect(world.frame_b, crank_joint.frame_a);\n"
    "  connect(crank_joint.frame_b, crank.frame_a);\n"
    "  connect(crank.frame_b, crank_pin.frame_a);\n  connect(crank_pin.frame_b, rod.frame_a);\n"
    "  connect(rod.frame_b, piston_pin.frame_a);\n  connect(piston_pin.frame_b, piston.frame_a);\n"
    "  connect(world.frame_b, cylinder.frame_a);\n  connect(cylinder.frame_b, piston.frame_a);\n"
    "  connect(drive.flange, crank_joint.axis);\n";

// One motion of a closed loop, prescribed by its position, its speed and its acceleration.
TEST(Drives, OfEveryOrderMoveALoopAlike) {
  const Series position = run(
      gravity +
          "  Rotational.Sources.Position drive(exact = true, phi_ref = 0.5 + 4*time + time^2);\n" +
          slider_crank,
      1.5, 0.5);
  const Series speed = run(gravity +
                               "  Rotational.Sources.Speed drive(exact = true, phi(start = 0.5), "
                               "w_ref = 4 + 2*time);\n" +
                               slider_crank,
                           1.5, 0.5);
  const Series acceleration = run(
      gravity +
          "  Rotational.Sources.Accelerate drive(phi(start = 0.5), w(start = 4), a_ref = 2);\n" +
          slider_crank,
      1.5, 0.5);
  for (const Series* s : {&speed, &acceleration}) {
    EXPECT_EQ(s->result.degrees_of_freedom, 0);
    EXPECT_LT(s->result.largest_drift.position, 1e-13);
    for (double t : {0.0, 0.5, 1.5}) {
      for (const char* name : {"crank_joint.phi", "cylinder.s", "cylinder.v", "cylinder.a",
                               "crank_joint.tau", "drive.flange.tau"})
        EXPECT_NEAR(s->at(t, name), position.at(t, name), 1e-8) << name << " at " << t;
    }
  }
}

// Dry friction on a belt: what sticks to it moves as it does, whatever prescribes the belt's motion.
TEST(Drives, CarryWhatSticksToThem) {
  auto on_belt = [](const std::string& belt) {
    return run(
        "  Translational.Components.Mass mass(m = 1, s(start = 0, fixed = true),\n"
        "    v(start = 0, fixed = true));\n"
        "  Gelenk.Translational.Friction friction(f_pos = [0, 2]);\n" +
            belt +
            "equation\n  connect(belt.flange, friction.flange_a);\n"
            "  connect(friction.flange_b, mass.flange_a);\n",
        2, 0.5, "auto");
  };
  // The belt runs with 1 + 3 sin t: it is caught at first, breaks away when the belt needs more than 2.
  const Series position = on_belt(
      "  Translational.Sources.Position belt(exact = true, s_ref = time + 3*(1 - cos(time)));\n");
  const Series speed =
      on_belt("  Translational.Sources.Speed belt(exact = true, v_ref = 1 + 3*sin(time));\n");
  const Series acceleration =
      on_belt("  Translational.Sources.Accelerate belt(v(start = 1), a_ref = 3*cos(time));\n");
  EXPECT_GT(position.result.events, 0);
  for (double t : {0.5, 1.0, 2.0}) {
    for (const char* name : {"mass.s", "mass.v", "friction.f"}) {
      EXPECT_NEAR(speed.at(t, name), position.at(t, name), 1e-7) << name << " at " << t;
      EXPECT_NEAR(acceleration.at(t, name), position.at(t, name), 1e-7) << name << " at " << t;
    }
  }
}

TEST(DriveErrors, SayWhichStartValueContradicts) {
  EXPECT_NE(
      failure_of("  Rotational.Components.Inertia rotor(J = 1, phi(start = 1, fixed = true));\n"
                 "  Rotational.Sources.Position drive(phi_ref = 0.5 + time);\n"
                 "equation\n  connect(drive.flange, rotor.flange_a);\n")
          .find("the start position of 'rotor' is fixed at 1, but 'drive' drives it to 0.5"),
      std::string::npos);
  EXPECT_NE(
      failure_of("  Rotational.Components.Inertia rotor(J = 1, phi(start = 1, fixed = true));\n"
                 "  Rotational.Sources.Speed drive(exact = true, w_ref = time);\n"
                 "equation\n  connect(drive.flange, rotor.flange_a);\n")
          .find("its fixed start value contradicts that of"),
      std::string::npos);
  EXPECT_NE(failure_of("  Rotational.Components.Inertia rotor(J = 1);\n"
                       "  Rotational.Sources.Position drive(phi_ref = time, f_crit = 0);\n"
                       "equation\n  connect(drive.flange, rotor.flange_a);\n")
                .find("f_crit is not positive"),
            std::string::npos);
  EXPECT_NE(failure_of("  Rotational.Components.Inertia rotor(J = 1);\n"
                       "  Rotational.Sources.Position drive(phi_ref = time, phi(fixed = true));\n"
                       "equation\n  connect(drive.flange, rotor.flange_a);\n")
                .find("the start value of 'phi' cannot be fixed"),
            std::string::npos);
}

}  // namespace
}  // namespace gelenk
