// Spanning tree of a subsystem's joints, and the walks along it.
#pragma once

#include "topology/system.h"

namespace gelenk {

// Marks tree joints, adds free motion to islands that nothing else determines, forms islands.
void choose_tree(Subsystem& subsystem, bool is_root);

// Makes the walk of an island that is entered at `entry`, and of the parts' islands on its way.
void orient_island(Subsystem& subsystem, int island, NodeIndex entry);

// Numbers the coordinates of all tree joints, in the order of the walks.
void number_coordinates(Subsystem& subsystem, int& nq, int& nv);

}  // namespace gelenk
