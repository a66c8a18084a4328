// Universal joint: M turns by phi_a about an axis n_a fixed in F, then by phi_b about an axis n_b fixed in
// M; origins coincide. The axes need not be perpendicular: the angle between them stays what it is,
//   n_a · R n_b = n_a · n_b.                                                                       (1)
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Universal {
  static constexpr int nq = 2, nv = 2, nc = 4;
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Joints.Universal";
  static const char* const declaration;

  explicit Universal(const Component& component);
  Universal(const Vec3<double>& axis_a, const Vec3<double>& axis_b) : n_a(axis_a), n_b(axis_b) {}

  Vec3<double> n_a, n_b;  // unit axes, not parallel

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return Pose<T>::rotation(rotation_about<T>(n_a, q[0]) * rotation_about<T>(n_b, q[1]));
  }
  template <typename T>
  Eigen::Matrix<T, 6, 2> calc_H(const T* q) const {
    Eigen::Matrix<T, 6, 2> H = Eigen::Matrix<T, 6, 2>::Zero();
    H.template block<3, 1>(0, 0) = n_a.cast<T>();
    H.template block<3, 1>(0, 1) = rotation_about<T>(n_a, q[0]) * n_b.cast<T>();
    return H;
  }
  template <typename T>
  Vec6<T> calc_bias(const T* q, const T* v) const {
    Vec6<T> bias = Vec6<T>::Zero();
    const Vec3<T> second = rotation_about<T>(n_a, q[0]) * n_b.cast<T>();
    bias.template head<3>() = n_a.cast<T>().cross(second) * (v[0] * v[1]);
    return bias;
  }
  template <typename T>
  void calc_qdot(const T*, const T* v, T* qdot) const {
    qdot[0] = v[0];
    qdot[1] = v[1];
  }

  template <typename T>
  Vec4<T> calc_g(const Pose<T>& X) const {
    Vec4<T> g;
    g << X.p, calc_axis_residual<T>(X.R, n_b, n_a) - T(n_a.dot(n_b));  // (1)
    return g;
  }
  template <typename T>
  ClosureRows<T, 4> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 4> C = ClosureRows<T, 4>::Zero();
    C.template topRightCorner<3, 3>().setIdentity();
    C.row(3) = calc_axis_row<T>(X.R, n_b, n_a);
    return C;
  }
  template <typename T>
  Vec4<T> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    return {T(0), T(0), T(0), calc_axis_bias<T>(X.R, V.template head<3>(), n_b, n_a)};
  }
  void measure(const Pose<double>& X, double* q) const;

  JointStart start(const Component& component) const;
  static JointNames names() {
    return {{"phi_a", "phi_b"},
            {"w_a", "w_b"},
            {"a_a", "a_b"},
            {},
            {"revolute_a.phi", "revolute_b.phi"}};
  }
};

}  // namespace gelenk
