#include "modelica/classes/flat_class.h"

#include <algorithm>

#include "modelica/classes/lookup.h"
#include "modelica/failure.h"

namespace gelenk::modelica {

bool FlatClass::includes(const ClassNode* base) const {
  return std::find(lineage.begin(), lineage.end(), base) != lineage.end();
}

std::vector<std::string> list_component_names(const FlatClass& flat) {
  std::vector<std::string> names;
  for (const FlatElement& e : flat.elements) {
    if (!e.is_class() && !e.clause->prefix.outer) names.push_back(e.name);
  }
  return names;
}

namespace {

class Flattener {
 public:
  Flattener(ClassNode& node, Lookup& lookup)
      : node_(node), lookup_(lookup), flat_(std::make_shared<FlatClass>()) {}

  std::shared_ptr<FlatClass> run() {
    flat_->node = &node_;
    if (node_.builtin) {
      flat_->restriction = Restriction::type;
      flat_->builtin = node_.builtin;
      flat_->is_external_object = node_.is_external_object;
    } else if (node_.definitions.empty()) {
      flat_->restriction = Restriction::package;
    } else {
      flat_->restriction = node_.definition()->restriction;
      flat_->partial = node_.definition()->partial;
    }
    for (const ClassPtr& definition : node_.definitions) add_definition(*definition);
    if (lookup_.is_native(node_.full_name)) flat_->native_class = node_.full_name;
    flat_->lineage.push_back(&node_);
    return flat_;
  }

 private:
  void add_definition(const ClassDef& definition) {
    switch (definition.form) {
      case ClassDef::Form::short_: {
        include(definition.base, definition.base_modification.get(), {}, true);
        std::vector<TypeDimension> dims;
        for (const ExprPtr& size : definition.base_subscripts) dims.push_back({size, node_.parent});
        flat_->dimensions.insert(flat_->dimensions.begin(), dims.begin(), dims.end());
        flat_->is_input = flat_->is_input || definition.base_prefix.input;
        flat_->is_output = flat_->is_output || definition.base_prefix.output;
        return;
      }
      case ClassDef::Form::enumeration:
        if (definition.all_literals) {
          fail("unsupported", definition.where, "enumeration(:) has no literals of its own",
               "name the literals");
        }
        flat_->enumeration = &node_;
        return;
      case ClassDef::Form::derivative:
        fail("unsupported", definition.where,
             "function '" + definition.name + "' is declared as a partial derivative",
             "not supported yet; write the derivative as a function");
      case ClassDef::Form::long_: break;
    }
    if (definition.class_extends) add_class_extends(definition);
    for (const Element& element : definition.elements) {
      if (element.extends) {
        include(element.extends->type, element.extends->modification.get(), element.extends->broken,
                false);
      } else if (element.component) {
        for (const ComponentDecl& decl : element.component->declarations) {
          FlatElement e;
          e.name = decl.name;
          e.declared_in = &node_;
          e.clause = element.component.get();
          e.decl = &decl;
          add_own(e, element.component->prefix.redeclare, decl.where);
        }
      } else if (element.class_) {
        FlatElement e;
        e.name = element.class_->definition->name;
        e.declared_in = &node_;
        e.class_node = node_.nested_by_name.at(e.name);
        add_own(e, element.class_->prefix.redeclare || e.class_node->definition()->class_extends,
                e.class_node->where());
      } else if (element.import && !node_.is_library()) {
        lookup_.check_import(*element.import);
      }
    }
  }

  // model extends M(…) … end M: the inherited M of the class around, and what stands here.
  void add_class_extends(const ClassDef& definition) {
    ClassNode* base = nullptr;
    if (node_.parent != nullptr) {
      const FlatClass& around = lookup_.get_flat(*node_.parent, definition.where);
      const auto found = around.overridden.find(definition.name);
      if (found != around.overridden.end()) base = found->second;
    }
    if (base == nullptr) {
      fail("unknown-class", definition.where,
           "there is no inherited class '" + definition.name + "' to extend");
    }
    include_class(*base, definition.extends_modification.get(), {}, false, definition.where);
  }

  void include(const Name& name, const Modification* modification,
               const std::vector<std::string>& broken, bool is_short) {
    ClassNode& base = lookup_.get_class(name, is_short ? *node_.parent : node_);
    include_class(base, modification, broken, is_short, name.where);
  }

  void include_class(ClassNode& base, const Modification* modification,
                     const std::vector<std::string>& broken, bool is_short,
                     const SourceLocation& where) {
    const FlatClass& from = lookup_.get_flat(base, where);
    inherit_kind(from, modification, is_short);
    std::unordered_map<std::string, std::vector<const Argument*>> by_name;
    if (modification != nullptr && !flat_->is_simple()) {
      for (const Argument& a : modification->arguments) file_argument(a, from, by_name);
    }
    for (const FlatElement& inherited : from.elements) {
      if (std::find(broken.begin(), broken.end(), inherited.name) != broken.end()) continue;
      FlatElement e = inherited;
      if (const auto found = by_name.find(e.name); found != by_name.end()) {
        for (const Argument* a : found->second) e.inherited.push_back({a, &node_, is_short});
      }
      add_inherited(std::move(e), where);
    }
    flat_->broken.insert(flat_->broken.end(), from.broken.begin(), from.broken.end());
    flat_->broken.insert(flat_->broken.end(), broken.begin(), broken.end());
    flat_->overridden.insert(from.overridden.begin(), from.overridden.end());
    const bool is_first = flat_->lineage.empty();
    for (ClassNode* n : from.lineage) {
      if (is_first || !flat_->includes(n)) flat_->lineage.push_back(n);
    }
  }

  static std::string argument_name(const Argument& a) {
    switch (a.kind) {
      case Argument::Kind::redeclare_component: return a.component->declarations.at(0).name;
      case Argument::Kind::redeclare_class: return a.class_->name;
      case Argument::Kind::modification: break;
    }
    return a.name.parts.empty() ? "" : a.name.parts[0];
  }

  void file_argument(const Argument& a, const FlatClass& base,
                     std::unordered_map<std::string, std::vector<const Argument*>>& by_name) {
    const std::string name = argument_name(a);
    if (base.find(name) < 0) {
      fail("unknown-parameter", a.where, base.node->name + " has no element '" + name + "'",
           suggest(name, list_component_names(base)));
    }
    by_name[name].push_back(&a);
  }

  // What a class is follows from what it extends: a type of a type, a joint of a joint.
  void inherit_kind(const FlatClass& from, const Modification* modification, bool is_short) {
    if (from.builtin) flat_->builtin = from.builtin;
    flat_->is_external_object = flat_->is_external_object || from.is_external_object;
    flat_->is_input = flat_->is_input || from.is_input;
    flat_->is_output = flat_->is_output || from.is_output;
    if (from.enumeration) flat_->enumeration = from.enumeration;
    if (from.is_simple()) {
      flat_->type_modifications = from.type_modifications;
      if (modification)
        flat_->type_modifications.push_back({modification, is_short ? node_.parent : &node_});
    }
    flat_->dimensions.insert(flat_->dimensions.end(), from.dimensions.begin(),
                             from.dimensions.end());
    if (flat_->native_class.empty()) flat_->native_class = from.native_class;
    if (is_short) {
      flat_->partial = flat_->partial || from.partial;
      const Restriction own = flat_->restriction;
      if (own == Restriction::class_ || own == Restriction::type)
        flat_->restriction = from.restriction;
    }
  }

  void add_inherited(FlatElement e, const SourceLocation& where) {
    const int at = flat_->find(e.name);
    if (at < 0) {
      append(std::move(e));
      return;
    }
    const FlatElement& present = flat_->elements[static_cast<std::size_t>(at)];
    const bool same = present.decl == e.decl && present.class_node == e.class_node;
    if (!same && present.declared_in != &node_) {
      fail("duplicate", where,
           node_.full_name + " inherits two different elements named '" + e.name + "'");
    }
    if (!same) {
      fail("duplicate", present.decl ? present.decl->where : present.class_node->where(),
           "'" + e.name + "' is also inherited from " + e.declared_in->full_name,
           "rename it, or redeclare the inherited one if that is replaceable");
    }
    // The same declaration reached twice: both paths' modifications hold.
    FlatElement& kept = flat_->elements[static_cast<std::size_t>(at)];
    for (const InheritedArgument& a : e.inherited) {
      const bool known = std::any_of(
          kept.inherited.begin(), kept.inherited.end(), [&](const InheritedArgument& b) {
            return a.argument == b.argument && a.written_in == b.written_in;
          });
      if (!known) kept.inherited.push_back(a);
    }
  }

  void add_own(FlatElement e, bool redeclares, const SourceLocation& where) {
    const int at = flat_->find(e.name);
    if (at < 0) {
      if (redeclares && !e.is_class()) {
        fail("unknown-name", where, "there is no inherited element '" + e.name + "' to redeclare",
             suggest(e.name, list_component_names(*flat_)));
      }
      append(std::move(e));
      return;
    }
    FlatElement& present = flat_->elements[static_cast<std::size_t>(at)];
    if (!redeclares) {
      fail("duplicate", where,
           "'" + e.name + "' is also inherited from " + present.declared_in->full_name,
           "rename it, or redeclare the inherited one if that is replaceable");
    }
    if (e.is_class() != present.is_class()) {
      fail("type", where, "'" + e.name + "' redeclares a component as a class or the reverse");
    }
    if (e.is_class()) {
      check_replaceable_class(present, where);
      flat_->overridden[e.name] = present.class_node;
    } else {
      if (!present.clause->prefix.replaceable && !present.clause->prefix.redeclare) {
        fail("type", where, "'" + e.name + "' cannot be redeclared: it is not replaceable",
             "its declaration is at " + describe_place(present.decl->where));
      }
      e.replaced = present.replaced ? present.replaced : present.clause;
      e.replaced_decl = present.replaced_decl ? present.replaced_decl : present.decl;
      e.replaced_in = present.replaced_in ? present.replaced_in : present.declared_in;
      e.inherited = present.inherited;
    }
    present = std::move(e);
  }

  static void check_replaceable_class(const FlatElement& present, const SourceLocation& where) {
    const NestedClass* clause = present.class_node->nested_clause;
    if (clause == nullptr || clause->prefix.replaceable || clause->prefix.redeclare) return;
    fail("type", where, "class '" + present.name + "' cannot be redeclared: it is not replaceable",
         "its declaration is at " + describe_place(present.class_node->where()));
  }

  void append(FlatElement e) {
    flat_->index.emplace(e.name, static_cast<int>(flat_->elements.size()));
    flat_->elements.push_back(std::move(e));
  }

  ClassNode& node_;
  Lookup& lookup_;
  std::shared_ptr<FlatClass> flat_;
};

}  // namespace

std::shared_ptr<FlatClass> flatten(ClassNode& node, Lookup& lookup) {
  return Flattener(node, lookup).run();
}

}  // namespace gelenk::modelica
