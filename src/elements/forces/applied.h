// Forces and torques prescribed by a law of time (Thesis 6.2.3 has the cosine torque): on one body,
// or between two with the reaction on the other. The law has three components, in world axes or in
// the axes of frame_b.
#pragma once

#include "elements/force.h"

namespace gelenk {

struct Applied {
  Applied(const Component& component, const char* law_name, bool is_torque);

  std::vector<symbolic::Expression> law;  // three components
  bool in_world = false;                  // else in frame_b
  bool is_torque = false;

  std::vector<symbolic::Expression> laws() const { return law; }
  std::optional<TorqueLaw> torque_law() const {
    if (!is_torque) return {};
    return TorqueLaw{in_world};
  }

  // The load on frame b, world axes.
  template <typename T>
  Vec3<T> calc_load(const FrameMotion<T>& b, const double* law_values) const {
    const Vec3<T> load{T(law_values[0]), T(law_values[1]), T(law_values[2])};
    return in_world ? load : Vec3<T>(b.X.R * load);
  }
  // The load on b, and its reaction at frame a: a wrench about Ao of the opposite load at Bo.
  template <typename T>
  WrenchPair<T> calc_wrenches(const FrameMotion<T>& a, const FrameMotion<T>& b,
                              const double* law_values) const {
    const Vec3<T> load = calc_load(b, law_values);
    WrenchPair<T> F;
    if (is_torque)
      F.F_b.template head<3>() = load;
    else
      F.F_b.template tail<3>() = load;
    F.F_a = -shift_wrench<T>(F.F_b, b.X.p - a.X.p);
    return F;
  }

  double calc_potential_energy(const FrameMotion<double>&, const FrameMotion<double>&,
                               const double*) const {
    return 0.0;
  }
  std::vector<std::string> signal_names() const;
  void calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b,
                    const double* law_values, SignalBuffer& values) const;
};

struct WorldForce : Applied {
  static constexpr bool has_frame_a = false;
  static constexpr const char* class_name = "Gelenk.Forces.WorldForce";
  static const char* const declaration;
  explicit WorldForce(const Component& component) : Applied(component, "force", false) {}
};

struct WorldTorque : Applied {
  static constexpr bool has_frame_a = false;
  static constexpr const char* class_name = "Gelenk.Forces.WorldTorque";
  static const char* const declaration;
  explicit WorldTorque(const Component& component) : Applied(component, "torque", true) {}
};

struct Force : Applied {
  static constexpr bool has_frame_a = true;
  static constexpr const char* class_name = "Gelenk.Forces.Force";
  static const char* const declaration;
  explicit Force(const Component& component) : Applied(component, "force", false) {}
};

struct Torque : Applied {
  static constexpr bool has_frame_a = true;
  static constexpr const char* class_name = "Gelenk.Forces.Torque";
  static const char* const declaration;
  explicit Torque(const Component& component) : Applied(component, "torque", true) {}
};

}  // namespace gelenk
