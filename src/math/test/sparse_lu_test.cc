#include "math/sparse_lu.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace gelenk {
namespace {

struct Columns {
  std::vector<int> first = {0}, rows;
};

TEST(SparseLu, SolvesWhatDenseEliminationSolves) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int n : {1, 2, 7, 40}) {
    Columns columns;
    for (int c = 0; c < n; ++c) {
      for (int r = 0; r < n; ++r) {
        if (r == (c * 7 + 3) % n || r == c || random() % 5 == 0) columns.rows.push_back(r);
      }
      columns.first.push_back(static_cast<int>(columns.rows.size()));
    }
    SparseLu lu(columns.first, columns.rows);
    // The same pattern with other numbers, again and again; pivots change with them.
    for (int round = 0; round < 5; ++round) {
      std::vector<double> values;
      Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
      for (int c = 0; c < n; ++c) {
        for (int k = columns.first[c]; k < columns.first[c + 1]; ++k) {
          values.push_back(round == 3 && columns.rows[k] == c ? 1e-9 : number(random));
          A(columns.rows[k], c) = values.back();
        }
      }
      Eigen::VectorXd x = Eigen::VectorXd::NullaryExpr(n, [&] { return number(random); });
      Eigen::VectorXd b = A * x;
      if (std::abs(A.determinant()) < 1e-6) continue;
      ASSERT_TRUE(lu.factor(values));
      lu.solve({b.data(), static_cast<std::size_t>(n)});
      EXPECT_LT((b - x).lpNorm<Eigen::Infinity>(), 1e-7 * (1.0 + A.inverse().norm())) << n << round;
    }
  }
}

TEST(SparseLu, TellsSingularMatrices) {
  SparseLu lu({0, 2, 4}, {0, 1, 0, 1});
  EXPECT_FALSE(lu.factor(std::vector<double>{1, 2, 2, 4}));
  EXPECT_TRUE(lu.factor(std::vector<double>{1, 2, 2, 5}));
  // Empty columns are singular whatever the numbers are.
  EXPECT_FALSE(SparseLu({0, 1, 1}, {0}).factor(std::vector<double>{1}));
}

}  // namespace
}  // namespace gelenk
