// Laws as expressions of the model's own signals: forces, states, discrete variables and relations that users
// write themselves, against closed forms, in every formulation.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::string header =
    "model M\n import Modelica.Mechanics.MultiBody.*;\n"
    " inner World world(gravityType = Types.GravityTypes.NoGravity);\n";

Series run(const std::string& text, double stop_time, testing::Make make,
           const char* integrator = "auto") {
  TestModel test = TestModel::from_text(header + text + "end M;\n", make);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = stop_time / 20;
  options.rtol = 1e-11;
  options.integrator = integrator;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

class Laws : public ::testing::TestWithParam<testing::NamedFormulation> {};

// Three springs to the origin, as a force on the body's position; with a speed it runs on an ellipse.
TEST_P(Laws, AForceMayDependOnTheMotionOfABody) {
  const Series s =
      run(" Parts.PointMass ball(m = 2, r_0(start = {1, 0, 0.5}, each fixed = true),"
          " v_0(start = {0, 3, 0}, each fixed = true));\n"
          " Gelenk.Forces.WorldForce pull(force = -8*ball.r_0);\n"
          "equation\n connect(pull.frame_b, ball.frame_a);\n",
          3, GetParam().make);
  EXPECT_NEAR(s.last("ball.r_0[1]"), std::cos(6.0), 1e-9);
  EXPECT_NEAR(s.last("ball.r_0[2]"), 1.5 * std::sin(6.0), 1e-9);
  EXPECT_NEAR(s.last("ball.r_0[3]"), 0.5 * std::cos(6.0), 1e-9);
  EXPECT_NEAR(s.last("pull.force[2]"), -8 * s.last("ball.r_0[2]"), 1e-12);
}

// A force in body axes at a point off the centre: a thruster that turns with its body.
TEST_P(Laws, AForceInBodyAxesFollowsAVariableOfTheModel) {
  const Series s = run(
      " Joints.Revolute hinge(phi(fixed = true), w(fixed = true));\n"
      " Parts.Body arm(m = 1, r_CM = {0, 0, 0}, I_11 = 3, I_22 = 3, I_33 = 3);\n"
      " Parts.FixedTranslation tip(r = {0.5, 0, 0});\n"
      " Real push = 6 - 2*hinge.w;\n"
      " Gelenk.Forces.WorldForce thruster(force = {0, push, 0},"
      " resolveInFrame = Types.ResolveInFrameB.frame_b);\n"
      "equation\n connect(world.frame_b, hinge.frame_a);\n connect(hinge.frame_b, arm.frame_a);\n"
      " connect(arm.frame_a, tip.frame_a);\n connect(tip.frame_b, thruster.frame_b);\n",
      4, GetParam().make);
  // 3 ẇ = 0.5 (6 − 2 w)
  const double w = 3 * (1 - std::exp(-4.0 / 3));
  EXPECT_NEAR(s.last("hinge.w"), w, 1e-9);
  EXPECT_NEAR(s.last("push"), 6 - 2 * w, 1e-9);
}

// Maxwell's element written by the user: its state follows the stretch with a lag.
TEST_P(Laws, StatesFollowTheirRates) {
  const Series s =
      run(" Joints.Prismatic rail(n = {1, 0, 0}, s(start = 1, fixed = true), v(fixed = true));\n"
          " Parts.Body mass(m = 1, r_CM = {0, 0, 0});\n"
          " Real d(start = 0.25) \"Stretch of the damper\";\n"
          " Real f = 4*(rail.s - d);\n"
          " Gelenk.Forces.WorldForce link(force = {-f, 0, 0});\n"
          "equation\n der(d) = f/5;\n connect(world.frame_b, rail.frame_a);\n"
          " connect(rail.frame_b, mass.frame_a);\n connect(link.frame_b, mass.frame_a);\n",
          2, GetParam().make);
  // With u = s − d: ü + 0.8 u̇ + 4 u = 0, u(0) = 0.75, u̇(0) = −0.8·0.75; and f = 4 u.
  const double a = 0.4, w = std::sqrt(4 - a * a), u0 = 0.75, v0 = -0.6;
  const double u = std::exp(-2 * a) * (u0 * std::cos(2 * w) + (v0 + a * u0) / w * std::sin(2 * w));
  EXPECT_NEAR(s.last("f"), 4 * u, 1e-9);
  EXPECT_NEAR(s.last("rail.s") - s.last("d"), u, 1e-9);
}

// The same element of the library, with its energy: what the damper loses is missing.
TEST_P(Laws, SpringAndDamperInSeries) {
  const Series s = run(
      " Joints.Prismatic rail(n = {1, 0, 0}, s(start = 2, fixed = true), v(fixed = true));\n"
      " Parts.Body mass(m = 1, r_CM = {0, 0, 0});\n"
      " Forces.SpringDamperSeries link(c = 4, d = 5, s_unstretched = 1, s_damper(start = 0.25));\n"
      " Real lost(start = 0);\n"
      "equation\n der(lost) = (4*(rail.s - 1 - link.s_damper))^2/5;\n"
      " connect(world.frame_b, rail.frame_a);\n"
      " connect(rail.frame_b, mass.frame_a);\n connect(link.frame_a, world.frame_b);\n"
      " connect(link.frame_b, mass.frame_a);\n",
      2, GetParam().make);
  const double a = 0.4, w = std::sqrt(4 - a * a), u0 = 0.75, v0 = -0.6;
  const double u =
      std::exp(-2 * a) * (u0 * std::cos(2 * w) + (v0 + a * u0) / w * std::sin(2 * w));
  EXPECT_NEAR(s.last("link.f"), 4 * u, 1e-9);
  EXPECT_NEAR(s.last("gelenk.energy.total") + s.last("lost"), 2 * u0 * u0, 1e-9);
}

// A link force by a law of its own length and speed does what spring and damper do.
TEST_P(Laws, ALinkForceByLawIsAnySpring) {
  const std::string rest =
      " Parts.PointMass ball(m = 1, r_0(start = {1, 0.5, 0}, each fixed = true),"
      " v_0(start = {0, 1, 2}, each fixed = true));\n"
      "equation\n connect(link.frame_a, world.frame_b);\n connect(link.frame_b, ball.frame_a);\n";
  const Series law = run(
      " Gelenk.Forces.LineForce link(tension = 30*(link.length - 0.7) + 2*link.v);\n" + rest, 2,
      GetParam().make);
  const Series spring = run(
      " Forces.SpringDamperParallel link(c = 30, s_unstretched = 0.7, d = 2);\n" + rest, 2,
      GetParam().make);
  for (const char* name : {"ball.r_0[1]", "ball.r_0[2]", "ball.r_0[3]", "link.f", "link.length"})
    EXPECT_NEAR(law.last(name), spring.last(name), 1e-9) << name;
}

// A relay with hysteresis that keeps a temperature between two bounds: the instants of switching are logarithms.
TEST_P(Laws, WhensSwitchAtTheirInstants) {
  const std::string text =
      " Real T(start = 0); Boolean on(start = true); Integer count(start = 0); Real last(start = "
      "0);\n"
      "equation\n der(T) = (if on then 2 else 0) - T;\n"
      " when T > 1.5 then\n  on = false;\n  count = pre(count) + 1;\n"
      " elsewhen T < 0.5 then\n  on = true;\n  last = time;\n end when;\n";
  const Series s = run(text, 5, GetParam().make);
  // Up from 0 to 1.5, down to 0.5, up to 1.5 …
  const double first = std::log(2 / 0.5), down = std::log(3.0), up = std::log(1.5 / 0.5);
  double t = first, last = 0;
  int count = 1;
  bool on = false;
  while (t + (on ? up : down) < 5) {
    t += on ? up : down;
    on = !on;
    if (on) last = t;
    if (!on) ++count;
  }
  EXPECT_EQ(s.last("count"), count);
  EXPECT_NEAR(s.last("last"), last, 1e-9);
  const double T = on ? 2 - 1.5 * std::exp(-(5 - t)) : 1.5 * std::exp(-(5 - t));
  EXPECT_NEAR(s.last("T"), T, 1e-9);
}

// A state that is set anew at events: a sawtooth; its values are exact.
TEST_P(Laws, ReinitSetsAState) {
  const Series s =
      run(" Real x(start = 0); Integer n(start = 0);\nequation\n der(x) = 1;\n"
          " when x >= 0.3 then\n  reinit(x, x - 0.3);\n  n = pre(n) + 1;\n end when;\n",
          1, GetParam().make);
  EXPECT_EQ(s.last("n"), 3);
  EXPECT_NEAR(s.last("x"), 0.1, 1e-12);
}

// One change may be the cause of the next at the same instant.
TEST_P(Laws, WhensFollowOneAnother) {
  const Series s =
      run(" Boolean a(start = false), b(start = false); Real x(start = 1);\nequation\n"
          " when time > 0.5 then\n  a = true;\n end when;\n"
          " when a then\n  b = true;\n end when;\n"
          " when b then\n  x = 2*pre(x);\n end when;\n",
          1, GetParam().make);
  EXPECT_EQ(s.last("x"), 2);
  EXPECT_EQ(s.result.events, 1);
}

// A cam: s = 0.1 (1 − cos φ). Without loads the energy (J + m s'²) φ̇²/2 stays.
TEST_P(Laws, ARelationMayBeAnyExpression) {
  const Series s =
      run(" Joints.Revolute cam(phi(start = 0.2, fixed = true), w(start = 5, fixed = true));\n"
          " Parts.Body disc(m = 1, r_CM = {0, 0, 0}, I_11 = 0.02, I_22 = 0.02, I_33 = 0.02);\n"
          " Joints.Prismatic valve(n = {0, 1, 0});\n Parts.Body stem(m = 1.5, r_CM = {0, 0, 0});\n"
          " Gelenk.Constraints.Relation follow(residual = valve.s - lift);\n"
          " Real lift = 0.1*(1 - cos(cam.phi));\n"
          "equation\n connect(world.frame_b, cam.frame_a);\n connect(cam.frame_b, disc.frame_a);\n"
          " connect(world.frame_b, valve.frame_a);\n connect(valve.frame_b, stem.frame_a);\n",
          3, GetParam().make);
  auto inertia = [](double phi) { return 0.02 + 1.5 * std::pow(0.1 * std::sin(phi), 2); };
  const double twice = inertia(0.2) * 25;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    const double phi = s.at(s.time[i], "cam.phi"), w = std::sqrt(twice / inertia(phi));
    EXPECT_NEAR(s.at(s.time[i], "cam.w"), w, 1e-8);
    EXPECT_NEAR(s.at(s.time[i], "valve.s"), 0.1 * (1 - std::cos(phi)), 1e-13);
    EXPECT_NEAR(s.at(s.time[i], "valve.v"), 0.1 * std::sin(phi) * w, 1e-8);
  }
  EXPECT_GT(s.last("cam.phi"), 9);
}

// Signals of sensors, frames and closing joints serve as well as coordinates.
TEST_P(Laws, SensorsAndFramesMayBeRead) {
  const Series s =
      run(" Parts.PointMass ball(m = 1, r_0(start = {3, 0, 0}, each fixed = true),"
          " v_0(each fixed = true));\n"
          " Sensors.Distance distance;\n Sensors.AbsoluteVelocity speed;\n"
          " Gelenk.Forces.WorldForce pull(force = {-4*(distance.distance - 2) - 0.5*speed.v[1]"
          " + 0*ball.frame_a.r_0[1], 0, 0});\n"
          "equation\n connect(pull.frame_b, ball.frame_a);\n connect(distance.frame_a, "
          "world.frame_b);\n"
          " connect(distance.frame_b, ball.frame_a);\n connect(speed.frame_a, ball.frame_a);\n",
          2, GetParam().make);
  const double w = std::sqrt(4 - 1.0 / 16);
  EXPECT_NEAR(s.last("ball.r_0[1]") - 2,
              std::exp(-0.5) * (std::cos(2 * w) + 0.25 / w * std::sin(2 * w)), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Formulations, Laws, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& test) { return test.param.name; });

// A torque by law on the axis of a joint: Duffing's pendulum, whose energy is known.
TEST(LawsOnAxes, ATorqueMayDependOnTheJoint) {
  for (const char* integrator : {"auto", "cvode", "erk8"}) {
    const Series s = run(
        " Joints.Revolute hinge(useAxisFlange = true, phi(start = 1, fixed = true), w(fixed = "
        "true));\n"
        " Parts.Body arm(m = 1, r_CM = {0, 0, 0}, I_11 = 2, I_22 = 2, I_33 = 2);\n"
        " Modelica.Mechanics.Rotational.Sources.Torque motor(tau = -3*hinge.phi - hinge.phi^3);\n"
        "equation\n connect(world.frame_b, hinge.frame_a);\n connect(hinge.frame_b, arm.frame_a);\n"
        " connect(motor.flange, hinge.axis);\n",
        5, testing::all_formulations[0].make, integrator);
    for (std::size_t i = 0; i < s.time.size(); ++i) {
      const double x = s.at(s.time[i], "hinge.phi"), w = s.at(s.time[i], "hinge.w");
      EXPECT_NEAR(w * w + 1.5 * x * x + 0.25 * std::pow(x, 4), 1.75, 1e-8) << integrator;
    }
  }
}

std::string error(const std::string& text) {
  try {
    TestModel::from_text(header + text + "end M;\n");
  } catch (const UserError& e) {
    return e.diagnostics()[0].code + ": " + e.diagnostics()[0].message;
  }
  return "";
}

TEST(LawErrors, SayWhatIsWrong) {
  const std::string ball =
      " Parts.PointMass ball(m = 1);\n Gelenk.Forces.WorldForce f(force = {x, 0, 0});\n";
  const std::string rest = "equation\n connect(f.frame_b, ball.frame_a);\n";
  EXPECT_EQ(
      error(ball + " Real x = ball.a_0[1];\n" + rest),
      "law: 'ball.a_0[1]' depends on accelerations or forces, which themselves depend on this "
      "law");
  EXPECT_EQ(
      error(ball + " Real x = ball.frame_a.f[1];\n" + rest),
      "law: 'ball.frame_a.f[1]' depends on accelerations or forces, which themselves depend on "
      "this law");
  EXPECT_EQ(error(ball + " Real x = y, y = 2*x;\n" + rest),
            "cycle: 'x' is defined by itself: x → y → x");
  EXPECT_EQ(error(ball + " Real x, y;\n" + rest + " x = y; y = 2*x;\n"),
            "cycle: variable 'x' depends on itself");
  EXPECT_EQ(error(ball + " Real x;\n" + rest), "equation: variable 'x' has no equation");
  EXPECT_EQ(error(ball + " Real x;\n" + rest + " x = 1; x = 2;\n"),
            "duplicate: variable 'x' has two equations");
  EXPECT_EQ(error(ball + " Real x;\n" + rest + " x = 1; der(x) = 2;\n"),
            "duplicate: variable 'x' has two equations");
  EXPECT_EQ(error(ball + " Real x = 1;\n" + rest + " x = 2;\n"),
            "duplicate: 'x' has a value where it is declared");
  EXPECT_EQ(error(ball + " Real x; Real y = 1;\n" + rest +
                  " x = 1; when time > 1 then reinit(x, 2); end when;\n"),
            "equation: reinit sets 'x', which is not a state");
}

TEST(LawErrors, WhensThatNeverSettle) {
  TestModel test = TestModel::from_text(
      header +
      " Integer n(start = 0); Boolean even = mod(n, 2) == 0;\nequation\n"
      " when time > 0.5 then\n  n = 1;\n elsewhen even then\n  n = pre(n) + 1;\n"
      " elsewhen not even then\n  n = pre(n) + 1;\n end when;\nend M;\n");
  SimulationOptions options;
  options.stop_time = 1;
  const Series s = testing::simulate(test, options, "*");
  EXPECT_NE(s.result.status, RunStatus::done);
  EXPECT_EQ(s.result.message.substr(0, 48), "the whens of the model do not come to an end: ea");
}

}  // namespace
}  // namespace gelenk
