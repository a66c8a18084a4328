// Which compiled components a run may load. Each is a program with all rights of whoever runs the model, so a text alone
// does not decide: the file lies with the model, or the user has named it or its folder. Nothing is looked at on disk
// for settings of a guest, who is not to learn which files there are.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "elements/component_path.h"

namespace gelenk {

// `settings` of a guest change neither the file nor anything else of a compiled component. `own` is the model without them.
// Throws UserError.
void check_guest_settings(const ModelTree& model, const ModelTree& own,
                          const std::vector<std::pair<std::string, std::string>>& settings);

// Throws UserError at a component whose file lies neither with the model, whose file or folder is `home`, nor in a trusted
// folder.
void check_component_places(const ModelTree& model, const std::string& home,
                            const std::vector<std::string>& trusted);

}  // namespace gelenk
