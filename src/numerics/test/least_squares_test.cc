#include "numerics/least_squares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gelenk {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

LeastSquaresProblem make_problem(int n, const std::function<Vector(const Vector&)>& residuals) {
  LeastSquaresProblem problem;
  problem.residuals = [residuals](const Vector& p) { return residuals(p); };
  problem.jacobian = [residuals](const Vector& p) {
    Eigen::MatrixXd J(residuals(p).size(), p.size());
    for (Eigen::Index i = 0; i < p.size(); ++i) {
      Vector above = p, below = p;
      const double h = 1e-5 * std::max(std::abs(p[i]), 1e-6);
      above[i] += h;
      below[i] -= h;
      J.col(i) = (residuals(above) - residuals(below)) / (2 * h);
    }
    return J;
  };
  problem.lower = Vector::Constant(n, -endless);
  problem.upper = Vector::Constant(n, endless);
  return problem;
}

// NIST, Statistical Reference Datasets, Misra1a, from the farther of its two starts: y = b1 (1 − exp(−b2 x)).
TEST(LeastSquares, HasTheCertifiedSolutionOfMisra) {
  const double x[] = {77.6,  114.9, 141.1, 190.8, 239.9, 289.0, 332.8,
                      378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0};
  const double y[] = {10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02,
                      44.82, 50.76, 55.05, 61.01, 66.40, 75.47, 81.78};
  const LeastSquaresProblem problem = make_problem(2, [&](const Vector& b) {
    Vector r(14);
    for (int i = 0; i < 14; ++i) r[i] = b[0] * (1 - std::exp(-b[1] * x[i])) - y[i];
    return r;
  });
  const LeastSquaresResult result = find_least_squares(problem, Vector{{500, 0.0001}});
  ASSERT_TRUE(result.has_converged) << result.message;
  EXPECT_NEAR(result.p[0], 2.3894212918e2, 1e-7 * 2.4e2);
  EXPECT_NEAR(result.p[1], 5.5015643181e-4, 1e-7 * 5.5e-4);
  EXPECT_NEAR(result.r.squaredNorm(), 1.2455138894e-1, 1e-9);
  const Uncertainty u = calc_uncertainty(result.J, result.r);
  EXPECT_NEAR(u.deviations[0], 2.7070075241, 1e-5);
  EXPECT_NEAR(u.deviations[1], 7.2668688436e-6, 1e-11);
  EXPECT_NEAR(u.deviation, 1.0187876330e-1, 1e-8);
  EXPECT_TRUE(u.undetermined.empty());
}

TEST(LeastSquares, FollowsTheValleyOfRosenbrock) {
  const LeastSquaresProblem problem = make_problem(2, [](const Vector& p) {
    return Vector{{10 * (p[1] - p[0] * p[0]), 1 - p[0]}};
  });
  const LeastSquaresResult result = find_least_squares(problem, Vector{{-1.2, 1}});
  ASSERT_TRUE(result.has_converged) << result.message;
  EXPECT_NEAR(result.p[0], 1, 1e-8);
  EXPECT_NEAR(result.p[1], 1, 1e-8);
}

// Of (p₀ − 3)² + (p₀ + p₁ − 1)² with p₀ ≤ 2 the least is at (2, −1).
TEST(LeastSquares, StopsAtBounds) {
  LeastSquaresProblem problem = make_problem(2, [](const Vector& p) {
    return Vector{{p[0] - 3, p[0] + p[1] - 1}};
  });
  problem.upper[0] = 2;
  const LeastSquaresResult result = find_least_squares(problem, Vector{{0, 5}});
  ASSERT_TRUE(result.has_converged) << result.message;
  EXPECT_EQ(result.p[0], 2);
  EXPECT_NEAR(result.p[1], -1, 1e-9);
}

TEST(LeastSquares, GoesAroundWhereThereAreNoResiduals) {
  LeastSquaresProblem problem =
      make_problem(1, [](const Vector& p) { return Vector{{std::log(p[0]) - std::log(2.0)}}; });
  const auto whole = problem.residuals;
  problem.residuals = [whole](const Vector& p) { return p[0] > 0 ? whole(p) : std::nullopt; };
  const LeastSquaresResult result = find_least_squares(problem, Vector{{50}});
  ASSERT_TRUE(result.has_converged) << result.message;
  EXPECT_NEAR(result.p[0], 2, 1e-8);
  problem.residuals = [](const Vector&) { return std::nullopt; };
  EXPECT_EQ(find_least_squares(problem, Vector{{50}}).message,
            "there are no residuals at the start");
}

TEST(LeastSquares, SaysWhatNothingDetermines) {
  const LeastSquaresProblem problem = make_problem(3, [](const Vector& p) {
    Vector r(5);
    for (int i = 0; i < 5; ++i) r[i] = (p[0] + p[1]) * i + p[2] - (i == 2 ? 5.5 : 2.0 * i + 1);
    return r;
  });
  const LeastSquaresResult result = find_least_squares(problem, Vector{{1, 0, 0}});
  const Uncertainty u = calc_uncertainty(result.J, result.r);
  EXPECT_EQ(u.undetermined, (std::vector<int>{0, 1}));
  EXPECT_EQ(u.deviations[0], endless);
  EXPECT_TRUE(std::isfinite(u.deviations[2]));
}

// Tables of Student 1908 and after, and ν = 1, where the distribution is Cauchy's.
TEST(LeastSquares, StudentQuantiles) {
  EXPECT_NEAR(calc_student_quantile(0.975, 1), 12.7062047362, 1e-8);
  EXPECT_NEAR(calc_student_quantile(0.75, 1), 1.0, 1e-10);
  EXPECT_NEAR(calc_student_quantile(0.975, 10), 2.2281388520, 1e-9);
  EXPECT_NEAR(calc_student_quantile(0.025, 10), -2.2281388520, 1e-9);
  EXPECT_NEAR(calc_student_quantile(0.995, 3), 5.8409093097, 1e-8);
  EXPECT_NEAR(calc_student_quantile(0.975, 1e6), 1.9599663, 1e-6);
}

}  // namespace
}  // namespace gelenk
