// Linear damper between two points: equation (1) of line_force.h with d.
#pragma once

#include "elements/forces/line_force.h"

namespace gelenk {

struct Damper : LineForce {
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Forces.Damper";
  static const char* const declaration;
  explicit Damper(const Component& component) : LineForce(read_line_force(component)) {}
};

}  // namespace gelenk
