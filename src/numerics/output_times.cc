#include "numerics/output_times.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace gelenk {

double tidy(double t) {
  char text[40];
  std::snprintf(text, sizeof text, "%.15g", t);
  const double rounded = std::strtod(text, nullptr);
  return std::abs(rounded - t) <= 1e-15 * std::abs(t) ? rounded : t;
}

OutputTimes::OutputTimes(double start, double end, double interval)
    : start_(start), end_(end), interval_(interval) {
  const double length = end - start;
  if (!(length > 0)) return;
  // Whole intervals, then what is left of the last one.
  const double whole = std::floor(length / interval * (1 + 1e-12));
  const bool has_rest = end - tidy(start + whole * interval) > 1e-9 * interval;
  count_ = 1 + static_cast<long>(whole) + (has_rest ? 1 : 0);
}

double OutputTimes::at(long i) const {
  if (i >= count_ - 1) return count_ == 1 ? start_ : end_;
  return i == 0 ? start_ : tidy(start_ + static_cast<double>(i) * interval_);
}

}  // namespace gelenk
