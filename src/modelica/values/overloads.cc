// Operators and constructors of operator records (Modelica Language Specification 3.6, chapter 14): the functions that the class of
// a record declares for +, -, *, … are looked for by the types of the operands; where none fits, an operand becomes a record by
// the constructor that takes it alone. Arrays are added and scaled entry by entry.
#include <algorithm>

#include "modelica/failure.h"
#include "modelica/instances/instantiate.h"
#include "modelica/values/evaluate.h"

namespace gelenk::modelica {

namespace {

bool is_input(const FlatElement& e) { return !e.is_class() && e.clause->type_prefix.input; }

// Whether records of that class may have operators.
ClassNode* find_operator_class(const Datum& d) {
  if (!d.record || d.record->class_node == nullptr) return nullptr;
  return d.record->class_node;
}

}  // namespace

// The functions that a record's class declares under a name: one, or several in an operator.
std::vector<ClassNode*> Evaluator::list_overloads(ClassNode& record, const std::string& name,
                                                  const SourceLocation& where) {
  Lookup& lookup = instantiator_.lookup();
  const StaticFound found = lookup.find_in_class(record, "'" + name + "'", where);
  if (found.class_node == nullptr) return {};
  if (found.class_node->is_function()) return {found.class_node};
  return found.class_node->nested;
}

// Whether a value can be given for an input as it is; dimensions and all.
bool Evaluator::fits_input(const FlatElement& input, const Datum& value) {
  FlatClass& type = get_variable_type(input);
  const std::size_t dims =
      input.decl->subscripts.size() + input.clause->subscripts.size() + type.dimensions.size();
  if (dims != value.dims.size()) return false;
  if (type.is_record()) {
    if (!value.record) return false;
    FlatClass& own = instantiator_.lookup().get_flat(*value.record->class_node, input.decl->where);
    return own.node == type.node || own.includes(type.node) || type.includes(own.node);
  }
  if (value.record || !type.is_simple()) return false;
  if (type.enumeration != nullptr) return value.enumeration == type.enumeration;
  return *type.builtin == value.type ||
         (*type.builtin == BasicType::real && value.type == BasicType::integer);
}

bool Evaluator::fits(ClassNode& function, const std::vector<Datum>& positional,
                     const std::vector<std::pair<std::string, Datum>>& named,
                     const SourceLocation& where) {
  FlatClass& flat = instantiator_.lookup().get_flat(function, where);
  std::size_t next = 0, used = 0;
  for (const FlatElement& e : flat.elements) {
    if (!is_input(e)) continue;
    if (next < positional.size()) {
      if (!fits_input(e, positional[next++])) return false;
      continue;
    }
    const auto given = std::find_if(named.begin(), named.end(),
                                    [&](const auto& argument) { return argument.first == e.name; });
    if (given != named.end()) {
      if (!fits_input(e, given->second)) return false;
      ++used;
    } else if (!e.decl->modification || !e.decl->modification->value) {
      return false;
    }
  }
  return next == positional.size() && used == named.size();
}

std::optional<Datum> Evaluator::call_overload(
    ClassNode& record, const std::string& name, const std::vector<Datum>& positional,
    const std::vector<std::pair<std::string, Datum>>& named, const SourceLocation& where) {
  for (ClassNode* function : list_overloads(record, name, where)) {
    if (fits(*function, positional, named, where))
      return call_function(*function, positional, named, where);
  }
  return std::nullopt;
}

std::optional<Datum> Evaluator::apply_overloaded(const std::string& op, const Datum& a,
                                                 const SourceLocation& where) {
  ClassNode* record = find_operator_class(a);
  if (record == nullptr) return std::nullopt;
  if (op == "+") return a;
  if (a.dims.empty()) return call_overload(*record, op, {a}, {}, where);
  std::vector<Datum> entries;
  for (std::size_t i = 0; i < a.count(); ++i) {
    std::optional<Datum> entry = apply_overloaded(op, get_entry(a, i), where);
    if (!entry) return std::nullopt;
    entries.push_back(std::move(*entry));
  }
  return stack(entries, a.dims, where);
}

std::optional<Datum> Evaluator::apply_overloaded(const std::string& op, const Datum& a,
                                                 const Datum& b, const SourceLocation& where) {
  ClassNode* const of_a = find_operator_class(a);
  ClassNode* const of_b = find_operator_class(b);
  if (of_a == nullptr && of_b == nullptr) return std::nullopt;
  const std::string name = op.starts_with(".") ? op.substr(1) : op;
  for (ClassNode* record : {of_a, of_b}) {
    if (record == nullptr) continue;
    if (auto result = call_overload(*record, name, {a, b}, {}, where)) return result;
  }
  if (!a.dims.empty() || !b.dims.empty()) return apply_by_entry(op, a, b, where);
  for (ClassNode* record : {of_a, of_b}) {
    if (record == nullptr) continue;
    const bool changes_a = record == of_b && !a.record, changes_b = record == of_a && !b.record;
    if (!changes_a && !changes_b) continue;
    const auto made = call_overload(*record, "constructor", {changes_a ? a : b}, {}, where);
    if (!made) continue;
    if (auto result = call_overload(
            *record, name, changes_a ? std::vector<Datum>{*made, b} : std::vector<Datum>{a, *made},
            {}, where))
      return result;
  }
  return std::nullopt;
}

std::optional<Datum> Evaluator::apply_by_entry(const std::string& op, const Datum& a,
                                               const Datum& b, const SourceLocation& where) {
  const bool is_sum = op == "+" || op == "-" || op.starts_with(".");
  const bool scales = op == "*" || op == "/";
  const bool is_spread = a.dims.empty() || b.dims.empty();
  if (is_spread ? !(scales && (op == "*" || b.dims.empty())) && !op.starts_with(".")
                : !(is_sum && a.dims == b.dims))
    return std::nullopt;
  const Datum& array = a.dims.empty() ? b : a;
  std::vector<Datum> entries;
  for (std::size_t i = 0; i < array.count(); ++i) {
    std::optional<Datum> entry = apply_overloaded(op.starts_with(".") ? op.substr(1) : op,
                                                  a.dims.empty() ? a : get_entry(a, i),
                                                  b.dims.empty() ? b : get_entry(b, i), where);
    if (!entry) return std::nullopt;
    entries.push_back(std::move(*entry));
  }
  return stack(entries, array.dims, where);
}

// The sum of all entries.
std::optional<Datum> Evaluator::sum_overloaded(const Datum& a, const SourceLocation& where) {
  ClassNode* record = find_operator_class(a);
  if (record == nullptr) return std::nullopt;
  if (a.count() == 0) return call_overload(*record, "0", {}, {}, where);
  std::optional<Datum> total = get_entry(a, 0);
  for (std::size_t i = 1; total && i < a.count(); ++i)
    total = apply_overloaded("+", *total, get_entry(a, i), where);
  return total;
}

}  // namespace gelenk::modelica
