// The distance of two origins is constant: a rod with a ball at each end, without mass or with a
// point mass in its middle. With p from F to M and u = p/|p|
//   g = |p| − length      ġ = u · ṗ      bias = (ṗ·ṗ − (u·ṗ)²)/|p|                              (1)
// Where the length is that of the initial position, nothing but the rate of (1) is asked for: what
// the length is need not be known.
#pragma once

#include "elements/constraint.h"
#include "elements/forces/rod_mass.h"

namespace gelenk {

struct DistanceRow : Constraint {
  static constexpr int nc = 1;
  static constexpr bool is_pointwise = true;

  DistanceRow(double rod_length, bool is_as_found) : length(rod_length), as_found(is_as_found) {}

  double length;
  bool as_found;  // the length is that of the initial position
  std::vector<RodMass> masses;

  bool is_velocity_row(int) const { return as_found; }
  template <typename T>
  Eigen::Matrix<T, 1, 1> calc_g(const Pose<T>& X) const {
    return Eigen::Matrix<T, 1, 1>(as_found ? T(0) : T(X.p.norm() - T(length)));
  }
  template <typename T>
  ClosureRows<T, 1> calc_C(const Pose<T>& X) const {
    ClosureRows<T, 1> C = ClosureRows<T, 1>::Zero();
    C.template tail<3>() = (X.p / X.p.norm()).transpose();
    return C;
  }
  template <typename T>
  Eigen::Matrix<T, 1, 1> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    const Vec3<T> v = V.template tail<3>();
    const T distance = X.p.norm(), rate = X.p.dot(v) / distance;
    return Eigen::Matrix<T, 1, 1>((v.squaredNorm() - rate * rate) / distance);
  }

  static std::vector<std::string> signal_names();
  // Load on M; f_rod is positive where the rod is pressed.
  void calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                    const Vec6<double>& load, SignalBuffer& values) const;
};

// Reads a length that must be positive.
double read_length(const Component& component, std::string_view parameter);

struct Distance : DistanceRow {
  static constexpr const char* class_name = "Gelenk.Constraints.Distance";
  static const char* const declaration;
  explicit Distance(const Component& c) : Distance(read_length(c, "distance")) {}
  explicit Distance(double rod_length) : DistanceRow(rod_length, false) {}
};

struct SphericalSpherical : DistanceRow {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.SphericalSpherical";
  static const char* const declaration;
  explicit SphericalSpherical(const Component& component);
  explicit SphericalSpherical(double rod_length) : DistanceRow(rod_length, false) {}
};

}  // namespace gelenk
