#include "plot/table.h"

#include <charconv>
#include <fstream>

#include "analyses/globs.h"
#include "base/error.h"

namespace gelenk {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw UserError(
      {"csv", {}, "", "'" + path + "' " + what, "name a file that gelenk run --output wrote"});
}

// Cells of a line; a cell in quotes may hold commas, and quotes twice.
std::vector<std::string> split_line(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        cells.back() += line[i++];
      else
        quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return cells;
}

}  // namespace

Table read_table(const std::string& path) {
  std::ifstream in(path);
  if (!in) fail(path, "cannot be read");
  Table table;
  std::string line;
  if (!std::getline(in, line)) fail(path, "is empty");
  table.names = split_line(line);
  if (table.names.size() < 2) fail(path, "has no columns besides the first");
  table.columns.resize(table.names.size());
  for (std::string& name : table.names) {
    // The blank tells a unit from a subscript.
    const std::size_t at = name.ends_with("]") ? name.rfind(" [") : std::string::npos;
    table.units.push_back(at == std::string::npos ? "" : name.substr(at + 2, name.size() - at - 3));
    if (at != std::string::npos) name.resize(at);
  }
  for (long number = 2; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    const std::vector<std::string> cells = split_line(line);
    if (cells.size() != table.names.size()) {
      fail(path, "has " + std::to_string(cells.size()) + " cells in line " +
                     std::to_string(number) + " instead of " + std::to_string(table.names.size()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      double value = 0.0;
      const char* end = cells[i].data() + cells[i].size();
      const auto [stop, error] = std::from_chars(cells[i].data(), end, value);
      if (error != std::errc() || stop != end) {
        fail(path, "has '" + cells[i].substr(0, 40) + "' in line " + std::to_string(number) +
                       ", which is no number");
      }
      table.columns[i].push_back(value);
    }
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
