// Accelerations to full precision where inertias are very uneven (a rod that is thin, a ball of little inertia beside heavy
// bodies). In the recursion a small pivot D hands 1/D on into the rows of loops, where it cancels: of a share ε of inertia
// accelerations would keep 1e-16/ε². What they leave over of the equations is computed without any of the factors, and solved
// for with the factors at hand; each round gains as many digits as the first solution had. Changes of speed in an impact are
// refined in the same way.
#pragma once

#include <algorithm>
#include <cmath>

#include "formulations/black_box.h"

namespace gelenk {

// Below these pivots call for a refinement: of joints, beside the inertia there, and of rows between components, beside the
// size that they have in general. Accelerations then have some ten digits still. (Pivots of rows become small in large
// mechanisms, too, without harm: the digits are lost where that of a joint is.)
inline constexpr double uneven_pivot = 1e-3, uneven_row = 1e-4;

// Accelerations below it count as if they were that large.
inline constexpr double at_rest = 1e-3;

class Refinement {
 public:
  // Adds corrections to vdot until its digits change no more. Accelerations below `least` count as if they were that large, and so do
  // those below the square of the largest speed. The functions given compute what is left over of the rows (the largest, of
  // those taken for dependent as well), the correction for that, and how far the rows are open. False where digits are lost:
  // corrections do not become small, or rows that count as dependent do not hold.
  template <typename Leftover, typename Correct, typename Openness>
  bool refine(Vector& vdot, double speed, double least, const Leftover& calc_leftover,
              const Correct& calc_correction, const Openness& calc_openness) {
    constexpr int most_rounds = 24;
    constexpr double negligible = 1e-12;  // for what the next round would change
    constexpr double of_rounding = 1e-8;  // for changes that do not become smaller
    constexpr double closed = 1e-9;       // for what is left over of rows
    constexpr double of_open = 1e3;       // by which dependent rows contradict each other
    delta_.resize(vdot.size());
    least = std::max(least, speed * speed);
    double change = 1.0;  // by the last round, beside the whole
    for (int round = 0;; ++round) {
      const double left_before = calc_leftover();
      calc_correction(delta_);
      vdot += delta_;
      const double whole = std::max(least, vdot.lpNorm<Eigen::Infinity>());
      const double previous = change;
      change = delta_.lpNorm<Eigen::Infinity>() / whole;
      if (!std::isfinite(change)) return true;  // of other causes, which are told
      const bool settles = change * (change / previous) <= negligible;
      if (!settles && change <= 0.7 * previous && round < most_rounds) continue;
      if (!settles && change > of_rounding) return false;
      if (left_before <= closed * whole) return true;
      const double left = calc_leftover();
      if (left <= closed * whole || left <= of_open * calc_openness() * whole) return true;
      // The rows want another round where the last one has brought them nearer.
      if (left > 0.7 * left_before || round >= most_rounds) return false;
    }
  }

  // After release of the root, which filled vdot.
  bool refine(BlackBox& root, double speed, double least, Vector& vdot) {
    no_load_.setZero(root.r().size());
    return refine(
        vdot, speed, least, [&] { return root.calc_residual(Level::acceleration); },
        [&](Vector& delta) {
          root.reduce();
          root.correct(no_load_, delta.data());
        },
        [&] {
          return std::max(root.calc_residual(Level::position), root.calc_residual(Level::velocity));
        });
  }

 private:
  Vector delta_, no_load_;
};

}  // namespace gelenk
