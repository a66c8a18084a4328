#include "math/tables/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace gelenk {

namespace {

// Along one line of the grid: how the lines before and after each point count, and their slopes.
struct Line {
  std::vector<Weights> weights;
  std::vector<double> slopes;
};

Line find_line(const std::vector<double>& x, const std::vector<double>& z) {
  Line line;
  if (x.size() < 2) return {std::vector<Weights>(x.size(), {0.5, 0.5}), {0.0}};
  const std::vector<double> d = extend_differences(x, z);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Weights w = weigh_akima(&d[i], false);
    line.weights.push_back(w);
    line.slopes.push_back(w.before * d[i + 1] + w.after * d[i + 2]);
  }
  return line;
}

// The cubic Hermite polynomials that are 1 in value or slope at one end, or their derivatives, at a share s of a cell of size h.
struct Hermite {
  double value_a, slope_a, value_b, slope_b;
};

Hermite calc_hermite(double s, double h, int order) {
  double a, b, c, d;
  switch (order) {
    case 0:
      b = s * s * (3.0 - 2.0 * s);
      a = 1.0 - b;
      c = s * (1.0 - s) * (1.0 - s);
      d = s * s * (s - 1.0);
      break;
    case 1:
      b = 6.0 * s * (1.0 - s);
      a = -b;
      c = (1.0 - s) * (1.0 - 3.0 * s);
      d = s * (3.0 * s - 2.0);
      break;
    case 2:
      b = 6.0 - 12.0 * s;
      a = -b;
      c = 6.0 * s - 4.0;
      d = 6.0 * s - 2.0;
      break;
    case 3:
      b = -12.0;
      a = 12.0;
      c = d = 6.0;
      break;
    default: return {0.0, 0.0, 0.0, 0.0};
  }
  double scale = 1.0;
  for (int k = 0; k < order; ++k) scale /= h;
  return {a * scale, c * h * scale, b * scale, d * h * scale};
}

}  // namespace

Surface::Surface(std::vector<double> x, std::vector<double> y, std::vector<double> z,
                 Smoothness smoothness, Extrapolation extrapolation)
    : x_(std::move(x)),
      y_(std::move(y)),
      z_(std::move(z)),
      smoothness_(smoothness),
      extrapolation_(extrapolation) {
  GELENK_ASSERT(!x_.empty() && !y_.empty() && z_.size() == x_.size() * y_.size());
  const std::size_t rows = x_.size(), columns = y_.size();
  nodes_.resize(z_.size());
  for (std::size_t i = 0; i < z_.size(); ++i) nodes_[i].z = z_[i];
  if (!is_cubic(smoothness)) return;
  std::vector<Line> along_y, along_x;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::vector<double> row(z_.begin() + static_cast<std::ptrdiff_t>(i * columns),
                                  z_.begin() + static_cast<std::ptrdiff_t>((i + 1) * columns));
    along_y.push_back(find_line(y_, row));
    for (std::size_t k = 0; k < columns; ++k)
      nodes_[i * columns + k].by_y = along_y.back().slopes[k];
  }
  for (std::size_t k = 0; k < columns; ++k) {
    std::vector<double> column(rows);
    for (std::size_t i = 0; i < rows; ++i) column[i] = z_[i * columns + k];
    along_x.push_back(find_line(x_, column));
    for (std::size_t i = 0; i < rows; ++i) nodes_[i * columns + k].by_x = along_x.back().slopes[i];
  }
  if (rows < 2 || columns < 2) return;
  // Second differences of the cells, with one more cell on each side.
  std::vector<std::vector<double>> of_rows;  // by row of the grid: slopes along y, extended
  for (std::size_t i = 0; i < rows; ++i) {
    const std::vector<double> row(z_.begin() + static_cast<std::ptrdiff_t>(i * columns),
                                  z_.begin() + static_cast<std::ptrdiff_t>((i + 1) * columns));
    of_rows.push_back(extend_differences(y_, row));
  }
  std::vector<std::vector<double>> twists(columns + 1);  // by line between columns: along x
  for (std::size_t k = 0; k <= columns; ++k) {
    std::vector<double> line(rows);
    for (std::size_t i = 0; i < rows; ++i) line[i] = of_rows[i][k + 1];
    twists[k] = extend_differences(x_, line);
  }
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < columns; ++k) {
      const Weights wx = along_x[k].weights[i], wy = along_y[i].weights[k];
      nodes_[i * columns + k].twist =
          wx.before * (wy.before * twists[k][i + 1] + wy.after * twists[k + 1][i + 1]) +
          wx.after * (wy.before * twists[k][i + 2] + wy.after * twists[k + 1][i + 2]);
    }
  }
}

int Surface::degree() const {
  if (is_cubic(smoothness_)) return 3;
  const bool is_straight =
      smoothness_ == Smoothness::linear || extrapolation_ == Extrapolation::last_two_points;
  return is_straight ? 1 : 0;
}

Surface::Place Surface::find(const std::vector<double>& grid, double u) const {
  if (grid.size() == 1) return {0, 1.0, 0.0, 0.0};
  const double first = grid.front(), last = grid.back();
  if (extrapolation_ == Extrapolation::periodic) u = wrap(u, first, last);
  const double inside = std::clamp(u, first, last);
  const auto next = std::upper_bound(grid.begin() + 1, grid.end() - 1, inside);
  const int cell = static_cast<int>(next - grid.begin()) - 1;
  const double size = *next - *(next - 1);
  return {cell, size, (inside - *(next - 1)) / size, u - inside};
}

double Surface::eval_inside(const Place& x, const Place& y, int order_x, int order_y,
                            Smoothness smoothness) const {
  // A grid of one point in a direction is a cell without size: both its sides are that point.
  const int i = x.cell, k = y.cell, i1 = x_.size() > 1 ? i + 1 : i, k1 = y_.size() > 1 ? k + 1 : k;
  const Node &aa = node(i, k), &ab = node(i, k1), &ba = node(i1, k), &bb = node(i1, k1);
  if (smoothness == Smoothness::constant) {
    if (order_x + order_y > 0) return 0.0;
    return node(x.share < 1.0 ? i : i1, y.share < 1.0 ? k : k1).z;
  }
  if (smoothness == Smoothness::linear) {
    auto weigh = [](const Place& p, int order, bool is_upper) {
      if (order == 0) return is_upper ? p.share : 1.0 - p.share;
      return order > 1 ? 0.0 : (is_upper ? 1.0 : -1.0) / p.size;
    };
    const double xa = weigh(x, order_x, false), xb = weigh(x, order_x, true),
                 ya = weigh(y, order_y, false), yb = weigh(y, order_y, true);
    return xa * (ya * aa.z + yb * ab.z) + xb * (ya * ba.z + yb * bb.z);
  }
  const Hermite hx = calc_hermite(x.share, x.size, order_x),
                hy = calc_hermite(y.share, y.size, order_y);
  auto along_y = [&](double a, double slope_a, double b, double slope_b) {
    return hy.value_a * a + hy.slope_a * slope_a + hy.value_b * b + hy.slope_b * slope_b;
  };
  return hx.value_a * along_y(aa.z, aa.by_y, ab.z, ab.by_y) +
         hx.slope_a * along_y(aa.by_x, aa.twist, ab.by_x, ab.twist) +
         hx.value_b * along_y(ba.z, ba.by_y, bb.z, bb.by_y) +
         hx.slope_b * along_y(ba.by_x, ba.twist, bb.by_x, bb.twist);
}

// Beyond the grid the value goes on straight from its edge: z + z_x δx + z_y δy + z_xy δx δy. Of constant cells the edge has no
// slope; there it is that of the straight lines between the points.
double Surface::eval(double x, double y, int order_x, int order_y) const {
  const Place px = find(x_, x), py = find(y_, y);
  const bool is_outside = px.beyond != 0.0 || py.beyond != 0.0;
  if (!is_outside) return eval_inside(px, py, order_x, order_y, smoothness_);
  if (extrapolation_ == Extrapolation::none) return std::numeric_limits<double>::quiet_NaN();
  auto term = [&](const Place& p, int order, int from) {
    // The factor of the derivative of order `from` at the edge in the derivative of the given order beyond it.
    if (p.beyond == 0.0) return from == order ? 1.0 : 0.0;
    if (from == 0) return order == 0 ? 1.0 : 0.0;
    if (from > 1 || extrapolation_ == Extrapolation::hold) return 0.0;
    return order == 0 ? p.beyond : order == 1 ? 1.0 : 0.0;
  };
  const bool is_straight =
      smoothness_ == Smoothness::constant && extrapolation_ == Extrapolation::last_two_points;
  const Smoothness edge = is_straight ? Smoothness::linear : smoothness_;
  double sum = 0.0;
  for (int i = 0; i <= 3; ++i) {
    for (int k = 0; k <= 3; ++k) {
      const double factor = term(px, order_x, i) * term(py, order_y, k);
      if (factor != 0.0) sum += factor * eval_inside(px, py, i, k, edge);
    }
  }
  return sum;
}

}  // namespace gelenk
