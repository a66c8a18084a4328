// The mass matrix, by composite rigid bodies: moments of all that a joint carries, taken as one body, in body axes.
#pragma once

#include "codegen/mechanism.h"

namespace gelenk::codegen {

// nv × nv by rows, symmetric.
std::vector<Recorded> calc_mass_matrix(const Mechanism& mechanism);

}  // namespace gelenk::codegen
