// What a report takes where nobody chose: how large drawings are, and which loads are drawn as
// arrows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "model/component.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

// A setting for the world's nominalLength, from which the sizes of axes, joints and balls follow:
// the longest part of the model. None where the model states it, or where the library's value fits.
std::optional<std::pair<std::string, std::string>> choose_nominal_length(const ModelTree& model);

// Signals that are shown beside the usual ones: what drives exert, and entries of the force or
// torque of a joint or of a force element at one of its connectors. None of the latter in a
// mechanism of so many that nobody could look at the arrows: there the user names some. `system`
// has to stay.
std::function<bool(const Signal&)> choose_shown(const System& system);

// Energy and drift, which a report has whatever else was chosen.
bool is_of_whole(const Signal& signal);

}  // namespace gelenk
