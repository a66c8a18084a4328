// Screw joint: M turns by phi about an axis n fixed in both frames and moves by k phi along it, with
// k = pitch/2π.
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Screw {
  static constexpr int nq = 1, nv = 1, nc = 5;
  static constexpr const char* class_name = "Gelenk.Joints.Screw";
  static const char* const declaration;

  explicit Screw(const Component& component);
  explicit Screw(const Vec3<double>& axis, double pitch = 1.0)
      : n(axis),
        basis(calc_plane_basis(axis)),
        k(pitch / 6.283185307179586476925),
        thread(axis, axis, k) {}

  Vec3<double> n;    // unit axis
  PlaneBasis basis;  // perpendicular to it
  double k;          // displacement per radian
  TurnRow thread;

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return {rotation_about<T>(n, q[0]), n.cast<T>() * (T(k) * q[0])};
  }
  template <typename T>
  Eigen::Matrix<T, 6, 1> calc_H(const T*) const {
    Vec6<T> H;
    H << n.cast<T>(), n.cast<T>() * T(k);
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
    g << basis.b1.cast<T>().dot(X.p), basis.b2.cast<T>().dot(X.p),
        calc_axis_residual<T>(X.R, n, basis.b1), calc_axis_residual<T>(X.R, n, basis.b2),
        thread.calc_residual<T>(X);
    return g;
  }
  template <typename T>
  ClosureRows<T, 5> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 5> C = ClosureRows<T, 5>::Zero();
    C.template block<1, 3>(0, 3) = basis.b1.cast<T>().transpose();
    C.template block<1, 3>(1, 3) = basis.b2.cast<T>().transpose();
    C.row(2) = calc_axis_row<T>(X.R, n, basis.b1);
    C.row(3) = calc_axis_row<T>(X.R, n, basis.b2);
    C.row(4) = thread.calc_row<T>(X);
    return C;
  }
  template <typename T>
  Eigen::Matrix<T, 5, 1> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    const Vec3<T> w = V.template head<3>();
    Eigen::Matrix<T, 5, 1> bias;
    bias << T(0), T(0), calc_axis_bias<T>(X.R, w, n, basis.b1),
        calc_axis_bias<T>(X.R, w, n, basis.b2), thread.calc_row_bias<T>(X, V);
    return bias;
  }
  void measure(const Pose<double>& X, double* q) const {
    constexpr double turn = 6.283185307179586476925;
    const double angle = measure_angle(X.R, n);
    q[0] = angle + turn * std::round((n.dot(X.p) / k - angle) / turn);
  }

  JointStart start(const Component& component) const;
  static JointNames names() { return {{"phi"}, {"w"}, {"a"}, {}, {}}; }
};

}  // namespace gelenk
