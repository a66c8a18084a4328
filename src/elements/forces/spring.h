// Linear spring between two points: equation (1) of line_force.h with c and s_unstretched.
#pragma once

#include "elements/forces/line_force.h"

namespace gelenk {

struct Spring : LineForce {
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Forces.Spring";
  static const char* const declaration;
  explicit Spring(const Component& component) : LineForce(read_line_force(component)) {}
};

}  // namespace gelenk
