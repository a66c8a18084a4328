// Errors and warnings on standard error: each with the line of the model that it points at, in colour where somebody reads.
#pragma once

#include <string>

#include "gelenk/error.h"

namespace gelenk::cli {

// "file:line:column: error: … [code]", the line with a caret below the place, the component and the hint.
void print_error(const InputError& error);

// A warning as the library writes it: "file:line:column: warning: … [code]\n  in component …\n  hint: …".
void print_warning(const std::string& text);

}  // namespace gelenk::cli
