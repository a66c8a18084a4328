#include "numerics/events.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/output_times.h"

namespace gelenk {

namespace {

int sign_of(double z) { return (z > 0) - (z < 0); }

// Where a step is looked at, as fractions of it.
constexpr double usual_instants[] = {0.25, 0.5, 0.75, 1.0};
// An indicator that must keep its sign and is below this after an event is at its bound.
constexpr double at_bound = 1e-9;
// How far beyond its bound it may go that leaves it with no slope to speak of, against the slopes of the state: what
// accelerations are off by in long chains and under large forces.
constexpr double rounding_slack = 1e-12, least_slope = 1e-9;
// Steps down to this many times what the time resolves are taken anew where they are too long.
constexpr double shortest_split = 64;

}  // namespace

double time_resolution(double t) {
  return 4 * std::numeric_limits<double>::epsilon() * std::abs(t);
}

EventFinder::EventFinder(OdeSystem& system) : system_(system) {
  const int n = system.event_count();
  sign_.assign(n, 0);
  crossed_.assign(n, 0);
  crossed_before_.assign(n, 0);
  is_near_.assign(n, 0);
  leaves_.setZero(n);
  slopes_.setZero(n);
  for (Sample* sample : {&earlier_, &last_, &next_, &probe_, &dip_}) sample->z.setZero(n);
  rounding_.setZero(n);
  z_event_.setZero(n);
  slack_.setZero(n);
  noise_.setZero(n);
  must_.assign(n, 0);
  was_turned_.assign(n, 0);
  z_restart_.setZero(n);
}

void EventFinder::start(double t, const Vector& y) {
  std::fill(crossed_.begin(), crossed_.end(), 0);
  restart(t, y, false);
}

void EventFinder::restart(double t, const Vector& y, bool state_changed) {
  if (sign_.empty()) return;
  last_.t = t;
  const Vector& z = last_.z;
  system_.eval_events(t, y, last_.z);
  std::fill(must_.begin(), must_.end(), 0);
  system_.get_event_signs(must_);
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    slack_[i] = rounding_[i] = 0.0;
    if (must_[i] != 0) {
      sign_[i] = must_[i];
      is_near_[i] = must_[i] * z[i] < at_bound;
      continue;
    }
    // As close to zero as the location left it.
    const bool at_zero = crossed_[i] != 0 && std::abs(z[i]) <= 2 * std::abs(z_event_[i]);
    if (at_zero) {
      sign_[i] = state_changed ? 0 : crossed_[i];
      rounding_[i] = std::abs(z[i]);
    } else {
      sign_[i] = sign_of(z[i]);
    }
    is_near_[i] = sign_[i] == 0;
  }
  find_leaving_slopes(t, y);
}

// What is at its bound, or leaves zero. With a slope of its own a required sign needs no slack but that the handler
// has left it beyond its bound: then it goes the right way from there, or the mode is wrong at once. A slope that an
// impact has turned round is one, however small; so is that of an indicator that goes on as it came. (With slack, a ball
// that a when throws up by less than can be seen would fall by that much, and be below the ground for good.)
void EventFinder::find_leaving_slopes(double t, const Vector& y) {
  leaves_.setZero();
  std::fill(was_turned_.begin(), was_turned_.end(), 0);
  z_restart_ = last_.z;
  if (!is_near_zero()) return;
  const double way = 1e-8 * std::max(1.0, std::abs(t)),
               least = calc_slopes(t, y, last_.z, way, leaves_);
  find_noise(t, y);
  // Differences of what is nothing but rounding may look like a slope, by chance.
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (crossed_[i] == 0 && std::abs(leaves_[i]) * way <= 4 * noise_[i]) leaves_[i] = 0.0;
  }
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (!is_near_[i] || must_[i] == 0) continue;
    slack_[i] = std::max(2 * noise_[i], -2 * must_[i] * last_.z[i]);
    const bool has_crossed = crossed_[i] * slopes_[i] > 0;
    const double share = has_crossed ? leaves_[i] / slopes_[i] : 0.0;
    was_turned_[i] = share < -1e-6;
    const bool goes_on = share > 0.5 && share < 2.0;
    if (!was_turned_[i] && !goes_on && !(std::abs(leaves_[i]) > least))
      slack_[i] = std::max(slack_[i], rounding_slack);
  }
}

// By how much indicators differ where time and state differ by rounding: a voltage that is the difference of two large ones is not
// better known than these, whatever its slope.
void EventFinder::find_noise(double t, const Vector& y) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  noise_.setZero();
  const auto compare = [&](double t_beside, const Vector& y_beside) {
    system_.eval_events(t_beside, y_beside, next_.z);
    noise_ = noise_.cwiseMax((next_.z - last_.z).cwiseAbs());
  };
  compare(t + time_resolution(t), y);
  if (!system_.events_depend_on_state()) return;
  beside_ = (1 + rounding) * y;
  compare(t, beside_);
  // What all of it scaled alike leaves as it is.
  for (Eigen::Index i = 1; i < beside_.size(); i += 2) beside_[i] = (1 - rounding) * y[i];
  compare(t, beside_);
}

// Two short ways along the slope of the state: an indicator that goes twice as far on the second has a slope that is
// more than rounding; that of others is 0. Returns what is little beside the slopes of the state.
double EventFinder::calc_slopes(double t, const Vector& y, const Vector& z, double way,
                                Vector& slopes) {
  slopes.setZero();
  if (!system_.events_depend_on_state())
    slope_.setZero(y.size());
  else if (!system_.eval(t, y, slope_))
    return std::numeric_limits<double>::infinity();
  system_.eval_events(t + way, y + way * slope_, next_.z);
  system_.eval_events(t + 2 * way, y + 2 * way * slope_, probe_.z);
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    const double once = next_.z[i] - z[i], twice = probe_.z[i] - z[i];
    if (twice / once > 1.5 && twice / once < 2.5) slopes[i] = twice / (2 * way);
  }
  return least_slope * (1 + (slope_.size() > 0 ? slope_.cwiseAbs().maxCoeff() : 0.0));
}

bool EventFinder::is_near_zero() const {
  return std::find(is_near_.begin(), is_near_.end(), 1) != is_near_.end();
}

EventFinder::Outcome EventFinder::search(Integrator& integrator) {
  if (sign_.empty()) return Outcome::none;
  beginning_ = last_;
  sign_before_ = sign_;
  slack_before_ = slack_;
  near_before_ = is_near_;
  rounding_before_ = rounding_;
  crossed_before_ = crossed_;
  std::fill(crossed_.begin(), crossed_.end(), 0);
  Outcome outcome = look_along(integrator);
  if (outcome == Outcome::found)
    outcome = shorten(integrator, find_crossing_against_slope(integrator), Outcome::found);
  was_too_long_ = outcome == Outcome::too_long;
  if (was_too_long_) {
    last_ = beginning_;
    sign_ = sign_before_;
    crossed_ = crossed_before_;
    slack_ = slack_before_;
    is_near_ = near_before_;
    rounding_ = rounding_before_;
    return outcome;
  }
  leaves_.setZero();  // they hold for the first step
  return outcome;
}

// From instant to instant until an indicator has crossed.
EventFinder::Outcome EventFinder::look_along(Integrator& integrator) {
  if (!measure_rounding(integrator)) return Outcome::failed;
  choose_instants(integrator.t_before(), integrator.t());
  bool is_first = true;
  for (const double t : instants_) {
    next_.t = t;
    if (!eval_indicators(integrator, t, next_.z)) return Outcome::failed;
    settle_signs(next_.z, t == integrator.t());
    if (has_crossed(next_.z))
      return locate(integrator, last_, next_) ? Outcome::found : Outcome::failed;
    if (!is_first) {
      if (!probe_dips(integrator)) return Outcome::failed;
      if (has_dip_) {
        return locate(integrator, dip_.t > last_.t ? last_ : earlier_, dip_) ? Outcome::found
                                                                             : Outcome::failed;
      }
    }
    is_first = false;
    std::swap(earlier_, last_);
    std::swap(last_, next_);
  }
  const Outcome outcome = shorten(integrator, find_missed_crossing(integrator), Outcome::none);
  if (outcome != Outcome::none) return outcome;
  unresolved_ = find_lost_turn();
  return unresolved_ < 0 ? Outcome::none : Outcome::unresolved;
}

// What becomes of a step that does not fit the slope of an indicator; −1: it fits those of all.
EventFinder::Outcome EventFinder::shorten(const Integrator& integrator, int indicator,
                                          Outcome otherwise) {
  if (indicator < 0) return otherwise;
  const double h = integrator.t() - integrator.t_before();
  if (h > shortest_split * time_resolution(integrator.t())) return Outcome::too_long;
  // Of steps that were short from the first on nobody knows.
  if (!was_too_long_ || crossed_before_[indicator] == 0) return otherwise;
  unresolved_ = indicator;
  return Outcome::unresolved;
}

// An indicator that the step takes through zero one way, while its slope there points the other way, or hardly that way.
int EventFinder::find_crossing_against_slope(Integrator& integrator) {
  const double h = integrator.t() - integrator.t_before();
  slopes_.setZero();
  if (!system_.events_depend_on_state()) return -1;  // z is what it is
  const double way = 1e-3 * h;
  calc_slopes(time_, state_, z_event_, way, slopes_);
  const Vector at_event = state_;
  const double back = time_ - way < integrator.t_before() ? -way : way;
  const bool is_known = eval_indicators(integrator, time_ - back, next_.z);
  state_ = at_event;
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (crossed_[i] == 0 || slopes_[i] == 0) continue;
    const double taken = is_known ? crossed_[i] * (z_event_[i] - next_.z[i]) / back : 0.0;
    if (crossed_[i] * slopes_[i] < 0.1 * std::max(0.0, taken)) return static_cast<int>(i);
  }
  return -1;
}

// Between the last three instants. The earliest crossing found goes to dip_.
bool EventFinder::probe_dips(Integrator& integrator) {
  has_dip_ = false;
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (!is_near_[i] && !follow_dip(integrator, i)) return false;
  }
  return true;
}

bool EventFinder::follow_dip(Integrator& integrator, std::size_t i) {
  double ta = earlier_.t, tb = last_.t, tc = next_.t;
  double a = sign_[i] * earlier_.z[i], b = sign_[i] * last_.z[i], c = sign_[i] * next_.z[i];
  for (int round = 0; round < 8; ++round) {
    const double lowest = std::min({a, b, c});
    if (lowest <= 16 * rounding_[i] && round == 0) return true;  // it comes from zero
    // The parabola's vertex and its value there.
    const double rise = (b - a) / (tb - ta);
    const double bend = ((c - b) / (tc - tb) - rise) / (tc - ta);
    if (!(bend > 0)) return true;
    const double t = 0.5 * (ta + tb) - 0.5 * rise / bend;
    if (!(t > ta && t < tc) || t == tb) return true;
    if (a + (t - ta) * (rise + bend * (t - tb)) > 0.5 * lowest) return true;
    probe_.t = t;
    if (!eval_indicators(integrator, t, probe_.z)) return false;
    if (has_crossed(probe_.z)) {
      if (!has_dip_ || t < dip_.t) dip_ = probe_;
      has_dip_ = true;
      return true;
    }
    const double p = sign_[i] * probe_.z[i];
    // The three instants around the lowest value so far.
    if (t < tb) {
      if (p < b) {
        tc = tb, c = b, tb = t, b = p;
      } else {
        ta = t, a = p;
      }
    } else {
      if (p < b) {
        ta = tb, a = b, tb = t, b = p;
      } else {
        tc = t, c = p;
      }
    }
  }
  return true;
}

// While an indicator is near zero: how far the interpolated solution is from the state that it begins with.
bool EventFinder::measure_rounding(Integrator& integrator) {
  if (!is_near_zero()) return true;
  if (!eval_indicators(integrator, integrator.t_before(), next_.z)) return false;
  rounding_ = rounding_.cwiseMax((next_.z - last_.z).cwiseAbs());
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (is_near_[i] && must_[i] != 0) slack_[i] = std::max(slack_[i], 2 * rounding_[i]);
  }
  return true;
}

// An indicator that began right at its bound with a slope of its own that leads across, well within the step, and has not
// crossed.
int EventFinder::find_missed_crossing(const Integrator& integrator) const {
  const double h = integrator.t() - integrator.t_before();
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    const bool leads_across = must_[i] * leaves_[i] < 0 && slack_before_[i] < rounding_slack;
    if (leads_across && std::abs(beginning_.z[i]) < 0.5 * h * std::abs(leaves_[i]))
      return static_cast<int>(i);
  }
  return -1;
}

// An indicator that an event has turned round, and that is further beyond its bound now than it was then, without having come back
// to it: the way back was shorter than the location of the event was off.
int EventFinder::find_lost_turn() const {
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (!was_turned_[i] || !near_before_[i] || must_[i] * leaves_[i] >= 0) continue;
    if (!is_near_[i] && must_[i] * last_.z[i] > 2 * std::abs(z_restart_[i]))
      return static_cast<int>(i);
  }
  return -1;
}

// While a sign is not yet known, or an indicator is at its bound, early instants too: a body that has just left
// the ground may be back before a quarter of the step is over.
void EventFinder::choose_instants(double begin, double end) {
  instants_.clear();
  const double h = end - begin;
  if (is_near_zero()) {
    const double first = std::max(8 * time_resolution(begin), 1e-12 * h);
    for (double later = first; later < 0.2 * h; later *= 4) instants_.push_back(begin + later);
  }
  for (double fraction : usual_instants)
    instants_.push_back(fraction == 1.0 ? end : begin + fraction * h);
}

bool EventFinder::eval_indicators(Integrator& integrator, double t, Vector& z) {
  if (!system_.events_depend_on_state()) {
    system_.eval_events(t, integrator.y(), z);
    return true;
  }
  if (!integrator.calc_state(t, state_)) return false;
  system_.eval_events(t, state_, z);
  return true;
}

void EventFinder::settle_signs(const Vector& z, bool is_end) {
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (!is_near_[i]) continue;
    if (must_[i] != 0) {
      if (!(sign_[i] * z[i] > 16 * slack_[i])) continue;
      slack_[i] = 0.0;  // clear of its bound
    } else {
      if (!is_end && !(std::abs(z[i]) > 16 * rounding_[i])) continue;
      sign_[i] = leaves_[i] != 0 ? sign_of(leaves_[i]) : sign_of(z[i]);
      if (sign_[i] == 0) continue;
    }
    is_near_[i] = 0;
  }
}

bool EventFinder::has_crossed(const Vector& z) const {
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (sign_[i] * z[i] < -slack_[i]) return true;
  }
  return false;
}

// Encloses the first crossing after `first`, where none has crossed, up to `last`, where one has.
bool EventFinder::locate(Integrator& integrator, Sample first, Sample last) {
  double from = first.t, to = last.t;
  Vector &z_from = first.z, &z_to = last.z;
  int side = 0;  // which end moved last: −1 from, 1 to
  double width_before = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 200; ++round) {
    const double width = to - from;
    const double resolution =
        std::max(time_resolution(to), 1e-15 * (integrator.t() - integrator.t_before()));
    if (width <= resolution) break;
    // The earliest of the straight lines' zeros, over the indicators that cross.
    double fraction = 1.0;
    for (std::size_t i = 0; i < sign_.size(); ++i) {
      if (!(sign_[i] * z_to[i] < -slack_[i])) continue;
      const double above = std::max(0.0, sign_[i] * z_from[i]), below = std::abs(z_to[i]);
      fraction = std::min(fraction, above / (above + below));
    }
    // Three rounds have to halve the enclosure; a probe stays clear of its ends.
    if (round % 3 == 2) {
      if (width > 0.5 * width_before) fraction = 0.5;
      width_before = width;
    }
    const double margin = std::min(0.5, 0.5 * resolution / width);
    const double probe = from + std::clamp(fraction, margin, 1 - margin) * width;
    if (!(probe > from && probe < to)) break;
    if (!eval_indicators(integrator, probe, probe_.z)) return false;
    if (has_crossed(probe_.z)) {
      to = probe;
      z_to = probe_.z;
      if (side == 1) z_from *= 0.5;  // Illinois: the end that stays counts half
      side = 1;
    } else {
      from = probe;
      z_from = probe_.z;
      if (side == -1) z_to *= 0.5;
      side = -1;
    }
  }
  // Of the times in the enclosure the one that people would write.
  const double written = tidy(to);
  if (written > from && written < to) {
    if (!eval_indicators(integrator, written, probe_.z)) return false;
    if (has_crossed(probe_.z)) to = written;
  }
  time_ = to;
  if (!integrator.calc_state(to, state_)) return false;
  system_.eval_events(to, state_, z_event_);
  for (std::size_t i = 0; i < sign_.size(); ++i)
    crossed_[i] = sign_[i] * z_event_[i] < -slack_[i] ? -sign_[i] : 0;
  return true;
}

}  // namespace gelenk
