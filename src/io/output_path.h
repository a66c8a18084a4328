// Finds out before a long run whether its results can be written.
#pragma once

#include <string>

namespace gelenk {

// Throws UserError when a file at `path` could not be created or replaced. Empty and "-" are fine.
void check_writable(const std::string& path);

}  // namespace gelenk
