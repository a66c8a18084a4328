// Integrators and events on whole models: laws with jumps against closed forms under every integrator,
// the default on smooth, oscillating and stiff models, messages of runs that cannot go on.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

// A mass of 1 kg on a rail, pushed by a law of time.
std::string pushed(const std::string& law) {
  return "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};\n"
         "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
         "Types.GravityTypes.NoGravity);\n"
         "  Joints.Prismatic slide(n = {1, 0, 0});\n"
         "  Parts.Body body(m = 1, r_CM = {0, 0, 0});\n"
         "  Gelenk.Forces.WorldForce push(force = {" +
         law +
         ", 0, 0});\nequation\n  connect(world.frame_b, slide.frame_a);\n"
         "  connect(slide.frame_b, body.frame_a);\n  connect(push.frame_b, body.frame_a);\nend "
         "M;\n";
}

Series run(const std::string& text, const SimulationOptions& options, const std::string& signals,
           testing::Make make = make_recursive_formulation) {
  TestModel test = TestModel::from_text(text, make);
  return testing::simulate(test, options, signals);
}

struct Law {
  const char* name;
  const char* law;
  double speed, way;  // at the end, t = 1
  long events;
};

class LawWithJumps : public ::testing::TestWithParam<Law> {};

TEST_P(LawWithJumps, CostsNoAccuracyUnderAnyIntegrator) {
  const Law& law = GetParam();
  for (const std::string& name : integrator_names()) {
    SimulationOptions options;
    options.integrator = name;
    options.interval = 0.25;
    // Coarse steps: a jump that is not located costs some 1e-2. The tolerances are those of the smooth
    // parts; multistep methods of SUNDIALS start anew at every event with an error that the tolerance allows.
    const bool fixed = name.starts_with("rk") || name.starts_with("abm");
    const bool multistep = name.starts_with("cvode") || name == "ida";
    if (fixed) options.step = 0.013;
    const double tolerance = name == "rk2"    ? 2e-4
                             : name == "abm4" ? 1e-6
                             : fixed          ? 1e-7
                             : multistep      ? 2e-6
                                              : 1e-8;
    for (const auto& [formulation, make] : testing::all_formulations) {
      SCOPED_TRACE(name + " " + formulation);
      const Series s = run(pushed(law.law), options, "slide.v,slide.s", make);
      ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
      EXPECT_NEAR(s.rows.back()[0], law.speed, tolerance);
      EXPECT_NEAR(s.rows.back()[1], law.way, tolerance);
      EXPECT_EQ(s.result.events, law.events);
    }
  }
}

const double pi = std::acos(-1.0);

INSTANTIATE_TEST_SUITE_P(
    Laws, LawWithJumps,
    ::testing::Values(
        // v = 2 · 0.31 − 0.69; s = ∫ (1 − t) F dt
        Law{"step", "if time < 0.31 then 2 else -1", 2 * 0.31 - 0.69,
            2 * (0.31 - 0.31 * 0.31 / 2) - 0.69 * 0.69 / 2, 1},
        Law{"strict", "if time > 0.31 then -1 else 2", 2 * 0.31 - 0.69,
            2 * (0.31 - 0.31 * 0.31 / 2) - 0.69 * 0.69 / 2, 1},
        // Five pulses of 0.1 s: each contributes 0.1 (1 − its middle). The end is an event too.
        Law{"square", "if mod(time, 0.2) < 0.1 then 1 else 0", 0.5,
            0.1 * (0.95 + 0.75 + 0.55 + 0.35 + 0.15), 10},
        Law{"short_pulse", "if time > 0.4 and time < 0.4001 then 1e4 else 0", 1, 0.59995, 2},
        Law{"abs", "abs(sin(2*3.14159265358979*time))", 2 / pi, 1 / pi, 1},
        // Exactly at 0.75 the sign is 0.
        Law{"sign", "sign(time - 0.75)", -0.5, -0.4375, 2},
        Law{"floor", "floor(4*time)", 1.5, 0.25 * (0.625 + 2 * 0.375 + 3 * 0.125), 4},
        Law{"max", "max(time, 0.5)", 0.25 + 0.375, 0.1875 + 1. / 12, 1}),
    [](const auto& test) { return test.param.name; });

// The branch that holds up to 0.36 has no value after it, and an infinite slope there.
TEST(Events, ABranchMayEndAtItsJump) {
  for (const std::string& name : integrator_names()) {
    SimulationOptions options;
    options.integrator = name;
    const Series s =
        run(pushed("if time < 0.36 then sqrt(0.36 - time) else 0"), options, "slide.v,slide.s");
    ASSERT_EQ(s.result.status, RunStatus::done) << name << ": " << s.result.message;
    EXPECT_NEAR(s.rows.back()[0], 2. / 3 * 0.216, 2e-5) << name;
    EXPECT_NEAR(s.rows.back()[1], 2. / 3 * 0.216 * 0.64 + 2. / 5 * std::pow(0.36, 2.5), 2e-5)
        << name;
    EXPECT_EQ(s.result.events, 1) << name;
  }
}

TEST(Events, RowsBeforeAndAfterAJump) {
  SimulationOptions options;
  options.interval = 0.25;
  const Series s = run(pushed("if time < 0.4 then 1 else 3"), options, "slide.a");
  EXPECT_EQ(s.time, (std::vector<double>{0, 0.25, 0.4, 0.4, 0.5, 0.75, 1}));
  EXPECT_EQ(s.rows[2][0], 1);
  EXPECT_EQ(s.rows[3][0], 3);
  // At an output instant the two rows of the event are the rows of the instant.
  const Series at = run(pushed("if time < 0.5 then 1 else 3"), options, "slide.a");
  EXPECT_EQ(at.time, (std::vector<double>{0, 0.25, 0.5, 0.5, 0.75, 1}));
}

TEST(Events, AStormNamesTheComponentAndTheTime) {
  SimulationOptions options;
  options.stop_time = 2;
  for (const auto& [formulation, make] : testing::all_formulations) {
    const Series s = run(pushed("if time < 1.5 then floor(log(abs(1 - time) + 1e-300)) else 0"),
                         options, "slide.s", make);
    EXPECT_EQ(s.result.status, RunStatus::failed) << formulation;
    EXPECT_EQ(
        s.result.message,
        "the events of 'push' follow one another without end at time 1 s (a law that jumps back "
        "as soon as it has acted: for dry friction use an element that sticks, else smooth the law "
        "or give it a hysteresis by a when)");
    EXPECT_GT(s.rows.size(), 250u);
  }
}

// A hundred million events of a when are not waited for.
TEST(Events, TooManyToFollowAreToldByName) {
  SimulationOptions options;
  options.stop_time = 1;
  const Series s = run(
      "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n  Real x(start = 0);\nequation\n"
      "  der(x) = 1;\n  when x > 1e-8 then reinit(x, 0); end when;\nend M;\n",
      options, "x");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_EQ(
      s.result.message,
      "the events of 'x' come every 1e-08 s at time 0.0001 s, as the last 10000 of them did: too "
      "many to follow for 1 s (let the condition of its when or law be true less often, by a "
      "hysteresis or a longer way from one event to the next, or let the run end earlier)");
}

// A ball by equations of its own, in three ways to write its impact: hops without end are told as such, by any integrator.
TEST(Events, HopsWithoutEndAreTold) {
  const char* const impacts[] = {"when x < 0 then reinit(v, -e*pre(v)); end when;",
                                 "when x < 0 then reinit(v, -e*pre(v)); reinit(x, 0); end when;",
                                 "when x <= 0 and v < 0 then reinit(v, -e*pre(v)); end when;"};
  for (const std::string& name : integrator_names()) {
    for (const char* when : impacts) {
      SimulationOptions options;
      options.integrator = name;
      options.stop_time = 10;
      options.interval = 0.1;
      const Series s =
          run("model M\n  parameter Real e = 0.8;\n  Real x(start = 1), v(start = 0);\nequation\n"
              "  der(x) = v;\n  der(v) = -9.81;\n  " +
                  std::string(when) + "\nend M;\n",
              options, "x,v");
      EXPECT_EQ(s.result.status, RunStatus::failed) << name << ' ' << when;
      EXPECT_EQ(s.result.message.find("the events of '"), 0u) << name << when << s.result.message;
      EXPECT_NE(s.result.message.find("' follow one another without end at time 4.06"),
                std::string::npos)
          << name << ' ' << when << s.result.message;
      for (const auto& row : s.rows) {
        EXPECT_GT(row[0], -1e-9) << name << ' ' << when;
        EXPECT_LT(row[0] * 9.81 + row[1] * row[1] / 2, 9.81 * (1 + 1e-6)) << name << ' ' << when;
      }
    }
  }
}

// The last hops are shorter than any step of a method that begins with long ones. Whatever the tolerance and the length of the run,
// they are told and not missed: the ball lies on the ground after √(2 h/g) (1 + 2 e/(1 − e)), and never below.
TEST(Events, HopsShorterThanAnyStepAreTold) {
  for (const char* name : {"ida", "cvode"}) {
    for (const double e : {0.3, 0.45, 0.6, 0.7}) {
      const double rest = std::sqrt(2 / 9.81) * (1 + 2 * e / (1 - e));
      for (const double rtol : {1e-7, 1e-8, 1e-9, 1e-10}) {
        for (const double stop_time : {5.0, 6.0, 8.0, 12.0}) {
          SCOPED_TRACE(std::string(name) + ", e " + std::to_string(e) + ", digits " +
                       std::to_string(-std::log10(rtol)) + " until " + std::to_string(stop_time));
          SimulationOptions options;
          options.integrator = name;
          options.rtol = rtol;
          options.stop_time = stop_time;
          const Series s =
              run("model M\n  Real x(start = 1), v(start = 0);\nequation\n  der(x) = v;\n"
                  "  der(v) = -9.81;\n  when x < 0 then reinit(v, -" +
                      std::to_string(e) + "*pre(v)); end when;\nend M;\n",
                  options, "x,v");
          EXPECT_EQ(s.result.status, RunStatus::failed);
          EXPECT_NE(s.result.message.find("' follow one another without end at time "),
                    std::string::npos)
              << s.result.message;
          EXPECT_NEAR(s.result.end_time, rest, 2e-3 * rest);
          for (const auto& row : s.rows) ASSERT_GT(row[0], -1e-9);
        }
      }
    }
  }
}

// Whatever pulls back as soon as it is passed: the events have no distance, and the run does not write them for ever.
TEST(Events, AChatteringLawIsTold) {
  for (const std::string& name : integrator_names()) {
    SimulationOptions options;
    options.integrator = name;
    const Series s = run(
        "model M\n  Real x(start = 0.3);\nequation\n  der(x) = if x > 0 then -1 else 1;\nend M;\n",
        options, "x");
    EXPECT_EQ(s.result.status, RunStatus::failed) << name;
    EXPECT_EQ(
        s.result.message,
        "the events of 'x' follow one another without end at time 0.3 s (a law that jumps back as "
        "soon as it has acted: for dry friction use an element that sticks, else smooth the law or "
        "give it a hysteresis by a when)")
        << name;
    EXPECT_LT(s.rows.size(), 300u) << name;
  }
}

TEST(Failure, ShortSteps) {
  SimulationOptions options;
  options.stop_time = 2;
  const Series s = run(pushed("1/(1 - time)^2"), options, "slide.s");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_EQ(s.result.message,
            "the tolerance needs steps shorter than the time resolves at time 1 s; the speed v of "
            "component 'slide' changes fastest");
  EXPECT_GT(s.rows.size(), 200u);
}

// One rotor, and a source that drives it.
std::string rotor(const std::string& source) {
  return "model M\n  import Modelica.Mechanics.Rotational.{Components, Sources};\n"
         "  Components.Inertia rotor(J = 1);\n  " +
         source + "\nequation\n  connect(push.flange, rotor.flange_a);\nend M;\n";
}

TEST(Failure, LawsOfOneDimensionalSourcesAreNamed) {
  SimulationOptions options;
  EXPECT_EQ(run(rotor("Sources.Torque push(tau = sqrt(0.5 - time));"), options, "*").result.message,
            "the law of component 'push' became not a number at time 0.5 s");
  EXPECT_EQ(
      run(rotor("Sources.Position push(exact = true, phi_ref = log(0.5 - time));"), options, "*")
          .result.message,
      "the tolerance needs steps shorter than the time resolves at time 0.5 s; the speed w of "
      "component 'rotor', which 'push' drives, changes fastest");
}

// A drive that pulls the loop apart, with the dependent coordinates by Newton's method: the joint is named.
TEST(Failure, ALoopThatCannotBeClosedIsNamed) {
  TestModel test(
      modelica::read_model(std::string(GELENK_SOURCE_DIR) + "/examples/DrivenSliderCrank.mo",
                           element_library(), {"", {{"rod_length", "0.2"}}}));
  SimulationOptions options;
  options.integrator = "rk4";
  options.stabilization = Stabilization::partition;
  const Series s = testing::simulate(test, options, "*.phi");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_EQ(s.result.message,
            "the loops cannot be closed: joint 'piston_pin' stays open by 0.0024 at time 0.02 s");
  EXPECT_GE(s.rows.size(), 5u);
}

TEST(Defaults, APendulumKeepsItsEnergy) {
  TestModel test = TestModel::from_text(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
      "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});\n"
      "  Joints.Revolute j;\n  Parts.FixedTranslation bar(r = {1, 0, 0});\n"
      "  Parts.PointMass p(m = 1);\nequation\n  connect(world.frame_b, j.frame_a);\n"
      "  connect(j.frame_b, bar.frame_a);\n  connect(bar.frame_b, p.frame_a);\nend M;\n");
  SimulationOptions options;
  options.stop_time = 100;
  const Series s = testing::simulate(test, options, "gelenk.energy.total");
  EXPECT_EQ(s.result.integrator, "auto (dop853)");
  // Of 9.81 J that go to and fro, some 40 times.
  EXPECT_NEAR(s.rows.back()[0], s.rows.front()[0], 2e-6);
  EXPECT_LT(s.result.evaluations, 40000);
  options.rtol = 1e-8;
  const Series coarser = testing::simulate(test, options, "gelenk.energy.total");
  EXPECT_NEAR(coarser.rows.back()[0], coarser.rows.front()[0], 2e-5);
  EXPECT_LT(coarser.result.evaluations, 25000);
}

// A governor whose slider hangs on dampers of 4e4 N.s/m: time constants of microseconds and of seconds.
const std::string governor =
    "model Governor\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces};\n"
    "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, 0, -1});\n"
    "  Joints.Revolute axis(n = {0, 0, 1}, w(start = 6.2832, fixed = true));\n"
    "  Parts.Body axisBody(m = 0.3, r_CM = {0, 0, 0}, I_11 = 0.025, I_22 = 0.025, I_33 = 0.001);\n"
    "  Joints.Revolute hinge1(n = {0, 1, 0}, phi(start = 1.05, fixed = true));\n"
    "  Joints.Revolute hinge2(n = {0, 1, 0}, phi(start = 2.09159265, fixed = true));\n"
    "  Parts.FixedTranslation half1(r = {0.5, 0, 0}), half2(r = {0.5, 0, 0});\n"
    "  Parts.Body rod1(m = 0.3, r_CM = {0, 0, 0}, I_11 = 0.001, I_22 = 0.025, I_33 = 0.025);\n"
    "  Parts.Body rod2(m = 0.3, r_CM = {0, 0, 0}, I_11 = 0.001, I_22 = 0.025, I_33 = 0.025);\n"
    "  Parts.FixedTranslation rest1(r = {0.5, 0, 0}), rest2(r = {0.5, 0, 0});\n"
    "  Parts.PointMass ball1(m = 5), ball2(m = 5);\n"
    "  Joints.Prismatic slide(n = {0, 0, -1}, s(start = 0.5, fixed = true));\n"
    "  Parts.Body slider(m = 0.3, r_CM = {0, 0, 0}, I_11 = 0.001, I_22 = 0.001, I_33 = 0.001);\n"
    "  Forces.SpringDamperParallel spring1(c = 8e5, d = 4e4, s_unstretched = 0.5);\n"
    "  Forces.SpringDamperParallel spring2(c = 8e5, d = 4e4, s_unstretched = 0.5);\n"
    "equation\n  connect(world.frame_b, axis.frame_a);\n  connect(axis.frame_b, "
    "axisBody.frame_a);\n"
    "  connect(axis.frame_b, hinge1.frame_a);\n  connect(hinge1.frame_b, half1.frame_a);\n"
    "  connect(half1.frame_b, rod1.frame_a);\n  connect(half1.frame_b, rest1.frame_a);\n"
    "  connect(rest1.frame_b, ball1.frame_a);\n  connect(axis.frame_b, hinge2.frame_a);\n"
    "  connect(hinge2.frame_b, half2.frame_a);\n  connect(half2.frame_b, rod2.frame_a);\n"
    "  connect(half2.frame_b, rest2.frame_a);\n  connect(rest2.frame_b, ball2.frame_a);\n"
    "  connect(axis.frame_b, slide.frame_a);\n  connect(slide.frame_b, slider.frame_a);\n"
    "  connect(slider.frame_a, spring1.frame_a);\n  connect(spring1.frame_b, rod1.frame_a);\n"
    "  connect(slider.frame_a, spring2.frame_a);\n  connect(spring2.frame_b, rod2.frame_a);\n"
    "end Governor;\n";

TEST(Defaults, AStiffModelIsHandedToCvode) {
  SimulationOptions options;
  options.stop_time = 3;
  options.interval = 0.1;
  const Series s = run(governor, options, "slide.s,axis.phi");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_TRUE(s.result.integrator.starts_with("auto (dop853, cvode from t = 0.0"))
      << s.result.integrator;
  EXPECT_LT(s.result.evaluations, 30000);
  // Another method, and a tolerance a thousand times smaller.
  options.integrator = "ida";
  options.rtol = 1e-11;
  const Series reference = run(governor, options, "slide.s,axis.phi");
  ASSERT_EQ(reference.result.status, RunStatus::done) << reference.result.message;
  ASSERT_EQ(s.time, reference.time);
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    EXPECT_NEAR(s.rows[i][0], reference.rows[i][0], 2e-6);
    EXPECT_NEAR(s.rows[i][1], reference.rows[i][1], 1e-5);
  }
}

// The smaller the tolerance, the longer dopri5 would go on: at 1e-12 four hundred thousand evaluations.
TEST(Defaults, AStiffModelIsHandedToCvodeAtAnyTolerance) {
  for (double rtol : {1e-6, 1e-8, 1e-10, 1e-12}) {
    SimulationOptions options;
    options.stop_time = 3;
    options.interval = 0.1;
    options.rtol = rtol;
    const Series s = run(governor, options, "slide.s");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_TRUE(s.result.integrator.starts_with("auto (dop853, cvode from t = 0.0"))
        << rtol << ' ' << s.result.integrator;
    options.integrator = "cvode";
    const Series cvode = run(governor, options, "slide.s");
    EXPECT_LT(s.result.evaluations, 4 * cvode.result.evaluations) << rtol;
    EXPECT_NEAR(s.last("slide.s"), cvode.last("slide.s"), 100 * rtol) << rtol;
  }
}

// A row of n bodies on a rail with springs and dampers between them, as stiff as those of a governor. In its slowest mode,
// sᵢ = 0.1 i + x sin(iθ) with θ = π/(2n + 1), each body follows ẍ = −(c x + d ẋ) 4 sin²(θ/2)/m.
TEST(Integrators, ALongStiffRowCostsAFewEvaluationsPerStep) {
  const int n = 300;
  const double c = 8e5, d = 4e4, m = 0.3;
  const std::string count = std::to_string(n);
  TestModel test = TestModel::from_text(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Types};\n"
      "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
      "Types.GravityTypes.NoGravity);\n"
      "  constant Integer n = " +
      count +
      ";\n"
      "  constant Real theta = 4*atan(1.0)/(2*n + 1);\n"
      "  Joints.Prismatic slide[n](s(start = {0.1*i + 0.01*sin(theta*i) for i in 1:n}, each fixed "
      "= "
      "true), v(each fixed = true));\n"
      "  Parts.Body body[n](each m = 0.3, each r_CM = {0, 0, 0});\n"
      "  Forces.SpringDamperParallel link[n](each c = 8e5, each d = 4e4, each s_unstretched = "
      "0.1);\n"
      "equation\n  connect(world.frame_b, link[1].frame_a);\n  for i in 1:n loop\n"
      "    connect(world.frame_b, slide[i].frame_a);\n"
      "    connect(slide[i].frame_b, body[i].frame_a);\n"
      "    connect(link[i].frame_b, slide[i].frame_b);\n  end for;\n"
      "  for i in 2:n loop\n    connect(slide[i - 1].frame_b, link[i].frame_a);\n  end for;\n"
      "end M;\n");
  const double theta = pi / (2 * n + 1), mu = 4 * std::pow(std::sin(theta / 2), 2) / m;
  const double rate = d * mu / 2, omega = std::sqrt(c * mu - rate * rate);
  for (const char* name : {"auto", "cvode"}) {
    SimulationOptions options;
    options.integrator = name;
    options.interval = 0.1;
    const Series s = testing::simulate(test, options, "slide[150].s,slide[300].s");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    for (std::size_t k = 0; k < s.time.size(); ++k) {
      const double t = s.time[k];
      const double x =
          0.01 * std::exp(-rate * t) * (std::cos(omega * t) + rate / omega * std::sin(omega * t));
      EXPECT_NEAR(s.rows[k][0], 15 + x * std::sin(150 * theta), 1e-6) << name << t;
      EXPECT_NEAR(s.rows[k][1], 30 + x * std::sin(300 * theta), 1e-6) << name << t;
    }
    // 601 of them to find which entries of the Jacobian are zero; without that it takes 20 000.
    EXPECT_LT(s.result.evaluations, 2000) << name;
  }
}

TEST(Integrators, AgreeOnACarWithLoops) {
  const std::string file = std::string(GELENK_SOURCE_DIR) + "/examples/thesis/Car.mo";
  SimulationOptions options;
  options.stop_time = 1;
  options.interval = 0.1;
  options.integrator = "rk4";
  options.step = 2.5e-4;
  TestModel test = TestModel::from_file(file);
  const Series reference = testing::simulate(test, options, "carBody.body.r_0[3],wheelLeft.*.r_0*");
  options.step = 0;
  for (const std::string& name : integrator_names()) {
    if (make_integrator(name)->has_fixed_step()) continue;
    options.integrator = name;
    const Series s = testing::simulate(test, options, "carBody.body.r_0[3],wheelLeft.*.r_0*");
    ASSERT_EQ(s.time, reference.time) << name;
    double worst = 0;
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
      for (std::size_t k = 0; k < s.rows[i].size(); ++k)
        worst = std::max(worst, std::abs(s.rows[i][k] - reference.rows[i][k]));
    }
    EXPECT_LT(worst, 2e-6) << name;
    EXPECT_LT(s.result.largest_drift.position, 1e-12) << name;
    EXPECT_LT(s.result.largest_drift.velocity, 1e-12) << name;
  }
}

// Over twenty seconds even methods that have no projection of their own stay on the loop without starting
// anew all the time.
TEST(Integrators, FollowAFourBarForLong) {
  const std::string four_bar =
      "model FourBar\n  import Modelica.Mechanics.MultiBody.{Joints, Parts};\n"
      "  inner Modelica.Mechanics.MultiBody.World world;\n  Parts.Fixed ground(r = {1, 0, 0});\n"
      "  Joints.Revolute crankHinge(phi(start = 1, fixed = true), w(start = 2, fixed = true));\n"
      "  Joints.Revolute pin1(phi(start = -0.5)), pin2(phi(start = -1.5)), rockerHinge;\n"
      "  Parts.BodyBox crank(r = {0.3, 0, 0}, width = 0.04), coupler(r = {0.9, 0, 0}, width = "
      "0.04),\n    rocker(r = {0.6, 0, 0}, width = 0.04);\nequation\n"
      "  connect(world.frame_b, crankHinge.frame_a);\n  connect(crankHinge.frame_b, "
      "crank.frame_a);\n  connect(crank.frame_b, pin1.frame_a);\n  connect(pin1.frame_b, "
      "coupler.frame_a);\n  connect(coupler.frame_b, pin2.frame_a);\n  connect(pin2.frame_b, "
      "rocker.frame_a);\n  connect(rocker.frame_b, rockerHinge.frame_a);\n"
      "  connect(rockerHinge.frame_b, ground.frame_b);\nend FourBar;\n";
  for (const std::string& name : integrator_names()) {
    if (make_integrator(name)->has_fixed_step()) continue;
    SimulationOptions options;
    options.integrator = name;
    options.stop_time = 20;
    options.rtol = 1e-8;
    const Series s = run(four_bar, options, "gelenk.energy.*");
    EXPECT_EQ(s.result.status, RunStatus::done) << name << ": " << s.result.message;
    EXPECT_LT(s.result.evaluations, 100000) << name;
    EXPECT_LT(s.result.largest_drift.position, 1e-13) << name;
    EXPECT_NEAR(s.last("gelenk.energy.total"), s.at(0, "gelenk.energy.total"), 5e-4) << name;
  }
}

// A pendulum that starts next to nothing off the horizontal swings as one that starts there.
TEST(Integrators, StartAtAnglesOfAnySize) {
  auto swing = [](const std::string& start, const std::string& name) {
    SimulationOptions options;
    options.integrator = name;
    options.stop_time = 2;
    options.interval = 0.5;
    return run(
        "model M\n  inner Modelica.Mechanics.MultiBody.World world;\n"
        "  Modelica.Mechanics.MultiBody.Joints.Revolute hinge(phi(start = " +
            start +
            ", fixed = true), w(fixed = true));\n"
            "  Modelica.Mechanics.MultiBody.Parts.Body rod(m = 1, r_CM = {0.5, 0, 0});\nequation\n"
            "  connect(world.frame_b, hinge.frame_a);\n  connect(hinge.frame_b, rod.frame_a);\n"
            "end M;\n",
        options, "hinge.phi,hinge.w");
  };
  for (const std::string& name : integrator_names()) {
    const Series reference = swing("0", name);
    ASSERT_EQ(reference.result.status, RunStatus::done) << name << reference.result.message;
    for (const char* start :
         {"sin(Modelica.Constants.pi)", "1e-18", "-1e-16", "3e-15", "1e-13", "-2e-11", "1e-9"}) {
      const Series s = swing(start, name);
      ASSERT_EQ(s.result.status, RunStatus::done) << name << ' ' << start << s.result.message;
      for (std::size_t i = 0; i < s.rows.size(); ++i)
        EXPECT_NEAR(s.rows[i][0], reference.rows[i][0], 1e-6) << name << ' ' << start;
    }
  }
}

// Pushed from rest at 1e-14 m, in the middle of a run.
TEST(Integrators, GoOnFromRestAnywhere) {
  for (const std::string& name : integrator_names()) {
    SimulationOptions options;
    options.integrator = name;
    options.stop_time = 10;
    std::string text = pushed("if time < 5 then 0 else 20");
    text.replace(text.find("n = {1, 0, 0}"), 13, "n = {1, 0, 0}, s(start = 1e-14, fixed = true)");
    const Series s = run(text, options, "slide.s");
    ASSERT_EQ(s.result.status, RunStatus::done) << name << ": " << s.result.message;
    EXPECT_NEAR(s.last("slide.s"), 250, 1e-3) << name;
  }
}

// ---- at rest ---------------------------------------------------------------------------------------------

// A block of 1 kg on dry friction.
std::string rubbing(const std::string& law, const std::string& friction) {
  return "model M\n  import T = Modelica.Mechanics.Translational;\n  T.Components.Fixed wall;\n"
         "  T.Components.Mass m(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
         "  T.Sources.Force pull(f = " +
         law + ");\n  Gelenk.Translational.Friction rub(f_pos = [0, " + friction +
         "]);\nequation\n  connect(pull.flange, m.flange_a);\n"
         "  connect(wall.flange, rub.flange_a);\n  connect(m.flange_b, rub.flange_b);\nend M;\n";
}

// Held by 2 N and pulled by 1.5 N + 1 N sin ωt it breaks away where the sine is ½ and slides until its speed,
//   v = −(t − t₁)/2 − (cos ωt − cos ωt₁)/ω,
// is zero again, once in each period, each time by the same way.
TEST(AtRest, EveryPeriodBreaksAway) {
  for (const std::string& name : integrator_names()) {
    for (double f : {1.0, 10.0, 160.0}) {
      const int periods = 20;
      const double omega = 2 * pi * f, t1 = pi / 6 / omega;
      auto speed = [&](double t) {
        return -(t - t1) / 2 - (std::cos(omega * t) - std::cos(omega * t1)) / omega;
      };
      double low = (pi - pi / 6) / omega, high = 2 * pi / omega;
      for (int k = 0; k < 100; ++k)
        (speed(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
      const double t2 = low, d = t2 - t1;
      const double way = -d * d / 4 -
                         (std::sin(omega * t2) - std::sin(omega * t1)) / omega / omega +
                         d * std::cos(omega * t1) / omega;
      SimulationOptions options;
      options.integrator = name;
      options.stop_time = periods / f;
      const Series s =
          run(rubbing("1.5 + sin(2*Modelica.Constants.pi*" + std::to_string(f) + "*time)", "2"),
              options, "m.s");
      ASSERT_EQ(s.result.status, RunStatus::done) << name << s.result.message;
      EXPECT_EQ(s.result.events, 2 * periods) << name << ' ' << f;
      const double tolerance = name == "rk2" ? 1e-1 : name == "rk4" || name == "abm4" ? 1e-2 : 1e-3;
      EXPECT_NEAR(s.last("m.s"), periods * way, tolerance * periods * way) << name << ' ' << f;
    }
  }
}

// A mass at rest is pushed by 1 N whenever a sine of time is near its top.
TEST(AtRest, EveryPulseIsFelt) {
  for (const std::string& name : integrator_names()) {
    SimulationOptions options;
    options.integrator = name;
    const Series s = run(pushed("if sin(1000*time) > 0.9 then 1 else 0"), options, "slide.v");
    ASSERT_EQ(s.result.status, RunStatus::done) << name << s.result.message;
    // 159 tops within a second; the last one is over by then.
    EXPECT_EQ(s.result.events, 318) << name;
    EXPECT_NEAR(s.last("slide.v"), 159 * 2 * std::acos(0.9) / 1000, 1e-7) << name;
  }
}

// A smooth push of 2 ms somewhere in ten seconds, with all that a law can be made of; ∫ exp(−x²) dx = √π.
TEST(AtRest, AShortSmoothPushIsFelt) {
  for (const std::string& name : integrator_names()) {
    if (make_integrator(name)->has_fixed_step()) continue;
    for (const char* at : {"0.31", "4.4444", "9.87654321"}) {
      SimulationOptions options;
      options.integrator = name;
      options.stop_time = 10;
      const Series s =
          run(pushed("exp(-((time - " + std::string(at) + ")/0.001)^2)"), options, "slide.v");
      ASSERT_EQ(s.result.status, RunStatus::done) << name << s.result.message;
      EXPECT_NEAR(s.last("slide.v"), 1e-3 * std::sqrt(pi), 1e-7) << name << ' ' << at;
    }
  }
}

// Random periodic pulls against friction: what auto finds is what small steps find.
TEST(AtRest, RandomPeriodicPulls) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> share(0, 1);
  for (int k = 0; k < 15; ++k) {
    const double f1 = 5 * std::pow(40, share(random)), f2 = 5 * std::pow(40, share(random));
    const double a = 0.2 + share(random), b = 0.2 + share(random), mean = share(random) - 0.5;
    const double hold = std::abs(mean) + (a + b) * (0.4 + 0.55 * share(random));
    char law[200];
    std::snprintf(law, sizeof law, "%.12g + %.12g*sin(%.12g*time) + %.12g*cos(%.12g*time)", mean, a,
                  2 * pi * f1, b, 2 * pi * f2);
    SimulationOptions options;
    const Series s = run(rubbing(law, std::to_string(hold)), options, "m.s");
    options.step = 1e-4;
    const Series fine = run(rubbing(law, std::to_string(hold)), options, "m.s");
    ASSERT_EQ(s.result.status, RunStatus::done) << law << s.result.message;
    EXPECT_GT(fine.result.events, 0) << law;
    EXPECT_EQ(s.result.events, fine.result.events) << law << " against " << hold;
    EXPECT_NEAR(s.last("m.s"), fine.last("m.s"), 1e-8) << law << " against " << hold;
  }
}

TEST(Integrators, SameOptionsSameBits) {
  for (const std::string& name : integrator_names()) {
    SimulationOptions options;
    options.integrator = name;
    const std::string text = pushed("if mod(time, 0.3) < 0.1 then sin(9*time) else 0");
    const Series a = run(text, options, "*"), b = run(text, options, "*");
    EXPECT_EQ(a.time, b.time) << name;
    EXPECT_EQ(a.rows, b.rows) << name;
  }
}

}  // namespace
}  // namespace gelenk
