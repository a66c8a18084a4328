// A model that takes part in others by open ports (recursive/open_ports.h): one box where all of it
// is text, a tree of boxes where compiled components are inside.
#pragma once

#include <memory>

#include "formulations/formulation.h"
#include "formulations/recursive/open_ports.h"

namespace gelenk {

BuildOptions choose_open_build(const ModelTree& model);

// `system` is built in that way, and outlives it. Calls are served by the threads that make them.
std::unique_ptr<Formulation> make_open_formulation(const System& system);

}  // namespace gelenk
