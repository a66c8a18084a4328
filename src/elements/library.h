// The built-in class library for the Modelica reader: all elements.
#pragma once

#include "modelica/reader.h"

namespace gelenk {

const modelica::Library& element_library();

}  // namespace gelenk
