// Modifications on their way to the elements they modify. A Modifier is a tree that mirrors the
// component names: a(b(x = 1), y = 2) has children a.b.x and a.y. Expressions keep the scope in
// which they were written and are evaluated there, once, when an element asks. Outer modifiers win
// over inner ones (Modelica Language Specification 3.6, chapter 7.2).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "modelica/classes/flat_class.h"
#include "modelica/syntax/ast.h"
#include "modelica/values/datum.h"

namespace gelenk::modelica {

struct Instance;

// Where names of a text are looked up: the class it stands in, and the instance of that class (or
// of one that extends it) whose members it sees; without an instance, only classes and constants.
struct Scope {
  Instance* self = nullptr;
  ClassNode* node = nullptr;
};

// An expression with its scope; its value once it was asked for.
struct Cell {
  ExprPtr expression;  // null when value was given from the start
  Scope scope;
  std::shared_ptr<const Datum> value;
  bool evaluating = false;
};

// The value that a modifier gives. For an element of a component array, `indices` say which entry
// of the expression's value is meant and `index_dims` the array's shape.
struct Binding {
  std::shared_ptr<Cell> cell;
  std::vector<int> indices, index_dims;
  // How many component names lie between the `each` that holds for this value and the value itself;
  // no_each without one. Arrays further out than that distribute the value over their elements.
  int each_distance = 0;
  SourceLocation where;
};
constexpr int no_each = 1 << 20;

struct Modifier;
using ModifierPtr = std::shared_ptr<const Modifier>;

struct Modifier {
  std::shared_ptr<const Binding> binding;
  bool final_ = false;
  SourceLocation where;  // where the name is modified
  SourceLocation final_where;
  const Argument* redeclare = nullptr;  // redeclare_component or redeclare_class
  Scope redeclare_scope;
  std::vector<std::pair<std::string, ModifierPtr>> children;
  std::vector<std::pair<std::vector<int>, ModifierPtr>> elements;  // of a setting link[2].m = 3

  const ModifierPtr* find(const std::string& name) const;
};

// The modifiers that `modification` states, for the element that carries it; null when it is null.
ModifierPtr make_modifier(const Modification* modification, const Scope& scope,
                          int each_distance = no_each);
// One argument, from an extends clause: the modifier of the element that the argument names.
ModifierPtr make_modifier(const Argument& argument, const Scope& scope);
// The name of the element that an argument modifies.
const std::string& get_argument_name(const Argument& argument);

// Outer over inner; either may be null. Error "final" when the inner one forbids it.
ModifierPtr merge(const ModifierPtr& outer, const ModifierPtr& inner);
// Whether it gives each element of a component array the same, but for elements that it names.
bool is_uniform(const ModifierPtr& modifier);
// Whether it names that element: link[2].m = 3.
bool names_element(const ModifierPtr& modifier, const std::vector<int>& index);
// The modifier of one element of a component array.
ModifierPtr pick_element(const ModifierPtr& modifier, const std::vector<int>& index,
                         const std::vector<int>& dims);

}  // namespace gelenk::modelica
