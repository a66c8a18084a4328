// Instances: a class made concrete at one place of the model, with the modifiers that reach it.
// Each element of the class has a Slot, filled on demand, so that declarations may refer to one
// another in any order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/component.h"
#include "modelica/classes/flat_class.h"
#include "modelica/instances/modifier.h"

namespace gelenk::modelica {

enum class SlotKind {
  simple,  // Real, Integer, Boolean, String, enumeration; a scalar or an array
  record,
  connector,
  part,    // an instance of a model, block or class
  class_,  // a class declared inside the class
  outer,   // means a component further out
};

struct Slot {
  enum class Phase { fresh, preparing, ready };
  Phase phase = Phase::fresh;
  SlotKind kind = SlotKind::simple;

  // known when ready
  bool removed = false;       // its condition is false
  bool is_parameter = false;  // or constant
  bool is_constant = false;
  bool is_solved = false;     // a parameter that equations at the start determine, or that follows from such
  bool has_dims = false, sizing = false;  // sizes are known; are being found just now
  bool expanded = false, evaluating = false, given = true;
  const ComponentClause* clause = nullptr;  // after redeclarations
  const ComponentDecl* decl = nullptr;
  Scope written;  // where clause and decl stand
  FlatClass* type = nullptr;
  Instance* type_scope = nullptr;  // the instance in which the type was found, if in one
  ModifierPtr modifier;            // all modifiers merged, the declaration's own included
  ModifierPtr weak;                // of a constraining clause: under the type's own modifiers

  std::vector<int> dims;                            // has_dims
  std::vector<std::unique_ptr<Instance>> children;  // expanded: records and parts, row-major
  std::shared_ptr<const Datum> value;               // simple: null until evaluated
  std::shared_ptr<const Datum>
      bound;  // simple: what it is given, where that changes and value is its own name
  SourceLocation value_where;
  Instance* inner_owner = nullptr;  // outer: the slot that it means
  int inner_index = -1;
};

struct Instance {
  FlatClass* type = nullptr;
  Instance* parent = nullptr;  // around it in the component tree
  Instance* scope = nullptr;   // around it in the text, when its class was found in an instance
  std::string name, path;
  SourceLocation where;
  ModifierPtr modifier, weak;
  std::shared_ptr<const Binding> record_binding;  // of a record: the value for all its members
  bool in_parameter = false;                      // a member of a record that is a parameter
  bool is_package = false;                        // stands for the constants of a class
  bool is_named = false;  // something in it asked for its name, which no other instance has
  // An instance of the same class with the same modifiers in the same place: an earlier element of
  // the same array, say. Everything in it has the same value, but for names of quantities that
  // begin with its path. Null: none is known.
  Instance* alike = nullptr;
  std::vector<std::unique_ptr<Slot>>
      slots;  // one per element of type; null, or none at all, until it is asked for
  Component* component = nullptr;  // what it became

  const FlatElement& element(int index) const {
    return type->elements[static_cast<std::size_t>(index)];
  }
  Slot& slot(int index) {
    if (slots.empty()) slots.resize(type->elements.size());
    std::unique_ptr<Slot>& slot = slots[static_cast<std::size_t>(index)];
    if (slot == nullptr) slot = std::make_unique<Slot>();
    return *slot;
  }
};

}  // namespace gelenk::modelica
