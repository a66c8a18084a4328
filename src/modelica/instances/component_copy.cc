#include "modelica/instances/component_copy.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "symbolic/substitute.h"

namespace gelenk::modelica {

bool names_quantities(const Component& component) {
  if (!component.assignments.empty() || !component.rates.empty() || !component.residuals.empty() ||
      !component.initials.empty() || !component.whens.empty() || !component.delays.empty())
    return true;
  return std::any_of(
      component.parameters.begin(), component.parameters.end(), [](const Parameter& parameter) {
        const std::vector<symbolic::Expression>& laws = parameter.value.laws;
        return std::any_of(laws.begin(), laws.end(), [](const symbolic::Expression& law) {
          return !symbolic::list_variables(law).empty();
        });
      });
}

Session::Contents count_own(const Component& component) {
  Session::Contents contents;
  contents.members = component.parameters.size() + component.variables.size() +
                     component.connectors.size() + component.connections.size();
  for (const Parameter& parameter : component.parameters)
    contents.entries += static_cast<std::size_t>(parameter.value.size());
  for (const Variable& variable : component.variables)
    contents.entries += 2 * static_cast<std::size_t>(variable.start.size());
  return contents;
}

namespace {

bool is_same(const SourceLocation& a, const SourceLocation& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

// To the last bit: −0 is not 0.
bool is_same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

bool is_same(const Value& a, const Value& b) {
  return a.type == b.type && a.dims == b.dims && is_same(a.numbers, b.numbers) &&
         a.strings == b.strings && !a.is_law() && !b.is_law();
}

bool is_same(const Parameter& a, const Parameter& b) {
  return a.name == b.name && a.given == b.given && a.added == b.added &&
         a.causality == b.causality && is_same(a.where, b.where) && is_same(a.value, b.value);
}

bool is_same(const Variable& a, const Variable& b) {
  return a.name == b.name && a.unit == b.unit && a.dims == b.dims &&
         a.start_given == b.start_given && a.causality == b.causality &&
         is_same(a.where, b.where) && is_same(a.start, b.start) && is_same(a.fixed, b.fixed);
}

bool is_same(const Connector& a, const Connector& b) {
  return a.name == b.name && a.class_name == b.class_name && a.is_given == b.is_given &&
         is_same(a.where, b.where);
}

template <typename T>
void share(const SharedList<T>& other, SharedList<T>& own) {
  if (std::equal(other.begin(), other.end(), own.begin(), own.end(),
                 [](const T& a, const T& b) { return is_same(a, b); }))
    own = other;
  else if (!own.empty())
    own.edit().shrink_to_fit();
}

}  // namespace

void share_lists(const Component& other, Component& component) {
  share(other.parameters, component.parameters);
  share(other.variables, component.variables);
  share(other.connectors, component.connectors);
}

namespace {

void copy_tree(const Component& original, Component& copy) {
  copy.class_name = original.class_name;
  copy.native_class = original.native_class;
  copy.library_composite = original.library_composite;
  copy.where = original.where;
  copy.parameters = original.parameters;
  copy.variables = original.variables;
  copy.connectors = original.connectors;
  copy.connections = original.connections;
  copy.aliases = original.aliases;
  copy.parts.reserve(original.parts.size());
  for (const auto& from : original.parts) {
    auto part = std::make_unique<Component>();
    part->name = from->name;
    part->path = copy.path + "." + from->name;
    part->parent = &copy;
    copy_tree(*from, *part);
    copy.parts.push_back(std::move(part));
  }
}

bool is_inside(const Component* component, const Component& whole) {
  while (component != nullptr && component != &whole) component = component->parent;
  return component == &whole;
}

// `original` and `copy` correspond, as parts of `whole` and of `whole_copy` or as these themselves.
void copy_outers(const Component& original, Component& copy, const Component& whole,
                 const Component& whole_copy) {
  copy.outers.reserve(original.outers.size());
  for (const auto& [name, inner] : original.outers) {
    const Component* meant = inner;
    if (inner == &whole)
      meant = &whole_copy;
    else if (is_inside(inner, whole))
      meant = whole_copy.find_part(std::string_view(inner->path).substr(whole.path.size() + 1));
    copy.outers.emplace_back(name, meant);
  }
  for (std::size_t i = 0; i < original.parts.size(); ++i)
    copy_outers(*original.parts[i], *copy.parts[i], whole, whole_copy);
}

}  // namespace

void copy_contents(const Component& original, Component& copy) {
  copy_tree(original, copy);
  copy_outers(original, copy, original, copy);
}

}  // namespace gelenk::modelica
