// Accelerations to full precision where inertias are very uneven (a rod that is thin, a ball of little inertia beside heavy
// bodies). In the recursion a small pivot D hands 1/D on into the rows of loops, where it cancels: of a share ε of inertia
// accelerations would keep 1e-16/ε². What they leave over of the equations is computed without any of the factors, and solved
// for with the factors at hand; each round gains as many digits as the first solution had.
#pragma once

#include <algorithm>
#include <cmath>

#include "formulations/black_box.h"

namespace gelenk {

// Below these pivots call for a refinement: of joints, beside the inertia there, and of rows between components, beside the
// size that they have in general. Accelerations then have some ten digits still. (Pivots of rows become small in large
// mechanisms, too, without harm: the digits are lost where that of a joint is.)
inline constexpr double uneven_pivot = 1e-3, uneven_row = 1e-4;

class Refinement {
 public:
  // Adds corrections to vdot, which the given function computes. False where they do not become smaller: fewer than three
  // digits are left.
  template <typename Correct>
  bool refine(Vector& vdot, const Correct& calc_correction) {
    constexpr int most_rounds = 12;
    constexpr double small_enough = 1e-6;  // what the next round changes is about its square
    constexpr double too_large = 1e-3;
    constexpr double at_rest = 1e-3;  // accelerations below it count as if they were that large
    delta_.resize(vdot.size());
    double previous = INFINITY;
    for (int round = 0;; ++round) {
      calc_correction(delta_);
      vdot += delta_;
      const double size = delta_.lpNorm<Eigen::Infinity>();
      const double whole = std::max(at_rest, vdot.lpNorm<Eigen::Infinity>());
      if (!(size > small_enough * whole)) return true;
      if (size > 0.7 * previous || round == most_rounds) return size < too_large * whole;
      previous = size;
    }
  }

  // After release of the root, which filled vdot.
  bool refine(BlackBox& root, Vector& vdot) {
    return refine(vdot, [&](Vector& delta) {
      root.calc_residual(Level::acceleration);
      root.reduce();
      root.correct(no_load_, delta.data());
    });
  }

 private:
  Vector delta_, no_load_;
};

}  // namespace gelenk
