#include "modelica/instances/user_equations.h"

#include "modelica/failure.h"
#include "modelica/instances/assertions.h"
#include "modelica/instances/initial_values.h"
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

  // Where a variable of this model or its derivative is alone on one side, the other says what it is; any other equation stands for
  // itself.
  void add_equality(const Equation& equation) {
    for (const auto& [left, right] :
         {std::pair(&*equation.left, &*equation.right), {&*equation.right, &*equation.left}}) {
      const bool is_rate = is_call(*left, "der");
      if (is_rate && left->operands.size() != 1)
        fail("type", left->where, "der takes one argument");
      const Expr& target = is_rate ? *left->operands[0] : *left;
      if (!is_own_variable(target) || is_own_input(target)) continue;
      const Datum variable = evaluator_.eval(target, context_);
      if (is_rate && variable.type != BasicType::real)
        fail("type", left->where, "only a Real variable has a derivative");
      if (!is_own_name(target, variable)) {
        if (!variable.is_law()) fail_bound(target);
        continue;
      }
      add_assignments(variable, evaluator_.eval(*right, context_), equation.where,
                      is_rate ? component_.rates : component_.assignments);
      return;
    }
    add_residuals(calc_residuals(equation), equation.where, component_.residuals);
  }

  void add_initial(const Equation& equation) {
    // What jumps has a value at the start; nothing is solved for it.
    for (const auto& [left, right] :
         {std::pair(&*equation.left, &*equation.right), {&*equation.right, &*equation.left}}) {
      const bool is_before = is_call(*left, "pre") && left->operands.size() == 1;
      const Expr& target = is_before ? *left->operands[0] : *left;
      if (!is_own_variable(target)) continue;
      const Datum variable = evaluator_.eval(target, context_);
      if (!is_own_name(target, variable) || variable.count() == 0) continue;
      if (!is_before && !is_changed_by_when(variable.laws[0].name(), component_)) continue;
      std::vector<Assignment> values;
      add_assignments(variable, evaluator_.eval(*right, context_), equation.where, values);
      for (const Assignment& value : values) give_initial_value(value, component_);
      return;
    }
    add_residuals(calc_residuals(equation), equation.where, component_.initials);
  }

  // Each branch has as many equations as the others: which of them holds changes with the conditions.
  void add_if(const Equation& equation) {
    std::vector<symbolic::Expression> conditions;
    std::vector<std::vector<symbolic::Expression>> residuals;
    for (const EquationBranch& branch : equation.branches) {
      if (branch.condition) conditions.push_back(eval_condition(*branch.condition, "an if"));
      std::vector<symbolic::Expression>& of_branch = residuals.emplace_back();
      for (const Equation& inner : branch.equations) gather(inner, of_branch);
    }
    const std::size_t count = residuals[0].size();
    if (conditions.size() == residuals.size()) {
      if (count == 0) return;
      fail("equation", equation.where,
           "an if whose condition changes while the model moves needs an else",
           "write else with as many equations as there are below then");
    }
    for (const auto& of_branch : residuals) {
      if (of_branch.size() == count) continue;
      fail("equation", equation.where,
           "the branches of this if have different numbers of equations (" + std::to_string(count) +
               " and " + std::to_string(of_branch.size()) +
               "), and its condition changes while the model moves",
           "give each branch the same number of equations");
    }
    for (std::size_t i = 0; i < count; ++i) {
      symbolic::Expression residual = residuals.back()[i];
      for (std::size_t k = conditions.size(); k-- > 0;)
        residual = symbolic::Expression::make(symbolic::Op::select,
                                              {conditions[k], residuals[k][i], residual});
      component_.residuals.push_back({residual, equation.where});
    }
  }

  void add_when(const Equation& equation) {
    std::vector<When> branches;
    for (const EquationBranch& branch : equation.branches) {
      // Of several conditions each acts by itself when it becomes true.
      for (const symbolic::Expression& condition : eval_conditions(*branch.condition)) {
        When& when = branches.emplace_back();
        when.where = branch.condition->where;
        when.condition = condition;
        for (const Equation& inner : branch.equations) add_to(when, inner);
      }
    }
    component_.whens.push_back(std::move(branches));
  }

 private:
  symbolic::Expression eval_condition(const Expr& e, const std::string& of_what) {
    const Datum condition = evaluator_.eval(e, context_);
    if (condition.type != BasicType::boolean || !condition.is_scalar() || condition.record) {
      fail("type", e.where,
           "the condition of " + of_what + " must be a Boolean, found " + condition.describe());
    }
    return condition.law(0);
  }

  std::vector<symbolic::Expression> eval_conditions(const Expr& e) {
    const Datum conditions = evaluator_.eval(e, context_);
    if (conditions.type != BasicType::boolean || conditions.dims.size() > 1 || conditions.record) {
      fail("type", e.where,
           "the condition of a when must be a Boolean, found " + conditions.describe());
    }
    std::vector<symbolic::Expression> all;
    for (std::size_t i = 0; i < conditions.count(); ++i) all.push_back(conditions.law(i));
    return all;
  }

  // Left less right, entry by entry; of records member by member.
  std::vector<symbolic::Expression> calc_residuals(const Equation& equation) {
    return calc_residuals(evaluator_.eval(*equation.left, context_),
                          evaluator_.eval(*equation.right, context_), equation);
  }
  static std::vector<symbolic::Expression> calc_residuals(const Datum& left, const Datum& right,
                                                          const Equation& equation) {
    std::vector<symbolic::Expression> residuals;
    if (left.record && right.record && left.dims == right.dims &&
        left.record->names == right.record->names) {
      for (const std::string& name : left.record->names) {
        for (symbolic::Expression& residual :
             calc_residuals(get_member(left, name, equation.where),
                            get_member(right, name, equation.where), equation))
          residuals.push_back(std::move(residual));
      }
      return residuals;
    }
    const bool is_number = left.is_numeric() && right.is_numeric(),
               is_alike = !left.record && !right.record && left.type == right.type &&
                          left.type != BasicType::string;
    if ((!is_number && !is_alike) || left.dims != right.dims) {
      fail("type", equation.where,
           "the two sides of this equation do not fit: " + left.describe() + " and " +
               right.describe());
    }
    for (std::size_t i = 0; i < left.count(); ++i)
      residuals.push_back(
          symbolic::Expression::make(symbolic::Op::subtract, {left.law(i), right.law(i)}));
    return residuals;
  }
  static void add_residuals(std::vector<symbolic::Expression> residuals,
                            const SourceLocation& where, std::vector<Residual>& to) {
    for (symbolic::Expression& residual : residuals) {
      if (residual.is_constant()) {
        fail("equation", where, "nothing in this equation changes",
             "an equation ties variables together; parameters are compared by assert");
      }
      to.push_back({std::move(residual), where});
    }
  }
  // The residuals of one equation in a branch of an if.
  void gather(const Equation& inner, std::vector<symbolic::Expression>& residuals) {
    if (inner.kind == Equation::Kind::equality) {
      for (symbolic::Expression& residual : calc_residuals(inner))
        residuals.push_back(std::move(residual));
      return;
    }
    fail("unsupported", inner.where,
         "this equation in an if whose condition changes while the model moves",
         "only equations between expressions can stand there");
  }

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

  // Whether the variable means itself: where it is declared with a value, it means that.
  bool is_own_name(const Expr& e, const Datum& variable) const {
    const std::string name =
        component_.path.empty() ? e.ref[0].name : component_.path + "." + e.ref[0].name;
    for (std::size_t i = 0; i < variable.count(); ++i) {
      const symbolic::Expression law = variable.law(i);
      if (law.op() != symbolic::Op::variable || !law.name().starts_with(name)) return false;
    }
    return true;
  }
  [[noreturn]] static void fail_bound(const Expr& e) {
    fail("duplicate", e.where, "'" + e.ref[0].name + "' has a value where it is declared",
         "remove one of the two");
  }

  Datum get_variable(const Expr& e) {
    Datum variable = evaluator_.eval(e, context_);
    if (!is_own_name(e, variable)) fail_bound(e);
    return variable;
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
  else if (equation.kind == Equation::Kind::if_)
    equations.add_if(equation);
  else
    equations.add_equality(equation);
}

void add_initial_equation(const Equation& equation, const Context& context, Component& component,
                          Evaluator& evaluator) {
  UserEquations(context, component, evaluator).add_initial(equation);
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
