// Files of results as a whole: whether they can be written, found out before a long run, and writing them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gelenk {

// Throws UserError when a file at `path` could not be created or replaced. Empty and "-" are fine.
void check_writable(const std::string& path);

// Throws UserError when the end of the name, such as ".mat", promises another kind of file than `kind`. A name without one,
// a device and standard output promise nothing.
void check_ending(const std::string& option, const std::string& path,
                  const std::vector<std::string>& endings, const std::string& kind);

// Throws UserError when one of the files to write is a model, or two of them are the same.
void check_distinct(const std::vector<std::pair<std::string, std::string>>& options_and_paths,
                    const std::string& model);

// Creates or replaces the file (path "-": standard output). Throws UserError when that fails; `option` is how the user
// named the file.
void write_file(const std::string& path, const std::string& bytes, const std::string& option);

}  // namespace gelenk
