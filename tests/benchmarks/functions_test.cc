// Functions and algorithm sections on what changes with time, against closed forms, in every formulation.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

Series start(const std::string& text, double stop_time, testing::Make make) {
  TestModel test = TestModel::from_text(
      "model M\n import Modelica.Mechanics.MultiBody.*;\n"
      " inner World world(gravityType = Types.GravityTypes.NoGravity);\n" +
          text + "end M;\n",
      make);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = stop_time / 20;
  options.rtol = 1e-11;
  return testing::simulate(test, options, "*");
}

Series run(const std::string& text, double stop_time, testing::Make make) {
  Series series = start(text, stop_time, make);
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

const std::string rail =
    " Joints.Prismatic rail(n = {1, 0, 0}, s(start = 0, fixed = true), v(start = 1, fixed = "
    "true));\n"
    " Parts.Body mass(m = 1, r_CM = {0, 0, 0});\n";
const std::string connections =
    " connect(world.frame_b, rail.frame_a);\n connect(rail.frame_b, mass.frame_a);\n"
    " connect(push.frame_b, mass.frame_a);\n";

class Functions : public ::testing::TestWithParam<testing::NamedFormulation> {};

// A spring with play: free as far as 0.5 on both sides, then half a period in contact.
TEST_P(Functions, ASpringWithPlayIsAFunction) {
  for (const char* body :
       {"if x > gap then f := -c*(x - gap); elseif x < -gap then f := -c*(x + gap); "
        "else f := 0; end if;",
        "f := 0; if abs(x) < gap then return; end if; "
        "f := -c*(x - (if x > 0 then gap else -gap));"}) {
    const Series s = run(rail +
                             " function play input Real x; input Real gap; input Real c; output "
                             "Real f; algorithm " +
                             body +
                             " end play;\n"
                             " Gelenk.Forces.WorldForce push(force = {play(rail.s, 0.5, 16), 0, "
                             "0});\nequation\n" +
                             connections,
                         2, GetParam().make);
    const double contact = std::numbers::pi / 4, away = 2 - 0.5 - contact;
    ASSERT_GT(away, 0);
    EXPECT_NEAR(s.last("rail.s"), 0.5 - away, 1e-9);
    EXPECT_NEAR(s.last("rail.v"), -1, 1e-9);
  }
}

// Both parts of a product of complex numbers: z' = i ω z − d z.
TEST_P(Functions, SeveralResultsAreSeveralEquations) {
  const Series s = run(
      " record Z Real re; Real im; end Z;\n"
      " function times input Z a; input Z b; output Z c = Z(a.re*b.re - a.im*b.im, a.re*b.im + "
      "a.im*b.re); end times;\n"
      " function parts input Z a; output Real re = a.re; output Real im = a.im; output Real size = "
      "sqrt(a.re^2 + a.im^2); end parts;\n"
      " Real x(start = 1), y(start = 0), r;\nequation\n"
      " (der(x), der(y)) = parts(times(Z(-0.5, 3), Z(x, y)));\n (, , r) = parts(Z(x, y));\n",
      2, GetParam().make);
  EXPECT_NEAR(s.last("x"), std::exp(-1.0) * std::cos(6.0), 1e-9);
  EXPECT_NEAR(s.last("y"), std::exp(-1.0) * std::sin(6.0), 1e-9);
  EXPECT_NEAR(s.last("r"), std::exp(-1.0), 1e-9);
}

// A controller as a block: what it gives is bounded, so the mass is first braked by a constant force.
TEST_P(Functions, ABlockComputesInOrder) {
  const Series s =
      run(" Joints.Prismatic rail(n = {1, 0, 0}, s(start = 0, fixed = true), v(start = 4, fixed = "
          "true));\n Parts.Body mass(m = 1, r_CM = {0, 0, 0});\n"
          " block Limiter\n  parameter Real most = 1; input Real wanted; output Real y;\n"
          "  Boolean limited;\n algorithm\n  y := wanted; limited := false;\n"
          "  if abs(y) > most then y := most*sign(y); limited := true; end if;\n end Limiter;\n"
          " Limiter limiter(most = 2, wanted = -2*rail.v);\n"
          " Gelenk.Forces.WorldForce push(force = {limiter.y, 0, 0});\nequation\n" +
              connections,
          3, GetParam().make);
  // v = 4 − 2 t until 1, then e^(−2 (t − 1.5)).
  EXPECT_NEAR(s.last("rail.v"), std::exp(-3.0), 1e-9);
  EXPECT_NEAR(s.last("rail.s"), 4 * 1.5 - 1.5 * 1.5 + (1 - std::exp(-3.0)) / 2, 1e-9);
  EXPECT_EQ(s.at(0.6, "limiter.limited"), 1);
  EXPECT_EQ(s.last("limiter.limited"), 0);
}

// The relay of laws_test, by statements.
TEST_P(Functions, WhensOfStatementsSwitchAtTheirInstants) {
  const Series s = run(
      " Real T(start = 0), heat; Boolean on(start = true); Integer count(start = 0), twice(start = "
      "0);\nalgorithm\n"
      " when T > 1.5 then\n  on := false;\n  count := count + 1;\n  twice := 2*count;\n"
      " elsewhen T < 0.5 then\n  on := true;\n end when;\n"
      " heat := if on then 2 else 0;\nequation\n der(T) = heat - T;\n",
      5, GetParam().make);
  // Up from 0 to 1.5, down to 0.5, up to 1.5 …
  double t = std::log(2 / 0.5);
  int count = 1;
  bool on = false;
  while (t + std::log(3.0) < 5) {
    t += std::log(3.0);
    on = !on;
    if (!on) ++count;
  }
  EXPECT_EQ(s.last("count"), count);
  EXPECT_EQ(s.last("twice"), 2 * count);
  EXPECT_NEAR(s.last("T"), on ? 2 - 1.5 * std::exp(-(5 - t)) : 1.5 * std::exp(-(5 - t)), 1e-9);
}

TEST_P(Functions, StatementsSetStatesAnew) {
  const Series s = run(
      " Real x(start = 0); Integer n(start = 0);\nequation\n der(x) = 1;\nalgorithm\n"
      " when x >= 0.3 then\n  n := n + 1;\n  if n < 3 then reinit(x, x - 0.3); else reinit(x, -5); "
      "end if;\n end when;\n",
      1, GetParam().make);
  EXPECT_EQ(s.last("n"), 3);
  EXPECT_NEAR(s.last("x"), -5 + 0.1, 1e-12);
}

TEST_P(Functions, AssertionsEndTheRun) {
  const std::string text = " Real x(start = 0);\nequation\n der(x) = 2;\n";
  Series s = start(text + " assert(x < 1, \"x leaves its range\");\n", 1, GetParam().make);
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_TRUE(
      s.result.message.starts_with("the assertion 'x leaves its range' does not hold at time 0.5"))
      << s.result.message;
  s = start(text + " assert(x > 1, \"x is large\");\n", 1, GetParam().make);
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_EQ(s.result.message, "the assertion 'x is large' does not hold at the start, at time 0 s");
  run(text + " assert(x < 3, \"x leaves its range\");\n", 1, GetParam().make);
}

// Asked at the instant of the when only.
TEST_P(Functions, AssertionsInWhensAreCheckedThen) {
  const std::string text =
      " Real x(start = 0); Integer n(start = 0);\nequation\n der(x) = 2;\n when x > 0.5 then\n  n "
      "= pre(n) + 1;\n  assert(";
  run(text + "x < 0.8 and n == 1, \"late\");\n end when;\n", 1, GetParam().make);
  const Series s = start(text + "n == 2, \"late\");\n end when;\n", 1, GetParam().make);
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_TRUE(s.result.message.starts_with("the assertion 'late' does not hold at time 0.25"))
      << s.result.message;
}

INSTANTIATE_TEST_SUITE_P(Formulations, Functions, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gelenk
