#include "numerics/integrator.h"

#include <array>

namespace gelenk {

namespace {

class MidpointRule : public Integrator {
 public:
  bool step(OdeSystem& system, double t, double h, Vector& y) override {
    if (!system.eval(t, y, k_)) return false;
    stage_ = y + (0.5 * h) * k_;
    if (!system.eval(t + 0.5 * h, stage_, k_)) return false;
    stage_ = y + h * k_;
    if (!system.correct(t + h, stage_)) return false;
    y = stage_;
    return true;
  }

 private:
  Vector k_, stage_;
};

class RungeKutta4 : public Integrator {
 public:
  bool step(OdeSystem& system, double t, double h, Vector& y) override {
    return system.eval(t, y, k1_) && step_from(system, t, h, y, k1_);
  }

  // The same with f(t, y) already known.
  bool step_from(OdeSystem& system, double t, double h, Vector& y, const Vector& k1) {
    stage_ = y + (0.5 * h) * k1;
    if (!system.eval(t + 0.5 * h, stage_, k2_)) return false;
    stage_ = y + (0.5 * h) * k2_;
    if (!system.eval(t + 0.5 * h, stage_, k3_)) return false;
    stage_ = y + h * k3_;
    if (!system.eval(t + h, stage_, k4_)) return false;
    stage_ = y + (h / 6.0) * (k1 + 2.0 * k2_ + 2.0 * k3_ + k4_);
    if (!system.correct(t + h, stage_)) return false;
    y = stage_;
    return true;
  }

 private:
  Vector k1_, k2_, k3_, k4_, stage_;
};

// Predictor  y + h/24 (55 f₀ − 59 f₋₁ + 37 f₋₂ − 9 f₋₃)
// corrector  y + h/24 (9 f₁ + 19 f₀ − 5 f₋₁ + f₋₂), with f₁ at the predicted state
// The derivative at the corrected (and stabilised) state is evaluated when the next step starts.
class AdamsBashforthMoulton4 : public Integrator {
 public:
  bool step(OdeSystem& system, double t, double h, Vector& y) override {
    if (h != h_) {
      restart();
      h_ = h;
    }
    const int newest = count_ % 4;
    if (!system.eval(t, y, f_[newest])) return false;
    if (count_ < 3) {
      if (!starter_.step_from(system, t, h, y, f_[newest])) return false;
      ++count_;
      return true;
    }
    const Vector &f0 = f_[newest], &f1 = f_[(count_ + 3) % 4], &f2 = f_[(count_ + 2) % 4],
                 &f3 = f_[(count_ + 1) % 4];
    state_ = y + (h / 24.0) * (55.0 * f0 - 59.0 * f1 + 37.0 * f2 - 9.0 * f3);
    if (!system.eval(t + h, state_, predicted_)) return false;
    state_ = y + (h / 24.0) * (9.0 * predicted_ + 19.0 * f0 - 5.0 * f1 + f2);
    if (!system.correct(t + h, state_)) return false;
    y = state_;
    ++count_;
    return true;
  }

  void restart() override { count_ = 0; }

 private:
  RungeKutta4 starter_;
  std::array<Vector, 4> f_;  // derivatives at the last four states, as a ring
  Vector predicted_, state_;
  double h_ = 0.0;
  int count_ = 0;  // states seen since the last restart
};

}  // namespace

const std::vector<std::string>& integrator_names() {
  static const std::vector<std::string> names = {"rk2", "rk4", "abm4"};
  return names;
}

std::unique_ptr<Integrator> make_integrator(const std::string& name) {
  if (name == "rk2") return std::make_unique<MidpointRule>();
  if (name == "rk4") return std::make_unique<RungeKutta4>();
  if (name == "abm4") return std::make_unique<AdamsBashforthMoulton4>();
  return nullptr;
}

}  // namespace gelenk
