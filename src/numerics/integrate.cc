#include "numerics/integrate.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "numerics/events.h"

namespace gelenk {

namespace {

using Status = IntegrationResult::Status;

class Integration {
 public:
  Integration(OdeSystem& system, Integrator& integrator, const OutputTimes& times,
              IntegrationObserver& observer)
      : system_(system),
        integrator_(integrator),
        times_(times),
        observer_(observer),
        finder_(system),
        firings_(system.event_count()),
        resolution_(time_resolution(std::max(std::abs(times.start()), std::abs(times.end())))) {}

  IntegrationResult run(const IntegratorOptions& options, Vector y) {
    double t = result_.t = times_.start();
    system_.start_events(t, y);
    finder_.start(t, y);
    integrator_.start(system_, options, t, y);
    write(t, y);
    next_row_ = 1;
    while (going_ && times_.end() - t > resolution_) {
      const double due = find_time_event(t);
      if (!take_step(std::min(due, find_limit(t, options.largest_step)))) break;
      EventFinder::Outcome found = finder_.search(integrator_);
      while (going_ && found == EventFinder::Outcome::too_long) {
        const double shorter = t + (integrator_.t() - t) / 8;
        integrator_.restart(t, beginning_);
        if (take_step(shorter)) found = finder_.search(integrator_);
      }
      if (!going_) break;
      if (found == EventFinder::Outcome::failed) {
        end(Status::state_failed);
        break;
      }
      const bool is_event = found == EventFinder::Outcome::found;
      t = is_event ? finder_.time() : integrator_.t();
      const bool is_due = !is_event && t == due;
      write_rows_until(t, is_event || is_due);
      if (going_) result_.t = t;
      if (going_ && is_event) pass_event(t, finder_.state(), finder_.crossed());
      if (going_ && is_due) pass_event(t, integrator_.y(), std::vector<int>(firings_.size(), 0));
      if (going_ && !observer_.progress(t, integrator_.y())) end(Status::stopped);
    }
    return result_;
  }

 private:
  // An event of the list of times, later than now.
  double find_time_event(double t) const {
    const double due = system_.next_time_event(t);
    return due <= times_.end() ? due : std::numeric_limits<double>::infinity();
  }

  // A step that the system wants to be short ends there, whatever the method.
  double find_limit(double t, double largest_step) {
    const double longest = std::min(largest_step, times_.end() - t),
                 step = system_.calc_longest_step(t, longest, times_.end()),
                 bound = step < longest ? t + step : times_.end();
    if (!integrator_.has_fixed_step()) return bound;
    while (next_row_ < times_.count() - 1 && times_.at(next_row_) - t <= resolution_) ++next_row_;
    return std::min(bound, times_.at(next_row_));
  }

  bool take_step(double limit) {
    beginning_ = integrator_.y();
    if (!integrator_.step(limit)) {
      end(Status::integrator_failed);
      return false;
    }
    result_.largest_step = std::max(result_.largest_step, integrator_.t() - integrator_.t_before());
    return true;
  }

  // Rows at the output instants up to t. The rows of an event at t stand for an instant that is the same, and have
  // its time: that of `time > 1` is two units of rounding later.
  void write_rows_until(double t, bool is_event) {
    event_row_time_ = t - last_row_time_ > resolution_ ? t : last_row_time_;
    for (; going_ && next_row_ < times_.count(); ++next_row_) {
      const double instant = times_.at(next_row_);
      if (instant > t + (is_event ? resolution_ : 0.0)) return;
      events_since_row_ = 0;
      if (is_event && instant >= t - resolution_) {
        event_row_time_ = std::max(instant, last_row_time_);
        continue;
      }
      if (!integrator_.calc_state(instant, row_state_)) {
        end(Status::state_failed);
        return;
      }
      if (write(instant, row_state_)) result_.t = instant;
    }
  }

  void pass_event(double t, const Vector& before, const std::vector<int>& crossed) {
    ++result_.events;
    const bool has_rows = events_since_row_++ < most_events_per_interval;
    if (!has_rows) ++result_.events_without_rows;
    if (has_rows && !write(event_row_time_, before)) return;
    after_ = before;
    system_.handle_event(t, after_, crossed);
    if (has_rows && !write(event_row_time_, after_)) return;
    finder_.restart(t, after_, after_ != before);
    integrator_.restart(t, after_);
    watch_storm(t, crossed);
  }

  // The last firings of each indicator, as a ring.
  struct Firings {
    std::array<double, storm_count> times;
    long count = 0;
    double counted_from = 0.0;  // time of the last firing whose number is a multiple of slow_storm_count
  };

  void watch_storm(double t, const std::vector<int>& crossed) {
    for (std::size_t i = 0; i < crossed.size(); ++i) {
      if (crossed[i] == 0) continue;
      Firings& f = firings_[i];
      double& oldest = f.times[f.count++ % storm_count];
      if (f.count > storm_count && t - oldest < storm_fraction * (times_.end() - times_.start())) {
        result_.storming_event = static_cast<int>(i);
        end(Status::event_storm);
      }
      oldest = t;
      watch_slow_storm(t, static_cast<int>(i));
    }
  }

  void watch_slow_storm(double t, int event) {
    Firings& f = firings_[event];
    if (f.count % slow_storm_count != 0) return;
    const double interval =
        (t - (f.count > slow_storm_count ? f.counted_from : times_.start())) / slow_storm_count;
    f.counted_from = t;
    if (!going_ || interval >= slow_storm_fraction * (times_.end() - times_.start())) return;
    result_.storming_event = event;
    result_.storm_interval = interval;
    end(Status::event_storm);
  }

  bool write(double t, const Vector& y) {
    if (!observer_.row(t, y)) end(Status::state_failed);
    last_row_time_ = t;
    return going_;
  }

  void end(Status status) {
    result_.status = status;
    going_ = false;
  }

  OdeSystem& system_;
  Integrator& integrator_;
  const OutputTimes& times_;
  IntegrationObserver& observer_;
  EventFinder finder_;
  std::vector<Firings> firings_;
  double resolution_;  // times of the run that are closer than this are one instant
  long next_row_ = 0;
  int events_since_row_ = 0;  // of an output instant
  double last_row_time_ = -std::numeric_limits<double>::infinity(), event_row_time_ = 0.0;
  bool going_ = true;
  Vector row_state_, after_;
  Vector beginning_;  // of the last step
  IntegrationResult result_;
};

}  // namespace

IntegrationResult integrate(OdeSystem& system, Integrator& integrator,
                            const IntegratorOptions& options, const OutputTimes& times, Vector y,
                            IntegrationObserver& observer) {
  return Integration(system, integrator, times, observer).run(options, std::move(y));
}

}  // namespace gelenk
