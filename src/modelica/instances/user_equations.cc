#include "modelica/instances/user_equations.h"

#include "modelica/failure.h"
#include "modelica/instances/assertions.h"
#include "modelica/instances/output_equations.h"

namespace gelenk::modelica {

namespace {

bool is_call(const Expr& e, const char* name) {
  return e.kind == ExprKind::call && e.ref.size() == 1 && e.ref[0].name == name;
}

class UserEquations {
 public:
  UserEquations(const Context& context, Component& component, Evaluator& evaluator)
      : context_(context), component_(component), evaluator_(evaluator) {}

  void add_equality(const Equation& equation) {
    for (const auto& [left, right] :
         {std::pair(&*equation.left, &*equation.right), {&*equation.right, &*equation.left}}) {
      const bool is_rate = is_call(*left, "der");
      if (is_rate && left->operands.size() != 1)
        fail("type", left->where, "der takes one argument");
      const Expr& target = is_rate ? *left->operands[0] : *left;
      if (!is_own_variable(target) || is_own_input(target)) continue;
      if (is_rate && evaluator_.eval(target, context_).type != BasicType::real)
        fail("type", left->where, "only a Real variable has a derivative");
      add_assignments(get_variable(target), evaluator_.eval(*right, context_), equation.where,
                      is_rate ? component_.rates : component_.assignments);
      return;
    }
    fail_unsolved(equation);
  }

  void add_when(const Equation& equation) {
    std::vector<When> branches;
    for (const EquationBranch& branch : equation.branches) {
      When& when = branches.emplace_back();
      when.where = branch.condition->where;
      const Datum condition = evaluator_.eval(*branch.condition, context_);
      if (condition.type != BasicType::boolean || !condition.is_scalar() || condition.record) {
        fail("type", when.where,
             "the condition of a when must be a Boolean, found " + condition.describe());
      }
      when.condition = condition.law(0);
      for (const Equation& inner : branch.equations) add_to(when, inner);
    }
    component_.whens.push_back(std::move(branches));
  }

 private:
  void add_to(When& when, const Equation& inner) {
    if (is_output_equation(inner)) {
      visit_output_equations(inner, context_, evaluator_,
                             [&](const Equation& single, const Context& context) {
                               UserEquations(context, component_, evaluator_).add_to(when, single);
                             });
      return;
    }
    if (inner.kind == Equation::Kind::call && is_call(*inner.left, "assert")) {
      const Assertion assertion = eval_assertion(*inner.left, context_, evaluator_);
      if (!assertion.message.empty() && !assertion.is_warning)
        check_in_when(assertion, negate_condition(assertion), inner.where, when);
      return;
    }
    if (inner.kind == Equation::Kind::call && is_call(*inner.left, "terminate"))
      evaluator_.eval(*inner.left, context_);
    if (inner.kind == Equation::Kind::equality && is_own_variable(*inner.left)) {
      add_assignments(get_variable(*inner.left), evaluator_.eval(*inner.right, context_),
                      inner.where, when.assignments);
      return;
    }
    if (inner.kind == Equation::Kind::call && is_call(*inner.left, "reinit") &&
        inner.left->operands.size() == 2 && is_own_variable(*inner.left->operands[0])) {
      add_assignments(get_variable(*inner.left->operands[0]),
                      evaluator_.eval(*inner.left->operands[1], context_), inner.where,
                      when.resets);
      return;
    }
    fail("unsupported", inner.where, "this equation in a when",
         "a when gives variables of this model values: x = …; or states: reinit(x, …);");
  }

  // A variable that this model declares without a value.
  bool is_own_variable(const Expr& e) const {
    return e.kind == ExprKind::reference && !e.global && e.ref.size() == 1 &&
           find_local(context_, e.ref[0].name) == nullptr &&
           component_.find_variable(e.ref[0].name) != nullptr;
  }

  // What whoever uses this model gives: no equation of the model is solved for it.
  bool is_own_input(const Expr& e) const {
    return component_.find_variable(e.ref[0].name)->causality == Causality::input;
  }

  Datum get_variable(const Expr& e) {
    Datum variable = evaluator_.eval(e, context_);
    for (const symbolic::Expression& law : variable.laws) {
      if (law.op() == symbolic::Op::variable) continue;
      variable.laws.clear();
      break;
    }
    if (variable.laws.size() != variable.count()) {
      fail("duplicate", e.where, "'" + e.ref[0].name + "' has a value where it is declared",
           "remove one of the two");
    }
    return variable;
  }

  [[noreturn]] void fail_unsolved(const Equation& equation) {
    for (const Expr* side : {&*equation.left, &*equation.right}) {
      if (!is_own_variable(*side) || !is_own_input(*side)) continue;
      fail("unsupported", equation.where,
           "this equation would give a value to the input '" + side->ref[0].name +
               "', which is given from outside",
           "an input of a component is given where that is declared, as in motor(tau = " +
               side->ref[0].name + ")");
    }
    const bool has_rate = is_call(*equation.left, "der") || is_call(*equation.right, "der");
    fail("unsupported", equation.where,
         has_rate ? "an equation with der of something that is not a variable of this model"
                  : "an equation that does not have a variable of this model alone on one side",
         "declare a variable without a value (Real x;) and write x = …, or der(x) = …; what "
         "joints and bodies do follows from the mechanics, and inputs of components are given "
         "where these are declared");
  }

  const Context& context_;
  Component& component_;
  Evaluator& evaluator_;
};

}  // namespace

void add_user_equation(const Equation& equation, const Context& context, Component& component,
                       Evaluator& evaluator) {
  UserEquations equations(context, component, evaluator);
  if (equation.kind == Equation::Kind::when)
    equations.add_when(equation);
  else
    equations.add_equality(equation);
}

void add_assignments(const Datum& variable, const Datum& value, const SourceLocation& where,
                     std::vector<Assignment>& assignments) {
  const bool is_number = variable.type != BasicType::boolean;
  if (value.record || value.dims != variable.dims ||
      is_number != (value.type == BasicType::real || value.type == BasicType::integer) ||
      (!is_number && value.type != BasicType::boolean) ||
      (variable.type == BasicType::integer && value.type == BasicType::real)) {
    fail("type", where,
         "the variable is " + variable.describe() + ", its value " + value.describe());
  }
  for (std::size_t i = 0; i < variable.count(); ++i)
    assignments.push_back({variable.laws[i].name(), value.law(i), where});
}

}  // namespace gelenk::modelica
