// An angle that a pose tells but for whole turns, that of a joint which closes a loop. It is followed from state to
// state that a run has accepted, at the ends of its steps:
//   φ(t) ≈ φ₀ + (ω₀ + ω)/2 (t − t₀)                                                                   (1)
// says which turn is meant. Steps are short against what makes speeds change, however far apart output instants are,
// and however many turns a steady motion makes in one of them. States tried and rejected leave no trace.
#pragma once

#include <cmath>

#include "base/memory.h"

namespace gelenk {

class FollowedAngle {
 public:
  // `start`: the value that its start is nearest to.
  explicit FollowedAngle(double start) : start_(start), angle_(start) {}

  // Back to the start.
  void restart() { *this = FollowedAngle(start_); }

  // The angle of a state near the one accepted last, of which `measured` tells a part of a turn.
  double calc(double t, double measured, double speed) const {
    const double expected = known_ ? angle_ + 0.5 * (speed_ + speed) * (t - time_) : angle_;  // (1)
    if (!std::isfinite(expected)) return measured;
    constexpr double turn = 6.283185307179586476925;
    return measured + turn * std::round((expected - measured) / turn);
  }

  // A state that the run keeps; returns its angle.
  double accept(double t, double measured, double speed) {
    const double angle = calc(t, measured, speed);
    if (std::isfinite(angle) && std::isfinite(speed)) {
      known_ = true;
      time_ = t;
      angle_ = angle;
      speed_ = speed;
    }
    return angle;
  }

  void list_memory(Memory& memory) { memory(known_, time_, angle_, speed_); }

 private:
  double start_;
  bool known_ = false;
  double time_ = 0.0, angle_, speed_ = 0.0;
};

}  // namespace gelenk
