// Smallest change that satisfies linear equations whose rows may depend on one another:
// δ = −G⁺ g by complete orthogonal decomposition of rows scaled by the size that they have before their terms
// cancel. Scaled by what is left, a row that nearly vanishes (a piston at dead centre) would show its rounding
// errors as an equation of its own.
#pragma once

#include <Eigen/QR>

#include "math/vector.h"

namespace gelenk {

class LeastChange {
 public:
  // What is left of a row without the others, against its size, below which it counts as dependent on them.
  static constexpr double tolerance = 1e-9;

  // `natural`: the size of each row before its terms cancel.
  void compute(const Matrix& G, const Vector& natural);
  int rank() const { return rank_; }
  // δ of smallest norm with G δ = −g (in the least-squares sense where g contradicts itself).
  Vector solve(const Vector& g) const;

 private:
  Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition_;
  Vector scale_;
  int rank_ = 0;
  Eigen::Index columns_ = 0;
};

}  // namespace gelenk
