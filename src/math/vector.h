// Fixed-size vectors and matrices on one scalar T. Spatial vectors are rotation first: a twist is
// (w, v), a wrench (t, f).
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace gelenk {

template <typename T>
using Vec3 = Eigen::Matrix<T, 3, 1>;
template <typename T>
using Vec4 = Eigen::Matrix<T, 4, 1>;
template <typename T>
using Vec6 = Eigen::Matrix<T, 6, 1>;
template <typename T>
using Mat3 = Eigen::Matrix<T, 3, 3>;
template <typename T>
using Mat6 = Eigen::Matrix<T, 6, 6>;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

// [a]×, so that skew(a) b = a × b.
template <typename T>
Mat3<T> skew(const Vec3<T>& a) {
  Mat3<T> s;
  s << T(0), -a.z(), a.y(),  //
      a.z(), T(0), -a.x(),   //
      -a.y(), a.x(), T(0);
  return s;
}

// Two unit vectors that complete the unit vector e to a right-handed basis (e, b1, b2).
struct PlaneBasis {
  Vec3<double> b1, b2;
};
inline PlaneBasis calc_plane_basis(const Vec3<double>& e) {
  int smallest = 0;
  e.cwiseAbs().minCoeff(&smallest);
  const Vec3<double> b1 = e.cross(Vec3<double>::Unit(smallest)).normalized();
  return {b1, e.cross(b1)};
}

}  // namespace gelenk
