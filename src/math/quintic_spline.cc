#include "math/quintic_spline.h"

#include <Eigen/LU>
#include <Eigen/SparseLU>
#include <algorithm>
#include <vector>

#include "base/error.h"

namespace gelenk {

namespace {

using Eigen::Index;
using Entries = std::vector<Eigen::Triplet<double>>;

// First and second derivative at sample `at` of the polynomial through the `count` samples from `first` on.
std::pair<double, double> differentiate(const Vector& t, const Vector& x, Index first, Index count,
                                        Index at) {
  const double length = std::max(t[first + count - 1] - t[first], 1e-300);
  Matrix powers(count, count);
  for (Index i = 0; i < count; ++i) {
    double power = 1.0;
    for (Index k = 0; k < count; ++k, power *= (t[first + i] - t[at]) / length)
      powers(i, k) = power;
  }
  const Vector c = powers.partialPivLu().solve(x.segment(first, count));
  return {count > 1 ? c[1] / length : 0.0, count > 2 ? 2 * c[2] / (length * length) : 0.0};
}

Vector solve(const Entries& entries, const Vector& right) {
  Eigen::SparseMatrix<double> A(right.size(), right.size());
  A.setFromTriplets(entries.begin(), entries.end());
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu(A);
  GELENK_ASSERT(lu.info() == Eigen::Success);
  return lu.solve(right);
}

// One piece of length h, from 0 to 1 with D = x₁ − x₀:
//   h³ x‴(0) = 60 D − (36 v₀ + 24 v₁) h − (9 a₀ − 3 a₁) h²
//   h³ x‴(1) = 60 D − (24 v₀ + 36 v₁) h − (3 a₀ − 9 a₁) h²                                          (1)
//   h⁴ x⁗(0) = −360 D + (192 v₀ + 168 v₁) h + (36 a₀ − 24 a₁) h²
//   h⁴ x⁗(1) =  360 D − (168 v₀ + 192 v₁) h − (24 a₀ − 36 a₁) h²                                    (2)
// Times are scaled by the mean length, so that speeds and accelerations are of one size.
void find_accelerations(const Vector& t, const Vector& x, const Vector& v, Vector& a) {
  const Index n = t.size();
  Entries entries;
  Vector right(n);
  for (const Index i : {Index(0), n - 1}) {
    entries.emplace_back(i, i, 1.0);
    right[i] = a[i];
  }
  for (Index i = 1; i + 1 < n; ++i) {
    const double h = t[i] - t[i - 1], k = t[i + 1] - t[i];
    // x‴ at the end of the piece before, less that at the begin of the one behind.
    entries.emplace_back(i, i - 1, -3 / h);
    entries.emplace_back(i, i, 9 / h + 9 / k);
    entries.emplace_back(i, i + 1, -3 / k);
    right[i] = -(60 * (x[i] - x[i - 1]) / (h * h * h) - (24 * v[i - 1] + 36 * v[i]) / (h * h)) +
               60 * (x[i + 1] - x[i]) / (k * k * k) - (36 * v[i] + 24 * v[i + 1]) / (k * k);
  }
  a = solve(entries, right);
}

void find_speeds(const Vector& t, const Vector& x, Vector& v, Vector& a) {
  const Index n = t.size();
  Entries entries;
  Vector right(2 * n);
  for (const Index i : {Index(0), n - 1}) {
    entries.emplace_back(2 * i, 2 * i, 1.0);
    entries.emplace_back(2 * i + 1, 2 * i + 1, 1.0);
    right[2 * i] = v[i];
    right[2 * i + 1] = a[i];
  }
  for (Index i = 1; i + 1 < n; ++i) {
    const double h = t[i] - t[i - 1], k = t[i + 1] - t[i], D = x[i] - x[i - 1], E = x[i + 1] - x[i];
    const double h2 = h * h, h3 = h2 * h, k2 = k * k, k3 = k2 * k;
    const Index third = 2 * i, fourth = 2 * i + 1, before = 2 * (i - 1), here = 2 * i,
                behind = 2 * (i + 1);
    entries.emplace_back(third, before, -24 / h2);
    entries.emplace_back(third, before + 1, -3 / h);
    entries.emplace_back(third, here, -36 / h2 + 36 / k2);
    entries.emplace_back(third, here + 1, 9 / h + 9 / k);
    entries.emplace_back(third, behind, 24 / k2);
    entries.emplace_back(third, behind + 1, -3 / k);
    right[third] = -60 * D / h3 + 60 * E / k3;
    entries.emplace_back(fourth, before, -168 / h3);
    entries.emplace_back(fourth, before + 1, -24 / h2);
    entries.emplace_back(fourth, here, -192 / h3 - 192 / k3);
    entries.emplace_back(fourth, here + 1, 36 / h2 - 36 / k2);
    entries.emplace_back(fourth, behind, -168 / k3);
    entries.emplace_back(fourth, behind + 1, 24 / k2);
    right[fourth] = -360 * D / (h3 * h) - 360 * E / (k3 * k);
  }
  const Vector all = solve(entries, right);
  for (Index i = 0; i < n; ++i) {
    v[i] = all[2 * i];
    a[i] = all[2 * i + 1];
  }
}

}  // namespace

SampledCurve complete_curve(const Vector& t, const Vector& x, const Vector& v, const Vector& a) {
  const Index n = t.size();
  SampledCurve curve{x, v, a};
  if (v.size() > 0 && a.size() > 0) return curve;
  const Index count = std::min<Index>(n, 6);
  const double unit = n > 1 ? (t[n - 1] - t[0]) / static_cast<double>(n - 1) : 1.0;
  const Vector s = (t.array() - t[0]).matrix() / unit;
  const bool has_speeds = v.size() > 0;
  curve.v = has_speeds ? Vector(v * unit) : Vector::Zero(n);
  curve.a = Vector::Zero(n);
  for (Index i = 0; i < n; ++i) {
    // Few samples lie on one polynomial; of many only the ends are taken from it.
    if (n > 6 && i > 0 && i + 1 < n) continue;
    const Index first = i == n - 1 && n > 6 ? n - 6 : 0;
    const auto [speed, acceleration] = differentiate(s, x, first, count, i);
    if (!has_speeds) curve.v[i] = speed;
    curve.a[i] = has_speeds ? differentiate(s, curve.v, first, count, i).first : acceleration;
  }
  if (n > 6) {
    if (has_speeds)
      find_accelerations(s, x, curve.v, curve.a);
    else
      find_speeds(s, x, curve.v, curve.a);
  }
  curve.v /= unit;
  curve.a /= unit * unit;
  if (has_speeds) curve.v = v;
  // Accelerations alone are given where they are known better than speeds.
  if (a.size() > 0) curve.a = a;
  return curve;
}

}  // namespace gelenk
