// The quantities of a connector, one by one.
#pragma once

#include <string>
#include <vector>

#include "modelica/instances/connection_sets.h"
#include "modelica/instances/instantiate.h"

namespace gelenk::modelica {

// "[2,1]" for an entry of an array in row-major order; empty for a scalar.
std::string describe_index(std::size_t entry, const std::vector<int>& dims);

// Those of entry `entry` of slot `index` of `at`, a connector or a signal, whose full name is `full`; `is_outside`: of the component
// that connects it, not of a part of that one.
std::vector<ConnectorLeaf> list_leaves(Instance& at, int index, std::size_t entry,
                                       const std::string& full, bool is_outside,
                                       Instantiator& instantiator);

}  // namespace gelenk::modelica
