#include "model/hidden_names.h"

#include <unordered_map>

#include "model/marked_name.h"
#include "symbolic/substitute.h"

namespace gelenk {

// New names of what one component holds. Numbers cannot be mistaken for names of the library or for
// connectors of the root, which begin with a letter: "3" is a part, "3()" one that
// nobody declared, "3c" a connector, "3x" a variable, "3o" an outer component.
struct HiddenNames::Scope {
  const Component* component = nullptr;
  std::unordered_map<std::string, std::string> parts, connectors, variables, outers;
  std::unordered_map<std::string, std::unique_ptr<Scope>> inside;  // by old name

  bool is_library() const { return component->is_native() || component->library_composite; }

  explicit Scope(const Component& c) : component(&c) {
    const bool keep = is_library();
    auto name = [&](const std::string& old, std::size_t number, const char* kind) {
      return keep ? old : std::to_string(number + 1) + kind;
    };
    for (std::size_t i = 0; i < c.parts.size(); ++i) {
      const std::string& old = c.parts[i]->name;
      parts.emplace(old, name(old, i, is_internal_name(old) ? "()" : ""));
      inside.emplace(c.parts[i]->name, std::make_unique<Scope>(*c.parts[i]));
    }
    for (std::size_t i = 0; i < c.connectors.size(); ++i) {
      const std::string& old = c.connectors[i].name;
      connectors.emplace(old, c.parent == nullptr ? old : name(old, i, "c"));
    }
    for (std::size_t i = 0; i < c.variables.size(); ++i) {
      const std::string& old = c.variables[i].name;
      const auto of = connectors.find(old.substr(0, old.find('.')));
      const bool is_member = of != connectors.end() && old.find('.') != std::string::npos;
      if (const auto part = inside.find(old.substr(0, old.find('.'))); part != inside.end()) {
        // The flow through a connector of that part.
        const std::string rest = old.substr(old.find('.') + 1);
        variables.emplace(old, parts.at(part->first) + "." + part->second->rename_quantity(rest));
        continue;
      }
      variables.emplace(old, is_member               ? of->second + old.substr(old.find('.'))
                             : is_internal_name(old) ? old  // ours
                                                     : name(old, i, "x"));
    }
    for (std::size_t i = 0; i < c.outers.size(); ++i)
      outers.emplace(c.outers[i].first, name(c.outers[i].first, i, "o"));
  }

  // Path of a part, seen from here; an outer component if there is no such part. Empty stays empty.
  std::string rename_part(const std::string& path) const {
    if (path.empty()) return path;
    const std::size_t dot = path.find('.');
    const std::string head = path.substr(0, dot);
    const auto part = parts.find(head);
    if (part == parts.end()) {
      const auto outer = outers.find(path);
      return outer == outers.end() ? path : outer->second;
    }
    if (dot == std::string::npos) return part->second;
    return part->second + "." + inside.at(head)->rename_part(path.substr(dot + 1));
  }

  // Empty: no quantity has that name.
  std::string rename_quantity(const std::string& path) const {
    const std::size_t dot = path.find('.');
    const std::string head = path.substr(0, dot);
    if (const auto part = parts.find(head); part != parts.end() && dot != std::string::npos) {
      const std::string rest = inside.at(head)->rename_quantity(path.substr(dot + 1));
      return rest.empty() ? "" : part->second + "." + rest;
    }
    if (is_library()) return path;
    if (const auto at = connectors.find(head); at != connectors.end() && dot != std::string::npos)
      return at->second + path.substr(dot);
    // A member of a record has a dot in its name.
    const std::size_t subscript = path.back() == ']' ? path.rfind('[') : std::string::npos;
    const auto variable = variables.find(path.substr(0, subscript));
    if (variable == variables.end()) return "";
    return variable->second + (subscript == std::string::npos ? "" : path.substr(subscript));
  }

  // The scope of a part, seen from here; null where there is none.
  const Scope* find(const std::string& path) const {
    if (path.empty()) return this;
    const std::size_t dot = path.find('.');
    const auto part = inside.find(path.substr(0, dot));
    if (part == inside.end()) return nullptr;
    return part->second->find(dot == std::string::npos ? "" : path.substr(dot + 1));
  }

  // `above`: of the component that holds this one; null at the root.
  void apply(Component& c, const Scope* above, const HiddenNames& names) const;
};

namespace {

symbolic::Expression rename_in(const symbolic::Expression& e, const HiddenNames& names) {
  return symbolic::substitute(e, [&](const std::string& name) {
    return symbolic::Expression::variable(names.rename(name));
  });
}

void rename_in(std::vector<Assignment>& equations, const HiddenNames& names) {
  for (Assignment& equation : equations) {
    equation.variable = names.rename(equation.variable);
    equation.value = rename_in(equation.value, names);
    equation.where = {};
  }
}

// A connector class of the user's own is known by the end of its name.
std::string hide_class(const std::string& name) {
  if (name.starts_with("Modelica.") || name.starts_with("Gelenk.")) return name;
  const std::size_t end = name.rfind(".Interfaces.");
  return end == std::string::npos ? "component" : "component" + name.substr(end);
}

}  // namespace

void HiddenNames::Scope::apply(Component& c, const Scope* above, const HiddenNames& names) const {
  c.name = above != nullptr ? above->parts.at(c.name) : "component";
  c.path = c.parent == nullptr      ? ""
           : c.parent->path.empty() ? c.name
                                    : c.parent->path + "." + c.name;
  c.class_name = c.is_native() ? c.native_class : "component";
  c.where = {};

  // Values of parameters are in what they act on; of composites only laws are needed, for what they
  // read. What a class of the user's adds to a native one is of no effect but for inputs.
  std::vector<Parameter>& parameters = c.parameters.edit();
  std::erase_if(parameters, [&](const Parameter& p) {
    return c.is_native() ? p.added && p.causality != Causality::input : !p.value.is_law();
  });
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Parameter& p = parameters[i];
    if (!is_library()) p.name = std::to_string(i + 1) + "p";
    for (symbolic::Expression& law : p.value.laws) law = rename_in(law, names);
    if (p.value.type == BasicType::string) {
      // A text that names a quantity beside the component, or nothing that matters.
      for (std::string& text : p.value.strings)
        text = above == nullptr || text.empty() ? "" : above->rename_quantity(text);
    }
    p.where = {};
  }
  for (Variable& v : c.variables.edit()) {
    v.name = variables.at(v.name);
    v.where = {};
  }
  rename_in(c.assignments, names);
  rename_in(c.rates, names);
  for (auto* residuals : {&c.residuals, &c.initials}) {
    for (Residual& residual : *residuals) {
      residual.value = rename_in(residual.value, names);
      residual.where = {};
    }
  }
  for (std::vector<When>& branches : c.whens) {
    for (When& when : branches) {
      when.condition = rename_in(when.condition, names);
      rename_in(when.assignments, names);
      rename_in(when.resets, names);
      when.where = {};
    }
  }
  for (Delay& delay : c.delays) {
    delay.value = rename_in(delay.value, names);
    delay.time = rename_in(delay.time, names);
    delay.where = {};
  }
  for (Connector& connector : c.connectors.edit()) {
    connector.name = connectors.at(connector.name);
    connector.class_name = hide_class(connector.class_name);
    connector.where = {};
  }
  for (Connection& connection : c.connections.edit()) {
    for (ConnectorRef* ref : {&connection.a, &connection.b}) {
      const Scope* at = find(ref->part);
      if (at != nullptr) {
        const auto known = at->connectors.find(ref->connector);
        if (known != at->connectors.end()) ref->connector = known->second;
      }
      ref->part = rename_part(ref->part);
    }
    connection.where = {};
  }
  for (auto& [name, inner] : c.aliases.edit()) {
    name = rename_quantity(name);
    inner = rename_quantity(inner);
  }
  for (auto& [name, component_outside] : c.outers) name = outers.at(name);
  for (const auto& part : c.parts) {
    const Scope& scope = *inside.at(part->name);
    scope.apply(*part, this, names);
  }
}

HiddenNames::HiddenNames(const Component& root) : root_(std::make_unique<Scope>(root)) {}
HiddenNames::~HiddenNames() = default;

std::string HiddenNames::rename(const std::string& path) const {
  const MarkedName marked = split_mark(path);
  if (marked.mark == NameMark::assertion || marked.mark == NameMark::check)
    return mark_name(marked.mark, "a condition of the component");
  if (marked.mark == NameMark::termination) return mark_name(marked.mark, "the component ends it");
  if (marked.mark == NameMark::delayed) return path;  // a number
  if (marked.mark != NameMark::none) return mark_name(marked.mark, rename(marked.name));
  if (path == starting_name) return path;
  const std::string renamed = root_->rename_quantity(path);
  GELENK_ASSERT(!renamed.empty());
  return renamed;
}

void HiddenNames::apply(ModelTree& model) const {
  GELENK_ASSERT(model.root.get() == root_->component);
  root_->apply(*model.root, nullptr, *this);
  model.warnings.clear();
}

}  // namespace gelenk
