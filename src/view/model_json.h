// The model of a view as JSON: its components, the parameters that may be changed, what is wrong with it.
#pragma once

#include <string>

#include "gelenk/run.h"

namespace gelenk {

// Reads the model's files anew.
std::string write_model(const RunOptions& options);

}  // namespace gelenk
