#include "plot/ticks.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

using Labels = std::vector<std::string>;

TEST(Ticks, StandAtRoundNumbers) {
  const Ticks t = choose_ticks(0.0, 1.5, 8, false);
  EXPECT_EQ(t.labels, (Labels{"0.0", "0.5", "1.0", "1.5"}));
  EXPECT_EQ(t.low, 0.0);
  EXPECT_EQ(t.high, 1.5);
  EXPECT_EQ(choose_ticks(-0.03, 0.92, 6, true).labels, (Labels{"-0.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(choose_ticks(1234.0, 1236.0, 6, true).labels,
            (Labels{"1234.0", "1234.5", "1235.0", "1235.5", "1236.0"}));
}

TEST(Ticks, LargeAndSmallNumbersHavePowers) {
  EXPECT_EQ(choose_ticks(0, 3e7, 5, true).labels, (Labels{"0", "1e+07", "2e+07", "3e+07"}));
  EXPECT_EQ(choose_ticks(0, 2e-9, 6, true).labels,
            (Labels{"0", "5e-10", "1.0e-09", "1.5e-09", "2.0e-09"}));
}

TEST(Ticks, TheLargestNumbersHaveSome) {
  const Ticks t = choose_ticks(-1.7e308, 1.7e308, 6, true);
  EXPECT_TRUE(std::isfinite(t.low) && std::isfinite(t.high));
  EXPECT_GT(t.at.size(), 1u);
}

TEST(Ticks, AConstantHasRoom) {
  const Ticks t = choose_ticks(9.81, 9.81, 6, true);
  EXPECT_LT(t.low, 9.81);
  EXPECT_GT(t.high, 9.81);
  const Ticks zero = choose_ticks(0.0, 0.0, 6, true);
  EXPECT_EQ(zero.low, -1.0);
  EXPECT_EQ(zero.high, 1.0);
}

// Whatever the range: within it, in order, not more than asked for.
TEST(Ticks, CoverEveryRange) {
  for (double low : {-1e9, -3.7, -1e-7, 0.0, 2.2, 5e5}) {
    for (double width : {1e-9, 0.3, 1.0, 7.7, 1e4, 1e12}) {
      for (int most : {3, 5, 9}) {
        const Ticks t = choose_ticks(low, low + width, most, true);
        // A billionth of a step beyond the last mark is not seen.
        EXPECT_LE(t.low, low + 2e-9 * t.step);
        EXPECT_GE(t.high, low + width - 2e-9 * t.step);
        EXPECT_LE(static_cast<int>(t.at.size()), most) << low << " " << width;
        EXPECT_GE(t.at.size(), 2u) << low << " " << width;
        EXPECT_EQ(t.at.size(), t.labels.size());
      }
    }
  }
}

}  // namespace
}  // namespace gelenk
