// The Runge–Kutta pair of order 5(4) of Dormand and Prince with the continuous extension of order 4 and
// the step control of Hairer, Nørsett and Wanner (Solving Ordinary Differential Equations I, II.4–II.6).
//
//   kᵢ = f(t + cᵢ h, y + h Σ aᵢⱼ kⱼ)   i = 1…6        y₁ = y + h Σ bᵢ kᵢ                           (1)
//   y₁ ← correct(y₁),  k₇ = f(t + h, y₁)                                                            (2)
//   e = h Σ eᵢ kᵢ,  err = max |eᵢ| / (atol + rtol max(|yᵢ|, |y₁ᵢ|))                                 (3)
//
// The correction comes before the seventh stage. It moves y₁ by no more than the local error, so that e
// changes in higher order only; k₇ is then the first stage of the next step, and the continuous
// extension runs from corrected state to corrected state with their derivatives. The largest entry
// counts, not the mean: one body that moves in a large machine at rest is integrated as well as alone.
//
// New step h/fac with fac = err^(1/5 − 3β/4) / err_before^β / 0.9, β = 0.04 (PI control).            (4)
//
// Stiffness (Hairer, Wanner II, IV.2): the stages 6 and 7 belong to the same time, so that
//   h |k₇ − k₆| / |y₇ − y₆| ≈ h |λ|                                                                (5)
// for the dominant eigenvalue λ of ∂f/∂y. The border of stability is at 3.3 on the negative real axis and
// near 1 on the imaginary one. A motion that a step resolves has h |λ| well below 1, so that a quotient
// that stays beyond 2 belongs to something damped that has long decayed: it shortens the steps without
// being seen. (Hairer and Wanner wait for 3.25; measured on a governor with stiff dampers that comes
// thousands of steps later.)
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "numerics/methods.h"

namespace gelenk {

namespace {

constexpr double c[6] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1};
constexpr double a[6][5] = {{},
                            {1. / 5},
                            {3. / 40, 9. / 40},
                            {44. / 45, -56. / 15, 32. / 9},
                            {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
                            {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656}};
constexpr double b[7] = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84, 0};
constexpr double e[7] = {71. / 57600,      0,         -71. / 16695, 71. / 1920,
                         -17253. / 339200, 22. / 525, -1. / 40};
constexpr double d[7] = {-12715105075. / 11282082432.,  0,
                         87487479700. / 32700410799.,   -10690763975. / 1880347072.,
                         701980252875. / 199316789632., -1453857185. / 822651844.,
                         69997945. / 29380423.};

class DormandPrince5 : public Integrator {
 public:
  std::string description() const override { return "dopri5"; }
  bool looks_stiff() const override { return stiff_steps_ >= 30; }

 private:
  void begin() override {
    h_ = 0.0;
    error_before_ = 1e-4;
  }

  bool advance(double limit) override {
    if (h_ == 0.0) {
      if (!eval(t_, y_, k_[0])) return fail(IntegratorFailure::evaluation);
      h_ = choose_first_step(k_[0], std::min(limit - t_, options_.largest_step), 5);
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
      h_ = std::isfinite(error) ? h / std::min(5.0, std::pow(error, exponent) / 0.9) : h / 4;
    }
    return fail(evaluated ? IntegratorFailure::too_many_rejections : IntegratorFailure::evaluation);
  }

  bool interpolate(double t, Vector& y) override {
    const double theta = (t - t_before_) / (t_ - t_before_), rest = 1 - theta;
    y = y_before_ + theta * (rise_ + rest * (bend_ + theta * (twist_ + rest * extension_)));
    return true;
  }

  double smallest_step(double limit) const {
    return 16 * std::numeric_limits<double>::epsilon() *
           std::max(std::abs(t_), 1e-3 * std::abs(limit));
  }

  // The proposed step, not past the limit and without a crumb left before it.
  double fit_step(double limit) const {
    const double way = limit - t_;
    if (way <= (1 + 1e-9) * h_) return way;
    return way < 2 * h_ ? 0.5 * way : h_;
  }

  double weight(Eigen::Index i, double y0, double y1) const {
    return 1.0 / calc_tolerance(options_, i, std::max(std::abs(y0), std::abs(y1)));
  }

  // (1), (2)
  bool try_step(double h, double end) {
    for (int i = 1; i < 6; ++i) {
      stage_ = y_;
      for (int j = 0; j < i; ++j) stage_ += (h * a[i][j]) * k_[j];
      if (!eval(t_ + c[i] * h, stage_, k_[i])) return false;
    }
    y1_ = y_ + h * (b[0] * k_[0] + b[2] * k_[2] + b[3] * k_[3] + b[4] * k_[4] + b[5] * k_[5]);
    return system_->correct(end, y1_) && eval(end, y1_, k_[6]);
  }

  // (3)
  double calc_error(double h) {
    double worst = 0.0;
    for (Eigen::Index i = 0; i < y_.size(); ++i) {
      const double sum = e[0] * k_[0][i] + e[2] * k_[2][i] + e[3] * k_[3][i] + e[4] * k_[4][i] +
                         e[5] * k_[5][i] + e[6] * k_[6][i];
      const double entry = std::abs(h * sum) * weight(i, y_[i], y1_[i]);
      if (std::isnan(entry)) return std::numeric_limits<double>::infinity();
      if (entry > worst) {
        worst = entry;
        worst_entry_ = static_cast<int>(i);
      }
    }
    return worst;
  }

  void accept(double h, double end, double error, bool was_rejected) {
    watch_stiffness(h);
    // Continuous extension, equation (6.13) of II.6 in nested form.
    y_before_ = y_;
    rise_ = y1_ - y_;
    bend_ = h * k_[0] - rise_;
    twist_ = rise_ - h * k_[6] - bend_;
    extension_ = h * (d[0] * k_[0] + d[2] * k_[2] + d[3] * k_[3] + d[4] * k_[4] + d[5] * k_[5] +
                      d[6] * k_[6]);
    // (4)
    double growth =
        0.9 * std::pow(error_before_, beta) / std::pow(std::max(error, 1e-10), exponent);
    growth = std::clamp(growth, 0.2, was_rejected ? 1.0 : 10.0);
    // A step cut short by the limit does not make the next ones short.
    const bool was_cut = h < 0.99 * h_;
    h_ = std::min(options_.largest_step, was_cut ? std::max(h_, h * growth) : h * growth);
    error_before_ = std::max(error, 1e-4);
    y_.swap(y1_);
    k_[0].swap(k_[6]);
    t_ = end;
    ++counts_.steps;
  }

  // (5); stage_ is still that of the sixth evaluation.
  void watch_stiffness(double h) {
    double above = 0.0, below = 0.0;
    for (Eigen::Index i = 0; i < y_.size(); ++i) {
      const double w = weight(i, y_[i], y1_[i]);
      const double dk = w * (k_[6][i] - k_[5][i]), dy = w * (y1_[i] - stage_[i]);
      above += dk * dk;
      below += dy * dy;
    }
    // Differences far below the tolerance are rounding and say nothing.
    const bool at_border = below > 1e-8 && h * std::sqrt(above / below) > 2.0;
    if (at_border) {
      calm_steps_ = 0;
      ++stiff_steps_;
    } else if (++calm_steps_ >= 6) {
      stiff_steps_ = 0;
    }
  }

  static constexpr int most_rejections = 100;
  static constexpr double beta = 0.04, exponent = 0.2 - 0.75 * beta;

  std::array<Vector, 7> k_;  // k_[0] = f(t_, y_) once h_ > 0
  Vector stage_, y1_;
  Vector y_before_, rise_, bend_, twist_, extension_;
  double h_ = 0.0;  // proposed for the next step; 0: not yet chosen
  double error_before_ = 1e-4;
  int stiff_steps_ = 0, calm_steps_ = 0;  // kept over events: a stiff system stays one
};

}  // namespace

std::unique_ptr<Integrator> make_dopri5() { return std::make_unique<DormandPrince5>(); }

}  // namespace gelenk
