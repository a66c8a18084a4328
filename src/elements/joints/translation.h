// Free translation: three degrees of freedom, orientations stay equal. It has no class of its own; topology
// makes it for a point mass that moves freely, which has no orientation to follow.
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Translation {
  static constexpr int nq = 3, nv = 3, nc = 3;

  template <typename T>
  Pose<T> calc_X(const T* q) const {
    return Pose<T>::translation(Vec3<T>(q[0], q[1], q[2]));
  }
  template <typename T>
  Eigen::Matrix<T, 6, 3> calc_H(const T*) const {
    Eigen::Matrix<T, 6, 3> H = Eigen::Matrix<T, 6, 3>::Zero();
    H.template bottomRows<3>().setIdentity();
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
    return axial_of<T>(X.R);
  }
  template <typename T>
  ClosureRows<T, 3> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 3> C = ClosureRows<T, 3>::Zero();
    C.template leftCols<3>() = calc_lock_rows<T>(X.R);
    return C;
  }
  template <typename T>
  Vec3<T> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    return calc_lock_bias<T>(X.R, V.template head<3>());
  }
  void measure(const Pose<double>& X, double* q) const {
    for (int i = 0; i < 3; ++i) q[i] = X.p[i];
  }
  static JointNames names() { return {}; }
};

}  // namespace gelenk
