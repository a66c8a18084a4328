#include "base/excerpt.h"

namespace gelenk {

std::string find_line(const SourceLocation& where) {
  if (!where.file || where.line == 0) return "";
  const std::string& text = where.file->text;
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < where.line; ++line) {
    begin = text.find('\n', begin);
    if (begin == std::string::npos) return "";
    ++begin;
  }
  std::string line = text.substr(begin, text.find('\n', begin) - begin);
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line.substr(0, 500);
}

}  // namespace gelenk
