// What a joint kind owes. A joint stands between frame F on one body and frame M on another; F is
// the element's frame_a, M its frame_b. It states the same mechanics twice:
//
// with coordinates q (nq) and speeds v (nv), for joints in the spanning tree,
//   X_FM = X(q)      V_FM = H(q) v      A_FM = H v̇ + bias(q, v)      q̇ = N(q) v               (1)
// and as closure equations on the relative motion, nc = 6 − nv of them, for every joint in absolute
// coordinates and for joints that close a loop,
//   0 = g(X_FM)      0 = C(X_FM) V_FM      0 = C A_FM + Ċ V_FM                                  (2)
// V_FM = (w, v) is the twist of M in F, in F axes, rotation first; A_FM is its time derivative by
// components. C H = 0 at every q, and ġ = C V_FM: the property suite in test/joint_test.cc holds
// every kind to this by numerical differences.
//
// A kind is a class with
//   static constexpr int nq, nv, nc;  static constexpr const char* class_name, *declaration;
//   explicit Kind(const Component&);                  parameters, already evaluated
//   calc_X, calc_H, calc_bias, calc_qdot              (1)
//   calc_g, calc_C, calc_C_bias                       (2)
//   measure(X, q): coordinates of a given pose that satisfies (2)
//   start(const Component&), names(): initial values, and how its signals are called
//   optionally fixed_axis(): one degree of freedom about or along an axis that both frames share
//
// A kind that states (2) only, and never carries coordinates, derives from Constraint
// (constraint.h): nq = nv = 0, any number of rows, some of which may be equations between speeds
// alone. Its nc may be a member instead of a static constant, where parameters decide it; the
// matrices of (2) are then of dynamic size, with at most six rows, and need no memory of their own.
#pragma once

#include <Eigen/Cholesky>
#include <array>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "math/rotation.h"
#include "math/spatial.h"
#include "model/component.h"

namespace gelenk {

// Coordinates of one joint. No kind has more: a position and four Euler parameters.
using JointCoordinates = std::array<double, 7>;

// Initial values of a joint as the model states them.
struct JointStart {
  JointCoordinates q{};           // nq used
  std::array<double, 6> v{};      // nv used
  std::array<bool, 6> q_fixed{};  // by direction of motion (nv used)
  std::array<bool, 6> v_fixed{};
  bool q_given = false;      // the user gave a start value of a coordinate
  bool read = false;         // a law reads a coordinate
  int state_preference = 0;  // StateSelect: −2 never … 2 always; 1 is the library's default
};

// Signal names of a joint's coordinates; an empty name is not a signal.
struct JointNames {
  std::vector<std::string> q, v, a;  // per coordinate, per speed, per acceleration
  std::vector<std::string> drive;    // generalised force of the drive, per speed
  std::vector<std::string> q_alias;  // second names of coordinates
};

// True for a kind that never has a row. A kind whose nc is decided at construction may have some.
template <typename Kind>
constexpr bool calc_without_rows() {
  if constexpr (std::is_member_object_pointer_v<decltype(&Kind::nc)>)
    return false;
  else
    return Kind::nc == 0;
}
template <typename Kind>
concept WithoutRows = calc_without_rows<Kind>();

// A joint of one degree of freedom that turns about or slides along n:
// X_FM = rot(n, q) or trans(q n).
struct FixedAxis {
  Vec3<double> n;
  bool turns;
};

// What a shaft at the joint's axis flange shares: its coordinate, speed and acceleration at a
// relative motion, and the row C that a force on the coordinate acts by, in F axes.
struct AxisAt {
  double q = 0.0, v = 0.0, a = 0.0;
  Vec6<double> C = Vec6<double>::Zero();
};

// Of a joint with a fixed axis, or of a constraint that has calc_axis itself; zero for others.
template <typename Kind>
AxisAt measure_axis(const Kind& joint, const FrameMotion<double>& rel) {
  AxisAt at;
  if constexpr (requires { joint.calc_axis(rel); }) {
    at = joint.calc_axis(rel);
  } else if constexpr (requires { joint.fixed_axis(); }) {
    const FixedAxis axis = joint.fixed_axis();
    joint.measure(rel.X, &at.q);
    at.C.segment<3>(axis.turns ? 0 : 3) = axis.n;
    at.v = at.C.dot(rel.V);
    at.a = at.C.dot(rel.A);
  }
  return at;
}

// ---- building blocks of the closure equations (2) -----------------------------------------------

template <typename T, int rows>
using ClosureRows = Eigen::Matrix<T, rows, 6>;
// The same where nc is decided at construction.
template <typename T>
using SomeRows = Eigen::Matrix<T, Eigen::Dynamic, 6, Eigen::RowMajor, 6, 6>;
template <typename T>
using SomeEntries = Eigen::Matrix<T, Eigen::Dynamic, 1, Eigen::ColMajor, 6, 1>;

// e · (R n) = 0: an axis n fixed in M stays perpendicular to e fixed in F.
//   d/dt e·(R n) = w · (R n × e),   its bias: w · ((w × R n) × e)
template <typename T>
T calc_axis_residual(const Mat3<T>& R, const Vec3<double>& n, const Vec3<double>& e) {
  return e.cast<T>().dot(R * n.cast<T>());
}
template <typename T>
Eigen::Matrix<T, 1, 6> calc_axis_row(const Mat3<T>& R, const Vec3<double>& n,
                                     const Vec3<double>& e) {
  Eigen::Matrix<T, 1, 6> row = Eigen::Matrix<T, 1, 6>::Zero();
  row.template head<3>() = (R * n.cast<T>()).cross(e.cast<T>()).transpose();
  return row;
}
template <typename T>
T calc_axis_bias(const Mat3<T>& R, const Vec3<T>& w, const Vec3<double>& n, const Vec3<double>& e) {
  return w.dot(w.cross(R * n.cast<T>()).cross(e.cast<T>()));
}

// R = I, by its axial vector a = ½ vee(R − Rᵀ) = 0:
//   ȧ = ½ (tr R · I − R) w,   its bias: ½ (tr Ṙ · I − Ṙ) w with Ṙ = w × R
template <typename T>
Mat3<T> calc_lock_rows(const Mat3<T>& R) {
  return T(0.5) * (R.trace() * Mat3<T>::Identity() - R);
}
template <typename T>
Vec3<T> calc_lock_bias(const Mat3<T>& R, const Vec3<T>& w) {
  return calc_lock_rows<T>(skew<T>(w) * R) * w;
}

// A displacement along e, fixed in F, goes with the angle φ of R about n: e·p = k φ. With θ = e·p/k
// the angle that the displacement asks for and u = R b1, (b1, b2) perpendicular to n,
//   g = k sin(θ − φ) = k (sin θ  b1·u − cos θ  b2·u),
// which knows nothing of whole turns and is smooth.
struct TurnRow {
  Vec3<double> n, e;
  PlaneBasis basis;
  double k;  // displacement per radian, not zero

  TurnRow(const Vec3<double>& axis, const Vec3<double>& direction, double per_radian)
      : n(axis), e(direction), basis(calc_plane_basis(axis)), k(per_radian) {}

  template <typename T>
  T calc_residual(const Pose<T>& X) const {
    using std::sin, std::cos;
    const T theta = e.cast<T>().dot(X.p) / T(k);
    return T(k) * (sin(theta) * calc_axis_residual<T>(X.R, basis.b1, basis.b1) -
                   cos(theta) * calc_axis_residual<T>(X.R, basis.b1, basis.b2));
  }
  template <typename T>
  Eigen::Matrix<T, 1, 6> calc_row(const Pose<T>& X) const {
    using std::sin, std::cos;
    const T theta = e.cast<T>().dot(X.p) / T(k), s = sin(theta), c = cos(theta);
    Eigen::Matrix<T, 1, 6> row = T(k) * (s * calc_axis_row<T>(X.R, basis.b1, basis.b1) -
                                         c * calc_axis_row<T>(X.R, basis.b1, basis.b2));
    row.template tail<3>() =
        e.cast<T>().transpose() * (c * calc_axis_residual<T>(X.R, basis.b1, basis.b1) +
                                   s * calc_axis_residual<T>(X.R, basis.b1, basis.b2));
    return row;
  }
  // From x = b1·u, y = b2·u, their rates and second rates at constant twist.
  template <typename T>
  T calc_row_bias(const Pose<T>& X, const Vec6<T>& V) const {
    using std::sin, std::cos;
    const Vec3<T> w = V.template head<3>();
    const T theta = e.cast<T>().dot(X.p) / T(k), s = sin(theta), c = cos(theta);
    const T rate = e.cast<T>().dot(V.template tail<3>()) / T(k);
    const T x = calc_axis_residual<T>(X.R, basis.b1, basis.b1),
            y = calc_axis_residual<T>(X.R, basis.b1, basis.b2),
            xd = calc_axis_row<T>(X.R, basis.b1, basis.b1).template head<3>().dot(w),
            yd = calc_axis_row<T>(X.R, basis.b1, basis.b2).template head<3>().dot(w),
            xdd = calc_axis_bias<T>(X.R, w, basis.b1, basis.b1),
            ydd = calc_axis_bias<T>(X.R, w, basis.b1, basis.b2);
    return T(k) *
           (rate * rate * (c * y - s * x) + T(2) * rate * (c * xd + s * yd) + s * xdd - c * ydd);
  }
};

// Angle of a rotation about the unit axis n.
inline double measure_angle(const Mat3<double>& R, const Vec3<double>& n) {
  const PlaneBasis basis = calc_plane_basis(n);
  const Vec3<double> turned = R * basis.b1;
  return std::atan2(turned.dot(basis.b2), turned.dot(basis.b1));
}

// Speeds v with H v = V for a relative twist V that the joint allows (least squares otherwise);
// likewise accelerations from A_FM less its bias.
template <typename T, typename Kind>
Eigen::Matrix<T, Kind::nv, 1> solve_motion(const Kind& joint, const T* q, const Vec6<T>& V) {
  const Eigen::Matrix<T, 6, Kind::nv> H = joint.template calc_H<T>(q);
  const Eigen::Matrix<T, Kind::nv, Kind::nv> HtH = H.transpose() * H;
  return HtH.ldlt().solve(H.transpose() * V);
}

// Whether coordinate i turns M about an axis: a pose then tells it but for whole turns.
template <typename Kind>
bool is_angle(const Kind& joint, int i) {
  if constexpr (Kind::nv > 0 && Kind::nq == Kind::nv) {
    const std::array<double, Kind::nq> q{};
    return joint.template calc_H<double>(q.data()).col(i).template head<3>().norm() > 0;
  } else {
    return false;
  }
}

// ---- reading parameters and start values --------------------------------------------------------

Vec3<double> read_vec3(const Component& component, std::string_view parameter);
// A direction, normalised; zero length is the user's error.
Vec3<double> read_axis(const Component& component, std::string_view parameter);
// Three axes, each 1, 2 or 3.
std::array<int, 3> read_sequence(const Component& component, std::string_view parameter);
// Rotation given by angles_start about sequence_start.
Mat3<double> read_start_rotation(const Component& component);
int read_state_preference(const Component& component);
// Start value and fixed flag of entry `i` of a variable.
void read_start(const Component& component, std::string_view variable, double& value, bool& fixed,
                int i = 0);
// The library's switch for what is not there; throws when set.
void reject_option(const Component& component, std::string_view parameter,
                   const std::string& instead);

}  // namespace gelenk
