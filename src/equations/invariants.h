// Equations that restrict states: they were differentiated to determine something (index_reduction.h), and hold at all times. Integration
// leaves them by its errors, and a projection puts states back onto them: the smallest change δ, each state measured by its
// nominal size, with
//   J δ = −r,   J = ∂r/∂states.                                                                     (1)
// Dependent equations are normal: δ is the least of least squares.
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
  // Moves the states among `inputs` that may, all where none is told. False where they cannot be brought onto the equations.
  bool project(double time, double* inputs, const std::vector<char>* may_move = nullptr);
  // The largest residual.
  double calc_residual(double time, const double* inputs);

 private:
  int residual_count_ = 0;
  std::vector<int> states_;
  std::vector<double> nominal_;
  struct Entry {
    int row, column;
  };
  std::vector<Entry> entries_;  // of J
  symbolic::Tape tape_;         // residuals, then entries of J
  std::vector<double> outputs_;
  Eigen::MatrixXd J_;
  Eigen::VectorXd r_, step_;
};

}  // namespace gelenk::equations
