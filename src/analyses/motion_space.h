// Which motions rows leave: kernels of dense matrices with scaled rows.
#pragma once

#include <Eigen/QR>
#include <algorithm>
#include <vector>

#include "formulations/formulation.h"
#include "math/vector.h"

namespace gelenk {

// Of a row against those it may depend on.
inline constexpr double kernel_tolerance = 1e-9;

inline Matrix take_columns(const Matrix& A, const std::vector<bool>& wanted) {
  Matrix chosen(A.rows(), std::count(wanted.begin(), wanted.end(), true));
  Eigen::Index to = 0;
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    if (wanted[j]) chosen.col(to++) = A.col(static_cast<Eigen::Index>(j));
  }
  return chosen;
}

inline Vector take_entries(const Vector& x, const std::vector<bool>& wanted) {
  return take_columns(x.transpose(), wanted).transpose();
}

// G with its rows against their size before terms cancel.
inline Matrix scale_rows(const Closure& closure) {
  Matrix G = closure.G;
  for (Eigen::Index i = 0; i < G.rows(); ++i) {
    if (closure.natural[i] > 0) G.row(i) /= closure.natural[i];
  }
  return G;
}

// An orthonormal basis of what A maps to zero, by columns.
inline Matrix find_kernel(const Matrix& A) {
  const Eigen::Index n = A.cols();
  if (A.rows() == 0) return Matrix::Identity(n, n);
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(kernel_tolerance);
  qr.compute(A.transpose());
  const Matrix Q = qr.householderQ() * Matrix::Identity(n, n);
  return Q.rightCols(n - qr.rank());
}

}  // namespace gelenk
