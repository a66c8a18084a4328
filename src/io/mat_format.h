// Pieces of MAT-files of level 4: heads of matrices, columns of numbers and texts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gelenk::mat {

static_assert(std::endian::native == std::endian::little, "the heads say little-endian");

constexpr int number = 0, integer = 20, letters = 51;  // kinds of matrices

template <typename T>
std::string_view bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

// The head of a matrix; returns where its count of columns stands. Entries follow column by column.
inline std::size_t put_head(int kind, std::size_t rows, std::size_t columns,
                            const std::string& name, std::string& text) {
  const std::size_t at = text.size();
  const std::int32_t head[] = {kind, static_cast<std::int32_t>(rows),
                               static_cast<std::int32_t>(columns), 0,
                               static_cast<std::int32_t>(name.size() + 1)};
  for (std::int32_t entry : head) text += bytes_of(entry);
  text.append(name.c_str(), name.size() + 1);
  return at + 2 * sizeof(std::int32_t);
}

// Texts one to a column, filled up with blanks.
inline void put_texts(int kind, const std::string& name, const std::vector<std::string>& texts,
                      std::string& into) {
  std::size_t longest = 1;
  for (const std::string& text : texts) longest = std::max(longest, text.size());
  put_head(kind, longest, texts.size(), name, into);
  for (const std::string& text : texts) into += text + std::string(longest - text.size(), ' ');
}

}  // namespace gelenk::mat
