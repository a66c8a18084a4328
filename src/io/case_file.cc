#include "io/case_file.h"

#include <filesystem>
#include <fstream>

#include "base/csv_line.h"
#include "base/error.h"

namespace gelenk {

namespace {

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw UserError({"csv",
                   {},
                   "",
                   "'" + path + "' " + what,
                   "write a line with paths of parameters, then a line with their values for each "
                   "case, all separated by commas"});
}

std::string trim(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

}  // namespace

CaseFile read_case_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) fail(path, "is a folder, not a file of cases");
  std::ifstream in(path);
  if (!in) fail(path, "cannot be read");
  CaseFile file;
  std::string line;
  if (!std::getline(in, line)) fail(path, "is empty");
  if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);  // what editors put there
  for (const std::string& cell : split_csv_line(line)) {
    file.names.push_back(trim(split_csv_heading(cell).name));
    if (file.names.back().empty())
      fail(path, "has no name above column " + std::to_string(file.names.size()));
  }
  for (long number = 2; std::getline(in, line); ++number) {
    if (trim(line).empty() || line == "\r") continue;
    std::vector<std::string> cells = split_csv_line(line);
    if (cells.size() != file.names.size())
      fail(path, "has " + std::to_string(cells.size()) + " cells in line " +
                     std::to_string(number) + " instead of " + std::to_string(file.names.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = trim(cells[i]);
      if (cells[i].empty())
        fail(path, "has no value of '" + file.names[i] + "' in line " + std::to_string(number));
    }
    file.rows.push_back(std::move(cells));
  }
  if (file.rows.empty()) fail(path, "has no cases");
  return file;
}

}  // namespace gelenk
