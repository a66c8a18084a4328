#include "numerics/explicit_pair.h"

#include <algorithm>

namespace gelenk {

bool ExplicitPair::advance(double limit) {
  constexpr int most_rejections = 100;
  if (h_ == 0.0) {
    if (!eval(t_, y_, first_slope())) return fail(IntegratorFailure::evaluation);
    h_ = choose_first_step(first_slope(), std::min(limit - t_, options_.largest_step),
                           control_.error_order);
  }
  bool evaluated = true;
  for (int rejections = 0; rejections <= most_rejections; ++rejections) {
    const double fitted = fit_step(limit);
    const double end = fitted == limit - t_ ? limit : t_ + fitted;
    const double h = end - t_;  // as rounded, so that steps add up to the time
    if (h < smallest_step(limit) && end != limit)
      return fail(evaluated ? IntegratorFailure::step_underflow : IntegratorFailure::evaluation);
    evaluated = try_step(h, end);
    const double error = evaluated ? calc_error(h) : std::numeric_limits<double>::infinity();
    if (error <= 1.0) {
      accept(h, end, error, rejections > 0);
      return true;
    }
    ++counts_.rejected;
    // A step that failed altogether says nothing about how much shorter it has to be.
    h_ = std::isfinite(error) ? h / std::min(5.0, std::pow(error, exponent_) / 0.9) : h / 4;
  }
  return fail(evaluated ? IntegratorFailure::too_many_rejections : IntegratorFailure::evaluation);
}

double ExplicitPair::smallest_step(double limit) const {
  return 16 * std::numeric_limits<double>::epsilon() *
         std::max(std::abs(t_), 1e-3 * std::abs(limit));
}

// The proposed step, not past the limit and without a crumb left before it.
double ExplicitPair::fit_step(double limit) const {
  const double way = limit - t_;
  if (way <= (1 + 1e-9) * h_) return way;
  return way < 2 * h_ ? 0.5 * way : h_;
}

void ExplicitPair::accept(double h, double end, double error, bool was_rejected) {
  if (calc_stiffness(h) > control_.stiff_border) {
    calm_steps_ = 0;
    ++stiff_steps_;
  } else if (++calm_steps_ >= 6) {
    stiff_steps_ = 0;
  }
  keep_step(h);
  // (1)
  double growth =
      0.9 * std::pow(error_before_, control_.beta) / std::pow(std::max(error, 1e-10), exponent_);
  growth = std::clamp(growth, 0.2, was_rejected ? 1.0 : 10.0);
  // A step cut short by the limit does not make the next ones short.
  const bool was_cut = h < 0.99 * h_;
  h_ = std::min(options_.largest_step, was_cut ? std::max(h_, h * growth) : h * growth);
  error_before_ = std::max(error, 1e-4);
  y_.swap(y1_);
  t_ = end;
  ++counts_.steps;
}

double ExplicitPair::calc_quotient(double h, const Vector& k, const Vector& y,
                                   const Vector& last_slope) const {
  double above = 0.0, below = 0.0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double w = weight(i), dk = w * (last_slope[i] - k[i]), dy = w * (y1_[i] - y[i]);
    above += dk * dk;
    below += dy * dy;
  }
  // Differences far below the tolerance are rounding and say nothing.
  return below > 1e-8 ? h * std::sqrt(above / below) : 0.0;
}

}  // namespace gelenk
