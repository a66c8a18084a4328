// Dry friction between two shafts that both move: slip, stick, break away, against closed forms and against
// shafts that are one.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/axis_model.h"

namespace gelenk {
namespace {

using testing::failure_of;
using testing::gravity;
using testing::run;
using testing::Series;

const std::string rotors =
    "  Rotational.Components.Inertia one(J = 2, phi(fixed = true), w(start = 10, fixed = true));\n"
    "  Rotational.Components.Inertia two(J = 1, phi(fixed = true), w(start = 0, fixed = true));\n";

// w₁ = 10 − 1.5 t, w₂ = 3 t until they meet; then one shaft, until the motor asks for more than 3 · 1.2.
TEST(Clutch, SlipsSticksAndBreaksAway) {
  const Series s = run(
      rotors +
          "  Gelenk.Rotational.Friction clutch(tau_pos = [0, 3], peak = 1.2);\n"
          "  Rotational.Sources.Torque motor(tau = if time < 4 then 0 elseif time < 5 then 6 else "
          "12);\n"
          "equation\n  connect(motor.flange, one.flange_a);\n"
          "  connect(one.flange_b, clutch.flange_a);\n  connect(clutch.flange_b, two.flange_a);\n",
      6, 0.5);
  EXPECT_NEAR(s.at(2, "one.w"), 10 - 3, 1e-9);
  EXPECT_NEAR(s.at(2, "two.w"), 6, 1e-9);
  EXPECT_NEAR(s.at(2, "clutch.tau"), -3, 1e-12);
  const double w = 20.0 / 3;
  EXPECT_NEAR(s.at(3, "one.w"), w, 1e-9);
  EXPECT_NEAR(s.at(3, "clutch.w_rel"), 0, 1e-14);
  EXPECT_NEAR(s.at(3, "clutch.tau"), 0, 1e-12);
  EXPECT_NEAR(s.at(4.5, "two.a"), 2, 1e-12);
  EXPECT_NEAR(s.at(4.5, "clutch.tau"), -2, 1e-12);
  EXPECT_NEAR(s.at(4.5, "clutch.phi_rel"), s.at(3, "clutch.phi_rel"), 1e-12);
  // 12/3 · 1 = 4 is more than 3.6: it slides with 3.
  EXPECT_NEAR(s.last("two.w"), w + 2 + 3, 1e-9);
  EXPECT_NEAR(s.last("one.w"), w + 2 + (12 - 3) / 2.0, 1e-9);
  EXPECT_EQ(s.result.events, 3);  // it sticks; the torque jumps; it jumps again and breaks away
}

// Behind a gear: slip is w₁/3 − w₂; 2 ẇ₁ = −τ/3, ẇ₂ = τ, until they agree.
TEST(Clutch, SlipsBehindAGear) {
  const Series s = run(
      rotors +
          "  Rotational.Components.IdealGear gear(ratio = 3);\n"
          "  Gelenk.Rotational.Friction clutch(tau_pos = [0, 0.5]);\n"
          "equation\n  connect(one.flange_b, gear.flange_a);\n"
          "  connect(gear.flange_b, clutch.flange_a);\n  connect(clutch.flange_b, two.flange_a);\n",
      8, 1);
  const double relative = 0.5 + 0.5 / 18;  // of −slip
  const double t = (10.0 / 3) / relative;
  ASSERT_LT(t, 8);
  EXPECT_NEAR(s.at(3, "two.w"), 1.5, 1e-9);
  EXPECT_NEAR(s.at(3, "one.w"), 10 - 3 * 0.5 / 6, 1e-9);
  EXPECT_NEAR(s.last("two.w"), 0.5 * t, 1e-8);
  EXPECT_NEAR(s.last("one.w"), 1.5 * t, 1e-8);
}

// A pendulum and a rotor that stick together from the start are a pendulum with a rotor.
TEST(Clutch, ThatSticksIsAShaft) {
  const std::string pendulum =
      gravity +
      "  Joints.Revolute hinge(useAxisFlange = true, n = {0, 0, 1}, phi(start = 0.3, fixed = "
      "true),\n"
      "    w(fixed = true));\n  Parts.Body body(m = 1, r_CM = {0.4, 0.1, 0});\n"
      "  Rotational.Components.Inertia rotor(J = 0.6, w(fixed = FIXED));\n"
      "  Rotational.Components.Clutch clutch(fn_max = 100, f_normalized = 1);\n"
      "equation\n  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, "
      "body.frame_a);\n";
  auto with = [&](const char* fixed) {
    std::string text = pendulum;
    return text.replace(text.find("FIXED"), 5, fixed);
  };
  const Series sticks = run(with("true") +
                                "  connect(hinge.axis, clutch.flange_a);\n"
                                "  connect(clutch.flange_b, rotor.flange_a);\n",
                            1, 0.25);
  std::string shaft = with("false");
  const std::size_t clutch = shaft.find("  Rotational.Components.Clutch");
  shaft.erase(clutch, shaft.find('\n', clutch) + 1 - clutch);
  const Series one = run(shaft + "  connect(hinge.axis, rotor.flange_a);\n", 1, 0.25);
  for (double t : {0.25, 0.5, 1.0}) {
    EXPECT_NEAR(sticks.at(t, "hinge.phi"), one.at(t, "hinge.phi"), 1e-8);
    EXPECT_NEAR(sticks.at(t, "clutch.tau"), -0.6 * one.at(t, "rotor.a"), 1e-8);
    EXPECT_NEAR(sticks.at(t, "hinge.tau"), one.at(t, "hinge.tau"), 1e-8);
    EXPECT_NEAR(sticks.at(t, "clutch.w_rel"), 0.0, 1e-12);
  }
}

// Pressed by a law: open, closing by a ramp, open again.
TEST(Clutch, IsPressedByALaw) {
  const Series s =
      run(rotors +
              "  Rotational.Components.Clutch clutch(mu_pos = [0, 0.4], cgeo = 0.5, fn_max = 50,\n"
              "    f_normalized = if time < 0.5 then 0 elseif time < 1 then time - 0.5 else 0);\n"
              "equation\n  connect(one.flange_b, clutch.flange_a);\n"
              "  connect(clutch.flange_b, two.flange_a);\n",
          1.5, 0.25);
  // Torque 10 (t − 0.5) between 0.5 and 1.
  EXPECT_NEAR(s.at(0.25, "two.w"), 0, 0);
  EXPECT_NEAR(s.at(0.75, "two.w"), 5 * 0.0625, 1e-9);
  EXPECT_NEAR(s.last("two.w"), 5 * 0.25, 1e-9);
  EXPECT_NEAR(s.last("one.w"), 10 - 2.5 * 0.25, 1e-9);
}

// Where the table of friction bends, the run stops and goes on: every method gives the same motion.
TEST(Clutch, TablesBendAtEvents) {
  const std::string model = rotors +
                            "  Gelenk.Rotational.Friction clutch(tau_pos = [0, 3; 4, 5; 7, 1]);\n"
                            "equation\n  connect(one.flange_b, clutch.flange_a);\n"
                            "  connect(clutch.flange_b, two.flange_a);\n";
  // Slip −10 shrinks by 1.5 τ: at the rate 1.5 to 7, then w with τ = 1 + 4 (7 − w)/3 to 4, then
  // τ = 3 + w/2 to 0. For τ = A + B w, the time from w₀ to w₁ is ln(τ(w₀)/τ(w₁))/(1.5 B).
  const double first = 3 / 1.5, second = std::log(1.0 / 5.0) / (1.5 * -4.0 / 3),
               third = std::log(5.0 / 3.0) / (1.5 * 0.5);
  for (const char* integrator : {"auto", "erk8", "cvode"}) {
    const Series s = run(model, 5, 0.5, integrator);
    EXPECT_EQ(s.result.events, 3) << integrator;
    double stuck = 0;
    for (std::size_t i = 0; i < s.time.size() && stuck == 0; ++i) {
      if (std::abs(s.at(s.time[i], "clutch.w_rel")) < 1e-9) stuck = s.time[i];
    }
    EXPECT_NEAR(stuck, first + second + third, 1e-8) << integrator;
    EXPECT_NEAR(s.last("two.w"), 20.0 / 3, 1e-8) << integrator;
  }
}

TEST(Brake, StopsWhatItIsPressedOn) {
  const Series s = run(
      "  Rotational.Components.Inertia rotor(J = 2, phi(fixed = true), w(start = 3, fixed = "
      "true));\n"
      "  Rotational.Components.Brake brake(mu_pos = [0, 0.5], fn_max = 8,\n"
      "    f_normalized = if time < 0.5 then 0 else 1);\n"
      "  Translational.Components.Mass mass(m = 2, s(fixed = true), v(start = 3, fixed = true));\n"
      "  Translational.Components.Brake shoe(mu_pos = [0, 0.5], fn_max = 8, f_normalized = 1);\n"
      "equation\n  connect(rotor.flange_b, brake.flange_a);\n  connect(mass.flange_b, "
      "shoe.flange_a);\n",
      4, 0.5);
  EXPECT_NEAR(s.at(1.5, "rotor.w"), 3 - 2, 1e-9);
  EXPECT_NEAR(s.last("rotor.phi"), 1.5 + 9.0 / 4, 1e-9);
  EXPECT_EQ(s.last("rotor.w"), 0.0);
  EXPECT_NEAR(s.last("mass.s"), 9.0 / 4, 1e-9);
  EXPECT_EQ(s.last("mass.v"), 0.0);
}

// What friction takes does not reach the second rotor.
TEST(Bearing, PassesOnWhatFrictionLeaves) {
  const Series s = run(
      "  Rotational.Sources.ConstantTorque motor(tau_constant = 5);\n"
      "  Rotational.Components.Inertia one(J = 1, phi(fixed = true), w(start = 1, fixed = true));\n"
      "  Rotational.Components.BearingFriction bearing(tau_pos = [0, 2]);\n"
      "  Rotational.Components.Inertia two(J = 2);\n"
      "equation\n  connect(motor.flange, one.flange_a);\n"
      "  connect(one.flange_b, bearing.flange_a);\n  connect(bearing.flange_b, two.flange_a);\n",
      0.5, 0.25);
  EXPECT_NEAR(s.last("one.a"), 1, 1e-12);
  EXPECT_NEAR(s.last("bearing.flange_a.tau"), 4, 1e-12);
  EXPECT_NEAR(s.last("bearing.flange_b.tau"), -2, 1e-12);
  EXPECT_NEAR(s.last("two.flange_b.tau"), 0, 1e-12);
}

// A housing that turns: the bearing drags it along until both turn as one.
TEST(Bearing, MayHaveAHousingThatTurns) {
  const Series s = run(
      rotors +
          "  Rotational.Components.BearingFriction bearing(useSupport = true, tau_pos = [0, 3]);\n"
          "equation\n  connect(one.flange_b, bearing.flange_a);\n"
          "  connect(bearing.support, two.flange_a);\n",
      3, 0.5);
  EXPECT_NEAR(s.at(2, "one.w"), 7, 1e-9);
  EXPECT_NEAR(s.at(2, "two.w"), 6, 1e-9);
  EXPECT_NEAR(s.at(2, "bearing.w"), 1, 1e-9);
  EXPECT_NEAR(s.at(2, "bearing.tau"), 3, 1e-12);
  EXPECT_NEAR(s.at(2, "bearing.support.tau"), -3, 1e-12);
  EXPECT_NEAR(s.last("two.w"), 20.0 / 3, 1e-9);
}

TEST(Clutch, TwoFrictionsBetweenTheSameShaftsAreOne) {
  EXPECT_NE(
      failure_of(rotors +
                 "  Gelenk.Rotational.Friction a;\n  Gelenk.Rotational.Friction b;\n"
                 "equation\n  connect(one.flange_b, a.flange_a);\n"
                 "  connect(a.flange_b, two.flange_a);\n  connect(one.flange_b, b.flange_b);\n"
                 "  connect(b.flange_a, two.flange_a);\n")
          .find("is dry friction on the same coordinate already"),
      std::string::npos);
}

}  // namespace
}  // namespace gelenk
