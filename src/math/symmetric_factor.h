// Rank-revealing factorisation Pᵀ A P = L B Lᵀ of small symmetric matrices, on one scalar: B has blocks
// of one and, for indefinite matrices, of two rows (complete pivoting after Bunch and Parlett, 1971).
// Rows and columns are scaled by given natural sizes s first, A_ij / (s_i s_j), so that a pivot is judged
// against what it would be without cancellation; when all that remains is below the tolerance, the
// remaining unknowns are taken as dependent, and solve() sets them to zero. Rows of a semidefinite matrix may stand in
// groups with tolerances and ranks of their own.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "math/dual.h"
#include "math/prefetch.h"

namespace gelenk {

struct RowGroup {
  int limit = 0;           // rows that may be independent
  double tolerance = 0.0;  // rows with pivots below are left out
  // Of the factor. The pivot that completes the limit, whether left out or not (zero: there is none; one: no row may be
  // independent).
  double last_pivot = 0.0;
  int last_row = -1;  // that with the smallest pivot
  int found = 0;      // rows with pivots
  int taken = 0;      // those not left out
  int clear = 0;      // those with pivots that can be no rounding

  static constexpr double clear_pivot = 1e-7;
};

// Aligned, so that one of thousands is asked for at once.
template <typename T>
class alignas(64) SymmetricFactor {
 public:
  void reserve(int n) {
    a_.resize(static_cast<std::size_t>(n) * n);
    rows_.resize(n);
  }

  // Asks for its memory before it is needed.
  GELENK_INLINE void prefetch_rows() const {
    for (std::size_t i = 0; i < rows_.size(); i += 2) prefetch(rows_[i]);
  }

  int rank() const { return rank_; }
  int size() const { return n_; }
  // Relative size of the pivot at position i; zero when that row is dependent.
  double pivot(int i) const { return i < rank_ ? rows_[i].pivot : 0.0; }
  // Row at position i of the pivot order; those from rank() on are dependent.
  int row(int i) const { return rows_[i].order; }

  // A: n × n, row-major, of which the lower triangle is read; `natural`: size of each diagonal entry before cancellation,
  // zero for a row without any. No more than `rank_limit` rows are taken as independent.
  void factor(int n, const T* A, const double* natural, double tolerance, bool semidefinite,
              int rank_limit) {
    scale(n, A, natural);
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
        rows_[k].pivot = diagonal;
        exchange(k, d);
        rows_[k].leads_pair = false;
        eliminate_one(k);
        k += 1;
      } else {
        rows_[k].pivot = rows_[k + 1].pivot = off;
        exchange(k, c);
        exchange(k + 1, r);
        rows_[k].leads_pair = true;
        eliminate_two(k);
        k += 2;
      }
    }
    rank_ = k;
  }

  // The same for a semidefinite A, of whose rows each belongs to a group.
  template <typename Group>
  void factor(int n, const T* A, const double* natural, const std::vector<int>& group_of,
              std::vector<Group>& groups) {
    scale(n, A, natural);
    for (RowGroup& group : groups) {
      group.last_pivot = group.limit > 0 ? 0.0 : 1.0;
      group.last_row = -1;
      group.found = group.taken = group.clear = 0;
    }
    // Those that are left out are eliminated after all others, for their pivots alone.
    bool takes = true;
    rank_ = 0;
    for (int k = 0; k < n;) {
      int d = -1;
      double diagonal = 0.0;
      for (int i = k; i < n; ++i) {
        const RowGroup& group = groups[group_of[rows_[i].order]];
        const double size = std::abs(value_of(at(i, i)));
        if (size > diagonal && group.found < group.limit && (!takes || size > group.tolerance))
          diagonal = size, d = i;
      }
      if (d < 0) {
        if (!takes) break;
        takes = false;
        continue;
      }
      RowGroup& group = groups[group_of[rows_[d].order]];
      if (++group.found == group.limit) group.last_pivot = diagonal;
      group.last_row = rows_[d].order;
      rows_[k].pivot = diagonal;
      exchange(k, d);
      rows_[k].leads_pair = false;
      eliminate_one(k);
      ++k;
      if (!takes) continue;
      rank_ = k;
      ++group.taken;
      group.clear += diagonal > RowGroup::clear_pivot;
    }
  }

  // x ← A⁺ x; entries of dependent rows are ignored and come back as zero. V is the scalar, or several of them side by
  // side for as many right sides; `work` has room for as many entries as x.
  template <typename V>
  void solve(V* x, V* work) const {
    for (int i = 0; i < n_; ++i) work[i] = x[rows_[i].order] * T(rows_[rows_[i].order].scale);
    for (int i = 1; i < rank_; ++i) {
      // Within a pair the entry below the diagonal belongs to B, not to L.
      const int end = rows_[i - 1].leads_pair ? i - 1 : i;
      const T* const row = &at(i, 0);
      V sum = work[i];
      for (int j = 0; j < end; ++j) sum -= work[j] * row[j];
      work[i] = sum;
    }
    for (int k = 0; k < rank_;) {
      if (!rows_[k].leads_pair) {
        work[k] = work[k] * at(k, k);
        k += 1;
        continue;
      }
      const T a = at(k, k), b = at(k + 1, k), c = at(k + 1, k + 1),
              inverse = T(1) / (a * c - b * b);
      const V x0 = work[k], x1 = work[k + 1];
      work[k] = x0 * (c * inverse);
      work[k] -= x1 * (b * inverse);
      work[k + 1] = x1 * (a * inverse);
      work[k + 1] -= x0 * (b * inverse);
      k += 2;
    }
    for (int k = rank_; k-- > 0;) {
      const int first = k + (rows_[k].leads_pair ? 2 : 1);
      V sum = work[k];
      for (int i = first; i < rank_; ++i) sum -= work[i] * at(i, k);
      work[k] = sum;
    }
    for (int i = 0; i < n_; ++i)
      x[rows_[i].order] = work[i] * (i < rank_ ? T(rows_[rows_[i].order].scale) : T(0));
  }

 private:
  void scale(int n, const T* A, const double* natural) {
    n_ = n;
    for (int i = 0; i < n; ++i) {
      rows_[i].order = i;
      rows_[i].scale = natural[i] > 0 ? 1.0 / std::sqrt(natural[i]) : 0.0;
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) at(i, j) = A[i * n + j] * T(rows_[i].scale * rows_[j].scale);
    }
  }

  T& at(int i, int j) { return a_[static_cast<std::size_t>(i) * n_ + j]; }
  const T& at(int i, int j) const { return a_[static_cast<std::size_t>(i) * n_ + j]; }

  // Of the lower triangle alone.
  void exchange(int i, int j) {
    if (i == j) return;
    if (i > j) std::swap(i, j);
    std::swap(rows_[i].order, rows_[j].order);
    for (int k = 0; k < i; ++k) std::swap(at(i, k), at(j, k));
    std::swap(at(i, i), at(j, j));
    for (int k = i + 1; k < j; ++k) std::swap(at(k, i), at(j, k));
    for (int k = j + 1; k < n_; ++k) std::swap(at(k, i), at(k, j));
  }
  // Column k below the diagonal becomes L, the diagonal its inverse, the rest its Schur complement. A row that does not meet
  // the pivot stays as it is.
  void eliminate_one(int k) {
    const T inverse = T(1) / at(k, k);
    T* const column = &at(k, 0);  // beyond the diagonal, where nothing else is kept
    for (int i = k + 1; i < n_; ++i) column[i] = at(i, k);
    for (int i = k + 1; i < n_; ++i) {
      if (std::is_same_v<T, double> && column[i] == T(0)) continue;
      const T l = column[i] * inverse;
      subtract_multiple(&at(i, k + 1), column + k + 1, l, i - k);
      at(i, k) = l;
    }
    at(k, k) = inverse;
  }
  void eliminate_two(int k) {
    const T a = at(k, k), b = at(k + 1, k), c = at(k + 1, k + 1), det = a * c - b * b;
    for (int i = k + 2; i < n_; ++i) {
      const T l0 = (c * at(i, k) - b * at(i, k + 1)) / det;
      const T l1 = (a * at(i, k + 1) - b * at(i, k)) / det;
      for (int j = k + 2; j <= i; ++j) at(i, j) -= l0 * at(j, k) + l1 * at(j, k + 1);
    }
    for (int i = k + 2; i < n_; ++i) {
      const T y0 = at(i, k), y1 = at(i, k + 1);
      at(i, k) = (c * y0 - b * y1) / det;
      at(i, k + 1) = (a * y1 - b * y0) / det;
    }
    rows_[k + 1].leads_pair = false;
  }
  // x − y l, entry by entry.
  static GELENK_INLINE void subtract_multiple(T* x, const T* y, const T& l, int count) {
    int j = 0;
    if constexpr (std::is_same_v<T, double>) {
      typedef double Pack __attribute__((vector_size(32), aligned(8), may_alias));
      for (; j + 4 <= count; j += 4) {
        Pack& four = *reinterpret_cast<Pack*>(x + j);
        four -= *reinterpret_cast<const Pack*>(y + j) * Pack{l, l, l, l};
      }
    }
    for (; j < count; ++j) x[j] -= l * y[j];
  }

  int n_ = 0, rank_ = 0;
  struct Row {
    double scale = 0.0;  // of the row given
    double pivot = 0.0;  // by position, as all below
    int order = 0;
    bool leads_pair = false;
  };
  std::vector<T> a_;  // the lower triangle; the other one is scratch
  std::vector<Row> rows_;
};

}  // namespace gelenk
