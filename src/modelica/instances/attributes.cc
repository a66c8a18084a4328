// Attributes of simple elements (start, fixed, min, max, unit …): stated by the type, by the
// declaration or by modifiers; and what they demand of values.
#include <algorithm>

#include "modelica/failure.h"
#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

namespace {

bool is_attribute(const FlatClass& type, const std::string& name) {
  static const std::set<std::string> common = {"quantity", "start", "fixed"};
  static const std::set<std::string> ordered = {"min", "max"};
  static const std::set<std::string> real_only = {"unit", "displayUnit", "nominal", "stateSelect",
                                                  "unbounded"};
  if (common.count(name)) return true;
  const bool is_real = type.builtin == BasicType::real;
  if (is_real && real_only.count(name)) return true;
  return ordered.count(name) && (is_real || type.builtin == BasicType::integer || type.enumeration);
}

std::vector<std::string> list_attributes(const FlatClass& type) {
  std::vector<std::string> names;
  for (const char* name : {"quantity", "start", "fixed", "min", "max", "unit", "displayUnit",
                           "nominal", "stateSelect", "unbounded"}) {
    if (is_attribute(type, name)) names.push_back(name);
  }
  return names;
}

}  // namespace

std::string describe_declared(const FlatClass& type, const std::vector<int>& dims) {
  std::string text = type.enumeration          ? type.enumeration->name
                     : type.is_external_object ? type.node->name
                     : type.builtin            ? to_string(*type.builtin)
                                               : type.node->name;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    text += (i == 0 ? "[" : ",") + (dims[i] < 0 ? std::string(":") : std::to_string(dims[i]));
  }
  return dims.empty() ? text : text + "]";
}

std::string format_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

const Instantiator::TypeAttributes& Instantiator::get_type_attributes(FlatClass& type) {
  const auto found = type_attributes_.find(&type);
  if (found != type_attributes_.end()) return found->second;
  TypeAttributes attributes;
  for (const TypeModification& m : type.type_modifications) {
    for (const Argument& argument : m.modification->arguments) {
      const std::string& name = get_argument_name(argument);
      if (argument.kind != Argument::Kind::modification || argument.name.parts.size() != 1 ||
          !is_attribute(type, name)) {
        fail("unknown-parameter", argument.where,
             type.node->name + " has no attribute '" + name + "'",
             suggest(name, list_attributes(type)));
      }
      TypeAttribute& attribute = attributes[name];
      if (attribute.final_) {
        fail("final", argument.where, "attribute '" + name + "' is final",
             "it was made final at " + describe_place(attribute.where));
      }
      attribute.where = argument.where;
      attribute.final_ = argument.final_;
      if (!argument.modification || !argument.modification->value) continue;
      attribute.value = std::make_shared<const Datum>(
          evaluator_.eval(*argument.modification->value, Scope{nullptr, m.written_in}));
    }
  }
  return type_attributes_[&type] = std::move(attributes);
}

// Names of modified attributes exist, and none is final in the type.
void Instantiator::check_attributes(Instance& instance, int index) {
  Slot& slot = instance.slot(index);
  if (!slot.modifier || slot.modifier->children.empty()) return;
  const TypeAttributes& of_type = get_type_attributes(*slot.type);
  for (const auto& [name, modifier] : slot.modifier->children) {
    if (!is_attribute(*slot.type, name)) {
      fail("unknown-parameter", modifier->where,
           "'" + instance.element(index).name + "' is " + describe_declared(*slot.type, {}) +
               " and has no attribute '" + name + "'",
           suggest(name, list_attributes(*slot.type)));
    }
    if (const auto found = of_type.find(name); found != of_type.end() && found->second.final_) {
      fail("final", modifier->where,
           "attribute '" + name + "' of " + slot.type->node->name + " is final",
           "it was made final at " + describe_place(found->second.where));
    }
  }
}

Instantiator::Attribute Instantiator::find_attribute(Instance& instance, int index,
                                                     const std::string& name) {
  Slot& slot = prepare(instance, index);
  const ModifierPtr* modifier = slot.modifier ? slot.modifier->find(name) : nullptr;
  Datum value;
  SourceLocation where = slot.decl->where;
  bool for_each = true;  // a type's attribute holds for every entry
  if (modifier != nullptr && (*modifier)->binding) {
    const Binding& binding = *(*modifier)->binding;
    where = binding.where;
    for_each = binding.each_distance < 1;
    value = evaluate_binding(binding, name + " of " + instance.element(index).name);
  } else {
    const TypeAttributes& of_type = get_type_attributes(*slot.type);
    const auto found = of_type.find(name);
    if (found == of_type.end() || !found->second.value) return {};
    value = *found->second.value;
    where = found->second.where;
  }
  const std::string what = "attribute " + name + " of " + instance.element(index).name;
  if (value.is_law()) fail("type", where, what + " cannot depend on time");
  const std::vector<int> dims = slot.has_dims ? slot.dims : get_dims(instance, index);
  FlatClass
      scalar_type;  // the attribute's type: Boolean for fixed, String for unit, else the element's
  scalar_type.node = slot.type->node;
  if (name == "fixed" || name == "unbounded") {
    scalar_type.builtin = BasicType::boolean;
  } else if (name == "unit" || name == "displayUnit" || name == "quantity") {
    scalar_type.builtin = BasicType::string;
  } else if (name == "stateSelect") {
    return {};
  } else {
    scalar_type.builtin = slot.type->builtin;
    scalar_type.enumeration = slot.type->enumeration;
  }
  if (name == "unit") for_each = true;
  if (value.is_scalar() && !dims.empty()) {
    if (!for_each) {
      fail("size", where,
           what + " is " + describe_declared(scalar_type, dims) + ", found " + value.describe(),
           "write 'each " + name + " = …' to give every entry the same value");
    }
    const Datum one = coerce(value, scalar_type, {}, what, where);
    Datum all = make_like(one, dims, where);
    for (std::size_t i = 0, n = all.count(); i < n; ++i) set_entry(all, i, one, 0);
    return {std::make_shared<const Datum>(std::move(all)), where};
  }
  return {std::make_shared<const Datum>(coerce(value, scalar_type, dims, what, where)), where};
}

std::string Instantiator::get_unit(Instance& instance, int index) {
  const Attribute unit = find_attribute(instance, index, "unit");
  return unit.value && !unit.value->strings.empty() ? unit.value->strings[0] : "";
}

void Instantiator::check_bounds(Instance& instance, int index, const Datum& value,
                                const SourceLocation& where) {
  if (!value.is_numeric() || value.is_law()) return;
  Slot& slot = instance.slot(index);
  for (const bool is_min : {true, false}) {
    const char* attribute = is_min ? "min" : "max";
    const bool modified = slot.modifier && slot.modifier->find(attribute);
    if (!modified && !get_type_attributes(*slot.type).count(attribute)) continue;
    slot.dims = value.dims;
    slot.has_dims = true;
    const Attribute bound = find_attribute(instance, index, attribute);
    if (!bound.value) continue;
    for (std::size_t i = 0; i < value.numbers.size(); ++i) {
      const double limit = bound.value->numbers[i];
      if (is_min ? value.numbers[i] >= limit : value.numbers[i] <= limit) continue;
      fail("range", where,
           std::string(slot.is_parameter ? "parameter " : "") + instance.element(index).name +
               " = " + format_number(value.numbers[i]) +
               (is_min ? " is below its minimum " : " is above its maximum ") +
               format_number(limit));
    }
  }
}

}  // namespace gelenk::modelica
