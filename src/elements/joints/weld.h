// Stiff connection of two bodies (Thesis 6.1.4): six closure equations, no coordinates. It has no class
// of its own; topology makes it where components are fastened to each other.
#pragma once

#include "elements/joint.h"

namespace gelenk {

struct Weld {
  static constexpr int nq = 0, nv = 0, nc = 6;

  template <typename T>
  Pose<T> calc_X(const T*) const {
    return {};
  }
  template <typename T>
  Eigen::Matrix<T, 6, 0> calc_H(const T*) const {
    return {};
  }
  template <typename T>
  Vec6<T> calc_bias(const T*, const T*) const {
    return Vec6<T>::Zero();
  }
  template <typename T>
  void calc_qdot(const T*, const T*, T*) const {}

  template <typename T>
  Vec6<T> calc_g(const Pose<T>& X) const {
    Vec6<T> g;
    g << axial_of<T>(X.R), X.p;
    return g;
  }
  template <typename T>
  Mat6<T> calc_C(const Pose<T>& X) const {
    Mat6<T> C = Mat6<T>::Identity();
    C.template topLeftCorner<3, 3>() = calc_lock_rows<T>(X.R);
    return C;
  }
  template <typename T>
  Vec6<T> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    Vec6<T> bias = Vec6<T>::Zero();
    bias.template head<3>() = calc_lock_bias<T>(X.R, V.template head<3>());
    return bias;
  }
  void measure(const Pose<double>&, double*) const {}
  static JointNames names() { return {}; }
};

}  // namespace gelenk
