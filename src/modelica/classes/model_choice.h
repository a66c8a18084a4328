// Which of the classes in a file is the model to simulate, when the user names one or none.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "modelica/classes/lookup.h"

namespace gelenk::modelica {

// `classes` are the outermost classes of the file. A given name may be full or only the last part.
// Without one: the last non-partial model that stands by itself; if there is none, the last model
// directly inside the last package, one with an experiment annotation before others.
ClassNode& choose_model(const std::vector<ClassNode*>& classes, const std::string& name,
                        Lookup& lookup, const std::shared_ptr<const SourceFile>& file);

// annotation(experiment(…)) of the class; null without one.
const Modification* find_experiment(const ClassNode& node);

}  // namespace gelenk::modelica
