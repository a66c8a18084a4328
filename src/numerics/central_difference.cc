#include "numerics/central_difference.h"

#include <array>
#include <cmath>
#include <limits>

namespace gelenk {

namespace {

constexpr std::array<double, 4> weights = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};

bool evaluate(const std::function<bool(double, Vector&)>& f, double step, Vector& slope,
              Vector& above, Vector& below) {
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double s = static_cast<double>(k + 1) * step;
    if (!f(s, above) || !f(-s, below) || !above.allFinite() || !below.allFinite()) return false;
    if (k == 0) slope = Vector::Zero(above.size());
    slope += weights[k] / step * (above - below);  // (1)
  }
  return true;
}

// Where the function changes within a step, shorter ones first seem to make things worse.
bool is_settled(const CentralDifference& derivative, double size) {
  constexpr double of_entry = 1e-6, of_largest = 1e-9;
  for (Eigen::Index k = 0; k < derivative.value.size(); ++k) {
    if (derivative.error[k] > of_entry * std::abs(derivative.value[k]) + of_largest * size)
      return false;
  }
  return true;
}

}  // namespace

bool differentiate(const std::function<bool(double s, Vector& f)>& f, double step,
                   CentralDifference& derivative) {
  constexpr int most_halvings = 16;
  // Of an entry, and what the largest one brings into all: no longer worth a shorter step.
  constexpr double rounding = 1e-13, noise = 1e-16;
  Vector before, slope, above, below;
  bool has_before = false, has_error = false;
  for (int i = 0; i < most_halvings; ++i, step /= 2) {
    if (!evaluate(f, step, slope, above, below)) {
      if (has_error) break;
      has_before = false;
      continue;
    }
    if (has_before) {
      if (!has_error) {
        derivative.value = slope;
        derivative.error = Vector::Constant(slope.size(), std::numeric_limits<double>::infinity());
      }
      bool has_gained = false;
      const double size = slope.size() > 0 ? slope.lpNorm<Eigen::Infinity>() : 0.0;
      for (Eigen::Index k = 0; k < slope.size(); ++k) {
        const double error = std::abs(slope[k] - before[k]);
        if (!(error < derivative.error[k])) continue;
        const double least = rounding * std::abs(slope[k]) + noise * size;
        has_gained = has_gained || (error < 0.5 * derivative.error[k] && error > least);
        derivative.error[k] = error;
        derivative.value[k] = slope[k];
      }
      has_error = true;
      if (!has_gained && is_settled(derivative, size)) return true;
    }
    before = slope;
    has_before = true;
  }
  return has_error;
}

}  // namespace gelenk
