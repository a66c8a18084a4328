// The smallest sum of squares of functions that are not linear: the method of Levenberg (1944) and Marquardt (1963), with steps
// scaled as Moré (1978) does, and bounds of the variables.
//
// Near p the residuals are r + J δ. The step δ solves
//   (Jᵀ J + λ D²) δ = −Jᵀ r          D: the largest lengths so far of J's columns                    (1)
// for variables that no bound holds; λ grows until the sum becomes smaller, and shrinks as the linear model proves right (Nielsen 1999).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "math/vector.h"

namespace gelenk {

struct LeastSquaresProblem {
  // At p; nothing where they cannot be had there.
  std::function<std::optional<Vector>(const Vector& p)> residuals;
  // Their derivatives, a column for each variable.
  std::function<std::optional<Eigen::MatrixXd>(const Vector& p)> jacobian;
  Vector lower, upper;  // of the variables; infinite: none
};

struct LeastSquaresOptions {
  int most_iterations = 100;
  double sum_tolerance = 1e-12;   // relative change of the sum that ends the search
  double step_tolerance = 1e-10;  // relative change of all variables that does
};

struct LeastSquaresResult {
  bool has_converged = false;
  std::string message;  // why not
  Vector p, r;
  Eigen::MatrixXd J;  // at p
  int iterations = 0;
};

LeastSquaresResult find_least_squares(const LeastSquaresProblem& problem, const Vector& start,
                                      const LeastSquaresOptions& options = {});

// How far variables are known, from the derivatives of residuals at the solution. Residuals are taken for independent and of one
// deviation, which is estimated from their sum.
struct Uncertainty {
  double deviation = 0.0;       // of one residual
  Vector deviations;            // of the variables; infinite where nothing determines them
  Eigen::MatrixXd correlation;  // of the variables; of those that are not determined, zero
  std::vector<int>
      undetermined;  // variables that may change, alone or together, and change no residual
};
Uncertainty calc_uncertainty(const Eigen::MatrixXd& J, const Vector& r);

// Of Student's distribution with `freedom` degrees of freedom: below which it lies with that probability, in (0, 1).
double calc_student_quantile(double probability, double freedom);

}  // namespace gelenk
