#include "analyses/initial_equations.h"

#include <Eigen/Dense>
#include <cmath>
#include <utility>

namespace gelenk {

namespace {

class InitialEquations {
 public:
  InitialEquations(Formulation& formulation, double t, const std::vector<bool>& q_free,
                   const std::vector<bool>& v_free)
      : f_(formulation), system_(formulation.system()), t_(t) {
    for (int i = 0; i < system_.nv; ++i) {
      if (q_free[static_cast<std::size_t>(i)]) unknowns_.push_back({Unknown::position, i});
      if (v_free[static_cast<std::size_t>(i)]) unknowns_.push_back({Unknown::speed, i});
    }
    moves_joints_ = !unknowns_.empty();
    const auto& states = system_.quantities.states;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (!states[i].is_fixed) unknowns_.push_back({Unknown::state, static_cast<int>(i)});
    }
    velocity_rows_ = list_velocity_rows(*system_.root);
    velocity_rows_.resize(velocity_rows_.size() + system_.rows.size(), false);
  }

  // Branches are held while Newton's method goes on, then looked at again: friction that sticks would give way to any step off it.
  bool run(Vector& q, Vector& v) {
    constexpr int most_branches = 20;
    // Nothing can move: they hold already, or not at all.
    if (unknowns_.empty())
      return eval(q, v, r_) && (r_.size() == 0 || r_.lpNorm<Eigen::Infinity>() <= close);
    for (int i = 0; i < most_branches; ++i) {
      if (!eval(q, v, r_)) return false;
      f_.hold_branches(t_, true);
      const bool is_solved = iterate(q, v);
      f_.hold_branches(t_, false);
      if (!is_solved || !eval(q, v, r_)) return false;
      const Vector step = factor_.solve(-r_.cwiseProduct(weight_));
      Vector q_beside = q, v_beside = v;
      if (move(step, 1.0, q_beside, v_beside) < close) return true;
    }
    return false;
  }

 private:
  static constexpr double close = 1e-9;

  bool iterate(Vector& q, Vector& v) {
    constexpr int most_rounds = 100;
    constexpr double converged = 1e-13, shortest = 1e-8, least_slope = 1e-7;
    double before = INFINITY;
    for (int round = 0; round < most_rounds; ++round) {
      if (!eval(q, v, r_) || !eval_jacobian(q, v)) return false;
      // Rows of all sizes meet: each counts by its largest derivative, unless that is rounding, as where friction that sticks gives an
      // acceleration whatever else is.
      weight_ = J_.cwiseAbs().rowwise().maxCoeff();
      for (double& w : weight_) w = w > least_slope ? 1.0 / w : 1.0;
      J_ = weight_.asDiagonal() * J_;
      r_ = r_.cwiseProduct(weight_);
      factor_.setThreshold(1e-10);
      factor_.compute(J_);
      const Vector whole = factor_.solve(-r_);
      const Vector q_before = q, v_before = v;
      double size = move(whole, 1.0, q, v);
      if (size < close) {
        if ((J_ * whole + r_).lpNorm<Eigen::Infinity>() > close * (1.0 + measure_state(q, v)))
          return false;
        if (size < converged || size > 0.25 * before) return true;
        before = size;
        continue;
      }
      // What is left, measured by the step that it would take.
      for (double part = 1.0;; part /= 2) {
        if (part < shortest) return false;
        if (part < 1.0) {
          q = q_before;
          v = v_before;
          size = move(whole, part, q, v);
        }
        if (eval(q, v, trial_) &&
            Vector(factor_.solve(trial_.cwiseProduct(weight_))).norm() <= (1.0 - part / 4) * whole.norm())
          break;
      }
      before = INFINITY;
    }
    return false;
  }

  struct Unknown {
    enum Kind { position, speed, state } kind;
    int index;
  };

  bool eval(const Vector& q, const Vector& v, Vector& residual) {
    if (!f_.eval_initials(t_, q, v, initials_)) return false;
    // Loops stay as they are where joints do.
    if (moves_joints_) {
      f_.eval_motion(q, v);
      f_.eval_closure(closure_);
    }
    const Eigen::Index rows = closure_.g.size();
    residual.resize(2 * rows + initials_.size());
    residual << closure_.g, closure_.gdot, initials_;
    return residual.allFinite();
  }

  // At the state evaluated last.
  bool eval_jacobian(const Vector& q, const Vector& v) {
    const Eigen::Index rows = closure_.g.size();
    J_.setZero(r_.size(), static_cast<Eigen::Index>(unknowns_.size()));
    const Matrix G = closure_.G;
    for (std::size_t k = 0; k < unknowns_.size(); ++k) {
      const Eigen::Index column = static_cast<Eigen::Index>(k);
      const auto [kind, index] = unknowns_[k];
      if (kind == Unknown::speed) J_.col(column).segment(rows, rows) = G.col(index);
      if (kind != Unknown::position) continue;
      for (Eigen::Index i = 0; i < rows; ++i) {
        if (!velocity_rows_[static_cast<std::size_t>(i)]) J_(i, column) = G(i, index);
      }
    }
    Vector step = Vector::Zero(static_cast<Eigen::Index>(unknowns_.size()));
    for (std::size_t k = 0; k < unknowns_.size(); ++k) {
      const Eigen::Index column = static_cast<Eigen::Index>(k);
      // Of fourth order, and with steps so long that rounding in large terms of a row does not hide its small derivatives.
      const double h = 3e-3 * measure(unknowns_[k], q, v);
      J_.col(column).tail(initials_.size()).setZero();
      for (const auto& [at, weight] : {std::pair(1.0, 8.0 / 12), std::pair(-1.0, -8.0 / 12),
                                       std::pair(2.0, -1.0 / 12), std::pair(-2.0, 1.0 / 12)}) {
        Vector q_beside = q, v_beside = v;
        step[column] = at * h;
        move(step, 1.0, q_beside, v_beside);
        if (!f_.eval_initials(t_, q_beside, v_beside, beside_)) return false;
        J_.col(column).tail(beside_.size()) += weight / h * beside_;
      }
      step[column] = 0.0;
    }
    return J_.allFinite();
  }

  double measure(const Unknown& unknown, const Vector& q, const Vector& v) const {
    if (unknown.kind == Unknown::position) return 1.0;
    const double value = unknown.kind == Unknown::speed ? v[unknown.index]
                                                        : q[system_.first_state() + unknown.index];
    return 1.0 + std::abs(value);
  }

  static double measure_state(const Vector& q, const Vector& v) {
    return std::max(q.size() > 0 ? q.lpNorm<Eigen::Infinity>() : 0.0,
                    v.size() > 0 ? v.lpNorm<Eigen::Infinity>() : 0.0);
  }

  // What is zero but for rounding is zero, or friction would slide by it.
  static void add(double by, double& to) {
    constexpr double rounding = 1e-14;
    to += by;
    if (std::abs(to) < rounding) to = 0.0;
  }
  // Returns how far, relative to the sizes of what moves.
  double move(const Vector& step, double part, Vector& q, Vector& v) {
    Vector delta = Vector::Zero(system_.nv);
    double farthest = 0.0;
    for (std::size_t k = 0; k < unknowns_.size(); ++k) {
      const Unknown& unknown = unknowns_[k];
      const double by = part * step[static_cast<Eigen::Index>(k)];
      if (unknown.kind == Unknown::position)
        delta[unknown.index] = by;
      else
        add(by, unknown.kind == Unknown::speed ? v[unknown.index]
                                               : q[system_.first_state() + unknown.index]);
      farthest = std::max(farthest, std::abs(by) / measure(unknown, q, v));
    }
    step_coordinates(*system_.root, delta, q);
    normalize_quaternions(*system_.root, q);
    return farthest;
  }

  Formulation& f_;
  const System& system_;
  double t_;
  std::vector<Unknown> unknowns_;
  bool moves_joints_ = false;
  std::vector<bool> velocity_rows_;
  Closure closure_;
  Vector r_, trial_, initials_, beside_;
  Matrix J_;
  Vector weight_;  // of the rows
  Eigen::CompleteOrthogonalDecomposition<Matrix> factor_;
};

}  // namespace

bool solve_initial_equations(Formulation& formulation, double t, const std::vector<bool>& q_free,
                             const std::vector<bool>& v_free, Vector& q, Vector& v) {
  // The mechanism stays where it is if the states can do without it.
  const std::vector<bool> none(q_free.size(), false);
  Vector q_of_states = q, v_of_states = v;
  if (InitialEquations(formulation, t, none, none).run(q_of_states, v_of_states)) {
    q = q_of_states;
    v = v_of_states;
    return true;
  }
  // Compiled components have no closure to show, and their joints are not to be had.
  if (formulation.joint_space() == nullptr) return false;
  return InitialEquations(formulation, t, q_free, v_free).run(q, v);
}

}  // namespace gelenk
