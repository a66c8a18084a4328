// The line between two frames, with flanges for 1-D elements that act along it: flange_b is at the
// distance of the frames, flange_a at zero. What pushes flange_b forward pushes the frames apart.
// Point masses may sit on the line. It is a constraint without equations; topology ties the shaft
// at flange_b to the length. With p from F to M, s = |p|, e = p/s
//   length = s      rate = e·ṗ      acceleration = e·p̈ + (ṗ·ṗ − (e·ṗ)²)/s                      (1)
// Below the length s_small the direction is not resolved: e = p/s_small, which takes the force to
// zero.
#pragma once

#include "elements/constraint.h"
#include "elements/forces/rod_mass.h"

namespace gelenk {

struct LineFlanges : Measurement {
  LineFlanges() = default;
  explicit LineFlanges(const Component& component);

  double s_small = 1e-10;
  std::vector<RodMass> masses;

  AxisAt calc_axis(const FrameMotion<double>& rel) const;  // (1)

  static std::vector<std::string> signal_names();
  void calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                    const Vec6<double>& load, SignalBuffer& values) const;
};

// One mass, at a fraction of the length.
struct LineForceWithMass : LineFlanges {
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Forces.LineForceWithMass";
  static const char* const declaration;
  LineForceWithMass() = default;
  explicit LineForceWithMass(const Component& component);
};

// Two masses, each at a fixed distance from its end.
struct LineForceWithTwoMasses : LineFlanges {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Forces.LineForceWithTwoMasses";
  static const char* const declaration;
  LineForceWithTwoMasses() = default;
  explicit LineForceWithTwoMasses(const Component& component);
};

}  // namespace gelenk
