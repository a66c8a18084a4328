// Equations of the user's that have to be solved: linear and nonlinear ones, those that restrict states, and those that meet a
// mechanism, against closed forms and against the same machine in native elements.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::string header =
    "model M\n import Modelica.Mechanics.MultiBody.*;\n import Modelica.Mechanics.Rotational;\n"
    " inner World world;\n";

Series run(const std::string& text, double stop_time,
           testing::Make make = make_recursive_formulation, const char* integrator = "auto",
           double interval = 0.0) {
  TestModel test = TestModel::from_text(header + text + "end M;\n", make);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = interval > 0 ? interval : stop_time / 20;
  options.rtol = 1e-10;
  options.integrator = integrator;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

std::string error(const std::string& text) {
  try {
    TestModel::from_text(header + text + "end M;\n");
  } catch (const UserError& e) {
    const Diagnostic& d = e.diagnostics()[0];
    return d.code + ": " + d.message;
  }
  return "";
}

std::string error_of_start(const std::string& text) {
  TestModel test = TestModel::from_text(header + text + "end M;\n");
  try {
    SimulationOptions options;
    testing::simulate(test, options, "*");
  } catch (const UserError& e) {
    const Diagnostic& d = e.diagnostics()[0];
    return d.code + ": " + d.message;
  }
  return "";
}

class Equations : public ::testing::TestWithParam<testing::NamedFormulation> {};

TEST(EquationSystems, LinearOnesAreSolved) {
  const Series s = run(
      " Real x, y, z;\nequation\n x + y + z = 6*time;\n x - y = time - 1;\n 2*z - x = y*3;\n", 1);
  for (const double t : s.time) {
    const double x = s.at(t, "x"), y = s.at(t, "y"), z = s.at(t, "z");
    EXPECT_NEAR(x + y + z, 6 * t, 1e-13);
    EXPECT_NEAR(x - y, t - 1, 1e-13);
    EXPECT_NEAR(2 * z - x, 3 * y, 1e-13);
  }
}

TEST(EquationSystems, NonlinearOnesAreSolved) {
  const Series s =
      run(" Real x(start = 0.5), u, v(start = 1);\nequation\n x^3 + x = 10*time;\n"
          " u*v = 2 + time;\n u + v = 3 + time;\n",
          1);
  for (const double t : s.time) {
    const double x = s.at(t, "x");
    EXPECT_NEAR(x * x * x + x, 10 * t, 1e-11);
    EXPECT_NEAR(s.at(t, "u") * s.at(t, "v"), 2 + t, 1e-11);
    EXPECT_NEAR(s.at(t, "u") + s.at(t, "v"), 3 + t, 1e-12);
  }
}

TEST(EquationSystems, VariablesMayDependOnEachOther) {
  const Series s = run(" Real x, y;\nequation\n x = 1 + 0.5*y;\n y = time - 0.5*x;\n", 1);
  EXPECT_NEAR(s.last("x"), 1.2, 1e-14);
  EXPECT_NEAR(s.last("y"), 0.4, 1e-14);
}

// A low-pass of two stages as a circuit, written by loops and nodes.
TEST(EquationSystems, DerivativesStandAnywhere) {
  const std::string text =
      " parameter Real R = 2, C = 0.1;\n Real u1(start = 0, fixed = true), u2(start = 0, fixed = "
      "true), i1, i2;\n"
      "equation\n 1 - u1 = R*i1;\n u1 - u2 = R*i2;\n i1 - i2 = C*der(u1);\n der(C*u2) = i2;\n";
  const Series s = run(text, 1);
  // ü₂ T² + 3 T u̇₂ + u₂ = 1 with T = R C, from rest.
  const double T = 0.2, a = (-3 + std::sqrt(5.0)) / (2 * T), b = (-3 - std::sqrt(5.0)) / (2 * T);
  for (const double t : s.time) {
    EXPECT_NEAR(s.at(t, "u2"), 1 + (b * std::exp(a * t) - a * std::exp(b * t)) / (a - b), 1e-8);
  }
}

// Equations in which no second derivative of x and y is left to choose: both are states for ever.
TEST(EquationSystems, APendulumInXAndYTurnsForEver) {
  const std::string text =
      " parameter Real L = 1, g = world.g;\n Real x(start = 1, fixed = true), y(start = 0), "
      "vx(start "
      "= 0), vy(start = -7, fixed = true), F;\n"
      "equation\n der(x) = vx;\n der(y) = vy;\n der(vx) = -F*x;\n der(vy) = -F*y - g;\n"
      " x^2 + y^2 = L^2;\n";
  const Series s = run(text, 20, make_recursive_formulation, "auto", 0.1);
  double least = 1, most = -1;
  for (const double t : s.time) {
    const double x = s.at(t, "x"), y = s.at(t, "y"), vx = s.at(t, "vx"), vy = s.at(t, "vy");
    EXPECT_NEAR(x * x + y * y, 1, 1e-13);
    EXPECT_NEAR(x * vx + y * vy, 0, 1e-12);
    EXPECT_NEAR(0.5 * (vx * vx + vy * vy) + 9.80665 * y, 24.5, 1e-6);
    least = std::min(least, y);
    most = std::max(most, y);
  }
  EXPECT_LT(least, -0.9);
  EXPECT_GT(most, 0.9);
  // The same as a mechanism.
  const Series mechanism = run(
      " Joints.Revolute hinge(phi(start = 0, fixed = true), w(start = -7, fixed = true));\n"
      " Parts.FixedTranslation rod(r = {1, 0, 0});\n Parts.PointMass ball(m = 1);\n"
      "equation\n connect(world.frame_b, hinge.frame_a);\n connect(hinge.frame_b, rod.frame_a);\n"
      " connect(rod.frame_b, ball.frame_a);\n",
      20, make_recursive_formulation, "auto", 0.1);
  EXPECT_NEAR(s.last("x"), mechanism.last("ball.r_0[1]"), 1e-5);
  EXPECT_NEAR(s.last("y"), mechanism.last("ball.r_0[2]"), 1e-5);
}

TEST(EquationSystems, BranchesChangeAtEvents) {
  const std::string text =
      " Real x(start = 1, fixed = true), v(start = 0, fixed = true), F;\nequation\n der(x) = v;\n"
      " der(v) = F;\n if x > 0 then\n  F + 4*x = 0;\n else\n  F + 9*x = 0;\n end if;\n";
  const Series s = run(text, 3);
  // Half a swing of each: π/2 + π/3 is its period.
  const double quarter = 3.14159265358979323846 / 4;
  for (const double t : s.time) {
    if (t > quarter + 1.04) break;
    EXPECT_NEAR(s.at(t, "x"),
                t < quarter ? std::cos(2 * t) : -2.0 / 3 * std::sin(3 * (t - quarter)), 1e-8);
  }
}

const char* const arm =
    " Joints.Revolute hinge(useAxisFlange = true, phi(start = 0.3, fixed = true), w(fixed = "
    "true));\n"
    " Parts.BodyBox rod(r = {0.5, 0, 0}, width = 0.06);\n";
const char* const connected =
    " connect(world.frame_b, hinge.frame_a);\n connect(hinge.frame_b, rod.frame_a);\n";

// A damper that is an equation between what the joint does and what acts on the rod.
TEST_P(Equations, ReadRatesOfAMechanism) {
  const std::string held =
      " Joints.Revolute hinge(phi(start = 0.3, fixed = true), w(fixed = true));\n"
      " Parts.BodyBox rod(r = {0.5, 0, 0}, width = 0.06);\n"
      " Gelenk.Forces.WorldTorque torque(torque = {0, 0, u});\n Real u;\nequation\n" +
      std::string(connected) + " connect(torque.frame_b, rod.frame_a);\n";
  const Series given = run(held + " u = -0.4*hinge.w;\n", 2, GetParam().make);
  const Series solved = run(held + " u + 0.4*der(hinge.phi) = 0;\n", 2, GetParam().make);
  const Series bent =
      run(held + " u^3 + u = (-0.4*hinge.w)^3 - 0.4*der(hinge.phi);\n", 2, GetParam().make);
  for (const Series* own : {&solved, &bent}) {
    EXPECT_NEAR(own->last("hinge.phi"), given.last("hinge.phi"), 1e-8);
    EXPECT_NEAR(own->last("hinge.a"), given.last("hinge.a"), 1e-7);
  }
}

TEST(EquationSystems, ReadAccelerationsOfAMechanism) {
  const Series native =
      run(std::string(arm) + " Rotational.Components.Inertia rotor(J = 0.3);\nequation\n" +
              connected + " connect(rotor.flange_b, hinge.axis);\n",
          2);
  const Series own =
      run(std::string(arm) +
              " Rotational.Sources.Torque torque(tau = -u);\n Real u, w;\nequation\n" + connected +
              " connect(torque.flange, hinge.axis);\n w = der(hinge.phi);\n 0.3*der(w) = u;\n",
          2);
  EXPECT_NEAR(own.last("hinge.phi"), native.last("hinge.phi"), 1e-7);
  EXPECT_NEAR(own.last("hinge.a"), native.last("hinge.a"), 1e-6);
}

// Whichever branch is taken, the other one would apply.
TEST(EquationSystems, BranchesThatContradictEachOtherAreTold) {
  TestModel test = TestModel::from_text(
      header +
      " Real x, y;\nequation\n y + x = 3;\n if x > 0 then\n  x + 1 = y - y;\n else\n"
      "  x - 1 = y - y;\n end if;\nend M;\n");
  SimulationOptions options;
  options.stop_time = 1;
  const Series s = testing::simulate(test, options, "*");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_NE(s.result.message.find("contradict each other"), std::string::npos) << s.result.message;
}

// ---- the start and events --------------------------------------------------------------------------------

TEST(EquationSystems, InitialEquationsHoldAtTheStart) {
  // In balance, and half full.
  const Series s =
      run(" Real x(start = 3), y(start = 1), z;\ninitial equation\n der(x) = 0;\n y^2 = 0.25;\n"
          "equation\n der(x) = 2 + y - x + z;\n der(y) = -y;\n z^3 + z = 2*x;\n",
          1);
  const double x = s.at(0, "x"), y = s.at(0, "y"), z = s.at(0, "z");
  EXPECT_NEAR(y, 0.5, 1e-9);
  EXPECT_NEAR(2 + y - x + z, 0, 1e-8);
  EXPECT_NEAR(z * z * z + z, 2 * x, 1e-9);
}

// Parameters that equations at the start determine, and one that follows from them: exp(−t/T) that passes 0.25 at 1 s.
TEST(EquationSystems, ParametersAreSolvedForAtTheStart) {
  const Series s =
      run(" parameter Real T(fixed = false, start = 1), k(fixed = false, start = 1);\n"
          " parameter Real twice = 2*k;\n Real x(start = 3, fixed = true), y;\n"
          "initial equation\n exp(-1/T) = 0.25;\n k*k*k + k = x + 7;\n"
          "equation\n der(x) = -x/T;\n y = twice*x;\n",
          1);
  EXPECT_NEAR(s.at(1, "x"), 0.75, 1e-8);
  EXPECT_NEAR(s.at(1, "k"), 2, 1e-8);
  EXPECT_NEAR(s.at(1, "y"), 3, 1e-7);
}

TEST(EquationSystems, SubscriptsMayChange) {
  const Series s =
      run(" parameter Real v[4] = {1, 4, 9, 16};\n Integer k(start = 1, fixed = true);\n"
          " Real a[2, 2] = {{time, 2}, {3, 4}}, x, y, z[2];\n"
          "equation\n when time > 0.52 then k = 2; elsewhen time > 0.77 then k = 3; end when;\n"
          " x = v[k];\n y = a[min(k, 2), 1];\n z = a[:, min(k, 2)];\n",
          1);
  EXPECT_EQ(s.at(0.5, "x"), 1);
  EXPECT_EQ(s.at(0.7, "x"), 4);
  EXPECT_EQ(s.at(0.9, "x"), 9);
  EXPECT_EQ(s.at(0.5, "y"), 0.5);
  EXPECT_EQ(s.at(0.9, "y"), 3);
  EXPECT_EQ(s.at(0.9, "z[2]"), 4);
}

// A rate that is a number, beside equations that have to be solved.
TEST(EquationSystems, ConstantRatesMove) {
  const Series s =
      run(" Real phi(start = 0.5, fixed = true), f, y;\nequation\n der(phi) = 3*f;\n 2*f = 4;\n"
          " y + y^3 = phi;\n",
          1);
  EXPECT_NEAR(s.at(1, "phi"), 6.5, 1e-9);
}

TEST(EquationSystems, SamplesAreTakenAtTheirInstants) {
  const Series s = run(
      " Real x(start = 0, fixed = true), held(start = -1);\n Integer n(start = 0);\nequation\n"
      " der(x) = 1;\n when sample(0.05, 0.1) then\n  held = x;\n  n = pre(n) + 1;\n end when;\n",
      1);
  EXPECT_EQ(s.last("n"), 10.0);
  EXPECT_NEAR(s.last("held"), 0.95, 1e-12);
  const Series from_start =
      run(" Integer n(start = 0), m(start = 0);\nequation\n"
          " when sample(0, 0.25) then\n  n = pre(n) + 1;\n end when;\n"
          " when {initial(), time > 0.6} then\n  m = pre(m) + 1;\n end when;\n",
          0.9);
  EXPECT_EQ(from_start.at(0, "n"), 1.0);
  EXPECT_EQ(from_start.last("n"), 4.0);
  EXPECT_EQ(from_start.at(0, "m"), 1.0);
  EXPECT_EQ(from_start.last("m"), 2.0);
}

// While all that follows from a sample happens, sample(…) is true: a memory of Boolean equations is set by it.
TEST(EquationSystems, WhatFollowsFromASampleSeesIt) {
  const Series s =
      run(" Boolean now, set(start = false);\n Integer n(start = 0), edges(start = 0);\n"
          " discrete Real begin(start = -1, fixed = true);\n Boolean on;\nequation\n"
          " now = sample(0.55, 1);\n set = now or pre(set);\n"
          " when now then\n  n = pre(n) + 1;\n end when;\n"
          " when sample(0.25, 0.25) then\n  begin = time;\n end when;\n"
          " on = time >= begin and time < begin + 0.1;\n"
          " when change(on) then\n  edges = pre(edges) + 1;\n end when;\n",
          0.8);
  EXPECT_EQ(s.at(0.5, "set"), 0.0);
  EXPECT_EQ(s.last("set"), 1.0);
  EXPECT_EQ(s.last("now"), 0.0);
  EXPECT_EQ(s.last("n"), 1.0);
  EXPECT_EQ(s.last("edges"), 5.0);  // on at 0.25, 0.5, 0.75; off at 0.35, 0.6
}

TEST(EquationSystems, WhatAnInitialEquationGivesDoesNotReplaceTheFirstSample) {
  const Series s =
      run(" discrete Real r;\n Integer n(start = 0, fixed = true);\n Real mean;\n"
          "initial equation\n r = 7 + pre(n);\n mean = 2*r;\nequation\n"
          " when sample(0, 0.3) then\n  n = pre(n) + 1;\n  r = 7 + pre(n);\n end when;\n"
          " der(mean) = 0;\n",
          1);
  EXPECT_EQ(s.last("mean"), 14.0);
  EXPECT_EQ(s.at(0, "n"), 1.0);
  EXPECT_EQ(s.last("n"), 4.0);
}

TEST(EquationSystems, TheValueBeforeAJumpIsKnownInAWhen) {
  const Series s =
      run(" Real u;\n Real before(start = -1), after(start = -1);\nequation\n"
          " u = if time < 0.35 then 2*time else 5;\n"
          " when time >= 0.35 then\n  before = pre(u);\n  after = u;\n end when;\n",
          1);
  EXPECT_NEAR(s.last("before"), 0.7, 1e-9);
  EXPECT_EQ(s.last("after"), 5.0);
}

// A comparator whose output comes back: both branches end where they meet, and it jumps to the other limit.
TEST(EquationSystems, ASolutionThatEndsIsLeftForAnother) {
  const Series s = run(
      " Real u, y(start = -1);\n parameter Real k = 1000;\nequation\n u = 0.5*sin(6*time);\n"
      " y = if k*(u + 0.2*y) > 1 then 1 else if k*(u + 0.2*y) < -1 then -1 else k*(u + 0.2*y);\n",
      1.5);
  // The limit 1 is left at u = 1/k - 0.2, the limit -1 at 0.2 - 1/k.
  const double rises = std::asin(0.398) / 6, falls = (std::acos(-1.0) + std::asin(0.398)) / 6;
  EXPECT_EQ(s.at(0, "y"), -1.0);
  for (const double t : s.time) {
    if (std::abs(t - rises) < 1e-6 || std::abs(t - falls) < 1e-6) continue;
    if (t > falls + 0.5) break;
    EXPECT_EQ(s.at(t, "y"), t > rises && t < falls ? 1.0 : -1.0) << t;
  }
}

TEST(EquationSystems, EdgesAndChangesAreSeen) {
  const Series s =
      run(" Boolean high, both;\n Integer edges(start = 0), changes(start = 0);\nequation\n"
          " high = sin(20*time) > 0.5;\n both = edge(high) or change(high);\n"
          " when edge(high) then\n  edges = pre(edges) + 1;\n end when;\n"
          " when change(high) then\n  changes = pre(changes) + 1;\n end when;\n",
          1);
  EXPECT_EQ(s.last("edges"), 4.0);
  EXPECT_EQ(s.last("changes"), 7.0);
}

// ---- connectors ----------------------------------------------------------------------------------------

// Some parts of circuits, before the model.
const std::string circuits =
    "connector Pin Real v; flow Real i; end Pin;\n"
    "partial model TwoPin Pin p, n; Real v, i;\n"
    "equation v = p.v - n.v; i = p.i; p.i + n.i = 0; end TwoPin;\n"
    "model Resistor extends TwoPin; parameter Real R = 1; equation v = R*i; end Resistor;\n"
    "model Capacitor extends TwoPin; parameter Real C = 1; equation C*der(v) = i; end Capacitor;\n"
    "model Inductor extends TwoPin; parameter Real L = 1; equation L*der(i) = v; end Inductor;\n"
    "model Source extends TwoPin; parameter Real V = 1; equation v = V; end Source;\n"
    "model Ground Pin p; equation p.v = 0; end Ground;\n"
    "connector RealInput = input Real;\nconnector RealOutput = output Real;\n";

Series run_model(const std::string& text, double stop_time) {
  TestModel test = TestModel::from_text(text);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = stop_time / 20;
  options.rtol = 1e-10;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

TEST(Connectors, PotentialsAreEqualAndFlowsAddUpToZero) {
  const Series s = run_model(
      circuits +
          "model M\n Source source(V = 10);\n Resistor a(R = 2), b(R = 3), idle(R = 7);\n"
          " Capacitor c(C = 0.1, v(start = 0, fixed = true));\n Ground ground;\nequation\n"
          " connect(source.p, a.p);\n connect(a.n, b.p);\n connect(a.n, c.p);\n"
          " connect(a.n, idle.p);\n connect(b.n, source.n);\n connect(c.n, source.n);\n"
          " connect(source.n, ground.p);\nend M;\n",
      1);
  for (const double t : s.time) {
    EXPECT_NEAR(s.at(t, "c.v"), 6 * (1 - std::exp(-t / 0.12)), 1e-8);
    EXPECT_NEAR(s.at(t, "a.i"), s.at(t, "b.i") + s.at(t, "c.i"), 1e-12);
    EXPECT_NEAR(s.at(t, "source.p.i"), -s.at(t, "a.i"), 1e-12);
    EXPECT_EQ(s.at(t, "idle.n.i"), 0.0);
    EXPECT_NEAR(s.at(t, "idle.n.v"), s.at(t, "c.v"), 1e-12);
  }
}

// A connector of the model itself is a node: nothing flows into it from outside.
TEST(Connectors, OfTheModelItselfAreNodes) {
  const Series s = run_model(
      circuits +
          "model M\n Source source(V = 10);\n Resistor a(R = 2), b(R = 3);\n Ground ground;\n Pin "
          "node, idle;\nequation\n"
          " connect(source.p, a.p);\n connect(a.n, node);\n connect(node, b.p);\n"
          " connect(b.n, source.n);\n connect(source.n, ground.p);\n idle.v = 1;\nend M;\n",
      1);
  EXPECT_NEAR(s.at(1, "node.v"), 6, 1e-12);
  EXPECT_NEAR(s.at(1, "node.i"), 0, 1e-12);
}

// A component with pins of its own is connected on both sides of its border.
TEST(Connectors, CrossTheBordersOfComponents) {
  const Series s = run_model(
      circuits +
          "model Stage Pin p, n, ground;\n Resistor r(R = 2);\n Capacitor c(C = 0.1, v(start = 0, "
          "fixed = true));\n"
          "equation connect(p, r.p); connect(r.n, n); connect(n, c.p); connect(c.n, ground); end "
          "Stage;\n"
          "model M\n Source source(V = 1);\n Stage stage[2];\n Ground ground;\nequation\n"
          " connect(source.p, stage[1].p);\n connect(stage[1].n, stage[2].p);\n"
          " connect(source.n, ground.p);\n"
          " for k in 1:2 loop connect(stage[k].ground, ground.p); end for;\nend M;\n",
      1);
  const double T = 0.2, a = (-3 + std::sqrt(5.0)) / (2 * T), b = (-3 - std::sqrt(5.0)) / (2 * T);
  for (const double t : s.time) {
    EXPECT_NEAR(s.at(t, "stage[2].c.v"), 1 + (b * std::exp(a * t) - a * std::exp(b * t)) / (a - b),
                1e-8);
    EXPECT_NEAR(s.at(t, "stage[1].n.i") + s.at(t, "stage[2].p.i"), 0, 1e-12);
  }
}

// Inductors in series: their currents are one state. Capacitors in parallel with a source: none.
// Flows of what lies deeper are balanced there: a connection past the border would be added to nothing.
TEST(Connectors, InsideOfAComponentAreNotReached) {
  const std::string text = R"( connector Pin
   Real v;
   flow Real i;
 end Pin;
 model Resistor
   Pin p;
 equation
   p.v = 2*p.i;
 end Resistor;
 model Inside
   Resistor r;
 end Inside;
 Inside inside;
 Pin p;
equation
 connect(p, inside.r.p);
)";
  EXPECT_EQ(error(text),
            "connect: 'inside.r.p' lies inside of 'inside': only connectors of a component itself "
            "can be connected");
}

TEST(Connectors, StatesThatEquationsTieTogether) {
  const Series s =
      run_model(circuits +
                    "model M\n Source source(V = 3);\n Inductor a(L = 0.2, i(start = 0, fixed = "
                    "true)), b(L = "
                    "0.3);\n"
                    " Resistor r(R = 2);\n Capacitor c(C = 1);\n Ground ground;\nequation\n"
                    " connect(source.p, a.p);\n connect(a.n, b.p);\n connect(b.n, r.p);\n"
                    " connect(r.n, source.n);\n connect(c.p, source.p);\n connect(c.n, source.n);\n"
                    " connect(source.n, ground.p);\nend M;\n",
                1);
  for (const double t : s.time) {
    EXPECT_NEAR(s.at(t, "r.i"), 1.5 * (1 - std::exp(-4 * t)), 1e-8);
    EXPECT_NEAR(s.at(t, "a.v"), 0.4 * 3 * std::exp(-4 * t), 1e-7);
    EXPECT_NEAR(s.at(t, "c.i"), 0, 1e-12);
  }
}

// Blocks with signals, from a joint to the torque on it: a spring and damper.
TEST(Connectors, SignalsGoToElementsOfTheLibrary) {
  const std::string controller =
      "block Controller RealInput u, w; RealOutput y; parameter Real k = 1, d = 1;\n"
      "equation y = -k*u - d*w; end Controller;\n"
      "block Limit RealInput u; RealOutput y; equation y = max(-2, min(2, u)); end Limit;\n";
  const std::string model =
      "model M\n import Modelica.Mechanics.MultiBody.*;\n import "
      "Modelica.Mechanics.Rotational;\n inner World world;\n" +
      std::string(arm) +
      " Controller controller(k = 20, d = 3);\n Limit limit;\n Rotational.Sources.Torque torque;\n"
      "equation\n" +
      connected +
      " controller.u = hinge.phi;\n controller.w = hinge.w;\n connect(controller.y, limit.u);\n"
      " connect(limit.y, torque.tau);\n connect(torque.flange, hinge.axis);\nend M;\n";
  const Series signals = run_model(circuits + controller + model, 2);
  const Series direct = run(
      std::string(arm) +
          " Rotational.Sources.Torque torque(tau = max(-2, min(2, -20*hinge.phi - 3*hinge.w)));\n"
          "equation\n" +
          connected + " connect(torque.flange, hinge.axis);\n",
      2);
  EXPECT_NEAR(signals.last("hinge.phi"), direct.last("hinge.phi"), 1e-8);
  EXPECT_NEAR(signals.last("limit.y"), direct.last("hinge.tau"), 1e-6);
}

// Components that are equations on flanges of the library: what they exert depends on how the shaft moves.
TEST(Connectors, EquationsActOnFlanges) {
  const std::string parts =
      "model Drag Modelica.Mechanics.Rotational.Interfaces.Flange_a flange; Real w;\n"
      "equation w = der(flange.phi); flange.tau = w*abs(w); end Drag;\n"
      "model Rotor Modelica.Mechanics.Rotational.Interfaces.Flange_a flange; parameter Real J = 1; "
      "Real w;\nequation w = der(flange.phi); J*der(w) = flange.tau; end Rotor;\n"
      "model Belt Modelica.Mechanics.Rotational.Interfaces.Flange_a a; "
      "Modelica.Mechanics.Rotational.Interfaces.Flange_b b;\n"
      " Real slip;\nequation slip = der(b.phi) - der(a.phi); b.tau = 3*slip; a.tau + b.tau = 0; "
      "end "
      "Belt;\n";
  const std::string begin =
      "model M\n import Modelica.Mechanics.Rotational;\n"
      " Rotational.Components.Inertia inertia(J = 1, w(start = 1, fixed = true), phi(fixed = "
      "true));\n";
  const Series drag = run_model(
      parts + begin + " Drag drag;\nequation\n connect(drag.flange, inertia.flange_b);\nend M;\n",
      1);
  for (const double t : drag.time) {
    EXPECT_NEAR(drag.at(t, "inertia.w"), 1 / (1 + t), 1e-8);
    EXPECT_NEAR(drag.at(t, "inertia.flange_b.tau"), -drag.at(t, "drag.flange.tau"), 1e-12);
  }
  const Series belt = run_model(
      parts + begin +
          " Rotational.Components.Inertia other(J = 2, w(fixed = true), phi(fixed = true));\n Belt "
          "belt;\n"
          "equation\n connect(inertia.flange_b, belt.a);\n connect(belt.b, other.flange_a);\nend "
          "M;\n",
      1);
  for (const double t : belt.time)
    EXPECT_NEAR(belt.at(t, "inertia.w"), (1 + 2 * std::exp(-4.5 * t)) / 3, 1e-8);
  const Series rotor = run_model(parts + begin +
                                     " Rotor rotor(J = 3);\n Rotational.Sources.ConstantTorque "
                                     "torque(tau_constant = 2);\nequation\n"
                                     " connect(rotor.flange, inertia.flange_b);\n "
                                     "connect(torque.flange, inertia.flange_a);\nend "
                                     "M;\n",
                                 1);
  for (const double t : rotor.time) EXPECT_NEAR(rotor.at(t, "inertia.w"), 1 + 0.5 * t, 1e-7);
}

TEST(EquationSystems, SayWhatIsWrong) {
  EXPECT_EQ(error(" Real x, y;\nequation\n x + y = 1;\n 2*x + 2*y = 2 + time;\n x - y = 0;\n"),
            "equation: this equation has nothing left to determine: others give all its variables");
  EXPECT_EQ(error(" Real x, y;\nequation\n x + y = 1;\n"),
            "equation: an equation is missing, for 'x', 'y'");
  EXPECT_EQ(error(" Real x, y;\nequation\n x + x = 1;\n"),
            "equation: variable 'y' has no equation");
  EXPECT_EQ(error(" input Real u;\n Joints.Revolute j;\n Parts.Body b(m = 1, r_CM = {1, 0, 0});\n"
                  "equation\n connect(world.frame_b, j.frame_a); connect(j.frame_b, b.frame_a);\n"
                  " j.phi = u;\n"),
            "equation: this equation has nothing left to determine: others give all its variables");
  EXPECT_EQ(error(" Boolean b;\n Real x;\nequation\n x + b = 1;\n b = x > 2;\n").substr(0, 5),
            "type:");
  EXPECT_EQ(error(" Real x, F;\nequation\n der(x) = F;\n if x > 0 then F = 1; end if;\n"),
            "equation: an if whose condition changes while the model moves needs an else");
}

INSTANTIATE_TEST_SUITE_P(All, Equations, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& test) { return std::string(test.param.name); });

// A fixed start of what is no state is an equation of the start: it finds a state that is free, or contradicts.
TEST(EquationSystems, FixedStartsHoldForWhatIsNoState) {
  const Series free =
      run(" Real x(start = 5), v(start = 3, fixed = true), y(start = 4, fixed = true);\nequation\n"
          " der(x) = v;\n der(v) = -x;\n y = v + 2*x;\n",
          1);
  EXPECT_NEAR(free.at(0, "x"), 0.5, 1e-12);
  EXPECT_NEAR(free.at(0, "v"), 3, 1e-12);
  const Series same =
      run(" Real x(start = 1, fixed = true), y(start = -2, fixed = true);\nequation\n"
          " der(x) = -x;\n y = -2*x;\n",
          1);
  EXPECT_NEAR(same.last("y"), -2 * std::exp(-1), 1e-9);
  const char* const contradicting[] = {
      " Real x(start = 1, fixed = true);\nequation\n x = 0;\n",
      " Real x(start = 1, fixed = true);\nequation\n x = sin(time);\n",
      " Real x(start = 1, fixed = true), i;\nequation\n der(x) = i;\n x = 0;\n",
      " Real x(start = 1, fixed = true), y(start = 2, fixed = true);\nequation\n"
      " der(x) = -x;\n x = y;\n",
      " Real x(start = 1, fixed = true), v(start = 3, fixed = true), a(start = 7, fixed = true);\n"
      "equation\n v = der(x);\n a = der(v);\n a = -x;\n"};
  for (const char* text : contradicting)
    EXPECT_TRUE(error_of_start(text).starts_with("assembly: no start values")) << text;
}

// What a parameter that is zero switches off: a current into no capacity, and into one that is found to be zero.
TEST(EquationSystems, ACapacityOfZeroLeavesNoState) {
  const Series s =
      run(" parameter Real C = 0;\n Real u(start = 3), w, i, j, k;\nequation\n k = C*(1 + u^2);\n"
          " i = k*der(u);\n w = 2*u;\n j = k*der(w) + C*der(u);\n sin(time) - u = 2*i + 3*j;\n",
          1);
  for (const double t : s.time) {
    EXPECT_NEAR(s.at(t, "u"), std::sin(t), 1e-14);
    EXPECT_EQ(s.at(t, "j"), 0);
  }
}

TEST(EquationSystems, EnumerationsMayChange) {
  const std::string levels =
      " type Level = enumeration(low, middle, high);\n type Other = enumeration(low, high);\n"
      " Level level, stored(start = Level.high, fixed = true), last(start = Level.low, fixed = true);\n"
      " Other other = if time < 0.4 then Other.low else Other.high;\n Real y;\n Integer n;\n";
  const Series s =
      run(levels +
              "algorithm\n when time > 0.5 then\n  stored := level;\n"
              "  for i in 1:2 loop\n   stored := if stored == Level.middle then Level.low else stored;\n"
              "  end for;\n end when;\n"
              "equation\n level = if time < 0.3 then Level.low elseif time < 0.7 then Level.middle else "
              "Level.high;\n y = if level == Level.middle and other == Other.high then 5 else 1;\n"
              " n = Integer(level);\n when change(level) then\n  last = pre(level);\n end when;\n",
          1);
  EXPECT_EQ(s.at(0.2, "level"), 1);
  EXPECT_EQ(s.at(0.35, "n"), 2);
  EXPECT_EQ(s.at(0.35, "y"), 1);
  EXPECT_EQ(s.at(0.45, "y"), 5);
  EXPECT_EQ(s.at(0.45, "stored"), 3);
  EXPECT_EQ(s.at(0.6, "stored"), 1);
  EXPECT_EQ(s.at(0.6, "last"), 1);
  EXPECT_EQ(s.last("last"), 2);
  EXPECT_EQ(s.last("level"), 3);
  EXPECT_EQ(error(levels + "equation\n level = other;\n y = 1;\n n = 1;\n stored = level;\n"
                           " last = level;\n"),
            "type: the variable is Level, its value Other");
}

TEST(EquationSystems, WholeNumbersAreNotDivided) {
  EXPECT_EQ(error(" Integer i, j;\nequation\n 2*i = j;\n j = integer(7*time);\n"),
            "type: this equation gives 'i', which is no Real, by a division: it may be a fraction");
  const Series s = run(" Integer i, j;\nequation\n i = div(j, 2);\n j = integer(7*time);\n", 1);
  EXPECT_EQ(s.last("i"), 3);
}

// Joints move where states cannot, and where nothing may move that is told.
TEST(InitialEquations, MoveJointsThatAreFree) {
  const auto write = [](const char* speed) {
    return std::string(" Joints.Revolute j(phi(start = 0.5, fixed = true), w(start = 1") + speed +
           "));\n Parts.Body b(m = 1, r_CM = {0.5, 0, 0});\n Real u = j.w;\ninitial equation\n u = "
           "10;\n"
           "equation\n connect(world.frame_b, j.frame_a);\n connect(j.frame_b, b.frame_a);\n";
  };
  const Series s = run(write(""), 0.1);
  EXPECT_NEAR(s.at(0, "j.w"), 10, 1e-12);
  EXPECT_EQ(s.at(0, "j.phi"), 0.5);
  try {
    run(write(", fixed = true"), 0.1);
    FAIL();
  } catch (const UserError& e) {
    EXPECT_EQ(e.diagnostics()[0].message,
              "no start values of the states fulfil the equations that restrict them");
  }
}

}  // namespace
}  // namespace gelenk
