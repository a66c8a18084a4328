// A pinion rolls on a rack: the displacement of its centre M along the rack, fixed in F, goes with its
// angle about n relative to the rack (TurnRow of joint.h). One row; other joints hold the pinion to the
// rack. The two touch at radius (n × n_rack) from the pinion's centre, where both have the same velocity.
#pragma once

#include "elements/constraint.h"

namespace gelenk {

struct RackAndPinion : Constraint {
  static constexpr int nc = 1;
  static constexpr const char* class_name = "Gelenk.Joints.RackAndPinion";
  static const char* const declaration;

  explicit RackAndPinion(const Component& component);
  RackAndPinion(const Vec3<double>& n_rack, const Vec3<double>& n, double radius)
      : teeth(n, n_rack, radius) {}

  TurnRow teeth;

  template <typename T>
  Eigen::Matrix<T, 1, 1> calc_g(const Pose<T>& X) const {
    return Eigen::Matrix<T, 1, 1>(teeth.calc_residual<T>(X));
  }
  template <typename T>
  ClosureRows<T, 1> calc_C(const Pose<T>& X) const {
    return teeth.calc_row<T>(X);
  }
  template <typename T>
  Eigen::Matrix<T, 1, 1> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    return Eigen::Matrix<T, 1, 1>(teeth.calc_row_bias<T>(X, V));
  }
};

}  // namespace gelenk
