// Where packages are found that a model names but that are neither built in nor part of its own file:
// places on disk, each a folder that holds packages, a package's own folder, or a file. A package of
// the name Lib is a folder Lib with package.mo, a folder "Lib 1.2.0" (of several the highest
// version), or a file Lib.mo.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gelenk::modelica {

// Those that the user gives, then those of the environment's MODELICAPATH (separated by colons; what
// is not there is passed by, as other tools do). Throws UserError "file" when a given one is not
// there.
std::vector<std::filesystem::path> list_library_places(const std::vector<std::string>& given);

// The folder with package.mo, or the file; empty when no place has it. The first place that has it
// counts.
std::filesystem::path find_in_libraries(const std::vector<std::filesystem::path>& places,
                                        const std::string& name);

}  // namespace gelenk::modelica
