// Names in expressions: iterators, variables of functions, components and their members, constants
// of packages, literals of enumerations, with subscripts at every part.
#include <cmath>

#include "modelica/failure.h"
#include "modelica/instances/instantiate.h"
#include "modelica/values/builtin_functions.h"
#include "modelica/values/evaluate.h"
#include "modelica/values/operators.h"

namespace gelenk::modelica {

const Datum* find_local(const Context& context, const std::string& name) {
  for (const Local* at = context.locals; at != nullptr; at = at->next) {
    if (at->name == name) return &at->value;
  }
  if (context.frame == nullptr) return nullptr;
  const int index = context.frame->function->find(name);
  if (index < 0 || !context.frame->is_known[static_cast<std::size_t>(index)]) return nullptr;
  return &context.frame->values[static_cast<std::size_t>(index)];
}

std::vector<Subscript> Evaluator::eval_subscripts(const std::vector<ExprPtr>& subscripts,
                                                  const std::vector<int>& dims,
                                                  const Context& context,
                                                  ChangingSubscript* changing) {
  std::vector<Subscript> result;
  for (std::size_t k = 0; k < subscripts.size(); ++k) {
    const Expr& e = *subscripts[k];
    Subscript& s = result.emplace_back();
    s.where = e.where;
    const int size = k < dims.size() ? dims[k] : 0;
    if (e.kind == ExprKind::colon) {
      s.keeps_dimension = true;
      for (int i = 1; i <= size; ++i) s.indices.push_back(i);
      continue;
    }
    Context inner = context;
    inner.end = size;
    const Datum value = eval(e, inner);
    const bool ordinal =
        !value.record && (value.type == BasicType::integer || value.type == BasicType::enumeration);
    if (!ordinal || value.dims.size() > 1) {
      fail("type", e.where, "a subscript must be an Integer, found " + value.describe());
    }
    if (value.is_law() && value.is_scalar() && k < dims.size() && changing != nullptr) {
      changing->emplace(k, value);
      return {};
    }
    if (value.is_law()) fail("type", e.where, "a subscript cannot depend on time here");
    s.keeps_dimension = !value.is_scalar();
    for (double x : value.numbers) {
      s.indices.push_back(std::abs(x) > 2e9 ? -1 : static_cast<int>(x));
    }
  }
  return result;
}

Datum Evaluator::subscript(const Datum& value, const RefPart& part, const Context& context,
                           const SourceLocation& where) {
  if (part.subscripts.empty()) return value;
  ChangingSubscript changing;
  const std::vector<Subscript> subscripts =
      eval_subscripts(part.subscripts, value.dims, context, &changing);
  if (changing) return choose(value, part, changing->first, changing->second, context, where);
  return get_entries(value, select(value.dims, subscripts, part.name, where), where);
}

// A subscript that changes with time: the entry that it means then, and the last one where there is none.
Datum Evaluator::choose(const Datum& value, const RefPart& part, std::size_t k, const Datum& index,
                        const Context& context, const SourceLocation& where) {
  if (value.dims[k] == 0) fail("range", where, "'" + part.name + "' has no entries to choose from");
  RefPart one = part;
  const auto take = [&](int i) {
    Expr number;
    number.kind = ExprKind::reference;
    number.where = part.subscripts[k]->where;
    static const std::string name = "this subscript";  // no name of the language has a blank in it
    number.ref.push_back({name, {}});
    one.subscripts[k] = std::make_shared<const Expr>(std::move(number));
    const Datum at = Datum::make_integer(i);
    const Local local{name, at, context.locals};
    Context inner = context;
    inner.locals = &local;
    return subscript(value, one, inner, where);
  };
  Datum chosen = take(value.dims[k]);
  for (int i = value.dims[k] - 1; i >= 1; --i) {
    // Whole numbers are told apart at their middle, so that none is compared for equality.
    Datum is_here = Datum::make_law(symbolic::Expression::make(
        symbolic::Op::less, {index.law(0), symbolic::Expression(i + 0.5)}));
    is_here.type = BasicType::boolean;
    is_here.law_depth = index.law_depth + 1;
    instantiator_.session().count_laws(chosen.count(), where);
    chosen = select_by_law(is_here, take(i), chosen, where);
  }
  return chosen;
}

// Subscripts and members of a value: x[2].member[1], from part `part` on.
Datum Evaluator::access(const Datum& value, const Expr& e, std::size_t part,
                        const Context& context) {
  if (part + 1 == e.ref.size()) return subscript(value, e.ref[part], context, e.where);
  const Datum here = subscript(value, e.ref[part], context, e.where);
  return access(get_member(here, e.ref[part + 1].name, e.where), e, part + 1, context);
}

Datum Evaluator::eval_reference(const Expr& e, const Context& context) {
  const std::string& name = e.ref[0].name;
  if (!e.global) {
    if (const Datum* local = find_local(context, name)) return access(*local, e, 0, context);
    if (name == "time" && e.ref.size() == 1) return Datum::make_law(time_);
  }
  Found found;
  if (e.global) {
    found.class_node = instantiator_.lookup().find_at_top(name, false).class_node;
  } else {
    found = instantiator_.find(name, context.scope, e.where);
  }
  if (found.owner != nullptr) return eval_slot(*found.owner, found.index, e, 0, context);
  if (found.class_node == nullptr && e.ref.size() == 1 && is_builtin_function(name)) {
    Datum function = Datum::make_string(name);
    function.function = std::make_shared<const FunctionData>(FunctionData{nullptr, name, {}});
    return function;
  }
  if (found.class_node == nullptr) fail_unknown(name, context, e.where);
  return eval_in_class(*found.class_node, e, 1, context);
}

void Evaluator::fail_unknown(const std::string& name, const Context& context,
                             const SourceLocation& where) {
  std::vector<std::string> names = instantiator_.lookup().list_visible_names(*context.scope.node);
  if (context.frame != nullptr) {
    for (const FlatElement& element : context.frame->function->elements)
      names.push_back(element.name);
  }
  if (context.scope.self != nullptr) {
    for (const FlatElement& element : context.scope.self->type->elements)
      names.push_back(element.name);
  }
  const std::vector<std::string> near = find_near_names(name, names);
  fail("unknown-name", where, "there is no '" + name + "' here",
       near.empty() ? "" : suggest(name, near));
}

// Package.constant, Type.literal: part `part` is looked for in the class.
Datum Evaluator::eval_in_class(ClassNode& node, const Expr& e, std::size_t part,
                               const Context& context) {
  Lookup& lookup = instantiator_.lookup();
  if (part >= e.ref.size() && node.is_function()) return make_function(node);
  if (part >= e.ref.size())
    fail("type", e.where, "'" + node.full_name + "' is a class, not a value");
  const std::string& name = e.ref[part].name;
  if (node.definition() != nullptr || node.builtin) {
    FlatClass& flat = lookup.get_flat(node, e.where);
    if (flat.enumeration != nullptr) {
      if (part + 1 != e.ref.size()) fail("type", e.where, "a literal has no members");
      return make_literal(*flat.enumeration, name, e.where);
    }
  }
  const StaticFound found = lookup.find_in_class(node, name, e.where);
  if (found.class_node != nullptr) return eval_in_class(*found.class_node, e, part + 1, context);
  if (found.owner != nullptr) {
    Instance& package = instantiator_.get_package_instance(*found.owner, e.where);
    return eval_slot(package, found.element, e, part, context);
  }
  std::vector<std::string> names;
  for (const ClassNode* nested : node.nested) names.push_back(nested->name);
  for (const auto& [component, declaration] : node.components) names.push_back(component);
  fail("unknown-name", e.where, "there is no '" + name + "' in " + node.full_name,
       suggest(name, names));
}

Datum Evaluator::make_literal(ClassNode& enumeration, const std::string& name,
                              const SourceLocation& where) {
  const auto& literals = enumeration.definition()->literals;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (literals[i].name == name) {
      Datum d;
      d.type = BasicType::enumeration;
      d.enumeration = &enumeration;
      d.numbers.push_back(static_cast<double>(i + 1));
      return d;
    }
    names.push_back(literals[i].name);
  }
  fail("unknown-name", where,
       "enumeration " + enumeration.full_name + " has no literal '" + name + "'",
       suggest(name, names));
}

Datum Evaluator::list_literals(ClassNode& enumeration) {
  Datum d;
  d.type = BasicType::enumeration;
  d.enumeration = &enumeration;
  const std::size_t n = enumeration.definition()->literals.size();
  d.dims = {static_cast<int>(n)};
  for (std::size_t i = 1; i <= n; ++i) d.numbers.push_back(static_cast<double>(i));
  return d;
}

// part `part` names slot `index` of `instance`.
Datum Evaluator::eval_slot(Instance& instance, int index, const Expr& e, std::size_t part,
                           const Context& context) {
  Slot& slot = instantiator_.prepare(instance, index);
  const std::string& name = e.ref[part].name;
  const bool is_last = part + 1 == e.ref.size();
  if (slot.kind == SlotKind::outer) {
    instantiator_.resolve_outer(instance, index);
    if (slot.inner_index >= 0)
      return eval_slot(*slot.inner_owner, slot.inner_index, e, part, context);
    if (is_last) fail("type", e.where, "'" + name + "' is a component, not a value");
    return eval_member(*slot.inner_owner, e, part + 1, context);
  }
  if (slot.removed) {
    fail("unknown-name", e.where,
         "component '" + name + "' does not exist: its condition is false");
  }
  if (slot.kind == SlotKind::class_) return eval_in_class(*slot.type->node, e, part + 1, context);
  const bool is_value = slot.kind == SlotKind::simple || slot.kind == SlotKind::record;
  if (is_value && (is_last || slot.kind == SlotKind::simple)) {
    return access(instantiator_.get_value(instance, index, e.where), e, part, context);
  }
  if (is_last) {
    fail("type", e.where,
         "'" + name + "' is a " + (slot.kind == SlotKind::connector ? "connector" : "component") +
             ", not a value");
  }
  if (instance.is_package && !slot.is_constant) {
    fail("type", e.where, "'" + name + "' is not a constant: it has a value only in an instance");
  }
  instantiator_.expand(instance, index);
  if (slot.dims.empty()) {
    if (!e.ref[part].subscripts.empty()) fail("size", e.where, "'" + name + "' is not an array");
    return eval_member(*slot.children[0], e, part + 1, context);
  }
  const Selection selection =
      select(slot.dims, eval_subscripts(e.ref[part].subscripts, slot.dims, context), name, e.where);
  std::vector<Datum> values;
  instantiator_.session().count_step(e.where, selection.entries.size());
  for (std::size_t entry : selection.entries) {
    values.push_back(eval_member(*slot.children[entry], e, part + 1, context));
  }
  if (selection.dims.empty()) return values[0];
  return stack(values, selection.dims, e.where);
}

Datum Evaluator::eval_member(Instance& instance, const Expr& e, std::size_t part,
                             const Context& context) {
  const int index = instance.type->find(e.ref[part].name);
  if (index < 0) {
    fail("unknown-name", e.where,
         "'" + instance.path + "' of class " + instance.type->node->full_name + " has no '" +
             e.ref[part].name + "'",
         suggest(e.ref[part].name, list_component_names(*instance.type)));
  }
  return eval_slot(instance, index, e, part, context);
}

// The shape of what a reference names, without its value: components have sizes but no values.
std::optional<std::vector<int>> Evaluator::find_dims(const Expr& e, const Context& context) {
  if (e.kind != ExprKind::reference || e.global) return std::nullopt;
  if (const Datum* local = find_local(context, e.ref[0].name)) {
    if (e.ref.size() > 1 || !e.ref[0].subscripts.empty()) return std::nullopt;
    return local->dims;
  }
  if (e.ref[0].name == "time") return std::nullopt;
  const Found found = instantiator_.find(e.ref[0].name, context.scope, e.where);
  if (found.owner == nullptr) return std::nullopt;
  return find_slot_dims(*found.owner, found.index, e, 0, context);
}

std::optional<std::vector<int>> Evaluator::find_slot_dims(Instance& instance, int index,
                                                          const Expr& e, std::size_t part,
                                                          const Context& context) {
  Slot& slot = instantiator_.prepare(instance, index);
  if (slot.kind == SlotKind::outer || slot.kind == SlotKind::class_ || slot.removed)
    return std::nullopt;
  if (part + 1 == e.ref.size()) {
    if (!e.ref[part].subscripts.empty()) return std::nullopt;
    return instantiator_.get_dims(instance, index);
  }
  if (slot.kind != SlotKind::part && slot.kind != SlotKind::record) return std::nullopt;
  instantiator_.expand(instance, index);
  const Selection selection =
      select(slot.dims, eval_subscripts(e.ref[part].subscripts, slot.dims, context),
             e.ref[part].name, e.where);
  if (!selection.dims.empty()) return std::nullopt;
  Instance& child = *slot.children[selection.entries[0]];
  const int next = child.type->find(e.ref[part + 1].name);
  if (next < 0) return std::nullopt;
  return find_slot_dims(child, next, e, part + 1, context);
}

}  // namespace gelenk::modelica
