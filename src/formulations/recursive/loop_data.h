// Numbers of the constraint rows for one state, on one scalar. For a row with multiplier λ the
// joint recursion keeps, in the notation of loop_plan.h,
//   K    wrench on the articulated body per unit of λ, at every body the row passes
//   Λ    how rows act on one another through the joints passed: Σ Wᵀ D⁻¹ W,
//        W = Sᵀ K + coordinate part
//   γ    what is left of the equation when the body's acceleration and all λ are zero
// so that at each body the row reads   Kᵀ a + Λ λ + γ = 0.                                     (1)
//
// A box has one LoopData for its plan and fills it anew for every state, in three stages: what is
// given (ConstraintRows writes it before the recursion), what the way inwards finds
// (forward_dynamics.h: factors and right sides), and the multipliers, which the way outwards finds.
// All arrays have their size from the plan, so that an evaluation takes no memory.
#pragma once

#include <algorithm>
#include <vector>

#include "formulations/recursive/port_rows.h"
#include "math/symmetric_factor.h"

namespace gelenk {

// Rank of one elimination. It is kept apart from the factor, since a factor that was lent is gone
// after the way inwards (LoopData::lent).
struct EliminationRank {
  int limit = 0;             // given: rank that the mechanism has in general
  double threshold = 1e-12;  // given: rows whose pivot is below it count as dependent
  // What the last factor had: its rank, and the relative size and the row of the pivot number
  // `limit`. The size is zero where the rank is lower, and one where the limit is zero.
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
  // Whether an elimination is worth being done for eight of the others at a time.
  static bool is_large(const LoopPlan::Elimination& e) { return e.rows > 5 && e.others >= 8; }

  // Given before the recursion: K at the bodies that a row acts on, W where it acts on single
  // speeds, and by row γ, compliance, fraction and squared_length. The way inwards completes K, W
  // and γ and fills Λ.
  std::vector<Lane6<T>> K;  // by slot
  std::vector<T> W;         // by slot and speed of the body's joint
  std::vector<T> Lambda;    // where LoopPlan::pair says
  std::vector<T> gamma;     // by row
  std::vector<T> lambda;    // by row; found on the way outwards
  std::vector<T> compliance;  // by row: added to the diagonal of Λ
  // By row: the size that its diagonal entry of Λ has in general, summed up on the way inwards.
  // Pivots are compared with it.
  std::vector<double> natural;
  // By row: what is left of it in this state, 1 where it is there as a whole (relation.h, equation
  // 2).
  std::vector<double> fraction;
  // By row: (size of its loop)², for comparing its forces with its torques. A force through a
  // joint's axis is as natural as one that passes at that distance.
  std::vector<double> squared_length;

  // What an elimination leaves for the way outwards, from LoopPlan::Elimination::first_Y and
  // first_Z on.
  std::vector<Lane6<T>> Y;       // Λ⁺Kᵀ, by row
  std::vector<T> y;              // Λ⁺γ, by row
  std::vector<T> Z;              // Λ⁺Λ_others, by independent row in the order of pivots
  std::vector<int> independent;  // which rows these are
  std::vector<Lane6<T>> k;       // by share: wrench of the row at the hub (hub_passage.h)
  std::vector<SymmetricFactor<T>> factors;  // by elimination
  std::vector<EliminationRank> ranks;       // by elimination
  PortRows<T> ports;

  // Scratch of one elimination, as long as the largest one needs.
  std::vector<T> block, column, work;
  std::vector<Lane6<T>> spatial_work;
  std::vector<Lane8<T>> port_column, port_work;
  std::vector<double> scale;
  std::vector<int> meeting, moving;
  // Scratch of a large elimination: Λ_RE on its independent rows, for the rows R that meet it, and
  // Λ⁺Λ_ER for eight of these at a time.
  std::vector<T> crossing;
  std::vector<Lane8<T>> packed;
  // A factor that all eliminations use one after the other, in place of `factors`. The owner of the
  // recursion lends it where nobody asks for a factor after its elimination (RecursiveScratch).
  // Null: each elimination has its own.
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
