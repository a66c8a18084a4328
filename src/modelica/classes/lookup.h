// Name lookup among declared classes (Modelica Language Specification 3.6, chapter 5.3): from the
// class in which a name stands outwards, in each class first what it declares and inherits, then
// what it imports. Instances add their redeclarations on top of this (instantiate.h).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "modelica/classes/class_tree.h"
#include "modelica/classes/flat_class.h"

namespace gelenk::modelica {

// A class, or the element `element` (a component) of class `owner`, or nothing.
struct StaticFound {
  ClassNode* class_node = nullptr;
  ClassNode* owner = nullptr;
  int element = -1;
  explicit operator bool() const { return class_node != nullptr || owner != nullptr; }
};

// Throws UserError "unsupported" for classes of the Modelica library that are of other physics or
// of signals, whether its files are there or not.
void check_supported(const std::string& class_name, const SourceLocation& where);

class Lookup {
 public:
  Lookup(ClassTree& tree, const std::set<std::string>& native_classes,
         std::set<std::string> open_classes = {})
      : tree_(tree), native_classes_(native_classes), open_classes_(std::move(open_classes)) {}

  ClassTree& tree() { return tree_; }
  bool is_native(const std::string& full_name) const {
    return native_classes_.count(full_name) > 0;
  }
  // Whether a class that extends this native one may add connectors.
  bool is_open(const std::string& full_name) const { return open_classes_.count(full_name) > 0; }

  // The class with what it inherits; an error "cycle" when it inherits from itself.
  FlatClass& get_flat(ClassNode& node, const SourceLocation& where);

  // A name declared or inherited by the class itself.
  StaticFound find_in_class(ClassNode& node, const std::string& name, const SourceLocation& where);
  // A name that an import of the class brings in.
  StaticFound find_import(ClassNode& node, const std::string& name);
  // One name, from `node` outwards.
  StaticFound find(const std::string& name, ClassNode& node, const SourceLocation& where);
  // A name at the top, also a predefined type; `predefined_only` for encapsulated classes.
  StaticFound find_at_top(const std::string& name, bool predefined_only);

  // a.b.c from `node` outwards; throws "unknown-class" with near names. While `node` is being
  // flattened, for the name of an extends clause, its inherited names are not seen.
  ClassNode& get_class(const Name& name, ClassNode& node);
  // The parts of a dotted name after its first, which is `first`; `begin` is the next part.
  ClassNode& get_rest(ClassNode& first, const Name& name, std::size_t begin);
  // The class that a class element means after the redeclarations of extends clauses.
  ClassNode& get_element_class(const FlatElement& element);

  void check_import(const Import& import);
  [[noreturn]] void fail_unknown_class(const std::string& name, ClassNode& from,
                                       const SourceLocation& where);
  // All names that lookup from `node` would find, for suggestions.
  std::vector<std::string> list_visible_names(ClassNode& node);

 private:
  static bool is_seen_anew(const ClassNode& heir, const ClassNode& inherited);
  StaticFound find_own(ClassNode& node, const std::string& name);
  StaticFound find_absolute(const Name& name);

  ClassTree& tree_;
  const std::set<std::string>& native_classes_;
  std::set<std::string> open_classes_;
  std::vector<ClassNode*> flattening_;  // innermost last
  std::size_t flat_elements_ = 0;       // of all flat classes
};

}  // namespace gelenk::modelica
