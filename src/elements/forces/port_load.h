// Constant force and torque on a frame, in world axes: what a part is loaded with at a port when it
// runs alone. It has no class of its own; topology makes it (RootPorts in topology/system.h).
#pragma once

#include "elements/force.h"

namespace gelenk {

struct PortLoad {
  static constexpr bool has_frame_a = false;
  Vec6<double> F;  // on the body, about the frame's origin

  std::vector<symbolic::Expression> laws() const { return {}; }
  template <typename T>
  WrenchPair<T> calc_wrenches(const FrameMotion<T>&, const FrameMotion<T>&, const double*) const {
    WrenchPair<T> pair;
    pair.F_b = F.cast<T>();
    return pair;
  }
  double calc_potential_energy(const FrameMotion<double>&, const FrameMotion<double>&,
                               const double*) const {
    return 0.0;
  }
  static std::vector<std::string> signal_names() { return {}; }
  void calc_signals(const FrameMotion<double>&, const FrameMotion<double>&, const double*,
                    SignalBuffer&) const {}
};

}  // namespace gelenk
