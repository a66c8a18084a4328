// Positions at which the closing joints of a subsystem lose rank for an instant (bars in line): the mechanism
// could go on in two ways there, the equations of `mixed` lose their digits, and this formulation has no
// method to pass (`recursive` has, see doc/theory/recursive.md, section 7). It must notice and say so.
//
// A pivot of S (math/semidefinite.h) is the squared sine of the angle between a row and the others, and goes
// with the square of the distance from such a position. The rank in general, and how large the last pivot
// is elsewhere, are learnt beside the start. Rows are scaled to one there, so that a relation whose factors all
// vanish is watched by what is left of it (relation.h, equation 2).
#pragma once

#include <algorithm>
#include <vector>

#include "base/memory.h"
#include "formulations/relation.h"
#include "math/semidefinite.h"

namespace gelenk {

class RankWatch {
 public:
  // At a closed position beside the start; one at the start itself has only rows that are independent for sure.
  void learn_rank(const SemidefiniteFactor& factor) {
    int clear = 0;
    while (clear < factor.rank() && factor.pivot(clear) > clear_pivot) ++clear;
    rank_ = std::max(rank_, clear);
  }
  void learn_size(const SemidefiniteFactor& factor) {
    typical_ = std::max(typical_, get_last_pivot(factor));
  }
  bool is_singular(const SemidefiniteFactor& factor) const {
    return get_last_pivot(factor) < singular_fraction * typical_;
  }
  void learn_fractions(const std::vector<Relation>& relations) {
    fractions_.resize(relations.size(), 0.0);
    for (std::size_t i = 0; i < relations.size(); ++i)
      fractions_[i] = std::max(fractions_[i], relations[i].fraction());
  }
  // The number of a relation that has vanished; −1: none.
  int find_vanished(const std::vector<Relation>& relations) const {
    for (std::size_t i = 0; i < relations.size(); ++i) {
      const double largest = i < fractions_.size() ? fractions_[i] : 0.0;
      if (relations[i].fraction() < singular_fraction * largest) return static_cast<int>(i);
    }
    return -1;
  }
  // The row that has become dependent.
  int get_row(const SemidefiniteFactor& factor) const { return factor.order()[rank_ - 1]; }
  // Of so many rows and relations.
  void list_memory(Memory& memory, int rows, std::size_t relations) {
    fractions_.resize(relations, 0.0);
    memory(rank_, typical_, fractions_);
    memory.check(rank_ >= 0 && rank_ <= rows);
  }

 private:
  static constexpr double clear_pivot = 1e-7, singular_fraction = 1e-6;

  double get_last_pivot(const SemidefiniteFactor& factor) const {
    if (rank_ == 0) return 1.0;
    return rank_ <= factor.rank() ? factor.pivot(rank_ - 1) : 0.0;
  }

  int rank_ = 0;
  double typical_ = 0.0;
  std::vector<double> fractions_;  // by relation: the largest so far
};

}  // namespace gelenk
