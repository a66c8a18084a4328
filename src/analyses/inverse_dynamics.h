// What actuators have to exert so that a mechanism moves as it is told (Robotran 5.5). At a state with accelerations that the loops allow,
//   B τ + D d + Gᵀ λ = f,   f = M v̇ + h                                                             (1)
// where f is what has to act along the speeds beside all that the model has (springs, friction, weight), B = Pᵀ of the positions that
// actuators act along (position_signals.h), in the tree or closing loops, and D the coordinates that the model drives. With Z a basis
// of the motions that the loops allow while drives stand still,
//   (Zᵀ B) τ = Zᵀ f                                                                                 (2)
// which is (59) of the source for any number of actuators: of more than there are freedoms, the least τ counts; with fewer, or where
// actuators do not reach all freedoms, (2) has no solution. d follows likewise from motions of the drives.
//
// Friction opposes the motion. Where a coordinate is at rest and stays so, it is not determined and taken as zero.
#pragma once

#include <string>
#include <vector>

#include "analyses/led_motion.h"

namespace gelenk {

class InverseDynamics {
 public:
  // `loads`: those of the formulation (make_loaded_formulation), which this sets. All must outlive it.
  InverseDynamics(Formulation& formulation, Vector& loads, LedMotion& motion,
                  std::vector<PositionSignal> actuators);

  // Throws UserError "unsupported" where laws read accelerations or loads. False where the equations cannot be evaluated: failure().
  bool solve(double t, const Vector& q, const Vector& rates, const Vector& accelerations);
  const std::string& failure() const { return failure_; }

  // Of the last solve. Efforts do positive work where they push a position on; NaN where (2) has no solution.
  const Vector& v() const { return v_; }
  const Vector& vdot() const { return vdot_; }
  const Vector& efforts() const { return efforts_; }
  const Vector& drives() const { return drives_; }
  Vector calc_actuator_speeds() const { return B_.transpose() * v_; }
  bool is_solved() const { return undriven_motion_.size() == 0; }
  // By speed, a motion that nothing drives; empty: none.
  const Vector& undriven_motion() const { return undriven_motion_; }
  int degrees_of_freedom() const { return freedoms_; }
  // Independent ones of the efforts.
  int rank() const { return rank_; }
  // How far accelerations of the formulation, under these efforts, are from those wanted, against the largest of them; not where friction may be
  // at rest. The formulation is left with that evaluation, for signals.
  double get_miss() const { return miss_; }

  // In v: coordinates that the model drives.
  const std::vector<int>& driven() const { return driven_; }

 private:
  void settle_modes(double t, const Vector& q, const Vector& speeds);
  bool calc_needed(double t, const Vector& q, Vector& f);
  void find_motions(const Vector& q);
  void find_efforts(const Vector& f);

  Formulation& formulation_;
  Vector& loads_;
  LedMotion& motion_;
  std::vector<PositionSignal> actuators_;
  std::vector<int> driven_;
  bool has_friction_ = false, has_events_ = false;

  Vector v_, vdot_, efforts_, drives_, undriven_motion_;
  Matrix B_, Z_, Z_driven_;  // by rows of speeds; Z of undriven ones, Z_driven of all
  int freedoms_ = 0, rank_ = 0;
  double miss_ = 0.0;
  std::string failure_;
};

}  // namespace gelenk
