// Intervals of numbers, for what a law can do over a stretch of time (time_scale.h). Bounds are not rounded
// outwards: what they are for does not depend on the last digits. A result that has no bounds is `everything`.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace gelenk::symbolic {

struct Interval {
  double low = 0.0, high = 0.0;

  Interval() = default;
  Interval(double x) : low(x), high(x) {}  // NOLINT(google-explicit-constructor): a number is one
  Interval(double a, double b) : low(a), high(b) {}
  static Interval everything() {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
  // Of a function that rises, or falls, from a to b; everything where it has no value.
  static Interval between(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return everything();
    return {std::min(a, b), std::max(a, b)};
  }

  double width() const { return high - low; }
  double largest() const { return std::max(std::abs(low), std::abs(high)); }
  bool has(double x) const { return low <= x && x <= high; }
  bool is_zero() const { return low == 0.0 && high == 0.0; }
};

inline Interval operator-(const Interval& a) { return {-a.high, -a.low}; }
inline Interval operator+(const Interval& a, const Interval& b) {
  return Interval::between(a.low + b.low, a.high + b.high);
}
inline Interval operator-(const Interval& a, const Interval& b) { return a + (-b); }
inline Interval operator*(const Interval& a, const Interval& b) {
  if (a.is_zero() || b.is_zero()) return 0.0;  // also of what has no bounds
  const double products[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  Interval result(products[0]);
  for (double p : products) {
    if (std::isnan(p)) return Interval::everything();
    result.low = std::min(result.low, p);
    result.high = std::max(result.high, p);
  }
  return result;
}
inline Interval inverse(const Interval& a) {
  return a.has(0.0) ? Interval::everything() : Interval::between(1 / a.high, 1 / a.low);
}
inline Interval square(const Interval& a) {
  const double x = a.low * a.low, y = a.high * a.high;
  return a.has(0.0) ? Interval::between(0.0, std::max(x, y)) : Interval::between(x, y);
}

// aⁿ for a number n.
inline Interval power(const Interval& a, double n) {
  if (n == 0.0) return 1.0;
  const Interval ends = Interval::between(std::pow(a.low, n), std::pow(a.high, n));
  if (n != std::floor(n)) return a.low < 0 || (n < 0 && a.low == 0) ? Interval::everything() : ends;
  if (!a.has(0.0)) return ends;
  if (n < 0) return Interval::everything();
  return std::fmod(n, 2.0) == 0.0 ? Interval(0.0, ends.high) : ends;
}

inline Interval cosine(const Interval& a) {
  constexpr double pi = 3.14159265358979323846;
  if (!(a.width() < 2 * pi)) return {-1.0, 1.0};
  // Even multiples of π are tops, odd ones bottoms.
  const double first = std::ceil(a.low / pi), last = std::floor(a.high / pi);
  Interval result = Interval::between(std::cos(a.low), std::cos(a.high));
  for (double k = first; k <= last; k += 1.0)
    (std::fmod(k, 2.0) == 0.0 ? result.high : result.low) = std::fmod(k, 2.0) == 0.0 ? 1.0 : -1.0;
  return result;
}
inline Interval sine(const Interval& a) {
  constexpr double half_pi = 1.57079632679489661923;
  return cosine(a - half_pi);
}

}  // namespace gelenk::symbolic
