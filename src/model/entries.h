// Names of the entries of an array.
#pragma once

#include <string>
#include <vector>

namespace gelenk {

// As expressions have them, row-major: "p" of a scalar, else "p[1]", "p[2]" … or "p[1,1]" …
std::vector<std::string> list_entries(const std::string& name, const std::vector<int>& dims);

}  // namespace gelenk
