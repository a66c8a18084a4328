// Smallest change that satisfies linear equations whose rows may depend on one another: δ = −Gᵀ (G Gᵀ)⁻¹ g over
// independent rows of G, scaled by the size that they have before their terms cancel. Scaled by what is left, a row
// that nearly vanishes (a piston at dead centre) would show its rounding errors as an equation of its own.
//
// G is sparse, and so is the work: rows of loops that have no coordinate in common never meet, and a long row of small
// loops costs what its length is.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "math/vector.h"

namespace gelenk {

// Row by row.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

class LeastChange {
 public:
  // What is left of a row without the others, against its size, below which it counts as dependent on them.
  static constexpr double tolerance = 1e-9;

  // `natural`: the size of each row before its terms cancel.
  void compute(const SparseMatrix& G, const Vector& natural);
  int rank() const { return rank_; }
  // δ of smallest norm with G δ = −g in the independent rows, and so in all where g does not contradict itself.
  Vector solve(const Vector& g) const;

 private:
  struct Entry {
    int at;  // place of a row of G in the order of elimination
    double value;
  };
  using Row = std::vector<Entry>;  // in ascending order

  void eliminate(Row& row);
  void solve_normal_equations(Vector& x) const;

  SparseMatrix G_;          // scaled
  Vector scale_;            // of its rows; 0: a row that vanishes
  std::vector<int> place_;  // of each row of G
  std::vector<Row> R_;      // by place; empty where the row depends on others
  Row merged_, rest_;       // of eliminate
  double rounding_ = 0.0;   // what is smaller than that in a row counts as zero
  int rank_ = 0;
};

}  // namespace gelenk
