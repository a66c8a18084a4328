#include "model/component.h"

#include <numeric>

namespace gelenk {

int Value::size() const {
  return std::accumulate(dims.begin(), dims.end(), 1, [](int n, int d) { return n * d; });
}

const char* to_string(BasicType type) {
  switch (type) {
    case BasicType::real: return "Real";
    case BasicType::integer: return "Integer";
    case BasicType::boolean: return "Boolean";
    case BasicType::string: return "String";
    case BasicType::enumeration: return "enumeration";
  }
  return "";
}

std::string describe_shape(BasicType type, const std::vector<int>& dims) {
  std::string text = to_string(type);
  for (std::size_t i = 0; i < dims.size(); ++i) {
    text += (i == 0 ? "[" : ",") + std::to_string(dims[i]);
  }
  return dims.empty() ? text : text + "]";
}

namespace {

template <typename T>
const T* find_named(const SharedList<T>& items, std::string_view name) {
  for (const T& item : items) {
    if (item.name == name) return &item;
  }
  return nullptr;
}

}  // namespace

const Parameter* Component::find_parameter(std::string_view wanted) const {
  return find_named(parameters, wanted);
}

const Variable* Component::find_variable(std::string_view wanted) const {
  return find_named(variables, wanted);
}

namespace {

// Of a component that may be changed, or of one that may not.
template <typename AnyComponent>
AnyComponent* walk_to_part(AnyComponent& from, std::string_view rest) {
  AnyComponent* at = &from;
  while (!rest.empty()) {
    const std::size_t dot = rest.find('.');
    const std::string_view head = rest.substr(0, dot);
    rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    AnyComponent* next = nullptr;
    for (const auto& part : at->parts) {
      if (part->name == head) next = part.get();
    }
    if (next == nullptr) return nullptr;
    at = next;
  }
  return at;
}

}  // namespace

const Component* Component::find_part(std::string_view part) const {
  return walk_to_part(*this, part);
}

Component* Component::find_part(std::string_view part) { return walk_to_part(*this, part); }

const Component* Component::find_outer(std::string_view wanted) const {
  for (const auto& [outer_name, component] : outers) {
    if (outer_name == wanted) return component;
  }
  return nullptr;
}

const Value& Component::value(std::string_view wanted) const {
  const Parameter* parameter = find_parameter(wanted);
  GELENK_ASSERT(parameter != nullptr);
  return parameter->value;
}

double Component::real(std::string_view wanted) const {
  const Value& v = value(wanted);
  GELENK_ASSERT(v.numbers.size() == 1);
  return v.numbers[0];
}

bool Component::boolean(std::string_view wanted) const { return real(wanted) != 0.0; }

std::string Component::text(std::string_view wanted) const {
  const Value& v = value(wanted);
  GELENK_ASSERT(v.strings.size() == 1);
  return v.strings[0];
}

std::vector<double> Component::reals(std::string_view wanted) const {
  return value(wanted).numbers;
}

UserError Component::error(std::string code, std::string message, std::string hint,
                           std::string_view parameter) const {
  const Parameter* p = parameter.empty() ? nullptr : find_parameter(parameter);
  const SourceLocation& location = p && p->where.file && !p->where.file->library ? p->where : where;
  return UserError(
      Diagnostic{std::move(code), location, path, std::move(message), std::move(hint)});
}

}  // namespace gelenk
