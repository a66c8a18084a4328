// A link force (Robotran 4.4): along the line between two points by a law, which may depend on the link's own
// length and speed (equation (1) of line_force.h with the law alone).
#pragma once

#include "elements/forces/line_force.h"

namespace gelenk {

struct LineForceByLaw : LineForce {
  static constexpr const char* class_name = "Gelenk.Forces.LineForce";
  static const char* const declaration;
  explicit LineForceByLaw(const Component& component);
};

}  // namespace gelenk
