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

}  // namespace

double time_resolution(double t) {
  return 4 * std::numeric_limits<double>::epsilon() * std::abs(t);
}

EventFinder::EventFinder(OdeSystem& system) : system_(system) {
  const int n = system.event_count();
  sign_.assign(n, 0);
  crossed_.assign(n, 0);
  z_.setZero(n);
  z_next_.setZero(n);
  z_probe_.setZero(n);
  rounding_.setZero(n);
  z_event_.setZero(n);
  slack_.setZero(n);
  must_.assign(n, 0);
}

void EventFinder::start(double t, const Vector& y) {
  std::fill(crossed_.begin(), crossed_.end(), 0);
  restart(t, y, false);
}

void EventFinder::restart(double t, const Vector& y, bool state_changed) {
  if (sign_.empty()) return;
  system_.eval_events(t, y, z_);
  std::fill(must_.begin(), must_.end(), 0);
  system_.get_event_signs(must_);
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    slack_[i] = 0.0;
    if (must_[i] != 0) {
      sign_[i] = must_[i];
      if (must_[i] * z_[i] < 1e-9) slack_[i] = 1e-12;  // it starts at its bound
      continue;
    }
    // As close to zero as the location left it.
    const bool near_zero = crossed_[i] != 0 && std::abs(z_[i]) <= 2 * std::abs(z_event_[i]);
    if (!near_zero)
      sign_[i] = sign_of(z_[i]);
    else
      sign_[i] = state_changed ? 0 : crossed_[i];
  }
  rounding_ = z_.cwiseAbs();
}

EventFinder::Outcome EventFinder::search(Integrator& integrator) {
  if (sign_.empty()) return Outcome::none;
  if (!measure_rounding(integrator)) return Outcome::failed;
  choose_instants(integrator.t_before(), integrator.t());
  double from = integrator.t_before();
  for (const double to : instants_) {
    if (!eval_indicators(integrator, to, z_next_)) return Outcome::failed;
    settle_signs(z_next_, to == integrator.t());
    if (has_crossed(z_next_))
      return locate(integrator, from, z_, to, z_next_) ? Outcome::found : Outcome::failed;
    z_.swap(z_next_);
    from = to;
  }
  return Outcome::none;
}

// While a sign is not yet known: how far the interpolated solution is from the state that it begins with.
bool EventFinder::measure_rounding(Integrator& integrator) {
  if (std::find(sign_.begin(), sign_.end(), 0) == sign_.end()) return true;
  if (!eval_indicators(integrator, integrator.t_before(), z_next_)) return false;
  rounding_ = rounding_.cwiseMax((z_next_ - z_).cwiseAbs());
  return true;
}

// While a sign is not yet known, or an indicator is at its bound, early instants too: a body that has just left the ground may be back
// before a quarter of the step is over.
void EventFinder::choose_instants(double begin, double end) {
  instants_.clear();
  const double h = end - begin;
  if (std::find(sign_.begin(), sign_.end(), 0) != sign_.end() || slack_.maxCoeff() > 0) {
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
    if (sign_[i] * z[i] > 16 * slack_[i]) slack_[i] = 0.0;  // clear of its bound
    if (sign_[i] == 0 && (is_end || std::abs(z[i]) > 16 * rounding_[i])) sign_[i] = sign_of(z[i]);
  }
}

bool EventFinder::has_crossed(const Vector& z) const {
  for (std::size_t i = 0; i < sign_.size(); ++i) {
    if (sign_[i] * z[i] < -slack_[i]) return true;
  }
  return false;
}

// Encloses the first crossing in (from, to]. At `from` none has crossed, at `to` one has.
bool EventFinder::locate(Integrator& integrator, double from, Vector z_from, double to,
                         Vector z_to) {
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
    if (!eval_indicators(integrator, probe, z_probe_)) return false;
    if (has_crossed(z_probe_)) {
      to = probe;
      z_to = z_probe_;
      if (side == 1) z_from *= 0.5;  // Illinois: the end that stays counts half
      side = 1;
    } else {
      from = probe;
      z_from = z_probe_;
      if (side == -1) z_to *= 0.5;
      side = -1;
    }
  }
  // Of the times in the enclosure the one that people would write.
  const double written = tidy(to);
  if (written > from && written < to) {
    if (!eval_indicators(integrator, written, z_probe_)) return false;
    if (has_crossed(z_probe_)) to = written;
  }
  time_ = to;
  if (!integrator.calc_state(to, state_)) return false;
  system_.eval_events(to, state_, z_event_);
  for (std::size_t i = 0; i < sign_.size(); ++i)
    crossed_[i] = sign_[i] * z_event_[i] < -slack_[i] ? -sign_[i] : 0;
  return true;
}

}  // namespace gelenk
