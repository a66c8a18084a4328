// Newton's sweeps that put a state back onto its constraints, g(q) = 0 and G v = 0, however a
// formulation computes corrections. A Target has a state of its own and these functions:
//   bool factor()                 the motion at its q and v, and the factors there; false: there are none
//   void place()                  the motion alone
//   double calc_residual(Level)   keeps the residuals of the motion at hand, and returns the largest
//   void step(Level)              moves q, or changes v, by the correction of the residuals kept, with
//                                 the factors at hand
// Rounding of g is a few 1e-16 times lengths of the mechanism: sweeps end where they reach it, or come
// no nearer.
#pragma once

#include <cmath>

#include "formulations/black_box.h"

namespace gelenk {

// Whose factors a sweep of positions takes.
enum class SweepFactors {
  of_each_place,   // its own; speeds then have those of the closed place
  while_far,       // its own where constraints are open by more than 1e-7, else those at hand
  of_first_place,  // those at hand, as long as they lead nearer (Successive 4)
};

inline constexpr double closed_to_rounding = 1e-14;

// Moves q until the constraints close. False where something cannot be computed; how far they are
// still open where sweeps bring them no nearer is for the caller to judge, at the motion left.
template <typename Target>
bool close_positions(Target& target, SweepFactors factors) {
  const bool renews = factors == SweepFactors::of_each_place;
  // Two or three with factors of their own reach it.
  const int most_sweeps = renews ? 8 : 12;
  // What is less open than this lands where it would with other factors, to rounding.
  constexpr double far = 1e-7;
  // Above this a sweep with factors of another place that brings nothing nearer may still be followed by one that does.
  constexpr double near = 1e-11;
  double previous = INFINITY;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    if ((sweep == 0 || renews) && !target.factor()) return false;
    const double size = target.calc_residual(Level::position);
    if (!std::isfinite(size)) return false;
    if (size < closed_to_rounding) return true;
    if (size > 0.5 * previous && (renews || size < near)) return true;
    // Factors of a place too far away are taken anew.
    const bool is_slow = size > 0.1 * previous;
    if (is_slow && !renews && sweep > most_sweeps - 4) return true;
    const bool is_far = factors == SweepFactors::while_far && size > far;
    if (sweep > 0 && !renews && (is_slow || is_far)) {
      if (!target.factor()) return false;
      target.calc_residual(Level::position);
    }
    previous = size;
    target.step(Level::position);
    if (!renews) target.place();
  }
  if (renews) target.place();
  return true;
}

// Frees v, with the factors at hand, of the part that would open the constraints.
template <typename Target>
void free_speeds(Target& target) {
  constexpr int most_sweeps = 4;
  double previous = INFINITY;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    const double size = target.calc_residual(Level::velocity);
    if (size < closed_to_rounding || size > 0.5 * previous) return;
    previous = size;
    target.step(Level::velocity);
    target.place();
  }
}

}  // namespace gelenk
