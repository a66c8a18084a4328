// Planar joint: M slides by s_x and s_y in a plane fixed in F and turns by phi about its normal n.
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Planar {
  static constexpr int nq = 3, nv = 3, nc = 3;
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Joints.Planar";
  static const char* const declaration;

  explicit Planar(const Component& component);
  explicit Planar(const Vec3<double>& normal) : n(normal), basis(calc_plane_basis(normal)) {}

  Vec3<double> n;    // unit normal of the plane, the same in F and M
  PlaneBasis basis;  // directions of s_x and s_y

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return {rotation_about<T>(n, q[2]), basis.b1.cast<T>() * q[0] + basis.b2.cast<T>() * q[1]};
  }
  template <typename T>
  Eigen::Matrix<T, 6, 3> calc_H(const T*) const {
    Eigen::Matrix<T, 6, 3> H = Eigen::Matrix<T, 6, 3>::Zero();
    H.template block<3, 1>(3, 0) = basis.b1.cast<T>();
    H.template block<3, 1>(3, 1) = basis.b2.cast<T>();
    H.template block<3, 1>(0, 2) = n.cast<T>();
    return H;
  }
  template <typename T>
  Vec6<T> calc_bias(const T*, const T*) const {
    return Vec6<T>::Zero();
  }
  template <typename T>
  void calc_qdot(const T*, const T* v, T* qdot) const {
    for (int i = 0; i < 3; ++i) qdot[i] = v[i];
  }

  template <typename T>
  Vec3<T> calc_g(const Pose<T>& X) const {
    return {n.cast<T>().dot(X.p), calc_axis_residual<T>(X.R, n, basis.b1),
            calc_axis_residual<T>(X.R, n, basis.b2)};
  }
  template <typename T>
  ClosureRows<T, 3> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 3> C = ClosureRows<T, 3>::Zero();
    C.template block<1, 3>(0, 3) = n.cast<T>().transpose();
    C.row(1) = calc_axis_row<T>(X.R, n, basis.b1);
    C.row(2) = calc_axis_row<T>(X.R, n, basis.b2);
    return C;
  }
  template <typename T>
  Vec3<T> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    const Vec3<T> w = V.template head<3>();
    return {T(0), calc_axis_bias<T>(X.R, w, n, basis.b1), calc_axis_bias<T>(X.R, w, n, basis.b2)};
  }
  void measure(const Pose<double>& X, double* q) const {
    q[0] = basis.b1.dot(X.p);
    q[1] = basis.b2.dot(X.p);
    q[2] = measure_angle(X.R, n);
  }

  JointStart start(const Component& component) const;
  static JointNames names() {
    return {{"s_x", "s_y", "phi"},
            {"v_x", "v_y", "w"},
            {"a_x", "a_y", "wd"},
            {},
            {"prismatic_x.s", "prismatic_y.s", "revolute.phi"}};
  }
};

}  // namespace gelenk
