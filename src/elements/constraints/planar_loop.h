// Cut of a planar loop: the origins coincide in the plane with normal n, fixed in F. The rest of the loop
// keeps M in the plane, so that these two rows are what a revolute joint would add there, without its
// redundant ones.
#pragma once

#include "elements/constraint.h"

namespace gelenk {

struct PlanarLoopConstraint : Constraint {
  static constexpr int nc = 2;
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.RevolutePlanarLoopConstraint";
  static const char* const declaration;

  explicit PlanarLoopConstraint(const Component& c) : PlanarLoopConstraint(read_axis(c, "n")) {}
  explicit PlanarLoopConstraint(const Vec3<double>& normal) : basis(calc_plane_basis(normal)) {}

  PlaneBasis basis;

  template <typename T>
  Eigen::Matrix<T, 2, 1> calc_g(const Pose<T>& X) const {
    return {basis.b1.cast<T>().dot(X.p), basis.b2.cast<T>().dot(X.p)};
  }
  template <typename T>
  ClosureRows<T, 2> calc_C(const Pose<T>&) const {
    ClosureRows<T, 2> C = ClosureRows<T, 2>::Zero();
    C.template block<1, 3>(0, 3) = basis.b1.cast<T>().transpose();
    C.template block<1, 3>(1, 3) = basis.b2.cast<T>().transpose();
    return C;
  }
  template <typename T>
  Eigen::Matrix<T, 2, 1> calc_C_bias(const Pose<T>&, const Vec6<T>&) const {
    return Eigen::Matrix<T, 2, 1>::Zero();
  }
};

}  // namespace gelenk
