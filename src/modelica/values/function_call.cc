// Modelica functions run on values: arguments are filed under the inputs, the algorithm section is
// executed statement by statement, the first output is the result. Loops and recursion end at the
// session's limits.
#include <algorithm>

#include "modelica/failure.h"
#include "modelica/instances/instantiate.h"
#include "modelica/values/builtin_functions.h"
#include "modelica/values/evaluate.h"

namespace gelenk::modelica {

namespace {

constexpr int most_running_functions = 100;

bool is_input(const FlatElement& e) { return !e.is_class() && e.clause->type_prefix.input; }
bool is_output(const FlatElement& e) { return !e.is_class() && e.clause->type_prefix.output; }

struct Counted {
  explicit Counted(int& n) : count(n) { ++count; }
  ~Counted() { --count; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  int& count;
};

std::size_t count_declared_dims(const FlatElement& e, const FlatClass& type) {
  return e.decl->subscripts.size() + e.clause->subscripts.size() + type.dimensions.size();
}

}  // namespace

FlatClass& Evaluator::get_variable_type(const FlatElement& element) {
  Lookup& lookup = instantiator_.lookup();
  if (element.static_type == nullptr) {
    element.static_type = &lookup.get_class(element.clause->type, *element.declared_in);
  }
  return lookup.get_flat(*element.static_type, element.clause->type.where);
}

std::vector<int> Evaluator::eval_variable_dims(const FlatElement& element, const Context& context) {
  std::vector<int> dims;
  const auto add = [&](const std::vector<ExprPtr>& subscripts) {
    for (const ExprPtr& s : subscripts) {
      dims.push_back(s->kind == ExprKind::colon
                         ? -1
                         : get_integer(eval(*s, context), "an array size", s->where));
    }
  };
  add(element.decl->subscripts);
  add(element.clause->subscripts);
  const std::vector<int>& of_type = instantiator_.get_type_dims(get_variable_type(element));
  dims.insert(dims.end(), of_type.begin(), of_type.end());
  return dims;
}

// Positional and named arguments to the inputs, by element index of the function.
std::vector<std::optional<Datum>> Evaluator::file_arguments(
    FlatClass& function, const std::vector<Datum>& positional,
    const std::vector<std::pair<std::string, Datum>>& named, const SourceLocation& where) {
  std::vector<std::optional<Datum>> inputs(function.elements.size());
  std::size_t next = 0;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < function.elements.size(); ++i) {
    if (!is_input(function.elements[i])) continue;
    names.push_back(function.elements[i].name);
    if (next < positional.size()) inputs[i] = positional[next++];
  }
  if (next < positional.size()) {
    fail("type", where,
         function.node->name + " takes " + std::to_string(next) + " arguments, found " +
             std::to_string(positional.size()));
  }
  for (const auto& [name, value] : named) {
    const int at = function.find(name);
    if (at < 0 || !is_input(function.elements[static_cast<std::size_t>(at)])) {
      fail("unknown-parameter", where, function.node->name + " has no input '" + name + "'",
           suggest(name, names));
    }
    if (inputs[static_cast<std::size_t>(at)]) {
      fail("duplicate", where,
           "input '" + name + "' of " + function.node->name + " is given twice");
    }
    inputs[static_cast<std::size_t>(at)] = value;
  }
  return inputs;
}

Datum Evaluator::call_function(ClassNode& node, const std::vector<Datum>& positional,
                               const std::vector<std::pair<std::string, Datum>>& named,
                               const SourceLocation& where) {
  FlatClass& function = instantiator_.lookup().get_flat(node, where);
  std::vector<std::optional<Datum>> inputs = file_arguments(function, positional, named, where);
  // An argument with more dimensions than its input: the function is applied to every entry.
  std::vector<int> outer;
  std::vector<bool> spread(inputs.size(), false);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i]) continue;
    const FlatElement& e = function.elements[i];
    const std::size_t declared = count_declared_dims(e, get_variable_type(e));
    if (inputs[i]->dims.size() <= declared) continue;
    const std::vector<int> extra(inputs[i]->dims.begin(),
                                 inputs[i]->dims.end() - static_cast<std::ptrdiff_t>(declared));
    if (!outer.empty() && outer != extra) {
      fail("size", where, "the arguments of " + function.node->name + " have different sizes");
    }
    outer = extra;
    spread[i] = true;
  }
  if (outer.empty()) return call_scalar(function, inputs, where);
  std::vector<Datum> results;
  const std::size_t count = calc_count(outer, where);
  for (std::size_t n = 0; n < count; ++n) {
    std::vector<std::optional<Datum>> part = inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (!spread[i]) continue;
      Selection s;
      s.dims.assign(inputs[i]->dims.begin() + static_cast<std::ptrdiff_t>(outer.size()),
                    inputs[i]->dims.end());
      const std::size_t block = calc_count(s.dims, where);
      for (std::size_t k = 0; k < block; ++k) s.entries.push_back(n * block + k);
      part[i] = get_entries(*inputs[i], s, where);
    }
    results.push_back(call_scalar(function, part, where));
  }
  return stack(results, outer, where);
}

Datum Evaluator::call_scalar(FlatClass& function, const std::vector<std::optional<Datum>>& inputs,
                             const SourceLocation& where) {
  std::vector<Datum> outputs = call_outputs(function, inputs, where);
  if (outputs.empty())
    fail("type", where, "function " + function.node->full_name + " has no output");
  return outputs[0];
}

std::vector<Datum> Evaluator::call_outputs(FlatClass& function,
                                           const std::vector<std::optional<Datum>>& inputs,
                                           const SourceLocation& where) {
  const std::string& name = function.node->full_name;
  if (function.partial)
    fail("type", where, "function '" + name + "' is partial: it cannot be called");
  bool has_algorithm = false;
  for (const ClassNode* node : function.lineage) {
    for (const ClassPtr& definition : node->definitions) {
      if (definition->external) {
        fail("unsupported", where, "function '" + name + "' is external",
             "not supported yet; write its algorithm in Modelica");
      }
      has_algorithm = has_algorithm || !definition->algorithms.empty();
    }
  }
  const Counted counted(running_functions_);
  if (running_functions_ > most_running_functions) {
    stop("cycle", where, "function '" + name + "' calls itself too deeply",
         "check how its recursion ends");
  }
  const Session::Depth depth(instantiator_.session(), where);
  Frame frame{&function, std::vector<Datum>(function.elements.size()),
              Session::Held(instantiator_.session())};
  const auto make_context = [&](ClassNode* node) {
    return Context{Scope{nullptr, node}, nullptr, &frame, -1};
  };
  for (std::size_t i = 0; i < function.elements.size(); ++i) {
    const FlatElement& e = function.elements[i];
    if (e.is_class()) continue;
    FlatClass& type = get_variable_type(e);
    const std::vector<int> dims = eval_variable_dims(e, make_context(e.declared_in));
    const std::string what = e.name + " of " + function.node->name;
    if (inputs[i]) {
      frame.held.add(inputs[i]->count(), where);
      frame.values[i] = instantiator_.coerce(*inputs[i], type, dims, what, where);
      continue;
    }
    // The default, from the outermost clause that states one.
    ExprPtr given = e.decl->modification ? e.decl->modification->value : nullptr;
    ClassNode* stands_in = e.declared_in;
    for (const InheritedArgument& a : e.inherited) {
      if (!a.argument->modification || !a.argument->modification->value) continue;
      given = a.argument->modification->value;
      stands_in = a.short_ ? a.written_in->parent : a.written_in;
    }
    if (given) {
      frame.values[i] = instantiator_.coerce(eval(*given, make_context(stands_in)), type, dims,
                                             what, given->where);
    } else if (is_input(e)) {
      fail("type", where, "input '" + e.name + "' of " + function.node->name + " is missing");
    } else if (type.is_record()) {
      frame.values[i] = instantiator_.make_record(type, nullptr, {}, e.decl->where);
    } else if (type.is_simple()) {
      Datum like;
      like.type = type.enumeration ? BasicType::enumeration : *type.builtin;
      like.enumeration = type.enumeration;
      std::vector<int> sizes = dims;
      std::replace(sizes.begin(), sizes.end(), -1, 0);
      frame.held.add(calc_count(sizes, e.decl->where), e.decl->where);
      frame.values[i] = make_like(like, sizes, e.decl->where);
    } else {
      fail("unsupported", e.decl->where, "'" + e.name + "' of a function must be a value");
    }
  }
  for (ClassNode* node : function.lineage) {
    for (const ClassPtr& definition : node->definitions) {
      for (const auto& section : definition->algorithms) run(section, make_context(node));
    }
  }
  std::vector<Datum> outputs;
  for (std::size_t i = 0; i < function.elements.size(); ++i) {
    if (is_output(function.elements[i])) outputs.push_back(std::move(frame.values[i]));
  }
  return outputs;
}

// ---- statements
// ----------------------------------------------------------------------------------

Evaluator::Flow Evaluator::run(const std::vector<Statement>& statements, const Context& context) {
  for (const Statement& statement : statements) {
    const Flow flow = run(statement, context);
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

Evaluator::Flow Evaluator::run(const Statement& statement, const Context& context) {
  Session& session = instantiator_.session();
  session.count_step(statement.where);
  const Session::Depth depth(session, statement.where);
  switch (statement.kind) {
    case Statement::Kind::assign: {
      if (statement.left->kind == ExprKind::tuple) {
        const std::vector<Datum> values = call_tuple(*statement.right, context);
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
      return Flow::next;
    }
    case Statement::Kind::call: run_call(*statement.right, context); return Flow::next;
    case Statement::Kind::for_: {
      const Flow flow = run_for(statement, 0, context);
      return flow == Flow::break_ ? Flow::next : flow;
    }
    case Statement::Kind::if_:
      for (const StatementBranch& branch : statement.branches) {
        if (!branch.condition || get_boolean(eval(*branch.condition, context),
                                             "the condition of an if", branch.condition->where)) {
          return run(branch.statements, context);
        }
      }
      return Flow::next;
    case Statement::Kind::while_:
      while (get_boolean(eval(*statement.branches.at(0).condition, context),
                         "the condition of a while", statement.where)) {
        session.count_step(statement.where);
        const Flow flow = run(statement.branches[0].statements, context);
        if (flow == Flow::return_) return flow;
        if (flow == Flow::break_) break;
      }
      return Flow::next;
    case Statement::Kind::return_: return Flow::return_;
    case Statement::Kind::break_: return Flow::break_;
    case Statement::Kind::when: break;
  }
  fail("unsupported", statement.where, "'when' in a function", "functions have no events");
}

Evaluator::Flow Evaluator::run_for(const Statement& statement, std::size_t iterator,
                                   const Context& context) {
  if (iterator == statement.iterators.size())
    return run(statement.branches.at(0).statements, context);
  const Iterator& it = statement.iterators[iterator];
  const Datum range = eval_range(it, nullptr, context);
  const std::size_t count = range.count();
  for (std::size_t i = 0; i < count; ++i) {
    instantiator_.session().count_step(statement.where);
    const Datum value = get_entry(range, i);
    const Local local{it.name, value, context.locals};
    Context inner = context;
    inner.locals = &local;
    const Flow flow = run_for(statement, iterator + 1, inner);
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

void Evaluator::run_call(const Expr& call, const Context& context) {
  if (call.ref.size() == 1 && call.ref[0].name == "assert") {
    const std::string warning = check_assertion(call, context, *this);
    if (!warning.empty()) instantiator_.session().warn("assert", call.where, warning, "");
    return;
  }
  eval(call, context);
}

std::vector<Datum> Evaluator::call_tuple(const Expr& call, const Context& context) {
  if (call.kind == ExprKind::call && !call.global) {
    Name name{false, {}, call.where};
    for (const RefPart& part : call.ref) name.parts.push_back(part.name);
    const Found found = instantiator_.find(name.parts[0], context.scope, call.where);
    if (found.class_node != nullptr && !found.class_node->builtin) {
      ClassNode& callee = instantiator_.lookup().get_rest(*found.class_node, name, 1);
      if (callee.is_function()) {
        std::vector<Datum> positional;
        std::vector<std::pair<std::string, Datum>> named;
        for (const ExprPtr& operand : call.operands) positional.push_back(eval(*operand, context));
        for (const NamedArgument& a : call.named)
          named.emplace_back(a.name, eval(*a.value, context));
        FlatClass& function = instantiator_.lookup().get_flat(callee, call.where);
        return call_outputs(function, file_arguments(function, positional, named, call.where),
                            call.where);
      }
    }
  }
  return {eval(call, context)};
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
  if (is_input(element) || element.clause->type_prefix.constant) {
    fail("type", target.where,
         "'" + element.name + "' cannot be assigned to: it is an input or constant");
  }
  Datum& variable = frame.values[static_cast<std::size_t>(index)];
  if (target.ref.size() == 1 && target.ref[0].subscripts.empty()) {
    // Sizes that were left open follow the value.
    FlatClass& type = get_variable_type(element);
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

// Changes the entries or members that part `part` of the target and those after it pick out.
void Evaluator::assign_part(Datum& target, const Expr& e, std::size_t part, const Datum& value,
                            const Context& context) {
  const RefPart& here = e.ref[part];
  const bool is_last = part + 1 == e.ref.size();
  const Selection selection = select(
      target.dims, eval_subscripts(here.subscripts, target.dims, context), here.name, e.where);
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
    if (value.record || value.dims != member.dims ||
        (value.type != member.type &&
         !(member.type == BasicType::real && value.type == BasicType::integer))) {
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
