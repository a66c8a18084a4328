// Modes of all leaves in one list, since what sticks in one component depends on what sticks in
// another. Each holder stands here with numbers of the whole system's q and v, and in its leaf with
// the leaf's own. The list is where modes change; leaves are told (hand_out), and say what an
// evaluation found (collect).
#pragma once

#include <utility>
#include <vector>

#include "formulations/recursive/recursive_box.h"

namespace gelenk {

class LeafModes {
 public:
  explicit LeafModes(const std::vector<RecursiveBox*>& leaves) : leaves_(leaves) {
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const std::vector<Holder>& own = leaves[k]->axes().modes().holders;
      for (std::size_t i = 0; i < own.size(); ++i) {
        Holder h = own[i];
        h.q += leaves[k]->first_q();
        h.v += leaves[k]->first_v();
        if (h.other >= 0) h.other += leaves[k]->first_v();
        if (h.other_q >= 0) h.other_q += leaves[k]->first_q();
        modes.holders.push_back(h);
        in_leaf_.push_back({static_cast<int>(k), static_cast<int>(i)});
      }
    }
    holding = Vector::Zero(static_cast<int>(modes.holders.size()));
  }

  // Tells the leaves which holders hold.
  void hand_out() {
    for (std::size_t i = 0; i < in_leaf_.size(); ++i) {
      const Holder& h = modes.holders[i];
      Holder& own = leaves_[in_leaf_[i].first]->axes().modes().holders[in_leaf_[i].second];
      own.mode = h.mode;
      own.at_high = h.at_high;
      own.segment = h.segment;
      own.jump = h.jump;
    }
  }
  // Takes the forces of those that hold from the leaves.
  void collect_holding() {
    for (std::size_t i = 0; i < in_leaf_.size(); ++i)
      holding[static_cast<int>(i)] = leaves_[in_leaf_[i].first]->holding()[in_leaf_[i].second];
  }
  // Takes what an evaluation found from the leaves, and tells them how holders of several leaves
  // share what they hold.
  void collect() {
    for (std::size_t i = 0; i < in_leaf_.size(); ++i) {
      Holder& h = modes.holders[i];
      const RecursiveBox& leaf = *leaves_[in_leaf_[i].first];
      const Holder& own = leaf.axes().modes().holders[in_leaf_[i].second];
      h.drift = own.drift;
      h.drift_rate = own.drift_rate;
      h.law = own.law;
    }
    collect_holding();
    if (modes.shared.empty()) return;
    modes.shared.share(modes.holders, holding);
    for (std::size_t i = 0; i < in_leaf_.size(); ++i) {
      const int number = static_cast<int>(i);
      if (modes.shared.has(number))
        leaves_[in_leaf_[i].first]->axes().take_holding_force(in_leaf_[i].second, holding[number]);
    }
  }

  Modes modes;
  Vector holding;  // by holder: force on its coordinate, of the last evaluation

 private:
  const std::vector<RecursiveBox*>& leaves_;
  std::vector<std::pair<int, int>> in_leaf_;  // by holder: leaf, number there
};

}  // namespace gelenk
