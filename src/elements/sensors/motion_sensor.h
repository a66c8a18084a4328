// Sensors of motion: what Modelica.Mechanics.MultiBody.Sensors measures of one frame in the world,
// or of frame b relative to frame a. To the formulations such a sensor is a force (force.h) that
// exerts nothing; its measurements are signals.
//
// With r = p_b − p_a, w = w_b − w_a (world vectors) and derivatives taken in the axes D of the
// world, of a, of b or of frame_resolve, which turn with w_D and α_D:
//   v = ṙ − w_D × r                 z = ẇ − w_D × w                                             (1)
//   a = r̈ − α_D × r − 2 w_D × ṙ + w_D × (w_D × r)                                              (2)
// For an absolute sensor a is the world's frame and D the world.
#pragma once

#include <array>
#include <span>

#include "elements/force.h"

namespace gelenk {

// A class of motion sensor. `measures` names its one quantity; null: the quantities that the
// parameters get_* choose.
struct SensorKind {
  const char* class_name;
  const char* declaration;
  bool relative;
  const char* measures;
};
std::span<const SensorKind> sensor_kinds();

struct MotionSensor {
  enum class Axes { world, a, b, resolve };
  enum class Quantity { r, v, a, angles, w, z, distance };

  MotionSensor(const Component& component, const SensorKind& kind);

  static constexpr bool is_idle = true;
  bool has_frame_a;         // relative
  const char* connector_b;  // an absolute sensor measures its frame_a
  std::vector<Quantity> quantities;
  Axes shown_in = Axes::world;          // r and w
  Axes derived_in = Axes::world;        // D
  Axes derivative_shown = Axes::world;  // v, a and z
  std::array<int, 3> sequence = {1, 2, 3};
  double guess_angle = 0.0;  // of the two triples of angles, that whose first is nearer

  std::vector<symbolic::Expression> laws() const { return {}; }
  template <typename T>
  WrenchPair<T> calc_wrenches(const FrameMotion<T>&, const FrameMotion<T>&, const double*) const {
    return {};
  }
  double calc_potential_energy(const FrameMotion<double>&, const FrameMotion<double>&,
                               const double*) const {
    return 0.0;
  }
  bool is_motion_signal(int k) const {
    const Quantity quantity = quantities[static_cast<std::size_t>(k / 3)];
    return quantity != Quantity::a && quantity != Quantity::z;
  }
  std::vector<std::string> signal_names() const;
  // resolve: motion of frame_resolve, where there is one.
  void calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b,
                    const FrameMotion<double>& resolve, SignalBuffer& values) const;
};

}  // namespace gelenk
