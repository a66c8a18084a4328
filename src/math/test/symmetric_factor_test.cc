#include "math/symmetric_factor.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

// Two groups of rows: (0, 1, 2) with rank 2, row 2 being the sum of the others, and (3, 4) with one weak row.
TEST(SymmetricFactor, GroupsHaveRanksOfTheirOwn) {
  constexpr int n = 5;
  constexpr double weak = 1e-6;
  const double G[n][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 1, weak}};
  double A[n * n], natural[n];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      A[i * n + j] = 0;
      for (int k = 0; k < 4; ++k) A[i * n + j] += G[i][k] * G[j][k];
    }
    natural[i] = A[i * n + i];
  }
  const std::vector<int> group_of = {0, 0, 0, 1, 1};
  SymmetricFactor<double> factor;
  factor.reserve(n);
  std::vector<RowGroup> groups(2);
  groups[0].limit = groups[1].limit = 2;
  groups[0].tolerance = groups[1].tolerance = 1e-14;
  factor.factor(n, A, natural, group_of, groups);
  EXPECT_EQ(factor.rank(), 4);
  EXPECT_NEAR(groups[0].last_pivot, 1, 1e-12);
  EXPECT_EQ(groups[0].clear, 2);
  EXPECT_NEAR(groups[1].last_pivot, weak * weak, 1e-3 * weak * weak);
  EXPECT_EQ(groups[1].clear, 1);

  // Left out where its own group says so, though its pivot is still told; the others are solved for as before.
  groups[1].tolerance = 1e-10;
  factor.factor(n, A, natural, group_of, groups);
  EXPECT_EQ(factor.rank(), 3);
  EXPECT_EQ(groups[0].taken, 2);
  EXPECT_EQ(groups[1].taken, 1);
  EXPECT_NEAR(groups[1].last_pivot, weak * weak, 1e-3 * weak * weak);
  double x[n] = {1, 2, 3, 4, 4}, work[n], found[n] = {};
  factor.solve(x, work);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) found[i] += A[i * n + j] * x[j];
  }
  for (int i = 0; i < n; ++i) EXPECT_NEAR(found[i], i < 3 ? i + 1 : 4, 1e-11) << i;
}

}  // namespace
}  // namespace gelenk
