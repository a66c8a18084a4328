// Six numbers side by side, one for each row of a port (formulations/recursive/port_rows.h), on one scalar T, in two
// halves of four; the last two mean nothing and stay zero. For double a half fills one register.
#pragma once

#include "math/lane.h"

namespace gelenk {

template <typename T>
struct Lane4 {
  T e[4];

  static GELENK_INLINE Lane4 zero() { return {{T(0), T(0), T(0), T(0)}}; }
  friend GELENK_INLINE Lane4 operator+(const Lane4& a, const Lane4& b) {
    return {{a.e[0] + b.e[0], a.e[1] + b.e[1], a.e[2] + b.e[2], a.e[3] + b.e[3]}};
  }
  friend GELENK_INLINE Lane4 operator-(const Lane4& a, const Lane4& b) {
    return {{a.e[0] - b.e[0], a.e[1] - b.e[1], a.e[2] - b.e[2], a.e[3] - b.e[3]}};
  }
  friend GELENK_INLINE Lane4 operator*(const Lane4& a, const T& s) {
    return {{a.e[0] * s, a.e[1] * s, a.e[2] * s, a.e[3] * s}};
  }
  friend GELENK_INLINE Lane4 multiply(const Lane4& a, const Lane4& b) {
    return {{a.e[0] * b.e[0], a.e[1] * b.e[1], a.e[2] * b.e[2], a.e[3] * b.e[3]}};
  }
};

template <>
struct Lane4<double> {
  typedef double Pack __attribute__((vector_size(32)));
  Pack e;

  static GELENK_INLINE Lane4 zero() { return {Pack{0, 0, 0, 0}}; }
  friend GELENK_INLINE Lane4 operator+(Lane4 a, Lane4 b) { return {a.e + b.e}; }
  friend GELENK_INLINE Lane4 operator-(Lane4 a, Lane4 b) { return {a.e - b.e}; }
  friend GELENK_INLINE Lane4 operator*(Lane4 a, double s) { return {a.e * Pack{s, s, s, s}}; }
  friend GELENK_INLINE Lane4 multiply(Lane4 a, Lane4 b) { return {a.e * b.e}; }
};

template <typename T>
struct Lane8 {
  Lane4<T> half[2];

  static GELENK_INLINE Lane8 zero() { return {{Lane4<T>::zero(), Lane4<T>::zero()}}; }
  GELENK_INLINE T get(int i) const { return half[i / 4].e[i % 4]; }
  GELENK_INLINE void set(int i, const T& x) { half[i / 4].e[i % 4] = x; }
  // this += a s
  GELENK_INLINE void add(const Lane8& a, const T& s) {
    half[0] = half[0] + a.half[0] * s;
    half[1] = half[1] + a.half[1] * s;
  }
  GELENK_INLINE void add_products(const Lane8& a, const Lane8& b) {
    half[0] = half[0] + multiply(a.half[0], b.half[0]);
    half[1] = half[1] + multiply(a.half[1], b.half[1]);
  }
  friend GELENK_INLINE Lane8 operator*(const Lane8& a, const T& s) {
    return {{a.half[0] * s, a.half[1] * s}};
  }
  GELENK_INLINE void operator-=(const Lane8& a) {
    half[0] = half[0] - a.half[0];
    half[1] = half[1] - a.half[1];
  }
  friend GELENK_INLINE T dot(const Lane8& a, const Lane8& b) {
    const Lane4<T> p = multiply(a.half[0], b.half[0]) + multiply(a.half[1], b.half[1]);
    return (p.e[0] + p.e[1]) + (p.e[2] + p.e[3]);
  }
};

}  // namespace gelenk
