// Aligned columns of text.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace gelenk::cli {

// Columns are as wide as they have to be; those that are `right` end at the right.
void print_table(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& right,
                 std::FILE* out);

// With six digits; "-" for what is not a number.
std::string write_value(double value);

// "damper.d [N.s/m]"
std::string write_heading(const std::string& name, const std::string& unit);

}  // namespace gelenk::cli
