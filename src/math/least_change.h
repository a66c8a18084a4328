// Smallest change that satisfies linear equations whose rows may depend on one another:
// δ = −G⁺ g by complete orthogonal decomposition of rows scaled to unit length.
#pragma once

#include <Eigen/QR>

#include "math/vector.h"

namespace gelenk {

class LeastChange {
 public:
  // Sine of the angle below which a row counts as dependent on the others.
  static constexpr double tolerance = 1e-9;

  // `natural`: the size that each row has before its terms cancel. A row that is rounding against that
  // (a second hinge on the same axis) is no equation and is left out.
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
