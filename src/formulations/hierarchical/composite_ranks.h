// Ranks of the composites' rows, as LoopRanks has them for the loops of a leaf: what rank each has in general, how large
// its smallest pivot is elsewhere, and whether it is singular now.
//
// In: the composites, with factors of a state at hand. Out: limits and thresholds in them.
#pragma once

#include <string>
#include <vector>

#include "formulations/hierarchical/composite_box.h"
#include "formulations/pivot_watch.h"

namespace gelenk {

class CompositeRanks {
 public:
  // The list must outlive it, and be complete before the first call.
  explicit CompositeRanks(const std::vector<CompositeBox*>& composites) : composites_(composites) {}

  // Nothing is known: every row may count.
  void forget();
  // The rank in general, from the factors of the start (`ranks`) and those of a place beside it, which are at hand.
  void set_limits(const std::vector<int>& ranks);
  // How large pivots get, by the factors at hand, which are in this metric.
  void note_pivots(Metric metric);
  // At a closed position whose factors are at hand: rows that have become independent for good.
  void raise(Metric metric);
  // Whether geometry should be looked at again.
  bool have_grown() const;
  // As LoopRanks::leave_out.
  void leave_out(double fraction);
  double get_left_out() const { return left_out_; }
  // After an alarm, with no rows left out: `alarms` and the pivots with masses of before, by composite, and the
  // factors of geometry at hand (formulations/pivot_watch.h).
  void compare_with_geometry(const std::vector<char>& alarms, const std::vector<double>& with_mass);

  // Of the factors at hand.
  std::vector<int> list_ranks() const;
  std::vector<double> list_pivots() const;
  int count_redundant() const;
  bool is_singular(std::size_t i, double fraction) const;
  bool is_within(double fraction) const;
  // By the row whose pivot is the last.
  std::string describe_loop(std::size_t i) const;

 private:
  double smallest_pivot(std::size_t i) const;
  void update_thresholds();

  const std::vector<CompositeBox*>& composites_;
  std::vector<PivotWatch> pivots_;  // by composite
  bool known_ = false;
  double left_out_ = PivotWatch::singular_fraction;
};

}  // namespace gelenk
