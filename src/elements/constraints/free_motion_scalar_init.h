// Free motion as something to measure and to start from: no equation, no load. Fixed start values
// of its scalars are conditions on the initial motion, whatever the joints between the two frames
// are.
#pragma once

#include "elements/constraint.h"

namespace gelenk {

struct FreeMotionScalarInit : Measurement {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.FreeMotionScalarInit";
  static const char* const declaration;

  explicit FreeMotionScalarInit(const Component& component);
  FreeMotionScalarInit() = default;

  // Quantities of three scalars each, in the order of names.
  enum Quantity { r, v, a, angle, angle_d, angle_dd, w, z, quantity_count };
  struct Start {
    double value = 0.0;
    bool fixed = false;
  };
  std::array<int, 3> sequence = {1, 2, 3};
  std::array<std::array<Start, 3>, quantity_count> starts{};
  std::array<bool, quantity_count> used{};  // has signals

  // Calls add(residual, rate) for each fixed start value: of positions, or of speeds. Rates are
  // linear in the relative twist.
  template <typename Add>
  void check_start(const FrameMotion<double>& rel, bool velocity_level, const Add& add) const {
    const auto values = calc_values(rel);
    constexpr double turn = 6.283185307179586476925;
    for (int i = 0; i < 3; ++i) {
      auto check = [&](Quantity quantity, Quantity rate, bool is_angle) {
        const Start& start = starts[quantity][i];
        if (!start.fixed) return;
        const double off = values[quantity][i] - start.value;
        add(is_angle ? std::remainder(off, turn) : off, values[rate][i]);
      };
      if (velocity_level) {
        check(v, v, false);
        check(angle_d, angle_d, false);
        check(w, w, false);
      } else {
        check(r, v, false);
        check(angle, angle_d, true);
      }
    }
  }
  bool has_fixed_start() const;

  static std::vector<std::string> start_names();
  std::vector<std::string> signal_names() const;
  void calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                    const Vec6<double>& load, SignalBuffer& values) const;

 private:
  std::array<Vec3<double>, quantity_count> calc_values(const FrameMotion<double>& rel) const;
};

}  // namespace gelenk
