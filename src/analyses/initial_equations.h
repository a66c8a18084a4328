// Initial equations that speak of the mechanism: of positions, speeds, accelerations or loads, as "the arm stands still on its spring" does.
// They are solved for what is free at the start, coordinates, speeds and the user's states together, with the loops' equations:
//   r(q, v, z) = 0,    g(q) = 0,    G v = 0.                                                         (1)
// Newton's method, damped, by the least change to the guesses; the derivatives of r are differences, which decide how fast it gets there,
// not where.
#pragma once

#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

// What may move, by direction of motion. False where no start values fulfil (1).
bool solve_initial_equations(Formulation& formulation, double t, const std::vector<bool>& q_free,
                             const std::vector<bool>& v_free, Vector& q, Vector& v);

}  // namespace gelenk
