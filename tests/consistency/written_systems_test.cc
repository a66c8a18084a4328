// Systems of equations of a user's against elimination by hand and closed forms: long chains, which must not lose
// digits, and the order in which equations are written, which must not matter; and what has no solution must be told.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

Series run(const std::string& text) {
  TestModel test = TestModel::from_text(text);
  SimulationOptions options;
  options.stop_time = 1.0;
  options.interval = 0.25;
  options.rtol = 1e-10;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

// x[0] = 0; x[i−1] − b x[i] + x[i+1] = −0.7; x[n] = end. The diagonal is the largest of each row: no pivot is needed.
std::vector<double> solve_band(int n, double b, double end) {
  std::vector<double> x(n + 1, 0.0), c(n + 1, 0.0), d(n + 1, 0.0);
  for (int i = 1; i < n; ++i) {
    const double pivot = b - c[i - 1];
    c[i] = 1.0 / pivot;
    d[i] = (0.7 + d[i - 1]) / pivot;
  }
  x[n] = end;
  for (int i = n - 1; i > 0; --i) x[i] = c[i] * x[i + 1] + d[i];
  return x;
}

TEST(WrittenSystems, ChainsKeepTheirDigits) {
  for (int n : {20, 60, 300}) {
    // Numbers alone are eliminated before the run; one that changes makes a system of each chain.
    for (const char* b : {"2.3", "(2.3 + 1e-13*time)"}) {
      for (bool is_reversed : {false, true}) {
        SCOPED_TRACE(std::to_string(n) + " of " + b + (is_reversed ? ", reversed" : ""));
        const std::string size = std::to_string(n + 1);
        const std::string first = is_reversed ? "x[" + size + "]" : "x[1]";
        const std::string last = is_reversed ? "x[1]" : "x[" + size + "]";
        const Series series = run("model M\n  Real x[" + size + "];\nequation\n  " + first +
                                  " = 0;\n  for i in 2:" + std::to_string(n) +
                                  " loop x[i - 1] - " + b + "*x[i] + x[i + 1] = -0.7; end for;\n  " +
                                  last + " = 1 + time;\nend M;\n");
        const std::vector<double> expected = solve_band(n, 2.3, 2.0);
        for (int i = 0; i <= n; ++i) {
          const int place = is_reversed ? n - i : i;
          EXPECT_NEAR(series.at(1.0, "x[" + std::to_string(place + 1) + "]"), expected[i], 1e-10);
        }
      }
    }
  }
}

// x2 is given; f must be what moves x1 so. Two derivatives of one equation, one of another.
TEST(WrittenSystems, TheOrderOfRestrictionsDoesNotMatter) {
  std::vector<std::string> equations = {"der(x1) = f - x1;", "der(x2) = 10*(x1 - x2);",
                                        "x2 = sin(time);"};
  std::sort(equations.begin(), equations.end());
  do {
    std::string text = "model M\n  Real x1, x2, f;\nequation\n";
    for (const std::string& equation : equations) text += "  " + equation + "\n";
    SCOPED_TRACE(text);
    const Series series = run(text + "end M;\n");
    for (double t : {0.0, 0.5, 1.0}) {
      const double x1 = std::sin(t) + 0.1 * std::cos(t);
      EXPECT_NEAR(series.at(t, "x1"), x1, 1e-9);
      EXPECT_NEAR(series.at(t, "f"), std::cos(t) - 0.1 * std::sin(t) + x1, 1e-9);
    }
  } while (std::next_permutation(equations.begin(), equations.end()));
}

// u changes at 0.25, 0.5, …: h is 0.25 (0 + 0.25 + 0.5 + 0.75) after 1 s.
TEST(WrittenSystems, WhatAWhenGivesMovesStatesThroughOtherVariables) {
  const std::string when = "when sample(0, 0.25) then u = time; end when;\nend M;\n";
  const std::string variables = "Real h(start = 0, fixed = true), a, b, u(start = 0);\nequation\n";
  for (const char* equations :
       {"der(h) = b; a = b; a = u;", "der(h) = b; a = b; u = a;", "a = u; b = a; der(h) = b;"}) {
    SCOPED_TRACE(equations);
    EXPECT_NEAR(run("model M\n" + variables + equations + when).at(1.0, "h"), 0.375, 1e-9);
  }
  EXPECT_NEAR(run("model M\n" + variables + "der(h) = -2*b; a = b; a = u;" + when).at(1.0, "h"),
              -0.75, 1e-9);
}

TEST(WrittenSystems, DiscreteVariablesMustNotDependOnThemselves) {
  for (const char* equations : {"a = not a;", "a = if a then false else true;",
                                "a = (a == (time > 0.5));", "a = not (a and time > 0.5);"}) {
    SCOPED_TRACE(equations);
    try {
      run("model M\n  Boolean a;\nequation\n  " + std::string(equations) + "\nend M;\n");
      FAIL() << "no error";
    } catch (const UserError& error) {
      EXPECT_EQ(error.diagnostics().at(0).message, "variable 'a' depends on itself");
    }
  }
}

TEST(WrittenSystems, CountsWithoutEndAreTold) {
  TestModel test = TestModel::from_text(
      "model M\n  Integer n(start = 0);\nequation\n  n = pre(n) + 1;\nend M;\n");
  const Series series = testing::simulate(test, {}, "*");
  EXPECT_EQ(series.result.status, RunStatus::failed);
  EXPECT_EQ(series.result.message,
            "the whens of the model do not come to an end: each change makes a condition true "
            "again, at time 0 s");
}

}  // namespace
}  // namespace gelenk
