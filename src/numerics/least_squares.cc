#include "numerics/least_squares.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gelenk {

namespace {

using Matrix = Eigen::MatrixXd;

// Variables that the bounds let go where the sum becomes smaller.
std::vector<int> list_free(const LeastSquaresProblem& problem, const Vector& p,
                           const Vector& gradient) {
  std::vector<int> free;
  for (int i = 0; i < p.size(); ++i) {
    const bool is_held = (p[i] <= problem.lower[i] && gradient[i] >= 0) ||
                         (p[i] >= problem.upper[i] && gradient[i] <= 0);
    if (!is_held) free.push_back(i);
  }
  return free;
}

// (1), as the least squares of J δ = −r beside √λ D δ = 0, which keeps all digits.
Vector solve_step(const Matrix& J, const Vector& r, const Vector& D, double lambda,
                  const std::vector<int>& free) {
  const Eigen::Index m = J.rows(), n = static_cast<Eigen::Index>(free.size());
  Matrix A = Matrix::Zero(m + n, n);
  Vector b = Vector::Zero(m + n);
  b.head(m) = -r;
  for (Eigen::Index k = 0; k < n; ++k) {
    A.col(k).head(m) = J.col(free[k]);
    A(m + k, k) = std::sqrt(lambda) * D[free[k]];
  }
  const Vector solved = A.colPivHouseholderQr().solve(b);
  Vector step = Vector::Zero(J.cols());
  for (Eigen::Index k = 0; k < n; ++k) step[free[k]] = solved[k];
  return step;
}

}  // namespace

LeastSquaresResult find_least_squares(const LeastSquaresProblem& problem, const Vector& start,
                                      const LeastSquaresOptions& options) {
  LeastSquaresResult result;
  result.p = start.cwiseMax(problem.lower).cwiseMin(problem.upper);
  const std::optional<Vector> first = problem.residuals(result.p);
  if (!first) {
    result.message = "there are no residuals at the start";
    return result;
  }
  result.r = *first;
  double sum = result.r.squaredNorm(), lambda = 1e-3, growth = 2.0;
  Vector D = Vector::Zero(start.size());
  while (true) {
    const std::optional<Matrix> J = problem.jacobian(result.p);
    if (!J) {
      result.message = "there are no derivatives of the residuals";
      return result;
    }
    result.J = *J;
    if (sum == 0.0) {
      result.has_converged = true;
      return result;
    }
    for (int i = 0; i < D.size(); ++i) D[i] = std::max(D[i], result.J.col(i).norm());
    // What has no effect would leave (1) singular.
    const double largest = D.size() > 0 ? D.maxCoeff() : 0.0;
    const Vector scale = D.cwiseMax(largest > 0 ? 1e-12 * largest : 1.0);
    const Vector gradient = result.J.transpose() * result.r;
    const std::vector<int> free = list_free(problem, result.p, gradient);
    if (free.empty()) {
      result.has_converged = true;
      return result;
    }
    if (result.iterations++ == options.most_iterations) {
      result.message =
          "it has not settled after " + std::to_string(options.most_iterations) + " iterations";
      return result;
    }
    for (bool is_smaller = false; !is_smaller;) {
      const Vector full = solve_step(result.J, result.r, scale, lambda, free);
      const Vector p = (result.p + full).cwiseMax(problem.lower).cwiseMin(problem.upper);
      const Vector step = p - result.p;
      const bool is_tiny = (step.cwiseProduct(scale)).norm() <=
                           options.step_tolerance * (result.p.cwiseProduct(scale)).norm() + 1e-300;
      if (is_tiny) {
        result.has_converged = true;
        return result;
      }
      const double expected = sum - (result.r + result.J * step).squaredNorm();
      const std::optional<Vector> r = problem.residuals(p);
      const double reached = r ? r->squaredNorm() : std::numeric_limits<double>::infinity();
      const double gain = expected > 0 && std::isfinite(reached) ? (sum - reached) / expected : -1;
      is_smaller = gain > 1e-4;
      if (is_smaller) {
        const bool is_settled =
            expected <= options.sum_tolerance * sum && sum - reached <= options.sum_tolerance * sum;
        lambda *= std::max(1.0 / 3.0, 1.0 - std::pow(2.0 * gain - 1.0, 3));
        lambda = std::max(lambda, 1e-14);
        growth = 2.0;
        result.p = p;
        result.r = *r;
        sum = reached;
        if (is_settled) {
          result.has_converged = true;
          return result;
        }
      } else {
        // Where less cannot be told from rounding, this is the least.
        if (expected <= options.sum_tolerance * sum) {
          result.has_converged = true;
          return result;
        }
        lambda *= growth;
        growth *= 2.0;
        if (lambda > 1e30) {
          result.message = "no step makes the residuals smaller";
          return result;
        }
      }
    }
  }
}

Uncertainty calc_uncertainty(const Matrix& J, const Vector& r) {
  const Eigen::Index m = J.rows(), n = J.cols();
  Uncertainty u;
  u.deviation = m > n ? std::sqrt(r.squaredNorm() / static_cast<double>(m - n)) : 0.0;
  u.deviations = Vector::Constant(n, std::numeric_limits<double>::infinity());
  u.correlation = Matrix::Zero(n, n);
  // Columns of one length, so that units do not matter.
  Vector lengths(n);
  Matrix A = J;
  for (Eigen::Index i = 0; i < n; ++i) {
    lengths[i] = J.col(i).norm();
    if (lengths[i] > 0) A.col(i) /= lengths[i];
  }
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Vector& values = svd.singularValues();
  Matrix covariance = Matrix::Zero(n, n);
  Vector freedom = Vector::Zero(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const Vector direction = svd.matrixV().col(k);
    // Differences give six digits of a derivative.
    if (k < values.size() && values[k] > 1e-6 * values[0])
      covariance += direction * direction.transpose() / (values[k] * values[k]);
    else
      freedom += direction.cwiseAbs2();
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    if (lengths[i] == 0 || freedom[i] > 1e-3)
      u.undetermined.push_back(static_cast<int>(i));
    else
      u.deviations[i] = u.deviation * std::sqrt(covariance(i, i)) / lengths[i];
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = 0; k < n; ++k) {
      if (std::isfinite(u.deviations[i]) && std::isfinite(u.deviations[k]))
        u.correlation(i, k) = covariance(i, k) / std::sqrt(covariance(i, i) * covariance(k, k));
    }
  }
  return u;
}

namespace {

// Student's distribution function for t ≥ 0, with t = √ν tan θ: its density is that of cos^(ν−1) θ. Simpson's rule on the angle, which
// is smooth and bounded.
double calc_student_half(double t, double freedom) {
  constexpr int pieces = 2000;
  const double end = std::atan(t / std::sqrt(freedom)), h = end / pieces;
  double sum = 0.0;
  for (int i = 0; i <= pieces; ++i) {
    const double weight = i == 0 || i == pieces ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += weight * std::pow(std::cos(i * h), freedom - 1.0);
  }
  const double constant = std::exp(std::lgamma(0.5 * (freedom + 1)) - std::lgamma(0.5 * freedom)) /
                          std::sqrt(3.14159265358979323846);
  return constant * sum * h / 3.0;
}

}  // namespace

double calc_student_quantile(double probability, double freedom) {
  if (probability < 0.5) return -calc_student_quantile(1.0 - probability, freedom);
  double low = 0.0, high = 1.0;
  while (calc_student_half(high, freedom) < probability - 0.5 && high < 1e9) high *= 2.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (calc_student_half(middle, freedom) < probability - 0.5 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace gelenk
