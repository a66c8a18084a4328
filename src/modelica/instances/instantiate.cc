#include "modelica/instances/instantiate.h"

#include <algorithm>
#include <cctype>

#include "modelica/failure.h"

namespace gelenk::modelica {

namespace {

constexpr const char* constraint_hint =
    "declare it, or write constrainedby behind the replaceable declaration, and a class that has "
    "only what is needed: a partial model with the connectors, say";

}  // namespace

namespace {

constexpr int most_nested_copies = 64;  // of one class inside itself
constexpr int deepest_nesting = 300;    // of components in components

bool is_replaceable(const ElementPrefix& prefix) { return prefix.replaceable; }

// Where no name is near the one that was written: the only element whose type or description begins with it, as those of
// SI.Mass m "Mass" begin with mass. Empty without one.
std::string find_meant(const std::string& name, const FlatClass& type) {
  const auto begins = [&](const std::string& text) {
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return text.size() >= name.size() &&
           std::equal(name.begin(), name.end(), text.begin(),
                      [&](char a, char b) { return lower(a) == lower(b); }) &&
           (text.size() == name.size() ||
            !std::isalnum(static_cast<unsigned char>(text[name.size()])));
  };
  std::string found;
  for (const FlatElement& e : type.elements) {
    if (e.is_class() || e.clause->prefix.outer) continue;
    if (!begins(e.clause->type.parts.back()) && !begins(e.decl->comment)) continue;
    if (!found.empty()) return "";
    found = e.name;
  }
  return found;
}

// The class a redeclaration must fit to: its constrainedby clause, else what was declared.
const Name& get_constraint(const ComponentClause& clause) {
  return clause.constrained_by ? clause.constrained_by->type : clause.type;
}

ModifierPtr add_final(const ModifierPtr& modifier, const SourceLocation& where) {
  auto m = modifier ? std::make_shared<Modifier>(*modifier) : std::make_shared<Modifier>();
  m->final_ = true;
  m->final_where = where;
  return m;
}

}  // namespace

std::string describe_element(const Instance& instance, int index) {
  return instance.element(index).name + " of " + instance.type->node->name;
}

Instance& Instantiator::make_root(ClassNode& model, ModifierPtr settings) {
  FlatClass& flat = lookup().get_flat(model, model.where());
  if (flat.partial) {
    fail("type", model.where(),
         "model '" + model.full_name + "' is partial: it cannot be simulated",
         "choose a model that extends it, or remove 'partial'");
  }
  root_ = make_instance(flat, nullptr, nullptr, model.name, std::move(settings), nullptr,
                        model.where());
  root_->path.clear();
  return *root_;
}

std::unique_ptr<Instance> Instantiator::make_instance(FlatClass& type, Instance* scope,
                                                      Instance* parent, std::string name,
                                                      ModifierPtr modifier, ModifierPtr weak,
                                                      const SourceLocation& where,
                                                      Instance* alike) {
  session_.count_component(type.elements.size(), where);
  check_recursion(type, parent, where);
  auto instance = std::make_unique<Instance>();
  instance->type = &type;
  instance->parent = parent;
  instance->scope = scope;
  instance->path = parent == nullptr || parent->path.empty() ? name : parent->path + "." + name;
  instance->name = std::move(name);
  instance->where = where;
  instance->modifier = std::move(modifier);
  instance->weak = std::move(weak);
  instance->alike = alike;
  if (parent != nullptr) instance->in_parameter = parent->in_parameter;
  if (alike == nullptr) check_modifier_names(*instance);
  return instance;
}

void Instantiator::check_recursion(const FlatClass& type, const Instance* parent,
                                   const SourceLocation& where) {
  int copies = 0, depth = 0;
  for (const Instance* at = parent; at != nullptr; at = at->parent) {
    if (at->type == &type) ++copies;
    ++depth;
  }
  if (copies > most_nested_copies || (copies > 0 && depth > deepest_nesting)) {
    stop("cycle", where, "class '" + type.node->full_name + "' contains itself without end",
         "a component cannot be of the class it stands in, directly or through other classes");
  }
  if (depth > deepest_nesting) {
    stop("range", where,
         "components stand in components more than " + std::to_string(deepest_nesting) +
             " levels deep",
         "put some of the levels into one model");
  }
}

void Instantiator::check_modifier_names(const Instance& instance) {
  if (!instance.modifier) return;
  for (const auto& [name, modifier] : instance.modifier->children) {
    if (instance.type->find(name) >= 0) continue;
    try {
      const char* what = instance.type->native_class.empty() ? "element" : "parameter";
      const std::vector<std::string> names = list_component_names(*instance.type);
      const std::string meant =
          find_near_names(name, names).empty() ? find_meant(name, *instance.type) : "";
      fail("unknown-parameter", modifier->where,
           instance.type->node->name + " has no " + what + " '" + name + "'",
           meant.empty() ? suggest(name, names) : "did you mean '" + meant + "'?");
    } catch (const UserError& error) {
      session_.report(error, instance.path);
    }
  }
}

// ---- names
// ---------------------------------------------------------------------------------------

Scope Instantiator::get_outer_scope(const Scope& scope) const {
  ClassNode* around = scope.node->parent;
  if (scope.self != nullptr) {
    for (Instance* s = scope.self->scope; s != nullptr; s = s->scope) {
      if (s->type->includes(around)) return {s, around};
    }
  }
  return {nullptr, around};
}

Found Instantiator::find(const std::string& name, const Scope& start, const SourceLocation& where) {
  const auto from_static = [&](const StaticFound& found) {
    Found f;
    f.class_node = found.class_node;
    if (found.owner != nullptr) {
      f.owner = &get_package_instance(*found.owner, where);
      f.index = found.element;
    }
    return f;
  };
  for (Scope scope = start; scope.node != nullptr && scope.node->parent != nullptr;
       scope = get_outer_scope(scope)) {
    if (scope.self != nullptr) {
      // A base class sees its own members only, not those of the class that extends it.
      const FlatClass& seen = scope.node == scope.self->type->node
                                  ? *scope.self->type
                                  : lookup().get_flat(*scope.node, where);
      const int index = seen.find(name) < 0 ? -1 : scope.self->type->find(name);
      if (index >= 0) {
        Found f;
        f.through_instance = true;
        if (!scope.self->element(index).is_class()) {
          f.owner = scope.self;
          f.index = index;
          return f;
        }
        Slot& slot = prepare(*scope.self, index);
        f.class_node = slot.type->node;
        f.class_scope = slot.type_scope;
        f.weak = slot.weak;
        return f;
      }
    } else if (const StaticFound found = lookup().find_in_class(*scope.node, name, where)) {
      return from_static(found);
    }
    if (const StaticFound found = lookup().find_import(*scope.node, name))
      return from_static(found);
    if (scope.node->is_encapsulated()) return from_static(lookup().find_at_top(name, true));
    if (scope.node->heir == nullptr) continue;
    if (const StaticFound found = lookup().find_in_class(*scope.node->heir, name, where))
      return from_static(found);
  }
  return from_static(lookup().find_at_top(name, false));
}

Found Instantiator::get_class(const Name& name, const Scope& scope) {
  if (name.parts.empty()) fail("unknown-class", name.where, "a class name is missing");
  Found first;
  if (name.global) {
    first.class_node = lookup().find_at_top(name.parts[0], false).class_node;
  } else {
    first = find(name.parts[0], scope, name.where);
  }
  if (first.class_node == nullptr) {
    if (first.owner != nullptr) {
      fail("type", name.where, "'" + name.parts[0] + "' is a component, not a class");
    }
    lookup().fail_unknown_class(name.parts[0], *scope.node, name.where);
  }
  if (name.parts.size() > 1) {
    first.class_node = &lookup().get_rest(*first.class_node, name, 1);
    first.class_scope = nullptr;
    first.weak = nullptr;
  }
  return first;
}

Instance& Instantiator::get_package_instance(ClassNode& node, const SourceLocation& where) {
  std::unique_ptr<Instance>& instance = packages_[&node];
  if (!instance) {
    instance = make_instance(lookup().get_flat(node, where), nullptr, nullptr, node.full_name,
                             nullptr, nullptr, where);
    instance->is_package = true;
  }
  return *instance;
}

// ---- slots
// ---------------------------------------------------------------------------------------

Slot& Instantiator::prepare(Instance& instance, int index) {
  Slot& slot = instance.slot(index);
  if (slot.phase == Slot::Phase::ready) return slot;
  const FlatElement& element = instance.element(index);
  const SourceLocation where =
      element.is_class() ? element.class_node->where() : element.decl->where;
  if (slot.phase == Slot::Phase::preparing) fail_cycle(instance, index, where);
  const Session::Depth depth(session_, where);
  slot.phase = Slot::Phase::preparing;
  try {
    if (element.is_class()) {
      prepare_class(instance, index, slot);
    } else {
      prepare_component(instance, index, slot);
    }
  } catch (...) {
    slot = Slot();
    throw;
  }
  slot.phase = Slot::Phase::ready;
  return slot;
}

// A class in a class: the one declared, or the one that a modifier or extends clause puts there.
void Instantiator::prepare_class(Instance& instance, int index, Slot& slot) {
  const FlatElement& element = instance.element(index);
  slot.kind = SlotKind::class_;
  slot.type_scope = &instance;
  slot.modifier = collect_modifiers(instance, element);
  ClassNode* node = element.class_node;
  const NestedClass* clause = node->nested_clause;
  if (clause != nullptr && clause->prefix.outer && !clause->prefix.inner) {
    const Slot& inner = find_inner_class(instance, element.name, node->where());
    slot.type = inner.type;
    slot.type_scope = inner.type_scope;
    slot.weak = inner.weak;
    return;
  }
  if (slot.modifier && slot.modifier->redeclare != nullptr) {
    const Argument& argument = *slot.modifier->redeclare;
    if (argument.kind != Argument::Kind::redeclare_class) {
      fail("type", argument.where,
           "'" + element.name + "' is a class and cannot become a component");
    }
    if (clause == nullptr || !(is_replaceable(clause->prefix) || clause->prefix.redeclare)) {
      fail("type", argument.where,
           "class '" + element.name + "' cannot be redeclared: it is not replaceable",
           "its declaration is at " + describe_place(node->where()));
    }
    const Scope& scope = slot.modifier->redeclare_scope;
    node = &lookup().tree().add_redeclared(argument.class_, *scope.node);
    slot.type_scope = scope.self;
    if (clause->constrained_by) {
      slot.weak = make_modifier(clause->constrained_by->modification.get(),
                                Scope{&instance, element.declared_in});
    }
    FlatClass& made = lookup().get_flat(*node, argument.where);
    FlatClass& required = lookup().get_flat(
        clause->constrained_by
            ? *get_class(clause->constrained_by->type, Scope{&instance, element.declared_in})
                   .class_node
            : *element.class_node,
        argument.where);
    for (const FlatElement& e : required.elements) {
      if (made.find(e.name) >= 0 || e.is_class()) continue;
      fail("type", argument.where,
           made.node->full_name + " cannot stand for '" + element.name + "': it has no '" + e.name +
               "', which " + required.node->full_name + " has",
           constraint_hint);
    }
  } else if (slot.modifier && !slot.modifier->children.empty()) {
    fail("unsupported", slot.modifier->where,
         "'" + element.name + "' is a class: its elements cannot be modified here",
         "write: redeclare model " + element.name + " = …(…)");
  }
  slot.type = &lookup().get_flat(*node, node->where());
}

// The nearest class around with that name and the prefix inner.
Slot& Instantiator::find_inner_class(Instance& instance, const std::string& name,
                                     const SourceLocation& where) {
  for (Instance* at = instance.parent; at != nullptr; at = at->parent) {
    const int found = at->type->find(name);
    if (found < 0 || !at->element(found).is_class()) continue;
    const NestedClass* clause = at->element(found).class_node->nested_clause;
    if (clause != nullptr && clause->prefix.inner) return prepare(*at, found);
  }
  fail("unknown-name", where, "no component around declares inner class '" + name + "'",
       "declare it at the top: inner model " + name + " …");
}

// Modifiers of an element from outside its declaration, outermost first.
ModifierPtr Instantiator::collect_modifiers(Instance& instance, const FlatElement& element) {
  ModifierPtr all;
  if (instance.modifier) {
    if (const ModifierPtr* own = instance.modifier->find(element.name)) all = *own;
  }
  for (auto a = element.inherited.rbegin(); a != element.inherited.rend(); ++a) {
    const Scope inside{&instance, a->written_in};
    all = merge(all, make_modifier(*a->argument, a->short_ ? get_outer_scope(inside) : inside));
  }
  if (instance.weak) {
    if (const ModifierPtr* own = instance.weak->find(element.name)) all = merge(all, *own);
  }
  return all;
}

void Instantiator::prepare_component(Instance& instance, int index, Slot& slot) {
  const FlatElement& element = instance.element(index);
  slot.clause = element.clause;
  slot.decl = element.decl;
  slot.written = Scope{&instance, element.declared_in};
  const ModifierPtr outside = collect_modifiers(instance, element);
  if (outside && outside->redeclare != nullptr) {
    slot.modifier = apply_redeclaration(instance, element, outside, slot);
  } else {
    ModifierPtr own = make_modifier(element.decl->modification.get(), slot.written);
    if (const auto& constraint = element.clause->constrained_by)
      own = merge(own, make_modifier(constraint->modification.get(), slot.written));
    if (element.replaced != nullptr) {
      const Modification* kept = element.replaced->constrained_by
                                     ? element.replaced->constrained_by->modification.get()
                                     : element.replaced_decl->modification.get();
      own = merge(own, make_modifier(kept, Scope{&instance, element.replaced_in}));
    }
    if (element.clause->prefix.final_) own = add_final(own, element.decl->where);
    slot.modifier = merge(outside, own);
  }
  find_type(instance, element, slot);

  const TypePrefix& prefix = slot.clause->type_prefix;
  const TypePrefix& original = (element.replaced ? element.replaced : element.clause)->type_prefix;
  slot.is_constant = prefix.constant || original.constant;
  slot.is_parameter =
      slot.is_constant || prefix.parameter || original.parameter || instance.in_parameter;
  const FlatClass& type = *slot.type;
  if (element.clause->prefix.outer && !element.clause->prefix.inner) {
    slot.kind = SlotKind::outer;
  } else if (type.is_connector() && !type.is_simple()) {
    slot.kind = SlotKind::connector;
  } else if (type.is_simple()) {
    slot.kind = SlotKind::simple;
  } else if (type.is_record()) {
    slot.kind = SlotKind::record;
  } else if (type.restriction == Restriction::package || type.node->is_function() ||
             type.restriction == Restriction::type) {
    fail("type", slot.clause->type.where,
         "'" + type.node->full_name + "' is a " + to_string(type.restriction) +
             " and cannot be the class of a component");
  } else {
    slot.kind = SlotKind::part;
  }
  if (slot.decl->condition || element.decl->condition) {
    const bool redeclared = slot.decl->condition != nullptr;
    const Expr& condition = redeclared ? *slot.decl->condition : *element.decl->condition;
    const Scope scope = redeclared ? slot.written : Scope{&instance, element.declared_in};
    slot.removed = !get_boolean(evaluator_.eval(condition, scope), "the condition of a component",
                                condition.where);
  }
}

// redeclare Y x(…) in a modifier: the new declaration takes the place of the old one; what the
// constraining clause (or, without one, the old declaration) modifies stays.
ModifierPtr Instantiator::apply_redeclaration(Instance& instance, const FlatElement& element,
                                              const ModifierPtr& modifier, Slot& slot) {
  const Argument& argument = *modifier->redeclare;
  if (argument.kind != Argument::Kind::redeclare_component) {
    fail("type", argument.where, "'" + element.name + "' is a component and cannot become a class");
  }
  if (!is_replaceable(element.clause->prefix) && !element.clause->prefix.redeclare) {
    fail("type", argument.where,
         "'" + element.name + "' cannot be redeclared: it is not replaceable",
         "its declaration is at " + describe_place(element.decl->where));
  }
  slot.clause = argument.component.get();
  slot.decl = &argument.component->declarations.at(0);
  slot.written = modifier->redeclare_scope;
  auto outside = std::make_shared<Modifier>(*modifier);
  outside->redeclare = nullptr;
  ModifierPtr own = make_modifier(slot.decl->modification.get(), slot.written);
  if (argument.final_) own = add_final(own, argument.where);
  const auto& constraint = element.clause->constrained_by;
  const Modification* kept =
      constraint ? constraint->modification.get() : element.decl->modification.get();
  return merge(merge(outside, own), make_modifier(kept, Scope{&instance, element.declared_in}));
}

void Instantiator::find_type(Instance& instance, const FlatElement& element, Slot& slot) {
  const bool as_declared = slot.clause == element.clause;
  if (as_declared && instance.scope == nullptr && element.static_type != nullptr) {
    slot.type = element.static_type->flat.get();
    return;
  }
  const Found found = get_class(slot.clause->type, slot.written);
  slot.type = &lookup().get_flat(*found.class_node, slot.clause->type.where);
  slot.type_scope = found.class_scope;
  slot.weak = found.weak;
  if (as_declared && instance.scope == nullptr && !found.through_instance) {
    element.static_type = found.class_node;
  }
  if (!as_declared || element.replaced != nullptr) check_constraint(slot, element, instance);
}

// What the constraining class has, the redeclared one must have.
void Instantiator::check_constraint(const Slot& slot, const FlatElement& element,
                                    Instance& instance) {
  const ComponentClause& original = element.replaced ? *element.replaced : *element.clause;
  ClassNode* node = element.replaced ? element.replaced_in : element.declared_in;
  const Name& name = get_constraint(original);
  const FlatClass& required =
      lookup().get_flat(*get_class(name, Scope{&instance, node}).class_node, name.where);
  if (required.is_simple() && required.builtin != slot.type->builtin) {
    fail("type", slot.clause->type.where,
         "'" + element.name + "' cannot become " + slot.type->node->name + ": it must stay " +
             required.node->full_name);
  }
  for (const FlatElement& e : required.elements) {
    if (slot.type->find(e.name) >= 0) continue;
    fail("type", slot.clause->type.where,
         slot.type->node->full_name + " cannot stand for '" + element.name + "': it has no '" +
             e.name + "', which " + required.node->full_name + " has",
         constraint_hint);
  }
}

// The nearest component around with that name and the prefix inner.
void Instantiator::resolve_outer(Instance& instance, int index) {
  Slot& slot = prepare(instance, index);
  if (slot.inner_owner != nullptr) return;
  const std::string& name = instance.element(index).name;
  bool same_name_without_inner = false;
  for (Instance* at = instance.parent; at != nullptr; at = at->parent) {
    const int found = at->type->find(name);
    if (found < 0 || at->element(found).is_class()) continue;
    const ElementPrefix& prefix = at->element(found).clause->prefix;
    if (!prefix.inner) {
      same_name_without_inner = same_name_without_inner || !prefix.outer;
      continue;
    }
    Slot& inner = prepare(*at, found);
    if (inner.removed) continue;
    for (const FlatElement& e : slot.type->elements) {
      if (inner.type->find(e.name) >= 0) continue;
      fail("type", slot.decl->where,
           "outer '" + name + "' is of class " + slot.type->node->full_name + ", but inner '" +
               name + "' is of class " + inner.type->node->full_name + " without '" + e.name + "'",
           "the inner component is declared at " + describe_place(inner.decl->where));
    }
    slot.inner_owner = at;
    slot.inner_index = found;
    return;
  }
  const bool is_world =
      slot.type->native_class == world_class_name || slot.type->node->full_name == world_class_name;
  // A part that is read by itself says outer at the top; another component of that name is in the
  // way.
  const int at_top = root_ == nullptr ? -1 : root_->type->find(name);
  const bool is_taken = at_top >= 0 && (root_->element(at_top).is_class() ||
                                        !root_->element(at_top).clause->prefix.outer);
  if (!is_world || same_name_without_inner || root_ == nullptr || is_taken) {
    fail("unknown-name", slot.decl->where, "no component around declares inner '" + name + "'",
         same_name_without_inner
             ? "write 'inner' before the declaration of '" + name + "'"
             : "declare it at the top: inner " + slot.type->node->full_name + " " + name + ";");
  }
  std::unique_ptr<Instance>& world = default_inners_[name];
  if (!world) {
    world = make_instance(*slot.type, nullptr, root_.get(), name, nullptr, nullptr, root_->where);
    default_inner_list_.push_back(world.get());
    session_.warn("unknown-name", root_->where,
                  "no world is declared: the default one is used (gravity 9.80665 m/s2 along -y)",
                  "",
                  std::string("a model of its own declares: inner ") + world_class_name +
                      " world; a part that runs alone needs none");
  }
  slot.inner_owner = world.get();
  slot.inner_index = -1;
}

}  // namespace gelenk::modelica
