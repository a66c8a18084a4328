#include "math/semidefinite.h"

#include <cmath>
#include <numeric>

namespace gelenk {

void SemidefiniteFactor::compute(const Matrix& S, const std::vector<bool>& is_independent) {
  const int n = static_cast<int>(S.rows());
  scale_.resize(n);
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), 0);
  const double largest = n > 0 ? S.diagonal().maxCoeff() : 0.0;
  for (int i = 0; i < n; ++i) {
    // A row without effect on any body (both ends on ground) scales to zero and is dependent.
    scale_[i] = S(i, i) > 1e-28 * largest ? 1.0 / std::sqrt(S(i, i)) : 0.0;
  }
  L_.resize(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) L_(i, j) = S(i, j) * scale_[i] * scale_[j];
  }
  rank_ = n;
  for (int k = 0; k < n; ++k) {
    int pivot = -1;
    bool sure = false;
    for (int i = k; i < n; ++i) {
      const bool independent = !is_independent.empty() && is_independent[order_[i]];
      const double limit = independent ? 1e-15 : tolerance;
      if (!(L_(i, i) > limit) || (sure && !independent)) continue;
      if (pivot < 0 || (independent && !sure) || L_(i, i) > L_(pivot, pivot)) {
        pivot = i;
        sure = independent;
      }
    }
    if (pivot < 0) {
      rank_ = k;
      break;
    }
    if (pivot != k) {  // symmetric exchange within the stored lower triangle
      std::swap(order_[k], order_[pivot]);
      std::swap(L_(k, k), L_(pivot, pivot));
      L_.row(k).head(k).swap(L_.row(pivot).head(k));
      for (int i = k + 1; i < pivot; ++i) std::swap(L_(i, k), L_(pivot, i));
      for (int i = pivot + 1; i < n; ++i) std::swap(L_(i, k), L_(i, pivot));
    }
    const double root = std::sqrt(L_(k, k));
    L_(k, k) = root;
    const int rest = n - k - 1;
    L_.col(k).tail(rest) /= root;
    for (int j = k + 1; j < n; ++j) {
      L_.col(j).tail(n - j).noalias() -= L_(j, k) * L_.col(k).tail(n - j);
    }
  }
}

void SemidefiniteFactor::solve_in_place(Eigen::Ref<Matrix> B) const {
  const int n = size();
  work_.resize(rank_, B.cols());
  for (int k = 0; k < rank_; ++k) work_.row(k) = scale_[order_[k]] * B.row(order_[k]);
  const auto L = L_.topLeftCorner(rank_, rank_).triangularView<Eigen::Lower>();
  L.solveInPlace(work_);
  L.transpose().solveInPlace(work_);
  for (int k = 0; k < n; ++k) {
    if (k < rank_)
      B.row(order_[k]) = scale_[order_[k]] * work_.row(k);
    else
      B.row(order_[k]).setZero();
  }
}

}  // namespace gelenk
