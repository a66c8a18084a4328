// Settings from outside, path = value, as the outermost modifiers of the model.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "modelica/modifier.h"

namespace gelenk::modelica {

// Paths lead to parameters or attributes: "arm.m", "link[2].m", "joint.phi.start". A path through a
// component array without a subscript holds for every element. Null without settings.
ModifierPtr make_settings(const std::vector<std::pair<std::string, std::string>>& settings,
                          ClassNode& root);

}  // namespace gelenk::modelica
