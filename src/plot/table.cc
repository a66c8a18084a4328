#include "plot/table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>

#include "analyses/globs.h"
#include "base/csv_line.h"
#include "base/error.h"

namespace gelenk {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw UserError({"csv",
                   {},
                   "",
                   "'" + path + "' " + what,
                   "name a file that gelenk run --output or gelenk sweep --output wrote"});
}

// Which cells of a line are what.
struct Layout {
  std::vector<std::size_t> numbers;  // cells of the columns
  std::size_t cell_count = 0;
};

// Of the names in the header: which kind of table it is.
Layout find_layout(Table& table, std::vector<std::string> cells) {
  Layout layout;
  layout.cell_count = cells.size();
  std::vector<std::string> names;
  for (const std::string& cell : cells) names.push_back(split_csv_heading(cell).name);
  const auto find = [&](const char* name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const std::size_t status = find("status"), time = find("time");
  const bool is_sweep = names[0] == "case";
  if (is_sweep && status < names.size() && names.back() == "message") {
    table.kind = Table::Kind::cases;
    table.parameter_count = status - 1;
  } else if (is_sweep && time < names.size()) {
    table.kind = Table::Kind::curves;
    table.parameter_count = time - 1;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (table.kind == Table::Kind::cases && (i == status || i + 1 == cells.size())) continue;
    CsvHeading heading = split_csv_heading(std::move(cells[i]));
    layout.numbers.push_back(i);
    table.names.push_back(std::move(heading.name));
    table.units.push_back(std::move(heading.unit));
  }
  table.columns.resize(table.names.size());
  return layout;
}

// Rows of one case follow each other.
void take_case(Table& table, const std::vector<std::string>& cells) {
  const std::size_t row = table.columns[0].size() - 1;
  const bool is_new = table.kind == Table::Kind::cases || row == 0 ||
                      table.columns[0][row] != table.columns[0][row - 1];
  if (is_new) {
    const auto begin = cells.begin() + 1;
    table.cases.push_back(
        {row, row, {begin, begin + static_cast<long>(table.parameter_count)}});
  }
  table.cases.back().last = row + 1;
}

}  // namespace

std::size_t Table::first_signal() const {
  return 1 + parameter_count + (kind == Kind::curves ? 1 : 0);
}

std::size_t Table::find_x() const {
  if (kind == Kind::rows) return 0;
  if (kind == Kind::curves) return 1 + parameter_count;
  for (std::size_t k = 1; k <= parameter_count; ++k) {
    const std::vector<double>& values = columns[k];
    const bool varies = std::any_of(values.begin(), values.end(),
                                    [&](double value) { return value != values[0]; });
    const bool is_known = std::all_of(values.begin(), values.end(),
                                      [](double value) { return std::isfinite(value); });
    if (varies && is_known) return k;
  }
  return 0;
}

Table read_table(const std::string& path) {
  std::ifstream in(path);
  if (!in) fail(path, "cannot be read");
  Table table;
  std::string line;
  if (!std::getline(in, line)) fail(path, "is empty");
  const Layout layout = find_layout(table, split_csv_line(line));
  if (table.names.size() < 2) fail(path, "has no columns besides the first");
  for (long number = 2; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    const std::vector<std::string> cells = split_csv_line(line);
    if (cells.size() != layout.cell_count) {
      fail(path, "has " + std::to_string(cells.size()) + " cells in line " +
                     std::to_string(number) + " instead of " + std::to_string(layout.cell_count));
    }
    for (std::size_t i = 0; i < layout.numbers.size(); ++i) {
      const std::string& cell = cells[layout.numbers[i]];
      double value = 0.0;
      const char* end = cell.data() + cell.size();
      const auto [stop, error] = std::from_chars(cell.data(), end, value);
      const bool is_number = error == std::errc() && stop == end;
      const bool may_be_text = i >= 1 && i <= table.parameter_count;
      if (!is_number && !may_be_text) {
        fail(path, "has '" + cell.substr(0, 40) + "' in line " + std::to_string(number) +
                       ", which is no number");
      }
      table.columns[i].push_back(is_number ? value : std::numeric_limits<double>::quiet_NaN());
    }
    if (table.kind != Table::Kind::rows) take_case(table, cells);
  }
  if (table.columns[0].empty()) fail(path, "has no rows");
  return table;
}

std::vector<std::size_t> find_columns(const Table& table, const std::string& glob) {
  std::vector<std::size_t> found;
  for (std::size_t i = 1; i < table.names.size(); ++i) {
    if (matches_glob(glob, table.names[i])) found.push_back(i);
  }
  if (found.empty()) {
    const std::vector<std::string> all(table.names.begin() + 1, table.names.end());
    throw UserError(
        {"unknown-signal", {}, "", "no column matches '" + glob + "'", suggest(glob, all)});
  }
  return found;
}

}  // namespace gelenk
