// What explicit Runge–Kutta pairs of our own share: the way from step to step. A method computes a step and its error; here steps
// are accepted or refused, the next length is chosen, and stiffness is watched (Hairer, Nørsett, Wanner I, II.4; Hairer, Wanner II,
// IV.2).
//
// The correction of the state comes before the last stage. It moves y₁ by no more than the local error, so that the error
// estimate changes in higher order only; the last stage f(t + h, y₁) is then the first one of the next step, and the continuous
// extension runs from corrected state to corrected state with their derivatives. The largest entry of the error counts, not the
// mean: one body that moves in a large machine at rest is integrated as well as alone.
//
// New step h/fac with fac = err^(1/q − 3β/4) / err_before^β / 0.9 for an error of order q (PI control).   (1)
//
// Stiffness: a stage k at t + h and the last one k₁, at states y and y₁, belong to the same time, so that
//   h |k₁ − k| / |y₁ − y| ≈ h |λ|                                                                   (2)
// for the dominant eigenvalue λ of ∂f/∂y.
#pragma once

#include <cmath>
#include <limits>

#include "numerics/integrator.h"

namespace gelenk {

class ExplicitPair : public Integrator {
 public:
  bool looks_stiff() const override { return stiff_steps_ >= 30; }

 protected:
  struct Control {
    int error_order;  // q of (1)
    double beta;
    double stiff_border;  // for (2)
  };
  explicit ExplicitPair(const Control& control)
      : control_(control), exponent_(1.0 / control.error_order - 0.75 * control.beta) {}

  // What a method owes. The slope at (t_, y_), to be kept from the last step on.
  virtual Vector& first_slope() = 0;
  // From there: y1_ at the end of the step, corrected, and its slope. False when f cannot be computed.
  virtual bool try_step(double h, double end) = 0;
  // The largest error against the tolerance (worst_entry_); infinite where it is no number.
  virtual double calc_error(double h) = 0;
  // (2)
  virtual double calc_stiffness(double h) const = 0;
  // The step is taken: y_ and y1_ still are its ends. Keeps what interpolation needs, and the last slope as the first.
  virtual void keep_step(double h) = 0;

  void list_memory_of_method(Memory& memory) final {
    memory(h_, error_before_, stiff_steps_, calm_steps_);
    list_memory_of_pair(memory);
  }
  // The slopes and states that first_slope and interpolation need.
  virtual void list_memory_of_pair(Memory& memory) = 0;

  double weight(Eigen::Index i) const {
    return 1.0 / calc_tolerance(options_, i, std::max(std::abs(y_[i]), std::abs(y1_[i])));
  }
  // (2) by the slope k at y, against that at y1_.
  double calc_quotient(double h, const Vector& k, const Vector& y, const Vector& last_slope) const;

  Vector y1_;

 private:
  void begin() override {
    h_ = 0.0;
    error_before_ = 1e-4;
  }
  bool advance(double limit) override;
  double smallest_step(double limit) const;
  double fit_step(double limit) const;
  void accept(double h, double end, double error, bool was_rejected);

  const Control control_;
  const double exponent_;
  double h_ = 0.0;  // proposed for the next step; 0: not yet chosen
  double error_before_ = 1e-4;
  int stiff_steps_ = 0, calm_steps_ = 0;  // kept over events: a stiff system stays one
};

}  // namespace gelenk
