// An estimate of the spectral radius of ∂f/∂y by power iteration with differences of f: how fast the fastest
// mode of a system is, whether it moves or not. `auto` (automatic.cc) asks for it to know when stiffness is over.
//
//   x₁ = J x₀,  x₂ = J x₁,  ρ ≈ √(|x₂| / |x₀|)                                                      (1)
//
// Two steps, because a vibration has a pair ±iω: J² turns it into −ω², whereas one step would measure the
// units of coordinates and speeds. The direction is kept from one estimate to the next, so that it gets better
// while the state changes slowly.
#pragma once

#include "numerics/integrator.h"

namespace gelenk {

class SpectralRadius {
 public:
  static constexpr int evaluations = 3;  // of f per estimate
  // Negative when f cannot be evaluated.
  double estimate(OdeSystem& system, double t, const Vector& y);
  // Of the last estimate: x₁ points against x₀, as with one negative eigenvalue; a vibration turns it by a right angle.
  bool is_damped() const { return cosine_ < -0.9; }
  const Vector& slope() const { return f_; }  // f there
  void list_memory(Memory& memory, Eigen::Index size) {
    list_vector(memory, direction_, size);
    memory(cosine_);
    if (!memory.is_saving()) choose_any(direction_.size());
  }

 private:
  void choose_any(Eigen::Index size);
  bool multiply(OdeSystem& system, double t, const Vector& y);

  Vector direction_, any_;  // of length 1
  double cosine_ = 0.0;
  Vector f_, moved_, f_moved_;
};

}  // namespace gelenk
