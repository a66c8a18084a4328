#include "math/semidefinite.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <random>

namespace gelenk {
namespace {

Matrix random_matrix(int rows, int cols, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Matrix m(rows, cols);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) m(i, j) = normal(random);
  }
  return m;
}

// S = G D Gᵀ with rows of G that repeat combinations of others, in units that differ by 1e6.
TEST(SemidefiniteFactor, RankAndEffectMatchTheSingularValues) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 12, independent = 1 + trial % 9, dependent = trial % 5;
    Matrix G(independent + dependent, n);
    G.topRows(independent) = random_matrix(independent, n, random);
    G.bottomRows(dependent) =
        random_matrix(dependent, independent, random) * G.topRows(independent);
    for (int i = 0; i < G.rows(); ++i) G.row(i) *= std::pow(10.0, i % 7 - 3);
    const Matrix L = random_matrix(n, n, random);
    const Matrix D = L * L.transpose(), S = G * D * G.transpose();
    const Vector b = S * random_matrix(static_cast<int>(S.rows()), 1, random);

    SemidefiniteFactor factor;
    factor.compute(S);
    EXPECT_EQ(factor.rank(), independent);
    Matrix x = b;
    factor.solve_in_place(x);
    // Reference: the pseudoinverse by singular values of the scaled matrix.
    Vector scale = S.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix scaled = scale.asDiagonal() * S * scale.asDiagonal();
    Eigen::JacobiSVD<Matrix> svd(scaled, Eigen::ComputeThinU | Eigen::ComputeThinV);
    svd.setThreshold(1e-10);
    EXPECT_EQ(svd.rank(), independent);
    const Vector y = svd.solve(scale.asDiagonal() * b);
    const Vector reference = scale.asDiagonal() * y;
    const Vector effect = D * G.transpose() * reference;
    EXPECT_LT((D * G.transpose() * x.col(0) - effect).norm(), 1e-6 * effect.norm());
  }
}

TEST(SemidefiniteFactor, EmptyAndZero) {
  SemidefiniteFactor factor;
  factor.compute(Matrix(0, 0));
  EXPECT_EQ(factor.rank(), 0);
  factor.compute(Matrix::Zero(3, 3));
  EXPECT_EQ(factor.rank(), 0);
}

}  // namespace
}  // namespace gelenk
