// A model that can be built. Shafts (Modelica.Mechanics.Rotational and Translational) are built in, fast, and stick exactly; but what a user
// or a library on disk writes as equations may need more of them than they have. Such models are read again with shafts as equations,
// from the library on disk, and are kept that way if they can be built then.
#pragma once

#include <functional>

#include "model/component.h"

namespace gelenk {

// `read` reads the model, with shafts as equations or not. Where neither way can be built it is the model with
// built-in ones, so that building it says why; throws UserError where that cannot be read.
ModelTree read_machine(const std::function<ModelTree(bool shafts_as_equations)>& read);

}  // namespace gelenk
