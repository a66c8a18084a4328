// A mechanism with loops in as few coordinates as it has freedoms (Robotran 3.2.2, 5.1). With the columns of G split into
// those of independent speeds u, of dependent ones d and of driven ones c, and the rows into independent and redundant ones,
//   v_d = B v_u + …,   B = −G_d⁻¹ G_u                                                               (1)
//   M_r v̇_u + F_r = 0,   M_r = Tᵀ M T,   F_r = Tᵀ (M a + h),   v̇ = T v̇_u + a                         (2)
// with T = (1; B; 0), and a all of v̇ that does not depend on v̇_u: speeds along curved loops, and drives.
#pragma once

#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

struct CoordinateSplit {
  std::vector<int> independent, dependent, driven;  // in v, ascending
  std::vector<int> redundant;                       // rows of the closure
  Matrix B;                                         // dependent × independent
  // Singular values of G_d, its rows against their size before terms cancel.
  double largest = 1.0, smallest = 1.0;
  double condition() const { return largest / smallest; }
};

// At a state whose loops close. `preferred`: speeds to be independent, as find_independent gives them; empty: those that the model prefers,
// else those that the loops suggest. Where the position is singular (is_singular) the partition is that of more freedoms
// than there are elsewhere.
CoordinateSplit split_coordinates(Formulation& formulation, const Vector& q, const Vector& v,
                                  const std::vector<int>& preferred);

// Whether the loops leave more motions at a closed position than beside it.
bool is_singular(Formulation& formulation, const Vector& q);

struct ReducedEquations {
  Matrix M;
  Vector F;
};

enum class ReducedOutcome { done, not_evaluated, by_outcomes };
// (2) at a state. not_evaluated: the formulation says why; by_outcomes: laws read what they bring about. The formulation has a joint space.
ReducedOutcome calc_reduced(Formulation& formulation, const CoordinateSplit& partition, double t,
                            const Vector& q, const Vector& v, ReducedEquations& reduced);

}  // namespace gelenk
