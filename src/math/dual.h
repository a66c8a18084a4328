// Dual numbers: a value and its derivative in one direction, a + ḃ ε with ε² = 0. A kernel that is
// instantiated with Dual instead of double yields exact directional derivatives of what it computes.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace gelenk {

struct Dual {
  double value = 0.0, rate = 0.0;

  constexpr Dual() = default;
  constexpr Dual(double v, double r = 0.0) : value(v), rate(r) {}  // NOLINT: numbers are duals

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }
  friend Dual operator-(const Dual& a) { return {-a.value, -a.rate}; }
  friend Dual operator+(const Dual& a, const Dual& b) {
    return {a.value + b.value, a.rate + b.rate};
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    return {a.value - b.value, a.rate - b.rate};
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.rate * b.value + a.value * b.rate};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.value / b.value;
    return {q, (a.rate - q * b.rate) / b.value};
  }
  // Order is that of the values.
  friend bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend bool operator==(const Dual& a, const Dual& b) { return a.value == b.value; }
  friend bool operator!=(const Dual& a, const Dual& b) { return a.value != b.value; }
};

inline Dual sqrt(const Dual& a) {
  const double root = std::sqrt(a.value);
  return {root, a.rate / (2 * root)};
}
inline Dual sin(const Dual& a) { return {std::sin(a.value), a.rate * std::cos(a.value)}; }
inline Dual cos(const Dual& a) { return {std::cos(a.value), -a.rate * std::sin(a.value)}; }
inline Dual abs(const Dual& a) { return a.value < 0 ? -a : a; }
inline Dual atan2(const Dual& y, const Dual& x) {
  const double squared = x.value * x.value + y.value * y.value;
  return {std::atan2(y.value, x.value), (y.rate * x.value - x.rate * y.value) / squared};
}

inline double value_of(double x) { return x; }
inline double value_of(const Dual& x) { return x.value; }

}  // namespace gelenk

namespace Eigen {

template <>
struct NumTraits<gelenk::Dual> : NumTraits<double> {
  using Real = gelenk::Dual;
  using NonInteger = gelenk::Dual;
  using Nested = gelenk::Dual;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
};
template <typename BinaryOp>
struct ScalarBinaryOpTraits<gelenk::Dual, double, BinaryOp> {
  using ReturnType = gelenk::Dual;
};
template <typename BinaryOp>
struct ScalarBinaryOpTraits<double, gelenk::Dual, BinaryOp> {
  using ReturnType = gelenk::Dual;
};

}  // namespace Eigen
