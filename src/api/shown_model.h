// A model read for people: with the texts that they read, and drawings as large as fits it.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "modelica/reader.h"

namespace gelenk {

using Settings = std::vector<std::pair<std::string, std::string>>;

// `read` reads the model with these settings beside its own, and its texts.
ModelTree read_shown_model(
    const std::function<ModelTree(const Settings& more, modelica::ModelTexts& texts)>& read,
    modelica::ModelTexts& texts);

}  // namespace gelenk
