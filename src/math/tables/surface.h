// A function of two variables through the points of a rectangular grid: constant, bilinear or bicubic in each cell, with a choice
// of what comes outside (curve.h). Bicubic cells take slopes along both directions by Akima's method, and twists, the
// mixed derivatives, by the weights of both directions together:
//   Akima, A method of bivariate interpolation and smooth surface fitting based on local procedures, Comm. ACM 17 (1974)
#pragma once

#include <vector>

#include "math/tables/curve.h"

namespace gelenk {

class Surface {
 public:
  // z in rows along x; x and y rise. At least one point. Smoothness is linear, akima or constant.
  Surface(std::vector<double> x, std::vector<double> y, std::vector<double> z,
          Smoothness smoothness, Extrapolation extrapolation);

  // The derivative of these orders by x and y (0, 0: the value); no number outside of the grid when there is no extrapolation.
  double eval(double x, double y, int order_x, int order_y) const;

  int degree() const;  // in one variable
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  const std::vector<double>& z() const { return z_; }
  Smoothness smoothness() const { return smoothness_; }
  Extrapolation extrapolation() const { return extrapolation_; }

 private:
  struct Node {
    double z = 0.0, by_x = 0.0, by_y = 0.0, twist = 0.0;
  };
  // Where a coordinate is: in which cell, how far in it, and by how much beyond the grid.
  struct Place {
    int cell;
    double size, share, beyond;
  };
  Place find(const std::vector<double>& grid, double u) const;
  double eval_inside(const Place& x, const Place& y, int order_x, int order_y,
                     Smoothness smoothness) const;
  const Node& node(int i, int k) const {
    return nodes_[static_cast<std::size_t>(i) * y_.size() + static_cast<std::size_t>(k)];
  }

  std::vector<double> x_, y_, z_;
  Smoothness smoothness_;
  Extrapolation extrapolation_;
  std::vector<Node> nodes_;
};

}  // namespace gelenk
