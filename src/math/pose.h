// Position and orientation of one frame in another: X_AB takes components in B to components in A.
#pragma once

#include "math/vector.h"

namespace gelenk {

template <typename T>
struct Pose {
  Mat3<T> R = Mat3<T>::Identity();
  Vec3<T> p = Vec3<T>::Zero();

  static Pose translation(const Vec3<T>& p) { return {Mat3<T>::Identity(), p}; }
  static Pose rotation(const Mat3<T>& R) { return {R, Vec3<T>::Zero()}; }

  Pose inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
  template <typename U>
  Pose<U> cast() const {
    return {R.template cast<U>(), p.template cast<U>()};
  }
};

template <typename T>
Pose<T> operator*(const Pose<T>& X_AB, const Pose<T>& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p};
}

template <typename T>
Vec3<T> operator*(const Pose<T>& X_AB, const Vec3<T>& p_BQ) {
  return X_AB.p + X_AB.R * p_BQ;
}

}  // namespace gelenk
