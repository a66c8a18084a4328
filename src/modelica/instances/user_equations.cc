#include "modelica/instances/user_equations.h"

#include <algorithm>

#include "model/marked_name.h"
#include "modelica/failure.h"
#include "modelica/instances/assertions.h"
#include "modelica/instances/initial_values.h"
#include "modelica/instances/output_equations.h"
#include "symbolic/substitute.h"

namespace gelenk::modelica {

namespace {

bool is_call(const Expr& e, const char* name) {
  return e.kind == ExprKind::call && e.ref.size() == 1 && e.ref[0].name == name;
}

class UserEquations {
 public:
  UserEquations(const Context& context, Component& component, Instantiator& instantiator)
      : context_(context),
        component_(component),
        instantiator_(instantiator),
        evaluator_(instantiator.evaluator()) {}

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
        // What has a value may be what others are to be found from.
        if (!variable.is_law() && !reads_variables(evaluator_.eval(*right, context_)))
          fail_bound(target);
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
  void add_if(const Equation& equation, std::vector<Residual>& to) {
    std::vector<symbolic::Expression> residuals;
    gather_if(equation, symbolic::Expression(1.0), residuals);
    add_residuals(std::move(residuals), equation.where, to);
  }

  void add_when(const Equation& equation) {
    std::vector<When> branches;
    for (const EquationBranch& branch : equation.branches) {
      // Of several conditions each acts by itself when it becomes true.
      for (const symbolic::Expression& condition : eval_conditions(*branch.condition)) {
        When& when = branches.emplace_back();
        when.where = branch.condition->where;
        when.condition = condition;
        add_to(when, branch.equations);
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

  static bool reads_variables(const Datum& datum) {
    for (std::size_t i = 0; datum.is_law() && i < datum.count(); ++i) {
      if (!symbolic::list_variables(datum.law(i)).empty()) return true;
    }
    return false;
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
                          left.enumeration == right.enumeration && left.type != BasicType::string;
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
  // The residuals of equations in a branch of an if, which holds where `reached` does.
  void gather(const std::vector<Equation>& equations, const symbolic::Expression& reached,
              std::vector<symbolic::Expression>& residuals) {
    for (const Equation& inner : equations) gather(inner, reached, residuals);
  }
  void gather(const Equation& inner, const symbolic::Expression& reached,
              std::vector<symbolic::Expression>& residuals) {
    instantiator_.session().count_step(inner.where);
    const Session::Depth depth(instantiator_.session(), inner.where);
    const bool is_call_equation = inner.kind == Equation::Kind::call;
    if (is_output_equation(inner)) {
      visit_output_equations(
          inner, context_, evaluator_, [&](const Equation& single, const Context& context) {
            UserEquations(context, component_, instantiator_).gather(single, reached, residuals);
          });
    } else if (inner.kind == Equation::Kind::equality) {
      for (symbolic::Expression& residual : calc_residuals(inner))
        residuals.push_back(std::move(residual));
    } else if (inner.kind == Equation::Kind::if_) {
      gather_if(inner, reached, residuals);
    } else if (inner.kind == Equation::Kind::for_) {
      visit_loop(inner, 0, [&](UserEquations& pass) {
        pass.gather(inner.branches.at(0).equations, reached, residuals);
      });
    } else if (is_call_equation && is_call(*inner.left, "assert")) {
      const Assertion assertion = eval_assertion(*inner.left, context_, evaluator_);
      if (assertion.message.empty()) return;
      watch_assertion(assertion, both(reached, negate_condition(assertion)), inner.where,
                      component_, instantiator_.session());
    } else if (is_call_equation && is_call(*inner.left, "terminate")) {
      When when;
      when.where = inner.where;
      when.condition = reached;
      add_termination(when, *inner.left, symbolic::Expression(1.0));
      component_.whens.push_back({std::move(when)});
    } else {
      fail("unsupported", inner.where,
           inner.kind == Equation::Kind::when
               ? "a when in an if whose condition changes while the model moves"
               : "this equation in an if whose condition changes while the model moves",
           inner.kind == Equation::Kind::when
               ? "write the condition of the if with 'and' into that of the when"
               : "equations between expressions, if, for, assert and terminate can stand there");
    }
  }

  // What is known not to hold is left out.
  void gather_if(const Equation& equation, const symbolic::Expression& reached,
                 std::vector<symbolic::Expression>& residuals) {
    std::vector<symbolic::Expression> conditions;
    std::vector<std::vector<symbolic::Expression>> of_branches;
    symbolic::Expression rest = reached;
    bool is_complete = false;
    for (const EquationBranch& branch : equation.branches) {
      symbolic::Expression holds(1.0);
      if (branch.condition) holds = eval_condition(*branch.condition, "an if");
      if (holds.is_constant() && holds.constant_value() == 0.0) continue;
      gather(branch.equations, both(rest, holds), of_branches.emplace_back());
      is_complete = holds.is_constant();
      if (is_complete) break;
      conditions.push_back(holds);
      rest = both(rest, symbolic::Expression::make(symbolic::Op::logical_not, {holds}));
    }
    if (of_branches.empty()) return;
    const std::size_t count = of_branches[0].size();
    if (!is_complete && std::any_of(of_branches.begin(), of_branches.end(),
                                    [](const auto& branch) { return !branch.empty(); })) {
      fail("equation", equation.where,
           "an if whose condition changes while the model moves needs an else",
           "write else with as many equations as there are below then");
    }
    for (const auto& of_branch : of_branches) {
      if (of_branch.size() == count) continue;
      fail("equation", equation.where,
           "the branches of this if have different numbers of equations (" + std::to_string(count) +
               " and " + std::to_string(of_branch.size()) +
               "), and its condition changes while the model moves",
           "give each branch the same number of equations");
    }
    for (std::size_t i = 0; i < count; ++i) {
      symbolic::Expression residual = of_branches.back()[i];
      for (std::size_t k = of_branches.size() - 1; k-- > 0;) {
        residual = symbolic::Expression::make(symbolic::Op::select,
                                              {conditions[k], of_branches[k][i], residual});
      }
      instantiator_.session().count_laws(conditions.size(), equation.where);
      residuals.push_back(std::move(residual));
    }
  }

  static symbolic::Expression both(const symbolic::Expression& a, const symbolic::Expression& b) {
    if (a.is_constant()) return a.constant_value() != 0.0 ? b : a;
    if (b.is_constant()) return b.constant_value() != 0.0 ? a : b;
    return symbolic::Expression::make(symbolic::Op::logical_and, {a, b});
  }

  template <typename Visit>
  void visit_loop(const Equation& loop, std::size_t iterator, const Visit& visit) {
    if (iterator == loop.iterators.size()) {
      visit(*this);
      return;
    }
    const Iterator& it = loop.iterators[iterator];
    const Datum range = evaluator_.eval_range(it, nullptr, context_);
    for (std::size_t i = 0; i < range.count(); ++i) {
      instantiator_.session().count_step(it.where);
      const Datum value = get_entry(range, i);
      const Local local{it.name, value, context_.locals};
      Context inner = context_;
      inner.locals = &local;
      UserEquations(inner, component_, instantiator_).visit_loop(loop, iterator + 1, visit);
    }
  }

  void add_termination(When& when, const Expr& call, const symbolic::Expression& reached) {
    when.resets.push_back(
        {mark_name(NameMark::termination, eval_termination(call, context_, evaluator_)), reached,
         call.where});
  }

  void add_to(When& when, const std::vector<Equation>& equations) {
    for (const Equation& inner : equations) add_to(when, inner);
  }
  void add_to(When& when, const Equation& inner) {
    instantiator_.session().count_step(inner.where);
    const Session::Depth depth(instantiator_.session(), inner.where);
    const bool is_call_equation = inner.kind == Equation::Kind::call;
    if (is_output_equation(inner)) {
      visit_output_equations(
          inner, context_, evaluator_, [&](const Equation& single, const Context& context) {
            UserEquations(context, component_, instantiator_).add_to(when, single);
          });
    } else if (inner.kind == Equation::Kind::for_) {
      visit_loop(inner, 0,
                 [&](UserEquations& pass) { pass.add_to(when, inner.branches.at(0).equations); });
    } else if (inner.kind == Equation::Kind::if_) {
      add_if_to(when, inner);
    } else if (is_call_equation && is_call(*inner.left, "assert")) {
      const Assertion assertion = eval_assertion(*inner.left, context_, evaluator_);
      if (!assertion.message.empty() && !assertion.is_warning)
        check_in_when(assertion, negate_condition(assertion), inner.where, when);
    } else if (is_call_equation && is_call(*inner.left, "terminate")) {
      add_termination(when, *inner.left, symbolic::Expression(1.0));
    } else if (inner.kind == Equation::Kind::equality && inner.left->kind == ExprKind::reference) {
      add_changes(eval_changed(*inner.left), evaluator_.eval(*inner.right, context_), inner.where,
                  when.assignments);
    } else if (is_call_equation && is_call(*inner.left, "reinit") &&
               inner.left->operands.size() == 2 &&
               inner.left->operands[0]->kind == ExprKind::reference) {
      add_changes(eval_changed(*inner.left->operands[0]),
                  evaluator_.eval(*inner.left->operands[1], context_), inner.where, when.resets);
    } else {
      fail("unsupported", inner.where, "this equation in a when",
           "a when gives variables of this model values: x = …; or states: reinit(x, …);");
    }
  }

  // if in a when: each branch is a when of its own, and what is set in both has the value of the one that holds. States that only one
  // of them sets keep theirs in the other.
  void add_if_to(When& when, const Equation& equation, std::size_t first = 0) {
    for (std::size_t k = first; k < equation.branches.size(); ++k) {
      const EquationBranch& branch = equation.branches[k];
      if (!branch.condition) {
        add_to(when, branch.equations);
        return;
      }
      const symbolic::Expression holds = eval_condition(*branch.condition, "an if");
      if (holds.is_constant() && holds.constant_value() == 0.0) continue;
      if (holds.is_constant()) {
        add_to(when, branch.equations);
        return;
      }
      When yes, no;
      add_to(yes, branch.equations);
      add_if_to(no, equation, k + 1);
      merge(holds, yes, no, equation.where, when);
      return;
    }
  }
  void merge(const symbolic::Expression& holds, const When& yes, const When& no,
             const SourceLocation& where, When& when) {
    instantiator_.session().count_laws(
        yes.assignments.size() + yes.resets.size() + no.assignments.size() + no.resets.size(),
        where);
    const auto find = [](const std::vector<Assignment>& list, const std::string& variable) {
      const auto at = std::find_if(list.begin(), list.end(),
                                   [&](const Assignment& a) { return a.variable == variable; });
      return at == list.end() ? nullptr : &*at;
    };
    const auto choose = [&](const Assignment* a, const Assignment* b,
                            const symbolic::Expression& otherwise) {
      const symbolic::Expression first = a != nullptr ? a->value : otherwise,
                                 second = b != nullptr ? b->value : otherwise;
      const Assignment& any = a != nullptr ? *a : *b;
      return Assignment{any.variable,
                        symbolic::Expression::make(symbolic::Op::select, {holds, first, second}),
                        any.where};
    };
    const auto add = [&](const std::vector<Assignment>& ours, const std::vector<Assignment>& others,
                         bool is_yes, bool is_reset, std::vector<Assignment>& to) {
      for (const Assignment& a : ours) {
        const Assignment* other = find(others, a.variable);
        if (other != nullptr && !is_yes) continue;
        const MarkedName marked = split_mark(a.variable);
        if (other == nullptr && !is_reset) {
          fail("equation", a.where,
               "'" + a.variable + "' is set in one branch of an if in a when, but not in the other",
               "set it in both; pre(…) is its value before");
        }
        const symbolic::Expression otherwise = marked.mark == NameMark::none
                                                   ? symbolic::Expression::variable(a.variable)
                                                   : symbolic::Expression(0.0);
        to.push_back(is_yes ? choose(&a, other, otherwise) : choose(other, &a, otherwise));
      }
    };
    add(yes.assignments, no.assignments, true, false, when.assignments);
    add(no.assignments, yes.assignments, false, false, when.assignments);
    add(yes.resets, no.resets, true, true, when.resets);
    add(no.resets, yes.resets, false, true, when.resets);
  }

  // What a when sets: variables, known by their names.
  Datum eval_changed(const Expr& e) {
    if (is_own_variable(e)) return get_variable(e);
    if (find_local(context_, e.ref[0].name) != nullptr)
      fail("type", e.where, "'" + e.ref[0].name + "' is the iterator of a loop and cannot be set");
    Datum variable = evaluator_.eval(e, context_);
    if (!names_variables(variable)) {
      fail("type", e.where, "only variables can be set in a when",
           "a when gives variables of this model values: x = …; or states: reinit(x, …);");
    }
    return variable;
  }
  static bool names_variables(const Datum& d) {
    if (!d.record) {
      return d.laws.size() == d.count() &&
             std::all_of(d.laws.begin(), d.laws.end(), [](const symbolic::Expression& law) {
               return law.op() == symbolic::Op::variable;
             });
    }
    for (const auto& entry : d.record->entries) {
      if (!std::all_of(entry.begin(), entry.end(), names_variables)) return false;
    }
    return true;
  }
  static void add_changes(const Datum& variable, const Datum& value, const SourceLocation& where,
                          std::vector<Assignment>& changes) {
    if (!variable.record) {
      add_assignments(variable, value, where, changes);
      return;
    }
    if (!value.record || value.dims != variable.dims ||
        value.record->names != variable.record->names) {
      fail("type", where,
           "the variable is " + variable.describe() + ", its value " + value.describe());
    }
    for (std::size_t i = 0; i < variable.record->entries.size(); ++i) {
      for (std::size_t k = 0; k < variable.record->names.size(); ++k)
        add_changes(variable.record->entries[i][k], value.record->entries[i][k], where, changes);
    }
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
    if (variable.count() > 0 && !variable.is_law()) return false;
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
  Instantiator& instantiator_;
  Evaluator& evaluator_;
};

}  // namespace

void add_user_equation(const Equation& equation, const Context& context, Component& component,
                       Instantiator& instantiator) {
  UserEquations equations(context, component, instantiator);
  if (equation.kind == Equation::Kind::when)
    equations.add_when(equation);
  else if (equation.kind == Equation::Kind::if_)
    equations.add_if(equation, component.residuals);
  else
    equations.add_equality(equation);
}

void add_initial_equation(const Equation& equation, const Context& context, Component& component,
                          Instantiator& instantiator) {
  UserEquations equations(context, component, instantiator);
  if (equation.kind == Equation::Kind::if_)
    equations.add_if(equation, component.initials);
  else
    equations.add_initial(equation);
}

void add_assignments(const Datum& variable, const Datum& value, const SourceLocation& where,
                     std::vector<Assignment>& assignments) {
  const bool is_alike = value.type == variable.type && value.enumeration == variable.enumeration;
  const bool is_whole_for_real =
      variable.type == BasicType::real && value.type == BasicType::integer;
  if (value.record || value.dims != variable.dims || (!is_alike && !is_whole_for_real)) {
    fail("type", where,
         "the variable is " + variable.describe() + ", its value " + value.describe());
  }
  for (std::size_t i = 0; i < variable.count(); ++i)
    assignments.push_back({variable.laws[i].name(), value.law(i), where});
}

}  // namespace gelenk::modelica
