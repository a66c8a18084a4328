// Initial values: coordinates and speeds that satisfy all loop closures and all fixed start values, by
// the least change to the start guesses. Gauss–Newton with step halving on
//   g(q) = 0,   fixed positions of bodies and of closing joints,                                    (1)
// over the directions of motion that are not themselves fixed. From guesses that lead nowhere (all bars in line) it
// starts again from disturbed ones.
//
// Then the same, linear, for the speeds, where a guess other than zero counts as fixed while it contradicts nothing:
// one such guess in a loop with one freedom says how the loop moves, and the speeds that nobody gave follow.
#pragma once

#include <string>
#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

struct MovedStart {
  std::string name;  // path of a joint, for the coordinate of it that moved most, or of a speed
  double from, to;
  void list_memory(Memory& memory) { memory(name, from, to); }
};

struct Assembly {
  Vector q, v;
  int rank = 0;  // of the loop closure equations
  int closure_rows = 0;
  int degrees_of_freedom = 0;  // −1: compiled components have some that are not known
  int loops = 0;
  std::vector<MovedStart>
      moved;  // start guesses changed by more than 1e-9; of speeds, those other than zero
};

// Throws UserError "assembly" when the model cannot be assembled: names the joints that stay open, and
// by how much. Coordinates that a law moves are where it has them at `start_time`.
Assembly assemble(Formulation& formulation, double start_time = 0.0);

}  // namespace gelenk
