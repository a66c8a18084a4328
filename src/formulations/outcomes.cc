#include "formulations/outcomes.h"

#include <cmath>

namespace gelenk {

namespace {

// Of |F(x) − x| against the largest value of its kind: where Newton's method has arrived.
constexpr double arrived = 1e-13;
// A pivot of ∂F/∂x − 1, with rows and columns in units of their own, that is rounding of the differences.
constexpr double no_slope = 1e-8;
// Where it may stop if it comes no nearer.
constexpr double near_enough = 1e-10;

// Signals of one unit are compared with the largest among them.
void calc_sizes(const Laws& laws, const Vector& F, const Vector& x, Vector& sizes) {
  for (int i = 0; i < F.size(); ++i) {
    sizes[i] = 1e-3;
    for (int k = 0; k < F.size(); ++k) {
      if (laws.outcome_signal(k).unit == laws.outcome_signal(i).unit)
        sizes[i] = std::max({sizes[i], std::abs(F[k]), std::abs(x[k])});
    }
  }
}

}  // namespace

bool Outcomes::eval(double t, Laws& laws, const Vector& x, const Evaluate& evaluate,
                    const Read& read, Vector& F) {
  for (int i = 0; i < x.size(); ++i) laws.outcome(i) = x[i];
  laws.eval(t);
  if (!evaluate()) return false;
  for (int i = 0; i < x.size(); ++i) F[i] = laws.calc_outcome(i, read(laws.outcome_signal(i)));
  return true;
}

bool Outcomes::solve(double t, Laws& laws, const Evaluate& evaluate, const Read& read) {
  failure_.clear();
  const int n = laws.outcome_count();
  for (Vector* v : {&x_, &F_, &step_, &tried_, &F_tried_, &sizes_, &scales_}) v->setZero(n);
  slope_.setZero(n, n);
  laws.list_first_outcomes(x_);
  if (!eval(t, laws, x_, evaluate, read, F_)) return false;
  x_ = F_;
  if (laws.needs_rounds()) return solve_newton(t, laws, evaluate, read);
  for (int i = 0; i < n; ++i) laws.outcome(i) = x_[i];
  laws.eval(t);
  return true;
}

// From ∂F/∂x to ∂F/∂x − 1 in units of rows and columns. They are the sizes before 1 is taken away, so that what cancels is small:
// a torque that a gear passes on may be a thousand times what the units of x made of it.
void Outcomes::scale_slope() {
  const Eigen::Index n = slope_.rows();
  row_sizes_ = slope_.cwiseAbs().rowwise().maxCoeff().cwiseMax(1.0);
  slope_ = row_sizes_.cwiseInverse().asDiagonal() * slope_;
  column_sizes_ =
      slope_.cwiseAbs().colwise().maxCoeff().transpose().cwiseMax(row_sizes_.cwiseInverse());
  for (Eigen::Index i = 0; i < n; ++i) slope_(i, i) -= 1.0 / row_sizes_[i];
  slope_ = slope_ * column_sizes_.cwiseInverse().asDiagonal();
}

bool Outcomes::solve_newton(double t, Laws& laws, const Evaluate& evaluate, const Read& read) {
  const int n = static_cast<int>(x_.size());
  if (!eval(t, laws, x_, evaluate, read, F_)) return false;
  calc_sizes(laws, x_, x_, scales_);
  // In units that stay the same, so that nothing looks nearer for being larger.
  auto calc_distance = [&](const Vector& x, const Vector& F) {
    return (F - x).cwiseQuotient(scales_).lpNorm<Eigen::Infinity>();
  };
  auto is_within = [&](double part) {
    calc_sizes(laws, F_, x_, sizes_);
    return (F_ - x_).cwiseQuotient(sizes_).lpNorm<Eigen::Infinity>() <= part;
  };
  double distance = calc_distance(x_, F_);
  bool is_fast = false;  // a slope serves as long as it brings a digit a step
  for (int round = 0; round < 100 && std::isfinite(distance); ++round) {
    if (is_within(arrived)) return true;
    for (int k = 0; k < n && !is_fast; ++k) {
      const double h = 1e-6;  // in units of sizes, as all of the slope
      tried_ = x_;
      tried_[k] += h * scales_[k];
      if (!eval(t, laws, tried_, evaluate, read, F_tried_)) return false;
      slope_.col(k) = (F_tried_ - F_).cwiseQuotient(h * scales_);
    }
    if (!is_fast) {
      scale_slope();
      factor_.compute(slope_);
      // Otherwise x changes nothing, or too much.
      if (!(factor_.matrixLU().diagonal().cwiseAbs().minCoeff() > no_slope)) break;
    }
    step_ = factor_.solve((x_ - F_).cwiseQuotient(scales_).cwiseQuotient(row_sizes_))
                .cwiseQuotient(column_sizes_)
                .cwiseProduct(scales_);
    const double before = distance;
    bool nearer = false;
    for (double part = 1.0; part > 1e-3 && !nearer; part /= 2) {
      tried_ = x_ + part * step_;
      if (!eval(t, laws, tried_, evaluate, read, F_tried_)) return false;
      const double now = calc_distance(tried_, F_tried_);
      if (!(now < distance)) continue;
      nearer = true;
      distance = now;
      x_ = tried_;
      F_ = F_tried_;
    }
    const bool was_fast = is_fast;
    is_fast = distance < 0.1 * before;
    // Rounding: a slope that was just taken brings nothing, and x is good. The evaluation at x once more, since others came after it.
    const bool is_rounding = !was_fast && !(distance < 0.5 * before) && is_within(near_enough);
    if (!is_rounding && (nearer || was_fast)) continue;
    if (!is_rounding) break;
    return eval(t, laws, x_, evaluate, read, F_);
  }
  if (!std::isfinite(distance))
    return eval(t, laws, x_, evaluate, read, F_);  // what is not a number is told elsewhere
  failure_ =
      "'" + laws.outcome_signal(0).name +
      "' and the laws that read it do not agree on any value (they may have none, as where a "
      "force grows with an acceleration by the whole mass: make the law smaller, or put a spring "
      "between),";
  return false;
}

}  // namespace gelenk
