// Where the file of a compiled component is.
#pragma once

#include <filesystem>

#include "model/component.h"

namespace gelenk {

// The path that a Gelenk.CompiledComponent names, from the folder in which it is written. Nothing is looked at on disk.
std::filesystem::path find_component_path(const Component& component);

}  // namespace gelenk
