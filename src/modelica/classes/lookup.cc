#include "modelica/classes/lookup.h"

#include <algorithm>

#include "modelica/failure.h"

namespace gelenk::modelica {

namespace {
constexpr std::size_t deepest_inheritance = 200;  // extends of extends; bounds the stack
constexpr std::size_t most_flat_elements = 3'000'000;
}  // namespace

FlatClass& Lookup::get_flat(ClassNode& node, const SourceLocation& where) {
  if (node.flat) return *node.flat;
  if (node.flattening || flattening_.size() > deepest_inheritance) {
    std::string chain;
    auto from = std::find(flattening_.begin(), flattening_.end(), &node);
    if (from == flattening_.end()) from = flattening_.end() - 5;
    for (; from != flattening_.end(); ++from) chain += (*from)->full_name + " → ";
    stop("cycle", where,
         "class '" + node.full_name + "' inherits from itself: " + chain + node.full_name,
         "remove one of these extends clauses");
  }
  node.flattening = true;
  flattening_.push_back(&node);
  try {
    node.flat = flatten(node, *this);
  } catch (...) {
    node.flattening = false;
    flattening_.pop_back();
    throw;
  }
  node.flattening = false;
  flattening_.pop_back();
  flat_elements_ += node.flat->elements.size();
  if (flat_elements_ > most_flat_elements) {
    stop("range", where,
         "the classes inherit more than " + std::to_string(most_flat_elements) +
             " elements together");
  }
  return *node.flat;
}

StaticFound Lookup::find_own(ClassNode& node, const std::string& name) {
  if (ClassNode* nested = tree_.find_nested(node, name)) return {nested, nullptr, -1};
  return {};
}

StaticFound Lookup::find_in_class(ClassNode& node, const std::string& name,
                                  const SourceLocation& where) {
  if (StaticFound own = find_own(node, name)) return own;
  // While its inheritance is being found out, a class shows only what it declares itself; so it
  // does when nothing could be inherited.
  const bool has_component = node.components.count(name) > 0;
  if (node.flattening || node.builtin) return {};
  if (!has_component && !node.may_inherit) return {};
  FlatClass& flat = get_flat(node, where);
  const int at = flat.find(name);
  if (at < 0) {
    // Classes that files or other texts put into an inherited package are none of its elements.
    for (ClassNode* base : flat.lineage) {
      if (base == &node || !base->is_package()) continue;
      if (StaticFound inherited = find_own(*base, name)) return inherited;
    }
    return {};
  }
  const FlatElement& element = flat.elements[static_cast<std::size_t>(at)];
  if (!element.is_class()) return {nullptr, &node, at};
  ClassNode& found = get_element_class(element);
  if (is_seen_anew(node, found)) return {&tree_.add_inherited(found, node), nullptr, -1};
  return {&found, nullptr, -1};
}

// Whether names in a class that a package inherits may mean something else there: the package declares or modifies what they name.
// Types and connectors stay the same everywhere.
bool Lookup::is_seen_anew(const ClassNode& heir, const ClassNode& inherited) {
  if (!heir.is_package() || heir.is_library() || inherited.is_library() ||
      inherited.definition() == nullptr || inherited.parent == &heir || inherited.heir == &heir ||
      inherited.parent == nullptr || !inherited.parent->is_package())
    return false;
  const ClassDef& definition = *inherited.definition();
  switch (definition.restriction) {
    case Restriction::model:
    case Restriction::block:
    case Restriction::class_:
    case Restriction::record:
    case Restriction::function: break;
    default: return false;
  }
  return definition.form == ClassDef::Form::long_;
}

ClassNode& Lookup::get_element_class(const FlatElement& element) {
  for (auto a = element.inherited.rbegin(); a != element.inherited.rend(); ++a) {
    if (a->argument->kind != Argument::Kind::redeclare_class) continue;
    ClassNode& scope = a->short_ ? *a->written_in->parent : *a->written_in;
    return tree_.add_redeclared(a->argument->class_, scope);
  }
  return *element.class_node;
}

StaticFound Lookup::find_absolute(const Name& name) {
  StaticFound at{&tree_.root(), nullptr, -1};
  for (const std::string& part : name.parts) {
    if (at.class_node == nullptr) return {};
    at = at.class_node == &tree_.root() ? find_at_top(part, false)
                                        : find_in_class(*at.class_node, part, name.where);
    if (!at) return {};
  }
  return at;
}

StaticFound Lookup::find_import(ClassNode& node, const std::string& name) {
  if (const auto found = node.imports.find(name); found != node.imports.end()) {
    const Name& target = found->second;
    const StaticFound result = find_absolute(target);
    if (!result) fail_unknown_class(target.to_string(), tree_.root(), target.where);
    return result;
  }
  for (const Import* import : node.whole_imports) {
    const StaticFound package = find_absolute(import->name);
    if (package.class_node == nullptr) {
      fail_unknown_class(import->name.to_string(), tree_.root(), import->where);
    }
    if (StaticFound result = find_in_class(*package.class_node, name, import->where)) return result;
  }
  return {};
}

void Lookup::check_import(const Import& import) {
  std::vector<Name> targets;
  if (import.selected.empty()) targets.push_back(import.name);
  for (const std::string& selected : import.selected) {
    targets.push_back(import.name);
    targets.back().parts.push_back(selected);
  }
  for (const Name& target : targets) {
    if (!find_absolute(target)) fail_unknown_class(target.to_string(), tree_.root(), import.where);
  }
}

StaticFound Lookup::find_at_top(const std::string& name, bool predefined_only) {
  ClassNode* node = tree_.find_nested(tree_.root(), name);
  if (node == nullptr) return {};
  const bool predefined = node->builtin || name == "StateSelect" || name == "AssertionLevel";
  if (predefined_only && !predefined) return {};
  return {node, nullptr, -1};
}

StaticFound Lookup::find(const std::string& name, ClassNode& node, const SourceLocation& where) {
  for (ClassNode* at = &node; at->parent != nullptr; at = at->parent) {
    if (StaticFound found = find_in_class(*at, name, where)) return found;
    if (StaticFound found = find_import(*at, name)) return found;
    if (at->is_encapsulated()) return find_at_top(name, true);
    if (at->heir == nullptr) continue;
    if (StaticFound found = find_in_class(*at->heir, name, where)) return found;
  }
  return find_at_top(name, false);
}

namespace {

// Whether a class is the package or stands in it.
bool is_inside(const std::string& class_name, const std::string& package) {
  return (class_name + ".").starts_with(package + ".");
}

// What to use instead of parts of the Modelica library that are not there yet.
std::string find_replacement(const std::string& full_name) {
  const std::pair<const char*, const char*> missing[] = {
      {"Modelica.Mechanics.Rotational",
       "this class of one-dimensional mechanics is not supported; gelenk library lists those that "
       "are"},
      {"Modelica.Mechanics.Translational",
       "this class of one-dimensional mechanics is not supported; gelenk library lists those that "
       "are"},
      {"Modelica.Mechanics.MultiBody.Sensors",
       "this sensor is not supported; every quantity is a signal, without a sensor"},
      {"Modelica.Mechanics.MultiBody.Visualizers",
       "visualizers are not supported yet; leave them out"},
  };
  for (const auto& [name, hint] : missing) {
    if (is_inside(full_name, name)) return hint;
  }
  return "";
}

}  // namespace

void check_supported(const std::string& class_name, const SourceLocation& where) {
  const std::string use_equations =
      "write signals as expressions: drive(phi_ref = 0.1*sin(time)), and equations of your own: "
      "der(x) = …; the user guide has them in sections 2.6 and 2.8";
  const std::string no_physics =
      "write it as equations, or let a law give the force or torque that acts on the mechanism";
  const std::pair<const char*, const std::string*> missing[] = {
      {"ComplexBlocks", &use_equations},
      {"Clocked", &use_equations},
      {"StateGraph", &use_equations},
      {"Electrical.Batteries", &no_physics},
      {"Electrical.Digital", &no_physics},
      {"Electrical.Polyphase", &no_physics},
      {"Electrical.PowerConverters", &no_physics},
      {"Electrical.QuasiStatic", &no_physics},
      {"Electrical.Spice3", &no_physics},
      {"Magnetic", &no_physics},
      {"Fluid", &no_physics},
      {"Media", &no_physics},
      {"Thermal.FluidHeatFlow", &no_physics},
  };
  for (const auto& [name, hint] : missing) {
    const std::string package = std::string("Modelica.") + name;
    if (!is_inside(class_name, package)) continue;
    fail("unsupported", where, package + " is not built in",
         "name the folder of the Modelica Standard Library among the libraries, or " + *hint);
  }
}

ClassNode& Lookup::get_class(const Name& name, ClassNode& node) {
  if (name.parts.empty()) fail("unknown-class", name.where, "a class name is missing");
  const StaticFound first =
      name.global ? find_at_top(name.parts[0], false) : find(name.parts[0], node, name.where);
  if (first.class_node == nullptr) fail_unknown_class(name.parts[0], node, name.where);
  return get_rest(*first.class_node, name, 1);
}

ClassNode& Lookup::get_rest(ClassNode& first, const Name& name, std::size_t begin) {
  ClassNode* at = &first;
  for (std::size_t i = begin; i < name.parts.size(); ++i) {
    const StaticFound next = find_in_class(*at, name.parts[i], name.where);
    if (next.class_node == nullptr) {
      const std::string full_name = at->full_name + "." + name.parts[i];
      check_supported(full_name, name.where);
      std::vector<std::string> candidates;
      tree_.load_all(*at);
      for (const ClassNode* nested : at->nested) candidates.push_back(nested->name);
      const std::string replacement = find_replacement(full_name);
      const bool has_near = !find_near_names(name.parts[i], candidates).empty();
      fail("unknown-class", name.where,
           "there is no class '" + name.parts[i] + "' in " + at->full_name,
           replacement.empty() || has_near ? suggest(name.parts[i], candidates) : replacement);
    }
    at = next.class_node;
  }
  return *at;
}

std::vector<std::string> Lookup::list_visible_names(ClassNode& node) {
  std::vector<std::string> names;
  for (ClassNode* at = &node; at != nullptr; at = at->parent) {
    for (const ClassNode* nested : at->nested) names.push_back(nested->name);
    for (const auto& [name, target] : at->imports) names.push_back(name);
    for (const auto& [name, component] : at->components) names.push_back(name);
    if (at->flat) {
      for (const FlatElement& e : at->flat->elements) names.push_back(e.name);
    }
  }
  return names;
}

void Lookup::fail_unknown_class(const std::string& name, ClassNode& from,
                                const SourceLocation& where) {
  check_supported(name, where);
  const std::string last = name.substr(name.rfind('.') + 1);
  std::vector<std::string> full_names = tree_.find_full_names(last);
  std::string hint;
  if (!full_names.empty()) {
    std::sort(full_names.begin(), full_names.end());
    if (full_names.size() > 3) full_names.resize(3);
    hint = "did you mean ";
    for (std::size_t i = 0; i < full_names.size(); ++i) {
      hint += (i > 0 ? " or '" : "'") + full_names[i] + "'";
    }
    hint += "?";
  } else if (const auto near = find_near_names(last, list_visible_names(from)); !near.empty()) {
    hint = suggest(last, near);
  }
  if (where.file && !where.file->library) {
    const auto beside = std::filesystem::path(where.file->name).parent_path() / (last + ".mo");
    std::error_code ignored;
    if (std::filesystem::is_regular_file(beside, ignored)) {
      hint +=
          std::string(hint.empty() ? "" : "; ") + "the file " + beside.string() +
          " lies beside this one, but files are searched only in a package folder with package.mo";
    }
  }
  fail("unknown-class", where, "there is no class '" + name + "' here", hint);
}

}  // namespace gelenk::modelica
