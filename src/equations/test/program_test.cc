#include "equations/program.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "equations/aliases.h"
#include "equations/index_reduction.h"
#include "equations/test/flat_system.h"

namespace gelenk::equations {
namespace {

using symbolic::Expression;
using symbolic::Op;

Expression exp(const Expression& a) { return Expression::make(Op::exp, {a}); }
Expression sin(const Expression& a) { return Expression::make(Op::sin, {a}); }

struct Prepared {
  std::vector<int> quantity_of;
  Program program;
};
Prepared prepare(FlatEquations& flat) {
  Reduction reduction = reduce_index(flat, std::vector<char>(flat.equations.size(), 1));
  EXPECT_TRUE(reduction.too_many.empty() && reduction.too_few.empty());
  Program program(flat, reduction.quantity_of);
  return {reduction.quantity_of, std::move(program)};
}

void expect_fulfilled(const FlatEquations& flat, const std::vector<double>& values, double bound) {
  for (std::size_t e = 0; e < flat.equations.size(); ++e)
    EXPECT_NEAR(eval(flat.equations[e].value, values), 0.0, bound) << e;
}

TEST(Program, AssignsInOrderWhateverTheOrderWritten) {
  FlatSystem s;
  s.add(s("c"), s("b") * s("u"));
  s.add(s("b") + 1.0, 2.0 * s("a"));
  s.add(s("a") / s("u"), 3.0);
  s.known("u");
  Prepared p = prepare(s.flat);
  EXPECT_TRUE(p.program.list_systems().empty());
  std::vector<double> values(s.flat.quantities.size());
  values[s.number("u")] = 2.0;
  ASSERT_TRUE(p.program.eval(0.0, values.data()));
  EXPECT_DOUBLE_EQ(values[s.number("a")], 6.0);
  EXPECT_DOUBLE_EQ(values[s.number("b")], 11.0);
  EXPECT_DOUBLE_EQ(values[s.number("c")], 22.0);
}

TEST(Program, LinearSystemsAreSolvedAtOnce) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const int n = 1 + static_cast<int>(seed % 12) * (seed % 5 == 0 ? 10 : 1);
    FlatSystem s;
    auto x = [&](int i) { return s("x" + std::to_string(i)); };
    s.known("u");
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd b(n);
    for (int i = 0; i < n; ++i) {
      b[i] = number(random);
      Expression sum = b[i] * s("u");
      for (int j = 0; j < n; ++j) {
        if (i != j && random() % static_cast<unsigned>(n) > 3) continue;
        A(i, j) = number(random) + (i == j ? 4.0 : 0.0);
        // Coefficients that are numbers, and those that are not.
        sum = sum -
              (random() % 2 == 0 ? Expression(A(i, j)) * x(j) : A(i, j) * (s("u") * x(j)) / s("u"));
      }
      s.add(sum, 0.0);
    }
    Prepared p = prepare(s.flat);
    for (const auto& system : p.program.list_systems()) EXPECT_TRUE(system.is_linear);
    std::vector<double> values(s.flat.quantities.size());
    values[s.number("u")] = 1.5;
    ASSERT_TRUE(p.program.eval(0.0, values.data())) << p.program.failure();
    const Eigen::VectorXd expected = A.fullPivLu().solve(1.5 * b);
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(values[s.number("x" + std::to_string(i))], expected[i], 1e-11) << seed;
  }
}

TEST(Program, NonlinearSystemsAreSolvedFromTheirGuesses) {
  FlatSystem s;
  s.add(s("x") * s("x") + s("y") * s("y"), 4.0);
  s.add(exp(s("x")) + s("y"), 1.0);
  s.flat.quantities[s.number("x")].start = 1.0;
  s.flat.quantities[s.number("y")].start = -2.0;
  Prepared p = prepare(s.flat);
  std::vector<double> values(s.flat.quantities.size());
  ASSERT_TRUE(p.program.eval(0.0, values.data())) << p.program.failure();
  expect_fulfilled(s.flat, values, 1e-13);
  EXPECT_NEAR(values[s.number("x")], 1.004168738474, 1e-10);
}

// The exponential of a diode from a guess of 0 V at a source of 1,000 V: without damping the first step overflows.
TEST(Program, StepsAreDampedWhereTheyWouldGoTooFar) {
  FlatSystem s;
  s.add(s("i"), 1e-12 * (exp(s("u") / 0.025) - 1.0));
  s.add(1000.0 - s("u"), 10.0 * s("i"));
  Prepared p = prepare(s.flat);
  std::vector<double> values(s.flat.quantities.size());
  ASSERT_TRUE(p.program.eval(0.0, values.data())) << p.program.failure();
  const double u = values[s.number("u")];
  EXPECT_NEAR(u, 0.025 * std::log(1.0 + (1000.0 - u) / 10.0 / 1e-12), 1e-12);
}

TEST(Program, RingsAreTornToOneGuess) {
  constexpr int n = 50;
  FlatSystem s;
  auto x = [&](int i) { return s("x" + std::to_string((i + n) % n)); };
  for (int i = 0; i < n; ++i)
    s.add(x(i), i % 2 == 0 ? 0.9 * sin(x(i - 1)) + 0.2 : Expression(1.1) * x(i - 1));
  Prepared p = prepare(s.flat);
  const auto systems = p.program.list_systems();
  ASSERT_EQ(systems.size(), 1u);
  EXPECT_EQ(systems[0].guesses, 1);
  EXPECT_FALSE(systems[0].is_linear);
  std::vector<double> values(s.flat.quantities.size());
  ASSERT_TRUE(p.program.eval(0.0, values.data())) << p.program.failure();
  expect_fulfilled(s.flat, values, 1e-12);
}

TEST(Program, LargeSystemsAreSparse) {
  constexpr int n = 20'000;
  FlatSystem s;
  auto u = [&](int i) { return s("u" + std::to_string(i)); };
  for (int i = 0; i < n; ++i) {
    Expression sum = 2.5 * u(i);
    if (i > 0) sum = sum - u(i - 1);
    if (i + 1 < n) sum = sum - u(i + 1);
    s.add(sum + 0.01 * (u(i) * u(i)), 1.0);
  }
  Prepared p = prepare(s.flat);
  std::vector<double> values(s.flat.quantities.size());
  ASSERT_TRUE(p.program.eval(0.0, values.data())) << p.program.failure();
  expect_fulfilled(s.flat, values, 1e-11);
}

TEST(Program, ChainsOfAssignmentsMayBeAsLongAsTheSystem) {
  constexpr int n = 100'000;
  FlatSystem s;
  auto x = [&](int i) { return s("x" + std::to_string(i)); };
  for (int i = n; i-- > 1;) s.add(x(i), 0.5 * x(i - 1) + s("u"));
  s.add(x(0), s.known("u"));
  Prepared p = prepare(s.flat);
  EXPECT_TRUE(p.program.list_systems().empty());
  std::vector<double> values(s.flat.quantities.size());
  values[s.number("u")] = 3.0;
  ASSERT_TRUE(p.program.eval(0.0, values.data()));
  EXPECT_DOUBLE_EQ(values[s.number("x" + std::to_string(n - 1))], 6.0);
}

TEST(Program, FailuresNameTheUnknowns) {
  FlatSystem s;
  s.add(s("x") * s("x"), -1.0 - s.known("u"));
  Prepared p = prepare(s.flat);
  std::vector<double> values(s.flat.quantities.size());
  EXPECT_FALSE(p.program.eval(0.0, values.data()));
  EXPECT_EQ(p.program.failure(), "no solution was found of the equations for 'x'");
  FlatSystem t;
  t.add(t("a") + t("b"), 1.0);
  t.add(t.known("u") * t("a") + t("b"), 2.0);
  Prepared q = prepare(t.flat);
  std::vector<double> singular(t.flat.quantities.size());
  singular[t.number("u")] = 1.0;
  EXPECT_FALSE(q.program.eval(0.0, singular.data()));
  EXPECT_NE(q.program.failure().find("are singular"), std::string::npos);
  singular[t.number("u")] = 2.0;
  EXPECT_TRUE(q.program.eval(0.0, singular.data()));
  EXPECT_DOUBLE_EQ(singular[t.number("a")], 1.0);
}

// A result depends on what was accepted, not on what was evaluated before.
TEST(Program, GuessesChangeByAcceptOnly) {
  FlatSystem s;
  s.add(sin(s("x")), s.known("u"));
  Prepared p = prepare(s.flat);
  std::vector<double> values(s.flat.quantities.size());
  auto solve_at = [&](double u) {
    values[s.number("u")] = u;
    EXPECT_TRUE(p.program.eval(0.0, values.data()));
    return values[s.number("x")];
  };
  const double first = solve_at(0.3);
  solve_at(0.9);
  EXPECT_EQ(solve_at(0.3), first);
  values[s.number("x")] = 3.0;
  p.program.accept(values.data());
  EXPECT_NEAR(solve_at(0.3), M_PI - first, 1e-12);
}

TEST(Program, RelationsAreHeldUntilModesAreTakenAnew) {
  FlatSystem s;
  const Expression is_open = Expression::make(Op::less, {s.known("u"), Expression(0.0)});
  s.add(s("y") + s("z"), 1.0);
  s.add(s("y") - s("z"), Expression::make(Op::select, {is_open, Expression(5.0), s("z")}));
  Prepared p = prepare(s.flat);
  std::vector<double> values(s.flat.quantities.size());
  auto y_at = [&](double u) {
    values[s.number("u")] = u;
    EXPECT_TRUE(p.program.eval(0.0, values.data()));
    return values[s.number("y")];
  };
  EXPECT_DOUBLE_EQ(y_at(1.0), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(y_at(-1.0), 3.0);
  ASSERT_GE(p.program.indicator_count(), 1);
  bool changed = false;
  EXPECT_TRUE(p.program.settle(0.0, values.data(), changed));
  p.program.hold();
  EXPECT_DOUBLE_EQ(y_at(1.0), 3.0);
  changed = false;
  EXPECT_TRUE(p.program.settle(0.0, values.data(), changed));
  EXPECT_TRUE(changed);
  EXPECT_DOUBLE_EQ(values[s.number("y")], 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(y_at(1.0), 2.0 / 3.0);
}

// Diodes in a row with a source: off = s < 0, v = s or Ron s, i = Goff s or s. Whether they conduct is found with the current.
TEST(Program, SidesAndUnknownsAreFoundTogether) {
  FlatSystem s;
  const Expression u = s.known("u");
  Expression sum = s("i");
  for (const char* n : {"1", "2", "3"}) {
    const std::string k = n;
    const Expression off = s("off" + k), at = s("s" + k);
    s.flat.quantities[s.number("off" + k)].is_discrete = true;
    s.add(off, Expression::make(Op::less, {at, Expression(0.0)}));
    s.add(s("v" + k), at * Expression::make(Op::select, {off, Expression(1.0), Expression(1e-3)}));
    s.add(s("i"), at * Expression::make(Op::select, {off, Expression(1e-3), Expression(1.0)}));
    sum = sum + s("v" + k);
  }
  s.add(sum, u);
  Prepared p = prepare(s.flat);
  std::vector<double> values(s.flat.quantities.size());
  p.program.hold();
  double time = 0.0;
  for (const double voltage : {5.0, -5.0, 0.0, 2.0, -1e-9}) {
    values[s.number("u")] = voltage;
    time += 1.0;
    bool changed = false;
    ASSERT_TRUE(p.program.settle(time, values.data(), changed)) << p.program.failure();
    const bool is_off = voltage < 0;
    EXPECT_EQ(values[s.number("off2")], is_off);
    EXPECT_NEAR(values[s.number("i")], is_off ? voltage / 3001 : voltage / 1.003, 1e-12);
    changed = false;
    ASSERT_TRUE(p.program.settle(time, values.data(), changed));
    EXPECT_FALSE(changed);
  }
}

TEST(Program, SidesThatContradictEachOtherAreNamed) {
  FlatSystem s;
  s.flat.quantities[s.number("b")].is_discrete = true;
  s.add(s("b"), Expression::make(Op::less, {Expression(1.0), s("x")}));
  s.add(s("x"), Expression::make(Op::select, {s("b"), Expression(0.0), Expression(2.0)}));
  Prepared p = prepare(s.flat);
  std::vector<double> values(s.flat.quantities.size());
  p.program.hold();
  bool changed = false;
  EXPECT_FALSE(p.program.settle(0.0, values.data(), changed));
  EXPECT_EQ(p.program.failure(),
            "branches of the equations for 'x' and 1 more contradict each other: each brings about "
            "the other (let them go over into one another in a ramp),");
}

}  // namespace
}  // namespace gelenk::equations
