#include "math/least_change.h"

#include <gtest/gtest.h>

namespace gelenk {
namespace {

TEST(LeastChange, SmallestChangeOfDependentRows) {
  Matrix G(3, 4);
  G << 1, 2, 0, 0,       //
      0, 0, 1e-3, 1e-3,  //
      2, 4, 0, 0;
  LeastChange change;
  change.compute(G, G.rowwise().norm());
  EXPECT_EQ(change.rank(), 2);
  Vector g(3);
  g << 5, 2e-3, 10;
  const Vector delta = change.solve(g);
  EXPECT_LT((G * delta + g).norm(), 1e-14);
  Vector expected(4);
  expected << -1, -2, -1, -1;
  EXPECT_LT((delta - expected).norm(), 1e-13);
}

TEST(LeastChange, NothingToDo) {
  LeastChange change;
  change.compute(Matrix::Zero(2, 3), Vector::Ones(2));
  EXPECT_EQ(change.rank(), 0);
  EXPECT_EQ(change.solve(Vector::Ones(2)), Vector::Zero(3));
}

}  // namespace
}  // namespace gelenk
