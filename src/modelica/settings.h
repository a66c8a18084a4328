// Settings from outside, path = value, as the outermost modifiers of the model.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "modelica/instances/modifier.h"

namespace gelenk::modelica {

// Paths lead to parameters or attributes: "arm.m", "link[2].m", "joint.phi.start". A path through a
// component array without a subscript holds for every element. Null without settings.
ModifierPtr make_settings(const std::vector<std::pair<std::string, std::string>>& settings,
                          ClassNode& root);

// The path whose value the place is in, where it is one in the text of a setting.
std::optional<std::string> find_set_path(const SourceLocation& where);

}  // namespace gelenk::modelica
