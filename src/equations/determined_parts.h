// Where equations and unknowns do not match: which equations are too many for the unknowns in them, and which unknowns too
// many for the equations they occur in (Dulmage and Mendelsohn 1958). The smallest such sets are what a user can
// act on.
#pragma once

#include <vector>

#include "equations/matching.h"

namespace gelenk::equations {

// Rows and columns in ascending order.
struct Part {
  std::vector<int> rows, columns;
};

// What cannot be fulfilled together with one unmatched row: that row and those that it competes with for their columns. It has one
// row more than columns.
Part find_overdetermined(const Incidence& pattern, const Matching& matching, int unmatched_row);

// What one unmatched column could be computed from, if the columns it competes with were given up. It has one column more
// than rows. `by_column` is the pattern's transpose.
Part find_underdetermined(const Incidence& by_column, const Matching& matching,
                          int unmatched_column);

}  // namespace gelenk::equations
