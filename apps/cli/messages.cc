#include "messages.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "gelenk/message.h"

namespace gelenk::cli {

namespace {

// On a terminal that knows colours, unless the user wants none (no-color.org).
bool has_colour() {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && (none == nullptr || *none == '\0') && terminal != nullptr &&
         std::string(terminal) != "dumb";
}

constexpr const char* red = "1;31";
constexpr const char* magenta = "1;35";
constexpr const char* green = "32";

std::string paint(const std::string& text, const char* colour) {
  return has_colour() ? "\033[" + std::string(colour) + "m" + text + "\033[0m" : text;
}

// Characters of UTF-8: where each begins, and the end.
std::vector<std::size_t> find_characters(const std::string& text) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) begins.push_back(i);
  }
  begins.push_back(text.size());
  return begins;
}

// The line, or the part of a long one that the place is in, and a caret below the place.
std::string write_excerpt(const Message& m) {
  if (m.source.empty() || m.column == 0) return "";
  constexpr std::size_t widest = 120, before = 80;
  const std::vector<std::size_t> at = find_characters(m.source);
  const std::size_t count = at.size() - 1;
  const std::size_t place = std::min<std::size_t>(m.column - 1, count);
  const std::size_t first = count > widest && place > before ? place - before : 0;
  const std::size_t last = std::min(count, first + widest);
  std::string line = m.source.substr(at[first], at[last] - at[first]);
  // Nothing in a file moves the cursor or changes colours of the terminal.
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  const std::string number = std::to_string(m.line);
  return "  " + number + " | " + (first > 0 ? "…" : "") + line + (last < count ? "…" : "") +
         "\n  " + std::string(number.size(), ' ') + " | " +
         std::string(place - first + (first > 0), ' ') + paint("^", green) + "\n";
}

}  // namespace

void print_error(const InputError& error) {
  std::string text;
  for (const Message& m : list_messages(error)) {
    if (!m.file.empty()) {
      text += m.file;
      if (m.line > 0) text += ":" + std::to_string(m.line) + ":" + std::to_string(m.column);
      text += ": ";
    }
    text += paint("error:", red) + " " + m.text + " [" + m.code + "]\n" + write_excerpt(m);
    if (!m.component.empty()) text += "  in component " + m.component + "\n";
    if (!m.hint.empty()) text += "  hint: " + m.hint + "\n";
  }
  std::fputs(text.c_str(), stderr);
}

void print_warning(const std::string& warning) {
  std::string text = warning;
  const std::size_t at = text.find("warning:");
  if (at != std::string::npos) text.replace(at, 8, paint("warning:", magenta));
  std::fprintf(stderr, "%s\n", text.c_str());
}

}  // namespace gelenk::cli
