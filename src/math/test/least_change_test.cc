#include "math/least_change.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <random>
#include <vector>

namespace gelenk {
namespace {

TEST(LeastChange, SmallestChangeOfDependentRows) {
  Matrix G(3, 4);
  G << 1, 2, 0, 0,       //
      0, 0, 1e-3, 1e-3,  //
      2, 4, 0, 0;
  LeastChange change;
  change.compute(G.sparseView(), G.rowwise().norm());
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
  change.compute(SparseMatrix(2, 3), Vector::Ones(2));
  EXPECT_EQ(change.rank(), 0);
  EXPECT_EQ(change.solve(Vector::Ones(2)), Vector::Zero(3));
}

// Against the pseudo-inverse by a dense decomposition: random sparse rows, some of them sums of others, in random order.
TEST(LeastChange, AgreesWithThePseudoInverse) {
  std::mt19937 random(3);
  auto number = [&] { return static_cast<double>(random() % 2001) / 1000 - 1; };
  for (int trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    const int columns = 1 + static_cast<int>(random() % 40),
              rows = 1 + static_cast<int>(random() % 40);
    Matrix G = Matrix::Zero(rows, columns);
    for (int i = 0; i < rows; ++i) {
      const int kind = static_cast<int>(random() % 4);
      if (kind == 0 && i > 1) {
        G.row(i) = number() * G.row(random() % i) + number() * G.row(random() % i);
      } else {
        for (int k = 0; k < 4; ++k) G(i, random() % columns) += number();
      }
    }
    for (int i = rows - 1; i > 0; --i) G.row(i).swap(G.row(random() % (i + 1)));
    Vector natural = G.rowwise().norm();
    for (double& size : natural) size = size > 0 ? size : 1.0;
    Vector x(columns);
    for (double& entry : x) entry = number();
    const Vector g = G * x;  // does not contradict itself
    Eigen::CompleteOrthogonalDecomposition<Matrix> dense;
    dense.setThreshold(LeastChange::tolerance);
    dense.compute(natural.cwiseInverse().asDiagonal() * G);
    LeastChange change;
    change.compute(G.sparseView(), natural);
    ASSERT_EQ(change.rank(), dense.rank());
    const Vector delta = change.solve(g),
                 expected = dense.solve(-(natural.cwiseInverse().asDiagonal() * g));
    EXPECT_LT((G * delta + g).lpNorm<Eigen::Infinity>(), 1e-9);
    EXPECT_LT((delta - expected).lpNorm<Eigen::Infinity>(), 1e-7 * (1 + expected.norm()));
  }
}

// A row of loops, each of which shares a coordinate with the next, as a ladder has them: three of five rows in each are
// redundant. So many would be out of reach if the rows were not sparse.
TEST(LeastChange, ManySmallLoops) {
  const int loops = 50000;
  std::vector<Eigen::Triplet<double>> entries;
  for (int k = 0; k < loops; ++k) {
    for (int j = 0; j < 4; ++j) {
      const double a = std::sin(1.0 + 3 * k + j), b = std::cos(2.0 + 5 * k + 2 * j);
      entries.emplace_back(5 * k, 3 * k + j, a);
      entries.emplace_back(5 * k + 1, 3 * k + j, b);
      entries.emplace_back(5 * k + 2, 3 * k + j, a + b);
      entries.emplace_back(5 * k + 3, 3 * k + j, a - 2 * b);
    }
  }
  SparseMatrix G(5 * loops, 3 * loops + 1);
  G.setFromTriplets(entries.begin(), entries.end());
  LeastChange change;
  change.compute(G, Vector::Ones(G.rows()));
  EXPECT_EQ(change.rank(), 2 * loops);
  Vector x(G.cols());
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = std::sin(7.0 * i);
  const Vector delta = change.solve(G * x);
  EXPECT_LT((G * delta + G * x).lpNorm<Eigen::Infinity>(), 1e-10);
  EXPECT_LE(delta.norm(), x.norm());  // −x is a solution, too
}

}  // namespace
}  // namespace gelenk
