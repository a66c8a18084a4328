// The pivot that completes the rank of a set of constraint rows, as a measure of how far a mechanism is from a singular
// position. Rank is a matter of geometry: of the rows G alone. But accelerations come from factors of G M⁻¹ Gᵀ, whose
// pivots are as small as masses differ, wherever the mechanism is. So two of them are followed: that of the factors with
// masses, which every evaluation has at hand, and that of factors with bodies of mass and inertia one, which are made
// only where the first gives an alarm. Both go with the square of the distance from a singular position,
//   p ≈ p₀ ε²,   g ≈ g₀ ε²,                                                                            (1)
// so that a place where the second is regular says what the first would be in general: p₀ = p g₀ / g.     (2)
#pragma once

#include <algorithm>
#include <limits>

#include "base/memory.h"
#include "formulations/black_box.h"

namespace gelenk {

class PivotWatch {
 public:
  // Below this fraction of what a pivot is elsewhere an evaluation would lose too many digits.
  static constexpr double singular_fraction = 1e-5;
  // Below this one what rounding leaves open of a loop shows in its speeds, and states beside it are better where a smooth
  // way leads through.
  static constexpr double near_fraction = 5e-4;
  // Where rank is known, pivots are taken down to this, which is rounding; else down to the second.
  static constexpr double rounding = 1e-14, unknown = 1e-12;

  void forget() { *this = {}; }

  // A pivot at a closed position; that of geometry is noted last. Whether that changed anything.
  bool note(Metric metric, double pivot) {
    double& typical = metric == Metric::mass ? with_mass_ : geometric_;
    const double before = typical, then = with_mass_then_;
    typical = std::max(typical, pivot);
    if (metric == Metric::euclidean) with_mass_then_ = with_mass_;
    return typical != before || with_mass_then_ != then;
  }
  // Whether the pivot with masses has grown so much since then that that of geometry will have, too.
  bool has_grown() const { return with_mass_ > 2 * with_mass_then_; }

  // p₀ or g₀.
  double get_typical(Metric metric) const {
    return metric == Metric::mass ? std::min(with_mass_, compared_) : geometric_;
  }
  // By the pivot with masses.
  bool is_singular(double pivot, double fraction) const {
    return pivot < fraction * get_typical(Metric::mass);
  }
  // Of that fraction, by the pivot in this metric.
  double calc_threshold(Metric metric, double fraction) const {
    return fraction * get_typical(metric);
  }

  // After an alarm: both pivots at one place, with no row left out.
  void compare(double with_mass, double geometric) {
    note(Metric::euclidean, geometric);
    if (!(with_mass > 0) || !(geometric > near_fraction * geometric_)) return;
    compared_ = std::min(compared_, with_mass * geometric_ / geometric);  // (2)
  }

  // What another that began as this one has noted besides.
  void merge(const PivotWatch& other) {
    with_mass_ = std::max(with_mass_, other.with_mass_);
    geometric_ = std::max(geometric_, other.geometric_);
    with_mass_then_ = std::max(with_mass_then_, other.with_mass_then_);
    compared_ = std::min(compared_, other.compared_);
  }
  void list_memory(Memory& memory) { memory(with_mass_, geometric_, with_mass_then_, compared_); }

 private:
  double with_mass_ = 0.0, geometric_ = 0.0;  // the largest so far
  double with_mass_then_ = 0.0;               // when geometry was looked at
  double compared_ = std::numeric_limits<double>::infinity();
};

}  // namespace gelenk
