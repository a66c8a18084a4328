// The hash SHA-256 (FIPS 180-4): finds out whether a file is as it was written.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace gelenk {

using Digest = std::array<std::uint8_t, 32>;

Digest calc_sha256(std::string_view bytes);

}  // namespace gelenk
