#include "modelica/instances/initial_values.h"

#include <gtest/gtest.h>

#include "model/marked_name.h"
#include "modelica/test/law_support.h"

namespace gelenk::modelica {
namespace {

ModelTree read(const std::string& text) { return read_text("model M\n" + text + "\nend M;"); }
std::string error(const std::string& text) { return first_error("model M\n" + text + "\nend M;"); }
double get_parameter(const ModelTree& model, const std::string& name) {
  return model.root->find_parameter(name)->value.numbers.at(0);
}

TEST(InitialValues, ParametersThatInitialEquationsGive) {
  const ModelTree model = read(
      "function two input Real x; output Real a = x + 1; output Real b[2] = {x, 2*x}; algorithm "
      "end two;\n"
      "parameter Real k = 3; parameter Real p(fixed = false), q[2](each fixed = false), "
      "t0(fixed = false), s = p + q[2];\n"
      "initial equation\n if k > 2 then (p, q) = two(k); else p = 0; q = {0, 0}; end if;\n"
      "time = t0;\n"
      "annotation(experiment(StartTime = 2, StopTime = 3));");
  EXPECT_EQ(get_parameter(model, "p"), 4);
  EXPECT_EQ(get_parameter(model, "s"), 10);
  EXPECT_EQ(get_parameter(model, "t0"), 2);
  EXPECT_TRUE(model.root->initials.empty());
}

TEST(InitialValues, ParametersThatInitialAlgorithmsGive) {
  const ModelTree model = read(
      "parameter Real k = 3; parameter Real p(fixed = false); parameter Boolean b(fixed = false);\n"
      "initial algorithm assert(k > 1, \"k\"); p := 2*k; b := false;\n"
      "if p > 5 then b := true; p := p + 1; end if;");
  EXPECT_EQ(get_parameter(model, "p"), 7);
  EXPECT_EQ(get_parameter(model, "b"), 1);
}

TEST(InitialValues, ParametersThatAreNotGiven) {
  EXPECT_EQ(error("parameter Integer p(fixed = false);"),
            "unsupported: parameter 'p' with fixed = false, to be found at initialization");
  EXPECT_EQ(error("parameter Integer p(fixed = false); Integer x(start = 1); initial equation p = "
                  "x; equation when time > 1 then x = 2; end when;"),
            "unsupported: parameter 'p' with fixed = false, which depends on variables at the "
            "start");
  EXPECT_EQ(
      error("parameter Real p(fixed = false), q = p; initial equation p = q + 1;").substr(0, 6),
      "cycle:");
}

// A Real one that no equation gives alone is a variable that does not change, and what follows from it one with an equation.
TEST(InitialValues, ParametersThatAreSolvedFor) {
  const ModelTree model = read(
      "parameter Real p(fixed = false, start = 2), q = 3*p; Real x; initial equation p*p = x; "
      "equation der(x) = 1;");
  ASSERT_NE(model.root->find_variable("p"), nullptr);
  EXPECT_EQ(model.root->find_variable("p")->start.numbers.at(0), 2);
  ASSERT_EQ(model.root->rates.size(), 2u);
  EXPECT_EQ(model.root->rates[0].variable, "p");
  EXPECT_EQ(model.root->rates[0].value.constant_value(), 0.0);
  ASSERT_EQ(model.root->assignments.size(), 1u);
  EXPECT_EQ(model.root->assignments[0].variable, "q");
  EXPECT_EQ(model.root->initials.size(), 1u);
}

// A number is the start value; what depends on time is a branch of the when, for the start.
TEST(InitialValues, VariablesThatWhensChange) {
  const ModelTree model = read(
      "Integer n(start = 9); Real t(start = 9), x; equation der(x) = 1;\n"
      "when time > pre(n) + 1 then n = pre(n) + 1; t = time; end when;\n"
      "initial algorithm n := integer(-0.5); t := 2*time; x := n;");
  EXPECT_EQ(model.root->find_variable("n")->start.numbers.at(0), -1);
  ASSERT_EQ(model.root->whens.size(), 1u);
  ASSERT_EQ(model.root->whens[0].size(), 2u);
  const When& at_start = model.root->whens[0][0];
  EXPECT_EQ(at_start.condition.name(), starting_name);
  ASSERT_EQ(at_start.assignments.size(), 1u);
  EXPECT_EQ(at_start.assignments[0].variable, "t");
  ASSERT_EQ(model.root->initials.size(), 1u);
  EXPECT_EQ(eval_law(model.root->initials[0].value, {{"x", 4}}), 5);
}

TEST(InitialValues, PreInInitialEquations) {
  const ModelTree model = read(
      "Boolean b; Integer n; equation b = time > 1 or pre(b);\n"
      "when b then n = 3; end when; initial equation pre(b) = true; n = 7;");
  EXPECT_EQ(model.root->find_variable("b")->start.numbers.at(0), 1);
  EXPECT_EQ(model.root->find_variable("n")->start.numbers.at(0), 7);
  EXPECT_TRUE(model.root->initials.empty());
}

TEST(InitialValues, Errors) {
  EXPECT_EQ(error("Real x; equation der(x) = 1; initial algorithm when time > 1 then x := 1; end "
                  "when;"),
            "type: a when in an initial algorithm");
  EXPECT_EQ(error("parameter Real p = 1; initial algorithm p := 1;"),
            "type: 'p' cannot be assigned to: it is a parameter");
}

}  // namespace
}  // namespace gelenk::modelica
