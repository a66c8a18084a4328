// The default: dopri5 as long as accuracy decides on its step, cvode from the state at which stability has
// done so for some steps, dopri5 again when that is over. Most mechanisms never leave dopri5; those with stiff
// dampers or bushings pay a few dozen short steps before the change.
//
// While cvode runs, the spectral radius ρ of ∂f/∂y is estimated now and then (spectral_radius.h). dopri5 could take
// steps up to 3.3/ρ at six evaluations each. Where
//   ρ h < 0.25                                                                                      (1)
// for the steps h of cvode, stability would not be what limits dopri5, and cvode is left after some dozens of such
// steps. Right after its start cvode takes short steps whatever the system; these do not count. Each return to
// cvode doubles the number of steps asked for, so that a system at the border between the two changes a few times and
// not for ever.
#include <algorithm>
#include <array>
#include <cstdio>

#include "numerics/methods.h"
#include "numerics/spectral_radius.h"

namespace gelenk {

namespace {

constexpr double calm = 0.25;          // (1)
constexpr int steps_per_estimate = 8;  // of ρ
constexpr int first_patience = 24;     // calm steps before the first return to dopri5
constexpr int changes_told = 4;

class Automatic : public Integrator {
 public:
  std::string description() const override {
    std::string text = "auto (dopri5";
    for (int i = 0; i < std::min(changes_, changes_told); ++i) {
      char change[60];
      std::snprintf(change, sizeof change, ", %s from t = %.3g s", i % 2 == 0 ? "cvode" : "dopri5",
                    changed_at_[i]);
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

 private:
  void begin() override {
    step_before_.fill(0.0);
    if (has_begun_) {
      active_->restart(t_, y_);
    } else {
      active_->start(*system_, options_, t_, y_);
      has_begun_ = true;
    }
  }

  bool advance(double limit) override {
    if (!is_implicit_ && active_->looks_stiff())
      change_to(make_cvode(), true);
    else if (is_implicit_ && calm_steps_ >= patience_)
      change_to(make_dopri5(), false);
    if (!active_->step(limit)) {
      worst_entry_ = active_->worst_entry();
      return fail(active_->failure());
    }
    t_ = active_->t();
    y_ = active_->y();
    if (is_implicit_) watch_calm(t_ - active_->t_before());
    return true;
  }

  void change_to(std::unique_ptr<Integrator> next, bool is_implicit) {
    counts_ = counts();
    active_ = std::move(next);
    active_->start(*system_, options_, t_, y_);
    if (is_implicit && changes_ > 0) patience_ *= 2;
    is_implicit_ = is_implicit;
    calm_steps_ = implicit_steps_ = 0;
    step_before_.fill(0.0);
    if (changes_ < changes_told) changed_at_[changes_] = t_;
    ++changes_;
  }

  // (1), in steps that have stopped growing.
  void watch_calm(double h) {
    if (implicit_steps_ % steps_per_estimate == 0) {
      radius_ = spectrum_.estimate(*system_, t_, y_);
      counts_.evaluations += SpectralRadius::evaluations;
    }
    double& long_ago = step_before_[implicit_steps_ % step_before_.size()];
    const bool is_settled = long_ago > 0 && h < 2 * long_ago;
    long_ago = h;
    ++implicit_steps_;
    if (is_settled && radius_ >= 0 && radius_ * h < calm)
      ++calm_steps_;
    else if (radius_ * h >= calm)
      calm_steps_ = 0;
  }

  std::unique_ptr<Integrator> active_ = make_dopri5();
  bool is_implicit_ = false, has_begun_ = false;
  int changes_ = 0;
  std::array<double, changes_told> changed_at_{};
  SpectralRadius spectrum_;
  double radius_ = -1.0;
  long implicit_steps_ = 0;
  int calm_steps_ = 0, patience_ = first_patience;
  std::array<double, 12> step_before_{};  // the last steps of cvode, as a ring; 0: before its start
};

}  // namespace

std::unique_ptr<Integrator> make_automatic() { return std::make_unique<Automatic>(); }

}  // namespace gelenk
