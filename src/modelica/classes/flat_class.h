// A class with everything it inherits: its elements in one list, inherited ones at the place of the
// `extends`, each with the modifications that the extends clauses on the way apply to it. Made once
// per class and shared by all its instances.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "modelica/classes/class_tree.h"

namespace gelenk::modelica {

// An argument of an extends clause or of a short class definition. The names in it are looked up
// in `written_in`, for a short definition in the class around that.
struct InheritedArgument {
  const Argument* argument = nullptr;
  ClassNode* written_in = nullptr;
  bool short_ = false;
};

struct FlatElement {
  std::string name;
  ClassNode* declared_in = nullptr;
  // a component: both set
  const ComponentClause* clause = nullptr;
  const ComponentDecl* decl = nullptr;
  // a class
  ClassNode* class_node = nullptr;
  std::vector<InheritedArgument> inherited;  // innermost extends first
  const ComponentClause* replaced =
      nullptr;  // the inherited declaration that a `redeclare` replaced
  const ComponentDecl* replaced_decl = nullptr;
  ClassNode* replaced_in = nullptr;
  mutable ClassNode* static_type = nullptr;  // the type's class when no instance can change it

  bool is_class() const { return class_node != nullptr; }
};

// A modification of a predefined type on the way to a named type: type Angle = Real(unit = "rad").
struct TypeModification {
  const Modification* modification = nullptr;
  ClassNode* written_in = nullptr;
};

struct TypeDimension {
  ExprPtr size;
  ClassNode* written_in = nullptr;
};

struct FlatClass {
  ClassNode* node = nullptr;
  Restriction restriction = Restriction::class_;  // aliases resolved
  bool partial = false;
  std::string native_class;  // the native class it is or derives from; else empty
  std::vector<FlatElement> elements;
  std::unordered_map<std::string, int> index;  // by name
  std::vector<ClassNode*> lineage;             // bases before the classes that extend them
  std::unordered_map<std::string, ClassNode*> overridden;  // inherited classes that are redeclared
  std::vector<std::string> broken;                         // removed by extends A(break c)

  // a simple type
  std::optional<BasicType> builtin;
  bool is_external_object = false;   // extends ExternalObject; has a constructor and a destructor
  ClassNode* enumeration = nullptr;  // the node with the literals
  std::vector<TypeModification> type_modifications;  // innermost first
  std::vector<TypeDimension> dimensions;             // of a short definition: type Axis = Real[3]
  bool is_input = false,
       is_output = false;  // of a short definition: connector RealInput = input Real

  int find(const std::string& name) const {
    const auto found = index.find(name);
    return found == index.end() ? -1 : found->second;
  }
  bool includes(const ClassNode* base) const;
  bool is_simple() const { return builtin.has_value() || enumeration != nullptr; }
  bool is_record() const {
    return restriction == Restriction::record || restriction == Restriction::operator_record;
  }
  bool is_connector() const {
    return restriction == Restriction::connector ||
           restriction == Restriction::expandable_connector;
  }
};

class Lookup;

// Makes the flat class of `node`; names of base classes are found through `lookup`.
std::shared_ptr<FlatClass> flatten(ClassNode& node, Lookup& lookup);

// What a user would list as the settable names of a class: components without a leading class.
std::vector<std::string> list_component_names(const FlatClass& flat);

}  // namespace gelenk::modelica
