// Functions on values that change with time: u is an input of the model, y is what the function
// makes of it.
#include <gtest/gtest.h>

#include <cmath>

#include "modelica/test/law_support.h"

namespace gelenk::modelica {
namespace {

ModelTree read_function(const std::string& body, const std::string& call = "f(u)") {
  return read_text("model M\n input Real u;\n function f\n  input Real x; output Real y;\n" + body +
                   "\n end f;\n Real y = " + call + ";\nend M;");
}

std::string error(const std::string& body) {
  return first_error("model M\n input Real u;\n function f\n  input Real x; output Real y;\n" +
                     body + "\n end f;\n Real y = f(u);\nend M;");
}
std::string hint(const std::string& body) {
  return first_hint("model M\n input Real u;\n function f\n  input Real x; output Real y;\n" +
                    body + "\n end f;\n Real y = f(u);\nend M;");
}

void expect(const std::string& body, double (*y)(double)) {
  const ModelTree model = read_function(body);
  for (double u : {-3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.5})
    EXPECT_DOUBLE_EQ(eval_variable(model, "y", {{"u", u}}), y(u)) << body << "\nat " << u;
}

TEST(Statements, BranchesOfAnIfAreMerged) {
  expect("algorithm if x < 0 then y := -x; elseif x > 2 then y := 2; else y := x*x/2; end if;",
         [](double x) { return x < 0   ? -x
                               : x > 2 ? 2
                                       : x * x / 2; });
  expect(
      "protected Real a = 2*x; algorithm y := 1; if x < 0 then a := a + 1; end if; "
      "y := y + a;",
      [](double x) { return 1 + 2 * x + (x < 0 ? 1 : 0); });
  expect(
      "algorithm if x > 0 then if x > 1 then y := 1; else y := x; end if; y := 2*y; "
      "else y := if x < -1 then -1 else x; end if;",
      [](double x) { return x > 0 ? 2 * std::min(x, 1.0) : std::max(x, -1.0); });
}

TEST(Statements, ConditionsThatAreNumbersDecide) {
  const ModelTree model =
      read_function("input Integer n = 2; algorithm if n > 1 then y := x; else y := x/0; end if;");
  EXPECT_EQ(eval_variable(model, "y", {{"u", 3}}), 3);
}

// What comes after a return runs in the other case only.
TEST(Statements, AFunctionMayBeLeftUnderAChangingCondition) {
  expect(
      "algorithm y := 5; if x < 0 then return; end if; y := x; if x > 2 then y := 7; return; "
      "end if; y := y + 1;",
      [](double x) { return x < 0   ? 5
                            : x > 2 ? 7
                                    : x + 1; });
  expect("algorithm for i in 1:4 loop y := i; if x < i then return; end if; end for; y := 100;",
         [](double x) { return x < 4 ? std::max(1.0, std::floor(x) + 1) : 100.0; });
  expect("algorithm if x < 0 then y := 1; return; else y := 2; return; end if; y := 3;",
         [](double x) { return x < 0 ? 1.0 : 2.0; });
}

TEST(Statements, ALoopMayBeLeftUnderAChangingCondition) {
  // Newton's steps for the square root of |x| + 1, until they are small.
  const auto root = [](double x) {
    const double a = std::abs(x) + 1;
    double r = a;
    for (int i = 1; i <= 8; ++i) {
      const double next = (r + a / r) / 2;
      if (std::abs(next - r) < 1e-3) break;
      r = next;
    }
    return r + 1;
  };
  expect(
      "protected Real a = abs(x) + 1, next; algorithm y := a; for i in 1:8 loop "
      "next := (y + a/y)/2; if abs(next - y) < 1e-3 then break; end if; y := next; end for; "
      "y := y + 1;",
      root);
  expect(
      "algorithm y := 0; for i in 1:3 loop for j in 1:3 loop if x < j then break; end if; "
      "y := y + 1; end for; end for;",
      [](double x) { return 3 * std::min(3.0, std::max(0.0, std::floor(x))); });
}

TEST(Statements, ArraysAreMergedEntryByEntry) {
  const ModelTree model = read_text(
      "model M\n input Real u;\n function f input Real x; output Real v[3]; algorithm "
      "v := {x, 2, 3}; if x > 0 then v[2] := 5*x; end if; end f;\n Real v[3] = f(u);\nend M;");
  EXPECT_EQ(eval_variable(model, "v[2]", {{"u", 2}}), 10);
  EXPECT_EQ(eval_variable(model, "v[2]", {{"u", -2}}), 2);
  for (const Assignment& a : model.root->assignments) {
    EXPECT_EQ(a.value.op() == symbolic::Op::variable, a.variable == "v[1]") << a.variable;
    EXPECT_EQ(a.value.is_constant(), a.variable == "v[3]") << a.variable;
  }
}

TEST(Statements, EntriesThatAreAssignedMayBeChosenByWhatChanges) {
  const ModelTree model = read_text(
      "model M\n input Real u;\n function f input Real x; output Real y[3]; "
      "protected Integer k = integer(x); algorithm y := {5, 6, 7}; y[k] := 10*x; end f;\n"
      " Real v[3] = f(u);\nend M;");
  EXPECT_EQ(eval_variable(model, "v[1]", {{"u", 2}}), 5);
  EXPECT_EQ(eval_variable(model, "v[2]", {{"u", 2}}), 20);
  EXPECT_EQ(eval_variable(model, "v[3]", {{"u", 3}}), 30);
  EXPECT_EQ(eval_variable(model, "v[3]", {{"u", 4}}), 7);
}

TEST(Statements, RecordsPassThroughFunctions) {
  const std::string text =
      "model M\n input Real u;\n record Point Real x; Real y; end Point;\n"
      " record Pair Point a; Point b; Real w[2]; end Pair;\n"
      " function turn input Point p; output Point q; algorithm "
      "  q.x := -p.y; if p.x > 0 then q.y := p.x; else q := Point(0, 7); end if; end turn;\n"
      " function pair input Real x; output Pair r; protected Point both[2]; algorithm "
      "  both[1] := Point(x, 2*x); both[2].x := 3; both[2].y := x^2; r.a := both[1]; "
      "  r.b := turn(both[2]); r.w[2] := both[1].y; end pair;\n"
      " Point p = turn(Point(x = u, y = 2*u));\n Pair r = pair(u);\n"
      " Point c = if u > 1 then Point(1, u) else Point(u, 2);\nend M;";
  const ModelTree model = read_text(text);
  EXPECT_EQ(eval_variable(model, "p.x", {{"u", 3}}), -6);
  EXPECT_EQ(eval_variable(model, "p.y", {{"u", 3}}), 3);
  EXPECT_EQ(eval_variable(model, "p.x", {{"u", -3}}), 0);
  EXPECT_EQ(eval_variable(model, "p.y", {{"u", -3}}), 7);
  EXPECT_EQ(eval_variable(model, "r.a.y", {{"u", 3}}), 6);
  EXPECT_EQ(eval_variable(model, "r.b.x", {{"u", 3}}), -9);
  EXPECT_EQ(eval_variable(model, "r.b.y", {{"u", 3}}), 3);
  EXPECT_EQ(eval_variable(model, "r.w[1]", {}), 0);
  EXPECT_EQ(eval_variable(model, "r.w[2]", {{"u", 3}}), 6);
  EXPECT_EQ(eval_variable(model, "c.x", {{"u", 3}}), 1);
  EXPECT_EQ(eval_variable(model, "c.y", {{"u", 0}}), 2);
}

TEST(Statements, FunctionsOfEntriesKeepTheirBranches) {
  const ModelTree model = read_text(
      "model M\n input Real u;\n function f input Real x; output Real y; algorithm "
      "if x < 0 then y := 0; else y := x; end if; end f;\n"
      " Real v[3] = f({u, -u, 2});\nend M;");
  EXPECT_EQ(eval_variable(model, "v[1]", {{"u", 4}}), 4);
  EXPECT_EQ(eval_variable(model, "v[2]", {{"u", 4}}), 0);
  EXPECT_EQ(eval_variable(model, "v[3]", {}), 2);
}

TEST(Statements, VariablesMayStartFromInputsDeclaredLater) {
  const ModelTree model = read_text(
      "model M\n input Real u;\n function f protected Real a = 2*x; Real b[n] = fill(x, n); "
      "public input Real x; input Integer n = 3; output Real y = a + sum(b); end f;\n"
      " function g extends f; algorithm y := y + 1; end g;\n Real y = g(u);\nend M;");
  EXPECT_EQ(eval_variable(model, "y", {{"u", 2}}), 11);
}

TEST(Statements, WhatCannotBeUnrolledIsRefused) {
  EXPECT_EQ(error("algorithm y := x; while y > 1 loop y := y/2; end while;"),
            "unsupported: the condition of this while depends on time");
  EXPECT_EQ(hint("algorithm y := x; while y > 1 loop y := y/2; end while;"),
            "write a for loop over the most steps that it may take, left by: if … then break; end "
            "if");
  EXPECT_EQ(error("algorithm y := 0; while y < 9 loop y := y + 1; if x < y then break; end if; "
                  "end while;"),
            "unsupported: whether this while is left depends on time");
  EXPECT_EQ(error("protected Real v[integer(x)]; algorithm y := 0;"),
            "type: an array size cannot depend on time");
  EXPECT_EQ(error("protected Real v[:]; algorithm if x > 0 then v := {1}; end if; y := 0;"),
            "type: both sides of an if that depends on time must be of one numeric type and size, "
            "found Real[1] and Real[0]");
  EXPECT_EQ(error("algorithm if x < 1 then y := 1; else y := x*f(x - 1); end if;"),
            "cycle: function 'M.f' calls itself too deeply");
  EXPECT_EQ(error("algorithm when x > 1 then y := 1; end when;"),
            "unsupported: 'when' in a function");
}

TEST(Statements, FunctionsAreNoNumbers) {
  const std::string text =
      "model M\n input Real u;\n function g input Real x; output Real y = 2*x; end g;\n"
      " function f input Real x; output Real y = x; end f;\n Real y = ";
  EXPECT_EQ(first_error(text + "f(g);\nend M;"), "type: x of f is Real, found function M.g");
  EXPECT_EQ(first_error(text + "f(function g(x = 1));\nend M;"),
            "type: x of f is Real, found function M.g");
}

TEST(Statements, AssertsInFunctionsAreSaidNotToBeWatched) {
  const ModelTree model = read_function(
      "algorithm assert(x > 0, \"x\"); if x > 1 then assert(false, \"y\"); end if; y := x;");
  ASSERT_EQ(model.warnings.size(), 2u);
  EXPECT_EQ(model.warnings[0].message,
            "this assert in a function is not watched: it depends on time");
  EXPECT_EQ(error("algorithm assert(1 > 2, \"never\"); y := x;"), "assert: never");
}

// Few words, many operations: each branch costs.
TEST(Statements, LongLoopsEnd) {
  EXPECT_EQ(error("algorithm y := x; for i in 1:100000 loop if y > i then y := y/2; end if; end "
                  "for;"),
            "value: this law of time is nested too deeply");
  EXPECT_EQ(
      error("algorithm for i in 1:1000000 loop if x > i then break; end if; end for; y := 0;"),
      "value: this condition is made of too many others");
  EXPECT_EQ(error("protected Real v[1000000]; algorithm for i in 1:1000 loop if x > i then "
                  "v[i] := 1; end if; end for; y := 0;")
                .substr(0, 6),
            "range:");
}

}  // namespace
}  // namespace gelenk::modelica
