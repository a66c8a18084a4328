// Which compiled components a run may load. Each is a program with all rights of whoever runs the model, so a text alone
// does not decide: the file lies with the model, or the user has named it or its folder. Nothing is looked at on disk
// for settings of a guest, who is not to learn which files there are.
#pragma once

#include "gelenk/run.h"
#include "model/component.h"

namespace gelenk {

// The first one; null without any.
const Component* find_compiled(const Component& component);

// `settings` of a guest change neither the file nor anything else of a compiled component. `own` is the model without them.
// Throws UserError.
void check_guest_settings(const Model& model, const Model& own,
                          const std::vector<std::pair<std::string, std::string>>& settings);

// Throws UserError at a component whose file lies elsewhere.
void check_component_places(const Model& model, const RunOptions& options);

}  // namespace gelenk
