// Equilibria as JSON text: doc/analyses/equilibrium.md says what stands where.
#pragma once

#include <string>
#include <vector>

#include "gelenk/equilibrium.h"

namespace gelenk {

std::string equilibria_text(const std::vector<Equilibrium>& equilibria);

}  // namespace gelenk
