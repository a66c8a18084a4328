// Six numbers side by side, one for each row of a port (formulations/recursive/port_rows.h), on one scalar T. For
// double they fill two registers of four lanes; the last two mean nothing and stay zero.
#pragma once

#include "math/lane.h"

namespace gelenk {

template <typename T>
struct Lane8 {
  T e[6];

  static GELENK_INLINE Lane8 zero() { return {{T(0), T(0), T(0), T(0), T(0), T(0)}}; }
  GELENK_INLINE T get(int i) const { return e[i]; }
  GELENK_INLINE void set(int i, const T& x) { e[i] = x; }
  // this += a s
  GELENK_INLINE void add(const Lane8& a, const T& s) {
    for (int i = 0; i < 6; ++i) e[i] = e[i] + a.e[i] * s;
  }
  GELENK_INLINE Lane8 scaled(const T& s) const {
    Lane8 r = zero();
    r.add(*this, s);
    return r;
  }
  friend GELENK_INLINE Lane8 operator*(const Lane8& a, const T& s) { return a.scaled(s); }
  GELENK_INLINE void operator-=(const Lane8& a) { add(a, T(-1)); }
  friend GELENK_INLINE T dot(const Lane8& a, const Lane8& b) {
    T sum(0);
    for (int i = 0; i < 6; ++i) sum = sum + a.e[i] * b.e[i];
    return sum;
  }
};

template <>
struct Lane8<double> {
  typedef double Pack __attribute__((vector_size(32)));
  Pack low, high;

  static GELENK_INLINE Lane8 zero() { return {Pack{0, 0, 0, 0}, Pack{0, 0, 0, 0}}; }
  GELENK_INLINE double get(int i) const { return i < 4 ? low[i] : high[i - 4]; }
  GELENK_INLINE void set(int i, double x) { (i < 4 ? low[i] : high[i - 4]) = x; }
  GELENK_INLINE void add(const Lane8& a, double s) {
    const Pack p = {s, s, s, s};
    low += a.low * p;
    high += a.high * p;
  }
  GELENK_INLINE Lane8 scaled(double s) const {
    const Pack p = {s, s, s, s};
    return {low * p, high * p};
  }
  friend GELENK_INLINE Lane8 operator*(const Lane8& a, double s) { return a.scaled(s); }
  GELENK_INLINE void operator-=(const Lane8& a) {
    low -= a.low;
    high -= a.high;
  }
  friend GELENK_INLINE double dot(const Lane8& a, const Lane8& b) {
    const Pack p = a.low * b.low + a.high * b.high;
    return (p[0] + p[1]) + (p[2] + p[3]);
  }
};

}  // namespace gelenk
