// Spherical joint: origins coincide, M turns freely. Coordinates are the Euler parameters of M in F,
// speeds the relative angular velocity in F axes. Thesis 6.1.3.
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Spherical {
  static constexpr int nq = 4, nv = 3, nc = 3;
  static constexpr const char* class_name = "Modelica.Mechanics.MultiBody.Joints.Spherical";
  static const char* const declaration;

  explicit Spherical(const Component& component);
  Spherical() = default;

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return Pose<T>::rotation(rotation_of<T>(Vec4<T>(q[0], q[1], q[2], q[3])));
  }
  template <typename T>
  Eigen::Matrix<T, 6, 3> calc_H(const T*) const {
    Eigen::Matrix<T, 6, 3> H = Eigen::Matrix<T, 6, 3>::Zero();
    H.template topRows<3>().setIdentity();
    return H;
  }
  template <typename T>
  Vec6<T> calc_bias(const T*, const T*) const {
    return Vec6<T>::Zero();
  }
  template <typename T>
  void calc_qdot(const T* q, const T* v, T* qdot) const {
    Eigen::Map<Vec4<T>>(qdot, 4) =
        quaternion_rate<T>(Vec4<T>(q[0], q[1], q[2], q[3]), Vec3<T>(v[0], v[1], v[2]));
  }

  template <typename T>
  Vec3<T> calc_g(const Pose<T>& X) const {
    return X.p;
  }
  template <typename T>
  ClosureRows<T, 3> calc_C(const Pose<T>&) const {
    ClosureRows<T, 3> C = ClosureRows<T, 3>::Zero();
    C.template rightCols<3>().setIdentity();
    return C;
  }
  template <typename T>
  Vec3<T> calc_C_bias(const Pose<T>&, const Vec6<T>&) const {
    return Vec3<T>::Zero();
  }
  void measure(const Pose<double>& X, double* q) const {
    Eigen::Map<Vec4<double>>(q, 4) = quaternion_of(X.R);
  }

  JointStart start(const Component& component) const;
  static JointNames names() { return {}; }
};

}  // namespace gelenk
