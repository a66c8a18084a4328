// Constraints that lock translations one by one, and some of the rotations: the classes of
// Joints.Constraints. Rows are: e·(R n) = 0 for pairs of an axis n fixed in M and e fixed in F, then the
// components of p that are locked. R = I is three pairs of perpendicular axes.
#pragma once

#include "elements/constraint.h"

namespace gelenk {

struct LockedConstraint : Constraint {
  struct Pair {
    Vec3<double> n, e;  // fixed in M, in F
  };

  int nc = 0;
  int pair_count = 0;
  std::array<Pair, 3> pairs{};
  std::array<int, 3> locked{};  // components of p; nc − pair_count used

  template <typename T>
  SomeEntries<T> calc_g(const Pose<T>& X) const {
    SomeEntries<T> g(nc);
    for (int i = 0; i < pair_count; ++i) g[i] = calc_axis_residual<T>(X.R, pairs[i].n, pairs[i].e);
    for (int i = pair_count; i < nc; ++i) g[i] = X.p[locked[i - pair_count]];
    return g;
  }
  template <typename T>
  SomeRows<T> calc_C(const Pose<T>& X) const {
    SomeRows<T> C = SomeRows<T>::Zero(nc, 6);
    for (int i = 0; i < pair_count; ++i) C.row(i) = calc_axis_row<T>(X.R, pairs[i].n, pairs[i].e);
    for (int i = pair_count; i < nc; ++i) C(i, 3 + locked[i - pair_count]) = T(1);
    return C;
  }
  template <typename T>
  SomeEntries<T> calc_C_bias(const Pose<T>& X, const Vec6<T>& V) const {
    SomeEntries<T> bias = SomeEntries<T>::Zero(nc);
    for (int i = 0; i < pair_count; ++i)
      bias[i] = calc_axis_bias<T>(X.R, V.template head<3>(), pairs[i].n, pairs[i].e);
    return bias;
  }

 protected:
  void add_pair(const Vec3<double>& n, const Vec3<double>& e);
  void add_locked(const std::array<bool, 3>& flags);  // after the pairs
};

std::array<bool, 3> read_locked(const Component& component);

struct PrismaticConstraint : LockedConstraint {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.Constraints.Prismatic";
  static const char* const declaration;
  explicit PrismaticConstraint(const Component& c) : PrismaticConstraint(read_locked(c)) {}
  explicit PrismaticConstraint(const std::array<bool, 3>& flags);
  double calc_turn(const Pose<double>& X) const { return rotation_vector_of(X.R).norm(); }
};

struct RevoluteConstraint : LockedConstraint {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.Constraints.Revolute";
  static const char* const declaration;
  explicit RevoluteConstraint(const Component& c)
      : RevoluteConstraint(read_axis(c, "n"), read_locked(c)) {}
  RevoluteConstraint(const Vec3<double>& axis, const std::array<bool, 3>& flags);
  double calc_turn(const Pose<double>& X) const {
    return std::atan2(n.cross(X.R * n).norm(), n.dot(X.R * n));
  }
  Vec3<double> n;
};

struct SphericalConstraint : LockedConstraint {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.Constraints.Spherical";
  static const char* const declaration;
  explicit SphericalConstraint(const Component& c) : SphericalConstraint(read_locked(c)) {}
  explicit SphericalConstraint(const std::array<bool, 3>& flags) { add_locked(flags); }
};

struct UniversalConstraint : LockedConstraint {
  static constexpr const char* class_name =
      "Modelica.Mechanics.MultiBody.Joints.Constraints.Universal";
  static const char* const declaration;
  explicit UniversalConstraint(const Component& component);
  UniversalConstraint(const Vec3<double>& n_a, const Vec3<double>& n_b,
                      const std::array<bool, 3>& flags);
};

}  // namespace gelenk
