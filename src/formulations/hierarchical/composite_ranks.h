// Ranks of the composites' rows, as LoopRanks has them for the loops of a leaf: what rank each has in general, how large
// its smallest pivot is elsewhere, and whether it is singular now. Rows of joints that share loops (loop_blocks.h) stand
// in one group, with a rank and a pivot of its own: a small loop beside a large one has small pivots wherever it is.
// Rows of joints in no loop are independent always.
//
// In: the composites, with factors of a state at hand. Out: limits and tolerances in them.
#pragma once

#include <string>
#include <vector>

#include "formulations/hierarchical/composite_box.h"
#include "formulations/hierarchical/loop_blocks.h"
#include "formulations/pivot_watch.h"
#include "formulations/recursive/loop_ranks.h"

namespace gelenk {

class CompositeRanks {
 public:
  // The list must outlive it, and be complete before the first call.
  explicit CompositeRanks(const std::vector<CompositeBox*>& composites) : composites_(composites) {}
  // Before anything else, where blocks are known; else all rows of a composite are one group.
  void set_blocks(const LoopBlocks& blocks);

  // Nothing is known: every row may count.
  void forget();
  // All that has been learnt is memory from here on.
  void remember();
  // As LoopRanks has them.
  void recall();
  void set_aside(Trial trial);
  void keep(bool corrected, bool evaluated);
  void list_memory(Memory& memory);
  // The rank in general, from the factors of the start (`ranks`) and those of a place beside it, which are at hand.
  void set_limits(const std::vector<int>& ranks);
  // How large pivots get, by the factors at hand, which are in this metric.
  void note_pivots(Metric metric);
  // Whether geometry should be looked at again.
  bool have_grown() const;
  // As LoopRanks::leave_out.
  void leave_out(double fraction);
  double get_left_out() const { return left_out_; }
  // After an alarm: `alarms` and the pivots with masses of before, by group, and the factors of geometry at hand
  // (formulations/pivot_watch.h).
  void compare_with_geometry(const std::vector<char>& alarms, const std::vector<double>& with_mass);

  // Of the factors at hand, by group.
  std::vector<int> list_ranks() const;
  std::vector<double> list_pivots() const;
  std::vector<char> list_alarms() const;
  int count_redundant() const;
  bool is_within(double fraction) const;
  // The same by factors in another metric.
  bool is_weak(Metric metric, double fraction) const;
  // The composites that are near a singular position, and the blocks; −1 for those unknown.
  struct Place {
    int composite, block;
  };
  std::vector<Place> list_singular() const;
  // By the row whose pivot is the last: of the group that is nearest to a singular position, in all or in one composite.
  std::string describe_singular() const;
  std::string describe_loop(int composite) const;

 private:
  struct Group {
    int composite, number;  // there
    int block;
    bool is_watched;
    PivotWatch pivots;
  };
  CompositeBox::Group& of(const Group& g) const {
    return composites_[g.composite]->groups()[g.number];
  }
  bool is_singular(const Group& g, double fraction) const {
    return g.is_watched && g.pivots.is_singular(of(g).last_pivot, fraction);
  }
  std::string describe(const Group& g) const;
  void list_groups();
  void update_tolerances();

  const std::vector<CompositeBox*>& composites_;
  std::vector<Group> groups_;
  bool known_ = false;
  bool has_learnt_ = false;         // since the last recall
  std::vector<PivotWatch> memory_;  // by group
  struct SetAside {
    bool any = false;
    std::vector<PivotWatch> pivots;
  };
  std::array<SetAside, 2> aside_;  // by Trial
  double left_out_ = PivotWatch::singular_fraction;
};

}  // namespace gelenk
