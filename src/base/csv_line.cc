#include "base/csv_line.h"

namespace gelenk {

std::vector<std::string> split_csv_line(std::string_view line) {
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

std::string write_csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

CsvHeading split_csv_heading(std::string cell) {
  const std::size_t at = cell.ends_with("]") ? cell.rfind(" [") : std::string::npos;
  if (at == std::string::npos) return {std::move(cell), ""};
  return {cell.substr(0, at), cell.substr(at + 2, cell.size() - at - 3)};
}

}  // namespace gelenk
