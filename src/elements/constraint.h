// What a constraint owes: closure equations between frames F and M, without coordinates. It never
// enters the spanning tree. With nc rows on the relative twist, in F axes,
//   0 = g(X_FM)      0 = C(X_FM) V_FM      0 = C A_FM + Ċ V_FM                                    (1)
// A row is holonomic, then ġ = C V_FM, or it is an equation between speeds alone, as a wheel that rolls
// has it; then g is zero for that row and is_velocity_row says so.
//
// A kind derives from Constraint, which says what all of them lack, and has
//   nc                                       static, or a member where parameters decide it
//   class_name, declaration, Kind(const Component&)
//   calc_g, calc_C, calc_C_bias              (1)
// and may have
//   static constexpr bool on_ground = true   it acts between the world and its frame_a, which is M
//   static constexpr bool is_pointwise       no torque on either frame: forces at the origins only
//   calc_turn(X)                             by what angle a pose that satisfies (1) is turned over
//   signal_names(), calc_signals(F, M, load, values): from the motion and the wrench on M
//   start_of_body(component)                 initial motion that it states for M in the world
//   check_start(rel, level, add)             initial values that it states for the relative motion
//   masses                                   point masses on the line from F to M
//   calc_axis(rel)                           what a shaft at its axis flange shares (AxisAt in joint.h)
#pragma once

#include "elements/force.h"
#include "elements/joint.h"

namespace gelenk {

struct Constraint {
  static constexpr int nq = 0, nv = 0;
  static constexpr bool closes_only = true;
  static constexpr bool on_ground = false;
  static constexpr bool is_pointwise = false;

  template <typename T>
  Pose<T> calc_X(const T*) const {
    return {};
  }
  template <typename T>
  Eigen::Matrix<T, 6, 0> calc_H(const T*) const {
    return {};
  }
  template <typename T>
  Vec6<T> calc_bias(const T*, const T*) const {
    return Vec6<T>::Zero();
  }
  template <typename T>
  void calc_qdot(const T*, const T*, T*) const {}
  void measure(const Pose<double>&, double*) const {}
  static JointNames names() { return {}; }

  bool is_velocity_row(int) const { return false; }
  double calc_turn(const Pose<double>&) const { return 0.0; }
};

// A constraint without equations: something to measure between two frames.
struct Measurement : Constraint {
  static constexpr int nc = 0;
  static constexpr bool is_pointwise = true;

  template <typename T>
  Eigen::Matrix<T, 0, 1> calc_g(const Pose<T>&) const {
    return {};
  }
  template <typename T>
  ClosureRows<T, 0> calc_C(const Pose<T>&) const {
    return {};
  }
  template <typename T>
  Eigen::Matrix<T, 0, 1> calc_C_bias(const Pose<T>&, const Vec6<T>&) const {
    return {};
  }
};

template <typename Kind>
concept ConstraintKind = requires {
  requires Kind::closes_only;
};

}  // namespace gelenk
