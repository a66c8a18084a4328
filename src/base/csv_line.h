// Lines of CSV files: cells with commas between them, in quotes where they hold commas or quotes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gelenk {

// A cell in quotes may hold commas, and quotes twice. Returns at line ends do not count.
std::vector<std::string> split_csv_line(std::string_view line);

// In quotes where readers of CSV expect them.
std::string write_csv_cell(const std::string& text);

// "hinge.phi [rad]" as name and unit; the blank tells a unit from a subscript. Without one the unit is empty.
struct CsvHeading {
  std::string name, unit;
};
CsvHeading split_csv_heading(std::string cell);

}  // namespace gelenk
