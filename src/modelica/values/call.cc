// Calls in expressions: of built-in functions, of Modelica functions, of record constructors, and
// conversions to enumerations.
#include <algorithm>
#include <cmath>

#include "model/marked_name.h"
#include "modelica/failure.h"
#include "modelica/instances/instantiate.h"
#include "modelica/values/builtin_functions.h"
#include "modelica/values/evaluate.h"
#include "modelica/values/operators.h"

namespace gelenk::modelica {

namespace {

std::string join_name(const Expr& e) {
  std::string name;
  for (const RefPart& part : e.ref) name += (name.empty() ? "" : ".") + part.name;
  return name;
}

}  // namespace

// A function itself, as an argument of another.
Datum Evaluator::make_function(ClassNode& node) {
  Datum d = Datum::make_string(node.full_name);
  d.function = std::make_shared<const FunctionData>(FunctionData{&node, node.full_name, {}});
  return d;
}

// function f(a = 1): f with some of its inputs given.
Datum Evaluator::eval_partial_call(const Expr& e, const Context& context) {
  Expr name = e;
  name.kind = ExprKind::reference;
  Datum d = eval_reference(name, context);
  if (!d.function) fail("type", e.where, "'" + join_name(e) + "' is not a function");
  auto data = std::make_shared<FunctionData>(*d.function);
  for (const NamedArgument& argument : e.named)
    data->bound.emplace_back(argument.name, eval(*argument.value, context));
  d.function = std::move(data);
  return d;
}

// A call of what an input of the running function is.
Datum Evaluator::call_value(const Datum& function, const Expr& e, const Context& context) {
  std::vector<Datum> positional = eval_all(e.operands, context);
  std::vector<std::pair<std::string, Datum>> named = function.function->bound;
  for (const NamedArgument& argument : e.named)
    named.emplace_back(argument.name, eval(*argument.value, context));
  if (ClassNode* node = function.function->node) {
    const ClassDef* definition = node->definition();
    const bool is_elementary = definition != nullptr && definition->external &&
                               node->full_name.starts_with("Modelica.Math.") &&
                               is_builtin_function(node->name);
    if (!is_elementary) return call_function(*node, positional, named, e.where);
    return *call_builtin_function(node->name, positional, e.where);
  }
  if (!named.empty())
    fail("type", e.where, function.function->name + " has no argument '" + named[0].first + "'");
  return *call_builtin_function(function.function->name, positional, e.where);
}

// A function that the class of a component declares, world.gravityAcceleration, and the instance around its text; null without it.
std::pair<ClassNode*, Instance*> Evaluator::find_function_of(Instance& owner, int index,
                                                             const Expr& e) {
  Instance* at = &owner;
  Slot* slot = &instantiator_.prepare(owner, index);
  if (slot->kind == SlotKind::outer) {
    instantiator_.resolve_outer(owner, index);
    at = slot->inner_owner;
    index = slot->inner_index;
    if (index >= 0) slot = &instantiator_.prepare(*at, index);
  }
  if (index >= 0) {
    if (slot->kind != SlotKind::part || slot->removed) return {};
    instantiator_.expand(*at, index);
    if (slot->children.size() != 1) return {};
    at = slot->children[0].get();
  }
  const int function = at->type->find(e.ref[1].name);
  if (function < 0 || !at->element(function).is_class()) return {};
  const Slot& found = instantiator_.prepare(*at, function);
  return {found.type->node, found.type_scope};
}

Datum Evaluator::eval_call(const Expr& e, const Context& context) {
  if (e.ref.size() == 1 && !e.global) {
    const Datum* local = find_local(context, e.ref[0].name);
    if (local != nullptr && local->function) return call_value(*local, e, context);
  }
  const std::string name = join_name(e);
  if (e.ref.size() == 2 && !e.global && e.ref[0].name == "Connections")
    return eval_root(e.ref[1].name, e);
  if (e.global && e.ref.size() == 1 && is_builtin_function(name))
    return call_builtin(name, e, context);
  Found found;
  if (e.global) {
    found.class_node = instantiator_.lookup().find_at_top(e.ref[0].name, false).class_node;
  } else {
    found = instantiator_.find(e.ref[0].name, context.scope, e.where);
  }
  if (found.class_node == nullptr || (found.class_node->builtin && e.ref.size() == 1)) {
    if (found.owner == nullptr && e.ref.size() == 1) return call_builtin(name, e, context);
    if (found.owner != nullptr && e.ref.size() == 2 && e.ref[0].subscripts.empty()) {
      const auto [callee, scope] = find_function_of(*found.owner, found.index, e);
      if (callee != nullptr) return call_class(*callee, scope, e, context);
    }
    if (found.owner != nullptr) fail("type", e.where, "'" + e.ref[0].name + "' is not a function");
    const std::vector<std::string> meant =
        instantiator_.lookup().tree().find_full_names(e.ref.back().name);
    fail("unknown-name", e.where, "there is no function '" + name + "' here",
         meant.empty() ? "" : "did you mean '" + meant[0] + "'?");
  }
  Name class_name{e.global, {}, e.where};
  for (const RefPart& part : e.ref) class_name.parts.push_back(part.name);
  ClassNode& callee = instantiator_.lookup().get_rest(*found.class_node, class_name, 1);
  return call_class(callee, e.ref.size() == 1 ? found.class_scope : nullptr, e, context);
}

Datum Evaluator::call_class(ClassNode& callee, Instance* scope, const Expr& e,
                            const Context& context) {
  FlatClass& flat = instantiator_.lookup().get_flat(callee, e.where);
  if (flat.node->is_function() || flat.restriction == Restriction::function) {
    const bool is_external = callee.definition()->external;
    if (is_external && callee.full_name.starts_with("Modelica.Math.") &&
        is_builtin_function(callee.name)) {
      return call_builtin(callee.name, e, context);
    }
  }
  if (!e.iterators.empty()) {
    fail("type", e.where, "'" + callee.full_name + "' cannot reduce a series");
  }
  Session::Held held(instantiator_.session());
  std::vector<Datum> positional = eval_all(e.operands, context);
  for (const Datum& value : positional) held.add(value.count(), e.where);
  std::vector<std::pair<std::string, Datum>> named;
  for (const NamedArgument& argument : e.named) {
    named.emplace_back(argument.name, eval(*argument.value, context));
    held.add(named.back().second.count(), e.where);
  }
  if (callee.is_function() || flat.restriction == Restriction::function) {
    next_scope_ = scope;
    return call_function(callee, positional, named, e.where);
  }
  if (flat.is_external_object) {
    const int constructor = flat.find("constructor");
    if (constructor < 0)
      fail("type", e.where, "'" + callee.full_name + "' has no constructor to call");
    return call_function(*flat.elements[static_cast<std::size_t>(constructor)].class_node,
                         positional, named, e.where);
  }
  if (flat.enumeration != nullptr) {
    if (positional.size() != 1 || !named.empty())
      fail("type", e.where, "a conversion takes one argument");
    const int ordinal = get_integer(positional[0], "the ordinal of a literal", e.where);
    const auto& literals = flat.enumeration->definition()->literals;
    if (ordinal < 1 || ordinal > static_cast<int>(literals.size())) {
      fail("range", e.where,
           flat.node->full_name + " has no literal number " + std::to_string(ordinal));
    }
    return make_literal(*flat.enumeration, literals[static_cast<std::size_t>(ordinal - 1)].name,
                        e.where);
  }
  if (!flat.is_record()) {
    fail("type", e.where,
         "'" + callee.full_name + "' is a " + to_string(flat.restriction) + ", not a function");
  }
  if (std::optional<Datum> made = call_overload(callee, "constructor", positional, named, e.where))
    return *made;
  std::vector<std::pair<std::string, Datum>> members;
  std::size_t next = 0;
  for (const FlatElement& element : flat.elements) {
    if (element.is_class() || next >= positional.size()) continue;
    members.emplace_back(element.name, positional[next++]);
  }
  if (next < positional.size()) {
    fail("type", e.where, flat.node->name + " has only " + std::to_string(next) + " members");
  }
  for (auto& [name, value] : named) {
    if (flat.find(name) < 0) {
      fail("unknown-parameter", e.where, flat.node->name + " has no member '" + name + "'",
           suggest(name, list_component_names(flat)));
    }
    const bool twice =
        std::any_of(members.begin(), members.end(), [&](const auto& m) { return m.first == name; });
    if (twice) fail("duplicate", e.where, "member '" + name + "' is given twice");
    members.emplace_back(name, std::move(value));
  }
  return instantiator_.make_record(flat, scope, members, e.where);
}

// Orientations of frames are known without equations for them: none is chosen as a root of the model's own, and each is on the side
// of one.
Datum Evaluator::eval_root(const std::string& name, const Expr& e) {
  if (name != "isRoot" && name != "rooted")
    fail("type", e.where, "'Connections." + name + "' is not a value");
  return Datum::make_boolean(name == "rooted");
}

Datum Evaluator::call_builtin(const std::string& name, const Expr& e, const Context& context) {
  if (const std::string why = explain_unsupported_function(name); !why.empty())
    fail("unsupported", e.where, "'" + name + "' cannot be used here", why);
  if (name == "rooted") return eval_root(name, e);
  if (name == "cardinality") return count_connections(e, context);
  if (name == "getInstanceName") return Datum::make_string(get_instance_name(context));
  if (name == "size" || name == "ndims") return eval_size(e, context);
  if (!e.iterators.empty()) return eval_reduction(name, e, context);
  if (name == "assert") fail("type", e.where, "'assert' is not a value");
  if (name == "initial" || name == "terminal") return eval_phase(name, e);
  Session::Held held(instantiator_.session());
  Context outside = context;
  // pre asks for the variable itself, not for what an algorithm section has made of it.
  if (name == "pre" && context.frame != nullptr && context.frame->section != nullptr)
    outside.frame = nullptr;
  std::vector<Datum> positional = eval_all(e.operands, outside);
  for (const Datum& value : positional) held.add(value.count(), e.where);
  std::vector<std::pair<std::string, Datum>> named;
  for (const NamedArgument& argument : e.named) {
    named.emplace_back(argument.name, eval(*argument.value, context));
    held.add(named.back().second.count(), e.where);
  }
  if (name == "String" && !positional.empty() && positional[0].record) {
    if (std::optional<Datum> text =
            call_overload(*positional[0].record->class_node, "String", positional, named, e.where))
      return *text;
  }
  if (name == "sum" && positional.size() == 1 && positional[0].record) {
    if (std::optional<Datum> total = sum_overloaded(positional[0], e.where)) return *total;
  }
  if (name == "String") return convert_to_string(positional, named, e.where);
  if (name == "sample") return make_sample(positional, context, e.where);
  if (name == "delay") return make_delay(positional, context, e.where);
  if (name == "homotopy" && positional.empty()) {
    for (auto& [argument, value] : named) {
      if (argument == "actual") positional.push_back(value);
    }
    named.clear();
  }
  // The library's elementary functions name their arguments; they have one, u, or two, u1 and u2.
  if (positional.empty() && !named.empty()) {
    std::sort(named.begin(), named.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    const bool elementary = std::all_of(named.begin(), named.end(), [](const auto& argument) {
      return argument.first == "u" || argument.first == "u1" || argument.first == "u2";
    });
    if (elementary) {
      for (auto& [argument, value] : named) positional.push_back(value);
      named.clear();
    }
  }
  if (!named.empty() && is_builtin_function(name)) {
    fail("type", e.where, name + " has no argument '" + named[0].first + "'");
  }
  if (std::optional<Datum> result = call_builtin_function(name, positional, e.where)) {
    instantiator_.session().count_step(e.where);
    return *result;
  }
  std::vector<std::string> names = list_builtin_functions();
  const std::vector<std::string> visible =
      instantiator_.lookup().list_visible_names(*context.scope.node);
  names.insert(names.end(), visible.begin(), visible.end());
  const std::vector<std::string> near = find_near_names(name, names);
  fail("unknown-name", e.where, "there is no function '" + name + "' here",
       near.empty() ? "" : suggest(name, near));
}

// "Model.arm.motor", of the instance in which the call stands.
std::string Evaluator::get_instance_name(const Context& context) {
  const Instance& root = instantiator_.root();
  Instance* const self = context.scope.self;
  for (Instance* at = self; at != nullptr; at = at->parent) at->is_named = true;
  if (self == nullptr || self == &root) return root.type->node->name;
  return root.type->node->name + "." + self->path;
}

namespace {

// Counts the connects among equations that name one connector; branches and loops are followed.
class ConnectionCount {
 public:
  ConnectionCount(std::vector<std::string> names, Evaluator& evaluator)
      : names_(std::move(names)), evaluator_(evaluator) {}

  void add(const std::vector<Equation>& equations, const Context& context) {
    for (const Equation& equation : equations) {
      switch (equation.kind) {
        case Equation::Kind::connect:
          for (const ExprPtr& end : {equation.left, equation.right})
            count_ += is_named(*end, context) ? 1 : 0;
          break;
        case Equation::Kind::for_: add_loop(equation, 0, context); break;
        case Equation::Kind::if_: add_branch(equation, context); break;
        default: break;
      }
    }
  }
  int count() const { return count_; }

 private:
  void add_branch(const Equation& equation, const Context& context) {
    for (const EquationBranch& branch : equation.branches) {
      if (branch.condition) {
        const Datum holds = evaluator_.eval(*branch.condition, context);
        if (holds.is_law()) return;
        if (!get_boolean(holds, "the condition of an if", branch.condition->where)) continue;
      }
      add(branch.equations, context);
      return;
    }
  }
  void add_loop(const Equation& equation, std::size_t iterator, const Context& context) {
    if (iterator == equation.iterators.size()) {
      add(equation.branches.at(0).equations, context);
      return;
    }
    const Iterator& it = equation.iterators[iterator];
    const Datum range = evaluator_.eval_range(it, nullptr, context);
    for (std::size_t i = 0; i < range.count(); ++i) {
      const Datum value = get_entry(range, i);
      const Local local{it.name, value, context.locals};
      Context inner = context;
      inner.locals = &local;
      add_loop(equation, iterator + 1, inner);
    }
  }
  // Whether a reference means the connector, or an array in which it is.
  bool is_named(const Expr& e, const Context& context) {
    if (e.ref.size() != names_.size()) return false;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const std::size_t bracket = std::min(names_[i].find('['), names_[i].size());
      if (e.ref[i].name != names_[i].substr(0, bracket)) return false;
      if (e.ref[i].subscripts.empty() || bracket == names_[i].size()) continue;
      std::string index;
      for (const ExprPtr& s : e.ref[i].subscripts) {
        if (s->kind == ExprKind::colon) return true;
        const Datum value = evaluator_.eval(*s, context);
        if (value.dims.size() > 0) return true;
        index += (index.empty() ? "[" : ",") +
                 std::to_string(get_integer(value, "a subscript", s->where));
      }
      if (index + "]" != names_[i].substr(bracket)) return false;
    }
    return true;
  }

  std::vector<std::string> names_;
  Evaluator& evaluator_;
  int count_ = 0;
};

void count_in(Instance& instance, ConnectionCount& count) {
  for (ClassNode* node : instance.type->lineage) {
    const Context context{Scope{&instance, node}, nullptr, nullptr, -1};
    for (const ClassPtr& definition : node->definitions) count.add(definition->equations, context);
  }
}

}  // namespace

// How often a connector of the component is connected, from inside and from outside.
Datum Evaluator::count_connections(const Expr& e, const Context& context) {
  Instance* self = context.scope.self;
  if (e.operands.size() != 1 || e.operands[0]->kind != ExprKind::reference || self == nullptr ||
      e.operands[0]->ref.size() != 1) {
    fail("type", e.where, "cardinality takes a connector of the class in which it stands");
  }
  const RefPart& connector = e.operands[0]->ref[0];
  std::string name = connector.name;
  for (std::size_t k = 0; k < connector.subscripts.size(); ++k) {
    name +=
        (k == 0 ? "[" : ",") + std::to_string(get_integer(eval(*connector.subscripts[k], context),
                                                          "a subscript", e.where));
  }
  if (!connector.subscripts.empty()) name += "]";
  ConnectionCount inside({name}, *this);
  count_in(*self, inside);
  int count = inside.count();
  if (self->parent != nullptr) {
    ConnectionCount outside({self->name, name}, *this);
    count_in(*self->parent, outside);
    count += outside.count();
  }
  return Datum::make_integer(count);
}

// initial() is true until the start is over; the end of a run is no instant of the model's.
Datum Evaluator::eval_phase(const std::string& name, const Expr& e) {
  if (!e.operands.empty() || !e.named.empty()) fail("type", e.where, name + "() takes no argument");
  if (name == "terminal") return Datum::make_boolean(false);
  Datum phase = Datum::make_law(symbolic::Expression::variable(starting_name));
  phase.type = BasicType::boolean;
  return phase;
}

// sample(start, interval) becomes true at the instants start + n interval: a variable of the model counts them,
//   time ≥ start + n interval,     n = pre(n) + 1 when that becomes true.
Datum Evaluator::make_sample(const std::vector<Datum>& arguments, const Context& context,
                             const SourceLocation& where) {
  using symbolic::Expression;
  using symbolic::Op;
  if (arguments.size() != 2) fail("type", where, "sample takes a start and an interval");
  const double start = get_number(arguments[0], "the start of sample", where),
               interval = get_number(arguments[1], "the interval of sample", where);
  if (!(interval > 0)) fail("value", where, "the interval of sample is not positive");
  Component* component = context.scope.self != nullptr ? context.scope.self->component : nullptr;
  if (component == nullptr)
    fail("unsupported", where, "sample in a declaration", "write it in an equation or a when");
  Variable count;
  int number = 1;
  do {
    count.name = "samples(" + std::to_string(number++) + ")";
  } while (component->find_variable(count.name) != nullptr);
  count.start.type = BasicType::integer;
  count.start.numbers = {0.0};
  count.fixed.type = BasicType::boolean;
  count.fixed.numbers = {1.0};
  count.where = where;
  const std::string full =
      component->path.empty() ? count.name : component->path + "." + count.name;
  const Expression n = Expression::variable(full);
  When when;
  when.where = where;
  when.condition = Expression::make(
      Op::less_equal,
      {Expression::make(
           Op::add, {Expression(start), Expression::make(Op::multiply, {n, Expression(interval)})}),
       Expression::time()});
  when.assignments.push_back(
      {full,
       Expression::make(Op::add,
                        {Expression::variable(mark_name(NameMark::before, full)), Expression(1.0)}),
       where});
  component->variables.edit().push_back(std::move(count));
  Datum sample = Datum::make_law(when.condition);
  sample.type = BasicType::boolean;
  sample.law_depth = when.condition.height() + 1;
  component->whens.push_back({std::move(when)});
  return sample;
}

// delay(x, T), or delay(x, T, longest) where T changes: entry by entry.
Datum Evaluator::make_delay(const std::vector<Datum>& arguments, const Context& context,
                            const SourceLocation& where) {
  using symbolic::Expression;
  if (arguments.size() != 2 && arguments.size() != 3)
    fail("type", where, "delay takes a value, a time, and the longest time where that changes");
  const Datum& value = arguments[0];
  const bool varies = arguments[1].is_law();
  if (varies && arguments.size() == 2) {
    fail("type", where, "the time of delay changes",
         "write the longest that it ever is as a third argument");
  }
  const double longest = get_number(arguments.back(), "the time of delay", where);
  const double least = varies ? 0.0 : get_number(arguments[1], "the time of delay", where);
  if (!(least >= 0) || !(longest >= least) || !std::isfinite(longest))
    fail("value", where, "the time of delay is negative, or above the longest");
  if (value.record || value.type == BasicType::string)
    fail("type", where, "delay takes numbers, found " + value.describe());
  if (!value.is_law() || longest == 0.0) return value;
  Component* component = context.scope.self != nullptr ? context.scope.self->component : nullptr;
  if (component == nullptr)
    fail("unsupported", where, "delay in a declaration", "write it in an equation");
  Datum delayed = value;
  delayed.law_depth = 1;
  for (std::size_t i = 0; i < value.count(); ++i) {
    Delay delay;
    delay.name = mark_name(NameMark::delayed, instantiator_.session().make_name());
    delay.value = value.law(i);
    delay.time = arguments[1].law(0);
    delay.longest = longest;
    delay.where = where;
    delayed.laws.at(i) = Expression::variable(delay.name);
    component->delays.push_back(std::move(delay));
  }
  return delayed;
}

Datum Evaluator::eval_size(const Expr& e, const Context& context) {
  const bool is_ndims = e.ref.back().name == "ndims";
  if (e.operands.empty() || e.operands.size() > (is_ndims ? 1u : 2u)) {
    fail("type", e.where,
         is_ndims ? "ndims takes one argument" : "size takes one or two arguments");
  }
  const std::optional<std::vector<int>> found = find_dims(*e.operands[0], context);
  const std::vector<int> dims = found ? *found : eval(*e.operands[0], context).dims;
  if (is_ndims) return Datum::make_integer(static_cast<double>(dims.size()));
  if (e.operands.size() == 1) {
    Datum all;
    all.type = BasicType::integer;
    all.dims = {static_cast<int>(dims.size())};
    all.numbers.assign(dims.begin(), dims.end());
    return all;
  }
  const int k = get_integer(eval(*e.operands[1], context), "the dimension of size", e.where);
  if (k < 1 || k > static_cast<int>(dims.size())) {
    fail("range", e.where,
         "size asks for dimension " + std::to_string(k) + " of an array with " +
             std::to_string(dims.size()));
  }
  return Datum::make_integer(dims[static_cast<std::size_t>(k - 1)]);
}

// A text of which parts may change with time: these are left out.
std::string eval_message(const Expr& e, const Context& context, Evaluator& evaluator) {
  if (e.kind == ExprKind::binary && e.text == "+") {
    return eval_message(*e.operands[0], context, evaluator) +
           eval_message(*e.operands[1], context, evaluator);
  }
  try {
    return get_string(evaluator.eval(e, context), "the message", e.where);
  } catch (const Stop&) {
    throw;
  } catch (const UserError&) {
    if (e.kind != ExprKind::call) throw;
    return "…";
  }
}

std::string eval_termination(const Expr& call, const Context& context, Evaluator& evaluator) {
  const Expr* message =
      call.operands.size() == 1 && call.named.empty() ? call.operands[0].get()
      : call.operands.empty() && call.named.size() == 1 && call.named[0].name == "message"
          ? call.named[0].value.get()
          : nullptr;
  if (message == nullptr) fail("type", call.where, "terminate needs a message");
  const std::string text = eval_message(*message, context, evaluator);
  return text.empty() ? "it has come to its end" : text;
}

Assertion eval_assertion(const Expr& call, const Context& context, Evaluator& evaluator) {
  const auto find_argument = [&](std::size_t position, const char* name) -> const Expr* {
    if (position < call.operands.size()) return call.operands[position].get();
    for (const NamedArgument& argument : call.named) {
      if (argument.name == name) return argument.value.get();
    }
    return nullptr;
  };
  const Expr* condition = find_argument(0, "condition");
  const Expr* message = find_argument(1, "message");
  const Expr* level = find_argument(2, "level");
  if (condition == nullptr || message == nullptr) {
    fail("type", call.where, "assert needs a condition and a message");
  }
  Assertion assertion;
  assertion.condition = evaluator.eval(*condition, context);
  const Datum& holds = assertion.condition;
  const bool is_law = holds.is_law() && holds.type == BasicType::boolean && holds.is_scalar();
  if (!is_law && get_boolean(holds, "the condition of an assert", condition->where))
    return assertion;
  assertion.message = eval_message(*message, context, evaluator);
  if (assertion.message.empty()) assertion.message = "an assertion does not hold";
  assertion.is_warning =
      level != nullptr && evaluator.eval(*level, context).numbers == std::vector<double>{1.0};
  return assertion;
}

std::string check_assertion(const Assertion& assertion, const SourceLocation& where) {
  GELENK_ASSERT(!assertion.condition.is_law());
  if (!assertion.message.empty() && !assertion.is_warning) fail("assert", where, assertion.message);
  return assertion.message;
}

}  // namespace gelenk::modelica
