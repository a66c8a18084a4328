// Point mass in the middle of a rod: weight and inertia, no force of its own (LumpedMass in force.h). It has
// no class of its own; topology makes it for a rod with mass.
#pragma once

#include "elements/force.h"

namespace gelenk {

struct RodMass {
  static constexpr bool has_frame_a = true;
  LumpedMass lump;

  std::vector<symbolic::Expression> laws() const { return {}; }
  template <typename T>
  WrenchPair<T> calc_wrenches(const FrameMotion<T>&, const FrameMotion<T>&, const double*) const {
    return {};
  }
  double calc_potential_energy(const FrameMotion<double>&, const FrameMotion<double>&,
                               const double*) const {
    return 0.0;
  }
  static std::vector<std::string> signal_names() {
    return {"r_CM_0[1]", "r_CM_0[2]", "r_CM_0[3]", "v_CM_0[1]", "v_CM_0[2]", "v_CM_0[3]"};
  }
  void calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b, const double*,
                    double* values) const {
    Eigen::Map<Vec3<double>>(values, 3) = lump.between(a.X.p, b.X.p);
    Eigen::Map<Vec3<double>>(values + 3, 3) =
        lump.between(Vec3<double>(a.v()), Vec3<double>(b.v()));
  }
};

}  // namespace gelenk
