#include "analyses/inverse_dynamics.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>

#include "analyses/motion_space.h"

namespace gelenk {

namespace {

// What is slower is at rest for friction, in rad/s or m/s.
constexpr double rest_speed = 1e-7;
// What begins to move is asked for the side to which it does, so many seconds later.
constexpr double look_ahead = 1e-5;

// Least x with A x = b, columns of A against their size.
Vector solve_least(const Matrix& A, const Vector& b) {
  if (A.rows() == 0 || A.cols() == 0) return Vector::Zero(A.cols());
  Eigen::CompleteOrthogonalDecomposition<Matrix> factors;
  factors.setThreshold(kernel_tolerance);
  factors.compute(A);
  return factors.solve(b);
}

}  // namespace

InverseDynamics::InverseDynamics(Formulation& formulation, Vector& loads, LedMotion& motion,
                                 std::vector<PositionSignal> actuators)
    : formulation_(formulation),
      loads_(loads),
      motion_(motion),
      actuators_(std::move(actuators)),
      has_events_(formulation.event_count() > 0) {
  for (const PlacedAxisElement& e : formulation.system().axes.elements)
    has_friction_ = has_friction_ || e.element.holder.kind == AxisHolder::Kind::friction;
  for (std::size_t j = 0; j < motion_.undriven().size(); ++j) {
    if (!motion_.undriven()[j]) driven_.push_back(static_cast<int>(j));
  }
}

bool InverseDynamics::solve(double t, const Vector& q, const Vector& rates,
                            const Vector& accelerations) {
  motion_.set_speeds(t, q, rates, v_);
  find_motions(q);
  if (has_events_) settle_modes(t, q, v_);
  // Twice: accelerations are found from those under the loads that are known so far, and the nearer these are the fewer digits go.
  for (int pass = 0; pass < 2; ++pass) {
    if (!motion_.set_accelerations(t, q, v_, accelerations, vdot_)) {
      failure_ = motion_.failure();
      return false;
    }
    Vector f;
    if (!calc_needed(t, q, f)) return false;
    find_efforts(f);
    if (is_solved())
      loads_ = B_ * efforts_;
    else
      break;
  }
  miss_ = 0.0;
  Vector qdot, found;
  if (!formulation_.eval_derivatives(t, q, v_, qdot, found)) {
    failure_ = formulation_.failure();
    return false;
  }
  if (!has_friction_ && is_solved()) {
    const double size = std::max(1.0, vdot_.cwiseAbs().maxCoeff());
    miss_ = (found - vdot_).cwiseAbs().maxCoeff() / size;
  }
  return true;
}

// Modes of friction, stops and laws that fit these speeds.
void InverseDynamics::settle_modes(double t, const Vector& q, const Vector& speeds) {
  Vector q_there = q, v_there = speeds;
  formulation_.start_events(t, q_there, v_there);
}

// Friction of what moves is that of its direction. What is at rest is asked twice, as if it crept one way and the other: the mean is zero.
bool InverseDynamics::calc_needed(double t, const Vector& q, Vector& f) {
  const auto calc = [&](Vector& needed) {
    if (!formulation_.joint_space()->calc_forces(t, q, v_, vdot_, needed)) {
      throw UserError({"unsupported",
                       {},
                       "",
                       "laws of this model read accelerations or loads, so that its forces do not "
                       "follow from a motion alone",
                       "leave such laws out of the model"});
    }
    if (needed.allFinite()) return true;
    failure_ = "the forces are not finite";
    return false;
  };
  if (!has_friction_) return calc(f);
  // A motion in which no coordinate that can move stands still.
  Vector creep = Vector::Zero(v_.size());
  const Vector some = Vector::LinSpaced(Z_.rows(), 1.0, 1.7);
  const Vector moved = Z_ * (Z_.transpose() * some);
  for (std::size_t j = 0, k = 0; j < motion_.undriven().size(); ++j) {
    if (motion_.undriven()[j]) creep[j] = moved[k++];
  }
  const double size = creep.size() > 0 ? creep.cwiseAbs().maxCoeff() : 0.0;
  if (size > 0) creep *= rest_speed / size;
  f = Vector::Zero(v_.size());
  for (const double side : {-1.0, 1.0}) {
    Vector needed;
    settle_modes(t, q, v_ + look_ahead * vdot_ + side * creep);
    if (!calc(needed)) return false;
    f += 0.5 * needed;
  }
  return true;
}

void InverseDynamics::find_motions(const Vector& q) {
  B_ = calc_position_rows(formulation_, actuators_, q).transpose();
  formulation_.eval_motion(q, v_);
  Closure closure;
  formulation_.eval_closure(closure);
  const Matrix G = scale_rows(closure);
  Z_ = find_kernel(take_columns(G, motion_.undriven()));
  if (!driven_.empty()) Z_driven_ = find_kernel(G);
  freedoms_ = static_cast<int>(Z_.cols());
}

// (2)
void InverseDynamics::find_efforts(const Vector& f) {
  const std::vector<bool>& undriven = motion_.undriven();
  const Matrix W = Z_.transpose() * take_columns(B_.transpose(), undriven).transpose();
  const Vector right = Z_.transpose() * take_entries(f, undriven);
  Matrix scaled = W;
  for (Eigen::Index k = 0; k < W.cols(); ++k) {
    const double size = B_.col(k).norm();
    if (size > 0) scaled.col(k) /= size;
  }
  undriven_motion_.resize(0);
  rank_ = 0;
  Matrix left = Matrix::Identity(freedoms_, freedoms_);
  if (W.cols() > 0 && freedoms_ > 0) {
    const Eigen::JacobiSVD<Matrix> svd(scaled, Eigen::ComputeFullU);
    for (double value : svd.singularValues()) rank_ += value > kernel_tolerance;
    left = svd.matrixU();
  }
  if (rank_ < freedoms_) {
    const Vector motion = Z_ * left.col(freedoms_ - 1);
    undriven_motion_ = Vector::Zero(v_.size());
    for (std::size_t j = 0, k = 0; j < undriven.size(); ++j) {
      if (undriven[j]) undriven_motion_[j] = motion[k++];
    }
    efforts_ = Vector::Constant(W.cols(), std::numeric_limits<double>::quiet_NaN());
    drives_ = Vector::Constant(static_cast<Eigen::Index>(driven_.size()),
                               std::numeric_limits<double>::quiet_NaN());
    return;
  }
  efforts_ = solve_least(W, right);
  if (driven_.empty()) return;
  Matrix D = Matrix::Zero(v_.size(), static_cast<Eigen::Index>(driven_.size()));
  for (std::size_t k = 0; k < driven_.size(); ++k)
    D(driven_[k], static_cast<Eigen::Index>(k)) = 1.0;
  const Vector rest = W.cols() == 0 ? f : Vector(f - B_ * efforts_);
  drives_ = solve_least(Z_driven_.transpose() * D, Z_driven_.transpose() * rest);
}

}  // namespace gelenk
