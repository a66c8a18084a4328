// Modelica functions run on values: arguments are filed under the inputs, the algorithm section is
// executed statement by statement (statements.cc), the first output is the result. Recursion ends at
// the session's limits.
#include <algorithm>
#include <utility>

#include "modelica/failure.h"
#include "modelica/instances/instantiate.h"
#include "modelica/values/builtin_functions.h"
#include "modelica/values/evaluate.h"
#include "modelica/values/external_function.h"

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

// The class that leaves the function to other code, or whose text only a tool can give a meaning; null: it is all Modelica.
const ClassNode* find_external(const FlatClass& function) {
  for (const ClassNode* node : function.lineage) {
    if (replaces_text(node->full_name)) return node;
    for (const ClassPtr& definition : node->definitions)
      if (definition->external) return node;
  }
  return nullptr;
}

// Members of a record without a value are laws, known by a name that means nothing in a function.
Datum clear_laws(Datum value, const SourceLocation& where) {
  if (value.is_law()) {
    Datum like;
    like.type = value.type;
    return make_like(like, value.dims, where);
  }
  if (!value.record) return value;
  auto data = std::make_shared<RecordData>(*value.record);
  for (std::vector<Datum>& entry : data->entries) {
    for (Datum& member : entry) member = clear_laws(std::move(member), where);
  }
  value.record = std::move(data);
  return value;
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
  Instance* const scope = std::exchange(next_scope_, nullptr);
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
  if (outer.empty()) {
    next_scope_ = scope;
    return call_scalar(function, inputs, where);
  }
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

// A variable that nothing was assigned to yet.
Datum Evaluator::make_unset(FlatClass& type, const std::vector<int>& dims,
                            const SourceLocation& where) {
  if (type.is_simple()) {
    Datum like;
    like.type = type.enumeration ? BasicType::enumeration : *type.builtin;
    like.enumeration = type.enumeration;
    return make_like(like, dims, where);
  }
  const Datum record = clear_unset(type, {}, where);
  if (dims.empty()) return record;
  return stack(std::vector<Datum>(calc_count(dims, where), record), dims, where);
}

// A record of which some members are given.
Datum Evaluator::clear_unset(FlatClass& type,
                             const std::vector<std::pair<std::string, Datum>>& members,
                             const SourceLocation& where) {
  Datum record = clear_laws(instantiator_.make_record(type, nullptr, {}, where), where);
  auto data = std::make_shared<RecordData>(*record.record);
  for (const auto& [name, value] : members) {
    const auto at = std::find(data->names.begin(), data->names.end(), name);
    if (at == data->names.end())
      fail("unknown-parameter", where, type.node->name + " has no member '" + name + "'",
           suggest(name, data->names));
    data->entries[0][static_cast<std::size_t>(at - data->names.begin())] = value;
  }
  record.record = std::move(data);
  return record;
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
  Instance* const scope = std::exchange(next_scope_, nullptr);
  if (function.partial)
    fail("type", where, "function '" + name + "' is partial: it cannot be called");
  const ClassNode* implemented = find_external(function);
  if (implemented != nullptr) check_external(implemented->full_name, where);
  const Counted counted(running_functions_);
  if (running_functions_ > most_running_functions) {
    stop("cycle", where, "function '" + name + "' calls itself too deeply",
         "check how its recursion ends; where that depends on something that changes with time, "
         "write a for loop over the most steps that it may take");
  }
  const Session::Depth depth(instantiator_.session(), where);
  Frame frame{&function, std::vector<Datum>(function.elements.size()),
              std::vector<char>(function.elements.size(), 0),
              Session::Held(instantiator_.session())};
  const auto make_context = [&](ClassNode* node) {
    return Context{Scope{nullptr, node}, nullptr, &frame, -1};
  };
  const auto set = [&](std::size_t i) {
    const FlatElement& e = function.elements[i];
    FlatClass& type = get_variable_type(e);
    const std::vector<int> dims = eval_variable_dims(e, make_context(e.declared_in));
    const std::string what = e.name + " of " + function.node->name;
    const auto take = [&](const Datum& value, const SourceLocation& place) {
      const bool is_function = value.function && type.node->is_function();
      frame.values[i] = is_function ? value : instantiator_.coerce(value, type, dims, what, place);
      frame.is_known[i] = 1;
    };
    if (inputs[i]) {
      frame.held.add(inputs[i]->count(), where);
      take(*inputs[i], where);
      return;
    }
    // The default, from the outermost clause that states one.
    ExprPtr given = e.decl->modification ? e.decl->modification->value : nullptr;
    ClassNode* stands_in = e.declared_in;
    Instance* self = nullptr;  // a short class in a component may name what is beside it
    for (const InheritedArgument& a : e.inherited) {
      if (!a.argument->modification || !a.argument->modification->value) continue;
      given = a.argument->modification->value;
      stands_in = a.short_ ? a.written_in->parent : a.written_in;
      self = a.short_ && scope != nullptr && scope->type->includes(stands_in) ? scope : nullptr;
    }
    if (given) {
      take(eval(*given, Context{Scope{self, stands_in}, nullptr, &frame, -1}), given->where);
    } else if (is_input(e)) {
      fail("type", where, "input '" + e.name + "' of " + function.node->name + " is missing");
    } else if (type.is_record() && dims.empty() && e.decl->modification) {
      // result(re = a, im = b)
      std::vector<std::pair<std::string, Datum>> members;
      for (const Argument& argument : e.decl->modification->arguments) {
        if (argument.kind != Argument::Kind::modification || argument.name.parts.size() != 1 ||
            !argument.modification || !argument.modification->value)
          continue;
        members.emplace_back(argument.name.parts[0],
                             eval(*argument.modification->value, make_context(e.declared_in)));
      }
      frame.values[i] = clear_unset(type, members, e.decl->where);
    } else if (type.is_record() || type.is_simple()) {
      std::vector<int> sizes = dims;
      std::replace(sizes.begin(), sizes.end(), -1, 0);
      frame.held.add(calc_count(sizes, e.decl->where), e.decl->where);
      frame.values[i] = make_unset(type, sizes, e.decl->where);
    } else {
      fail("unsupported", e.decl->where, "'" + e.name + "' of a function must be a value");
    }
    frame.is_known[i] = 1;
  };
  // What the others are to begin with may depend on inputs that are declared after them.
  for (const bool of_inputs : {true, false}) {
    for (std::size_t i = 0; i < function.elements.size(); ++i) {
      const FlatElement& e = function.elements[i];
      if (!e.is_class() && is_input(e) == of_inputs) set(i);
    }
  }
  if (implemented != nullptr) return call_external(function, frame, where);
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

// What stands behind the name of a function that is not written in Modelica, or not here.
std::vector<Datum> Evaluator::call_external(FlatClass& function, const Frame& frame,
                                            const SourceLocation& where) {
  Session& session = instantiator_.session();
  session.count_step(where);
  ExternalCall call{find_external(function)->full_name, {}, {}, where, session};
  for (std::size_t i = 0; i < function.elements.size(); ++i) {
    const FlatElement& e = function.elements[i];
    if (is_input(e)) call.inputs.emplace_back(e.name, frame.values[i]);
    if (is_output(e)) call.outputs.emplace_back(e.name, frame.values[i]);
  }
  run_external(call);
  std::vector<Datum> outputs;
  for (auto& [name, value] : call.outputs) outputs.push_back(std::move(value));
  return outputs;
}

// (a, b) = f(x), (a, b) := f(x)
std::vector<Datum> Evaluator::eval_outputs(const Expr& call, const Context& context) {
  if (call.kind == ExprKind::call) {
    Name name{call.global, {}, call.where};
    for (const RefPart& part : call.ref) name.parts.push_back(part.name);
    ClassNode* found =
        call.global ? instantiator_.lookup().find_at_top(name.parts[0], false).class_node
                    : instantiator_.find(name.parts[0], context.scope, call.where).class_node;
    if (found != nullptr && !found->builtin) {
      ClassNode& callee = instantiator_.lookup().get_rest(*found, name, 1);
      if (callee.is_function()) {
        Session::Held held(instantiator_.session());
        const std::vector<Datum> positional = eval_all(call.operands, context);
        for (const Datum& value : positional) held.add(value.count(), call.where);
        std::vector<std::pair<std::string, Datum>> named;
        for (const NamedArgument& a : call.named) {
          named.emplace_back(a.name, eval(*a.value, context));
          held.add(named.back().second.count(), call.where);
        }
        FlatClass& function = instantiator_.lookup().get_flat(callee, call.where);
        return call_outputs(function, file_arguments(function, positional, named, call.where),
                            call.where);
      }
    }
  }
  return {eval(call, context)};
}

}  // namespace gelenk::modelica
