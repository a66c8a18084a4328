// Linear spring between two points: equation (1) of line_force.h with c and s_unstretched. A stiffness that is found at the start is a
// variable: then c (s − s_unstretched) is the law.
#pragma once

#include "elements/forces/line_force.h"

namespace gelenk {

struct Spring : LineForce {
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Forces.Spring";
  static const char* const declaration;
  explicit Spring(const Component& component);

  double calc_potential_energy(const FrameMotion<double>& a, const FrameMotion<double>& b,
                               const double* laws) const;
};

}  // namespace gelenk
