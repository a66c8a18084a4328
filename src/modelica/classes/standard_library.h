// The general part of the class library, as Modelica text: physical constants, types with units,
// unit conversions, mathematical functions. Names, units and values are those of the Modelica
// Standard Library, so that models written against it find them. read_model adds these texts to
// every library that does not bring its own of the same name.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gelenk::modelica {

// (name for messages, Modelica text)
const std::vector<std::pair<std::string, std::string>>& standard_texts();

}  // namespace gelenk::modelica
