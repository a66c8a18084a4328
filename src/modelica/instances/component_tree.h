// Instances to components: walks the instance tree from the root, evaluates what is left to
// evaluate, and writes the component tree of model/component.h. Findings go to the session.
#pragma once

#include <memory>

#include "model/component.h"
#include "modelica/instances/instantiate.h"
#include "modelica/reader.h"

namespace gelenk::modelica {

std::unique_ptr<Component> make_component_tree(Instantiator& instantiator,
                                               ModelTexts* texts = nullptr);

}  // namespace gelenk::modelica
