// Statements, of functions and of algorithm sections of models. Where a condition changes with time
// it is not known which branch runs: each runs on the variables as they were before, and afterwards
// every variable is what the branch that applies has made of it, entry by entry. Where a loop or the
// function is left under such a condition, all that comes after it runs for the other case. Loops
// are unrolled; they end at the session's limits.
#include <algorithm>
#include <utility>

#include "modelica/failure.h"
#include "modelica/instances/instantiate.h"
#include "modelica/values/builtin_functions.h"
#include "modelica/values/evaluate.h"
#include "modelica/values/operators.h"

namespace gelenk::modelica {

using symbolic::Expression;
using symbolic::Op;

namespace {

struct Counted {
  explicit Counted(int& n) : count(n) { ++count; }
  ~Counted() { --count; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  int& count;
};

Expression negate(const Expression& a) { return Expression::make(Op::logical_not, {a}); }
Expression both(const Expression& a, const Expression& b) {
  if (a.is_constant()) return a.constant_value() != 0.0 ? b : a;
  return Expression::make(Op::logical_and, {a, b});
}
Expression either(const Expression& a, const Expression& b) {
  if (a.is_constant()) return a.constant_value() != 0.0 ? a : b;
  if (b.is_constant()) return b.constant_value() != 0.0 ? b : a;
  return Expression::make(Op::logical_or, {a, b});
}
Expression select(const Expression& condition, const Expression& yes, const Expression& no) {
  if (yes.is_constant() && no.is_constant() && yes.constant_value() == no.constant_value())
    return yes;
  return Expression::make(Op::select, {condition, yes, no});
}

bool is_changing_condition(const Datum& d) {
  return d.is_law() && d.type == BasicType::boolean && d.is_scalar();
}

constexpr const char* use_for =
    "write a for loop over the most steps that it may take, left by: if … then break; end if";

}  // namespace

Evaluator::Flow Evaluator::run(std::span<const Statement> statements, const Context& context) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const Flow flow = run(statements[i], context);
    if (flow.goes_on()) continue;
    if (flow.is_decided() || i + 1 == statements.size()) return flow;
    return fork(
        either(flow.returned, flow.broken), statements[i].where, context, [&] { return flow; },
        [&] { return run(statements.subspan(i + 1), context); });
  }
  return {};
}

Evaluator::Flow Evaluator::run(const Statement& statement, const Context& context) {
  Session& session = instantiator_.session();
  session.count_step(statement.where);
  const Session::Depth depth(session, statement.where);
  AlgorithmSection* const section = context.frame->section;
  switch (statement.kind) {
    case Statement::Kind::assign: {
      if (statement.left->kind == ExprKind::tuple) {
        const std::vector<Datum> values = eval_outputs(*statement.right, context);
        const auto& targets = statement.left->operands;
        if (targets.size() > values.size()) {
          fail("type", statement.where,
               "the function has only " + std::to_string(values.size()) + " outputs");
        }
        for (std::size_t i = 0; i < targets.size(); ++i) {
          if (targets[i]) assign(*targets[i], values[i], context);
        }
      } else {
        assign(*statement.left, eval(*statement.right, context), context);
      }
      return {};
    }
    case Statement::Kind::call:
      if (section != nullptr)
        section->run_call(*statement.right, context);
      else
        run_call(*statement.right, context);
      return {};
    case Statement::Kind::for_: return {run_for(statement, 0, context).returned, {}};
    case Statement::Kind::if_: return run_if(statement, 0, context);
    case Statement::Kind::while_: return {run_while(statement, context).returned, {}};
    case Statement::Kind::return_:
      if (section != nullptr) fail("type", statement.where, "'return' stands only in functions");
      return {1.0, {}};
    case Statement::Kind::break_: return {{}, 1.0};
    case Statement::Kind::when: break;
  }
  if (section == nullptr)
    fail("unsupported", statement.where, "'when' in a function", "functions have no events");
  if (undecided_ > 0) {
    fail("unsupported", statement.where, "a when inside an if that depends on time",
         "write the condition of the if with 'and' into that of the when");
  }
  section->run_when(statement, context);
  return {};
}

Evaluator::Flow Evaluator::run_if(const Statement& statement, std::size_t branch,
                                  const Context& context) {
  for (; branch < statement.branches.size(); ++branch) {
    const StatementBranch& here = statement.branches[branch];
    if (!here.condition) return run(here.statements, context);
    const Datum condition = eval(*here.condition, context);
    if (is_changing_condition(condition)) {
      return fork(
          condition.laws[0], here.condition->where, context,
          [&] { return run(here.statements, context); },
          [&] { return run_if(statement, branch + 1, context); });
    }
    if (get_boolean(condition, "the condition of an if", here.condition->where))
      return run(here.statements, context);
  }
  return {};
}

Evaluator::Flow Evaluator::run_for(const Statement& statement, std::size_t iterator,
                                   const Context& context) {
  if (iterator == statement.iterators.size())
    return run(statement.branches.at(0).statements, context);
  const Iterator& it = statement.iterators[iterator];
  const Datum range = eval_range(it, nullptr, context);
  const std::size_t count = range.count();
  Flow flow;
  for (std::size_t i = 0; i < count; ++i) {
    instantiator_.session().count_step(statement.where);
    const Datum value = get_entry(range, i);
    const Local local{it.name, value, context.locals};
    Context inner = context;
    inner.locals = &local;
    const auto pass = [&] { return run_for(statement, iterator + 1, inner); };
    flow = flow.goes_on() ? pass()
                          : fork(
                                either(flow.returned, flow.broken), statement.where, context,
                                [&] { return flow; }, pass);
    if (!flow.goes_on() && flow.is_decided()) return flow;
  }
  return flow;
}

Evaluator::Flow Evaluator::run_while(const Statement& statement, const Context& context) {
  const Expr& condition = *statement.branches.at(0).condition;
  while (true) {
    const Datum holds = eval(condition, context);
    if (is_changing_condition(holds)) {
      fail("unsupported", condition.where, "the condition of this while depends on time", use_for);
    }
    if (!get_boolean(holds, "the condition of a while", statement.where)) return {};
    instantiator_.session().count_step(statement.where);
    const Flow flow = run(statement.branches[0].statements, context);
    if (!flow.is_decided()) {
      fail("unsupported", statement.where, "whether this while is left depends on time", use_for);
    }
    if (!flow.goes_on()) return flow;
  }
}

// Runs `yes` for the case that the condition holds and `no` for the other, both from the variables
// as they are now, which then are what the one or the other has made of them.
template <typename Yes, typename No>
Evaluator::Flow Evaluator::fork(const Expression& condition, const SourceLocation& where,
                                const Context& context, Yes&& yes, No&& no) {
  Session& session = instantiator_.session();
  const Session::Depth depth(session, where);
  const Counted counted(undecided_);
  session.count_laws(4, where);
  if (condition.height() > deepest_law)
    stop("value", where, "this condition is made of too many others",
         "let the loop take fewer steps");
  Frame& frame = *context.frame;
  std::size_t entries = 0;
  for (const Datum& value : frame.values) entries += count_entries(value);
  Session::Held held(session);
  held.add(2 * entries, where);
  session.count_step(where, 1 + entries);
  std::vector<Datum> before = frame.values;
  const Expression reached = frame.reached;
  frame.reached = both(reached, condition);
  const Flow if_yes = yes();
  const std::vector<Datum> after = std::exchange(frame.values, std::move(before));
  frame.reached = both(reached, negate(condition));
  const Flow if_no = no();
  frame.reached = reached;
  merge(condition, after, frame.values, where);
  return {select(condition, if_yes.returned, if_no.returned),
          select(condition, if_yes.broken, if_no.broken)};
}

void Evaluator::merge(const Expression& condition, const std::vector<Datum>& yes,
                      std::vector<Datum>& values, const SourceLocation& where) {
  Datum law = Datum::make_law(condition);
  law.type = BasicType::boolean;
  law.law_depth = condition.height();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t differing = count_differing(yes[i], values[i]);
    if (differing == 0) continue;
    instantiator_.session().count_laws(differing, where);
    values[i] = select_by_law(law, yes[i], values[i], where);
  }
}

void Evaluator::run_call(const Expr& call, const Context& context) {
  if (call.ref.size() == 1 && call.ref[0].name == "assert") {
    const Assertion assertion = eval_assertion(call, context, *this);
    Session& session = instantiator_.session();
    const bool is_law = assertion.condition.is_law();
    if (is_law || (undecided_ > 0 && !assertion.message.empty())) {
      session.warn("assert", call.where,
                   "this assert in a function is not watched: it depends on time", "",
                   "write it in the equations of the model, which watch it");
      return;
    }
    const std::string warning = check_assertion(assertion, call.where);
    if (!warning.empty()) session.warn("assert", call.where, warning, "");
    return;
  }
  eval_outputs(call, context);
}

void Evaluator::assign(const Expr& target, const Datum& value, const Context& context) {
  if (target.kind != ExprKind::reference || context.frame == nullptr) {
    fail("type", target.where, "only a variable can be assigned to");
  }
  Frame& frame = *context.frame;
  const int index = frame.function->find(target.ref[0].name);
  if (index < 0 || frame.function->elements[static_cast<std::size_t>(index)].is_class()) {
    fail("unknown-name", target.where,
         "there is no variable '" + target.ref[0].name + "' to assign to",
         suggest(target.ref[0].name, list_component_names(*frame.function)));
  }
  const FlatElement& element = frame.function->elements[static_cast<std::size_t>(index)];
  const TypePrefix& prefix = element.clause->type_prefix;
  if (prefix.input || prefix.constant) {
    fail("type", target.where,
         "'" + element.name + "' cannot be assigned to: it is an input or constant");
  }
  Datum& variable = frame.values[static_cast<std::size_t>(index)];
  if (target.ref.size() == 1 && target.ref[0].subscripts.empty()) {
    // Sizes that were left open follow the value.
    FlatClass& type =
        frame.section != nullptr ? frame.section->get_type(index) : get_variable_type(element);
    std::vector<int> dims = variable.dims;
    std::size_t k = 0;
    for (const auto* list : {&element.decl->subscripts, &element.clause->subscripts}) {
      for (const ExprPtr& s : *list) {
        if (s->kind == ExprKind::colon && k < dims.size()) dims[k] = -1;
        ++k;
      }
    }
    if (value.count() > variable.count()) {
      frame.held.add(value.count() - variable.count(), target.where);
    }
    variable = instantiator_.coerce(
        value, type, dims, element.name + " of " + frame.function->node->name, target.where);
    return;
  }
  assign_part(variable, target, 0, value, context);
}

// By a last subscript k that changes with time: each entry that it may mean takes the value where it does, and keeps its own elsewhere.
void Evaluator::assign_changing(Datum& target, const Expr& e, std::size_t k, const Datum& index,
                                const Datum& value, const Context& context) {
  using symbolic::Op;
  const std::size_t part = e.ref.size() - 1;
  static const std::string name = "this subscript";  // no name of the language has a blank in it
  auto number = std::make_shared<Expr>();
  number->kind = ExprKind::reference;
  number->where = e.ref[part].subscripts[k]->where;
  number->ref.push_back({name, {}});
  Expr one = e;
  one.ref[part].subscripts[k] = std::move(number);
  for (int i = 1; i <= target.dims[k]; ++i) {
    const Datum at = Datum::make_integer(i);
    const Local local{name, at, context.locals};
    Context inner = context;
    inner.locals = &local;
    Datum is_here = Datum::make_law(
        both(Expression::make(Op::less, {Expression(i - 0.5), index.law(0)}),
             Expression::make(Op::less, {index.law(0), Expression(i + 0.5)})));
    is_here.type = BasicType::boolean;
    is_here.law_depth = index.law_depth + 2;
    const Datum before = subscript(target, one.ref[part], inner, e.where);
    instantiator_.session().count_laws(before.count(), e.where);
    assign_part(target, one, part, select_by_law(is_here, value, before, e.where), inner);
  }
}

// Changes the entries or members that part `part` of the target and those after it pick out.
void Evaluator::assign_part(Datum& target, const Expr& e, std::size_t part, const Datum& value,
                            const Context& context) {
  const RefPart& here = e.ref[part];
  const bool is_last = part + 1 == e.ref.size();
  ChangingSubscript changing;
  const std::vector<Subscript> subscripts = eval_subscripts(
      here.subscripts, target.dims, context, is_last ? &changing : nullptr);
  if (changing) {
    assign_changing(target, e, changing->first, changing->second, value, context);
    return;
  }
  const Selection selection = select(target.dims, subscripts, here.name, e.where);
  if (is_last) {
    const bool same =
        target.record ? value.record != nullptr
                      : !value.record &&
                            (target.type == value.type ||
                             (target.type == BasicType::real && value.type == BasicType::integer));
    if (!same)
      fail("type", e.where,
           "'" + here.name + "' is " + target.describe() + ", found " + value.describe());
    if (selection.dims != value.dims) {
      fail("size", e.where,
           "this assigns " + value.describe() + " to " +
               describe_shape(target.type, selection.dims));
    }
    for (std::size_t i = 0; i < selection.entries.size(); ++i) {
      set_entry(target, selection.entries[i], value, i);
    }
    return;
  }
  if (!target.record || !selection.dims.empty()) {
    fail("type", e.where,
         "'" + here.name + "' has no member '" + e.ref[part + 1].name + "' to assign to");
  }
  auto data = std::make_shared<RecordData>(*target.record);
  const auto found = std::find(data->names.begin(), data->names.end(), e.ref[part + 1].name);
  if (found == data->names.end()) {
    fail("unknown-name", e.where,
         data->class_node->name + " has no member '" + e.ref[part + 1].name + "'",
         suggest(e.ref[part + 1].name, data->names));
  }
  Datum& member =
      data->entries[selection.entries[0]][static_cast<std::size_t>(found - data->names.begin())];
  const bool whole = part + 2 == e.ref.size() && e.ref[part + 1].subscripts.empty();
  if (whole) {
    const bool same_type =
        value.record || member.record
            ? value.record && member.record && value.record->names == member.record->names
            : value.type == member.type ||
                  (member.type == BasicType::real && value.type == BasicType::integer);
    if (!same_type || value.dims != member.dims) {
      fail("type", e.where,
           "member '" + *found + "' is " + member.describe() + ", found " + value.describe());
    }
    const BasicType type = member.type;
    member = value;
    member.type = type;
  } else {
    assign_part(member, e, part + 1, value, context);
  }
  target.record = std::move(data);
}

}  // namespace gelenk::modelica
