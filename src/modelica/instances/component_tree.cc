#include "modelica/instances/component_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "model/marked_name.h"
#include "modelica/failure.h"
#include "modelica/instances/component_copy.h"
#include "modelica/instances/connections.h"
#include "modelica/instances/given_flows.h"
#include "modelica/instances/connector_leaves.h"
#include "modelica/instances/user_gravity.h"
#include "modelica/instances/user_equations.h"

namespace gelenk::modelica {

namespace {

class TreeBuilder {
 public:
  TreeBuilder(Instantiator& instantiator, ModelTexts* texts)
      : instantiator_(instantiator), texts_(texts), buses_(instantiator.session()) {}

  std::unique_ptr<Component> run() {
    std::unique_ptr<Component> root = build(instantiator_.root(), nullptr);
    add_comment("", instantiator_.root().type->node->definition()->comment);
    // A world that nobody declared may be asked for while its like are built: no iterators here.
    for (std::size_t i = 0; i < instantiator_.default_inners().size(); ++i) {
      root->parts.push_back(build(*instantiator_.default_inners()[i], root.get()));
    }
    for (const auto& [component, name, owner, index] : outers_) {
      Instance* inner = owner;
      if (index >= 0) {
        const Slot& slot = owner->slot(index);
        if (slot.children.size() != 1)
          continue;  // an array or a value: reached by expressions only
        inner = slot.children[0].get();
      }
      if (inner->component != nullptr) component->outers.emplace_back(name, inner->component);
    }
    // A tree with findings may lack what second names lead to; it is thrown away.
    if (instantiator_.session().has_findings()) return root;
    guarded(instantiator_.root(), [&] { buses_.finish(*root); });
    hand_down_starts(*root);
    // In the order in which they were put off: what is copied is complete, with the copies in it.
    for (const Copy& copy : copies_) copy_contents(*copy.original, *copy.component);
    for (Instance* world : worlds_) {
      guarded(*world, [&] {
        if (has_own_gravity(*world, instantiator_)) add_gravity(*world, *root, instantiator_);
      });
    }
    return root;
  }

 private:
  struct Outer {
    Component* component;
    std::string name;
    Instance* owner;
    int index;
  };

  // A part that becomes what another is. It is empty until that one is complete.
  struct Copy {
    Component* component;
    const Component* original;
  };

  // Start values stated for a second name hold for the quantity itself; from the outside inwards.
  // No second name leads into a copy: it has no subscripts, and parts of library composites are
  // never copied one by one.
  static void hand_down_starts(Component& component) {
    for (const auto& [name, inner] : component.aliases) {
      const Variable* from = component.find_variable(name);
      const std::size_t dot = inner.rfind('.');
      GELENK_ASSERT(from != nullptr && dot != std::string::npos);
      Component* part = component.find_part(inner.substr(0, dot));
      if (part == nullptr) continue;  // a load at a connector: it has no start value
      const std::string_view own = std::string_view(inner).substr(dot + 1);
      for (std::size_t i = 0; i < part->variables.size(); ++i) {
        if (part->variables[i].name != own) continue;
        Variable& to = part->variables.edit()[i];
        to.start = from->start;
        to.fixed = from->fixed;
        to.start_given = from->start_given;
        to.where = from->where;
      }
    }
    if (!component.is_native() && !component.library_composite) hand_down_fixed(component);
    for (const auto& part : component.parts) hand_down_starts(*part);
  }

  // A variable that an equation makes equal to one of a part, w = rotor.w, has no start of its own: one that is fixed holds for the
  // part's, unless that is fixed as well. In the classes of library/ guesses are handed down, too.
  static void hand_down_fixed(Component& component) {
    const bool is_own = component.class_name.starts_with("Modelica.");
    const std::string prefix = component.path.empty() ? "" : component.path + ".";
    for (const Assignment& equation : component.assignments) {
      if (equation.value.op() != symbolic::Op::variable || !equation.variable.starts_with(prefix))
        continue;
      const std::string inner = equation.value.name();
      const std::size_t dot = inner.rfind('.');
      if (dot == std::string::npos || !inner.starts_with(prefix) || dot < prefix.size()) continue;
      const auto [own, at] = split_subscript(equation.variable.substr(prefix.size()));
      const auto [quantity, of_part] = split_subscript(inner.substr(dot + 1));
      const Variable* from = component.find_variable(own);
      Component* part = component.find_part(inner.substr(prefix.size(), dot - prefix.size()));
      if (from == nullptr || part == nullptr || at != of_part) continue;
      for (std::size_t i = 0; i < part->variables.size(); ++i) {
        if (part->variables[i].name != quantity) continue;
        const std::size_t entry = at.empty() ? 0 : std::stoul(at) - 1;
        const bool is_fixed = from->fixed.numbers.at(entry) != 0.0;
        if (!is_fixed && !(is_own && from->start_given)) break;
        Variable& to = part->variables.edit()[i];
        if (entry >= to.start.numbers.size() || to.fixed.numbers.at(entry) != 0.0) break;
        to.start.numbers[entry] = from->start.numbers.at(entry);
        to.fixed.numbers[entry] = from->fixed.numbers.at(entry);
        to.start_given = true;
        to.where = from->where;
        if (is_fixed) forget_fixed(component, own, entry);
      }
    }
  }
  static void forget_fixed(Component& component, const std::string& name, std::size_t entry) {
    for (std::size_t i = 0; i < component.variables.size(); ++i) {
      if (component.variables[i].name == name)
        component.variables.edit()[i].fixed.numbers[entry] = 0.0;
    }
  }

  // "w[2]" is "w" and "2"; of a matrix the second is empty with the subscripts left in the first.
  static std::pair<std::string, std::string> split_subscript(const std::string& name) {
    const std::size_t bracket = name.find('[');
    if (bracket == std::string::npos || name.find(',', bracket) != std::string::npos)
      return {name, ""};
    return {name.substr(0, bracket), name.substr(bracket + 1, name.size() - bracket - 2)};
  }

  std::unique_ptr<Component> build(Instance& instance, Component* parent) {
    const Session::Depth depth(instantiator_.session(), instance.where);
    const std::size_t remarks = instantiator_.session().remark_count();
    std::unique_ptr<Component> component = begin_component(instance, parent);
    component->class_name = instance.type->node->full_name;
    component->native_class = instance.type->native_class;
    component->library_composite = !component->is_native() && is_library_class(*instance.type);
    component->where = instance.where;
    if (component->native_class == world_class_name) worlds_.push_back(&instance);
    if (component->is_native()) check_native(instance);
    bool complete = true;
    for (int i = 0; i < static_cast<int>(instance.type->elements.size()); ++i) {
      const std::size_t known = component->parameters.size();
      if (!guarded(instance, [&] { add_slot(instance, i, *component, ""); })) complete = false;
      const bool added = component->is_native() && !instance.element(i).declared_in->is_library();
      for (std::size_t k = known; added && k < component->parameters.size(); ++k)
        component->parameters.edit()[k].added = true;
    }
    guarded(instance, [&] { add_connections(instance, *component, instantiator_, buses_); });
    if (complete) release_slots(instance);
    share_with_others(instance, *component);
    // What was said of it would be said of others alike, too, with their own names.
    if (instantiator_.session().remark_count() == remarks && !instance.is_named)
      note_contents(*component);
    return component;
  }

  // Of a component that others may be copies of.
  void note_contents(const Component& component) {
    if (names_quantities(component) || buses_.has(component)) return;
    Session::Contents contents = count_own(component);
    for (const auto& part : component.parts) {
      const auto inside = contents_.find(part.get());
      if (inside == contents_.end()) return;
      contents.components += 1;
      contents += inside->second;
    }
    contents_.emplace(&component, contents);
  }

  // Whether the parts of an instance that is alike another may be copies of that one's. A second
  // name in a composite of the library changes the starts of its parts, and what is inner to one
  // instance is not to another.
  static bool shares_parts(const Instance& instance) {
    return instance.alike != nullptr && !is_library_class(*instance.type) &&
           std::none_of(
               instance.type->elements.begin(), instance.type->elements.end(),
               [](const FlatElement& e) { return !e.is_class() && e.clause->prefix.inner; });
  }

  // What the instance may be a copy of; null without such.
  const Component* find_original(const Instance& instance) const {
    if (instance.alike == nullptr || texts_ != nullptr) return nullptr;
    if (contents_.count(instance.alike->component)) return instance.alike->component;
    const auto later = originals_.find(instance.alike);
    return later == originals_.end() ? nullptr : later->second;
  }

  void add_part(Instance& child, Component& component) {
    const Component* original = find_original(child);
    if (original == nullptr) {
      component.parts.push_back(build(child, &component));
      // What was said of the first is said only once, wherever it arises again.
      if (child.alike != nullptr && contents_.count(child.component))
        originals_.emplace(child.alike, child.component);
      return;
    }
    const Session::Contents inside = contents_.at(original);
    instantiator_.session().count_copy(inside, child.where);
    component.parts.push_back(begin_component(child, &component));
    copies_.push_back({component.parts.back().get(), original});
    contents_.emplace(component.parts.back().get(), inside);
  }

  static std::unique_ptr<Component> begin_component(Instance& instance, const Component* parent) {
    auto component = std::make_unique<Component>();
    instance.component = component.get();
    component->name = instance.name;
    component->path = instance.path;
    component->parent = parent;
    return component;
  }

  // False when it failed; the findings are reported.
  template <typename F>
  bool guarded(const Instance& instance, F&& f) {
    try {
      f();
      return true;
    } catch (const Stop& stop) {
      instantiator_.session().report(stop, instance.path);
      return false;
    } catch (const UserError& error) {
      instantiator_.session().report(place_in_user_text(error, instance), instance.path);
      return false;
    }
  }

  // What fails in the library's text fails for what the user gave it: the declaration of the
  // component in the user's text is the place to look at. A stop ends the reading and goes on as it
  // is.
  static UserError place_in_user_text(const UserError& error, const Instance& instance) {
    const Instance* at = &instance;
    while (at->parent != nullptr && is_in_library(at->where)) at = at->parent;
    if (is_in_library(at->where)) return error;
    std::vector<Diagnostic> findings = error.diagnostics();
    for (Diagnostic& d : findings) {
      if (!is_in_library(d.where)) continue;
      if (d.hint.empty()) {
        d.hint = "the library computes it, in line " + std::to_string(d.where.line) + " of " +
                 d.where.file->name + ", from the parameters of '" + at->path +
                 "': check those that are given here";
      }
      d.where = at->where;
    }
    return UserError(findings);
  }
  static bool is_in_library(const SourceLocation& where) {
    return where.file != nullptr && where.file->library;
  }

  // In large models slots and their modifiers are most of the memory. What an element of the
  // library holds is seldom asked for again, and is then found once more; what is evaluated in a
  // composite needs its modifiers no more.
  static void release_slots(Instance& instance) {
    if (!instance.type->native_class.empty()) {
      instance.slots.clear();
      instance.slots.shrink_to_fit();
      return;
    }
    instance.modifier.reset();
    instance.weak.reset();
    for (const std::unique_ptr<Slot>& slot : instance.slots) {
      if (slot != nullptr && slot->value && slot->given) slot->modifier.reset();
    }
  }

  // Elements of one class mostly say the same but for a few parameters.
  void share_with_others(const Instance& instance, Component& component) {
    const Component*& first = first_of_class_[instance.type];
    if (first == nullptr)
      first = &component;
    else
      share_lists(*first, component);
  }

  static bool is_library_class(const FlatClass& type) {
    if (type.node->is_library()) return true;
    // A user's other name for a library class is that class.
    return type.node->definition()->form == ClassDef::Form::short_ && type.lineage.size() > 1 &&
           type.lineage[type.lineage.size() - 2]->is_library();
  }

  // A class that extends a native one may add parameters, nothing that has equations; one that
  // extends an open one also connectors, inputs and outputs.
  void check_native(Instance& instance) {
    const FlatClass& type = *instance.type;
    for (int i = 0; i < static_cast<int>(type.elements.size()); ++i) {
      const FlatElement& e = instance.element(i);
      if (e.declared_in->is_library()) {
        if (e.is_class()) check_not_redeclared(instance, i);
        continue;
      }
      if (e.is_class()) continue;
      guarded(instance, [&] {
        const Slot& slot = instantiator_.prepare(instance, i);
        const bool is_value = slot.kind == SlotKind::simple || slot.kind == SlotKind::record;
        if (is_value && slot.is_parameter) return;
        const bool passes_border =
            slot.kind == SlotKind::connector ||
            (slot.kind == SlotKind::simple && get_causality(slot) != Causality::none);
        if (passes_border && instantiator_.lookup().is_open(type.native_class)) return;
        fail("unsupported", e.decl->where,
             type.node->name + " extends " + type.native_class + " and adds '" + e.name + "'",
             "write it as a composite instead: a model that contains a " + type.native_class);
      });
    }
    for (const ClassNode* node : type.lineage) {
      if (node->is_library()) continue;
      for (const ClassPtr& definition : node->definitions) {
        for (const Equation& equation : definition->equations) {
          if (equation.kind == Equation::Kind::call) continue;
          guarded(instance, [&] {
            fail("unsupported", equation.where,
                 type.node->name + " extends " + type.native_class +
                     " and adds equations or connections",
                 "write it as a composite instead: a model that contains a " + type.native_class);
          });
          return;
        }
      }
    }
  }

  void check_not_redeclared(Instance& instance, int index) {
    guarded(instance, [&] {
      const Slot& slot = instantiator_.prepare(instance, index);
      if (!slot.modifier || slot.modifier->redeclare == nullptr) return;
      if (instance.element(index).name == "gravityAcceleration") return;  // user_gravity.h
      const SourceLocation& where = slot.modifier->redeclare->where;
      if (where.file && where.file->library) return;
      fail("unsupported", where,
           "redeclaring '" + instance.element(index).name + "' of " + instance.type->native_class +
               " is not supported yet",
           "use the parameters of " + instance.type->native_class);
    });
  }

  // `prefix` is "rec." for the members of record rec.
  void add_slot(Instance& instance, int index, Component& component, const std::string& prefix) {
    if (instance.element(index).is_class()) {
      instantiator_.prepare(instance, index);  // checks a redeclaration
      return;
    }
    Slot& slot = instantiator_.prepare(instance, index);
    const std::string name = prefix + instance.element(index).name;
    if (slot.removed) return;
    switch (slot.kind) {
      case SlotKind::class_: return;
      case SlotKind::outer:
        instantiator_.resolve_outer(instance, index);
        outers_.push_back({&component, name, slot.inner_owner, slot.inner_index});
        return;
      case SlotKind::simple:
        if (slot.type->is_external_object) {
          instantiator_.get_value(instance, index, slot.decl->where);  // serves equations alone
        } else {
          add_value(instance, index, component, name);
        }
        return;
      case SlotKind::record: add_members(instance, index, component, name); return;
      case SlotKind::connector: add_connector(instance, index, component, name); return;
      case SlotKind::part:
        if (component.is_native()) {
          // A part named in a native class's text stands for parameters and variables of the
          // element.
          add_members(instance, index, component, name);
          return;
        }
        instantiator_.expand(instance, index);
        if (shares_parts(instance)) {
          const auto& others = instance.alike->slot(index).children;
          for (std::size_t i = 0; i < slot.children.size(); ++i)
            slot.children[i]->alike = others.at(i).get();
        }
        component.parts.reserve(component.parts.size() + slot.children.size());
        for (const auto& child : slot.children) {
          add_part(*child, component);
          add_comment(child->path, slot.decl->comment);
        }
        return;
    }
  }

  void add_members(Instance& instance, int index, Component& component, const std::string& name) {
    instantiator_.expand(instance, index);
    Slot& slot = instance.slot(index);
    for (const auto& child : slot.children) {
      const std::string subscript = child->name.substr(instance.element(index).name.size());
      for (int i = 0; i < static_cast<int>(child->type->elements.size()); ++i) {
        guarded(*child, [&] { add_slot(*child, i, component, name + subscript + "."); });
      }
    }
  }

  void add_connector(Instance& instance, int index, Component& component, const std::string& name) {
    Slot& slot = instance.slot(index);
    const std::vector<int>& dims = instantiator_.get_dims(instance, index);
    if (slot.type->partial) {
      fail("type", slot.clause->type.where,
           "connector '" + slot.type->node->full_name + "' is partial");
    }
    const std::string& class_name = get_connector_class(*slot.type, instantiator_).full_name;
    const std::size_t count = calc_count(dims, slot.decl->where);
    instantiator_.session().count_members(count, slot.decl->where);
    std::vector<int> at(dims.size(), 1);
    for (std::size_t i = 0; i < count; ++i) {
      std::string subscript;
      for (std::size_t k = 0; k < dims.size(); ++k) {
        subscript += (k == 0 ? "[" : ",") + std::to_string(at[k]);
      }
      // Flanges that equations connect are none of the mechanism's.
      if (component.is_native() || !is_flange_class(class_name) ||
          is_native_connector(*slot.type, instantiator_))
        component.connectors.edit().push_back(
            {name + (dims.empty() ? "" : subscript + "]"), class_name, slot.decl->where});
      for (std::size_t k = dims.size(); k-- > 0;) {
        if (++at[k] <= dims[k]) break;
        at[k] = 1;
      }
    }
    if (slot.modifier && !slot.modifier->children.empty() && !slot.type->is_simple()) {
      for (const auto& [member, modifier] : slot.modifier->children) {
        if (slot.type->find(member) >= 0) continue;
        fail("unknown-parameter", modifier->where,
             slot.type->node->name + " has no '" + member + "'",
             suggest(member, list_component_names(*slot.type)));
      }
    }
    // What equations tie together are variables like others.
    const bool is_heat_port = component.is_native() && !slot.type->is_simple() &&
                              instance.element(index).declared_in->is_library() &&
                              !is_flange_class(slot.type->node->full_name);
    if ((!component.is_native() || is_heat_port) &&
        !is_native_connector(*slot.type, instantiator_)) {
      add_members(instance, index, component, name);
      const bool is_inside_bus = name != instance.element(index).name;
      if (slot.type->restriction == Restriction::expandable_connector && !is_inside_bus)
        add_buses(instance, index, component);
    }
  }

  void add_buses(Instance& instance, int index, Component& component) {
    const Slot& slot = instance.slot(index);
    for (std::size_t entry = 0; entry < slot.children.size(); ++entry) {
      const std::string path = join(component, slot.children[entry]->name);
      buses_.add_bus(component, path,
                     list_leaves(instance, index, entry, path, true, instantiator_),
                     slot.decl->where);
    }
  }

  void add_value(Instance& instance, int index, Component& component, const std::string& name) {
    Slot& slot = instance.slot(index);
    if (name == "time" && !component.is_native()) {
      fail("duplicate", slot.decl->where, "'time' is the time of the simulation",
           "choose another name");
    }
    const bool is_bound = (slot.modifier && slot.modifier->binding) || instance.record_binding;
    const bool in_library =
        component.is_native() || instance.element(index).declared_in->is_library();
    if (is_bound && !slot.is_parameter && component.is_native() &&
        !slot.clause->type_prefix.input) {
      const SourceLocation& binding = slot.modifier && slot.modifier->binding
                                          ? slot.modifier->binding->where
                                          : slot.decl->where;
      fail("unsupported", binding,
           "'" + name + "' of " + component.native_class +
               " is a variable: it follows from the motion and cannot be set",
           slot.clause->type_prefix.output
               ? "it is an output: read it, as " + component.name + "." + name
           : !instantiator_.find_attribute(instance, index, "start").value
               ? "read it in an expression, as " + component.name + "." + name
               : "a start value is given by " + name +
                     "(start = …, fixed = true), or set for the run: " +
                     (component.path.empty() ? "" : component.path + ".") + name + ".start=…");
    }
    if (is_bound && !slot.is_parameter && !in_library) {
      const Datum& own = instantiator_.get_value(instance, index, slot.decl->where);
      const Datum& value = slot.bound ? *slot.bound : own;
      add_variable(instance, index, component, name);
      add_assignments(instantiator_.make_variable(instance, index, value.dims, slot.decl->where),
                      value, slot.value_where, component.assignments);
      return;
    }
    if (slot.is_parameter) instantiator_.get_value(instance, index, slot.decl->where);
    if (slot.is_solved) {
      add_solved_parameter(instance, index, component, name);
      if (!component.is_native()) return;
    }
    if (slot.is_parameter || is_bound) {
      const Datum& value = instantiator_.get_value(instance, index, slot.decl->where);
      component.parameters.edit().push_back(
          {name, finish(value), slot.given, slot.value_where, false, get_causality(slot)});
      if (texts_ != nullptr) add_setting(instance, index, component, value);
      return;
    }
    add_variable(instance, index, component, name);
  }

  // A variable that does not change, or that follows from such.
  void add_solved_parameter(Instance& instance, int index, Component& component,
                            const std::string& name) {
    Slot& slot = instance.slot(index);
    add_variable(instance, index, component, name);
    const Datum own = instantiator_.make_variable(instance, index, slot.dims, slot.decl->where);
    if (slot.bound) {
      add_assignments(own, *slot.bound, slot.value_where, component.assignments);
      return;
    }
    for (const symbolic::Expression& entry : own.laws)
      component.rates.push_back({entry.name(), 0.0, slot.decl->where});
  }

  static Causality get_causality(const Slot& slot) {
    const TypePrefix& prefix = slot.clause->type_prefix;
    return prefix.input || slot.type->is_input     ? Causality::input
           : prefix.output || slot.type->is_output ? Causality::output
                                                   : Causality::none;
  }

  void add_variable(Instance& instance, int index, Component& component, const std::string& name) {
    Slot& slot = instance.slot(index);
    Variable variable;
    variable.name = name;
    variable.dims = instantiator_.get_dims(instance, index);
    instantiator_.session().count_entries(2 * calc_count(variable.dims, slot.decl->where),
                                          slot.decl->where);
    instantiator_.check_attributes(instance, index);
    variable.unit = instantiator_.get_unit(instance, index);
    variable.where = slot.decl->where;
    variable.causality = get_causality(slot);
    const Instantiator::Attribute start = instantiator_.find_attribute(instance, index, "start");
    const Instantiator::Attribute fixed = instantiator_.find_attribute(instance, index, "fixed");
    if (start.value) {
      variable.start = finish(*start.value);
      variable.start_given = start.where.file && !start.where.file->library;
      if (variable.start_given) variable.where = start.where;
    } else {
      variable.start =
          finish(instantiator_.make_default(*slot.type, variable.dims, slot.decl->where));
    }
    if (fixed.value) {
      variable.fixed = finish(*fixed.value);
    } else {
      variable.fixed =
          finish(make_like(Datum::make_boolean(false), variable.dims, slot.decl->where));
    }
    if (component.is_native() || instance.element(index).declared_in->is_library())
      warn_of_limits(instance, index, component, name);
    else
      add_limits(instance, index, component, variable);
    component.variables.edit().push_back(std::move(variable));
    add_comment(join(component, name), slot.decl->comment);
    // What an equation gives starts where that says.
    const bool is_bound = slot.modifier && slot.modifier->binding;
    if (texts_ != nullptr && start.value && !is_bound)
      add_start_setting(instance, index, component, *start.value);
  }

  // Limits of a user's variable are watched while it moves: that it leaves one is an event, which
  // ends the run.
  void add_limits(Instance& instance, int index, Component& component, const Variable& variable) {
    const BasicType type = variable.start.type;
    if (type != BasicType::real && type != BasicType::integer) return;
    const auto find = [&](const char* name) {
      return instantiator_.find_attribute(instance, index, name).value;
    };
    const auto min = find("min"), max = find("max");
    if (!min && !max) return;
    const auto nominal = find("nominal");
    std::vector<int> at(variable.dims.size(), 1);
    for (std::size_t i = 0; i < variable.start.numbers.size(); ++i) {
      std::string entry = join(component, variable.name);
      for (std::size_t k = 0; k < at.size(); ++k)
        entry += (k == 0 ? "[" : ",") + std::to_string(at[k]) + (k + 1 == at.size() ? "]" : "");
      // What is large is known no more exactly than to a small part of its size.
      double size = std::abs(variable.start.numbers[i]);
      for (const auto& other : {min, max, nominal}) {
        if (other && std::abs(other->numbers[i]) < 1e50)
          size = std::max(size, std::abs(other->numbers[i]));
      }
      const double slack = 1e-6 * (size > 0 ? size : 1e-3);
      if (min) add_limit(component, entry, true, min->numbers[i], slack, variable.where);
      if (max) add_limit(component, entry, false, max->numbers[i], slack, variable.where);
      for (std::size_t k = at.size(); k-- > 0;) {
        if (++at[k] <= variable.dims[k]) break;
        at[k] = 1;
      }
    }
  }

  static void add_limit(Component& component, const std::string& entry, bool is_min, double limit,
                        double slack, const SourceLocation& where) {
    using symbolic::Expression;
    const Expression value = Expression::variable(entry);
    When when;
    when.where = where;
    when.condition = is_min
                         ? Expression::make(symbolic::Op::less, {value, Expression(limit - slack)})
                         : Expression::make(symbolic::Op::less, {Expression(limit + slack), value});
    when.resets.push_back({mark_name(is_min ? NameMark::minimum : NameMark::maximum, entry),
                           Expression(limit), where});
    component.whens.push_back({std::move(when)});
  }

  void warn_of_limits(Instance& instance, int index, const Component& component,
                      const std::string& name) {
    const Slot& slot = instance.slot(index);
    for (const std::string attribute : {"min", "max"}) {
      const ModifierPtr* modifier = slot.modifier ? slot.modifier->find(attribute) : nullptr;
      if (modifier == nullptr || is_in_library((*modifier)->where)) continue;
      const std::string path = join(component, name);
      instantiator_.session().warn(
          "unsupported", (*modifier)->where, attribute + " of '" + path + "' is not watched",
          component.path,
          "declare a variable that is: Real x(" + attribute + " = …) = " + path + ";");
    }
  }

  static std::string join(const Component& component, const std::string& name) {
    return component.path.empty() ? name : component.path + "." + name;
  }

  void add_comment(const std::string& path, const std::string& comment) {
    if (texts_ != nullptr && !comment.empty()) texts_->comments[path] = comment;
  }

  // The parameter that was added last, where a user may set it. Sizes and colours of drawings are
  // many and change nothing that moves.
  void add_setting(Instance& instance, int index, const Component& component, const Datum& value) {
    const Slot& slot = instance.slot(index);
    const std::string& name = component.parameters.back().name;
    const bool is_final = slot.modifier && slot.modifier->final_;
    if (!slot.is_parameter || slot.is_constant || is_final || slot.clause->prefix.is_protected ||
        value.is_law() || slot.decl->comment.starts_with("Drawing"))
      return;
    add_comment(join(component, name), slot.decl->comment);
    texts_->settings.push_back({join(component, name), component.path, write_value(value),
                                describe_shape(value.type, value.dims),
                                instantiator_.get_unit(instance, index), list_choices(value)});
  }

  // The start value of a variable that states one. Accelerations of the library's elements follow
  // from the forces, whatever a declaration says of their start.
  void add_start_setting(Instance& instance, int index, const Component& component,
                         const Datum& start) {
    const Slot& slot = instance.slot(index);
    const Variable& variable = component.variables.back();
    const bool is_acceleration = variable.unit == "m/s2" || variable.unit == "rad/s2";
    if (slot.clause->prefix.is_protected || start.is_law() ||
        (component.is_native() && is_acceleration))
      return;
    const std::string path = join(component, variable.name) + ".start";
    if (!slot.decl->comment.empty()) add_comment(path, "Start value: " + slot.decl->comment);
    texts_->settings.push_back({path, component.path, write_value(start),
                                describe_shape(start.type, start.dims), variable.unit,
                                list_choices(start)});
  }

  static std::vector<std::string> list_choices(const Datum& value) {
    std::vector<std::string> choices;
    if (value.type != BasicType::enumeration || !value.dims.empty()) return choices;
    for (const auto& literal : value.enumeration->definition()->literals)
      choices.push_back(value.enumeration->full_name + "." + literal.name);
    return choices;
  }

  // Entries from `at` on with the sizes from `level` on, as {…, …}.
  static std::string write_value(const Datum& value, std::size_t level = 0, std::size_t at = 0) {
    if (level == value.dims.size()) return write_entry(value, at);
    std::size_t count = 1;
    for (std::size_t k = level + 1; k < value.dims.size(); ++k)
      count *= static_cast<std::size_t>(value.dims[k]);
    std::string text = "{";
    for (int i = 0; i < value.dims[level]; ++i) {
      text += (i > 0 ? ", " : "") +
              write_value(value, level + 1, at + static_cast<std::size_t>(i) * count);
    }
    return text + "}";
  }
  static std::string write_entry(const Datum& value, std::size_t at) {
    switch (value.type) {
      case BasicType::string: return write_string(value.strings.at(at));
      case BasicType::boolean: return value.numbers.at(at) != 0.0 ? "true" : "false";
      case BasicType::enumeration:
        return value.enumeration->full_name + "." +
               value.enumeration->definition()
                   ->literals.at(static_cast<std::size_t>(value.numbers.at(at)) - 1)
                   .name;
      default: return fmt::format("{}", value.numbers.at(at));
    }
  }
  static std::string write_string(const std::string& text) {
    std::string quoted = "\"";
    for (char c : text) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    return quoted + "\"";
  }

  // The value as the model keeps it: literals of enumerations by name too.
  static Value finish(const Datum& datum) {
    Value value = datum;
    if (datum.type == BasicType::enumeration && datum.enumeration != nullptr) {
      const auto& literals = datum.enumeration->definition()->literals;
      for (double x : datum.numbers) {
        value.strings.push_back(literals.at(static_cast<std::size_t>(x) - 1).name);
      }
    }
    return value;
  }

  Instantiator& instantiator_;
  ModelTexts* texts_;  // null: not wanted
  Buses buses_;
  std::vector<Outer> outers_;
  std::vector<Copy> copies_;
  std::vector<Instance*> worlds_;
  std::unordered_map<const Instance*, const Component*> originals_;  // of those alike that instance
  std::unordered_map<const FlatClass*, const Component*> first_of_class_;
  std::unordered_map<const Component*, Session::Contents> contents_;  // of those that may be copied
};

}  // namespace

std::unique_ptr<Component> make_component_tree(Instantiator& instantiator, ModelTexts* texts) {
  return TreeBuilder(instantiator, texts).run();
}

}  // namespace gelenk::modelica
