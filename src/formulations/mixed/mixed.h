// Formulation `mixed` (Thesis chapter 2): generalised coordinates are integrated, accelerations come from
// absolute coordinates, D and r up and loads down the component tree.
#pragma once

#include <memory>

#include "formulations/formulation.h"

namespace gelenk {

// The system must outlive the formulation.
std::unique_ptr<Formulation> make_mixed_formulation(const System& system);

}  // namespace gelenk
