#include "math/tables/time_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gelenk {

using symbolic::Interval;

namespace {
constexpr double never = std::numeric_limits<double>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();
}  // namespace

TimeCurve::TimeCurve(Curve curve, double start, double shift, TimeEvents events)
    : curve_(std::move(curve)), start_(start), shift_(shift), kind_(events) {
  const std::vector<double>& x = curve_.x();
  const bool is_periodic = curve_.extrapolation() == Extrapolation::periodic;
  if (events == TimeEvents::never || x.size() < 2) return;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool is_first = i == 0, is_last = i + 1 == x.size();
    const bool is_jump = (!is_last && x[i] == x[i + 1]) || (!is_first && x[i] == x[i - 1]);
    // One period ends where the next begins. A straight line that goes on has no kink at its end.
    const bool is_smooth_end = (is_first || is_last) && !is_jump && !is_periodic &&
                               curve_.smoothness() == Smoothness::linear &&
                               curve_.extrapolation() == Extrapolation::last_two_points;
    const bool is_event = is_periodic && is_last             ? true
                          : is_periodic && x[i] == x.front() ? false
                          : events == TimeEvents::always     ? !is_smooth_end
                                                             : is_jump;
    if (is_event && (events_.empty() || events_.back() < x[i])) events_.push_back(x[i]);
  }
}

// Instants that differ by rounding are one: times may have been scaled and shifted. The start does not count: where it is to be
// long ago it is larger than all of them by far.
double TimeCurve::find_tolerance(double t) const {
  const double size =
      std::max({std::abs(t), std::abs(shift_), std::abs(curve_.first()), std::abs(curve_.last())});
  return 16.0 * std::numeric_limits<double>::epsilon() * size;
}

double TimeCurve::find_next_event(double t) const {
  const double tolerance = find_tolerance(t);
  if (t + find_tolerance(std::max(t, start_)) < start_) return start_;
  if (events_.empty()) return never;
  double u = t - shift_ + tolerance, offset = 0.0;
  if (curve_.extrapolation() == Extrapolation::periodic) {
    const double period = curve_.last() - curve_.first();
    if (!(period > 0.0)) return never;
    offset = std::floor((u - curve_.first()) / period) * period;
    u -= offset;
  }
  auto next = std::upper_bound(events_.begin(), events_.end(), u);
  // By rounding u may be the end of the period.
  if (next == events_.end() && curve_.extrapolation() == Extrapolation::periodic) {
    offset += curve_.last() - curve_.first();
    next = events_.begin();
  }
  if (next == events_.end()) return never;
  return std::max(*next + offset + shift_, std::nextafter(t, infinity));
}

TimeCurve::Stretch TimeCurve::find_stretch(double next) const {
  Stretch stretch;
  if (next <= start_ + find_tolerance(start_)) {
    stretch.is_before_start = true;
    return stretch;
  }
  if (events_.empty()) {
    stretch.is_whole = true;
    stretch.offset = shift_;
    return stretch;
  }
  stretch.begin = -infinity;
  stretch.end = infinity;
  stretch.offset = shift_;
  if (next >= never) {
    stretch.begin = events_.back();
    return stretch;
  }
  const double tolerance = find_tolerance(next);
  double u = next - shift_;
  if (curve_.extrapolation() == Extrapolation::periodic) {
    const double period = curve_.last() - curve_.first();
    const double offset = std::ceil((u - tolerance - curve_.last()) / period) * period;
    u -= offset;
    stretch.offset += offset;
    stretch.begin = curve_.first();
  }
  const auto end = std::lower_bound(events_.begin(), events_.end(), u - tolerance);
  if (end != events_.begin()) stretch.begin = *(end - 1);
  if (end != events_.end()) stretch.end = *end;
  return stretch;
}

// That of the points around u, but none beyond the ends of the stretch.
int TimeCurve::find_piece(const Stretch& stretch, double u) const {
  if (u <= stretch.begin) return curve_.find_piece_from(stretch.begin);
  if (u >= stretch.end) return curve_.find_piece_until(stretch.end);
  return curve_.find_piece_from(u);
}

double TimeCurve::eval(double t, double next, int order) const {
  const Stretch stretch = find_stretch(next);
  if (stretch.is_before_start) return 0.0;
  const double u = t - stretch.offset;
  if (stretch.is_whole) return curve_.eval(u, order);
  const int piece = find_piece(stretch, u);
  const bool is_outside = piece < 0 || piece + 1 == static_cast<int>(curve_.x().size());
  if (is_outside && curve_.extrapolation() == Extrapolation::none) return curve_.eval(u, order);
  return curve_.eval_piece(piece, u, order);
}

Interval TimeCurve::bound(const Interval& t, double next, int order) const {
  const Stretch stretch = find_stretch(next);
  if (stretch.is_before_start) return 0.0;
  const Interval u = t - stretch.offset;
  if (!std::isfinite(u.low) || !std::isfinite(u.high)) return Interval::everything();
  if (stretch.is_whole) return curve_.bound(u, order);
  // By the pieces of the stretch; the last of them counts beyond it, and the first before.
  const int first = find_piece(stretch, u.low), last = find_piece(stretch, u.high);
  const int count = static_cast<int>(curve_.x().size());
  Interval range = Interval::between(eval(t.low, next, order), eval(t.high, next, order));
  for (int piece = first; piece <= last; ++piece) {
    const double from = piece == first ? u.low : curve_.x()[static_cast<std::size_t>(piece)],
                 to = piece == last || piece + 1 >= count
                          ? u.high
                          : curve_.x()[static_cast<std::size_t>(piece + 1)];
    const Interval more = curve_.bound_piece(piece, {from, to}, order);
    range = {std::min(range.low, more.low), std::max(range.high, more.high)};
  }
  return std::isnan(range.low) || std::isnan(range.high) ? Interval::everything() : range;
}

}  // namespace gelenk
