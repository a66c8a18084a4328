#include "formulations/delay_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gelenk {

namespace {

// Breaks of a higher order are smooth enough for the curve.
constexpr int highest_order = 3;
// Of the largest value: how far the curve may be off.
constexpr double tolerance = 2.5e-10;
// And what is no jump.
constexpr double rounding = 1e-9;

}  // namespace

void DelayLine::start(double t, double x, double longest, bool has_stretches) {
  has_stretches_ = has_stretches;
  samples_.clear();
  samples_.push_back({t, x, 1});
  seen_ = -1;
  longest_ = longest;
  largest_ = std::abs(x);
  step_ = 0.0;
}

void DelayLine::record(double t, double x, int order) {
  // An event inside of the last step: what came after it has not been.
  while (count() > 1 && samples_.back().t > t) samples_.pop_back();
  seen_ = std::min(seen_, count() - 1);
  largest_ = std::max(largest_, std::abs(x));
  Sample& last = samples_.back();
  if (t > last.t) {
    samples_.push_back({t, x, no_break});
    int begin = count() - 1;
    while (begin > 0 && !begins(begin)) --begin;
    measure(begin);
    forget();
    return;
  }
  if (std::abs(x - last.x) > rounding * largest_) order = 0;
  if (order > highest_order) {
    last.x = x;
  } else if (begins(count() - 1)) {  // twice at one instant
    last.x = x;
    last.order = std::min(last.order, order);
  } else {
    samples_.push_back({t, x, order});
  }
}

// How far the last value is from the cubic through the four before it says how the curve bends, and that how far apart values may be for
// the cubic between them:
//   x − p(t) = x⁗/24 Π (t − t_i),      error in the middle of equal steps h: x⁗/24 · (9/16) h⁴.
void DelayLine::measure(int begin) {
  constexpr int needed = 5;
  const int last = count() - 1;
  if (last - begin + 1 < needed) {
    constexpr double careful = 0.01;  // of the longest time
    step_ = careful * longest_;
    return;
  }
  const double t = samples_[last].t;
  double extrapolated = 0.0, product = 1.0;
  for (int i = last - 4; i < last; ++i) {
    double weight = 1.0;
    for (int k = last - 4; k < last; ++k) {
      if (k != i) weight *= (t - samples_[k].t) / (samples_[i].t - samples_[k].t);
    }
    extrapolated += weight * samples_[i].x;
    product *= t - samples_[i].t;
  }
  const double bend = std::abs(samples_[last].x - extrapolated) / product;
  step_ = bend > 0 ? std::pow(tolerance * largest_ / (9.0 / 16.0 * bend), 0.25) : 0.0;
}

double DelayLine::calc_longest_step(double longest) const {
  return step_ > 0 ? std::min(step_, longest) : longest;
}

int DelayLine::find_end(int begin) const {
  int end = begin + 1;
  while (end < count() && !begins(end)) ++end;
  return end;
}

double DelayLine::interpolate(int begin, int end, double s) const {
  const auto after = std::lower_bound(samples_.begin() + begin, samples_.begin() + end, s,
                                      [](const Sample& sample, double t) { return sample.t < t; });
  constexpr int points = 4;
  const int at = static_cast<int>(after - samples_.begin());
  const int first = std::max(begin, std::min(at - points / 2, end - points));
  const int last = std::min(end, first + points);
  double value = 0.0;
  for (int i = first; i < last; ++i) {
    double weight = 1.0;
    for (int k = first; k < last; ++k) {
      if (k != i) weight *= (s - samples_[k].t) / (samples_[i].t - samples_[k].t);
    }
    value += weight * samples_[i].x;
  }
  return value;
}

double DelayLine::calc(double s) const {
  if (has_stretches_)
    return seen_ < 0 ? samples_[0].x : interpolate(seen_, find_end(seen_), s);
  if (s <= samples_[0].t) return samples_[0].x;
  int begin = count() - 1;
  while (begin > 0 && (!begins(begin) || samples_[begin].t > s)) --begin;
  return interpolate(begin, find_end(begin), s);
}

double DelayLine::next_break() const {
  const int next = seen_ < 0 ? 0 : find_end(seen_);
  return next < count() ? samples_[static_cast<std::size_t>(next)].t
                        : std::numeric_limits<double>::infinity();
}

int DelayLine::pass(double s) {
  int order = no_break;
  while (next_break() <= s) {
    seen_ = seen_ < 0 ? 0 : find_end(seen_);
    order = std::min(order, samples_[static_cast<std::size_t>(seen_)].order);
  }
  return order;
}

// What is older than any question, but for the points that the curve there needs.
void DelayLine::forget() {
  constexpr int spare = 8;
  const double oldest = samples_.back().t - longest_;
  int old = 0;
  while (old + spare < count() && samples_[static_cast<std::size_t>(old + spare)].t < oldest) ++old;
  // A stretch loses its beginning only behind what is seen of it.
  if (old < 1000 || old < count() / 2) return;
  if (!has_stretches_) {
    samples_.erase(samples_.begin(), samples_.begin() + old);
    return;
  }
  if (seen_ < 0) return;
  if (seen_ < old) {
    if (find_end(seen_) <= old) return;
    samples_[static_cast<std::size_t>(old)].order = samples_[static_cast<std::size_t>(seen_)].order;
    seen_ = old;
  }
  samples_.erase(samples_.begin(), samples_.begin() + old);
  seen_ -= old;
}

void DelayLine::list_memory(Memory& memory) {
  memory.any_size(samples_);
  memory(seen_, longest_, largest_, step_, has_stretches_);
  memory.check(seen_ >= -1 && seen_ < count());
}

}  // namespace gelenk
