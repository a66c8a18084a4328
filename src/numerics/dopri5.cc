// The Runge–Kutta pair of order 5(4) of Dormand and Prince with the continuous extension of order 4 (Hairer, Nørsett, Wanner,
// Solving Ordinary Differential Equations I, II.5–II.6); steps are controlled by explicit_pair.h.
//
//   kᵢ = f(t + cᵢ h, y + h Σ aᵢⱼ kⱼ)   i = 1…6        y₁ = y + h Σ bᵢ kᵢ                           (1)
//   y₁ ← correct(y₁),  k₇ = f(t + h, y₁)                                                            (2)
//   e = h Σ eᵢ kᵢ,  err = max |eᵢ| / (atol + rtol max(|yᵢ|, |y₁ᵢ|))                                 (3)
//
// Stages 6 and 7 belong to the same time and tell of stiffness. The border of stability is at h |λ| = 3.3 on the negative real
// axis and near 1 on the imaginary one. A motion that a step resolves has h |λ| well below 1, so that a quotient that stays beyond
// 2 belongs to something damped that has long decayed: it shortens the steps without being seen. (Hairer and Wanner wait for
// 3.25; measured on a governor with stiff dampers that comes thousands of steps later.)
#include <array>

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

class DormandPrince5 : public ExplicitPair {
 public:
  DormandPrince5() : ExplicitPair({.error_order = 5, .beta = 0.04, .stiff_border = 2.0}) {}
  std::string description() const override { return "dopri5"; }

 private:
  Vector& first_slope() override { return k_[0]; }

  // (1), (2)
  bool try_step(double h, double end) override {
    for (int i = 1; i < 6; ++i) {
      stage_ = y_;
      for (int j = 0; j < i; ++j) stage_ += (h * a[i][j]) * k_[j];
      if (!eval(t_ + c[i] * h, stage_, k_[i])) return false;
    }
    y1_ = y_ + h * (b[0] * k_[0] + b[2] * k_[2] + b[3] * k_[3] + b[4] * k_[4] + b[5] * k_[5]);
    return system_->correct(end, y1_) && eval(end, y1_, k_[6]);
  }

  // (3)
  double calc_error(double h) override {
    double worst = 0.0;
    for (Eigen::Index i = 0; i < y_.size(); ++i) {
      const double sum = e[0] * k_[0][i] + e[2] * k_[2][i] + e[3] * k_[3][i] + e[4] * k_[4][i] +
                         e[5] * k_[5][i] + e[6] * k_[6][i];
      const double entry = std::abs(h * sum) * weight(i);
      if (std::isnan(entry)) return std::numeric_limits<double>::infinity();
      if (entry > worst) {
        worst = entry;
        worst_entry_ = static_cast<int>(i);
      }
    }
    return worst;
  }

  // stage_ is still that of the sixth evaluation.
  double calc_stiffness(double h) const override { return calc_quotient(h, k_[5], stage_, k_[6]); }

  // Continuous extension, equation (6.13) of II.6 in nested form.
  void keep_step(double h) override {
    y_before_ = y_;
    rise_ = y1_ - y_;
    bend_ = h * k_[0] - rise_;
    twist_ = rise_ - h * k_[6] - bend_;
    extension_ = h * (d[0] * k_[0] + d[2] * k_[2] + d[3] * k_[3] + d[4] * k_[4] + d[5] * k_[5] +
                      d[6] * k_[6]);
    k_[0].swap(k_[6]);
  }

  bool interpolate(double t, Vector& y) override {
    const double theta = (t - t_before_) / (t_ - t_before_), rest = 1 - theta;
    y = y_before_ + theta * (rise_ + rest * (bend_ + theta * (twist_ + rest * extension_)));
    return true;
  }

  void list_memory_of_pair(Memory& memory) override {
    for (Vector* x : {&k_[0], &y_before_, &rise_, &bend_, &twist_, &extension_})
      list_vector(memory, *x, y_.size());
  }

  std::array<Vector, 7> k_;  // k_[0] = f(t_, y_)
  Vector stage_;
  Vector y_before_, rise_, bend_, twist_, extension_;
};

}  // namespace

std::unique_ptr<ExplicitPair> make_dopri5() { return std::make_unique<DormandPrince5>(); }

}  // namespace gelenk
