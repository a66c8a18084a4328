// A function of one variable through given points: piecewise constant, straight or cubic between them, with a choice of what
// comes outside. Its names of smoothness and extrapolation are those of the tables of the Modelica Standard Library, in the
// same order.
//
// Cubic pieces are Hermite polynomials: they take slopes at the points, and the methods differ in these alone.
//   Akima, A new method of interpolation and smooth curve fitting based on local procedures, J. ACM 17 (1970)
//   Fritsch and Butland, A method for constructing local monotone piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5 (1984)
//   Steffen, A simple method for monotonic interpolation in one dimension, Astron. Astrophys. 239 (1990)
// The modified form of Akima's weighs differences of slopes together with their means, so that flat stretches stay flat.
#pragma once

#include <vector>

#include "symbolic/interval.h"

namespace gelenk {

enum class Smoothness { linear, akima, constant, fritsch_butland, steffen, modified_akima };
enum class Extrapolation { hold, last_two_points, periodic, none };
inline constexpr int smoothness_count = 6, extrapolation_count = 4;

bool is_cubic(Smoothness smoothness);

// Slopes of the straight lines between points, with two more before and after as a parabola has them.
std::vector<double> extend_differences(const std::vector<double>& x, const std::vector<double>& y);
// How much the lines before and after a point count in Akima's method: from the slopes of four lines around it. The sum is 1.
struct Weights {
  double before, after;
};
Weights weigh_akima(const double* d, bool is_modified);

// Slopes of a cubic method at points x, which rise, with values y. Of two points, or one, those of the straight line.
std::vector<double> find_slopes(Smoothness method, const std::vector<double>& x,
                                const std::vector<double>& y);

// u moved by whole periods to where it is from first to last; the last stays.
double wrap(double u, double first, double last);

class Curve {
 public:
  // At least one point; x does not fall, and rises for cubic methods. Where two points have the same x the curve jumps.
  Curve(std::vector<double> x, std::vector<double> y, Smoothness smoothness,
        Extrapolation extrapolation);

  // The value (order 0) or a derivative of it at u; no number outside of the points when there is no extrapolation.
  double eval(double u, int order) const;

  // Pieces: −1 before the first point, i from point i to the next, and from the last point on. The piece that begins at u or
  // holds it inside; the piece that ends at u or holds it inside.
  int find_piece_from(double u) const;
  int find_piece_until(double u) const;
  // The polynomial of one piece, also beyond its ends.
  double eval_piece(int piece, double u, int order) const;

  // Bounds of a derivative over an interval, and over an interval by one piece alone.
  symbolic::Interval bound(const symbolic::Interval& u, int order) const;
  symbolic::Interval bound_piece(int piece, const symbolic::Interval& u, int order) const;

  // The highest derivative that is not zero everywhere.
  int degree() const;
  double first() const { return x_.front(); }
  double last() const { return x_.back(); }
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  Smoothness smoothness() const { return smoothness_; }
  Extrapolation extrapolation() const { return extrapolation_; }

 private:
  struct Piece {
    double c[4] = {0.0, 0.0, 0.0, 0.0};  // Σ c[k] (u − x)ᵏ
  };
  double calc(const Piece& piece, double h, int order) const;

  std::vector<double> x_, y_;
  Smoothness smoothness_;
  Extrapolation extrapolation_;
  std::vector<Piece> pieces_;  // before the first point; from each point; the last is beyond
};

}  // namespace gelenk
