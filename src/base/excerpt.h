// The text that a diagnostic points at.
#pragma once

#include <string>

#include "base/source.h"

namespace gelenk {

// The line that a place is in, without its end; what is very long is cut. Empty where there is none.
std::string find_line(const SourceLocation& where);

}  // namespace gelenk
