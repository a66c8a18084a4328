#include "equations/determined_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "equations/test/patterns.h"

namespace gelenk::equations {
namespace {

TEST(DeterminedParts, OverdeterminedHasOneRowMoreThanColumns) {
  // Rows 0, 2, 3 compete for columns 0 and 1; row 1 has column 2 for itself.
  const Incidence pattern = make_pattern(3, {{0}, {1, 2}, {0, 1}, {1}});
  const Matching matching = match(pattern);
  ASSERT_EQ(matching.size, 3);
  const auto unmatched =
      std::find(matching.column_of_row.begin(), matching.column_of_row.end(), -1);
  const Part part = find_overdetermined(
      pattern, matching, static_cast<int>(unmatched - matching.column_of_row.begin()));
  EXPECT_EQ(part.rows, (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(part.columns, (std::vector<int>{0, 1}));
}

TEST(DeterminedParts, UnderdeterminedHasOneColumnMoreThanRows) {
  const Incidence pattern = make_pattern(4, {{0, 1}, {2}, {1, 3}});
  const Matching matching = match(pattern);
  const auto unmatched =
      std::find(matching.row_of_column.begin(), matching.row_of_column.end(), -1);
  const Part part = find_underdetermined(
      pattern.transpose(), matching, static_cast<int>(unmatched - matching.row_of_column.begin()));
  EXPECT_EQ(part.rows, (std::vector<int>{0, 2}));
  EXPECT_EQ(part.columns, (std::vector<int>{0, 1, 3}));
}

TEST(DeterminedParts, RandomPartsAreNeverBalanced) {
  std::mt19937 random(2);
  int found = 0;
  for (int attempt = 0; attempt < 200; ++attempt) {
    const Incidence pattern = make_random(random, 12, 12, 0.12);
    const Incidence turned = pattern.transpose();
    const Matching matching = match(pattern);
    for (int r = 0; r < 12; ++r) {
      if (matching.column_of_row[r] >= 0) continue;
      const Part part = find_overdetermined(pattern, matching, r);
      EXPECT_EQ(part.rows.size(), part.columns.size() + 1);
      ++found;
    }
    for (int c = 0; c < 12; ++c) {
      if (matching.row_of_column[c] >= 0) continue;
      const Part part = find_underdetermined(turned, matching, c);
      EXPECT_EQ(part.columns.size(), part.rows.size() + 1);
      ++found;
    }
  }
  EXPECT_GT(found, 100);
}

}  // namespace
}  // namespace gelenk::equations
