// An equation between coordinates at a state. From g(q) alone, by symbolic differentiation:
//   factors c_i = ∂g/∂q_i,    ġ = Σ c_i q̇_i,    g̈ = Σ c_i q̈_i + Σ q̇_i ∂²g/∂q_i∂q_k q̇_k          (1)
// A linear equation has constant factors and no last term. An equation r = Σ c_i(q) q̇_i = 0 between speeds alone has the same
// with c_i = ∂r/∂q̇_i, and g = 0.
//
// Where branches of g = 0 cross, as at a = b = 0 for g = a b, all factors vanish together. The row must then count
// as dependent, though nothing that it could be compared with remains of itself. What the factors are one radian
// or metre off, by their slopes, is compared with instead:
//   fraction = max_i c_i² / (c_i² + Σ_k (∂²g/∂q_i∂q_k)²),                                          (2)
// which goes with the square of the distance from the crossing. A single factor that stays (that of the valve in
// s − f(φ) = 0) keeps it at one, however steep the others are.
#pragma once

#include <vector>

#include "topology/system.h"

namespace gelenk {

class Relation {
 public:
  explicit Relation(const CoordinateRow& row);

  // Coordinates and speeds of the terms, which the caller sets before eval.
  double& q(int term) { return inputs_[term]; }
  double& v(int term) { return inputs_[size_ + term]; }
  void eval();

  int size() const { return size_; }
  double g() const { return g_; }
  double factor(int term) const { return factors_[term]; }
  double curvature() const { return curvature_; }  // last term of (1)
  double fraction() const { return fraction_; }    // (2)
  double rate() const;

 private:
  int size_;
  bool is_linear_;
  double constant_;
  symbolic::Tape tape_;  // g or zero, factors, squared slopes of the factors, curvature
  std::vector<double> inputs_, factors_, values_;
  double g_ = 0.0, curvature_ = 0.0, fraction_ = 1.0;
};

}  // namespace gelenk
