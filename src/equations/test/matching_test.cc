#include "equations/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "equations/test/patterns.h"

namespace gelenk::equations {
namespace {

void expect_valid(const Incidence& pattern, const Matching& matching) {
  int count = 0;
  for (int r = 0; r < pattern.row_count(); ++r) {
    const int c = matching.column_of_row[r];
    if (c < 0) continue;
    ++count;
    const auto row = pattern.row(r);
    EXPECT_NE(std::find(row.begin(), row.end(), c), row.end());
    EXPECT_EQ(matching.row_of_column[c], r);
  }
  EXPECT_EQ(matching.size, count);
}

int count_by_trying(const Incidence& pattern) {
  std::vector<int> best(std::size_t{1} << pattern.column_count(), -1);
  best[0] = 0;
  for (int r = 0; r < pattern.row_count(); ++r) {
    std::vector<int> next = best;
    for (std::size_t taken = 0; taken < best.size(); ++taken) {
      if (best[taken] < 0) continue;
      for (int c : pattern.row(r)) {
        const std::size_t with = taken | std::size_t{1} << c;
        if (with != taken) next[with] = std::max(next[with], best[taken] + 1);
      }
    }
    best = std::move(next);
  }
  return *std::max_element(best.begin(), best.end());
}

TEST(Matching, IsTheLargestThatThereIs) {
  std::mt19937 random(1);
  for (int attempt = 0; attempt < 400; ++attempt) {
    const int rows = 1 + static_cast<int>(random() % 9),
              columns = 1 + static_cast<int>(random() % 9);
    const Incidence pattern = make_random(random, rows, columns, 0.05 + 0.05 * (attempt % 8));
    const Matching matching = match(pattern);
    expect_valid(pattern, matching);
    EXPECT_EQ(matching.size, count_by_trying(pattern));
  }
}

TEST(Matching, FollowsPathsAsLongAsTheSystem) {
  constexpr int n = 100'000;
  Incidence pattern(n);
  for (int r = 0; r < n - 1; ++r) pattern.add_row(std::vector<int>{r + 1, r});
  pattern.add_row(std::vector<int>{n - 1});
  const Matching matching = match(pattern);
  EXPECT_TRUE(matching.is_perfect());
  expect_valid(pattern, matching);
}

}  // namespace
}  // namespace gelenk::equations
