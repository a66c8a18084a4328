// What an expression evaluates to: a Value, which may also be an enumeration of a known class, a
// record or an array of records. Shapes, element access and the assembly of arrays live here;
// arithmetic is in operators.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/source.h"
#include "model/value.h"

namespace gelenk::modelica {

struct ClassNode;
struct Datum;
struct ExternalData;

// The members of one record value, or of each entry of an array of records.
struct RecordData {
  ClassNode* class_node = nullptr;
  std::vector<std::string> names;
  std::vector<std::vector<Datum>> entries;  // one list of member values per array entry
};

struct FunctionData;

struct Datum : Value {
  const ClassNode* enumeration = nullptr;    // type enumeration: the class with the literals
  std::shared_ptr<const RecordData> record;  // set: a record; numbers and strings are then unused
  std::shared_ptr<const ExternalData>
      object;  // set: an external object (external_function.h), a scalar of type string
  std::shared_ptr<const FunctionData> function;  // set: a function, an argument of another
  int law_depth = 0;  // bound on the height of the laws: a graph is released recursively

  static Datum make_real(double value);
  static Datum make_integer(double value);
  static Datum make_boolean(bool value);
  static Datum make_string(std::string value);
  static Datum make_law(symbolic::Expression law);

  bool is_scalar() const { return dims.empty(); }
  bool is_numeric() const {
    return !record && (type == BasicType::real || type == BasicType::integer);
  }
  std::size_t count() const;  // entries
  symbolic::Expression law(std::size_t entry) const;
  std::string describe() const;  // "Real[3]", for messages
};

// A function as a value, with the arguments that are bound to it already.
struct FunctionData {
  ClassNode* node = nullptr;  // null: one of the language
  std::string name;
  std::vector<std::pair<std::string, Datum>> bound;
};

// Limits that keep hostile text from exhausting memory.
constexpr std::size_t largest_array = 10'000'000;  // entries
constexpr int deepest_law = 5'000;

// Product of dims; error "size" at `where` when there are more entries than largest_array.
std::size_t calc_count(const std::vector<int>& dims, const SourceLocation& where);

// An array of that shape with default entries, of the type of `like`.
Datum make_like(const Datum& like, std::vector<int> dims, const SourceLocation& where);
// One scalar entry.
Datum get_entry(const Datum& array, std::size_t entry);
// Copies entry `from_entry` of `from` to entry `to_entry` of `to`.
void set_entry(Datum& to, std::size_t to_entry, const Datum& from, std::size_t from_entry);
// Turns laws that are all constant into numbers; checks that numbers are finite.
void settle(Datum& value, const SourceLocation& where);

// A subscript: a list of 1-based indices; `keeps_dimension` when it was a slice.
struct Subscript {
  std::vector<int> indices;
  bool keeps_dimension = false;
  SourceLocation where;
};

// Entries that subscripts pick out of an array of shape `dims`, row-major, with the shape that
// results. Fewer subscripts than dimensions leave the others whole.
struct Selection {
  std::vector<std::size_t> entries;
  std::vector<int> dims;
};
Selection select(const std::vector<int>& dims, const std::vector<Subscript>& subscripts,
                 const std::string& what, const SourceLocation& where);
Datum get_entries(const Datum& array, const Selection& selection, const SourceLocation& where);

// {a, b, …}: operands of one shape and of types that agree (Integer and Real give Real).
Datum stack(const std::vector<Datum>& operands, const SourceLocation& where);
// Same with a given outer shape: as many operands as it has entries.
Datum stack(const std::vector<Datum>& operands, std::vector<int> outer_dims,
            const SourceLocation& where);
// Concatenation along dimension 1, 2, …
Datum concatenate(int dimension, const std::vector<Datum>& operands, const SourceLocation& where);
// With dimensions of size 1 appended until there are `count`.
Datum promote(Datum value, std::size_t count, const SourceLocation& where);

// The member `name` of a record, for each entry of an array of records.
Datum get_member(const Datum& record, const std::string& name, const SourceLocation& where);

// A scalar of that type; errors "type" and "size" say what was expected of `what`.
double get_number(const Datum& value, const char* what, const SourceLocation& where);
int get_integer(const Datum& value, const char* what, const SourceLocation& where);
bool get_boolean(const Datum& value, const char* what, const SourceLocation& where);
const std::string& get_string(const Datum& value, const char* what, const SourceLocation& where);

}  // namespace gelenk::modelica
