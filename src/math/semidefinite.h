// Rank-revealing factorisation of a symmetric positive semidefinite matrix S = G D Gᵀ, for constraint
// systems whose rows may depend on one another. Rows and columns are scaled to unit diagonal, so that
// rank is a matter of angles between rows, not of units; then Cholesky with diagonal pivoting stops
// when the largest remaining pivot, the squared sine of the angle between that row and the span of
// those chosen, falls below a tolerance:
//   P Ŝ Pᵀ ≈ L Lᵀ,   Ŝ = Σ S Σ,   L (n × rank) lower trapezoidal.                                  (1)
#pragma once

#include <vector>

#include "math/vector.h"

namespace gelenk {

class SemidefiniteFactor {
 public:
  // Squared sine below which a row counts as dependent: far above the rounding of Ŝ (about n 1e-16),
  // far below what rows of a well-posed mechanism show.
  static constexpr double tolerance = 1e-11;

  // Factors S (lower triangle is read). Memory is kept from call to call. Rows known to be independent by
  // construction are taken first and kept down to rounding: next to a light body their angle in the
  // metric of S may be small for no fault of theirs.
  void compute(const Matrix& S, const std::vector<bool>& is_independent = {});
  int size() const { return static_cast<int>(scale_.size()); }
  int rank() const { return rank_; }
  // The pivot at position i < rank().
  double pivot(int i) const { return L_(i, i) * L_(i, i); }
  // Rows of S in pivot order; the first rank() are the independent ones.
  const std::vector<int>& order() const { return order_; }

  // Solves S x = b in place for each column of B, with zeros in x at dependent rows: D Gᵀ x is the
  // same for every solution of a consistent system.
  void solve_in_place(Eigen::Ref<Matrix> B) const;

 private:
  Matrix L_;                // n × n storage; the first rank_ columns hold L, rows in pivot order
  Vector scale_;            // Σ
  std::vector<int> order_;  // order_[k]: row of S at pivot position k
  mutable Matrix work_;
  int rank_ = 0;
};

}  // namespace gelenk
