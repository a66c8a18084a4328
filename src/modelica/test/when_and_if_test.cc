// Equations in branches of if and when: nested ones, loops, assertions, the end of the run.
#include <gtest/gtest.h>

#include "model/marked_name.h"
#include "modelica/test/law_support.h"

namespace gelenk::modelica {
namespace {

ModelTree read(const std::string& body) { return read_text("model M\n" + body + "\nend M;"); }
std::string error(const std::string& body) { return first_error("model M\n" + body + "\nend M;"); }

double eval_change(const std::vector<Assignment>& changes, const std::string& variable,
                   const Values& values) {
  for (const Assignment& change : changes) {
    if (change.variable == variable) return eval_law(change.value, values);
  }
  throw std::out_of_range(variable);
}

TEST(IfEquations, NestedIfAndFor) {
  const ModelTree model = read(R"(
    Real x, y, z[2]; parameter Boolean off = false;
  equation
    x + x = 2*time;
    if x < 1 then
      if x < 0 then y = 1; elseif off then y = 7; else y = 2; end if;
      for i in 1:2 loop z[i] = 10*i; end for;
    elseif off then
      y = 8;
    else
      y = 3;
      z = {4, 5};
    end if;)");
  const auto& residuals = model.root->residuals;
  ASSERT_EQ(residuals.size(), 4u);
  const auto eval = [&](std::size_t i, double x) {
    return eval_law(residuals[i].value, {{"x", x}, {"y", 0}, {"z[1]", 0}, {"z[2]", 0}});
  };
  for (const auto& [x, y, z1, z2] :
       {std::array{-1.0, 1.0, 10.0, 20.0}, {0.5, 2, 10, 20}, {1.5, 3, 4, 5}}) {
    EXPECT_EQ(eval(1, x), -y);
    EXPECT_EQ(eval(2, x), -z1);
    EXPECT_EQ(eval(3, x), -z2);
  }
}

TEST(IfEquations, AssertionsHoldInTheirBranch) {
  const ModelTree model = read(R"(
    Real x, y;
  equation
    x + x = 2*time;
    if x > 1 then y = 1; assert(x < 2, "too large"); else y = 2; end if;)");
  ASSERT_EQ(model.root->whens.size(), 1u);
  const When& when = model.root->whens[0][0];
  EXPECT_EQ(when.resets[0].variable, mark_name(NameMark::assertion, "too large"));
  EXPECT_EQ(eval_law(when.condition, {{"x", 3}}), 1.0);
  EXPECT_EQ(eval_law(when.condition, {{"x", 1.5}}), 0.0);
  EXPECT_EQ(eval_law(when.condition, {{"x", 0.5}}), 0.0);
}

TEST(IfEquations, WhatIsWrong) {
  const std::string start = "Real x, y; discrete Real d; equation x + x = time; ";
  EXPECT_EQ(error(start + "if x > 1 then y = 1; end if;"),
            "equation: an if whose condition changes while the model moves needs an else");
  EXPECT_EQ(error(start + "if x > 1 then y = 1; else y = 2; d = 1; end if;"),
            "equation: the branches of this if have different numbers of equations (1 and 2), and "
            "its condition changes while the model moves");
  EXPECT_EQ(error(start + "if x > 1 then y = 1; else when x > 2 then d = 1; end when; end if;"),
            "unsupported: a when in an if whose condition changes while the model moves");
}

TEST(WhenEquations, BranchesAndLoops) {
  const ModelTree model = read(R"(
    Real x; discrete Real d, v[2]; record R Real a; Real b; end R; R r;
  equation
    der(x) = 1;
    when x > 1 then
      if x > 5 then d = 1; reinit(x, 0); elseif x > 3 then d = 2; else d = 3; end if;
      for i in 1:2 loop v[i] = i*x; end for;
      r = R(4, x);
    elsewhen x > 2 then
      r.a = 1; r.b = 2; d = 9; v = {1, 2};
    end when;)");
  ASSERT_EQ(model.root->whens.size(), 1u);
  ASSERT_EQ(model.root->whens[0].size(), 2u);
  const When& first = model.root->whens[0][0];
  for (const auto& [x, d, reset] : {std::array{6.0, 1.0, 0.0}, {4, 2, 4}, {2, 3, 2}}) {
    EXPECT_EQ(eval_change(first.assignments, "d", {{"x", x}}), d);
    EXPECT_EQ(eval_change(first.resets, "x", {{"x", x}}), reset);
    EXPECT_EQ(eval_change(first.assignments, "v[2]", {{"x", x}}), 2 * x);
    EXPECT_EQ(eval_change(first.assignments, "r.b", {{"x", x}}), x);
  }
  EXPECT_EQ(eval_change(model.root->whens[0][1].assignments, "r.b", {}), 2.0);
}

TEST(WhenEquations, EndOfTheRun) {
  const ModelTree model = read(R"(
    Real x;
  equation
    der(x) = 1;
    when x > 1 then
      if x > 2 then terminate("far " + "away"); end if;
    end when;)");
  const Assignment& end = model.root->whens[0][0].resets.at(0);
  EXPECT_EQ(end.variable, mark_name(NameMark::termination, "far away"));
  EXPECT_EQ(eval_law(end.value, {{"x", 3}}), 1.0);
  EXPECT_EQ(eval_law(end.value, {{"x", 1.5}}), 0.0);
  EXPECT_EQ(error("equation terminate(\"now\");"), "unsupported: 'terminate' cannot be used here");
  EXPECT_EQ(error("equation when time > 1 then terminate(); end when;"),
            "type: terminate needs a message");
}

TEST(WhenEquations, WhatIsWrong) {
  EXPECT_EQ(error("Real x; discrete Real d; equation der(x) = 1; when x > 1 then if x > 2 then d = "
                  "1; end if; end when;"),
            "equation: 'd' is set in one branch of an if in a when, but not in the other");
  EXPECT_EQ(error("equation when time > 1 then for i in 1:2 loop i = 3; end for; end when;"),
            "type: 'i' is the iterator of a loop and cannot be set");
}

}  // namespace
}  // namespace gelenk::modelica
