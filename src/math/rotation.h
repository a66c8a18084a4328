// Rotation matrices and Euler parameters. R_FM takes components in M to components in F. A quaternion
// is (scalar, x, y, z) = (cos φ/2, n sin φ/2), the order of the seeds' θ.
#pragma once

#include <Eigen/LU>
#include <array>
#include <cmath>

#include "math/vector.h"

namespace gelenk {

// Rotation by `angle` about the unit vector n (Rodrigues).
template <typename T>
Mat3<T> rotation_about(const Vec3<double>& n, const T& angle) {
  using std::cos, std::sin;
  const T c = cos(angle), s = sin(angle);
  const Vec3<T> e = n.cast<T>();
  return c * Mat3<T>::Identity() + s * skew<T>(e) + (T(1) - c) * (e * e.transpose());
}

// Rotation matrix of a quaternion, divided by its squared norm: exact rotation for any length.
template <typename T>
Mat3<T> rotation_of(const Vec4<T>& q) {
  const T s = T(2) / q.squaredNorm();
  const T &w = q[0], &x = q[1], &y = q[2], &z = q[3];
  Mat3<T> R;
  R << T(1) - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),  //
      s * (x * y + w * z), T(1) - s * (x * x + z * z), s * (y * z - w * x),   //
      s * (x * z - w * y), s * (y * z + w * x), T(1) - s * (x * x + y * y);
  return R;
}

// Quaternion of a rotation matrix, by the largest of the four components; scalar part ≥ 0.
inline Vec4<double> quaternion_of(const Mat3<double>& R) {
  const double trace = R.trace();
  const std::array<double, 4> squares = {1 + trace, 1 + 2 * R(0, 0) - trace,
                                         1 + 2 * R(1, 1) - trace,
                                         1 + 2 * R(2, 2) - trace};  // 4 × (w², x², y², z²)
  int largest = 0;
  for (int i = 1; i < 4; ++i) {
    if (squares[i] > squares[largest]) largest = i;
  }
  Vec4<double> q;
  if (largest == 0) {
    q << squares[0], R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1);
  } else {
    const int i = largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
    q[0] = R(k, j) - R(j, k);
    q[1 + i] = squares[largest];
    q[1 + j] = R(i, j) + R(j, i);
    q[1 + k] = R(i, k) + R(k, i);
  }
  q.normalize();
  return q[0] < 0 ? Vec4<double>(-q) : q;
}

// q̇ = ½ Eᵀ w for the angular velocity w of M in F, in F axes (Thesis 2.3).
template <typename T>
Vec4<T> quaternion_rate(const Vec4<T>& q, const Vec3<T>& w_FM) {
  const T half = T(0.5);
  Vec4<T> rate;
  rate[0] = -half * (q[1] * w_FM[0] + q[2] * w_FM[1] + q[3] * w_FM[2]);
  rate[1] = half * (q[0] * w_FM[0] + q[3] * w_FM[1] - q[2] * w_FM[2]);
  rate[2] = half * (-q[3] * w_FM[0] + q[0] * w_FM[1] + q[1] * w_FM[2]);
  rate[3] = half * (q[2] * w_FM[0] - q[1] * w_FM[1] + q[0] * w_FM[2]);
  return rate;
}

// Intrinsic rotations about the axes sequence[0], [1], [2] (each 1, 2 or 3).
inline Mat3<double> rotation_of_sequence(const std::array<int, 3>& sequence,
                                         const Vec3<double>& angles) {
  Mat3<double> R = Mat3<double>::Identity();
  for (int i = 0; i < 3; ++i) {
    R = R * rotation_about<double>(Vec3<double>::Unit(sequence[i] - 1), angles[i]);
  }
  return R;
}

// Angles of a rotation about the axes sequence[0], [1], [2], no two successive ones equal. Of the two
// triples there are, the one with the smaller first angle; where first and last axis fall together, the
// first angle is zero.
inline Vec3<double> angles_of_sequence(const Mat3<double>& R, const std::array<int, 3>& sequence) {
  const Vec3<double> e1 = Vec3<double>::Unit(sequence[0] - 1),
                     e2 = Vec3<double>::Unit(sequence[1] - 1),
                     e3 = Vec3<double>::Unit(sequence[2] - 1);
  // R e3 = R1 R2 e3 is perpendicular to R1 e2; the rest follows axis by axis.
  auto turn = [](const Vec3<double>& axis, const Vec3<double>& from, const Vec3<double>& to) {
    return std::atan2(axis.dot(from.cross(to)), from.dot(to));
  };
  const Vec3<double> u = R * e3;
  double x = e1.cross(e2).dot(u), y = -e2.dot(u);
  if (std::hypot(x, y) < 1e-12) x = 1.0, y = 0.0;
  if (x < 0) x = -x, y = -y;
  Vec3<double> angles;
  angles[0] = std::atan2(y, x);
  const Mat3<double> rest = rotation_about<double>(e1, -angles[0]) * R;
  angles[1] = turn(e2, e3, rest * e3);
  angles[2] = turn(e3, e2, rotation_about<double>(e2, -angles[1]) * rest * e2);
  return angles;
}

// Rates of those angles, and their second derivatives, from w and ẇ in the axes of the first frame:
//   w = J ȧ,  ẇ = J ä + J̇ ȧ   with the axes, as they stand now, as columns of J.
// Where they do not span space (to 1e-8), the smallest rates that fit best.
struct AngleRates {
  Vec3<double> first, second;
};
inline AngleRates angle_rates_of_sequence(const std::array<int, 3>& sequence,
                                          const Vec3<double>& angles, const Vec3<double>& w,
                                          const Vec3<double>& alpha) {
  Mat3<double> J, R = Mat3<double>::Identity();
  for (int i = 0; i < 3; ++i) {
    const Vec3<double> e = Vec3<double>::Unit(sequence[i] - 1);
    J.col(i) = R * e;
    R = R * rotation_about<double>(e, angles[i]);
  }
  const Mat3<double> inverse =
      (J.transpose() * J + 1e-16 * Mat3<double>::Identity()).inverse() * J.transpose();
  AngleRates rates;
  rates.first = inverse * w;
  const Vec3<double> w1 = J.col(0) * rates.first[0], w2 = w1 + J.col(1) * rates.first[1];
  const Vec3<double> bias =
      w1.cross(J.col(1)) * rates.first[1] + w2.cross(J.col(2)) * rates.first[2];
  rates.second = inverse * (alpha - bias);
  return rates;
}

// Rotation whose x axis lies along n_x and whose y axis lies in the plane of n_x and n_y, on the side
// of n_y. When the two are nearly parallel a substitute for n_y is used: the y axis, or the x axis
// where n_x has hardly an x component.
inline Mat3<double> rotation_of_two_axes(const Vec3<double>& n_x, const Vec3<double>& n_y) {
  const Vec3<double> x = n_x.normalized();
  Vec3<double> z = x.cross(n_y.normalized());
  if (z.norm() < 1e-6)
    z = x.cross(std::abs(x.x()) > 1e-6 ? Vec3<double>::UnitY() : Vec3<double>::UnitX());
  z.normalize();
  Mat3<double> R;
  R << x, z.cross(x), z;
  return R;
}

// Rotation vector n φ with φ in [0, π].
inline Vec3<double> rotation_vector_of(const Mat3<double>& R) {
  const Vec4<double> q = quaternion_of(R);
  const double sine = q.tail<3>().norm();
  if (sine == 0.0) return Vec3<double>::Zero();
  return 2 * std::atan2(sine, q[0]) / sine * q.tail<3>();
}

// Axial vector of the skew part, ½ vee(R − Rᵀ): n sin φ. Zero at R = I.
template <typename T>
Vec3<T> axial_of(const Mat3<T>& R) {
  return T(0.5) * Vec3<T>(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));
}

}  // namespace gelenk
