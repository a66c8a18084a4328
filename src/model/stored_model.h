// A model as bytes, for compiled components: the component tree with values, laws, equations and
// connections, without places in texts and without warnings. What is read back gives the same
// numbers bit for bit. Bytes are read as if they were hostile: whatever they hold, the answer is a
// model or an error, with memory and time bounded by their number.
#pragma once

#include <string>
#include <string_view>

#include "model/component.h"

namespace gelenk {

std::string store_model(const ModelTree& model);

// Throws DamagedBytes (base/bytes.h).
ModelTree read_stored_model(std::string_view bytes);

}  // namespace gelenk
