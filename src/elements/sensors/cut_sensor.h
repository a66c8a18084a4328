// Sensors of the load that passes through a rigid connection: frame_a and frame_b coincide, without
// mass, and the load (t, f) on frame_a from outside, about its origin and in its axes, is what is
// measured.
//   power = f · v_a + t · w_a                                                                   (1)
#pragma once

#include <string>
#include <vector>

#include "elements/signal_buffer.h"
#include "math/spatial.h"
#include "model/component.h"

namespace gelenk {

struct CutSensor {
  bool force = false, torque = false, power = false;
  enum class Axes { a, world, resolve };
  Axes axes = Axes::a;
  double sign = 1.0;

  std::vector<std::string> signal_names() const;
  // R: orientation of frame_resolve, where there is one.
  void calc_signals(const FrameMotion<double>& a, const Vec6<double>& load, const Mat3<double>& R,
                    SignalBuffer& values) const;
};

}  // namespace gelenk
