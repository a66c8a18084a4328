// Vectors of three for the inner kernels, on one scalar T. For double a vector fills one register of
// four lanes (what stands in the fourth means nothing), and products are written so that compilers emit few
// instructions for them: a cross product is five, a matrix times a vector six. Eigen's fixed-size
// types serve everywhere else; the recursions spend their time in these.
#pragma once

#include "math/vector.h"

#define GELENK_INLINE inline __attribute__((always_inline))

namespace gelenk {

// Any scalar: three entries.
template <typename T>
struct Lane3 {
  T e[3];

  static GELENK_INLINE Lane3 zero() { return {{T(0), T(0), T(0)}}; }
  static GELENK_INLINE Lane3 from(const T& x, const T& y, const T& z) { return {{x, y, z}}; }
  GELENK_INLINE T operator[](int i) const { return e[i]; }

  friend GELENK_INLINE Lane3 operator+(const Lane3& a, const Lane3& b) {
    return {{a.e[0] + b.e[0], a.e[1] + b.e[1], a.e[2] + b.e[2]}};
  }
  friend GELENK_INLINE Lane3 operator-(const Lane3& a, const Lane3& b) {
    return {{a.e[0] - b.e[0], a.e[1] - b.e[1], a.e[2] - b.e[2]}};
  }
  friend GELENK_INLINE Lane3 operator*(const Lane3& a, const T& s) {
    return {{a.e[0] * s, a.e[1] * s, a.e[2] * s}};
  }
  friend GELENK_INLINE T dot(const Lane3& a, const Lane3& b) {
    return a.e[0] * b.e[0] + a.e[1] * b.e[1] + a.e[2] * b.e[2];
  }
  friend GELENK_INLINE Lane3 cross(const Lane3& a, const Lane3& b) {
    return {{a.e[1] * b.e[2] - a.e[2] * b.e[1], a.e[2] * b.e[0] - a.e[0] * b.e[2],
             a.e[0] * b.e[1] - a.e[1] * b.e[0]}};
  }
  // Transposes the matrix with columns a, b, c.
  friend GELENK_INLINE void transpose(Lane3& a, Lane3& b, Lane3& c) {
    std::swap(a.e[1], b.e[0]);
    std::swap(a.e[2], c.e[0]);
    std::swap(b.e[2], c.e[1]);
  }
};

template <>
struct Lane3<double> {
  typedef double Pack __attribute__((vector_size(32)));
  Pack e;

  static GELENK_INLINE Lane3 zero() { return {Pack{0, 0, 0, 0}}; }
  static GELENK_INLINE Lane3 from(double x, double y, double z) { return {Pack{x, y, z, z}}; }
  GELENK_INLINE double operator[](int i) const { return e[i]; }

  friend GELENK_INLINE Lane3 operator+(Lane3 a, Lane3 b) { return {a.e + b.e}; }
  friend GELENK_INLINE Lane3 operator-(Lane3 a, Lane3 b) { return {a.e - b.e}; }
  friend GELENK_INLINE Lane3 operator*(Lane3 a, double s) { return {a.e * Pack{s, s, s, s}}; }
  friend GELENK_INLINE double dot(Lane3 a, Lane3 b) {
    const Pack p = a.e * b.e;
    return p[0] + p[1] + p[2];
  }
  friend GELENK_INLINE Lane3 cross(Lane3 a, Lane3 b) {
    const Pack a_yzx = __builtin_shufflevector(a.e, a.e, 1, 2, 0, 3);
    const Pack b_yzx = __builtin_shufflevector(b.e, b.e, 1, 2, 0, 3);
    const Pack c = a.e * b_yzx - a_yzx * b.e;  // z, x, y of the product
    return {__builtin_shufflevector(c, c, 1, 2, 0, 3)};
  }
  friend GELENK_INLINE void transpose(Lane3& a, Lane3& b, Lane3& c) {
    const Pack ab_low = __builtin_shufflevector(a.e, b.e, 0, 4, 2, 6);   // a0 b0 a2 b2
    const Pack ab_high = __builtin_shufflevector(a.e, b.e, 1, 5, 3, 7);  // a1 b1 . .
    const Pack c_high = __builtin_shufflevector(c.e, c.e, 1, 1, 3, 3);   // c1 c1 . .
    a.e = __builtin_shufflevector(ab_low, c.e, 0, 1, 4, 5);
    b.e = __builtin_shufflevector(ab_high, c_high, 0, 1, 4, 5);
    c.e = __builtin_shufflevector(ab_low, c.e, 2, 3, 6, 7);
  }
};

template <typename T>
GELENK_INLINE Lane3<T>& operator+=(Lane3<T>& a, const Lane3<T>& b) {
  return a = a + b;
}
template <typename T>
GELENK_INLINE Lane3<T>& operator-=(Lane3<T>& a, const Lane3<T>& b) {
  return a = a - b;
}

// A matrix by its columns.
template <typename T>
struct Lane33 {
  Lane3<T> c[3];

  static GELENK_INLINE Lane33 zero() {
    return {{Lane3<T>::zero(), Lane3<T>::zero(), Lane3<T>::zero()}};
  }
  friend GELENK_INLINE Lane3<T> operator*(const Lane33& A, const Lane3<T>& x) {
    return A.c[0] * x[0] + A.c[1] * x[1] + A.c[2] * x[2];
  }
  friend GELENK_INLINE Lane33 operator*(const Lane33& A, const Lane33& B) {
    return {{A * B.c[0], A * B.c[1], A * B.c[2]}};
  }
  friend GELENK_INLINE Lane33 operator+(const Lane33& A, const Lane33& B) {
    return {{A.c[0] + B.c[0], A.c[1] + B.c[1], A.c[2] + B.c[2]}};
  }
  friend GELENK_INLINE Lane33 operator-(const Lane33& A, const Lane33& B) {
    return {{A.c[0] - B.c[0], A.c[1] - B.c[1], A.c[2] - B.c[2]}};
  }
};

template <typename T>
GELENK_INLINE Lane33<T> transpose(Lane33<T> A) {
  transpose(A.c[0], A.c[1], A.c[2]);
  return A;
}
// Aᵀ x.
template <typename T>
GELENK_INLINE Lane3<T> transpose_times(const Lane33<T>& A, const Lane3<T>& x) {
  return Lane3<T>::from(dot(A.c[0], x), dot(A.c[1], x), dot(A.c[2], x));
}
// A [r]×, whose columns are A (r × e_j).
template <typename T>
GELENK_INLINE Lane33<T> times_skew(const Lane33<T>& A, const Lane3<T>& r) {
  const T x = r[0], y = r[1], z = r[2];
  return {{A.c[1] * z - A.c[2] * y, A.c[2] * x - A.c[0] * z, A.c[0] * y - A.c[1] * x}};
}
// −[r]×, by columns e_j × r.
template <typename T>
GELENK_INLINE Lane33<T> minus_skew(const Lane3<T>& r) {
  const T o(0);
  return {{Lane3<T>::from(o, -r[2], r[1]), Lane3<T>::from(r[2], o, -r[0]),
           Lane3<T>::from(-r[1], r[0], o)}};
}

// To and from Eigen.
template <typename T>
GELENK_INLINE Lane3<T> to_lane(const Vec3<T>& x) {
  return Lane3<T>::from(x[0], x[1], x[2]);
}
template <typename T>
GELENK_INLINE Vec3<T> to_eigen(const Lane3<T>& x) {
  return {x[0], x[1], x[2]};
}
template <typename T>
GELENK_INLINE Lane33<T> to_lane(const Mat3<T>& A) {
  return {{to_lane<T>(Vec3<T>(A.col(0))), to_lane<T>(Vec3<T>(A.col(1))),
           to_lane<T>(Vec3<T>(A.col(2)))}};
}
template <typename T>
GELENK_INLINE Mat3<T> to_eigen(const Lane33<T>& A) {
  Mat3<T> m;
  m << to_eigen(A.c[0]), to_eigen(A.c[1]), to_eigen(A.c[2]);
  return m;
}

// A spatial vector: twist (w, v), acceleration (α, a) or wrench (t, f), rotation first.
template <typename T>
struct Lane6 {
  Lane3<T> rot, lin;

  static GELENK_INLINE Lane6 zero() { return {Lane3<T>::zero(), Lane3<T>::zero()}; }
  friend GELENK_INLINE Lane6 operator+(const Lane6& a, const Lane6& b) {
    return {a.rot + b.rot, a.lin + b.lin};
  }
  friend GELENK_INLINE Lane6 operator-(const Lane6& a, const Lane6& b) {
    return {a.rot - b.rot, a.lin - b.lin};
  }
  friend GELENK_INLINE Lane6 operator*(const Lane6& a, const T& s) {
    return {a.rot * s, a.lin * s};
  }
};
template <typename T>
GELENK_INLINE Lane6<T>& operator+=(Lane6<T>& a, const Lane6<T>& b) {
  return a = a + b;
}
template <typename T>
GELENK_INLINE Lane6<T>& operator-=(Lane6<T>& a, const Lane6<T>& b) {
  return a = a - b;
}
// Power: (t, f) · (w, v).
template <typename T>
GELENK_INLINE T dot(const Lane6<T>& a, const Lane6<T>& b) {
  return dot(a.rot, b.rot) + dot(a.lin, b.lin);
}
template <>
GELENK_INLINE double dot(const Lane6<double>& a, const Lane6<double>& b) {
  const Lane3<double>::Pack p = a.rot.e * b.rot.e + a.lin.e * b.lin.e;
  return p[0] + p[1] + p[2];
}
// Twist of a point of the same rigid body at r.
template <typename T>
GELENK_INLINE Lane6<T> shift_motion(const Lane6<T>& V, const Lane3<T>& r) {
  return {V.rot, V.lin + cross(V.rot, r)};
}
// Wrench at the point r, as one at the origin.
template <typename T>
GELENK_INLINE Lane6<T> shift_load(const Lane6<T>& F, const Lane3<T>& r) {
  return {F.rot + cross(r, F.lin), F.lin};
}
template <typename T>
GELENK_INLINE Lane6<T> to_lane(const Vec6<T>& x) {
  return {Lane3<T>::from(x[0], x[1], x[2]), Lane3<T>::from(x[3], x[4], x[5])};
}
template <typename T>
GELENK_INLINE Vec6<T> to_eigen(const Lane6<T>& x) {
  Vec6<T> v;
  v << x.rot[0], x.rot[1], x.rot[2], x.lin[0], x.lin[1], x.lin[2];
  return v;
}

}  // namespace gelenk
