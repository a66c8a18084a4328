#include "math/least_change.h"

namespace gelenk {

void LeastChange::compute(const Matrix& G, const Vector& natural) {
  columns_ = G.cols();
  rank_ = 0;
  if (G.rows() == 0 || columns_ == 0) return;
  scale_ = G.rowwise().norm();
  for (Eigen::Index i = 0; i < scale_.size(); ++i)
    scale_[i] = scale_[i] > tolerance * natural[i] ? 1.0 / natural[i] : 0.0;
  decomposition_.setThreshold(tolerance);
  decomposition_.compute(scale_.asDiagonal() * G);
  rank_ = static_cast<int>(decomposition_.rank());
}

Vector LeastChange::solve(const Vector& g) const {
  if (rank_ == 0) return Vector::Zero(columns_);
  return decomposition_.solve(-(scale_.asDiagonal() * g));
}

}  // namespace gelenk
