// Mass properties of a rigid body: mass, mass centre, inertia about the mass centre.
#pragma once

#include <Eigen/Eigenvalues>
#include <string>

#include "math/pose.h"

namespace gelenk {

template <typename T>
struct Inertia {
  T mass = T(0);
  Vec3<T> com = Vec3<T>::Zero();    // p_BoBcm in B axes
  Mat3<T> J_com = Mat3<T>::Zero();  // about the mass centre, B axes

  // The same body seen from frame A, with X_AB.
  Inertia in_frame(const Pose<T>& X_AB) const {
    return {mass, X_AB * com, X_AB.R * J_com * X_AB.R.transpose()};
  }
};

// Both bodies, fixed to each other and stated in the same frame, as one (parallel-axis theorem).
template <typename T>
Inertia<T> operator+(const Inertia<T>& a, const Inertia<T>& b) {
  Inertia<T> sum;
  sum.mass = a.mass + b.mass;
  sum.com = sum.mass == T(0) ? Vec3<T>(T(0.5) * (a.com + b.com))
                             : Vec3<T>((a.mass * a.com + b.mass * b.com) / sum.mass);
  auto about_sum = [&](const Inertia<T>& i) {
    const Mat3<T> S = skew<T>(i.com - sum.com);
    return Mat3<T>(i.J_com - i.mass * S * S);
  };
  sum.J_com = about_sum(a) + about_sum(b);
  return sum;
}

// Why equations of motion with this inertia about the mass centre make no sense: a negative principal moment. Empty
// when there is none.
std::string find_inertia_fault(const Mat3<double>& J_com);
// Why no rigid body has this inertia about its mass centre, although one can compute with it: a principal moment that
// exceeds the sum of the other two. Published and identified data is often like that. Empty when it is not.
std::string find_inertia_doubt(const Mat3<double>& J_com);

}  // namespace gelenk
