// Names chosen by patterns, as in --signals 'arm.*, gelenk.energy.*'.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gelenk {

// '*' matches any characters (also dots), '?' one; everything else stands for itself.
bool matches_glob(std::string_view glob, std::string_view name);

// Globs of a list, separated by commas outside brackets; blanks do not count.
std::vector<std::string> split_globs(const std::string& globs);

}  // namespace gelenk
