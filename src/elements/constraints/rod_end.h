// The far end of a rod whose length is that of the initial position: the origin of M stays on a line of F, the
// rod, and does not move along it. With p from F to M, e along the rod and (b1, b2) across it
//   b1·p = 0      b2·p = 0      e·ṗ = 0                                                           (1)
// It has no class of its own; topology puts it at the end of a rod that carries something.
#pragma once

#include "elements/constraint.h"

namespace gelenk {

struct RodEnd : Constraint {
  static constexpr int nc = 3;

  explicit RodEnd(const Vec3<double>& axis) : e(axis), basis(calc_plane_basis(axis)) {}

  Vec3<double> e;
  PlaneBasis basis;

  bool is_velocity_row(int row) const { return row == 2; }
  template <typename T>
  Vec3<T> calc_g(const Pose<T>& X) const {
    return {basis.b1.cast<T>().dot(X.p), basis.b2.cast<T>().dot(X.p), T(0)};
  }
  template <typename T>
  ClosureRows<T, 3> calc_C(const Pose<T>&) const {
    ClosureRows<T, 3> C = ClosureRows<T, 3>::Zero();
    C.template block<1, 3>(0, 3) = basis.b1.cast<T>().transpose();
    C.template block<1, 3>(1, 3) = basis.b2.cast<T>().transpose();
    C.template block<1, 3>(2, 3) = e.cast<T>().transpose();
    return C;
  }
  template <typename T>
  Vec3<T> calc_C_bias(const Pose<T>&, const Vec6<T>&) const {
    return Vec3<T>::Zero();
  }
};

}  // namespace gelenk
