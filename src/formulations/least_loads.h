// Which loads closing joints carry where redundancy leaves them undetermined. All multipliers λ with the same
// generalised force Gᵀ λ = f give the same motion; the ones reported are those of the smallest loads,
//   min Σ |F|² + |T|²/ℓ²    over the wrenches (T, F) = Cᵀ λ of the closing joints, about Mo,          (1)
// plus (coefficient λ)² for every relation between coordinates. ℓ is the largest distance of a joint from
// the mass centre of a body that it stands on. With L Lᵀ = C diag(1/ℓ², 1) Cᵀ per joint and y = Lᵀ λ
// that is the y of smallest norm with (L⁻¹ G)ᵀ y = f: a complete orthogonal decomposition for every set of
// rows that share coordinates.
//
// Every formulation uses it, when it is asked for loads, so that they all report the same.
#pragma once

#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

// ℓ of (1); 1 where all joints stand in mass centres.
double calc_load_length(const System& system);

class LeastLoads {
 public:
  explicit LeastLoads(const System& system) : length_(calc_load_length(system)) {}

  // The metric: rows of joints and relations, in the order of Closure.
  void clear() { L_.clear(); }
  // C: rows × 6, on the relative twist at Mo.
  void add_joint(const Eigen::Ref<const Matrix>& C);
  void add_relation(double sum_of_squares);

  // Takes any λ with the right Gᵀ λ − change (on the columns with use[j] ≠ 0) to the least one.
  void calc(const Closure& closure, const std::vector<char>& use, const Vector& change,
            Vector& lambda) const;

 private:
  void calc_component(const Matrix& G_L, const std::vector<int>& rows,
                      const std::vector<int>& columns, const Vector& change, Vector& y) const;

  const double length_;
  std::vector<Matrix> L_;  // in order
};

}  // namespace gelenk
