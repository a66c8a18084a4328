// How a mechanism may move at a position, and which of its closure equations say nothing new. From
//   G v = 0                                                                                        (1)
// with G of Closure. Loops that have no coordinate in common are blocks of their own, so that a long row of small loops costs what its
// length is. In each block rows are taken in their order: one that depends on those before it is redundant; columns are exchanged
// by size, which leaves those that follow least well as the independent ones (those that a law moves if that can be), and all others as
// combinations of them:
//   v_dependent = ratio · v_independent.                                                           (2)
#pragma once

#include <utility>
#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

struct Freedom {
  int speed;  // the independent one, by index in v
  bool is_given;  // a law moves it
  // What moves with it: speed, and how fast at 1 of the independent one; the largest first.
  std::vector<std::pair<int, double>> followers;
};

struct Freedoms {
  std::vector<Freedom> freedoms;    // by independent speed
  std::vector<int> redundant_rows;  // of Closure
  std::vector<int> blocked;         // speeds that loops hold still
  int rank = 0;
  // Where a block is nearest to a singular position: smallest pivot against the largest, and a speed of that block.
  double least_pivot = 1.0;
  int least_speed = -1;
  // Rows of blocks that are too large to be looked into; their speeds are in none of the lists.
  int rows_left_out = 0;
};

// `is_given`, by speed.
Freedoms find_freedoms(const Closure& closure, const std::vector<char>& is_given);

}  // namespace gelenk
