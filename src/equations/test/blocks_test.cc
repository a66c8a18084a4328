#include "equations/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "equations/test/patterns.h"

namespace gelenk::equations {
namespace {

TEST(Blocks, ComeAfterWhatTheyNeedAndAreAsSmallAsCanBe) {
  std::mt19937 random(3);
  int larger = 0;
  for (int attempt = 0; attempt < 200; ++attempt) {
    constexpr int n = 14;
    Incidence pattern(n);
    std::vector<int> own(n);
    std::iota(own.begin(), own.end(), 0);
    std::shuffle(own.begin(), own.end(), random);
    std::bernoulli_distribution has(0.08);
    for (int r = 0; r < n; ++r) {
      std::vector<int> row = {own[r]};
      for (int c = 0; c < n; ++c) {
        if (c != own[r] && has(random)) row.push_back(c);
      }
      pattern.add_row(row);
    }
    const Matching matching = match(pattern);
    ASSERT_TRUE(matching.is_perfect());
    const auto blocks = sort_blocks(pattern, matching);
    std::vector<int> block_of(n, -1);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      for (int r : blocks[b]) block_of[r] = static_cast<int>(b);
    }
    // Who needs whom, over any number of steps.
    std::vector<std::vector<char>> needs(n, std::vector<char>(n, 0));
    for (int r = 0; r < n; ++r) {
      for (int c : pattern.row(r)) needs[r][matching.row_of_column[c]] = 1;
    }
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) needs[i][j] = needs[i][j] || (needs[i][k] && needs[k][j]);
    for (int i = 0; i < n; ++i) {
      ASSERT_GE(block_of[i], 0);
      for (int j = 0; j < n; ++j) {
        if (needs[i][j]) {
          EXPECT_GE(block_of[i], block_of[j]);
        }
        EXPECT_EQ(block_of[i] == block_of[j], i == j || (needs[i][j] && needs[j][i]));
      }
    }
    larger += std::any_of(blocks.begin(), blocks.end(), [](const auto& b) { return b.size() > 2; });
  }
  EXPECT_GT(larger, 50);
}

TEST(Blocks, AreFoundAlongChainsOfAnyLength) {
  constexpr int n = 100'000;
  Incidence pattern(n);
  for (int r = 0; r < n; ++r)
    pattern.add_row(r + 1 < n ? std::vector<int>{r, r + 1} : std::vector<int>{r});
  const auto blocks = sort_blocks(pattern, match(pattern));
  ASSERT_EQ(blocks.size(), static_cast<std::size_t>(n));
  EXPECT_EQ(blocks.front(), std::vector<int>{n - 1});
}

}  // namespace
}  // namespace gelenk::equations
