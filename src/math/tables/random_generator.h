// Generators of pseudo random numbers by shifts and exclusive ors of 64-bit words:
//   Marsaglia, Xorshift RNGs, J. Stat. Softw. 8 (2003)
//   Vigna, An experimental exploration of Marsaglia's xorshift generators, scrambled, ACM Trans. Math. Softw. 42 (2016)
//   Vigna, Further scramblings of Marsaglia's xorshift generators, J. Comput. Appl. Math. 315 (2017)
// As in the generators of the Modelica Standard Library under these names, the two smaller ones go on from the scrambled word that
// they give, so that their sequences are the same. A state is a list of signed 32-bit numbers: each word as its lower and its
// upper half, and of the largest generator the place in its list of words.
#pragma once

#include <cstdint>
#include <span>

namespace gelenk {

enum class RandomGenerator { xorshift64star, xorshift128plus, xorshift1024star };
inline constexpr int random_generator_count = 3;
inline constexpr int longest_random_state = 33;

int count_state(RandomGenerator generator);
// The next number, more than 0 and at most 1; the state becomes the next one.
double draw(RandomGenerator generator, std::span<std::int32_t> state);

}  // namespace gelenk
