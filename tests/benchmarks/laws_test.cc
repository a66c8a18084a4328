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

// The angle of a joint that closes a loop counts its turns as others do, and to read it changes nothing.
TEST_P(Laws, AnglesOfClosingJointsCountTheirTurns) {
  const std::string loop =
      " Joints.Revolute crank, pinB(phi(start = -0.55)), pinC(phi(start = 0.85)), hinge(phi(start "
      "= 1.3));\n"
      " Parts.FixedTranslation base(r = {0.45, 0, 0});\n"
      " Parts.BodyCylinder a(r = {0.2, 0, 0}, diameter = 0.03), b(r = {0.5, 0, 0}, diameter = "
      "0.03),"
      " c(r = {0.4, 0, 0}, diameter = 0.03);\n"
      " Gelenk.Forces.WorldTorque torque(torque = {0, 0, 20});\n";
  const std::string rest =
      "equation\n connect(world.frame_b, crank.frame_a);\n connect(crank.frame_b, a.frame_a);\n"
      " connect(a.frame_b, pinB.frame_a);\n connect(pinB.frame_b, b.frame_a);\n"
      " connect(b.frame_b, pinC.frame_a);\n connect(pinC.frame_b, c.frame_b);\n"
      " connect(world.frame_b, base.frame_a);\n connect(base.frame_b, hinge.frame_a);\n"
      " connect(hinge.frame_b, c.frame_a);\n connect(torque.frame_b, a.frame_a);\n";
  const Series plain = run(loop + rest, 1, GetParam().make);
  const Series read =
      run(loop + " Real y = crank.phi, z(start = 0);\n" + rest + " der(z) = crank.w;\n", 1,
          GetParam().make);
  EXPECT_NEAR(read.last("hinge.phi"), plain.last("hinge.phi"), 1e-8);
  EXPECT_GT(read.last("z"), 30);
  EXPECT_NEAR(read.last("y") - read.at(0, "y"), read.last("z"), 1e-7);
}

// A second run of one formulation starts from the start again: turns of the first are forgotten.
TEST(LawRuns, StartTheirTurnsAnew) {
  TestModel test = TestModel::from_text(
      header +
      " Joints.Revolute crank, pinB(phi(start = -0.55)), pinC(phi(start = 0.85)), hinge(phi(start "
      "= 1.3));\n"
      " Parts.FixedTranslation base(r = {0.45, 0, 0});\n"
      " Parts.BodyCylinder a(r = {0.2, 0, 0}, diameter = 0.03), b(r = {0.5, 0, 0}, diameter = "
      "0.03),"
      " c(r = {0.4, 0, 0}, diameter = 0.03);\n"
      " Gelenk.Forces.WorldTorque torque(torque = {0, 0, 20});\n Real y = crank.phi;\n"
      "equation\n connect(world.frame_b, crank.frame_a);\n connect(crank.frame_b, a.frame_a);\n"
      " connect(a.frame_b, pinB.frame_a);\n connect(pinB.frame_b, b.frame_a);\n"
      " connect(b.frame_b, pinC.frame_a);\n connect(pinC.frame_b, c.frame_b);\n"
      " connect(world.frame_b, base.frame_a);\n connect(base.frame_b, hinge.frame_a);\n"
      " connect(hinge.frame_b, c.frame_a);\n connect(torque.frame_b, a.frame_a);\nend M;\n");
  SimulationOptions options;
  options.stop_time = 1;
  const Series first = testing::simulate(test, options, "y");
  const Series second = testing::simulate(test, options, "y");
  EXPECT_GT(first.last("y"), 30);
  EXPECT_EQ(second.at(0, "y"), first.at(0, "y"));
  EXPECT_EQ(second.last("y"), first.last("y"));
}

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
  const double u = std::exp(-2 * a) * (u0 * std::cos(2 * w) + (v0 + a * u0) / w * std::sin(2 * w));
  EXPECT_NEAR(s.last("link.f"), 4 * u, 1e-9);
  EXPECT_NEAR(s.last("gelenk.energy.total") + s.last("lost"), 2 * u0 * u0, 1e-9);
}

// A link force by a law of its own length and speed does what spring and damper do.
TEST_P(Laws, ALinkForceByLawIsAnySpring) {
  const std::string rest =
      " Parts.PointMass ball(m = 1, r_0(start = {1, 0.5, 0}, each fixed = true),"
      " v_0(start = {0, 1, 2}, each fixed = true));\n"
      "equation\n connect(link.frame_a, world.frame_b);\n connect(link.frame_b, ball.frame_a);\n";
  const Series law =
      run(" Gelenk.Forces.LineForce link(tension = 30*(link.length - 0.7) + 2*link.v);\n" + rest, 2,
          GetParam().make);
  const Series spring =
      run(" Forces.SpringDamperParallel link(c = 30, s_unstretched = 0.7, d = 2);\n" + rest, 2,
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

// The equations of a when hold at once, in any order; pre is what was before.
TEST_P(Laws, ValuesOfAWhenDependOnOneAnother) {
  const Series s =
      run(" Real a(start = 0), b(start = 0), c(start = 0);\nequation\n"
          " when time > 0.5 then\n  b = a + 1;\n  a = 5;\n  c = pre(a) + b;\n end when;\n",
          1, GetParam().make);
  EXPECT_EQ(s.last("a"), 5);
  EXPECT_EQ(s.last("b"), 6);
  EXPECT_EQ(s.last("c"), 6);
}

// A law that is no number where it is not used disturbs no other: the jump of the force is met exactly.
TEST_P(Laws, ValuesNotInUseDisturbNothing) {
  const Series s =
      run(" Joints.Prismatic rail(n = {1, 0, 0});\n Parts.Body mass(m = 1, r_CM = {0, 0, 0});\n"
          " Gelenk.Forces.WorldForce push(force = {if time < 0.3333 then 0 else 100, 0, 0});\n"
          " Real a(start = 0);\nequation\n when rail.s > 500 then\n  a = sqrt(rail.s - 400);\n end "
          "when;\n"
          " connect(world.frame_b, rail.frame_a);\n connect(rail.frame_b, mass.frame_a);\n"
          " connect(push.frame_b, mass.frame_a);\n",
          1, GetParam().make, "rk4");
  EXPECT_NEAR(s.last("rail.s"), 50 * (1 - 0.3333) * (1 - 0.3333), 1e-9);
}

// A long chain of variables is evaluated once, not once for each of them.
TEST(LawCost, ChainsOfVariablesShareWhatTheyDefine) {
  TestModel test = TestModel::from_text(header +
                                        " Real x[1000];\nequation\n x[1] = time;\n"
                                        " for i in 2:1000 loop x[i] = 0.5*x[i - 1] + 1; end for;\n"
                                        "end M;\n");
  std::vector<symbolic::Expression> values;
  for (const auto& variable : test.system.quantities.variables) values.push_back(variable.value);
  EXPECT_LE(symbolic::Tape(values).step_count(), 2001);
}

// The ball of the textbooks: its condition becomes false again after each bounce, and true at the next.
TEST_P(Laws, ABallBouncesByReinit) {
  for (const char* integrator : {"auto", "cvode", "erk8", "rk4"}) {
    const Series s = run(
        " Real x(start = 1), v(start = 0); Integer n(start = 0);\nequation\n der(x) = v;\n"
        " der(v) = -9.81;\n when x <= 0 then\n  reinit(v, -0.8*pre(v));\n  n = pre(n) + 1;\n end "
        "when;\n",
        3, GetParam().make, integrator);
    double t = std::sqrt(2 / 9.81), v = 9.81 * t;
    int n = 1;
    for (v *= 0.8; t + 2 * v / 9.81 < 3; ++n) {
      t += 2 * v / 9.81;
      v *= 0.8;
    }
    EXPECT_EQ(s.last("n"), n) << integrator;
    EXPECT_NEAR(s.last("x"), v * (3 - t) - 9.81 / 2 * (3 - t) * (3 - t), 1e-8) << integrator;
  }
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

// An impact turns the speed round: laws, states and whens that read it follow at once.
TEST(LawsOnAxes, ImpactsAreSeenByLaws) {
  const Series s = run(
      " Joints.Prismatic rail(n = {0, 1, 0}, useAxisFlange = true, s(start = 1, fixed = true), "
      "v(fixed = true));\n"
      " Parts.Body ball(m = 1, r_CM = {0, 0, 0});\n"
      " Gelenk.Translational.Stop ground(s_min = 0, s_max = 10, e = 0.8);\n"
      " Modelica.Mechanics.Translational.Components.Fixed wall;\n"
      " Gelenk.Forces.WorldForce force(force = {0, (if rail.v > 0 then -2 else 0) - 9.81, 0});\n"
      " Integer up(start = 0); Real z(start = 0);\n"
      "equation\n der(z) = if rail.v > 0 then 1 else 0;\n"
      " when rail.v > 0 then up = pre(up) + 1; end when;\n"
      " connect(world.frame_b, rail.frame_a);\n connect(rail.frame_b, ball.frame_a);\n"
      " connect(force.frame_b, ball.frame_a);\n connect(rail.axis, ground.flange_b);\n"
      " connect(ground.flange_a, wall.flange);\n",
      0.9, testing::all_formulations[0].make);
  const double fall = std::sqrt(2 / 9.81), v = 0.8 * 9.81 * fall, rise = v / 11.81;
  ASSERT_GT(0.9, fall + rise);
  EXPECT_EQ(s.last("up"), 1);
  EXPECT_NEAR(s.last("z"), rise, 1e-9);
  const double left = 0.9 - fall - rise;
  EXPECT_NEAR(s.last("rail.s"), v * rise / 2 - 9.81 * left * left / 2, 1e-9);
}

// A mass on a gap: in contact for half a period, then free flight; the force is never a pull.
TEST(Contacts, AGapPushesAndNeverPulls) {
  const Series s = run(
      " Modelica.Mechanics.Translational.Components.Mass m(m = 1, s(start = 1, fixed = true),"
      " v(start = -2, fixed = true));\n Modelica.Mechanics.Translational.Components.Fixed wall;\n"
      " Modelica.Mechanics.Translational.Components.ElastoGap gap(c = 100, d = 0, s_rel0 = 0.4);\n"
      "equation\n connect(wall.flange, gap.flange_a);\n connect(gap.flange_b, m.flange_a);\n",
      1, testing::all_formulations[0].make);
  // Contact from t = 0.3 for π/10, then back at the same speed.
  const double flight = 1 - 0.3 - M_PI / 10;
  EXPECT_NEAR(s.last("m.s"), 0.4 + 2 * flight, 1e-9);
  EXPECT_NEAR(s.last("m.v"), 2, 1e-9);
  double least = 0;
  for (double t : s.time) least = std::min(least, s.at(t, "gap.f"));
  for (double t : s.time) EXPECT_LE(s.at(t, "gap.f"), 1e-12);
  EXPECT_LT(least, -15);
}

// Two rotors with play between them: the first strikes the second; once they have parted, speeds are those of an
// elastic impact. In the play there is no torque.
TEST(Contacts, BacklashHandsMomentumOn) {
  const Series s = run(
      " Modelica.Mechanics.Rotational.Components.Inertia a(J = 2, phi(fixed = true),"
      " w(start = 3, fixed = true)), b(J = 1, phi(fixed = true), w(fixed = true));\n"
      " Modelica.Mechanics.Rotational.Components.ElastoBacklash play(c = 4000, d = 0, b = 0.4);\n"
      "equation\n connect(a.flange_b, play.flange_a);\n connect(play.flange_b, b.flange_a);\n",
      0.12, testing::all_formulations[0].make);
  // Contact at 0.2/3 s for half a period, π √(2/3/4000) = 0.0406 s.
  EXPECT_NEAR(s.last("a.w"), 1, 1e-9);
  EXPECT_NEAR(s.last("b.w"), 4, 1e-9);
  EXPECT_EQ(s.at(0.06, "play.tau"), 0);
  EXPECT_LT(s.at(0.09, "play.tau"), -1);
}

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

std::string error(const std::string& text, const testing::Make& make = make_recursive_formulation) {
  try {
    TestModel::from_text(header + text + "end M;\n", make);
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
      error(ball + " Real x = ball.a_0[1];\n" + rest, make_mixed_formulation),
      "law: 'ball.a_0[1]' depends on accelerations or forces, which themselves depend on this "
      "law");
  EXPECT_EQ(
      error(ball + " Real x = ball.frame_a.f[1];\n" + rest, make_mixed_formulation),
      "law: 'ball.frame_a.f[1]' depends on accelerations or forces, which themselves depend on "
      "this law");
  EXPECT_EQ(error(ball + " Real x = y, y = 2*x;\n" + rest),
            "cycle: 'x' is defined by itself: x → y → x");
  EXPECT_EQ(error(ball + " Real x; Boolean b, c;\n" + rest +
                  " x = if b then 1 else 2; b = not c; c = b or x > 3;\n"),
            "cycle: variable 'b' depends on itself");
  EXPECT_EQ(error(ball + " Real x;\n" + rest), "equation: variable 'x' has no equation");
  EXPECT_EQ(error(ball + " Real x;\n" + rest + " x = 1; x = 2;\n"),
            "duplicate: variable 'x' has two equations");
  EXPECT_EQ(error(ball + " Real x;\n" + rest + " x = 1; der(x) = 2;\n"),
            "duplicate: variable 'x' has two equations");
  EXPECT_EQ(error(ball + " Real x = 1;\n" + rest + " x = 2;\n"),
            "duplicate: 'x' has a value where it is declared");
  EXPECT_EQ(error(ball + " Real x(start = 0);\n" + rest +
                  " when time > 1 then x = 1; end when; when time > 2 then x = 2; end when;\n"),
            "duplicate: variable 'x' gets values in two whens");
  EXPECT_EQ(error(ball + " Real x = if ball.r_0[1] == 0 then 1 else 0;\n" + rest),
            "type: '==' between Real values that change with time");
  EXPECT_EQ(error(ball + " Real x = pre(2*y), y = time;\n" + rest),
            "type: pre takes a variable that changes at events");
  EXPECT_EQ(error(ball + " Real x = pre(y); Real y;\n" + rest + " y = time;\n"),
            "law: pre(y): this variable does not change at events");
  EXPECT_EQ(error(ball + " Real x = 1; Integer k;\n" + rest + " der(k) = 1;\n"),
            "type: only a Real variable has a derivative");
  EXPECT_EQ(error(ball + " Real x = 1; Real time = 2;\n" + rest),
            "duplicate: 'time' is the time of the simulation");
  EXPECT_EQ(error(ball + " Real x; Real y = 1;\n" + rest +
                  " x = 1; when time > 1 then reinit(x, 2); end when;\n"),
            "equation: reinit sets 'x', which is not a state");
}

TEST(LawErrors, RunsThatStop) {
  auto message = [](const std::string& text) {
    TestModel test = TestModel::from_text(header + text + "end M;\n");
    SimulationOptions options;
    options.stop_time = 1;
    const Series s = testing::simulate(test, options, "*");
    EXPECT_EQ(s.result.status, RunStatus::failed);
    return s.result.message;
  };
  EXPECT_EQ(message(" Real n(start = 0);\nequation\n when time > 0.5 then n = n + 1; end when;\n")
                .substr(0, 80),
            "a variable that a when sets depends on itself (write pre(…) for its value befo");
  EXPECT_EQ(message(" Real x = sqrt(0.5 - time);\n").substr(0, 35),
            "signal 'x' became not a number at t");
  // At this start the relation has no direction, and the valve's speed fits neither way on; it is not dropped in silence.
  const std::string relation = message(
      " Joints.Revolute shaft(phi(fixed = true), w(start = 3, fixed = true));\n"
      " Parts.Body disc(m = 1, r_CM = {0, 0, 0});\n Joints.Prismatic valve(n = {0, 1, 0}, s(fixed "
      "= true));\n"
      " Parts.Body stem(m = 1, r_CM = {0, 0, 0});\n"
      " Gelenk.Constraints.Relation cam(residual = valve.s^2 - 0.01*(1 - cos(shaft.phi)));\n"
      "equation\n connect(world.frame_b, shaft.frame_a);\n connect(shaft.frame_b, disc.frame_a);\n"
      " connect(world.frame_b, valve.frame_a);\n connect(valve.frame_b, stem.frame_a);\n");
  EXPECT_EQ(relation.substr(0, 114),
            "the mechanism is in a singular position (the relation 'cam') with speeds that lead to "
            "neither of its ways on (give");
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
