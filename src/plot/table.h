// A result file as io/csv_writer.h writes it: a header, then rows of numbers. The first column is the time.
#pragma once

#include <string>
#include <vector>

namespace gelenk {

struct Table {
  std::vector<std::string> names;  // of the columns, "time" first
  std::vector<std::string> units;  // where names have them, as "hinge.phi [rad]"; else empty
  std::vector<std::vector<double>> columns;  // of one length
};

// Throws UserError for what is not such a file.
Table read_table(const std::string& path);

// Numbers of the columns, but for the first, whose names match the glob ('*' any characters, '?' one), in the order of
// the file. Throws UserError where none does.
std::vector<std::size_t> find_columns(const Table& table, const std::string& glob);

}  // namespace gelenk
