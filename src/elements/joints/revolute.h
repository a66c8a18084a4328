// Revolute joint: M turns about an axis n fixed in both frames, origins coincide. Thesis 6.1.1.
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Revolute {
  static constexpr int nq = 1, nv = 1, nc = 5;
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Joints.Revolute";
  static const char* const declaration;

  explicit Revolute(const Component& component);
  explicit Revolute(const Vec3<double>& axis) : n(axis), basis(calc_plane_basis(axis)) {}

  Vec3<double> n;    // unit axis
  PlaneBasis basis;  // perpendicular to it

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return Pose<T>::rotation(rotation_about<T>(n, q[0]));
  }
  template <typename T>
  Eigen::Matrix<T, 6, 1> calc_H(const T*) const {
    Vec6<T> H = Vec6<T>::Zero();
    H.template head<3>() = n.cast<T>();
    return H;
  }
  template <typename T>
  Vec6<T> calc_bias(const T*, const T*) const {
    return Vec6<T>::Zero();
  }
  template <typename T>
  void calc_qdot(const T*, const T* v, T* qdot) const {
    qdot[0] = v[0];
  }

  template <typename T>
  Eigen::Matrix<T, 5, 1> calc_g(const Pose<T>& X) const {
    Eigen::Matrix<T, 5, 1> g;
    g << X.p, calc_axis_residual<T>(X.R, n, basis.b1), calc_axis_residual<T>(X.R, n, basis.b2);
    return g;
  }
  template <typename T>
  ClosureRows<T, 5> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 5> C = ClosureRows<T, 5>::Zero();
    C.template topRightCorner<3, 3>().setIdentity();
    C.row(3) = calc_axis_row<T>(X.R, n, basis.b1);
    C.row(4) = calc_axis_row<T>(X.R, n, basis.b2);
    return C;
  }
  template <typename T>
  Eigen::Matrix<T, 5, 1> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    const Vec3<T> w = V.template head<3>();
    Eigen::Matrix<T, 5, 1> bias;
    bias << T(0), T(0), T(0), calc_axis_bias<T>(X.R, w, n, basis.b1),
        calc_axis_bias<T>(X.R, w, n, basis.b2);
    return bias;
  }
  void measure(const Pose<double>& X, double* q) const { q[0] = measure_angle(X.R, n); }

  FixedAxis fixed_axis() const { return {n, true}; }
  JointStart start(const Component& component) const;
  static JointNames names() { return {{"phi"}, {"w"}, {"a"}, {"tau"}, {"angle"}}; }
};

}  // namespace gelenk
