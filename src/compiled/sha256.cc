// Follows FIPS 180-4, sections 5.1.1 (padding), 6.2.2 (the rounds). The constants are what the
// standard defines them by: the first 32 bits of the fractional parts of the square roots (start)
// and cube roots (rounds) of the first primes; found here by whole-number roots.
#include "compiled/sha256.h"

#include <bit>
#include <cstring>
#include <string>

namespace gelenk {

namespace {

// Fraction of the `power`-th root of n, 32 bits: the largest r with r^power <= n 2^(32 power),
// without its whole part.
constexpr std::uint32_t calc_root_fraction(unsigned n, int power) {
  __extension__ typedef unsigned __int128 Wide;
  // Bit by bit; r < 2^37. The cube of r has 111 bits at most.
  Wide r = 0;
  const Wide target = static_cast<Wide>(n) << (32 * power);
  for (int bit = 36; bit >= 0; --bit) {
    const Wide next = r | (static_cast<Wide>(1) << bit);
    Wide product = next;
    for (int k = 1; k < power; ++k) product *= next;
    if (product <= target) r = next;
  }
  return static_cast<std::uint32_t>(r);
}

template <std::size_t count>
constexpr std::array<std::uint32_t, count> calc_constants(int power) {
  std::array<std::uint32_t, count> values{};
  unsigned n = 2;
  for (std::uint32_t& value : values) {
    for (bool is_prime = false; !is_prime; ++n) {
      is_prime = true;
      for (unsigned d = 2; d * d <= n; ++d) is_prime = is_prime && n % d != 0;
      if (is_prime) value = calc_root_fraction(n, power);
    }
  }
  return values;
}

constexpr std::array<std::uint32_t, 8> start = calc_constants<8>(2);
constexpr std::array<std::uint32_t, 64> round_constants = calc_constants<64>(3);

std::uint32_t read_big_endian(const char* p) {
  const auto* u = reinterpret_cast<const unsigned char*>(p);
  return std::uint32_t{u[0]} << 24 | std::uint32_t{u[1]} << 16 | std::uint32_t{u[2]} << 8 | u[3];
}

void add_block(const char* block, std::array<std::uint32_t, 8>& hash) {
  std::uint32_t w[64];
  for (int t = 0; t < 16; ++t) w[t] = read_big_endian(block + 4 * t);
  for (int t = 16; t < 64; ++t) {
    const std::uint32_t a = w[t - 15], b = w[t - 2];
    w[t] = w[t - 16] + w[t - 7] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) +
           (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
  }
  auto [a, b, c, d, e, f, g, h] = hash;
  for (int t = 0; t < 64; ++t) {
    const std::uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                             ((e & f) ^ (~e & g)) + round_constants[t] + w[t];
    const std::uint32_t t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::uint32_t sums[] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) hash[i] += sums[i];
}

}  // namespace

Digest calc_sha256(std::string_view bytes) {
  std::array<std::uint32_t, 8> hash = start;
  const std::size_t whole = bytes.size() / 64 * 64;
  for (std::size_t at = 0; at < whole; at += 64) add_block(bytes.data() + at, hash);
  // A one bit, zeros, the number of bits.
  std::string last(bytes.substr(whole));
  last.push_back('\x80');
  last.resize(last.size() + (120 - last.size()) % 64, '\0');
  const std::uint64_t bits = 8 * static_cast<std::uint64_t>(bytes.size());
  for (int shift = 56; shift >= 0; shift -= 8) last.push_back(static_cast<char>(bits >> shift));
  for (std::size_t at = 0; at < last.size(); at += 64) add_block(last.data() + at, hash);

  Digest digest;
  for (int i = 0; i < 32; ++i)
    digest[i] = static_cast<std::uint8_t>(hash[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

}  // namespace gelenk
