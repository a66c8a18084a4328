// Parts of sentences about models: numbers with their nouns, lists that end somewhere.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace gelenk {

inline std::string count(std::size_t n, const char* one, const char* many) {
  return n == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", n, many);
}

// The first few of them, and how many there are beside.
inline std::string list(const std::vector<std::string>& names, std::size_t most_named = 6) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most_named, names.size()); ++i)
    text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > most_named) text += fmt::format(" and {} more", names.size() - most_named);
  return text;
}

}  // namespace gelenk
