// A component from a file (compiled/loaded_component.h) as an element of a model. The user's class
// says which connectors, inputs and outputs it has, since a text must be readable without the file; they are held
// against those of the file here.
#pragma once

#include <memory>

#include "compiled/loaded_component.h"
#include "model/component.h"

namespace gelenk {

struct CompiledElement {
  static constexpr const char* class_name = "Gelenk.CompiledComponent";
  static const char* const declaration;

  explicit CompiledElement(const Component& component);

  std::shared_ptr<LoadedComponent> loaded;
  std::vector<symbolic::Expression> input_laws;  // by input of the file
};

}  // namespace gelenk
