#include "modelica/values/table_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "modelica/failure.h"
#include "modelica/values/datum.h"

namespace gelenk::modelica {

namespace {

constexpr std::uintmax_t largest_file = 400'000'000;  // bytes

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string read_bytes(const std::string& path, const SourceLocation& where) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || !std::filesystem::is_regular_file(path, error))
    fail("file", where, "the table file '" + path + "' cannot be read",
         "check its name; a name that is relative counts from the folder of the run");
  if (size > largest_file) fail("file", where, "the table file '" + path + "' is too large");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::ifstream in(path, std::ios::binary);
  if (!in.read(bytes.data(), static_cast<std::streamsize>(size)))
    fail("file", where, "the table file '" + path + "' cannot be read");
  return bytes;
}

// Line by line through a text, with the place for messages.
class Lines {
 public:
  Lines(const TableFile& file, std::string_view text, const SourceLocation& where)
      : file_(file), rest_(text), where_(where) {}
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    ++number_;
    return true;
  }
  [[noreturn]] void fail_here(const std::string& message) const {
    fail("file", where_,
         "line " + std::to_string(number_) + " of the table file '" + file_.path + "': " + message);
  }

 private:
  const TableFile& file_;
  std::string_view rest_;
  SourceLocation where_;
  int number_ = 0;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == ',' || c == ';'; }

// The next number of a line; false when no more follows.
bool take_number(std::string_view& line, double& value, const Lines& lines) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  if (line.empty() || line.front() == '#') return false;
  if (line.front() == '+') line.remove_prefix(1);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  if (error != std::errc() || !std::isfinite(value))
    lines.fail_here("'" + std::string(line.substr(0, 20)) + "' is not a number");
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  return true;
}

// double name(rows,columns)
bool parse_header(std::string_view line, std::string& name, int& rows, int& columns) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  if (!line.starts_with("double") && !line.starts_with("float")) return false;
  line.remove_prefix(line.starts_with("double") ? 6 : 5);
  const std::size_t open = line.find('('), comma = line.find(',', open),
                    close = line.find(')', comma);
  if (open == std::string_view::npos || comma == std::string_view::npos ||
      close == std::string_view::npos)
    return false;
  auto trim = [](std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
  };
  auto size = [&](std::string_view text, int& value) {
    text = trim(text);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= 0;
  };
  name = trim(line.substr(0, open));
  return size(line.substr(open + 1, comma - open - 1), rows) &&
         size(line.substr(comma + 1, close - comma - 1), columns);
}

Matrix read_text(const TableFile& file, const std::string& bytes, const SourceLocation& where) {
  Lines lines(file, bytes, where);
  std::string_view line;
  if (!lines.next(line) || !line.starts_with("#1"))
    lines.fail_here("a text with tables begins with #1");
  std::string names;
  bool is_wanted = false;
  Matrix matrix;
  std::size_t left = 0;
  while (lines.next(line)) {
    if (left > 0) {
      double value = 0.0;
      while (left > 0 && take_number(line, value, lines)) {
        if (is_wanted) matrix.entries.push_back(value);
        --left;
      }
      if (left == 0 && is_wanted) return matrix;
      continue;
    }
    std::string name;
    if (!parse_header(line, name, matrix.rows, matrix.columns)) continue;
    left = calc_count({matrix.rows, matrix.columns}, where);
    is_wanted = name == file.name;
    if (is_wanted && left == 0) return matrix;
    names += (names.empty() ? "" : ", ") + name;
  }
  if (left > 0) lines.fail_here("it ends before the table is complete");
  fail("file", where, "the table file '" + file.path + "' has no table '" + file.name + "'",
       names.empty() ? "a table begins with: double name(rows,columns)" : "it has " + names);
}

Matrix read_separated(const TableFile& file, const std::string& bytes,
                      const SourceLocation& where) {
  if (file.delimiter.size() != 1)
    fail("file", where, "the delimiter of a table file is one character");
  Lines lines(file, bytes, where);
  std::string_view line;
  Matrix matrix;
  for (int i = 0; i < file.header_lines; ++i) lines.next(line);
  while (lines.next(line)) {
    int count = 0;
    std::string_view rest = line;
    while (!rest.empty()) {
      const std::size_t end = rest.find(file.delimiter[0]);
      std::string_view field = rest.substr(0, end);
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
      double value = 0.0;
      if (!take_number(field, value, lines)) continue;
      matrix.entries.push_back(value);
      ++count;
    }
    if (count == 0) continue;
    if (matrix.rows > 0 && count != matrix.columns)
      lines.fail_here(std::to_string(count) + " values, the lines before have " +
                      std::to_string(matrix.columns));
    matrix.columns = count;
    ++matrix.rows;
  }
  return matrix;
}

// Level 4: for each matrix five numbers of 32 bits (kind, rows, columns, whether complex, length of the name), the name, and
// the entries column by column.
Matrix read_level_4(const TableFile& file, const std::string& bytes, const SourceLocation& where) {
  std::string names;
  std::size_t at = 0;
  auto fail_damaged = [&]() {
    fail("file", where, "the table file '" + file.path + "' is not of MATLAB's level 4",
         "save it with -v4, or as a text: #1, then double name(rows,columns) and the numbers");
  };
  while (at < bytes.size()) {
    std::uint32_t head[5];
    if (bytes.size() - at < sizeof head) fail_damaged();
    std::memcpy(head, bytes.data() + at, sizeof head);
    at += sizeof head;
    const std::uint32_t kind = head[0], form = kind / 10 % 10;
    constexpr std::size_t widths[] = {8, 4, 4, 2, 2, 1};
    if (kind >= 1000 || kind % 10 > 1 || form > 5 || head[4] == 0 || head[4] > bytes.size() - at)
      fail_damaged();
    const std::string name = bytes.substr(at, head[4] - 1);
    at += head[4];
    const std::uint64_t count = static_cast<std::uint64_t>(head[1]) * head[2];
    const std::size_t width = widths[form];
    if (count > largest_array) fail("file", where, "a table of '" + file.path + "' is too large");
    const std::uint64_t size = count * width * (head[3] != 0 ? 2 : 1);
    if (size > bytes.size() - at) fail_damaged();
    if (name == file.name) {
      Matrix matrix{static_cast<int>(head[1]), static_cast<int>(head[2]),
                    std::vector<double>(static_cast<std::size_t>(count))};
      auto convert = [&]<typename T>(T) {
        for (std::size_t i = 0; i < count; ++i) {
          T raw;
          std::memcpy(&raw, bytes.data() + at + i * sizeof raw, sizeof raw);
          matrix.entries[i % head[1] * head[2] + i / head[1]] = static_cast<double>(raw);
        }
      };
      switch (form) {
        case 0: convert(double{}); break;
        case 1: convert(float{}); break;
        case 2: convert(std::int32_t{}); break;
        case 3: convert(std::int16_t{}); break;
        case 4: convert(std::uint16_t{}); break;
        default: convert(std::uint8_t{}); break;
      }
      return matrix;
    }
    at += static_cast<std::size_t>(size);
    names += (names.empty() ? "" : ", ") + name;
  }
  fail("file", where, "the table file '" + file.path + "' has no table '" + file.name + "'",
       names.empty() ? "" : "it has " + names);
}

}  // namespace

Matrix read_table(const TableFile& file, const SourceLocation& where) {
  const std::string ending = lower(std::filesystem::path(file.path).extension().string());
  const std::string bytes = read_bytes(file.path, where);
  Matrix matrix = ending == ".csv"   ? read_separated(file, bytes, where)
                  : ending == ".mat" ? read_level_4(file, bytes, where)
                                     : read_text(file, bytes, where);
  const bool is_finite = std::all_of(matrix.entries.begin(), matrix.entries.end(),
                                     [](double x) { return std::isfinite(x); });
  if (!is_finite)
    fail("file", where, "the table file '" + file.path + "' has values that are no numbers");
  return matrix;
}

}  // namespace gelenk::modelica
