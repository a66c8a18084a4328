// Equations that restrict states: they were differentiated to determine something (index_reduction.h), and hold at all times. Integration
// leaves them by its errors, and a projection puts states back onto them: the smallest change δ, each state measured by its
// nominal size, with
//   J δ = −r,   J = ∂r/∂states.                                                                     (1)
// Dependent equations are normal: δ is the least of least squares. At the start, where states are guesses, a step is shortened until
//   |J⁺ r(x + λ δ)| ≤ (1 − λ/4) |δ|,                                                                (2)
// which does not depend on how equations are scaled.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "symbolic/expression.h"

namespace gelenk::equations {

class Invariants {
 public:
  Invariants() = default;
  // Residuals of inputs; `states`: the numbers of those that move.
  Invariants(const std::vector<symbolic::Expression>& residuals, std::vector<int> states,
             std::vector<double> nominal);

  bool empty() const { return residual_count_ == 0; }
  // Moves the states among `inputs`, which are close. False where they cannot be brought onto the equations.
  bool project(double time, double* inputs);
  // The same from far away, of the states that may move.
  bool find_start(double time, double* inputs, const std::vector<char>& may_move);
  // The largest residual.
  double calc_residual(double time, const double* inputs);

 private:
  void eval(double time, const double* inputs, const std::vector<char>* may_move);
  double move(double* inputs, double part);
  bool is_stuck(double size) const;

  int residual_count_ = 0;
  std::vector<int> states_;
  std::vector<double> nominal_;
  struct Entry {
    int row, column;
  };
  std::vector<Entry> entries_;  // of J
  symbolic::Tape tape_;         // residuals, then entries of J
  std::vector<double> outputs_, from_;
  Eigen::MatrixXd J_;
  Eigen::VectorXd r_, step_;
};

}  // namespace gelenk::equations
