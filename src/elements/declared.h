// What the declaration of an element promises.
#pragma once

#include <string_view>

#include "model/component.h"

namespace gelenk {

// Asserts that there is one: a model from a damaged file may lack it.
inline const Variable& get_variable(const Component& component, std::string_view name) {
  const Variable* variable = component.find_variable(name);
  GELENK_ASSERT(variable != nullptr);
  return *variable;
}

}  // namespace gelenk
