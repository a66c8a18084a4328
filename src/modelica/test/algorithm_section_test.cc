#include <gtest/gtest.h>

#include "model/marked_name.h"
#include "modelica/test/law_support.h"

namespace gelenk::modelica {
namespace {

ModelTree read(const std::string& text) {
  return read_text("model M\n input Real u;\n" + text + "\nend M;");
}
std::string error(const std::string& text) {
  return first_error("model M\n input Real u;\n" + text + "\nend M;");
}
std::string hint(const std::string& text) {
  return first_hint("model M\n input Real u;\n" + text + "\nend M;");
}

const Assignment& get(const std::vector<Assignment>& list, const std::string& variable) {
  for (const Assignment& a : list) {
    if (a.variable == variable) return a;
  }
  throw std::out_of_range("no value for " + variable);
}

TEST(AlgorithmSection, EachVariableGetsWhatItIsAtTheEnd) {
  const ModelTree model = read(
      "Real a, b, v[3]; Integer n; algorithm\n"
      "a := u; b := 2*a; a := a + b; v := zeros(3);\n"
      "for i in 1:3 loop v[i] := i*a; if u > 1 then v[i] := -v[i]; end if; end for;\n"
      "n := if u > 0 then 1 else 2;");
  EXPECT_EQ(eval_variable(model, "a", {{"u", 2}}), 6);
  EXPECT_EQ(eval_variable(model, "b", {{"u", 2}}), 4);
  EXPECT_EQ(eval_variable(model, "v[3]", {{"u", 2}}), -18);
  EXPECT_EQ(eval_variable(model, "v[3]", {{"u", 1}}), 9);
  EXPECT_EQ(eval_variable(model, "n", {{"u", -1}}), 2);
}

TEST(AlgorithmSection, BlocksAndRecordsAndSeveralResults) {
  const ModelTree model = read(
      "record R Real x; Real y[2]; end R;\n"
      "function two input Real x; output Real p = x + 1; output Real q = 2*x; output R r; "
      "algorithm r := R(x, {3*x, 0}); end two;\n"
      "R r; Real s; algorithm (r.x, s) := two(u); (, , r) := two(s); r.y[2] := s;");
  EXPECT_EQ(eval_variable(model, "r.x", {{"u", 2}}), 4);
  EXPECT_EQ(eval_variable(model, "r.y[1]", {{"u", 2}}), 12);
  EXPECT_EQ(eval_variable(model, "r.y[2]", {{"u", 2}}), 4);
  EXPECT_EQ(eval_variable(model, "s", {{"u", 2}}), 4);
}

// Continuous variables begin with their start values (11.1.2).
TEST(AlgorithmSection, WhatIsReadFirstIsTheStartValue) {
  const ModelTree model =
      read("Real a(start = 3), b; algorithm b := a + u; if u > 0 then a := u; end if;");
  EXPECT_EQ(eval_variable(model, "b", {{"u", 2}}), 5);
  EXPECT_EQ(eval_variable(model, "a", {{"u", 2}}), 2);
  EXPECT_EQ(eval_variable(model, "a", {{"u", -2}}), 3);
}

// Entries that the section leaves alone may have equations.
TEST(AlgorithmSection, OnlyWhatIsAssignedHasAnEquation) {
  const ModelTree model = read("Real v[2]; algorithm v[1] := u;");
  EXPECT_TRUE(has_equation(model, "v[1]"));
  EXPECT_FALSE(has_equation(model, "v[2]"));
}

TEST(AlgorithmSection, WhensOfStatements) {
  const ModelTree model = read(
      "Integer n(start = 0); Real last, x, z; algorithm\n"
      "z := 2*u;\n"
      "when {u > 1, u < -1} then n := n + 1; last := n*z; reinit(x, -x + n);\n"
      "elsewhen z > 7 then n := pre(n) - 1; if u > 5 then last := 8; end if; end when;\n"
      "z := z + n; equation der(x) = 1;");
  ASSERT_EQ(model.root->whens.size(), 1u);
  const std::vector<When>& branches = model.root->whens[0];
  ASSERT_EQ(branches.size(), 3u);
  const Values values = {{"u", 2}, {"pre n", 4}, {"pre last", 6}, {"x", 10}, {"n", 5}};
  EXPECT_EQ(eval_law(branches[0].condition, values), 1);
  EXPECT_EQ(eval_law(branches[1].condition, values), 0);
  for (int i : {0, 1}) {
    EXPECT_EQ(eval_law(get(branches[i].assignments, "n").value, values), 5);
    EXPECT_EQ(eval_law(get(branches[i].assignments, "last").value, values), 20);
    EXPECT_EQ(eval_law(get(branches[i].resets, "x").value, values), -5);
  }
  EXPECT_EQ(eval_law(branches[2].condition, values), 0);
  EXPECT_EQ(eval_law(get(branches[2].assignments, "n").value, values), 3);
  EXPECT_EQ(eval_law(get(branches[2].assignments, "last").value, values), 6);
  EXPECT_EQ(eval_variable(model, "z", values), 9);
  EXPECT_FALSE(has_equation(model, "n"));
  EXPECT_FALSE(has_equation(model, "last"));
}

// The last reset counts, each in its case.
TEST(AlgorithmSection, ResetsInBranches) {
  const ModelTree model = read(
      "Real x; Integer n(start = 0); equation der(x) = 1; algorithm\n"
      "when x > 1 then n := n + 1; if u > 0 then reinit(x, 5); elseif u > -1 then reinit(x, 6); "
      "end "
      "if; if u > 2 then reinit(x, 7); end if; end when;");
  const When& when = model.root->whens.at(0).at(0);
  ASSERT_EQ(when.resets.size(), 1u);
  const auto reset = [&](double u) {
    return eval_law(when.resets[0].value, {{"u", u}, {"x", 2}, {"pre n", 0}});
  };
  EXPECT_EQ(reset(1), 5);
  EXPECT_EQ(reset(-0.5), 6);
  EXPECT_EQ(reset(3), 7);
  EXPECT_EQ(reset(-3), 2) << "as it was";
}

TEST(AlgorithmSection, AssertsAreWatched) {
  const ModelTree model = read(
      "Real a; Boolean b; algorithm a := u^2; assert(a < 4, \"a = \" + String(a) + \" is "
      "large\");\n"
      "if u > 0 then assert(u < 1, \"u\"); end if;\n"
      "when u > 3 then b := true; assert(u < 9, \"now\"); end when;\n"
      "equation assert(u > -7, \"low\");");
  ASSERT_EQ(model.root->whens.size(), 4u);
  const auto find = [&](const std::string& name) -> const When& {
    for (const auto& branches : model.root->whens) {
      if (!branches[0].resets.empty() && branches[0].resets[0].variable == name) return branches[0];
    }
    throw std::out_of_range(name);
  };
  const When& large = find(mark_name(NameMark::assertion, "a = … is large"));
  EXPECT_EQ(eval_law(large.condition, {{"u", 2}}), 1);
  EXPECT_EQ(eval_law(large.condition, {{"u", 1}}), 0);
  const When& inner = find("assert u");
  EXPECT_EQ(eval_law(inner.condition, {{"u", 2}}), 1);
  EXPECT_EQ(eval_law(inner.condition, {{"u", 0.5}}), 0);
  EXPECT_EQ(eval_law(inner.condition, {{"u", -2}}), 0);
  EXPECT_EQ(eval_law(find("assert low").condition, {{"u", -8}}), 1);
  EXPECT_EQ(eval_law(find("check now").resets[0].value, {{"u", 9}}), 1);
  EXPECT_EQ(eval_law(find("check now").resets[0].value, {{"u", 8}}), 0);
}

TEST(AlgorithmSection, WhatIsRefused) {
  EXPECT_EQ(error("algorithm a := 1;"), "unknown-name: there is no variable 'a' to assign to");
  EXPECT_EQ(error("algorithm u := 1;"),
            "type: 'u' cannot be assigned to: it is an input, which is given from outside");
  EXPECT_EQ(error("parameter Real p = 1; algorithm p := 1;"),
            "type: 'p' cannot be assigned to: it is a parameter");
  EXPECT_EQ(error("Real a = 2; algorithm a := 1;"),
            "duplicate: 'a' has a value where it is declared");
  EXPECT_EQ(error("Modelica.Mechanics.MultiBody.Joints.Revolute j; algorithm j.phi := 1;"),
            "type: 'j' is no variable of this model that can be assigned to");
  EXPECT_EQ(error("Real a; algorithm a := 1; return;"), "type: 'return' stands only in functions");
  EXPECT_EQ(error("Boolean b; algorithm if u > 1 then b := true; elseif u < 0 then b := false; "
                  "end if;"),
            "unsupported: 'b' is used where it may not be assigned yet: it would keep its value "
            "from the event before, but no when gives it its values");
  EXPECT_EQ(hint("Integer n; algorithm n := n + 1;"),
            "assign it in every case, or in a when: when … then n := …; end when");
  EXPECT_EQ(error("Integer n; algorithm when u > 1 then n := 1; end when; when u < 0 then n := 2; "
                  "end when;"),
            "unsupported: 'n' is assigned in a when and elsewhere in the section, too");
  EXPECT_EQ(error("Integer n; algorithm n := 0; when u > 1 then n := 1; end when;"),
            "unsupported: 'n' is assigned in a when and elsewhere in the section, too");
  EXPECT_EQ(error("Integer n; algorithm when u > 1 then n := 1; end when; n := 2;"),
            "unsupported: 'n' is assigned in a when and elsewhere in the section, too");
  EXPECT_EQ(error("Integer n; algorithm if u > 0 then when u > 1 then n := 1; end when; end if;"),
            "unsupported: a when inside an if that depends on time");
  EXPECT_EQ(error("Real x; algorithm reinit(x, 1); equation der(x) = 1;"),
            "unsupported: reinit outside of a when");
  EXPECT_EQ(error("algorithm terminate(\"x\");"), "unsupported: 'terminate' cannot be used here");
  EXPECT_EQ(error("initial algorithm u := 1;"),
            "type: 'u' cannot be assigned to: it is an input, which is given from outside");
}

// Few words, many operations.
TEST(AlgorithmSection, LongSectionsEnd) {
  EXPECT_EQ(error("Integer n[20000](each start = 0); algorithm for i in 1:20000 loop "
                  "when u > i then n[i] := n[i] + 1; end when; end for;")
                .substr(0, 6),
            "range:");
  EXPECT_EQ(error("Real x; equation der(x) = 1; algorithm when x > 1 then for i in 1:100000 loop "
                  "if u > i then reinit(x, i); end if; end for; end when;"),
            "value: this law is nested too deeply");
  EXPECT_EQ(error("Real v[1500, 1500]; algorithm v := fill(u, 1500, 1500);").substr(0, 6),
            "range:");
}

TEST(OutputEquations, EachOutputHasItsEquation) {
  const std::string f =
      "function f input Real x; output Real a = x; output Real b[2] = {x, 2*x}; output Boolean c = "
      "x > 0; end f;\n";
  ModelTree model = read(f + "Real a, b[2]; Boolean c; equation (a, b, c) = f(u);");
  EXPECT_EQ(eval_variable(model, "a", {{"u", 3}}), 3);
  EXPECT_EQ(eval_variable(model, "b[2]", {{"u", 3}}), 6);
  EXPECT_EQ(eval_variable(model, "c", {{"u", 3}}), 1);
  model = read(f + "Real a; Boolean c; equation (der(a), , c) = f(u);");
  EXPECT_FALSE(has_equation(model, "a"));
  ASSERT_EQ(model.root->rates.size(), 1u);
  EXPECT_EQ(eval_law(model.root->rates[0].value, {{"u", 3}}), 3);
  model = read(f + "Real a, b[2]; equation when u > 2 then (a, b) = f(u); end when;");
  ASSERT_EQ(model.root->whens.size(), 1u);
  EXPECT_EQ(model.root->whens[0][0].assignments.size(), 3u);
  EXPECT_EQ(error(f + "Real a, b[2], d; Boolean c; equation (a, b, c, d) = f(u);"),
            "type: the function has only 3 outputs");
  EXPECT_EQ(error(f + "Real a, b; equation (a, b) = f(u);"),
            "type: the variable is Real, its value Real[2]");
}

}  // namespace
}  // namespace gelenk::modelica
