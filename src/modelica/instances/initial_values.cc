#include "modelica/instances/initial_values.h"

#include <algorithm>
#include <optional>

#include "model/entries.h"
#include "model/marked_name.h"
#include "modelica/classes/model_choice.h"
#include "modelica/failure.h"
#include "symbolic/substitute.h"

namespace gelenk::modelica {

using symbolic::Expression;

namespace {

bool is_name(const ExprPtr& e, const std::string& name) {
  return e && e->kind == ExprKind::reference && !e->global && e->ref.size() == 1 &&
         e->ref[0].name == name && e->ref[0].subscripts.empty();
}

// Looks for what gives one parameter its value.
class InitialValue {
 public:
  InitialValue(Instance& instance, int index, Instantiator& instantiator)
      : instance_(instance),
        index_(index),
        name_(instance.element(index).name),
        instantiator_(instantiator),
        evaluator_(instantiator.evaluator()) {}

  std::optional<Datum> find() {
    for (ClassNode* node : instance_.type->lineage) {
      const Context context{Scope{&instance_, node}, nullptr, nullptr, -1};
      for (const ClassPtr& definition : node->definitions) {
        if (auto value = find(definition->initial_equations, context)) return value;
        for (const auto& section : definition->initial_algorithms) {
          if (assigns(section)) return run(section, context);
        }
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<Datum> find(const std::vector<Equation>& equations, const Context& context) {
    for (const Equation& equation : equations) {
      if (auto value = find(equation, context)) return value;
    }
    return std::nullopt;
  }

  std::optional<Datum> find(const Equation& equation, const Context& context) {
    if (equation.kind == Equation::Kind::if_ && mentions(equation)) {
      for (const EquationBranch& branch : equation.branches) {
        if (!branch.condition ||
            get_boolean(evaluator_.eval(*branch.condition, context),
                        "the condition of an if that gives a parameter", branch.condition->where))
          return find(branch.equations, context);
      }
    }
    if (equation.kind != Equation::Kind::equality) return std::nullopt;
    if (equation.left->kind == ExprKind::tuple) {
      const auto& targets = equation.left->operands;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        if (!is_name(targets[i], name_)) continue;
        const std::vector<Datum> values = evaluator_.eval_outputs(*equation.right, context);
        if (i < values.size()) return values[i];
      }
      return std::nullopt;
    }
    if (is_name(equation.left, name_)) return evaluator_.eval(*equation.right, context);
    if (is_name(equation.right, name_)) return evaluator_.eval(*equation.left, context);
    return std::nullopt;
  }

  bool mentions(const Equation& equation) const {
    if (equation.kind == Equation::Kind::equality) {
      const auto& targets = equation.left->operands;
      return is_name(equation.left, name_) || is_name(equation.right, name_) ||
             (equation.left->kind == ExprKind::tuple &&
              std::any_of(targets.begin(), targets.end(),
                          [&](const ExprPtr& target) { return is_name(target, name_); }));
    }
    for (const EquationBranch& branch : equation.branches) {
      for (const Equation& inner : branch.equations) {
        if (mentions(inner)) return true;
      }
    }
    return false;
  }

  template <typename Take>
  static void visit_targets(const std::vector<Statement>& statements, const Take& take) {
    for (const Statement& statement : statements) {
      if (statement.kind == Statement::Kind::assign) {
        if (statement.left->kind == ExprKind::tuple) {
          for (const ExprPtr& target : statement.left->operands) {
            if (target) take(*target);
          }
        } else {
          take(*statement.left);
        }
      }
      for (const StatementBranch& branch : statement.branches)
        visit_targets(branch.statements, take);
    }
  }

  bool assigns(const std::vector<Statement>& section) const {
    bool found = false;
    visit_targets(section, [&](const Expr& target) {
      found = found || (target.kind == ExprKind::reference && target.ref[0].name == name_);
    });
    return found;
  }

  // Statements of the section, on variables of its own.
  Datum run(const std::vector<Statement>& section, const Context& context) {
    const std::size_t count = instance_.type->elements.size();
    Frame frame{instance_.type, std::vector<Datum>(count), std::vector<char>(count, 0),
                Session::Held(instantiator_.session()), nullptr};
    visit_targets(section, [&](const Expr& target) {
      const int index =
          target.kind == ExprKind::reference ? instance_.type->find(target.ref[0].name) : -1;
      if (index < 0 || instance_.element(index).is_class()) return;
      const Slot& slot = instantiator_.prepare(instance_, index);
      if (slot.kind != SlotKind::simple) return;
      const std::size_t at = static_cast<std::size_t>(index);
      frame.values[at] = instantiator_.make_default(
          *slot.type, instantiator_.get_dims(instance_, index), target.where);
      frame.is_known[at] = 1;
    });
    Context inner = context;
    inner.frame = &frame;
    evaluator_.run(section, inner);
    return frame.values[static_cast<std::size_t>(index_)];
  }

  Instance& instance_;
  int index_;
  const std::string& name_;
  Instantiator& instantiator_;
  Evaluator& evaluator_;
};

double find_start_time(Instantiator& instantiator) {
  ClassNode& model = *instantiator.root().type->node;
  const Modification* experiment = find_experiment(model);
  if (experiment == nullptr) return 0.0;
  for (const Argument& argument : experiment->arguments) {
    if (argument.name.parts != std::vector<std::string>{"StartTime"} || !argument.modification ||
        !argument.modification->value)
      continue;
    const Expr& e = *argument.modification->value;
    return get_number(instantiator.evaluator().eval(e, Scope{nullptr, &model}), "StartTime",
                      e.where);
  }
  return 0.0;
}

// Of a native element: it takes a parameter that is found at the start if its declaration speaks of fixed.
bool is_declared_with_fixed(const ComponentDecl& declaration) {
  if (!declaration.modification) return false;
  const auto& arguments = declaration.modification->arguments;
  return std::any_of(arguments.begin(), arguments.end(), [](const Argument& argument) {
    return argument.name.parts == std::vector<std::string>{"fixed"};
  });
}

}  // namespace

bool is_found_at_start(Instance& instance, int index, Instantiator& instantiator) {
  const Slot& slot = instantiator.prepare(instance, index);
  if (slot.removed || slot.kind != SlotKind::simple || !slot.is_parameter || slot.is_constant)
    return false;
  const Instantiator::Attribute fixed = instantiator.find_attribute(instance, index, "fixed");
  return fixed.value &&
         std::count(fixed.value->numbers.begin(), fixed.value->numbers.end(), 0.0) > 0;
}

std::optional<Datum> find_initial_value(Instance& instance, int index,
                                        Instantiator& instantiator) {
  const Slot& slot = instantiator.prepare(instance, index);
  const std::string& name = instance.element(index).name;
  const bool is_of_model = instance.type->native_class.empty() && !instance.is_package &&
                           !instance.type->is_record();
  const bool can_be_solved = (is_of_model || is_declared_with_fixed(*slot.decl)) &&
                             slot.type->builtin == BasicType::real;
  std::optional<Datum> value = InitialValue(instance, index, instantiator).find();
  if (!value && can_be_solved) return std::nullopt;
  if (!value) {
    fail("unsupported", slot.decl->where,
         "parameter '" + name + "' with fixed = false, to be found at initialization",
         "not supported here but where an initial equation " + name +
             " = … or an initial algorithm gives it; or give the parameter its value");
  }
  if (!value->is_law()) return *value;
  for (const Expression& law : value->laws) {
    if (symbolic::list_variables(law).empty()) continue;
    if (can_be_solved) return std::nullopt;
    fail("unsupported", slot.decl->where,
         "parameter '" + name + "' with fixed = false, which depends on variables at the start",
         "not supported here; let its value follow from parameters");
  }
  symbolic::Tape tape(value->laws);
  value->numbers.resize(value->laws.size());
  tape.eval(find_start_time(instantiator), nullptr, value->numbers.data());
  value->laws.clear();
  value->law_depth = 0;
  return *value;
}

bool gives_parameter(const Equation& equation, Instance& instance, Instantiator& instantiator) {
  for (const ExprPtr& side : {equation.left, equation.right}) {
    if (!side || side->kind != ExprKind::reference || side->global || side->ref.size() != 1 ||
        !side->ref[0].subscripts.empty())
      continue;
    const int index = instance.type->find(side->ref[0].name);
    if (index < 0 || instance.element(index).is_class()) continue;
    if (!is_found_at_start(instance, index, instantiator)) continue;
    instantiator.get_value(instance, index, side->where);
    if (!instance.slot(index).is_solved) return true;
  }
  return false;
}

bool is_changed_by_when(const std::string& variable, const Component& component) {
  for (const std::vector<When>& branches : component.whens) {
    for (const When& when : branches) {
      for (const Assignment& change : when.assignments) {
        if (change.variable == variable) return true;
      }
    }
  }
  return false;
}

void give_initial_value(const Assignment& given, Component& component) {
  if (given.value.is_constant()) {
    for (std::size_t i = 0; i < component.variables.size(); ++i) {
      const Variable& variable = component.variables[i];
      const std::vector<std::string> entries = list_entries(
          component.path.empty() ? variable.name : component.path + "." + variable.name,
          variable.dims);
      const auto at = std::find(entries.begin(), entries.end(), given.variable);
      if (at == entries.end()) continue;
      component.variables.edit()[i].start.numbers.at(
          static_cast<std::size_t>(at - entries.begin())) = given.value.constant_value();
      return;
    }
  }
  // A branch of the when that applies at the start, before all others.
  for (std::vector<When>& branches : component.whens) {
    const bool changes = std::any_of(branches.begin(), branches.end(), [&](const When& when) {
      return std::any_of(when.assignments.begin(), when.assignments.end(),
                         [&](const Assignment& a) { return a.variable == given.variable; });
    });
    if (!changes) continue;
    const Expression& first = branches.front().condition;
    if (first.op() != symbolic::Op::variable || first.name() != starting_name) {
      When at_start;
      at_start.where = given.where;
      at_start.condition = Expression::variable(starting_name);
      branches.insert(branches.begin(), std::move(at_start));
    }
    branches.front().assignments.push_back(given);
    return;
  }
  fail("unsupported", given.where, "an initial equation for pre(…) that depends on variables",
       "let its value follow from parameters");
}

}  // namespace gelenk::modelica
