// Free motion: six degrees of freedom, no constraint. Coordinates are the position of Mo in F and the
// Euler parameters of M in F; speeds are (w, v), relative, in F axes.
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct FreeMotion {
  static constexpr int nq = 7, nv = 6, nc = 0;
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Joints.FreeMotion";
  static const char* const declaration;

  explicit FreeMotion(const Component& component);
  FreeMotion() = default;

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return {rotation_of<T>(Vec4<T>(q[3], q[4], q[5], q[6])), Vec3<T>(q[0], q[1], q[2])};
  }
  template <typename T>
  Mat6<T> calc_H(const T*) const {
    return Mat6<T>::Identity();
  }
  template <typename T>
  Vec6<T> calc_bias(const T*, const T*) const {
    return Vec6<T>::Zero();
  }
  template <typename T>
  void calc_qdot(const T* q, const T* v, T* qdot) const {
    for (int i = 0; i < 3; ++i) qdot[i] = v[3 + i];
    Eigen::Map<Vec4<T>>(qdot + 3, 4) =
        quaternion_rate<T>(Vec4<T>(q[3], q[4], q[5], q[6]), Vec3<T>(v[0], v[1], v[2]));
  }

  template <typename T>
  Eigen::Matrix<T, 0, 1> calc_g(const Pose<T>&) const {
    return {};
  }
  template <typename T>
  ClosureRows<T, 0> calc_C(const Pose<T>&) const {
    return {};
  }
  template <typename T>
  Eigen::Matrix<T, 0, 1> calc_C_bias(const Pose<T>&, const Vec6<T>&) const {
    return {};
  }
  void measure(const Pose<double>& X, double* q) const {
    Eigen::Map<Vec3<double>>(q, 3) = X.p;
    Eigen::Map<Vec4<double>>(q + 3, 4) = quaternion_of(X.R);
  }

  JointStart start(const Component& component) const;
  static JointNames names() {
    return {{"r_rel_a[1]", "r_rel_a[2]", "r_rel_a[3]", "", "", "", ""},
            {"", "", "", "v_rel_a[1]", "v_rel_a[2]", "v_rel_a[3]"},
            {"", "", "", "a_rel_a[1]", "a_rel_a[2]", "a_rel_a[3]"},
            {},
            {}};
  }
};

}  // namespace gelenk
