#include "topology/quantities/solved_equations.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/marked_name.h"
#include "symbolic/substitute.h"
#include "topology/quantities/mechanism_rows.h"

namespace gelenk {
namespace {

using symbolic::Expression;
using symbolic::Op;

Expression x(const std::string& name) { return Expression::variable(name); }
Expression der(const std::string& name) { return x(mark_name(NameMark::rate, name)); }
Expression minus(const Expression& a, const Expression& b) {
  return Expression::make(Op::subtract, {a, b});
}
Expression times(const Expression& a, const Expression& b) {
  return Expression::make(Op::multiply, {a, b});
}

// Joints are known, with speeds and accelerations by their names.
struct Joints final : KnownNames {
  bool is_constant(const std::string& name) const override { return name == "mode"; }
  std::string find_port(const std::string& load) const override {
    return load == "load" ? "joint.a" : "";
  }
  std::string find_rate(const std::string& name) const override {
    return name == "joint.phi" ? "joint.w" : name == "joint.w" ? "joint.a" : "";
  }
};

struct Problem {
  Component component;
  std::vector<NamedVariable> unknowns;
  std::vector<NamedEquation> equations;

  explicit Problem(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      NamedVariable variable;
      variable.name = name;
      variable.component = &component;
      unknowns.push_back(variable);
    }
  }
  void add(const Expression& residual) {
    NamedEquation equation;
    equation.residual = residual;
    equation.component = &component;
    equations.push_back(equation);
  }
  void give(const std::string& name, const Expression& value) {
    add(minus(x(name), value));
    equations.back().variable = name;
    equations.back().value = value;
  }
  SolvedEquations solve() const { return solve_equations(unknowns, equations, Joints()); }
};

std::vector<std::string> names_of(const std::vector<NamedVariable>& list) {
  std::vector<std::string> names;
  for (const NamedVariable& variable : list) names.push_back(variable.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string failure_of(const Problem& problem) {
  try {
    problem.solve();
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(SolvedEquations, WhatIsGivenStaysAsItWasWritten) {
  Problem p({"a", "b"});
  p.give("a", times(x("b"), x("joint.phi")));
  p.give("b", times(x("joint.w"), x("joint.w")));
  const SolvedEquations s = p.solve();
  EXPECT_EQ(names_of(s.variables), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(s.states.empty() && s.cells.empty() && s.invariants.empty());
  for (const NamedVariable& variable : s.variables) {
    if (variable.name == "a") {
      EXPECT_EQ(variable.value.id(), p.equations[0].value.id());
    }
  }
}

TEST(SolvedEquations, CirclesAreCellsWithAnEquationEach) {
  Problem p({"a", "b", "c"});
  p.add(minus(times(x("a"), x("b")), 2.0));
  p.add(minus(times(x("a"), x("a")), x("b")));
  p.give("c", times(x("a"), 3.0));
  const SolvedEquations s = p.solve();
  EXPECT_EQ(names_of(s.cells), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(s.equations.size(), 2u);
  EXPECT_EQ(names_of(s.variables), std::vector<std::string>{"c"});
}

TEST(SolvedEquations, RatesMakeStates) {
  Problem p({"i", "u"});
  p.add(minus(times(0.5, der("i")), x("u")));
  p.add(minus(minus(10.0, times(2.0, x("i"))), x("u")));
  const SolvedEquations s = p.solve();
  EXPECT_EQ(names_of(s.states), std::vector<std::string>{"i"});
  EXPECT_TRUE(s.cells.empty());
}

// A rotor on a joint: its speed is that of the joint, and what it takes follows from the joint's acceleration.
TEST(SolvedEquations, RatesOfJointsHaveNamesOfTheirOwn) {
  Problem p({"phi", "w", "tau"});
  p.add(minus(x("phi"), times(20.0, x("joint.phi"))));
  p.add(minus(x("w"), der("phi")));
  p.add(minus(times(0.01, der("w")), x("tau")));
  const SolvedEquations s = p.solve();
  EXPECT_TRUE(s.states.empty());
  EXPECT_TRUE(s.cells.empty());
  const std::vector<std::string> names = names_of(s.variables);
  for (const char* name : {"phi", "tau", "w"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

TEST(SolvedEquations, WhatRestrictsStatesIsAnInvariant) {
  Problem p({"x", "y", "vx", "vy", "F"});
  p.add(minus(der("x"), x("vx")));
  p.add(minus(der("y"), x("vy")));
  p.add(minus(der("vx"), times(x("F"), x("x"))));
  p.add(minus(der("vy"), times(x("F"), x("y"))));
  p.add(minus(minus(times(x("x"), x("x")), -1.0), times(x("y"), x("y"))));
  const SolvedEquations s = p.solve();
  EXPECT_EQ(s.states.size(), 4u);
  EXPECT_EQ(s.invariants.size(), 2u);
}

// While a lock holds the load is no function of the acceleration: both are cells, with the mechanism as one equation more.
TEST(SolvedEquations, LoadsThatDependOnAccelerationsAreFoundWithThem) {
  Problem p({"load", "held"});
  p.add(minus(x("load"), times(x("mode"), x("held"))));
  p.add(minus(x("joint.a"), times(minus(1.0, x("mode")), x("held"))));
  const SolvedEquations s = p.solve();
  EXPECT_EQ(names_of(s.cells), (std::vector<std::string>{"held", "joint.a", "load"}));
  ASSERT_EQ(s.equations.size(), 3u);
  EXPECT_EQ(s.accelerations, std::vector<std::string>{"joint.a"});
  EXPECT_EQ(s.loads, std::vector<std::string>{"load"});
  bool has_row = false;
  for (const NamedEquation& equation : s.equations) {
    const std::vector<std::string> read = symbolic::list_variables(equation.residual);
    for (const std::string& name : {name_response("joint.a", "load"), name_rest("joint.a")}) {
      const bool is_read = std::find(read.begin(), read.end(), name) != read.end();
      has_row = has_row || is_read;
    }
  }
  EXPECT_TRUE(has_row);
}

// What only reads an acceleration leaves the mechanism as it is.
TEST(SolvedEquations, AccelerationsThatLoadsDoNotDependOnStayKnown) {
  Problem p({"load", "shown", "more"});
  p.add(minus(x("load"), times(x("joint.phi"), x("joint.w"))));
  p.add(minus(x("shown"), times(x("joint.a"), x("load"))));
  p.add(minus(times(x("more"), x("more")), times(x("shown"), x("shown"))));
  const SolvedEquations s = p.solve();
  EXPECT_TRUE(s.accelerations.empty() && s.loads.empty());
  EXPECT_EQ(names_of(s.cells), std::vector<std::string>{"more"});
}

TEST(SolvedEquations, WhatDoesNotFitIsNamed) {
  Problem few({"a", "b"});
  few.add(minus(times(x("a"), x("b")), 1.0));
  EXPECT_NE(failure_of(few).find("an equation is missing, for"), std::string::npos);
  Problem unused({"a", "b"});
  unused.give("a", 1.0);
  EXPECT_NE(failure_of(unused).find("variable 'b' has no equation"), std::string::npos);
  Problem many({"a"});
  many.add(minus(times(x("a"), x("a")), 1.0));
  many.add(minus(times(x("a"), times(x("a"), x("a"))), 1.0));
  EXPECT_NE(failure_of(many).find("2 equations determine only 1 variable:"), std::string::npos);
  Problem wrong({"a"});
  wrong.give("a", 1.0);
  wrong.give("a", 2.0);
  EXPECT_NE(failure_of(wrong).find("contradicts"), std::string::npos);
}

}  // namespace
}  // namespace gelenk
