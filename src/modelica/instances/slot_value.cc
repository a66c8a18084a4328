// The second half of the Instantiator: sizes, members and values of slots.
#include <algorithm>
#include <cmath>

#include "modelica/failure.h"
#include "modelica/instances/initial_values.h"
#include "modelica/instances/instantiate.h"
#include "symbolic/substitute.h"

namespace gelenk::modelica {

namespace {

std::string join_indices(const std::vector<int>& indices) {
  std::string text = "[";
  for (std::size_t i = 0; i < indices.size(); ++i) {
    text += (i > 0 ? "," : "") + std::to_string(indices[i]);
  }
  return text + "]";
}

// The next index in row-major order, 1-based.
void advance(std::vector<int>& index, const std::vector<int>& dims) {
  for (std::size_t k = dims.size(); k-- > 0;) {
    if (++index[k] <= dims[k]) return;
    index[k] = 1;
  }
}

}  // namespace

// ---- cells and bindings
// --------------------------------------------------------------------------

const Datum& Instantiator::evaluate_cell(Cell& cell) {
  if (cell.value) return *cell.value;
  if (cell.evaluating) {
    fail("cycle", cell.expression->where, "this value depends on itself");
  }
  cell.evaluating = true;
  try {
    cell.value = std::make_shared<const Datum>(evaluator_.eval(*cell.expression, cell.scope));
  } catch (...) {
    cell.evaluating = false;
    throw;
  }
  cell.evaluating = false;
  session_.count_entries(cell.value->count(), cell.expression->where);
  return *cell.value;
}

Datum Instantiator::evaluate_binding(const Binding& binding, const std::string& what) {
  const Datum& value = evaluate_cell(*binding.cell);
  if (binding.indices.empty()) return value;
  const std::size_t levels = binding.indices.size();
  const bool fits =
      value.dims.size() >= levels &&
      std::equal(binding.index_dims.begin(), binding.index_dims.end(), value.dims.begin());
  if (!fits) {
    fail("size", binding.where,
         "this modifier of " + what + " must have one entry per element of the array " +
             join_indices(binding.index_dims) + ", found " + value.describe(),
         "write 'each' before the name to give every element the same value");
  }
  std::vector<Subscript> subscripts;
  for (int i : binding.indices) subscripts.push_back({{i}, false, binding.where});
  return get_entries(value, select(value.dims, subscripts, what, binding.where), binding.where);
}

// ---- sizes
// ---------------------------------------------------------------------------------------

const std::vector<int>& Instantiator::get_type_dims(FlatClass& type) {
  const auto found = type_dims_.find(&type);
  if (found != type_dims_.end()) return found->second;
  std::vector<int> dims;
  for (const TypeDimension& d : type.dimensions) {
    if (d.size->kind == ExprKind::colon) {
      dims.push_back(-1);
      continue;
    }
    dims.push_back(get_integer(evaluator_.eval(*d.size, Scope{nullptr, d.written_in}),
                               "an array size", d.size->where));
    if (dims.back() < 0) fail("size", d.size->where, "an array size cannot be negative");
  }
  return type_dims_[&type] = dims;
}

namespace {

// A size that repeats another one of the same array, as in A[:, size(A, 1)]: only the value can tell it.
bool is_own_size(const Expr& e, const std::string& name) {
  return e.kind == ExprKind::call && e.ref.size() == 1 && e.ref[0].name == "size" &&
         e.operands.size() == 2 && e.operands[0]->kind == ExprKind::reference &&
         e.operands[0]->ref.size() == 1 && e.operands[0]->ref[0].name == name;
}

}  // namespace

// Declared sizes, -1 for ':' and for what the value has to tell.
std::vector<int> Instantiator::evaluate_dims(Instance& instance, int index) {
  Slot& slot = instance.slot(index);
  if (slot.sizing) fail_cycle(instance, index, slot.decl->where);
  struct Sizing {
    explicit Sizing(bool& f) : flag(f) { flag = true; }
    ~Sizing() { flag = false; }
    bool& flag;
  } const sizing(slot.sizing);
  std::vector<int> dims;
  const auto add = [&](const std::vector<ExprPtr>& subscripts) {
    for (const ExprPtr& s : subscripts) {
      if (s->kind == ExprKind::colon || is_own_size(*s, slot.decl->name)) {
        dims.push_back(-1);
        continue;
      }
      const int size = get_integer(evaluator_.eval(*s, slot.written), "an array size", s->where);
      if (size < 0) {
        fail("size", s->where, "an array size cannot be negative, found " + std::to_string(size));
      }
      dims.push_back(size);
    }
  };
  add(slot.decl->subscripts);
  add(slot.clause->subscripts);
  const std::vector<int>& of_type = get_type_dims(*slot.type);
  dims.insert(dims.end(), of_type.begin(), of_type.end());
  return dims;
}

const std::vector<int>& Instantiator::get_dims(Instance& instance, int index) {
  Slot& slot = prepare(instance, index);
  if (slot.has_dims) return slot.dims;
  std::vector<int> dims = evaluate_dims(instance, index);
  if (std::find(dims.begin(), dims.end(), -1) != dims.end()) {
    if (slot.kind == SlotKind::simple) {
      get_value(instance, index, slot.decl->where);  // sets the sizes
      return slot.dims;
    }
    const std::shared_ptr<const Binding> binding = slot.modifier ? slot.modifier->binding : nullptr;
    if (!binding) {
      fail("size", slot.decl->where,
           "the size of '" + instance.element(index).name + "' is left open, and nothing gives it",
           "write a size instead of ':'");
    }
    const Datum value = evaluate_binding(*binding, instance.element(index).name);
    if (value.dims.size() != dims.size()) {
      fail("size", binding->where,
           "'" + instance.element(index).name + "' is " + describe_declared(*slot.type, dims) +
               ", found " + value.describe());
    }
    dims = value.dims;
  }
  calc_count(dims, slot.decl->where);
  slot.dims = std::move(dims);
  slot.has_dims = true;
  return slot.dims;
}

// ---- members
// -------------------------------------------------------------------------------------

void Instantiator::expand(Instance& instance, int index) {
  Slot& slot = prepare(instance, index);
  if (slot.expanded || slot.removed) return;
  const Session::Depth depth(session_, slot.decl->where);
  const std::vector<int> dims = get_dims(instance, index);
  if (slot.type->partial) {
    fail("type", slot.clause->type.where,
         "class '" + slot.type->node->full_name + "' is partial: it cannot be instantiated",
         "use a class that extends it");
  }
  const std::string& name = instance.element(index).name;
  const std::size_t count = calc_count(dims, slot.decl->where);
  std::vector<int> at(dims.size(), 1);
  std::vector<std::unique_ptr<Instance>> children;
  children.reserve(std::min<std::size_t>(count, 100'000));
  const bool uniform = slot.kind == SlotKind::part && !dims.empty() && is_uniform(slot.modifier);
  Instance* first_alike = nullptr;  // of the elements that no modifier tells apart
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_common = uniform && !names_element(slot.modifier, at);
    const ModifierPtr modifier = dims.empty()               ? slot.modifier
                                 : is_common && first_alike ? first_alike->modifier
                                                            : pick_element(slot.modifier, at, dims);
    const std::string full = dims.empty() ? name : name + join_indices(at);
    children.push_back(make_instance(*slot.type, slot.type_scope, &instance, full, modifier,
                                     slot.weak, slot.decl->where,
                                     is_common ? first_alike : nullptr));
    Instance& child = *children.back();
    if (is_common && first_alike == nullptr) first_alike = &child;
    if (slot.kind == SlotKind::record) {
      child.in_parameter = slot.is_parameter;
      if (modifier) child.record_binding = modifier->binding;
      if (!child.record_binding && instance.record_binding) {
        // A record in a record whose value is given as a whole.
        const Datum whole = evaluate_binding(*instance.record_binding, instance.name);
        Datum member = get_member(whole, name, instance.record_binding->where);
        if (!dims.empty()) member = get_entry(member, i);
        auto cell = std::make_shared<Cell>();
        cell->value = std::make_shared<const Datum>(std::move(member));
        child.record_binding = std::make_shared<Binding>(
            Binding{std::move(cell), {}, {}, no_each, instance.record_binding->where});
      }
    }
    if (slot.kind == SlotKind::part && modifier && modifier->binding) {
      fail("type", modifier->binding->where,
           "'" + name + "' is a component of class " + slot.type->node->full_name +
               " and cannot be set to a value",
           "modify its parameters: " + name + "(…)");
    }
    if (!dims.empty()) advance(at, dims);
  }
  if (slot.modifier) {
    for (const auto& [element, modifier] : slot.modifier->elements) {
      bool inside = element.size() == dims.size();
      for (std::size_t k = 0; inside && k < dims.size(); ++k) {
        inside = element[k] >= 1 && element[k] <= dims[k];
      }
      if (!inside) {
        fail("range", modifier->where,
             "there is no element " + name + join_indices(element) + "; the array is " + name +
                 (dims.empty() ? " without subscripts" : join_indices(dims)));
      }
    }
  }
  slot.children = std::move(children);
  slot.expanded = true;
}

Datum Instantiator::make_record(FlatClass& type, Instance* scope,
                                const std::vector<std::pair<std::string, Datum>>& members,
                                const SourceLocation& where) {
  auto modifier = std::make_shared<Modifier>();
  modifier->where = where;
  for (const auto& [name, value] : members) {
    auto cell = std::make_shared<Cell>();
    cell->value = std::make_shared<const Datum>(value);
    auto child = std::make_shared<Modifier>();
    child->where = where;
    child->binding = std::make_shared<Binding>(Binding{std::move(cell), {}, {}, no_each, where});
    modifier->children.emplace_back(name, std::move(child));
  }
  auto instance = make_instance(type, scope, nullptr, type.node->name, modifier, nullptr, where);
  auto data = std::make_shared<RecordData>();
  data->class_node = type.node;
  data->entries.emplace_back();
  for (int i = 0; i < static_cast<int>(type.elements.size()); ++i) {
    if (type.elements[static_cast<std::size_t>(i)].is_class()) continue;
    data->names.push_back(instance->element(i).name);
    data->entries[0].push_back(get_value(*instance, i, where));
  }
  Datum result;
  result.record = std::move(data);
  return result;
}

Datum Instantiator::gather_record(Instance& instance, int index, const SourceLocation& where) {
  expand(instance, index);
  Slot& slot = instance.slot(index);
  auto data = std::make_shared<RecordData>();
  data->class_node = slot.type->node;
  const int members = static_cast<int>(slot.type->elements.size());
  for (int i = 0; i < members; ++i) {
    const FlatElement& e = slot.type->elements[static_cast<std::size_t>(i)];
    if (!e.is_class()) data->names.push_back(e.name);
  }
  for (const auto& child : slot.children) {
    std::vector<Datum>& entry = data->entries.emplace_back();
    for (int i = 0; i < members; ++i) {
      if (!child->element(i).is_class()) entry.push_back(get_value(*child, i, where));
    }
  }
  Datum result;
  result.dims = slot.dims;
  result.record = std::move(data);
  return result;
}

// ---- values
// --------------------------------------------------------------------------------------

const Datum& Instantiator::get_value(Instance& instance, int index, const SourceLocation& where) {
  Slot& slot = prepare(instance, index);
  const std::string& name = instance.element(index).name;
  if (slot.kind == SlotKind::outer) {
    resolve_outer(instance, index);
    if (slot.inner_index < 0) fail("type", where, "'" + name + "' is a component, not a value");
    return get_value(*slot.inner_owner, slot.inner_index, where);
  }
  if (slot.removed) {
    fail("unknown-name", where, "component '" + name + "' does not exist: its condition is false");
  }
  if (instance.is_package && !slot.is_constant) {
    fail("type", where,
         "'" + name + "' of class " + instance.type->node->full_name +
             " is not a constant: it has a value only in an instance");
  }
  if (slot.kind != SlotKind::simple && slot.kind != SlotKind::record) {
    fail("type", where,
         "'" + name + "' is a " + (slot.kind == SlotKind::connector ? "connector" : "component") +
             ", not a value");
  }
  if (!slot.value) {
    if (slot.evaluating) fail_cycle(instance, index, where);
    const Session::Depth depth(session_, where);
    slot.evaluating = true;
    evaluating_.emplace_back(&instance, index);
    try {
      if (slot.kind == SlotKind::record) {
        slot.value = std::make_shared<const Datum>(gather_record(instance, index, where));
      } else {
        evaluate_simple(instance, index, where);
      }
    } catch (...) {
      slot.evaluating = false;
      evaluating_.pop_back();
      throw;
    }
    slot.evaluating = false;
    evaluating_.pop_back();
  }
  return *slot.value;
}

void Instantiator::evaluate_simple(Instance& instance, int index, const SourceLocation& where) {
  Slot& slot = instance.slot(index);
  const std::string& name = instance.element(index).name;
  check_attributes(instance, index);
  std::vector<int> dims = slot.has_dims ? slot.dims : evaluate_dims(instance, index);
  std::shared_ptr<const Binding> binding = slot.modifier ? slot.modifier->binding : nullptr;
  const Modification* declared = slot.decl->modification.get();
  const bool is_default = binding && declared && binding->cell->expression == declared->value;
  Datum value;
  if (instance.record_binding && (!binding || is_default)) {
    const Datum whole = evaluate_binding(*instance.record_binding, instance.name);
    slot.value_where = instance.record_binding->where;
    value = get_member(whole, name, slot.value_where);
  } else if (slot.is_parameter && is_found_at_start(instance, index, *this)) {
    slot.value_where = slot.decl->where;
    std::optional<Datum> found = find_initial_value(instance, index, *this);
    slot.is_solved = !found;
    value = found ? std::move(*found) : make_variable(instance, index, dims, where);
  } else if (binding) {
    slot.value_where = binding->where;
    value = evaluate_binding(*binding, name);
  } else if (slot.is_parameter) {
    slot.dims = dims;
    std::replace(slot.dims.begin(), slot.dims.end(), -1, 0);
    slot.has_dims = true;
    if (calc_count(slot.dims, where) == 0) {  // there is nothing to give
      slot.value = std::make_shared<const Datum>(make_default(*slot.type, slot.dims, where));
      return;
    }
    use_start_value(instance, index);
    return;
  } else {
    value = make_variable(instance, index, dims, where);
  }
  const char* kind = slot.is_constant ? "constant " : slot.is_parameter ? "parameter " : "";
  value =
      coerce(value, *slot.type, dims, kind + describe_element(instance, index), slot.value_where);
  if (slot.is_parameter && value.is_law() && !slot.is_solved)
    slot.is_solved = follows_solved(instance, value);
  if (slot.is_parameter && value.is_law() && !slot.is_solved) {
    fail("type", slot.value_where, std::string(kind) + "'" + name + "' cannot depend on time",
         "only inputs and forces may follow a law of time");
  }
  check_bounds(instance, index, value, slot.value_where);
  slot.dims = value.dims;
  slot.has_dims = true;
  if (slot.is_solved) {
    const Datum own = make_variable(instance, index, slot.dims, where);
    for (const symbolic::Expression& law : own.laws) solved_parameters_.insert(law.name());
  }
  const bool is_bound = binding || instance.record_binding;
  if (is_bound && (!slot.is_parameter || slot.is_solved) && value.is_law() &&
      is_of_user(instance, index)) {
    slot.bound = std::make_shared<const Datum>(std::move(value));
    value = make_variable(instance, index, slot.dims, where);
  }
  slot.value = std::make_shared<const Datum>(std::move(value));
}

// Whether nothing but parameters that are found at the start changes a value.
bool Instantiator::follows_solved(const Instance& instance, const Datum& value) const {
  if (!instance.type->native_class.empty() || instance.is_package || value.record) return false;
  return std::all_of(value.laws.begin(), value.laws.end(), [&](const symbolic::Expression& law) {
    const std::vector<std::string> names = symbolic::list_variables(law);
    const bool is_solved = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return solved_parameters_.count(name) > 0;
    });
    const symbolic::Expression rest =
        symbolic::substitute(law, [](const std::string&) { return symbolic::Expression(1.0); });
    return is_solved && rest.is_constant();  // no time in it
  });
}

// Whether a variable is one of a model of the user's, where it is known by its name.
bool Instantiator::is_of_user(const Instance& instance, int index) const {
  return instance.type->native_class.empty() && !instance.is_package &&
         !instance.type->is_record() && !instance.type->is_connector() &&
         !instance.element(index).declared_in->is_library();
}

// A variable that the simulation determines: it is known by its name.
Datum Instantiator::make_variable(const Instance& instance, int index, const std::vector<int>& dims,
                                  const SourceLocation& where) {
  const Slot& slot = *instance.slots[static_cast<std::size_t>(index)];
  const std::string& name = instance.element(index).name;
  const bool is_enumeration = slot.type->enumeration != nullptr;
  const bool fits =
      (is_enumeration || (slot.type->builtin && *slot.type->builtin != BasicType::string)) &&
      std::count(dims.begin(), dims.end(), -1) == 0;
  if (!fits) {
    fail("type", where,
         "'" + name + "' is a variable: its value is not known before the simulation",
         "only numbers, Booleans and enumerations of known size may change with time");
  }
  const std::string full = instance.path.empty() ? name : instance.path + "." + name;
  Datum value;
  value.type = is_enumeration ? BasicType::enumeration : *slot.type->builtin;
  value.enumeration = slot.type->enumeration;
  value.dims = dims;
  value.law_depth = 1;
  const std::size_t count = calc_count(dims, where);
  session_.count_entries(2 * count, where);
  session_.count_laws(count, where);
  std::vector<int> at(dims.size(), 1);
  for (std::size_t i = 0; i < count; ++i) {
    value.laws.push_back(
        symbolic::Expression::variable(dims.empty() ? full : full + join_indices(at)));
    advance(at, dims);
  }
  return value;
}

// A parameter that nobody gave a value: its start value, as Modelica tools do, with a warning.
void Instantiator::use_start_value(Instance& instance, int index) {
  Slot& slot = instance.slot(index);
  session_.count_entries(calc_count(slot.dims, slot.decl->where), slot.decl->where);
  slot.given = false;
  slot.value_where = slot.decl->where;
  const Attribute start = find_attribute(instance, index, "start");
  if (start.value) {
    slot.value = start.value;
    std::string text;
    if (start.value->numbers.size() == 1) text = " " + format_number(start.value->numbers[0]);
    session_.warn("value", instance.where,
                  "parameter '" + instance.element(index).name + "' has no value; its start value" +
                      text + " is used",
                  instance.path);
    return;
  }
  const std::string& name = instance.element(index).name;
  const std::string setting = (instance.path.empty() ? "" : instance.path + ".") + name;
  fail("value", instance.where.file ? instance.where : slot.decl->where,
       "parameter '" + name + "' of " + instance.type->node->full_name + " has no value",
       "write " + name + " = … where it is declared, or set it for the run: " + setting + "=…");
}

Datum Instantiator::make_default(const FlatClass& type, const std::vector<int>& dims,
                                 const SourceLocation& where) {
  Datum like;
  like.type = type.enumeration ? BasicType::enumeration : *type.builtin;
  like.enumeration = type.enumeration;
  Datum value = make_like(like, dims, where);
  if (type.enumeration) std::fill(value.numbers.begin(), value.numbers.end(), 1.0);
  return value;
}

Datum Instantiator::coerce(const Datum& value, const FlatClass& type, const std::vector<int>& dims,
                           const std::string& what, const SourceLocation& where) {
  const auto mismatch = [&](const char* code, std::string hint) {
    fail(code, where, what + " is " + describe_declared(type, dims) + ", found " + value.describe(),
         std::move(hint));
  };
  bool same_shape = value.dims.size() == dims.size();
  for (std::size_t k = 0; same_shape && k < dims.size(); ++k) {
    same_shape = dims[k] < 0 || dims[k] == value.dims[k];
  }
  if (!type.is_simple()) {
    if (!value.record) mismatch("type", "");
    if (!same_shape) mismatch("size", "");
    return value;
  }
  if (value.record || (value.object != nullptr) != type.is_external_object) mismatch("type", "");
  const BasicType wanted = type.enumeration ? BasicType::enumeration : *type.builtin;
  Datum result = value;
  if (value.count() == 0 && value.numbers.empty()) {
    result = Datum();  // an empty array {} fits every type
    result.type = wanted;
    result.enumeration = type.enumeration;
    result.dims = value.dims;
  } else if (wanted == BasicType::enumeration) {
    if (value.enumeration != type.enumeration) {
      std::string literals;
      const auto& all = type.enumeration->definition()->literals;
      for (std::size_t i = 0; i < all.size() && i < 12; ++i) {
        literals += (i > 0 ? ", " : "") + type.enumeration->name + "." + all[i].name;
      }
      mismatch("type", "its values are " + literals);
    }
  } else if (value.type != wanted) {
    if (wanted == BasicType::real && value.type == BasicType::integer) {
      result.type = BasicType::real;
    } else if (wanted == BasicType::integer && value.type == BasicType::real) {
      mismatch("type", "write a whole number, or convert with integer(…)");
    } else {
      mismatch("type", "");
    }
  }
  if (!same_shape) mismatch("size", "");
  return result;
}

void Instantiator::fail_cycle(Instance& instance, int index, const SourceLocation& where) {
  std::string chain;
  const auto describe = [](Instance& i, int at) {
    return (i.path.empty() ? "" : i.path + ".") + i.element(at).name;
  };
  const auto first = std::find(evaluating_.begin(), evaluating_.end(), std::pair(&instance, index));
  for (auto at = first; at != evaluating_.end(); ++at) {
    if (at - first >= 10) {
      chain += "… → ";
      break;
    }
    chain += describe(*at->first, at->second) + " → ";
  }
  chain += describe(instance, index);
  fail("cycle", where, "'" + instance.element(index).name + "' is defined by itself: " + chain,
       "give one of them a value that does not depend on the others");
}

}  // namespace gelenk::modelica
