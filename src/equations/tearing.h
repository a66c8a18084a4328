// A few unknowns of a block, the torn ones, from which all its others follow one by one. Guess the torn ones, assign
// the others in order, and as many equations as there are torn unknowns are left as residuals: Newton's method then works on these
// alone. The smallest such set is hard to find; this one is found by taking, whenever nothing follows, the unknown that occurs in
// most of the equations left (after Cellier and Kofman 2006, section 7.7), where those count twice that cannot be solved for it.
#pragma once

#include <functional>
#include <vector>

#include "equations/incidence.h"

namespace gelenk::equations {

struct Tearing {
  struct Assigned {
    int row, column;
  };
  std::vector<Assigned> assigned;  // in order: the row gives the column
  std::vector<int> torn;           // columns
  std::vector<int> residuals;      // rows
};

// Rows and columns of a block, as many of one as of the other, within a pattern. `is_solvable(row, column)`: the row can be solved
// for the column whatever the values are.
Tearing tear(const Incidence& pattern, const std::vector<int>& rows,
             const std::vector<int>& columns,
             const std::function<bool(int row, int column)>& is_solvable);

}  // namespace gelenk::equations
