// The rank of the constraint rows. Rows that are dependent wherever the mechanism goes (a planar loop made of
// spatial joints, Bricard's linkage) are found once, at positions that close exactly: off them, as
// integration stages are, such rows would look independent by as much as the loop is open. Where the rank
// is lower than that for an instant, the mechanism passes a singular position: bars in line, which could
// go on in two ways (singular_passage.h).
//
// In: factors of the eliminations at a state. Out: LoopData::rank_limit, squared_length; whether a state is
// singular.
#pragma once

#include <string>
#include <vector>

#include "formulations/recursive/loop_correction.h"

namespace gelenk {

class LoopRanks {
 public:
  // All of these must outlive it.
  LoopRanks(const System& system, const Tree& tree, const LoopPlan& plan,
            const ConstraintRows& rows, LoopCorrection& correction, RecursiveState& state);

  bool known() const { return known_; }
  // Rank in general: at the start and a little way off it along the motion. At rest, any motion will do.
  void learn(const Vector& q, const Vector& v);
  // At a closed position, of which the factors are at hand: rows that have become independent for good, and
  // how large pivots get.
  void raise();
  // Locks change what the loops can do, and so their rank.
  void forget();

  // Of the factors at hand.
  bool is_near_singular() const;
  // The loop that is singular, for messages.
  std::string describe_singular() const;

 private:
  void measure_loops();
  double get_smallest_pivot(std::size_t e) const;
  bool is_singular(std::size_t e) const;

  const System& system_;
  const Tree& tree_;
  const LoopPlan& plan_;
  const ConstraintRows& rows_;
  LoopCorrection& correction_;
  RecursiveState& state_;
  bool known_ = false;
  std::vector<double> typical_pivot_;  // by elimination: the largest smallest pivot so far
};

}  // namespace gelenk
