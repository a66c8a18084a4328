// The class library read from its own declarations: every text of element_library() and of library/ is parsed, each
// native class and each model or block is taken with what it inherits, and the types it names are followed to their units.
#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

#include "api/expression_text.h"
#include "elements/composites/composites.h"
#include "elements/library.h"
#include "gelenk/library.h"
#include "modelica/classes/lookup.h"
#include "modelica/syntax/parser.h"

namespace gelenk {

namespace {

using modelica::ClassNode;
using modelica::Expr;
using modelica::FlatClass;
using modelica::FlatElement;
using modelica::Modification;

const Expr* find_attribute(const Modification* modification, const std::string& name) {
  if (modification == nullptr) return nullptr;
  const Expr* found = nullptr;
  for (const modelica::Argument& argument : modification->arguments) {
    if (argument.name.parts != std::vector<std::string>{name} || !argument.modification) continue;
    if (argument.modification->value) found = argument.modification->value.get();
  }
  return found;
}

std::string write_optional(const Expr* e) { return e == nullptr ? "" : write_expression(*e); }

class Manual {
 public:
  Manual() : lookup_(tree_, element_library().native_classes) {
    for (const auto& [name, text] : element_library().texts) {
      tree_.add(modelica::parse(std::make_shared<SourceFile>(SourceFile{name, text, true})));
    }
  }

  std::vector<LibraryClass> list() {
    std::vector<LibraryClass> classes;
    for (const auto& text : element_library().texts) {
      if (lookup_.is_native(text.first)) classes.push_back(describe(get_class(text.first)));
    }
    for (const auto& text : composite_texts()) classes.push_back(describe(get_class(text.first)));
    add_texts(tree_.root(), classes);
    // Packages in the order in which they first appear.
    std::vector<std::string> packages;
    auto rank = [&](const LibraryClass& c) {
      const auto found = std::find(packages.begin(), packages.end(), c.package);
      if (found == packages.end()) packages.push_back(c.package);
      return found - packages.begin();
    };
    for (const LibraryClass& c : classes) rank(c);
    std::stable_sort(classes.begin(), classes.end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    // What the elements use, and what that uses in turn; used_ grows meanwhile.
    std::vector<LibraryClass> used;
    for (std::size_t i = 0; i < used_.size(); ++i) used.push_back(describe(*used_[i]));
    std::stable_sort(used.begin(), used.end(), [](const LibraryClass& a, const LibraryClass& b) {
      return std::tie(a.kind, a.package, a.name) < std::tie(b.kind, b.package, b.name);
    });
    std::move(used.begin(), used.end(), std::back_inserter(classes));
    return classes;
  }

 private:
  // The models and blocks of library/, package by package.
  void add_texts(ClassNode& package, std::vector<LibraryClass>& classes) {
    tree_.load_all(package);
    for (std::size_t i = 0; i < package.nested.size(); ++i) {
      ClassNode& node = *package.nested[i];
      if (node.is_package()) {
        add_texts(node, classes);
        continue;
      }
      const modelica::ClassDef* definition = node.definition();
      if (definition == nullptr || node.is_library() || definition->partial) continue;
      if (definition->restriction == modelica::Restriction::model ||
          definition->restriction == modelica::Restriction::block)
        classes.push_back(describe(node));
    }
  }

  ClassNode& get_class(const std::string& full_name) {
    modelica::Name name;
    for (std::size_t begin = 0; begin <= full_name.size();) {
      const std::size_t dot = std::min(full_name.find('.', begin), full_name.size());
      name.parts.push_back(full_name.substr(begin, dot - begin));
      begin = dot + 1;
    }
    return lookup_.get_class(name, tree_.root());
  }

  LibraryClass describe(ClassNode& node) {
    const FlatClass& flat = lookup_.get_flat(node, {});
    LibraryClass made;
    made.kind = flat.is_connector() ? LibraryClass::Kind::connector
                : flat.is_simple()  ? LibraryClass::Kind::type
                : flat.is_record()  ? LibraryClass::Kind::record
                                    : LibraryClass::Kind::element;
    made.name = node.name;
    made.package = node.parent == nullptr ? "" : node.parent->full_name;
    if (node.definition() != nullptr) made.description = node.definition()->comment;
    if (flat.is_simple()) {
      describe_type(flat, made);
    } else {
      for (const FlatElement& e : flat.elements) add_element(e, made);
    }
    return made;
  }

  static void describe_type(const FlatClass& flat, LibraryClass& made) {
    made.unit = find_unit(flat);
    if (flat.enumeration == nullptr) {
      std::vector<modelica::ExprPtr> sizes;
      for (const modelica::TypeDimension& d : flat.dimensions) sizes.push_back(d.size);
      made.base = std::string(flat.is_input    ? "input "
                              : flat.is_output ? "output "
                                               : "") +
                  to_string(*flat.builtin) + write_sizes(sizes);
      return;
    }
    made.base = "enumeration";
    for (const modelica::EnumLiteral& literal : flat.enumeration->definition()->literals) {
      made.literals.push_back({literal.name, literal.comment});
    }
  }

  void add_element(const FlatElement& e, LibraryClass& made) {
    if (e.is_class() || e.clause->prefix.is_protected || e.clause->prefix.outer) return;
    ClassNode& type = lookup_.get_class(e.clause->type, *e.declared_in);
    const FlatClass& flat = lookup_.get_flat(type, e.decl->where);
    // Parts of a composite are described where their class is.
    if (!flat.is_simple() && !flat.is_connector() && !flat.is_record()) return;
    if (!type.builtin && std::find(used_.begin(), used_.end(), &type) == used_.end()) {
      used_.push_back(&type);
    }
    std::vector<modelica::ExprPtr> sizes = e.decl->subscripts;
    sizes.insert(sizes.end(), e.clause->subscripts.begin(), e.clause->subscripts.end());
    if (flat.is_connector()) {
      made.connectors.push_back({e.name, type.full_name, e.decl->comment, write_sizes(sizes)});
      return;
    }
    const std::string type_text = type.name + write_sizes(sizes);
    const Expr* own_unit = find_in(e, "unit");
    const std::string unit = own_unit ? own_unit->text : find_unit(flat);
    const modelica::TypePrefix& prefix = e.clause->type_prefix;
    if (!prefix.parameter && !prefix.constant && !prefix.input) {
      made.variables.push_back({e.name, type_text, unit, write_optional(find_in(e, "start")),
                                e.decl->comment, prefix.flow});
      return;
    }
    LibraryParameter p;
    p.name = e.name;
    p.type = type_text;
    p.unit = unit;
    p.default_value = write_optional(find_default(e));
    p.start = write_optional(find_in(e, "start"));
    p.range = write_range(find_in(e, "min"), find_in(e, "max"));
    p.description = e.decl->comment;
    p.is_input = prefix.input;
    p.is_derived = e.clause->prefix.final_ || prefix.constant;
    p.is_for_drawing = e.decl->comment.starts_with("Drawing");
    made.parameters.push_back(std::move(p));
  }

  // The modification of an element that counts: outer extends clauses before its declaration.
  static const Expr* find_first(const FlatElement& e,
                                const std::function<const Expr*(const Modification*)>& find) {
    for (auto i = e.inherited.rbegin(); i != e.inherited.rend(); ++i) {
      if (i->argument->name.parts.size() != 1) continue;
      if (const Expr* found = find(i->argument->modification.get())) return found;
    }
    return find(e.decl->modification.get());
  }
  static const Expr* find_in(const FlatElement& e, const std::string& attribute) {
    return find_first(e, [&](const Modification* m) { return find_attribute(m, attribute); });
  }
  static const Expr* find_default(const FlatElement& e) {
    return find_first(
        e, [](const Modification* m) { return m == nullptr ? nullptr : m->value.get(); });
  }

  static std::string find_unit(const FlatClass& flat) {
    std::string unit;
    for (const modelica::TypeModification& m : flat.type_modifications) {
      if (const Expr* found = find_attribute(m.modification, "unit")) unit = found->text;
    }
    return unit;
  }

  static std::string write_sizes(const std::vector<modelica::ExprPtr>& sizes) {
    std::string text;
    for (const modelica::ExprPtr& size : sizes) {
      text += (text.empty() ? "[" : ",") + write_expression(*size);
    }
    return text.empty() ? "" : text + "]";
  }

  static std::string write_range(const Expr* min, const Expr* max) {
    if (min == nullptr) return max == nullptr ? "" : "at most " + write_expression(*max);
    if (max == nullptr) return "at least " + write_expression(*min);
    return write_expression(*min) + " to " + write_expression(*max);
  }

  modelica::ClassTree tree_;
  modelica::Lookup lookup_;
  std::vector<ClassNode*> used_;  // types and connectors, in the order met
};

}  // namespace

std::vector<LibraryClass> list_library() { return Manual().list(); }

LibraryClass find_library_class(const std::string& name) {
  const std::vector<LibraryClass> classes = list_library();
  const std::string last_name = name.substr(name.rfind('.') + 1);
  std::vector<const LibraryClass*> found;
  std::vector<std::string> last_names, namesakes;
  for (const LibraryClass& c : classes) {
    if (c.full_name() == name) return c;
    // Classes are in the order of their kinds: only those of the first kind that matches count.
    const bool matches = c.name == name || c.full_name().ends_with("." + name);
    if (matches && (found.empty() || found[0]->kind == c.kind)) found.push_back(&c);
    last_names.push_back(c.name);
    if (c.name == last_name) namesakes.push_back(c.full_name());
  }
  // Joints.Revolute comes before Joints.Constraints.Revolute.
  auto depth = [](const LibraryClass* c) {
    return std::count(c->package.begin(), c->package.end(), '.');
  };
  std::stable_sort(found.begin(), found.end(),
                   [&](const auto* a, const auto* b) { return depth(a) < depth(b); });
  if (found.size() == 1 || (found.size() > 1 && depth(found[0]) < depth(found[1])))
    return *found[0];
  if (found.size() > 1) {
    throw UserError({"unknown-class",
                     {},
                     "",
                     "several classes of the library are named '" + name + "'",
                     suggest("", namesakes)});
  }
  std::string hint = "gelenk library lists all classes";
  if (!namesakes.empty())
    hint = suggest(namesakes[0], namesakes);
  else if (!find_near_names(last_name, last_names).empty())
    hint = suggest(last_name, last_names);
  throw UserError({"unknown-class", {}, "", "the library has no class '" + name + "'", hint});
}

}  // namespace gelenk
