#include "math/tables/random_generator.h"

#include "base/error.h"

namespace gelenk {

namespace {

std::uint64_t get_word(std::span<const std::int32_t> state, std::size_t i) {
  return static_cast<std::uint64_t>(static_cast<std::uint32_t>(state[2 * i])) |
         static_cast<std::uint64_t>(static_cast<std::uint32_t>(state[2 * i + 1])) << 32;
}

void set_word(std::span<std::int32_t> state, std::size_t i, std::uint64_t word) {
  state[2 * i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(word));
  state[2 * i + 1] = static_cast<std::int32_t>(static_cast<std::uint32_t>(word >> 32));
}

// A word as a signed number, moved from about −½ … ½ to 0 … 1.
double to_number(std::uint64_t word) {
  constexpr double scale = 1.0 / 18446744073709551616.0;  // 2⁻⁶⁴
  return static_cast<double>(static_cast<std::int64_t>(word)) * scale + 0.5;
}

}  // namespace

int count_state(RandomGenerator generator) {
  switch (generator) {
    case RandomGenerator::xorshift64star: return 2;
    case RandomGenerator::xorshift128plus: return 4;
    case RandomGenerator::xorshift1024star: return longest_random_state;
  }
  return 0;
}

double draw(RandomGenerator generator, std::span<std::int32_t> state) {
  GELENK_ASSERT(static_cast<int>(state.size()) == count_state(generator));
  switch (generator) {
    case RandomGenerator::xorshift64star: {
      std::uint64_t x = get_word(state, 0);
      x ^= x >> 12;
      x ^= x << 25;
      x ^= x >> 27;
      x *= 2685821657736338717u;
      set_word(state, 0, x);
      return to_number(x);
    }
    case RandomGenerator::xorshift128plus: {
      std::uint64_t a = get_word(state, 0);
      const std::uint64_t b = get_word(state, 1);
      a ^= a << 23;
      a ^= a >> 17 ^ b ^ b >> 26;
      set_word(state, 0, b);
      a += b;
      set_word(state, 1, a);
      return to_number(a);
    }
    case RandomGenerator::xorshift1024star: {
      constexpr std::size_t words = 16;
      const std::size_t from = static_cast<std::uint32_t>(state[2 * words]) % words,
                        to = (from + 1) % words;
      const std::uint64_t a = get_word(state, from);
      std::uint64_t b = get_word(state, to);
      b ^= b << 31;
      b ^= b >> 11 ^ a ^ a >> 30;
      set_word(state, to, b);
      state[2 * words] = static_cast<std::int32_t>(to);
      return to_number(b * 1181783497276652981u);
    }
  }
  return 0.0;
}

}  // namespace gelenk
