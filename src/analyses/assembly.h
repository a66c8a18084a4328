// Initial values: coordinates and speeds that satisfy all loop closures and all fixed start values, by
// the least change to the start guesses. Gauss–Newton with step halving on
//   g(q) = 0,   fixed positions of bodies and of closing joints,                                    (1)
// over the directions of motion that are not themselves fixed; then the same, linear, for the speeds.
#pragma once

#include <string>
#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

struct MovedStart {
  std::string name;  // joint path
  double from, to;   // first coordinate that moved most
};

struct Assembly {
  Vector q, v;
  int rank = 0;  // of the loop closure equations
  int closure_rows = 0;
  int degrees_of_freedom = 0;  // −1: compiled components have some that are not known
  int loops = 0;
  std::vector<MovedStart> moved;  // start guesses changed by more than 1e-9
};

// Throws UserError "assembly" when the model cannot be assembled: names the joints that stay open, and
// by how much. Coordinates that a law moves are where it has them at `start_time`.
Assembly assemble(Formulation& formulation, double start_time = 0.0);

}  // namespace gelenk
