// The default: dopri5 as long as accuracy decides on its step, cvode from the state at which stability has
// done so for some steps. Most mechanisms never leave dopri5; those with stiff dampers or bushings pay
// a few dozen short steps before the change.
#include <cstdio>

#include "numerics/methods.h"

namespace gelenk {

namespace {

class Automatic : public Integrator {
 public:
  std::string description() const override {
    if (active_ == explicit_.get()) return "auto (dopri5)";
    char text[80];
    std::snprintf(text, sizeof text, "auto (dopri5, cvode from t = %.3g s)", changed_at_);
    return text;
  }
  IntegratorCounts counts() const override {
    const IntegratorCounts a = explicit_->counts(), b = implicit_->counts();
    return {a.steps + b.steps, a.rejected + b.rejected, a.evaluations + b.evaluations};
  }

  bool interpolate(double t, Vector& y) override { return active_->interpolate(t, y); }

 private:
  void begin() override {
    if (has_begun_) {
      active_->restart(t_, y_);
    } else {
      active_->start(*system_, options_, t_, y_);
      has_begun_ = true;
    }
  }

  bool advance(double limit) override {
    if (active_->looks_stiff()) {
      active_ = implicit_.get();
      active_->start(*system_, options_, t_, y_);
      changed_at_ = t_;
    }
    if (!active_->step(limit)) {
      worst_entry_ = active_->worst_entry();
      return fail(active_->failure());
    }
    t_ = active_->t();
    y_ = active_->y();
    return true;
  }

  std::unique_ptr<Integrator> explicit_ = make_dopri5(), implicit_ = make_cvode();
  Integrator* active_ = explicit_.get();
  bool has_begun_ = false;
  double changed_at_ = 0.0;
};

}  // namespace

std::unique_ptr<Integrator> make_automatic() { return std::make_unique<Automatic>(); }

}  // namespace gelenk
