#include "analyses/led_motion.h"

#include <fmt/format.h>

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "analyses/independent_coordinates.h"
#include "analyses/motion_space.h"
#include "formulations/motion_signals.h"

namespace gelenk {

namespace {

// Of fixed start values, over others.
constexpr double preference = 30;
constexpr double turn = 2 * 3.14159265358979323846;

void weigh_fixed(const Subsystem& sub, Vector& weight) {
  for (const JointEdge& edge : sub.joints) {
    for (int i = 0; edge.in_tree && i < edge.nv(); ++i) {
      if (edge.start.q_fixed[i]) weight[edge.v + i] = preference;
    }
  }
  for (const auto& part : sub.parts) weigh_fixed(*part, weight);
}

}  // namespace

LedMotion::LedMotion(Formulation& formulation, std::vector<PositionSignal> given,
                     Followers followers, const char* option, double t, const Vector& q)
    : f_(formulation),
      system_(formulation.system()),
      values_(system_),
      undriven_(list_undriven(system_)) {
  const std::vector<bool> of_speeds = list_velocity_rows(*system_.root);
  if (std::find(of_speeds.begin(), of_speeds.end(), true) != of_speeds.end()) {
    throw UserError(
        {"unsupported",
         {},
         "",
         "the model rolls: where it is does not follow from coordinates alone, but from "
         "the way that led there",
         "drive it by laws in the model and simulate it"});
  }
  Vector placed = q, still = Vector::Zero(system_.nv);
  f_.place_driven(t, placed, still);
  choose_leaders(std::move(given), followers, option, placed);
}

void LedMotion::choose_leaders(std::vector<PositionSignal> given, Followers followers,
                               const char* option, const Vector& q) {
  calc_rows(q, Vector::Zero(system_.nv));
  Matrix Z = find_kernel(calc_scaled_loops());
  loop_rank_ = static_cast<int>(Z.rows() - Z.cols());
  const Matrix P = take_columns(calc_position_rows(f_, given, q), undriven_);
  std::vector<std::string> before;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Eigen::Index row = static_cast<Eigen::Index>(i);
    // What is left of the motions when this leader stands still.
    const Vector along = (P.row(row) * Z).transpose();
    const double size = P.row(row).norm();
    leader_of_.push_back(-1);
    if (size > 0 && along.norm() > kernel_tolerance * size) {
      leader_of_.back() = static_cast<int>(leaders_.size());
      leaders_.push_back(given[i]);
      Z = Z * find_kernel(along.transpose());
      before.push_back(given[i].x.name);
      continue;
    }
    if (followers == Followers::compared) continue;
    const std::string& name = given[i].x.name;
    if (size == 0) {
      throw UserError(
          {"option",
           {},
           "",
           fmt::format("{}: '{}' cannot be moved: the model drives or fixes it", option, name),
           "leave it out"});
    }
    throw UserError(
        {"option",
         {},
         "",
         before.empty()
             ? fmt::format("{}: '{}' cannot be moved: the loops hold it where it is", option, name)
             : fmt::format("{}: '{}' follows from '{}'", option, name, fmt::join(before, "', '")),
         "leave it out, or start elsewhere"});
  }
  // Of what is left the coordinates that move most are held, first of all those with fixed starts.
  if (Z.cols() > 0) {
    std::vector<int> columns;
    Vector weight = Vector::Ones(system_.nv);
    weigh_fixed(*system_.root, weight);
    for (std::size_t j = 0; j < undriven_.size(); ++j) {
      if (undriven_[j]) columns.push_back(static_cast<int>(j));
    }
    const Vector weights = weight(columns);
    const Eigen::ColPivHouseholderQR<Matrix> qr(Z.transpose() * weights.asDiagonal());
    for (Eigen::Index k = 0; k < Z.cols(); ++k)
      held_.push_back(columns[qr.colsPermutation().indices()[k]]);
    std::sort(held_.begin(), held_.end());
  }
}

void LedMotion::calc_rows(const Vector& q, const Vector& v) {
  f_.eval_motion(q, v);
  f_.eval_closure(closure_);
  const int loops = static_cast<int>(closure_.g.size()),
            leaders = static_cast<int>(leaders_.size()), rows = loops + degrees_of_freedom();
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < loops; ++i) {
    for (SparseMatrix::InnerIterator entry(closure_.G, i); entry; ++entry) {
      if (undriven_[entry.col()])
        entries.emplace_back(i, static_cast<int>(entry.col()), entry.value());
    }
  }
  const Matrix P = calc_position_rows(f_, leaders_, q);
  for (int i = 0; i < leaders; ++i) {
    for (int j = 0; j < system_.nv; ++j) {
      if (P(i, j) != 0.0 && undriven_[j]) entries.emplace_back(loops + i, j, P(i, j));
    }
  }
  for (std::size_t i = 0; i < held_.size(); ++i)
    entries.emplace_back(loops + leaders + static_cast<int>(i), held_[i], 1.0);
  A_.resize(rows, system_.nv);
  A_.setFromTriplets(entries.begin(), entries.end());
  sizes_.setOnes(rows);  // of leaders: metres and radians
  sizes_.head(loops) = closure_.natural;
}

Matrix LedMotion::calc_scaled_loops() const {
  return take_columns(scale_rows(closure_), undriven_);
}

Vector LedMotion::wrap(const Vector& x, const Vector& near) const {
  Vector wrapped = x;
  for (std::size_t i = 0; i < leaders_.size(); ++i) {
    if (leaders_[i].lacks_turns()) wrapped[i] = near[i] + std::remainder(x[i] - near[i], turn);
  }
  return wrapped;
}

Vector LedMotion::calc_x(const Vector& q, const Vector& near) {
  return wrap(calc_positions(f_, leaders_, q), near);
}

// Of (1), −right side; where driven coordinates are placed.
Vector LedMotion::calc_residual(double t, const Vector& x, Vector& q) {
  Vector v = Vector::Zero(system_.nv);
  f_.place_driven(t, q, v);
  const Vector off = calc_x(q, x) - x;
  f_.eval_closure(closure_);  // of the motion just evaluated
  Vector residual = Vector::Zero(closure_.g.size() + degrees_of_freedom());
  residual.head(closure_.g.size()) = closure_.g;
  residual.segment(closure_.g.size(), off.size()) = off;
  return residual;
}

// Near the end of what can be reached steps overshoot, and are halved; there Newton's method halves the error only.
bool LedMotion::place(double t, const Vector& x, Vector& q) {
  Vector at = q;
  Vector residual = calc_residual(t, x, at);
  const Vector still = Vector::Zero(system_.nv);
  const double rounding = 1e-14 * (1 + q.cwiseAbs().maxCoeff());
  double size = residual.norm();
  for (int sweep = 0; sweep < 80 && size > rounding; ++sweep) {
    calc_rows(at, still);
    change_.compute(A_, sizes_);
    const Vector delta = change_.solve(residual);
    if (!delta.allFinite()) return false;
    double share = 1.0, tried_size = size;
    Vector tried;
    for (int halving = 0; halving < 12; ++halving, share /= 2) {
      tried = at;
      step_coordinates(*system_.root, share * delta, tried);
      residual = calc_residual(t, x, tried);
      tried_size = residual.norm();
      if (tried_size < size) break;
    }
    if (!(tried_size < size)) break;
    at = tried;
    size = tried_size;
  }
  if (!(size < 1e3 * rounding)) return false;
  normalize_quaternions(*system_.root, at);
  q = at;
  return true;
}

double LedMotion::follow(double t0, const Vector& x0, double t1, const Vector& x1, Vector& q) {
  constexpr double shortest = 1e-4;  // step, in shares of the way
  constexpr double longest = 0.5;    // that a tangent is believed, in radians or metres
  double come = 0.0, step = 1.0;
  const auto at = [&](double share) { return Vector(x0 + share * (x1 - x0)); };
  const Vector still = Vector::Zero(system_.nv);
  while (come < 1.0) {
    step = std::min(step, 1.0 - come);
    const double next = come + step > 1.0 - 1e-12 ? 1.0 : come + step, t = t0 + next * (t1 - t0);
    // Along the tangent first: the branch of the loops that is nearest to it is the one to be kept.
    Vector guess = q;
    Vector residual = calc_residual(t, at(next), guess);
    calc_rows(guess, still);
    change_.compute(A_, sizes_);
    const Vector delta = change_.solve(residual);
    step_coordinates(*system_.root, delta, guess);
    Vector placed = guess;
    const bool closes = delta.allFinite() && place(t, at(next), placed);
    // A long one only where it is as good as straight.
    const double length = delta.norm();
    const bool is_near =
        closes && (placed - guess).norm() <= (length < longest ? 0.25 : 1e-9) * length + 1e-6;
    if (is_near || (closes && step <= shortest)) {
      q = placed;
      come = next;
      step *= 2;
    } else if (step <= shortest) {
      return come;
    } else {
      step /= 2;
    }
  }
  return 1.0;
}

void LedMotion::set_speeds(double t, const Vector& q, const Vector& rates, Vector& v) {
  Vector placed = q;
  v = Vector::Zero(system_.nv);
  f_.place_driven(t, placed, v);
  calc_rows(placed, v);
  change_.compute(A_, sizes_);
  for (int pass = 0; pass < 2; ++pass) {  // once more for the digits
    f_.eval_motion(placed, v);
    f_.eval_closure(closure_);
    Vector residual = Vector::Zero(A_.rows());
    residual.head(closure_.gdot.size()) = closure_.gdot;
    for (std::size_t i = 0; i < leaders_.size(); ++i) {
      residual[closure_.gdot.size() + i] =
          calc_motion_signal(leaders_[i].v, f_, system_, placed.data(), v.data()) - rates[i];
    }
    for (std::size_t i = 0; i < held_.size(); ++i)
      residual[closure_.gdot.size() + leaders_.size() + i] = v[held_[i]];
    v += change_.solve(residual);
  }
}

bool LedMotion::set_accelerations(double t, const Vector& q, const Vector& v, const Vector& rates,
                                  Vector& vdot) {
  Vector qdot;
  if (!f_.eval_derivatives(t, q, v, qdot, vdot) || !vdot.allFinite()) {
    failure_ = f_.failure().empty() ? "accelerations are not finite" : f_.failure();
    return false;
  }
  values_.forget();
  Vector residual = Vector::Zero(A_.rows());
  const Eigen::Index loops = A_.rows() - degrees_of_freedom();
  for (std::size_t i = 0; i < leaders_.size(); ++i)
    residual[loops + i] = values_.calc(leaders_[i].a, f_, q, v, vdot) - rates[i];
  for (std::size_t i = 0; i < held_.size(); ++i)
    residual[loops + leaders_.size() + i] = vdot[held_[i]];
  // A of the position: that of set_speeds.
  vdot += change_.solve(residual);
  return true;
}

LedMotion::Singular LedMotion::calc_singular(double t, const Vector& q) {
  Vector placed = q, still = Vector::Zero(system_.nv);
  f_.place_driven(t, placed, still);
  calc_rows(placed, still);
  Matrix A = take_columns(A_, undriven_);
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    if (sizes_[i] > 0) A.row(i) /= sizes_[i];
  }
  Singular singular;
  const Eigen::Index n = A.cols();
  if (n == 0) return singular;
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  singular.value = svd.singularValues()[n - 1];
  singular.left = svd.matrixU().col(n - 1);
  singular.right = Vector::Zero(system_.nv);
  for (std::size_t j = 0, k = 0; j < undriven_.size(); ++j) {
    if (undriven_[j]) singular.right[j] = svd.matrixV()(k++, n - 1);
  }
  if (closure_.g.size() > 0) {
    const Vector of_loops = Eigen::JacobiSVD<Matrix>(calc_scaled_loops()).singularValues();
    int rank = 0;
    for (double value : of_loops) rank += value > 1e-6;
    singular.lost_by_loops = loop_rank_ - rank;
  }
  return singular;
}

}  // namespace gelenk
