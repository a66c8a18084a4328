// The order in which matched equations can be solved: strongly connected components of the graph in which an equation depends on
// those that are matched to its unknowns (Tarjan 1972). A block is what has to be solved together; each needs only
// what blocks before it have found.
#pragma once

#include <vector>

#include "equations/matching.h"

namespace gelenk::equations {

// Lists of rows; the unknowns of a block are the columns of its rows. Within a block rows are in ascending order.
std::vector<std::vector<int>> sort_blocks(const Incidence& pattern, const Matching& matching);

}  // namespace gelenk::equations
