// Point mass on the line between two frames: weight and inertia, no force of its own
// (lumped_mass.h). It has no class of its own; topology makes it for a constraint that has masses.
#pragma once

#include "elements/force.h"

namespace gelenk {

struct RodMass {
  static constexpr bool has_frame_a = true, is_idle = true;
  LumpedMass lump;
  std::string point = "CM";  // in the names of its signals

  std::vector<symbolic::Expression> laws() const { return {}; }
  template <typename T>
  WrenchPair<T> calc_wrenches(const FrameMotion<T>&, const FrameMotion<T>&, const double*) const {
    return {};
  }
  double calc_potential_energy(const FrameMotion<double>&, const FrameMotion<double>&,
                               const double*) const {
    return 0.0;
  }
  std::vector<std::string> signal_names() const {
    std::vector<std::string> names;
    for (const char* quantity : {"r_", "v_"}) {
      for (const char* index : {"[1]", "[2]", "[3]"})
        names.push_back(quantity + point + "_0" + index);
    }
    return names;
  }
  void calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b, const double*,
                    SignalBuffer& values) const {
    const LumpMotion L = calc_lump_motion(lump, a, b);
    values.add(L.p);
    values.add(L.v);
  }
};

}  // namespace gelenk
