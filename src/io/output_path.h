// Files of results as a whole: whether they can be written, found out before a long run, and writing them.
#pragma once

#include <string>

namespace gelenk {

// Throws UserError when a file at `path` could not be created or replaced. Empty and "-" are fine.
void check_writable(const std::string& path);

// Creates or replaces the file (path "-": standard output). Throws UserError when that fails; `option` is how the user
// named the file.
void write_file(const std::string& path, const std::string& bytes, const std::string& option);

}  // namespace gelenk
