// A blade or a wheel without radius: M may move along it and turn, but not sideways. With n fixed in M
//   (R n)·v = 0                                                                                     (1)
// is an equation between speeds, which restricts no position: a skate on ice gets everywhere.
#pragma once

#include "elements/constraint.h"

namespace gelenk {

struct Skate : Constraint {
  static constexpr const char* class_name = "Gelenk.Joints.Skate";
  static const char* const declaration;
  static constexpr int nc = 1;
  static constexpr bool is_pointwise = true;

  explicit Skate(const Component& component) : Skate(read_axis(component, "n")) {}
  explicit Skate(const Vec3<double>& sideways) : n(sideways) {}

  Vec3<double> n;  // in M

  bool is_velocity_row(int) const { return true; }
  template <typename T>
  Eigen::Matrix<T, 1, 1> calc_g(const Pose<T>&) const {
    return Eigen::Matrix<T, 1, 1>::Zero();
  }
  template <typename T>
  ClosureRows<T, 1> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 1> C = ClosureRows<T, 1>::Zero();
    C.template tail<3>() = (X.R * n.cast<T>()).transpose();  // (1)
    return C;
  }
  template <typename T>
  Eigen::Matrix<T, 1, 1> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    const Vec3<T> w = V.template head<3>(), v = V.template tail<3>();
    return Eigen::Matrix<T, 1, 1>(w.cross(Vec3<T>(X.R * n.cast<T>())).dot(v));
  }
};

}  // namespace gelenk
