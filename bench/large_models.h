// Models of any size as Modelica text, for curves of time and memory over the number of bodies. Every
// mechanism hangs from the world, closes exactly where all joints are at zero, which is where it starts,
// at rest, and moves under gravity.
#pragma once

#include <string>
#include <vector>

namespace gelenk::bench {

// `bodies` links in a row, rounded up to an even number, hinged about z and y in turn. As many degrees of freedom as
// bodies.
std::string write_chain(int bodies);

// A rope ladder: cells of two rails and a rung, joined by revolute joints with parallel axes. A cell has three
// bodies, four joints, one degree of freedom and one loop, of whose five closure rows three are redundant.
// `bodies` is rounded up to whole cells.
std::string write_ladder(int bodies);

// A tree of four-bars: on the coupler of each stand two more. Three bodies, four joints, one degree of freedom and one loop
// each, with three redundant rows. `bodies` is rounded up to whole four-bars.
std::string write_four_bar_tree(int bodies);

std::vector<std::string> large_model_kinds();
// By name; throws std::invalid_argument, which lists the kinds.
std::string write_large_model(const std::string& kind, int bodies);

}  // namespace gelenk::bench
