// Start values set from outside for what has none: a load, an acceleration, the output of a sensor,
// a variable that an equation defines. In a text these are guesses that other programs may use; who
// sets one for a run wants an effect.
#pragma once

#include <vector>

#include "base/error.h"
#include "topology/system.h"

namespace gelenk {

std::vector<Diagnostic> find_unused_starts(const System& system, const Component& root);

}  // namespace gelenk
