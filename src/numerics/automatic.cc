// The default: an explicit pair as long as accuracy decides on its step, cvode from the state at which stability has
// done so for some steps, the pair again when that is over. Most mechanisms never leave the pair; those with stiff
// dampers or bushings pay a few dozen short steps before the change.
//
// The pair is dop853, whose errors over long runs are a tenth of those of dopri5 at half its evaluations; but dopri5 where
// constraints are held by corrections. Inner stages do not meet these, and the longer the step the less: near a singular position,
// where their equations are weak, the error shows in speeds and no estimate tells.
//
// The spectral radius ρ of ∂f/∂y is estimated now and then (spectral_radius.h). What moves with a rate ω keeps the steps h of
// dopri5 near ω h = 4 ∛√rtol, those of dop853 near three or four times that, and f turns round in some dozens of them. Where f
// hardly changes from look to look,
//   |f − f_before| < 0.2 max(|f|, |f_before|)  and  ρ h > 16 ∛√rtol,                                (0)
// and the fastest mode is damped, it has long decayed and shortens the steps all the same: at small tolerances what the steps
// leave of it counts long before they come to the border of stability.
//
// While cvode runs, dopri5 could take steps up to 3.3/ρ at six evaluations each, dop853 up to 6.1/ρ at twelve. Where
//   ρ h < 0.25                                                                                      (1)
// for the steps h of cvode, stability would not be what limits the pair, and cvode is left after some dozens of such
// steps. Right after its start cvode takes short steps whatever the system; these do not count. Each return to
// cvode doubles the numbers of steps and looks asked for, so that a system at the border between the two changes a few times and
// not for ever.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "numerics/methods.h"
#include "numerics/spectral_radius.h"

namespace gelenk {

namespace {

constexpr double outlived = 16.0, slow = 0.2;  // (0)
constexpr int first_looks = 3;                 // in a row, before the first change to cvode
constexpr double calm = 0.25;                  // (1)
constexpr int steps_per_estimate = 8;          // of ρ
constexpr int first_patience = 24;             // calm steps before the first return
constexpr int changes_told = 4;

struct Pair {
  const char* name;
  std::unique_ptr<ExplicitPair> (*make)();
  int steps_per_look;
};
constexpr Pair dopri5{"dopri5", make_dopri5, 40}, dop853{"dop853", make_dop853, 15};

class Automatic : public Integrator {
 public:
  std::string description() const override {
    std::string text = std::string("auto (") + pair_->name;
    for (int i = 0; i < std::min(changes_, changes_told); ++i) {
      char change[60];
      std::snprintf(change, sizeof change, ", %s from t = %.3g s",
                    i % 2 == 0 ? "cvode" : pair_->name, changed_at_[i]);
      text += change;
    }
    if (changes_ > changes_told) text += ", " + std::to_string(changes_) + " changes in all";
    return text + ")";
  }
  IntegratorCounts counts() const override {
    const IntegratorCounts now = active_->counts();
    return {counts_.steps + now.steps, counts_.rejected + now.rejected,
            counts_.evaluations + now.evaluations};
  }

  bool interpolate(double t, Vector& y) override { return active_->interpolate(t, y); }
  bool begins_anew() const override { return active_->begins_anew(); }

 private:
  void begin() override {
    step_before_.fill(0.0);
    slope_before_.resize(0);
    if (has_begun_) {
      active_->restart(t_, y_);
    } else {
      pair_ = system_->has_constraints() ? &dopri5 : &dop853;
      active_ = pair_->make();
      active_->start(*system_, options_, t_, y_);
      has_begun_ = true;
    }
  }

  bool advance(double limit) override {
    if (!is_implicit_ && (active_->looks_stiff() || stiff_looks_ >= looks_asked_))
      change_to(make_cvode(), true);
    else if (is_implicit_ && calm_steps_ >= patience_)
      change_to(pair_->make(), false);
    if (!active_->step(limit)) {
      worst_entry_ = active_->worst_entry();
      return fail(active_->failure());
    }
    t_ = active_->t();
    y_ = active_->y();
    if (is_implicit_)
      watch_calm(t_ - active_->t_before());
    else if (++explicit_steps_ % pair_->steps_per_look == 0)
      watch_decay(t_ - active_->t_before(), limit);
    return true;
  }

  void list_memory_of_method(Memory& memory) override {
    const bool was_implicit = is_implicit_;
    memory(is_implicit_, changes_, changed_at_, radius_, implicit_steps_, explicit_steps_);
    memory(stiff_looks_, looks_asked_, calm_steps_, patience_, step_before_);
    memory.check(changes_ >= 0 && implicit_steps_ >= 0 && explicit_steps_ >= 0);
    list_vector(memory, slope_before_, y_.size());
    spectrum_.list_memory(memory, y_.size());
    if (is_implicit_ != was_implicit) {
      active_ = is_implicit_ ? make_cvode() : pair_->make();
      active_->start(*system_, options_, t_, y_);
    }
    memory(*active_);
  }

  void change_to(std::unique_ptr<Integrator> next, bool is_implicit) {
    counts_ = counts();
    active_ = std::move(next);
    active_->start(*system_, options_, t_, y_);
    if (is_implicit && changes_ > 0) {
      patience_ *= 2;
      looks_asked_ *= 2;
    }
    is_implicit_ = is_implicit;
    calm_steps_ = implicit_steps_ = explicit_steps_ = stiff_looks_ = 0;
    slope_before_.resize(0);
    step_before_.fill(0.0);
    if (changes_ < changes_told) changed_at_[changes_] = t_;
    ++changes_;
  }

  void estimate_radius() {
    radius_ = spectrum_.estimate(*system_, t_, y_);
    counts_.evaluations += SpectralRadius::evaluations;
  }

  // Of f since the last look, against its size; each entry by its tolerance.
  double calc_change(const Vector& slope) const {
    if (slope_before_.size() != slope.size()) return 1.0;
    double change = 0.0, size = 0.0;
    for (Eigen::Index i = 0; i < slope.size(); ++i) {
      const double tolerance = calc_tolerance(options_, i, std::abs(y_[i]));
      change = std::max(change, std::abs(slope[i] - slope_before_[i]) / tolerance);
      size =
          std::max({size, std::abs(slope[i]) / tolerance, std::abs(slope_before_[i]) / tolerance});
    }
    return size > 0 ? change / size : 1.0;
  }

  // (0), in steps that the pair itself keeps short.
  void watch_decay(double h, double limit) {
    if (t_ == limit || h > 0.9 * options_.largest_step) return;
    estimate_radius();
    const bool is_outlived = radius_ * h > outlived * std::pow(options_.rtol, 1.0 / 6) &&
                             spectrum_.is_damped() && calc_change(spectrum_.slope()) < slow;
    stiff_looks_ = is_outlived ? stiff_looks_ + 1 : 0;
    slope_before_ = spectrum_.slope();
  }

  // (1), in steps that have stopped growing.
  void watch_calm(double h) {
    if (implicit_steps_ % steps_per_estimate == 0) estimate_radius();
    double& long_ago = step_before_[implicit_steps_ % step_before_.size()];
    const bool is_settled = long_ago > 0 && h < 2 * long_ago;
    long_ago = h;
    ++implicit_steps_;
    if (is_settled && radius_ >= 0 && radius_ * h < calm)
      ++calm_steps_;
    else if (radius_ * h >= calm)
      calm_steps_ = 0;
  }

  const Pair* pair_ = &dop853;
  std::unique_ptr<Integrator> active_ = pair_->make();
  bool is_implicit_ = false, has_begun_ = false;
  int changes_ = 0;
  std::array<double, changes_told> changed_at_{};
  SpectralRadius spectrum_;
  double radius_ = -1.0;
  long implicit_steps_ = 0, explicit_steps_ = 0;
  Vector slope_before_;  // at the last look at the pair; empty: none
  int stiff_looks_ = 0, looks_asked_ = first_looks;
  int calm_steps_ = 0, patience_ = first_patience;
  std::array<double, 12> step_before_{};  // the last steps of cvode, as a ring; 0: before its start
};

}  // namespace

std::unique_ptr<Integrator> make_automatic() { return std::make_unique<Automatic>(); }

}  // namespace gelenk
