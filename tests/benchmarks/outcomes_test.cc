// Laws that read accelerations and loads, which depend on these laws: closed forms, and a scalar integration by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

class OutcomeLaws : public ::testing::TestWithParam<testing::NamedFormulation> {
 protected:
  Series run(const std::string& body, double stop, const std::string& signals,
             RunStatus expected = RunStatus::done) {
    TestModel test = TestModel::from_text(
        "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Sensors};\n"
        "  import Modelica.Mechanics.{Rotational, Translational};\n"
        "  inner Modelica.Mechanics.MultiBody.World world(g = 10);\n" +
            body + "end M;\n",
        GetParam().make);
    SimulationOptions options;
    options.stop_time = stop;
    options.interval = stop / 20;
    Series series = testing::simulate(test, options, signals);
    EXPECT_EQ(series.result.status, expected) << series.result.message;
    return series;
  }
};

std::vector<testing::NamedFormulation> with_shafts() {
  std::vector<testing::NamedFormulation> list;
  for (const auto& formulation : testing::all_formulations) {
    if (std::string(formulation.name) != "mixed") list.push_back(formulation);
  }
  return list;
}

INSTANTIATE_TEST_SUITE_P(All, OutcomeLaws, ::testing::ValuesIn(with_shafts()),
                         [](const auto& one) { return std::string(one.param.name); });

const std::string on_rail =
    "  Joints.Prismatic rail(n = {1, 0, 0}, useAxisFlange = true, s(start = 0, fixed = true), "
    "v(start = 0, fixed = true));\n"
    "  Parts.Body slider(m = 2, r_CM = {0, 0, 0});\n";
const std::string mounted =
    "equation\n  connect(world.frame_b, rail.frame_a);\n  connect(rail.frame_b, slider.frame_a);\n";

// (m + m') a = F, with m' as a force against the acceleration.
TEST_P(OutcomeLaws, AForceMayBeAnAddedMass) {
  const Series s =
      run(on_rail + "  Gelenk.Forces.WorldForce water(force = {10 - 3*slider.a_0[1], 0, 0});\n" +
              mounted + "  connect(water.frame_b, slider.frame_a);\n",
          1, "rail.s,rail.a,water.force[1]");
  EXPECT_NEAR(s.last("rail.a"), 2, 1e-12);
  EXPECT_NEAR(s.last("rail.s"), 1, 1e-10);
  EXPECT_NEAR(s.last("water.force[1]"), 4, 1e-11);
}

// What has no solution is told, with the signal.
TEST_P(OutcomeLaws, AnAddedMassThatTakesAllMassAwayIsTold) {
  const Series s =
      run(on_rail + "  Gelenk.Forces.WorldForce water(force = {10 + 2*slider.a_0[1], 0, 0});\n" +
              mounted + "  connect(water.frame_b, slider.frame_a);\n",
          1, "rail.s", RunStatus::failed);
  EXPECT_NE(
      s.result.message.find("'slider.a_0[1]' and the laws that read it do not agree on any value"),
      std::string::npos)
      << s.result.message;
}

// A pendulum whose bearing rubs by μ r times the force through it, which in turn depends on how the friction slows it down:
//   J φ̈ = −m g l sin φ − μ r √(F_r² + F_t²) tanh(φ̇/ε),  F_r = m (l φ̇² + g cos φ),  F_t = m (l φ̈ + g sin φ)
TEST_P(OutcomeLaws, ABearingRubsByTheForceThroughIt) {
  const double m = 2, l = 0.5, J = 0.1 + m * l * l, g = 10, mu_r = 0.05, eps = 0.1;
  const Series s = run(
      "  Joints.Revolute hinge(useAxisFlange = true, phi(start = 1.2, fixed = true), w(start = 0, "
      "fixed = true));\n"
      "  Parts.Body arm(m = 2, r_CM = {0, -0.5, 0}, I_33 = 0.1);\n"
      "  Real load = sqrt(hinge.frame_b.f[1]^2 + hinge.frame_b.f[2]^2);\n"
      "  Rotational.Sources.Torque rub(tau = -0.05*load*tanh(hinge.w/0.1));\n"
      "equation\n  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, arm.frame_a);\n"
      "  connect(rub.flange, hinge.axis);\n",
      3, "hinge.phi,hinge.w,load");
  auto acceleration = [&](double phi, double w) {
    double a = -m * g * l * std::sin(phi) / J;
    for (int i = 0; i < 200; ++i) {  // a contraction, by far
      const double F =
          std::hypot(m * (l * w * w + g * std::cos(phi)), m * (l * a + g * std::sin(phi)));
      a = (-m * g * l * std::sin(phi) - mu_r * F * std::tanh(w / eps)) / J;
    }
    return a;
  };
  double phi = 1.2, w = 0;
  const int steps = 60000;
  const double h = 3.0 / steps;
  for (int i = 0; i < steps; ++i) {
    const double a1 = acceleration(phi, w), a2 = acceleration(phi + h / 2 * w, w + h / 2 * a1),
                 a3 = acceleration(phi + h / 2 * w + h * h / 4 * a1, w + h / 2 * a2),
                 a4 = acceleration(phi + h * w + h * h / 2 * a2, w + h * a3);
    phi += h * w + h * h / 6 * (a1 + a2 + a3);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  EXPECT_NEAR(s.last("hinge.phi"), phi, 1e-8);
  EXPECT_NEAR(s.last("hinge.w"), w, 1e-8);
}

// Coulomb friction by the normal force, with real sticking: pulled by 6 N and lifted by 5 t, the block breaks away where
// 0.4 (m g − 5 t) = 6, at t = 1; then a = t − 1.
TEST_P(OutcomeLaws, ABlockSticksByItsNormalForce) {
  const Series s =
      run(on_rail +
              "  Translational.Components.Brake rub(mu_pos = [0, 0.4], fn_max = 1, f_normalized = "
              "abs(rail.frame_b.f[2]));\n"
              "  Gelenk.Forces.WorldForce pull(force = {6, 5*time, 0});\n" +
              mounted +
              "  connect(pull.frame_b, slider.frame_a);\n  connect(rub.flange_a, rail.axis);\n",
          3, "rail.s,rail.v,rub.f,rail.frame_b.f[2]");
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    const double t = s.time[i], x = std::max(0.0, t - 1);
    EXPECT_NEAR(s.rows[i][0], x * x * x / 6, 1e-9) << t;
    EXPECT_NEAR(s.rows[i][1], x * x / 2, 1e-9) << t;
    EXPECT_NEAR(std::abs(s.rows[i][3]), 20 - 5 * t, 1e-9) << t;
  }
  EXPECT_EQ(s.at(0.9, "rail.v"), 0.0);
}

// A pin that holds until its load exceeds 5 N, which it does at 2.5 s.
TEST_P(OutcomeLaws, APinBreaksByItsLoad) {
  const Series s =
      run(on_rail +
              "  Gelenk.Translational.Lock pin(locked = if broken then 0 else 1);\n  Boolean "
              "broken(start = false);\n"
              "  Gelenk.Forces.WorldForce pull(force = {2*time, 0, 0});\n" +
              mounted +
              "  connect(pull.frame_b, slider.frame_a);\n  connect(rail.support, pin.flange_a);\n"
              "  connect(pin.flange_b, rail.axis);\n"
              "  when abs(pin.f) > 5 then\n    broken = true;\n  end when;\n",
          4, "rail.s,rail.v,pin.f,broken");
  EXPECT_EQ(s.at(2.4, "rail.s"), 0.0);
  EXPECT_NEAR(std::abs(s.at(2.4, "pin.f")), 4.8, 1e-9);
  EXPECT_NEAR(s.last("rail.v"), (16 - 2.5 * 2.5) / 2, 1e-8);
}

// An impulse is the integral of a force: a state that no force reads costs no further evaluations.
TEST_P(OutcomeLaws, AStateMayFollowALoad) {
  const Series s =
      run(on_rail +
              "  Parts.FixedTranslation arm(r = {0.2, 0, 0});\n  Sensors.CutForce cut;\n  Real "
              "impulse(start = 0);\n"
              "  Parts.Body load(m = 3, r_CM = {0, 0, 0});\n"
              "  Gelenk.Forces.WorldForce pull(force = {10*time, 0, 0});\n" +
              mounted +
              "  connect(slider.frame_a, arm.frame_a);\n  connect(arm.frame_b, cut.frame_a);\n"
              "  connect(cut.frame_b, load.frame_a);\n  connect(pull.frame_b, slider.frame_a);\n"
              "  der(impulse) = cut.force[1];\n",
          1, "impulse,load.v_0[1]");
  EXPECT_NEAR(s.last("load.v_0[1]"), 1, 1e-9);
  EXPECT_NEAR(std::abs(s.last("impulse")), 3, 1e-8);
}

// A wheel that is pressed down by part of the force that drives it: the driving force is limited by the load on the wheel,
// f = 0.5 N, N = m g + 0.4 f, so f = 0.5 m g/(1 − 0.2).
TEST_P(OutcomeLaws, ALoopWithGainBelowOneHasItsClosedForm) {
  const Series s = run(on_rail +
                           "  Real f = 0.5*abs(rail.frame_b.f[2]);\n"
                           "  Gelenk.Forces.WorldForce drive(force = {f, -0.4*f, 0});\n" +
                           mounted + "  connect(drive.frame_b, slider.frame_a);\n",
                       1, "f,rail.a");
  EXPECT_NEAR(s.last("f"), 0.5 * 20 / 0.8, 1e-10);
  EXPECT_NEAR(s.last("rail.a"), 0.5 * 20 / 0.8 / 2, 1e-10);
}

// Drag by the square of an acceleration, and by its cube: far from linear, with one solution each.
TEST_P(OutcomeLaws, LawsMayBend) {
  for (const auto& [law, a] : {std::pair{"10 - 2*slider.a_0[1]^3 + 6*slider.a_0[1]", 2.0},
                               std::pair{"14 - 2.5*slider.a_0[1]*abs(slider.a_0[1])", 2.0}}) {
    SCOPED_TRACE(law);
    const Series s = run(on_rail + "  Gelenk.Forces.WorldForce f(force = {" + law + ", 0, 0});\n" +
                             mounted + "  connect(f.frame_b, slider.frame_a);\n",
                         1, "rail.a");
    const double found = s.last("rail.a");
    // 2 a = law
    const bool is_cubic = std::string(law).find("^3") != std::string::npos;
    const double left = is_cubic ? 10 - 2 * found * found * found + 6 * found - 2 * found
                                 : 14 - 2.5 * found * found - 2 * found;
    EXPECT_NEAR(left, 0, 1e-10);
    if (!is_cubic) {
      EXPECT_NEAR(found, a, 1e-11);
    }
  }
}

// A law that takes one branch where it brings about the other has none.
TEST_P(OutcomeLaws, BranchesThatContradictThemselvesAreTold) {
  for (const char* law : {"{if slider.a_0[1] > 0 then -1 else 1, 0, 0}",
                          "{0, if -rail.frame_b.f[2] > 20 then 5 else -5, 0}"}) {
    SCOPED_TRACE(law);
    const Series s = run(on_rail + "  Gelenk.Forces.WorldForce f(force = " + law + ");\n" +
                             mounted + "  connect(f.frame_b, slider.frame_a);\n",
                         1, "rail.s", RunStatus::failed);
    EXPECT_NE(s.result.message.find("agree with neither choice"), std::string::npos)
        << s.result.message;
  }
}

}  // namespace
}  // namespace gelenk
