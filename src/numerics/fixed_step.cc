// Methods with a fixed step: rk2, rk4, abm4. The way to the limit is divided into equal steps no longer
// than the given one. Between the ends of a step the state follows the cubic through both states and
// derivatives (Hermite); with θ = (t − t₀)/h and Δ = y₁ − y₀
//   y(θ) = y₀ + θ Δ + θ (θ − 1) ((1 − 2 θ) Δ + (θ − 1) h f₀ + θ h f₁)                              (1)
// with an error of order h⁴. The derivative f₁ at the corrected end is the next step's first evaluation.
#include <array>
#include <cmath>

#include "numerics/methods.h"

namespace gelenk {

namespace {

class FixedStep : public Integrator {
 public:
  explicit FixedStep(const char* name) : name_(name) {}
  bool has_fixed_step() const override { return true; }
  std::string description() const override { return name_; }

 protected:
  // One step of length h from (t_, y_) with derivative f: the new state into y, not yet corrected.
  virtual bool try_step(double h, const Vector& f, Vector& y) = 0;

  void begin() override { has_f_ = false; }

  bool advance(double limit) override {
    const double way = limit - t_;
    const double count = std::max(1.0, std::ceil(way / options_.largest_step * (1 - 1e-12)));
    const double h = way / count;
    // Equal but for rounding: the same h keeps a multistep method going.
    if (std::abs(h - h_) > 1e-9 * h) {
      h_ = h;
      step_changed();
    }
    const double end = count == 1 ? limit : t_ + h;
    // The step as rounded, so that steps add up to the time.
    if (!eval_f() || !try_step(end - t_, f_, next_) || !system_->correct(end, next_))
      return fail(IntegratorFailure::evaluation);
    y_before_.swap(y_);
    y_.swap(next_);
    f_before_.swap(f_);
    t_ = end;
    ++counts_.steps;
    has_f_ = false;
    eval_f();  // the next step needs it first; where it fails the next step says so
    return true;
  }

  virtual void step_changed() {}

  bool interpolate(double t, Vector& y) override {
    if (!eval_f()) return false;
    const double h = t_ - t_before_, theta = (t - t_before_) / h;
    y = y_before_ + theta * (y_ - y_before_) +
        theta * (theta - 1) *
            ((1 - 2 * theta) * (y_ - y_before_) +
             h * ((theta - 1) * f_before_ + theta * f_));  // (1)
    return true;
  }

  void list_memory_of_method(Memory& memory) override {
    memory(h_, has_f_);
    for (Vector* x : {&y_before_, &f_before_, &f_}) list_vector(memory, *x, y_.size());
    memory.check(!has_f_ || f_.size() == y_.size());
  }

 private:
  // The derivative at (t_, y_), once.
  bool eval_f() {
    if (!has_f_) has_f_ = eval(t_, y_, f_);
    return has_f_;
  }

  const char* name_;
  Vector y_before_, f_before_, f_, next_;
  bool has_f_ = false;
  double h_ = 0.0;
};

class MidpointRule : public FixedStep {
 public:
  MidpointRule() : FixedStep("rk2") {}

 private:
  bool try_step(double h, const Vector& f, Vector& y) override {
    stage_ = y_ + (0.5 * h) * f;
    if (!eval(t_ + 0.5 * h, stage_, k_)) return false;
    y = y_ + h * k_;
    return true;
  }
  Vector k_, stage_;
};

class RungeKutta4 : public FixedStep {
 public:
  explicit RungeKutta4(const char* name = "rk4") : FixedStep(name) {}

 protected:
  bool try_step(double h, const Vector& k1, Vector& y) override {
    stage_ = y_ + (0.5 * h) * k1;
    if (!eval(t_ + 0.5 * h, stage_, k2_)) return false;
    stage_ = y_ + (0.5 * h) * k2_;
    if (!eval(t_ + 0.5 * h, stage_, k3_)) return false;
    stage_ = y_ + h * k3_;
    if (!eval(t_ + h, stage_, k4_)) return false;
    y = y_ + (h / 6.0) * (k1 + 2.0 * k2_ + 2.0 * k3_ + k4_);
    return true;
  }

 private:
  Vector k2_, k3_, k4_, stage_;
};

// Predictor  y + h/24 (55 f₀ − 59 f₋₁ + 37 f₋₂ − 9 f₋₃)
// corrector  y + h/24 (9 f₁ + 19 f₀ − 5 f₋₁ + f₋₂), with f₁ at the predicted state
class AdamsBashforthMoulton4 : public RungeKutta4 {
 public:
  AdamsBashforthMoulton4() : RungeKutta4("abm4") {}

 private:
  void begin() override {
    RungeKutta4::begin();
    count_ = 0;
  }
  void step_changed() override { count_ = 0; }

  bool try_step(double h, const Vector& f, Vector& y) override {
    past_[count_ % 4] = f;
    if (count_ < 3) {
      if (!RungeKutta4::try_step(h, f, y)) return false;
      ++count_;
      return true;
    }
    const Vector &f1 = past_[(count_ + 3) % 4], &f2 = past_[(count_ + 2) % 4],
                 &f3 = past_[(count_ + 1) % 4];
    y = y_ + (h / 24.0) * (55.0 * f - 59.0 * f1 + 37.0 * f2 - 9.0 * f3);
    if (!eval(t_ + h, y, predicted_)) return false;
    y = y_ + (h / 24.0) * (9.0 * predicted_ + 19.0 * f - 5.0 * f1 + f2);
    ++count_;
    return true;
  }

  void list_memory_of_method(Memory& memory) override {
    RungeKutta4::list_memory_of_method(memory);
    memory(count_);
    for (Vector& f : past_) list_vector(memory, f, y_.size());
    memory.check(count_ >= 0 && count_ < 1L << 52);
    for (long i = 0; i < std::min(count_, 4L); ++i) memory.check(past_[i].size() == y_.size());
  }

  std::array<Vector, 4> past_;  // derivatives at the last four states, as a ring
  Vector predicted_;
  long count_ = 0;  // states seen since the last restart
};

}  // namespace

std::unique_ptr<Integrator> make_rk2() { return std::make_unique<MidpointRule>(); }
std::unique_ptr<Integrator> make_rk4() { return std::make_unique<RungeKutta4>(); }
std::unique_ptr<Integrator> make_abm4() { return std::make_unique<AdamsBashforthMoulton4>(); }

}  // namespace gelenk
