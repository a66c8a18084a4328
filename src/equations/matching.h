// An equation for each unknown: a largest set of pairs (row, column) of a pattern in which no row and no
// column occurs twice. By Hopcroft and Karp (1973): in each phase the shortest augmenting paths, as many
// as have no vertex in common; at most 2.5 √n phases, in practice a few.
#pragma once

#include <vector>

#include "equations/incidence.h"

namespace gelenk::equations {

struct Matching {
  std::vector<int> column_of_row, row_of_column;  // −1: none
  int size = 0;

  bool is_perfect() const {
    return size == static_cast<int>(column_of_row.size()) &&
           size == static_cast<int>(row_of_column.size());
  }
};

// Where two choices are as good, columns that stand first in their row are taken: put those first by which the row
// is easy to solve.
Matching match(const Incidence& pattern);

}  // namespace gelenk::equations
