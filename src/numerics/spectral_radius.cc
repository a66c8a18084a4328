#include "numerics/spectral_radius.h"

#include <cmath>

namespace gelenk {

double SpectralRadius::estimate(OdeSystem& system, double t, const Vector& y) {
  if (y.size() == 0) return 0.0;
  if (any_.size() != y.size()) {
    choose_any(y.size());
    direction_ = any_;
  }
  // A mode that has become the fastest must be seen where the direction has lost all of it.
  direction_ = (direction_ + 0.005 * any_).normalized();
  cosine_ = 0.0;
  if (!system.eval(t, y, f_)) return -1.0;
  double growth = 1.0;
  for (int k = 0; k < 2; ++k) {  // (1)
    if (!multiply(system, t, y)) return -1.0;
    const double length = f_moved_.norm();
    if (!std::isfinite(length)) return -1.0;
    if (!(length > 0)) return 0.0;
    growth *= length;
    cosine_ = direction_.dot(f_moved_) / length;
    direction_ = f_moved_ / length;
  }
  return std::sqrt(growth);
}

// A vector that no mode is likely to be orthogonal to.
void SpectralRadius::choose_any(Eigen::Index size) {
  any_.resize(size);
  for (Eigen::Index i = 0; i < size; ++i)
    any_[i] = 1 + 0.5 * std::sin(1.0 + 2.4 * static_cast<double>(i));
  any_.normalize();
}

// f_moved_ = J direction_
bool SpectralRadius::multiply(OdeSystem& system, double t, const Vector& y) {
  const double way = 1e-7 * std::max(1.0, y.norm());
  moved_ = y + way * direction_;
  if (!system.eval(t, moved_, f_moved_)) return false;
  f_moved_ = (f_moved_ - f_) / way;
  return true;
}

}  // namespace gelenk
