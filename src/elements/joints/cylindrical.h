// Cylindrical joint: M slides by s along and turns by phi about an axis n fixed in both frames. The
// Thesis calls it prismatic (6.1.2).
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Cylindrical {
  static constexpr int nq = 2, nv = 2, nc = 4;
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Joints.Cylindrical";
  static const char* const declaration;

  explicit Cylindrical(const Component& component) : Cylindrical(read_axis(component, "n")) {}
  explicit Cylindrical(const Vec3<double>& axis) : n(axis), basis(calc_plane_basis(axis)) {}

  Vec3<double> n;
  PlaneBasis basis;

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return {rotation_about<T>(n, q[1]), n.cast<T>() * q[0]};
  }
  template <typename T>
  Eigen::Matrix<T, 6, 2> calc_H(const T*) const {
    Eigen::Matrix<T, 6, 2> H = Eigen::Matrix<T, 6, 2>::Zero();
    H.template block<3, 1>(3, 0) = n.cast<T>();
    H.template block<3, 1>(0, 1) = n.cast<T>();
    return H;
  }
  template <typename T>
  Vec6<T> calc_bias(const T*, const T*) const {
    return Vec6<T>::Zero();
  }
  template <typename T>
  void calc_qdot(const T*, const T* v, T* qdot) const {
    qdot[0] = v[0];
    qdot[1] = v[1];
  }

  template <typename T>
  Eigen::Matrix<T, 4, 1> calc_g(const Pose<T>& X) const {
    Eigen::Matrix<T, 4, 1> g;
    g << basis.b1.cast<T>().dot(X.p), basis.b2.cast<T>().dot(X.p),
        calc_axis_residual<T>(X.R, n, basis.b1), calc_axis_residual<T>(X.R, n, basis.b2);
    return g;
  }
  template <typename T>
  ClosureRows<T, 4> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 4> C = ClosureRows<T, 4>::Zero();
    C.template block<1, 3>(0, 3) = basis.b1.cast<T>().transpose();
    C.template block<1, 3>(1, 3) = basis.b2.cast<T>().transpose();
    C.row(2) = calc_axis_row<T>(X.R, n, basis.b1);
    C.row(3) = calc_axis_row<T>(X.R, n, basis.b2);
    return C;
  }
  template <typename T>
  Eigen::Matrix<T, 4, 1> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    const Vec3<T> w = V.template head<3>();
    Eigen::Matrix<T, 4, 1> bias;
    bias << T(0), T(0), calc_axis_bias<T>(X.R, w, n, basis.b1),
        calc_axis_bias<T>(X.R, w, n, basis.b2);
    return bias;
  }
  void measure(const Pose<double>& X, double* q) const {
    q[0] = n.dot(X.p);
    q[1] = measure_angle(X.R, n);
  }

  JointStart start(const Component& component) const;
  static JointNames names() { return {{"s", "phi"}, {"v", "w"}, {"a", "wd"}, {}, {}}; }
};

}  // namespace gelenk
