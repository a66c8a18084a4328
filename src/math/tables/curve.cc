#include "math/tables/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace gelenk {

using symbolic::Interval;

bool is_cubic(Smoothness smoothness) {
  return smoothness != Smoothness::linear && smoothness != Smoothness::constant;
}

namespace {

double sign(double a) { return (a > 0.0) - (a < 0.0); }

// From the slopes and lengths of the straight lines before and after the point.
double weigh_fritsch_butland(double before, double after, double h_before, double h_after) {
  if (!(before * after > 0.0)) return 0.0;
  return 3.0 * (h_before + h_after) /
         ((2.0 * h_after + h_before) / before + (h_after + 2.0 * h_before) / after);
}

double weigh_steffen(double before, double after, double h_before, double h_after) {
  const double parabola = (before * h_after + after * h_before) / (h_before + h_after);
  return (sign(before) + sign(after)) *
         std::min({std::abs(before), std::abs(after), 0.5 * std::abs(parabola)});
}

}  // namespace

Weights weigh_akima(const double* d, bool is_modified) {
  double before = std::abs(d[3] - d[2]), after = std::abs(d[1] - d[0]);
  if (is_modified) {
    before += 0.5 * std::abs(d[3] + d[2]);
    after += 0.5 * std::abs(d[1] + d[0]);
  }
  const double sum = before + after;
  if (sum > 0.0) return {before / sum, after / sum};
  return {0.5, 0.5};
}

std::vector<double> extend_differences(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t lines = x.size() - 1;
  std::vector<double> d(lines + 4);
  for (std::size_t i = 0; i < lines; ++i) d[i + 2] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  if (lines == 1) {
    std::fill(d.begin(), d.end(), d[2]);
  } else {
    d[1] = 2.0 * d[2] - d[3];
    d[0] = 2.0 * d[1] - d[2];
    d[lines + 2] = 2.0 * d[lines + 1] - d[lines];
    d[lines + 3] = 2.0 * d[lines + 2] - d[lines + 1];
  }
  return d;
}

std::vector<double> find_slopes(Smoothness method, const std::vector<double>& x,
                                const std::vector<double>& y) {
  const std::size_t n = x.size();
  if (n < 2) return std::vector<double>(n, 0.0);
  const std::vector<double> d = extend_differences(x, y);
  auto length = [&](std::size_t line) { return x[line + 1] - x[line]; };
  std::vector<double> slopes(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (method == Smoothness::akima || method == Smoothness::modified_akima) {
      const Weights w = weigh_akima(&d[i], method == Smoothness::modified_akima);
      slopes[i] = w.before * d[i + 1] + w.after * d[i + 2];
      continue;
    }
    if (i == 0 || i == n - 1) {
      slopes[i] = i == 0 ? d[2] : d[n];
      continue;
    }
    const double before = length(i - 1), after = length(i);
    slopes[i] = method == Smoothness::steffen
                    ? weigh_steffen(d[i + 1], d[i + 2], before, after)
                    : weigh_fritsch_butland(d[i + 1], d[i + 2], before, after);
  }
  return slopes;
}

Curve::Curve(std::vector<double> x, std::vector<double> y, Smoothness smoothness,
             Extrapolation extrapolation)
    : x_(std::move(x)), y_(std::move(y)), smoothness_(smoothness), extrapolation_(extrapolation) {
  GELENK_ASSERT(!x_.empty() && x_.size() == y_.size());
  const std::size_t n = x_.size();
  pieces_.resize(n + 1);
  const std::vector<double> slopes =
      is_cubic(smoothness) ? find_slopes(smoothness, x_, y_) : std::vector<double>();
  for (std::size_t i = 0; i + 1 < n; ++i) {
    Piece& piece = pieces_[i + 1];
    piece.c[0] = y_[i];
    const double h = x_[i + 1] - x_[i];
    if (smoothness == Smoothness::constant || !(h > 0.0)) continue;
    const double d = (y_[i + 1] - y_[i]) / h;
    if (smoothness == Smoothness::linear) {
      piece.c[1] = d;
      continue;
    }
    const double a = slopes[i], b = slopes[i + 1];
    piece.c[1] = a;
    piece.c[2] = (3.0 * d - 2.0 * a - b) / h;
    piece.c[3] = (a + b - 2.0 * d) / (h * h);
  }
  Piece& before = pieces_.front();
  Piece& after = pieces_.back();
  before.c[0] = y_.front();
  after.c[0] = y_.back();
  if (extrapolation != Extrapolation::last_two_points || n < 2) return;
  if (is_cubic(smoothness)) {
    before.c[1] = slopes.front();
    after.c[1] = slopes.back();
    return;
  }
  // Through two points that are not above one another.
  std::size_t i = 0, k = n - 1;
  while (i + 2 < n && !(x_[i + 1] > x_[i])) ++i;
  while (k > 1 && !(x_[k] > x_[k - 1])) --k;
  if (x_[i + 1] > x_[i]) before.c[1] = (y_[i + 1] - y_[i]) / (x_[i + 1] - x_[i]);
  if (x_[k] > x_[k - 1]) after.c[1] = (y_[k] - y_[k - 1]) / (x_[k] - x_[k - 1]);
}

int Curve::find_piece_from(double u) const {
  return static_cast<int>(std::upper_bound(x_.begin(), x_.end(), u) - x_.begin()) - 1;
}

int Curve::find_piece_until(double u) const {
  return static_cast<int>(std::lower_bound(x_.begin(), x_.end(), u) - x_.begin()) - 1;
}

double Curve::calc(const Piece& piece, double h, int order) const {
  const double* c = piece.c;
  switch (order) {
    case 0: return c[0] + h * (c[1] + h * (c[2] + h * c[3]));
    case 1: return c[1] + h * (2.0 * c[2] + h * 3.0 * c[3]);
    case 2: return 2.0 * c[2] + h * 6.0 * c[3];
    case 3: return 6.0 * c[3];
    default: return 0.0;
  }
}

double Curve::eval_piece(int piece, double u, int order) const {
  const std::size_t from = static_cast<std::size_t>(std::max(piece, 0));
  return calc(pieces_[static_cast<std::size_t>(piece + 1)], u - x_[from], order);
}

double wrap(double u, double first, double last) {
  const double period = last - first;
  if (!(period > 0.0)) return first;
  if (u >= first && u <= last) return u;
  const double periods =
      u < first ? std::floor((u - first) / period) : std::ceil((u - last) / period);
  return std::clamp(u - periods * period, first, last);
}

double Curve::eval(double u, int order) const {
  if (extrapolation_ == Extrapolation::periodic) u = wrap(u, first(), last());
  int piece = find_piece_from(u);
  const int count = static_cast<int>(x_.size());
  // The last point is the end of the last piece, and its value that of the point.
  const bool is_last = piece == count - 1 && u == last() && count > 1;
  if (extrapolation_ == Extrapolation::none && (piece < 0 || (piece == count - 1 && !is_last)) &&
      count > 1)
    return std::numeric_limits<double>::quiet_NaN();
  if (is_last && order > 0) piece = std::max(find_piece_until(u), 0);
  return eval_piece(piece, u, order);
}

int Curve::degree() const {
  if (is_cubic(smoothness_)) return 3;
  const bool is_straight =
      smoothness_ == Smoothness::linear || extrapolation_ == Extrapolation::last_two_points;
  return is_straight ? 1 : 0;
}

// Over an interval, exactly: a derivative of a cubic is largest at the ends or where the next one is zero.
Interval Curve::bound_piece(int piece, const Interval& u, int order) const {
  Interval range =
      Interval::between(eval_piece(piece, u.low, order), eval_piece(piece, u.high, order));
  const std::size_t from = static_cast<std::size_t>(std::max(piece, 0));
  const double* c = pieces_[static_cast<std::size_t>(piece + 1)].c;
  auto consider = [&](double h) {
    const double at = x_[from] + h;
    if (!(at > u.low && at < u.high)) return;
    const double value = eval_piece(piece, at, order);
    range = {std::min(range.low, value), std::max(range.high, value)};
  };
  if (order == 0) {  // c₁ + 2 c₂ h + 3 c₃ h² = 0, without cancellation
    const double root = std::sqrt(std::max(0.0, c[2] * c[2] - 3.0 * c[1] * c[3]));
    const double q = -(c[2] + std::copysign(root, c[2]));
    if (c[3] != 0.0) consider(q / (3.0 * c[3]));
    if (q != 0.0) consider(c[1] / q);
  } else if (order == 1 && c[3] != 0.0) {
    consider(-c[2] / (3.0 * c[3]));
  }
  return range;
}

Interval Curve::bound(const Interval& u, int order) const {
  if (!std::isfinite(u.low) || !std::isfinite(u.high)) return Interval::everything();
  Interval within = u;
  if (extrapolation_ == Extrapolation::periodic) {
    const double period = last() - first();
    within.low = wrap(u.low, first(), last());
    within.high = within.low + u.width();
    if (u.width() >= period) within = {first(), last()};
  }
  Interval range(eval(within.low, order));
  auto include = [&](const Interval& more) {
    range = {std::min(range.low, more.low), std::max(range.high, more.high)};
  };
  auto include_pieces = [&](double low, double high) {
    for (int piece = find_piece_from(low); piece <= find_piece_until(high); ++piece) {
      const int count = static_cast<int>(x_.size());
      const double from = piece < 0 ? low : std::max(low, x_[static_cast<std::size_t>(piece)]),
                   to = piece + 1 >= count
                            ? high
                            : std::min(high, x_[static_cast<std::size_t>(piece + 1)]);
      include(bound_piece(piece, {from, to}, order));
    }
    include(eval(high, order));
  };
  if (extrapolation_ == Extrapolation::periodic && within.high > last()) {
    include_pieces(within.low, last());
    include_pieces(first(), std::min(last(), within.high - (last() - first())));
  } else {
    include_pieces(within.low, within.high);
  }
  if (std::isnan(range.low) || std::isnan(range.high)) return Interval::everything();
  return range;
}

}  // namespace gelenk
