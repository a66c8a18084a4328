// Ranks of the composites' rows, as LoopRanks has them for the loops of a leaf: what rank each
// group of rows has in general, how large its smallest pivot is elsewhere, and whether it is
// singular now. Rows of joints that share loops (loop_blocks.h) stand in one group, with a rank and
// a pivot of its own, because a small loop beside a large one has small pivots wherever it is. Rows
// of joints in no loop are independent always.
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

  // Forgets all that is known: every row may count.
  void forget();
  // Makes memory of all that has been learnt so far.
  void remember();
  // These three do what they do in LoopRanks (loop_ranks.h): learning on a copy of the memory,
  // until the state that it was learnt at is accepted.
  void recall();
  void set_aside(Trial trial);
  void keep(bool corrected, bool evaluated);
  void list_memory(Memory& memory);
  // Sets the ranks in general, from those at the start (`ranks`, by group) and from the factors of
  // a place beside it, which are at hand.
  void set_limits(const std::vector<int>& ranks);
  // Notes how large pivots get, by the factors at hand, which are in this metric.
  void note_pivots(Metric metric);
  // Whether geometry should be looked at again.
  bool have_grown() const;
  // As LoopRanks::leave_out does it.
  void leave_out(double fraction);
  double get_left_out() const { return left_out_; }
  // Says after an alarm whether geometry or only masses are the reason. `alarms` and `with_mass`:
  // by group, from the factors with masses of before; the factors at hand are those of geometry
  // (formulations/pivot_watch.h).
  void compare_with_geometry(const std::vector<char>& alarms, const std::vector<double>& with_mass);

  // What the factors at hand say, by group.
  std::vector<int> list_ranks() const;
  std::vector<double> list_pivots() const;
  std::vector<char> list_alarms() const;
  int count_redundant() const;
  // Whether a group is so near to a singular position.
  bool is_within(double fraction) const;
  // The same by factors in another metric.
  bool is_weak(Metric metric, double fraction) const;
  // Where groups are near a singular position.
  struct Place {
    int composite;
    int block;  // of LoopBlocks; −1: not known
  };
  std::vector<Place> list_singular() const;
  // The joint of the group that is nearest to a singular position, by the row whose pivot is the
  // last: among all composites, or in one of them.
  std::string describe_singular() const;
  std::string describe_loop(int composite) const;

 private:
  struct Group {
    int composite, number;  // the group of that number in the composite
    int block;              // of LoopBlocks; −1: not known
    bool is_watched;        // it has loops, as far as is known
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
