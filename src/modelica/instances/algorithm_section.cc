#include "modelica/instances/algorithm_section.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "model/entries.h"
#include "model/marked_name.h"
#include "modelica/failure.h"
#include "modelica/instances/assertions.h"
#include "modelica/instances/initial_values.h"
#include "modelica/instances/user_equations.h"
#include "modelica/values/operators.h"
#include "symbolic/substitute.h"

namespace gelenk::modelica {

using symbolic::Expression;
using symbolic::Op;

namespace {

// The value of x when the section begins; no name of the language has a blank in it.
const std::string before_section = "entry ";

bool is_variable(const Expression& e, const std::string& name) {
  return e.op() == Op::variable && e.name() == name;
}

// Every number in `value`, of which `named` has the name in the same place, replaced.
using Replace = std::function<Expression(const std::string& name, const Expression& old)>;
Datum replace(const Datum& named, const Datum& value, const Replace& by,
              const SourceLocation& where) {
  Datum result = value;
  if (named.record) {
    auto data = std::make_shared<RecordData>(*value.record);
    for (std::size_t i = 0; i < data->entries.size(); ++i) {
      for (std::size_t k = 0; k < data->names.size(); ++k) {
        Datum& member = data->entries[i][k];
        member = replace(named.record->entries[i][k], member, by, where);
      }
    }
    result.record = std::move(data);
    return result;
  }
  result.numbers.clear();
  result.laws.clear();
  result.law_depth = 0;
  for (std::size_t i = 0; i < named.laws.size(); ++i) {
    result.laws.push_back(by(named.laws[i].name(), value.law(i)));
    result.law_depth = std::max(result.law_depth, result.laws.back().height());
  }
  settle(result, where);
  return result;
}
void visit(const Datum& named, const Datum& value, const SourceLocation& where,
           const std::function<void(const std::string& name, const Expression& law)>& take) {
  replace(
      named, value,
      [&](const std::string& name, const Expression& law) {
        take(name, law);
        return law;
      },
      where);
}

class Section : public AlgorithmSection {
 public:
  Section(const Context& context, Instance& instance, Component& component,
          Instantiator& instantiator, bool is_initial)
      : is_initial_(is_initial),
        instance_(instance),
        component_(component),
        instantiator_(instantiator),
        evaluator_(instantiator.evaluator()),
        frame_{instance.type, std::vector<Datum>(instance.type->elements.size()),
               std::vector<char>(instance.type->elements.size(), 0),
               Session::Held(instantiator.session()), this},
        context_(context) {
    context_.frame = &frame_;
  }

  void run(const std::vector<Statement>& statements) {
    find_targets(statements);
    note_starts();
    evaluator_.run(statements, context_);
    finish();
  }

  FlatClass& get_type(int element) override {
    return *instantiator_.prepare(instance_, element).type;
  }

  // Each branch runs on the variables as they were before the when. What a branch changes is an
  // assignment; afterwards the variable has its value of this instant, whatever that is.
  void run_when(const Statement& statement, const Context& context) override {
    if (is_initial_) fail("type", statement.where, "a when in an initial algorithm");
    if (when_ != nullptr) fail("type", statement.where, "a when inside a when");
    std::vector<When> branches;
    std::set<std::string> changed;
    const std::vector<Datum> before = frame_.values;
    for (const StatementBranch& branch : statement.branches) {
      instantiator_.session().count_step(statement.where, 1 + 4 * entry_count_);
      const Datum condition = evaluator_.eval(*branch.condition, context);
      if (condition.type != BasicType::boolean || condition.dims.size() > 1 || condition.record) {
        fail("type", branch.condition->where,
             "the condition of a when must be a Boolean, found " + condition.describe());
      }
      When when;
      when.where = branch.condition->where;
      if (!condition.is_law() && condition.is_scalar() && condition.numbers[0] == 0.0) {
        keep_targets(branch.statements, before, when, changed);
        when.condition = condition.law(0);
        branches.push_back(std::move(when));
        continue;
      }
      when_ = &when;
      const Evaluator::Flow flow = evaluator_.run(branch.statements, context);
      when_ = nullptr;
      if (!flow.goes_on())
        fail("type", statement.where, "'break' in a when", "it ends a loop inside the when only");
      for (const auto& [index, target] : targets_) {
        const std::size_t at = static_cast<std::size_t>(index);
        std::vector<Expression> old;
        visit(target.named, before[at], target.where,
              [&](const std::string&, const Expression& law) { old.push_back(law); });
        std::size_t next = 0;
        visit(target.named, frame_.values[at], target.where,
              [&](const std::string& name, const Expression& law) {
                const Expression& was = old[next++];
                if (law.id() == was.id() &&
                    (!law.is_constant() || law.constant_value() == was.constant_value()))
                  return;
                if (!is_variable(was, before_section + name)) fail_two_ways(name, target.where);
                when.assignments.push_back({name, law, target.where});
                changed.insert(name);
              });
      }
      frame_.values = before;
      // One of several conditions: the same happens at each.
      for (std::size_t i = 0; i < condition.count(); ++i) {
        branches.push_back(when);
        branches.back().condition = condition.law(i);
      }
    }
    for (const auto& [index, target] : targets_) {
      Datum& value = frame_.values[static_cast<std::size_t>(index)];
      value = replace(
          target.named, value,
          [&](const std::string& name, const Expression& old) {
            return changed.count(name) ? Expression::variable(name) : old;
          },
          target.where);
    }
    in_when_.insert(changed.begin(), changed.end());
    if (!branches.empty()) whens_.push_back(std::move(branches));
  }

  // What never happens is not evaluated; what it would assign stays as it is.
  void keep_targets(const std::vector<Statement>& statements, const std::vector<Datum>& before,
                    When& when, std::set<std::string>& changed) {
    const auto keep = [&](const ExprPtr& e) {
      if (!e || e->kind != ExprKind::reference) return;
      const auto target = targets_.find(frame_.function->find(e->ref[0].name));
      if (target == targets_.end()) return;
      visit(target->second.named, before[static_cast<std::size_t>(target->first)],
            target->second.where, [&](const std::string& name, const Expression&) {
              if (!changed.insert(name).second) return;
              when.assignments.push_back(
                  {name, Expression::variable(mark_name(NameMark::before, name)), e->where});
            });
    };
    for (const Statement& statement : statements) {
      if (statement.kind == Statement::Kind::assign) {
        if (statement.left->kind == ExprKind::tuple) {
          for (const ExprPtr& target : statement.left->operands) keep(target);
        } else {
          keep(statement.left);
        }
      }
      for (const StatementBranch& branch : statement.branches)
        keep_targets(branch.statements, before, when, changed);
    }
  }

  void run_call(const Expr& call, const Context& context) override {
    const std::string& name = call.ref.at(0).name;
    if (call.ref.size() == 1 && name == "assert") {
      check(call, context);
    } else if (call.ref.size() == 1 && name == "reinit") {
      reset(call, context);
    } else if (call.ref.size() == 1 && name == "terminate" && when_ != nullptr) {
      when_->resets.push_back(
          {mark_name(NameMark::termination, eval_termination(call, context, evaluator_)),
           frame_.reached, call.where});
    } else {
      // Says what is wrong with it, if anything.
      const bool has_value = !evaluator_.eval_outputs(call, context).empty();
      if (is_initial_ || !has_value) return;
      fail("unsupported", call.where, "a call of '" + name + "' whose value is not used",
           "assign it: x := " + name + "(…)");
    }
  }

 private:
  struct Target {
    Datum named;  // by the names of its entries
    SourceLocation where;
    bool discrete = false;
  };
  struct Entry {
    double start = 0.0;
    bool discrete = false;
    SourceLocation where;
  };

  // ---- what is assigned to

  void find_targets(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      if (statement.kind == Statement::Kind::assign) {
        if (statement.left->kind == ExprKind::tuple) {
          for (const ExprPtr& target : statement.left->operands) {
            if (target) add_target(*target);
          }
        } else {
          add_target(*statement.left);
        }
      }
      for (const StatementBranch& branch : statement.branches) find_targets(branch.statements);
    }
  }

  void add_target(const Expr& e) {
    if (e.kind != ExprKind::reference || e.global)
      fail("type", e.where, "only a variable can be assigned to");
    const std::string& name = e.ref[0].name;
    const int index = instance_.type->find(name);
    if (index < 0 || instance_.element(index).is_class()) {
      fail("unknown-name", e.where, "there is no variable '" + name + "' to assign to",
           suggest(name, list_component_names(*instance_.type)));
    }
    if (targets_.count(index)) return;
    const Slot& slot = instantiator_.prepare(instance_, index);
    if (slot.removed || (slot.kind != SlotKind::simple && slot.kind != SlotKind::record)) {
      fail("type", e.where, "'" + name + "' is no variable of this model that can be assigned to",
           "inputs of components are given where these are declared, as in motor(tau = …)");
    }
    const TypePrefix& prefix = slot.clause->type_prefix;
    if (is_initial_ && is_found_at_start(instance_, index, instantiator_)) {
      // Its value is known: the same statements have given it (initial_values.h).
      frame_.values[static_cast<std::size_t>(index)] =
          instantiator_.get_value(instance_, index, e.where);
      frame_.is_known[static_cast<std::size_t>(index)] = 1;
      return;
    }
    if (slot.is_parameter || prefix.input) {
      fail("type", e.where,
           "'" + name + "' cannot be assigned to: it is " +
               (slot.is_parameter ? "a parameter" : "an input, which is given from outside"));
    }
    Target target;
    target.named = instantiator_.get_value(instance_, index, e.where);
    target.where = e.where;
    target.discrete = prefix.discrete;
    check_named(target.named, join(instance_.path, name), e.where);
    const std::size_t count = count_entries(target.named);
    frame_.held.add(count, e.where);
    instantiator_.session().count_laws(count, e.where);
    entry_count_ += count;
    const std::size_t at = static_cast<std::size_t>(index);
    frame_.values[at] = replace(
        target.named, target.named,
        [&](const std::string& entry, const Expression&) {
          entries_[entry] = {0.0, target.discrete, e.where};
          return Expression::variable(before_section + entry);
        },
        e.where);
    frame_.is_known[at] = 1;
    targets_.emplace(index, std::move(target));
  }

  // Every entry stands for itself: nothing gives it a value where it is declared.
  void check_named(const Datum& named, const std::string& path, const SourceLocation& where) {
    if (named.record) {
      for (const auto& entry : named.record->entries) {
        for (const Datum& member : entry) check_named(member, path, where);
      }
      return;
    }
    bool is_own = named.laws.size() == named.count();
    for (const Expression& law : named.laws) {
      is_own = is_own && law.op() == Op::variable && law.name().starts_with(path) &&
               (law.name().size() == path.size() || law.name()[path.size()] == '[' ||
                law.name()[path.size()] == '.');
    }
    if (!is_own) {
      fail("duplicate", where,
           "'" + path.substr(path.rfind('.') + 1) + "' has a value where it is declared",
           "remove one of the two");
    }
  }

  static std::string join(const std::string& path, const std::string& name) {
    return path.empty() ? name : path + "." + name;
  }

  void note_starts() {
    for (const Variable& variable : component_.variables) {
      const std::string path = join(component_.path, variable.name);
      const std::vector<std::string> entries = list_entries(path, variable.dims);
      const bool is_number = variable.start.type == BasicType::real;
      for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto entry = entries_.find(entries[i]);
        if (entry == entries_.end()) break;
        entry->second.discrete = entry->second.discrete || !is_number;
        if (i < variable.start.numbers.size()) entry->second.start = variable.start.numbers[i];
      }
    }
  }

  // ---- assert and reinit

  void check(const Expr& call, const Context& context) {
    const Assertion assertion = eval_assertion(call, context, evaluator_);
    if (assertion.message.empty()) return;
    Expression broken = negate_condition(assertion);
    if (!frame_.reached.is_constant())
      broken = Expression::make(Op::logical_and, {frame_.reached, broken});
    if (when_ != nullptr) {
      if (assertion.is_warning) return;
      check_in_when(assertion, broken, call.where, *when_);
    } else if (broken.is_constant()) {
      const std::string warning = check_assertion(assertion, call.where);
      instantiator_.session().warn("assert", call.where, warning, component_.path);
    } else {
      asserted_.push_back({assertion, broken, call.where});
    }
  }

  void reset(const Expr& call, const Context& context) {
    if (when_ == nullptr || call.operands.size() != 2) {
      fail("unsupported", call.where, "reinit outside of a when",
           "write: when … then reinit(x, …); end when");
    }
    Context outside = context;
    outside.frame = nullptr;
    const Expr& state = *call.operands[0];
    const Datum variable = evaluator_.eval(state, outside);
    const bool is_named = state.kind == ExprKind::reference && variable.is_law() &&
                          component_.find_variable(state.ref[0].name) != nullptr;
    for (const Expression& law : variable.laws) {
      if (law.op() == Op::variable && is_named) continue;
      fail("type", state.where, "reinit takes a state of this model: reinit(x, …)");
    }
    if (!is_named) fail("type", state.where, "reinit takes a state of this model: reinit(x, …)");
    std::vector<Assignment> resets;
    add_assignments(variable, evaluator_.eval(*call.operands[1], context), call.where, resets);
    for (Assignment& reset : resets) set_reset(std::move(reset));
  }

  // What is reset last counts; where that happens under a condition only, what was before else.
  void set_reset(Assignment reset) {
    const auto earlier =
        std::find_if(when_->resets.begin(), when_->resets.end(),
                     [&](const Assignment& r) { return r.variable == reset.variable; });
    const bool is_first = earlier == when_->resets.end();
    if (!frame_.reached.is_constant()) {
      const Expression otherwise = is_first ? Expression::variable(reset.variable) : earlier->value;
      reset.value = Expression::make(Op::select, {frame_.reached, reset.value, otherwise});
      instantiator_.session().count_laws(1, reset.where);
      if (reset.value.height() > deepest_law)
        stop("value", reset.where, "this law is nested too deeply", "reset the state less often");
    }
    if (is_first)
      when_->resets.push_back(std::move(reset));
    else
      *earlier = std::move(reset);
  }

  // ---- the end

  void finish() {
    std::vector<Assignment> assignments;
    for (const auto& [index, target] : targets_) {
      visit(target.named, frame_.values[static_cast<std::size_t>(index)], target.where,
            [&](const std::string& name, const Expression& law) {
              if (in_when_.count(name)) {
                if (!is_variable(law, name)) fail_two_ways(name, target.where);
              } else if (!is_variable(law, before_section + name)) {
                assignments.push_back({name, law, target.where});
              }
            });
    }
    std::vector<Expression*> all;
    for (Assignment& assignment : assignments) all.push_back(&assignment.value);
    for (std::vector<When>& branches : whens_) {
      for (When& when : branches) {
        all.push_back(&when.condition);
        for (auto* list : {&when.assignments, &when.resets}) {
          for (Assignment& change : *list) all.push_back(&change.value);
        }
      }
    }
    for (Asserted& asserted : asserted_) all.push_back(&asserted.broken);
    symbolic::substitute_all(all, [&](const std::string& name) { return find_meaning(name); });

    if (is_initial_) {
      give_initial_values(assignments);
      return;
    }
    component_.assignments.insert(component_.assignments.end(), assignments.begin(),
                                  assignments.end());
    for (std::vector<When>& branches : whens_) component_.whens.push_back(std::move(branches));
    for (const Asserted& asserted : asserted_) {
      if (asserted.broken.is_constant() && asserted.broken.constant_value() == 0.0) continue;
      watch_assertion(asserted.assertion, asserted.broken, asserted.where, component_,
                      instantiator_.session());
    }
  }

  void give_initial_values(const std::vector<Assignment>& assignments) {
    for (const Assignment& given : assignments) {
      if (is_changed_by_when(given.variable, component_)) {
        give_initial_value(given, component_);
        continue;
      }
      component_.initials.push_back(
          {Expression::make(Op::subtract, {Expression::variable(given.variable), given.value}),
           given.where});
    }
    for (const Asserted& asserted : asserted_) {
      if (asserted.broken.is_constant() && asserted.broken.constant_value() == 0.0) continue;
      const Expression at_start =
          Expression::make(Op::logical_and, {Expression::variable(starting_name), asserted.broken});
      watch_assertion(asserted.assertion, at_start, asserted.where, component_,
                      instantiator_.session());
    }
  }

  Expression find_meaning(const std::string& name) {
    if (!name.starts_with(before_section)) return Expression::variable(name);
    const std::string entry = name.substr(before_section.size());
    if (in_when_.count(entry)) return Expression::variable(mark_name(NameMark::before, entry));
    const Entry& what = entries_.at(entry);
    if (!what.discrete || is_initial_) return Expression(what.start);
    fail("unsupported", what.where,
         "'" + entry +
             "' is used where it may not be assigned yet: it would keep its value from the event "
             "before, but no when gives it its values",
         "assign it in every case, or in a when: when … then " + entry + " := …; end when");
  }

  [[noreturn]] static void fail_two_ways(const std::string& name, const SourceLocation& where) {
    fail("unsupported", where,
         "'" + name + "' is assigned in a when and elsewhere in the section, too",
         "write one when with all its values, when … then … elsewhen … then … end when, and other "
         "variables outside of it");
  }

  struct Asserted {
    Assertion assertion;
    Expression broken;
    SourceLocation where;
  };

  bool is_initial_;
  Instance& instance_;
  Component& component_;
  Instantiator& instantiator_;
  Evaluator& evaluator_;
  Frame frame_;
  Context context_;
  std::map<int, Target> targets_;                   // by element
  std::unordered_map<std::string, Entry> entries_;  // of targets, by name
  std::size_t entry_count_ = 0;
  std::set<std::string> in_when_;  // those that a when gives values
  std::vector<std::vector<When>> whens_;
  std::vector<Asserted> asserted_;
  When* when_ = nullptr;  // the branch that runs
};

}  // namespace

void add_algorithm(const std::vector<Statement>& statements, const Context& context,
                   Instance& instance, Component& component, Instantiator& instantiator,
                   bool is_initial) {
  Section(context, instance, component, instantiator, is_initial).run(statements);
}

}  // namespace gelenk::modelica
