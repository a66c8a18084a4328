#include "equations/tearing.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "equations/test/patterns.h"

namespace gelenk::equations {
namespace {

TEST(Tearing, AssignsAllButTheTornUnknownsInOrder) {
  std::mt19937 random(4);
  for (int attempt = 0; attempt < 300; ++attempt) {
    const int n = 2 + static_cast<int>(random() % 12);
    const Incidence pattern = make_random(random, n, n, 0.3);
    std::vector<int> all(n);
    std::iota(all.begin(), all.end(), 0);
    auto is_solvable = [&](int row, int column) { return (row * 7 + column * 3) % 4 != 0; };
    const Tearing tearing = tear(pattern, all, all, is_solvable);
    std::vector<char> known(n, 0), used(n, 0);
    for (int c : tearing.torn) known[c] = 1;
    for (const auto& [row, column] : tearing.assigned) {
      EXPECT_TRUE(is_solvable(row, column));
      EXPECT_FALSE(used[row]);
      EXPECT_FALSE(known[column]);
      for (int c : pattern.row(row)) EXPECT_TRUE(c == column || known[c]);
      used[row] = 1;
      known[column] = 1;
    }
    for (int r : tearing.residuals) EXPECT_FALSE(used[r]);
    EXPECT_EQ(tearing.residuals.size(), tearing.torn.size());
    EXPECT_EQ(tearing.assigned.size() + tearing.torn.size(), static_cast<std::size_t>(n));
  }
}

TEST(Tearing, OneUnknownOfARingIsEnough) {
  constexpr int n = 1000;
  Incidence pattern(n);
  std::vector<int> all(n);
  std::iota(all.begin(), all.end(), 0);
  for (int r = 0; r < n; ++r) pattern.add_row(std::vector<int>{r, (r + n - 1) % n});
  const Tearing tearing =
      tear(pattern, all, all, [](int row, int column) { return row == column; });
  EXPECT_EQ(tearing.torn.size(), 1u);
}

}  // namespace
}  // namespace gelenk::equations
