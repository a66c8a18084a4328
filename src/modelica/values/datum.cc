#include "modelica/values/datum.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "modelica/classes/class_tree.h"
#include "modelica/failure.h"

namespace gelenk::modelica {

namespace {
Datum make_number(BasicType type, double value) {
  Datum d;
  d.type = type;
  d.numbers.assign(1, value);
  return d;
}
}  // namespace

Datum Datum::make_real(double value) { return make_number(BasicType::real, value); }
Datum Datum::make_integer(double value) { return make_number(BasicType::integer, value); }
Datum Datum::make_boolean(bool value) { return make_number(BasicType::boolean, value ? 1.0 : 0.0); }

Datum Datum::make_string(std::string value) {
  Datum d;
  d.type = BasicType::string;
  d.strings.push_back(std::move(value));
  return d;
}

Datum Datum::make_law(symbolic::Expression law) {
  Datum d;
  d.laws.push_back(std::move(law));
  d.law_depth = 1;
  return d;
}

std::size_t Datum::count() const {
  std::size_t n = 1;
  for (int d : dims) n *= static_cast<std::size_t>(d);
  return n;
}

symbolic::Expression Datum::law(std::size_t entry) const {
  return laws.empty() ? symbolic::Expression(numbers[entry]) : laws[entry];
}

std::string Datum::describe() const {
  std::string name;
  if (function) return "function " + function->name;
  if (record) {
    name = record->class_node->name;
  } else if (object) {
    name = strings[0];
  } else if (type == BasicType::enumeration && enumeration) {
    name = enumeration->name;
  } else {
    return describe_shape(type, dims);
  }
  const std::string shape = describe_shape(BasicType::real, dims);
  return name + shape.substr(std::string(to_string(BasicType::real)).size());
}

std::size_t calc_count(const std::vector<int>& dims, const SourceLocation& where) {
  std::size_t count = 1;
  for (int d : dims) {
    if (d < 0) fail("size", where, "an array cannot have " + std::to_string(d) + " entries");
    if (d > 0 && count > largest_array / static_cast<std::size_t>(d)) {
      // A later dimension may still be 0, but such an array is of no use either.
      stop("size", where, "this array has more than " + std::to_string(largest_array) + " entries",
           "choose a smaller size");
    }
    count *= static_cast<std::size_t>(d);
  }
  return count;
}

Datum make_like(const Datum& like, std::vector<int> dims, const SourceLocation& where) {
  Datum d;
  d.type = like.type;
  d.enumeration = like.enumeration;
  const std::size_t n = calc_count(dims, where);
  d.dims = std::move(dims);
  if (like.record) {
    auto data = std::make_shared<RecordData>();
    data->class_node = like.record->class_node;
    data->names = like.record->names;
    data->entries.resize(n);
    d.record = std::move(data);
  } else if (like.type == BasicType::string) {
    d.strings.resize(n);
  } else if (like.is_law()) {
    d.laws.resize(n);
    d.law_depth = like.law_depth;
  } else {
    d.numbers.resize(n, 0.0);
  }
  return d;
}

Datum get_entry(const Datum& array, std::size_t entry) {
  Datum d;
  d.type = array.type;
  d.enumeration = array.enumeration;
  if (array.record) {
    auto data = std::make_shared<RecordData>();
    data->class_node = array.record->class_node;
    data->names = array.record->names;
    data->entries.push_back(array.record->entries[entry]);
    d.record = std::move(data);
  } else if (array.type == BasicType::string) {
    d.strings.push_back(array.strings[entry]);
  } else if (array.is_law() && !array.laws[entry].is_constant()) {
    d.laws.push_back(array.laws[entry]);
    d.law_depth = array.law_depth;
  } else {
    d.numbers.push_back(array.is_law() ? array.laws[entry].constant_value() : array.numbers[entry]);
  }
  return d;
}

void set_entry(Datum& to, std::size_t to_entry, const Datum& from, std::size_t from_entry) {
  if (to.record) {
    // The caller holds the only reference to an array it is filling.
    auto data = std::const_pointer_cast<RecordData>(to.record);
    if (data.use_count() > 2) {
      data = std::make_shared<RecordData>(*data);
      to.record = data;
    }
    data->entries[to_entry] = from.record->entries[from_entry];
  } else if (to.type == BasicType::string) {
    to.strings[to_entry] = from.strings[from_entry];
  } else {
    if (from.is_law() && !to.is_law()) {
      to.laws.assign(to.numbers.begin(), to.numbers.end());
      to.numbers.clear();
    }
    to.law_depth = std::max(to.law_depth, from.law_depth);
    if (to.is_law()) {
      to.laws[to_entry] = from.law(from_entry);
    } else {
      to.numbers[to_entry] = from.numbers[from_entry];
    }
  }
}

void settle(Datum& value, const SourceLocation& where) {
  if (value.is_law() && std::all_of(value.laws.begin(), value.laws.end(),
                                    [](const auto& e) { return e.is_constant(); })) {
    for (const auto& e : value.laws) value.numbers.push_back(e.constant_value());
    value.laws.clear();
    value.law_depth = 0;
  }
  for (const auto& e : value.laws) {
    if (e.is_constant() && !std::isfinite(e.constant_value())) {
      fail("value", where, "this expression has no finite value");
    }
  }
  if (value.law_depth > deepest_law) {
    stop("value", where, "this law of time is nested too deeply",
         "write it with fewer successive operations");
  }
  for (double x : value.numbers) {
    if (!std::isfinite(x)) fail("value", where, "this expression has no finite value");
  }
  if (value.type == BasicType::integer) {
    for (double x : value.numbers) {
      if (std::abs(x) > 9.0e15) fail("value", where, "this Integer is too large");
    }
  }
}

Selection select(const std::vector<int>& dims, const std::vector<Subscript>& subscripts,
                 const std::string& what, const SourceLocation& where) {
  if (subscripts.size() > dims.size()) {
    fail("size", where,
         "'" + what + "' has " + std::to_string(dims.size()) + " dimensions, but " +
             std::to_string(subscripts.size()) + " subscripts");
  }
  Selection s;
  std::vector<std::size_t> lengths(dims.size());
  for (std::size_t k = 0; k < dims.size(); ++k) {
    if (k >= subscripts.size()) {
      lengths[k] = static_cast<std::size_t>(dims[k]);
      s.dims.push_back(dims[k]);
      continue;
    }
    for (int index : subscripts[k].indices) {
      if (index < 1 || index > dims[k]) {
        fail("range", subscripts[k].where,
             "subscript " + std::to_string(index) + " of '" + what + "' is outside 1…" +
                 std::to_string(dims[k]));
      }
    }
    lengths[k] = subscripts[k].indices.size();
    if (subscripts[k].keeps_dimension) s.dims.push_back(static_cast<int>(lengths[k]));
  }
  std::vector<int> shape;
  for (std::size_t n : lengths) shape.push_back(static_cast<int>(n));
  const std::size_t total = calc_count(shape, where);
  s.entries.reserve(total);
  std::vector<std::size_t> at(dims.size(), 0);
  for (std::size_t n = 0; n < total; ++n) {
    std::size_t entry = 0;
    for (std::size_t k = 0; k < dims.size(); ++k) {
      const std::size_t index = k < subscripts.size()
                                    ? static_cast<std::size_t>(subscripts[k].indices[at[k]] - 1)
                                    : at[k];
      entry = entry * static_cast<std::size_t>(dims[k]) + index;
    }
    s.entries.push_back(entry);
    for (std::size_t k = dims.size(); k-- > 0;) {
      if (++at[k] < lengths[k]) break;
      at[k] = 0;
    }
  }
  return s;
}

Datum get_entries(const Datum& array, const Selection& selection, const SourceLocation& where) {
  Datum d = make_like(array, selection.dims, where);
  for (std::size_t i = 0; i < selection.entries.size(); ++i)
    set_entry(d, i, array, selection.entries[i]);
  settle(d, where);
  return d;
}

namespace {

// A value without entries that stands for the type of `d`; get_entry needs one entry at least.
Datum type_of(const Datum& d) {
  Datum t;
  t.type = d.type;
  t.enumeration = d.enumeration;
  t.record = d.record;
  t.laws = d.is_law() ? std::vector<symbolic::Expression>(1) : std::vector<symbolic::Expression>();
  t.law_depth = d.law_depth;
  return t;
}

// The type of an array that holds entries of both types.
void unify_type(Datum& like, const Datum& other, const SourceLocation& where) {
  const bool same = like.record && other.record
                        ? like.record->names == other.record->names
                        : !like.record && !other.record && like.type == other.type &&
                              like.enumeration == other.enumeration;
  const bool numeric = like.is_numeric() && other.is_numeric();
  if (!same && !numeric) {
    fail("type", where,
         "an array cannot hold both " + like.describe() + " and " + other.describe());
  }
  if (!same) like.type = BasicType::real;
  if (other.is_law() && !like.is_law()) like.laws.resize(1);
  like.law_depth = std::max(like.law_depth, other.law_depth);
}

Datum unify_types(const std::vector<Datum>& operands, const SourceLocation& where) {
  Datum like = type_of(operands[0]);
  for (const Datum& operand : operands) unify_type(like, operand, where);
  return like;
}

}  // namespace

Datum stack(const std::vector<Datum>& operands, std::vector<int> outer_dims,
            const SourceLocation& where) {
  if (operands.empty()) {
    Datum d;
    d.dims = std::move(outer_dims);
    return d;
  }
  const Datum like = unify_types(operands, where);
  std::vector<int> dims = std::move(outer_dims);
  dims.insert(dims.end(), operands[0].dims.begin(), operands[0].dims.end());
  Datum result = make_like(like, std::move(dims), where);
  std::size_t at = 0;
  for (const Datum& operand : operands) {
    if (operand.dims != operands[0].dims) {
      fail("size", where,
           "an array cannot hold both " + operands[0].describe() + " and " + operand.describe());
    }
    const std::size_t n = operand.count();
    for (std::size_t i = 0; i < n; ++i) set_entry(result, at++, operand, i);
  }
  return result;
}

Datum stack(const std::vector<Datum>& operands, const SourceLocation& where) {
  return stack(operands, {static_cast<int>(operands.size())}, where);
}

Datum concatenate(int dimension, const std::vector<Datum>& operands, const SourceLocation& where) {
  if (operands.empty()) fail("size", where, "there is nothing to concatenate");
  const std::size_t k = static_cast<std::size_t>(dimension - 1);
  if (dimension < 1 || k >= operands[0].dims.size()) {
    fail("range", where,
         "cannot concatenate along dimension " + std::to_string(dimension) + " of " +
             operands[0].describe());
  }
  std::vector<int> dims = operands[0].dims;
  dims[k] = 0;
  std::size_t total = 0;
  for (const Datum& operand : operands) {
    std::vector<int> expected = dims;
    if (operand.dims.size() == dims.size()) expected[k] = operand.dims[k];
    if (operand.dims != expected) {
      fail("size", where,
           "cannot join " + operands[0].describe() + " and " + operand.describe() +
               " along dimension " + std::to_string(dimension));
    }
    total += static_cast<std::size_t>(operand.dims[k]);
  }
  if (total > largest_array) stop("size", where, "this array is too large");
  dims[k] = static_cast<int>(total);
  Datum result = make_like(unify_types(operands, where), dims, where);
  // Row-major: blocks of the dimensions after k lie together.
  std::size_t before = 1, after = 1;
  for (std::size_t i = 0; i < k; ++i) before *= static_cast<std::size_t>(dims[i]);
  for (std::size_t i = k + 1; i < dims.size(); ++i) after *= static_cast<std::size_t>(dims[i]);
  std::size_t at = 0;
  for (std::size_t outer = 0; outer < before; ++outer) {
    for (const Datum& operand : operands) {
      const std::size_t block = static_cast<std::size_t>(operand.dims[k]) * after;
      for (std::size_t i = 0; i < block; ++i) set_entry(result, at++, operand, outer * block + i);
    }
  }
  return result;
}

Datum promote(Datum value, std::size_t count, const SourceLocation& where) {
  if (count > 32) fail("range", where, "an array has at most 32 dimensions");
  while (value.dims.size() < count) value.dims.push_back(1);
  return value;
}

Datum get_member(const Datum& record, const std::string& name, const SourceLocation& where) {
  if (!record.record) {
    fail("type", where, "a value of type " + record.describe() + " has no member '" + name + "'");
  }
  const RecordData& data = *record.record;
  const auto found = std::find(data.names.begin(), data.names.end(), name);
  if (found == data.names.end()) {
    fail("unknown-name", where, data.class_node->name + " has no member '" + name + "'",
         suggest(name, data.names));
  }
  const std::size_t member = static_cast<std::size_t>(found - data.names.begin());
  if (record.is_scalar()) return data.entries[0][member];
  std::vector<Datum> values;
  for (const auto& entry : data.entries) values.push_back(entry[member]);
  return stack(values, record.dims, where);
}

double get_number(const Datum& value, const char* what, const SourceLocation& where) {
  if (!value.is_numeric() || !value.is_scalar()) {
    fail(value.is_numeric() ? "size" : "type", where,
         std::string(what) + " must be a number, found " + value.describe());
  }
  if (value.is_law()) fail("type", where, std::string(what) + " cannot depend on time");
  return value.numbers[0];
}

int get_integer(const Datum& value, const char* what, const SourceLocation& where) {
  if (value.record || value.type != BasicType::integer || !value.is_scalar()) {
    fail(value.type == BasicType::integer ? "size" : "type", where,
         std::string(what) + " must be an Integer, found " + value.describe());
  }
  if (value.is_law()) fail("type", where, std::string(what) + " cannot depend on time");
  if (std::abs(value.numbers[0]) > std::numeric_limits<int>::max()) {
    fail("range", where, std::string(what) + " is too large");
  }
  return static_cast<int>(value.numbers[0]);
}

bool get_boolean(const Datum& value, const char* what, const SourceLocation& where) {
  if (value.record || value.type != BasicType::boolean || !value.is_scalar()) {
    fail("type", where, std::string(what) + " must be a Boolean, found " + value.describe());
  }
  if (value.is_law()) fail("type", where, std::string(what) + " cannot depend on time");
  return value.numbers[0] != 0.0;
}

const std::string& get_string(const Datum& value, const char* what, const SourceLocation& where) {
  if (value.record || value.type != BasicType::string || !value.is_scalar()) {
    fail("type", where, std::string(what) + " must be a String, found " + value.describe());
  }
  return value.strings[0];
}

}  // namespace gelenk::modelica
