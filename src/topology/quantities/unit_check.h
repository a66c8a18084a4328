// Units of the user's equations, as far as they can be known: that of a variable is declared, that
// of a number is not. So x = joint.phi is found where x is a length, and x = 2*joint.phi is not.
// Angles count as numbers, as in the SI.
#pragma once

#include <vector>

#include "base/error.h"
#include "topology/quantities/definitions.h"
#include "topology/quantities/quantities.h"

namespace gelenk {

// Warnings, one for each equation at most.
std::vector<Diagnostic> check_units(const Definitions& definitions, const Quantities& quantities);

}  // namespace gelenk
