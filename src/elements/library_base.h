// Modelica text that the element declarations share: connectors, types, partial classes.
#pragma once

namespace gelenk {

extern const char* const library_base_text;

}  // namespace gelenk
