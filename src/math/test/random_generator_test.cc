#include "math/tables/random_generator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gelenk {
namespace {

constexpr RandomGenerator all[] = {RandomGenerator::xorshift64star,
                                   RandomGenerator::xorshift128plus,
                                   RandomGenerator::xorshift1024star};

std::vector<std::int32_t> make_state(RandomGenerator generator) {
  std::vector<std::int32_t> state;
  for (int i = 0; i < count_state(generator); ++i) state.push_back(1234567 * (i + 1) - (i << 20));
  if (generator == RandomGenerator::xorshift1024star) state.back() = 0;
  return state;
}

// By hand: x = 1 becomes 1 + 2²⁵ by the shifts; times 2685821657736338717 modulo 2⁶⁴.
TEST(RandomGenerator, DrawsByItsDefinition) {
  std::int32_t state[] = {1, 0};
  const std::uint64_t word = 33554433u * 2685821657736338717u;
  const double drawn = draw(RandomGenerator::xorshift64star, state);
  EXPECT_DOUBLE_EQ(drawn,
                   std::ldexp(static_cast<double>(static_cast<std::int64_t>(word)), -64) + 0.5);
  EXPECT_EQ(static_cast<std::uint32_t>(state[0]), static_cast<std::uint32_t>(word));
  EXPECT_EQ(static_cast<std::uint32_t>(state[1]), static_cast<std::uint32_t>(word >> 32));

  std::int32_t pair[] = {1, 0, 0, 0};
  draw(RandomGenerator::xorshift128plus, pair);
  EXPECT_EQ(pair[2], 0x800041) << "1, shifted by 23, and both of them by 17";
}

// Means of x, x² and of neighbours' products of numbers spread evenly over 0 … 1: 1/2, 1/3, 1/4, up to about 1/√n.
TEST(RandomGenerator, SpreadsNumbersEvenly) {
  for (RandomGenerator generator : all) {
    std::vector<std::int32_t> state = make_state(generator);
    constexpr int n = 100'000;
    double sum = 0, squares = 0, products = 0, before = 0.5;
    for (int i = 0; i < n; ++i) {
      const double drawn = draw(generator, state);
      ASSERT_GE(drawn, 0.0);
      ASSERT_LE(drawn, 1.0);
      sum += drawn;
      squares += drawn * drawn;
      products += drawn * before;
      before = drawn;
    }
    EXPECT_NEAR(sum / n, 0.5, 0.005);
    EXPECT_NEAR(squares / n, 1.0 / 3.0, 0.005);
    EXPECT_NEAR(products / n, 0.25, 0.005);
  }
}

TEST(RandomGenerator, RepeatsFromTheSameState) {
  for (RandomGenerator generator : all) {
    std::vector<std::int32_t> a = make_state(generator), b = a;
    for (int i = 0; i < 50; ++i) EXPECT_EQ(draw(generator, a), draw(generator, b));
    EXPECT_EQ(a, b);
  }
}

}  // namespace
}  // namespace gelenk
