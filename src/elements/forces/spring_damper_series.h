// Spring and damper one behind the other, between two points. The damper's stretch s_d is a state:
//   f = c (s − s₀ − s_d) = d ṡ_d                                                                (1)
#pragma once

#include "elements/forces/line_force.h"

namespace gelenk {

struct SpringDamperSeries : LineForce {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Forces.SpringDamperSeries";
  static const char* const declaration;
  explicit SpringDamperSeries(const Component& component);
  static std::vector<Assignment> rates(const Component& component);

  double stiffness, damping;

  // Of the spring.
  double calc_potential_energy(const FrameMotion<double>&, const FrameMotion<double>&,
                               const double* laws) const {
    return 0.5 * laws[0] * laws[0] / stiffness;
  }
  void calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b, const double* laws,
                    SignalBuffer& values) const;
};

}  // namespace gelenk
