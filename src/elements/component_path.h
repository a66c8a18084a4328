// Which compiled components a model has, and where their files are.
#pragma once

#include <filesystem>

#include "elements/compiled_element.h"

namespace gelenk {

// All of them, in the order of the model.
template <typename AnyComponent, typename Visit>
void visit_compiled(AnyComponent& component, const Visit& visit) {
  if (component.native_class == CompiledElement::class_name) visit(component);
  for (const auto& part : component.parts) visit_compiled(*part, visit);
}

// The first one; null without any.
const Component* find_compiled(const Component& component);

// The path that a Gelenk.CompiledComponent names, from the folder in which it is written. Nothing
// is looked at on disk.
std::filesystem::path find_component_path(const Component& component);
void set_component_path(Component& component, const std::string& path);

}  // namespace gelenk
