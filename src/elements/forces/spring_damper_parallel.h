// Linear spring and damper in parallel between two points: equation (1) of line_force.h.
#pragma once

#include "elements/forces/line_force.h"

namespace gelenk {

struct SpringDamperParallel : LineForce {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Forces.SpringDamperParallel";
  static const char* const declaration;
  explicit SpringDamperParallel(const Component& component)
      : LineForce(read_line_force(component)) {}
};

}  // namespace gelenk
