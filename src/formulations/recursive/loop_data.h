// Numbers of the constraint rows for one state, on one scalar. For a row with multiplier λ the joint
// recursion keeps, in the notation of loop_plan.h,
//   K    wrench on the articulated body per unit of λ, at every body the row passes
//   Λ    how rows act on one another through the joints passed: Σ Wᵀ D⁻¹ W, W = Sᵀ K + coordinate part
//   γ    what is left of the equation when the body's acceleration and all λ are zero
// so that at each body the row reads   Kᵀ a + Λ λ + γ = 0.                                          (1)
#pragma once

#include <algorithm>
#include <vector>

#include "formulations/recursive/port_rows.h"
#include "math/symmetric_factor.h"

namespace gelenk {

// Rank of one elimination. It stays when the factor itself was another's memory (LoopData::lent).
struct EliminationRank {
  int limit = 0;             // given: rank that the mechanism has in general
  double threshold = 1e-12;  // given: rows whose pivot is below it count as dependent
  // Of the last factor: its rank, and relative size and row of the pivot that completes the limit; zero where the rank
  // is lower, one for a limit of zero.
  int rank = 0;
  int last_row = 0;
  double last_pivot = 0.0;
};

template <typename T>
struct LoopData {
  explicit LoopData(const LoopPlan& plan)
      : K(plan.slots.size()),
        W(plan.W_count),
        Lambda(plan.pair_count),
        gamma(plan.rows),
        lambda(plan.rows),
        compliance(plan.rows, T(0)),
        natural(plan.rows),
        fraction(plan.rows, 1.0),
        squared_length(plan.rows, 1.0),
        Y(plan.Y_count),
        y(plan.Y_count),
        Z(plan.Z_count),
        independent(plan.Y_count),
        k(plan.shares.size()),
        factors(plan.eliminations.size()),
        ranks(plan.eliminations.size()),
        ports(plan) {
    for (std::size_t i = 0; i < factors.size(); ++i) {
      factors[i].reserve(plan.eliminations[i].rows);
      ranks[i].limit = ranks[i].rank = plan.eliminations[i].rows;
    }
    block.resize(static_cast<std::size_t>(plan.largest) * plan.largest);
    column.resize(plan.largest);
    work.resize(plan.largest);
    spatial_work.resize(plan.largest);
    port_column.resize(plan.largest);
    port_work.resize(plan.largest);
    scale.resize(plan.largest);
    meeting.resize(plan.most_others);
    int most_passing = 0;
    std::size_t most_entries = 0, most_packs = 0;
    for (const LoopPlan::Place& place : plan.places)
      most_passing = std::max(most_passing, place.slots - place.eliminated);
    for (const LoopPlan::Elimination& e : plan.eliminations) {
      if (!is_large(e)) continue;
      const std::size_t rows = e.rows, others = e.others;
      most_entries = std::max(most_entries, rows * others);
      most_packs = std::max(most_packs, rows * ((others + 7) / 8));
    }
    moving.resize(most_passing);
    crossing.resize(most_entries);
    packed.resize(most_packs);
  }
  // Worth being done eight rows at a time.
  static bool is_large(const LoopPlan::Elimination& e) { return e.rows > 5 && e.others >= 8; }

  // Given: K at the bodies that a row acts on, W where it acts on single speeds, γ, compliance.
  std::vector<Lane6<T>> K;  // by slot
  std::vector<T> W;         // by slot and speed of the body's joint
  std::vector<T> Lambda;    // by pair of rows
  std::vector<T> gamma, lambda;
  std::vector<T> compliance;    // by row: added to the diagonal of Λ
  std::vector<double> natural;  // by row: size that its diagonal entry of Λ has in general
  std::vector<double>
      fraction;  // by row: what is left of it here, as a whole (relation.h, equation 2)

  // By row: (size of its loop)², for comparing its forces with its torques. A force through a joint's axis
  // is as natural as one that passes at that distance.
  std::vector<double> squared_length;

  // Of the eliminations: Λ⁺Kᵀ and Λ⁺γ by row; Λ⁺Λ_others by independent row, in the order of pivots, and which these are.
  std::vector<Lane6<T>> Y;
  std::vector<T> y, Z;
  std::vector<int> independent;
  std::vector<Lane6<T>> k;  // by share: wrench at the hub (hub_passage.h)
  std::vector<SymmetricFactor<T>> factors;
  std::vector<EliminationRank> ranks;  // by elimination, as factors
  PortRows<T> ports;
  // Scratch.
  std::vector<T> block, column, work;
  std::vector<Lane6<T>> spatial_work;
  std::vector<Lane8<T>> port_column, port_work;
  std::vector<double> scale;
  std::vector<int> meeting, moving;
  // Of a large elimination: Λ_RE on its independent rows, for rows R that meet it; Λ⁺Λ_ER for eight of these at a time.
  std::vector<T> crossing;
  std::vector<Lane8<T>> packed;
  // One for all eliminations, where each serves only at once (RecursiveScratch); or none.
  SymmetricFactor<T>* lent = nullptr;

  SymmetricFactor<T>& factor_of(int elimination) {
    return lent != nullptr ? *lent : factors[elimination];
  }
  void record_rank(int elimination, const SymmetricFactor<T>& factor) {
    EliminationRank& r = ranks[elimination];
    r.rank = factor.rank();
    r.last_pivot = r.limit > 0 ? factor.pivot(r.limit - 1) : 1.0;
    r.last_row = r.limit > 0 ? factor.row(r.limit - 1) : 0;
  }
};

}  // namespace gelenk
