// Independent coordinates by the names that a user knows, for coordinate partitioning: from 'crank.phi, slider.s' to
// indices in v, with a check that the loops leave these coordinates free and all others not. Runs once, at the start
// position.
//
// With Z a basis of the motions that the loops allow (G Z = 0, one column per degree of freedom), coordinates
// are independent exactly if their rows of Z form a regular matrix.                                (1)
#pragma once

#include <string>
#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

// By index in v: false for coordinates that a law moves.
std::vector<bool> list_undriven(const System& system);

// `names` separated by commas. The loops are closed at (q, v). Throws UserError "option" for names that do not exist or are
// given twice, for a wrong number of them, and for coordinates that depend on one another.
std::vector<int> find_independent(Formulation& formulation, const Vector& q, const Vector& v,
                                  const std::string& names);

}  // namespace gelenk
