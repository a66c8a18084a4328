// Prismatic joint: M slides by s along an axis n fixed in both frames, orientations stay equal.
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Prismatic {
  static constexpr int nq = 1, nv = 1, nc = 5;
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Joints.Prismatic";
  static const char* const declaration;

  explicit Prismatic(const Component& component);
  explicit Prismatic(const Vec3<double>& axis) : n(axis), basis(calc_plane_basis(axis)) {}

  Vec3<double> n;
  PlaneBasis basis;

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return Pose<T>::translation(n.cast<T>() * q[0]);
  }
  template <typename T>
  Eigen::Matrix<T, 6, 1> calc_H(const T*) const {
    Vec6<T> H = Vec6<T>::Zero();
    H.template tail<3>() = n.cast<T>();
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
    g << basis.b1.cast<T>().dot(X.p), basis.b2.cast<T>().dot(X.p), axial_of<T>(X.R);
    return g;
  }
  template <typename T>
  ClosureRows<T, 5> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 5> C = ClosureRows<T, 5>::Zero();
    C.template block<1, 3>(0, 3) = basis.b1.cast<T>().transpose();
    C.template block<1, 3>(1, 3) = basis.b2.cast<T>().transpose();
    C.template block<3, 3>(2, 0) = calc_lock_rows<T>(X.R);
    return C;
  }
  template <typename T>
  Eigen::Matrix<T, 5, 1> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    Eigen::Matrix<T, 5, 1> bias;
    bias << T(0), T(0), calc_lock_bias<T>(X.R, V.template head<3>());
    return bias;
  }
  void measure(const Pose<double>& X, double* q) const { q[0] = n.dot(X.p); }

  FixedAxis fixed_axis() const { return {n, false}; }
  JointStart start(const Component& component) const;
  static JointNames names() { return {{"s"}, {"v"}, {"a"}, {"f"}, {}}; }
};

}  // namespace gelenk
