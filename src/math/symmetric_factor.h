// Rank-revealing factorisation Pᵀ A P = L B Lᵀ of small symmetric matrices, on one scalar: B has blocks
// of one and, for indefinite matrices, of two rows (complete pivoting after Bunch and Parlett, 1971).
// Rows and columns are scaled by given natural sizes s first, A_ij / (s_i s_j), so that a pivot is judged
// against what it would be without cancellation; when all that remains is below the tolerance, the
// remaining unknowns are taken as dependent, and solve() sets them to zero.
#pragma once

#include <cmath>
#include <vector>

#include "math/dual.h"

namespace gelenk {

template <typename T>
class SymmetricFactor {
 public:
  void reserve(int n) {
    a_.resize(static_cast<std::size_t>(n) * n);
    order_.resize(n);
    scale_.resize(n);
    pivots_.resize(n);
    work_.resize(n);
    pair_.resize(n);
  }

  int rank() const { return rank_; }
  int size() const { return n_; }
  // Relative size of the pivot at position i; zero when that row is dependent.
  double pivot(int i) const { return i < rank_ ? pivots_[i] : 0.0; }
  // Row at position i of the pivot order; those from rank() on are dependent.
  int row(int i) const { return order_[i]; }

  // A: n × n, row-major, both triangles; `natural`: size of each diagonal entry before cancellation,
  // zero for a row without any. No more than `rank_limit` rows are taken as independent.
  void factor(int n, const T* A, const double* natural, double tolerance, bool semidefinite,
              int rank_limit) {
    n_ = n;
    for (int i = 0; i < n; ++i) {
      order_[i] = i;
      scale_[i] = natural[i] > 0 ? 1.0 / std::sqrt(natural[i]) : 0.0;
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) at(i, j) = A[i * n + j] * T(scale_[i] * scale_[j]);
    }
    constexpr double alpha =
        0.6403882032022076;  // (1 + √17) / 8: growth of both block sizes balances
    int k = 0;
    while (k < n) {
      int d = k;
      double diagonal = -1.0;
      for (int i = k; i < n; ++i) {
        const double size = std::abs(value_of(at(i, i)));
        if (size > diagonal) diagonal = size, d = i;
      }
      int r = k, c = k;
      double off = 0.0;
      if (!semidefinite) {
        for (int i = k; i < n; ++i) {
          for (int j = k; j < i; ++j) {
            const double size = std::abs(value_of(at(i, j)));
            if (size > off) off = size, r = i, c = j;
          }
        }
      }
      if (!(std::max(diagonal, off) > tolerance) || k >= rank_limit) break;
      if (diagonal >= alpha * off) {
        pivots_[k] = diagonal;
        exchange(k, d);
        pair_[k] = false;
        eliminate_one(k);
        k += 1;
      } else {
        pivots_[k] = pivots_[k + 1] = off;
        exchange(k, c);
        exchange(k + 1, r);
        pair_[k] = true;
        eliminate_two(k);
        k += 2;
      }
    }
    rank_ = k;
  }

  // x ← A⁺ x; entries of dependent rows are ignored and come back as zero.
  void solve(T* x) {
    for (int i = 0; i < n_; ++i) work_[i] = x[order_[i]] * T(scale_[order_[i]]);
    for (int k = 0; k < rank_;) {
      const int next = k + (pair_[k] ? 2 : 1);
      for (int i = next; i < rank_; ++i) {
        for (int j = k; j < next; ++j) work_[i] -= at(i, j) * work_[j];
      }
      k = next;
    }
    for (int k = 0; k < rank_;) {
      if (!pair_[k]) {
        work_[k] = work_[k] / at(k, k);
        k += 1;
        continue;
      }
      const T a = at(k, k), b = at(k + 1, k), c = at(k + 1, k + 1), det = a * c - b * b;
      const T x0 = work_[k], x1 = work_[k + 1];
      work_[k] = (c * x0 - b * x1) / det;
      work_[k + 1] = (a * x1 - b * x0) / det;
      k += 2;
    }
    for (int k = rank_; k-- > 0;) {
      // Within a pair the entry below the diagonal belongs to B, not to L.
      const int first = k + (pair_[k] ? 2 : 1);
      for (int i = first; i < rank_; ++i) work_[k] -= at(i, k) * work_[i];
    }
    for (int i = 0; i < n_; ++i) x[order_[i]] = i < rank_ ? work_[i] * T(scale_[order_[i]]) : T(0);
  }

 private:
  T& at(int i, int j) { return a_[static_cast<std::size_t>(i) * n_ + j]; }

  void exchange(int i, int j) {
    if (i == j) return;
    std::swap(order_[i], order_[j]);
    for (int k = 0; k < n_; ++k) std::swap(at(i, k), at(j, k));
    for (int k = 0; k < n_; ++k) std::swap(at(k, i), at(k, j));
  }
  // Column k below the diagonal becomes L, the rest its Schur complement.
  void eliminate_one(int k) {
    const T inverse = T(1) / at(k, k);
    for (int i = k + 1; i < n_; ++i) {
      const T l = at(i, k) * inverse;
      for (int j = k + 1; j <= i; ++j) {
        at(i, j) -= l * at(j, k);
        at(j, i) = at(i, j);
      }
    }
    for (int i = k + 1; i < n_; ++i) at(i, k) = at(i, k) * inverse;
  }
  void eliminate_two(int k) {
    const T a = at(k, k), b = at(k + 1, k), c = at(k + 1, k + 1), det = a * c - b * b;
    for (int i = k + 2; i < n_; ++i) {
      const T l0 = (c * at(i, k) - b * at(i, k + 1)) / det;
      const T l1 = (a * at(i, k + 1) - b * at(i, k)) / det;
      for (int j = k + 2; j <= i; ++j) {
        at(i, j) -= l0 * at(j, k) + l1 * at(j, k + 1);
        at(j, i) = at(i, j);
      }
    }
    for (int i = k + 2; i < n_; ++i) {
      const T y0 = at(i, k), y1 = at(i, k + 1);
      at(i, k) = (c * y0 - b * y1) / det;
      at(i, k + 1) = (a * y1 - b * y0) / det;
    }
    pair_[k + 1] = false;
  }

  int n_ = 0, rank_ = 0;
  std::vector<T> a_, work_;
  std::vector<double> scale_, pivots_;
  std::vector<int> order_;
  std::vector<char> pair_;
};

}  // namespace gelenk
