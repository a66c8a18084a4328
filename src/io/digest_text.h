// What two texts or files are compared by, without being kept: SHA-256 in hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

#include "compiled/sha256.h"

namespace gelenk {

inline std::string digest_text(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : calc_sha256(bytes)) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace gelenk
