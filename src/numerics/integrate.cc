#include "numerics/integrate.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace gelenk {

namespace {

using Status = IntegrationResult::Status;

double find_resolution(const OutputTimes& times) {
  return time_resolution(std::max(std::abs(times.start()), std::abs(times.end())));
}

}  // namespace

Integration::Integration(OdeSystem& system, Integrator& integrator,
                         const IntegratorOptions& options, const OutputTimes& times,
                         IntegrationObserver& observer)
    : system_(system),
      integrator_(integrator),
      options_(options),
      times_(times),
      observer_(observer),
      finder_(system),
      firings_(system.event_count() + 1),
      resolution_(find_resolution(times)),
      t_(times.start()) {}

void Integration::start(Vector y, bool holds_modes) {
  t_ = result_.t = times_.start();
  size_ = y.size();
  if (holds_modes)
    system_.accept(t_, y);
  else
    system_.start_events(t_, y);
  finder_.start(t_, y);
  integrator_.start(system_, options_, t_, y);
  write(t_, y);
  next_row_ = 1;
}

void Integration::list_memory(Memory& memory) {
  Vector y = integrator_.y();
  memory(t_);
  list_vector(memory, y, size_);
  memory.check(y.size() == size_);
  if (!memory.is_saving()) integrator_.start(system_, options_, t_, y);
  memory(integrator_, finder_, firings_, next_row_, events_since_row_, last_row_time_);
  IntegrationResult reached = result_;
  bool goes_on = going_;
  if (reached.status == Status::stopped) {
    reached.status = Status::done;
    goes_on = true;
  }
  memory(event_row_time_, goes_on, reached);
  memory.check(next_row_ >= 0 && next_row_ < 1L << 52 && events_since_row_ >= 0);
  memory.check(std::isfinite(t_));
  if (memory.is_saving()) return;
  going_ = goes_on;
  result_ = reached;
  beginning_.resize(0);
  take_back_instants();
}

// Where the run ends later than it did, the instant that its end took the place of is still to come.
void Integration::take_back_instants() {
  next_row_ = std::min(next_row_, times_.count());
  while (next_row_ > 0 && times_.at(next_row_ - 1) - t_ > resolution_) --next_row_;
}

bool Integration::is_over() const { return !going_ || !(times_.end() - t_ > resolution_); }

bool Integration::advance(double limit) {
  if (is_over() || !(limit - t_ > resolution_)) return false;
  const double due = find_time_event();
  if (!take_step(std::min({due, find_limit(), limit}))) return false;
  EventFinder::Outcome found = finder_.search(integrator_);
  while (going_ && found == EventFinder::Outcome::too_long) {
    const double shorter = t_ + (integrator_.t() - t_) / 8;
    integrator_.restart(t_, beginning_);
    if (take_step(shorter)) found = finder_.search(integrator_);
  }
  if (!going_) return false;
  if (found == EventFinder::Outcome::failed) {
    end(Status::state_failed);
    return false;
  }
  if (found == EventFinder::Outcome::unresolved) {
    integrator_.restart(t_, beginning_);
    result_.storming_event = finder_.unresolved();
    end(Status::event_storm);
    return false;
  }
  const bool is_event = found == EventFinder::Outcome::found;
  t_ = is_event ? finder_.time() : integrator_.t();
  const bool is_due = !is_event && t_ == due;
  pass_marks(false);
  write_rows_until(t_, is_event || is_due);
  if (going_) result_.t = t_;
  if (going_ && is_event) pass_event(finder_.state(), finder_.crossed());
  if (going_ && is_due) {
    pass_event(integrator_.y(), std::vector<int>(firings_.size() - 1, 0));
    if (going_) note_firing(t_, static_cast<int>(firings_.size()) - 1);
  }
  pass_marks(true);
  if (going_ && !observer_.progress(t_, integrator_.y())) end(Status::stopped);
  return !is_over();
}

void Integration::add_mark(double t) {
  marks_.insert(std::upper_bound(marks_.begin(), marks_.end(), t, std::greater<>()), t);
  pass_marks(true);
}

// Those inside the last step; after its rows and its event those at its end.
void Integration::pass_marks(bool is_at_end) {
  const double until = is_at_end ? t_ + resolution_ : t_ - resolution_;
  while (going_ && !marks_.empty() && marks_.back() < until) {
    const double instant = marks_.back();
    marks_.pop_back();
    if (!is_at_end && !integrator_.calc_state(instant, row_state_))
      end(Status::state_failed);
    else if (!observer_.mark(instant, is_at_end ? integrator_.y() : row_state_))
      end(Status::state_failed);
  }
}

void Integration::change(const std::function<void()>& act) {
  if (!going_) return;
  event_row_time_ = t_ - last_row_time_ > resolution_ ? t_ : last_row_time_;
  pass_event(Vector(integrator_.y()), std::vector<int>(firings_.size() - 1, 0), act);
}

void Integration::set_end(double end) {
  times_ = OutputTimes(times_.start(), end, times_.interval());
  resolution_ = find_resolution(times_);
  take_back_instants();
}

// An event of the list of times, later than now by more than is one instant.
double Integration::find_time_event() {
  const double due = std::max(system_.next_time_event(t_), t_ + 2 * resolution_);
  return due <= times_.end() ? due : std::numeric_limits<double>::infinity();
}

// A step that the system wants to be short ends there, whatever the method.
double Integration::find_limit() {
  const double longest = std::min(options_.largest_step, times_.end() - t_),
               step = system_.calc_longest_step(t_, longest, times_.end()),
               bound = step < longest ? t_ + step : times_.end();
  if (!integrator_.has_fixed_step()) return bound;
  while (next_row_ < times_.count() - 1 && times_.at(next_row_) - t_ <= resolution_) ++next_row_;
  return std::min(bound, times_.at(next_row_));
}

bool Integration::take_step(double limit) {
  beginning_ = integrator_.y();
  step_begin_ = integrator_.t();
  if (!integrator_.step(limit)) {
    end(Status::integrator_failed);
    return false;
  }
  result_.largest_step = std::max(result_.largest_step, integrator_.t() - integrator_.t_before());
  return true;
}

// Rows at the output instants up to t. The rows of an event at t stand for an instant that is the same, and have
// its time: that of `time > 1` is two units of rounding later.
void Integration::write_rows_until(double t, bool is_event) {
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

void Integration::pass_event(const Vector& before, const std::vector<int>& crossed,
                             const std::function<void()>& act) {
  ++result_.events;
  const bool has_rows = events_since_row_++ < most_events_per_interval;
  if (!has_rows) ++result_.events_without_rows;
  // What acts from outside may do so right after a row.
  const bool has_row_before = act && last_row_time_ == event_row_time_;
  if (has_rows && !has_row_before && !write(event_row_time_, before)) return;
  after_ = before;
  if (act) act();
  system_.handle_event(t_, after_, crossed);
  if (has_rows && !write(event_row_time_, after_)) return;
  finder_.restart(t_, after_, after_ != before);
  integrator_.restart(t_, after_);
  watch_storm(t_, crossed);
}

void Integration::watch_storm(double t, const std::vector<int>& crossed) {
  for (std::size_t i = 0; i < crossed.size(); ++i) {
    if (crossed[i] != 0) note_firing(t, static_cast<int>(i));
  }
}

void Integration::note_firing(double t, int event) {
  Firings& f = firings_[event];
  double& oldest = f.times[f.count++ % storm_count];
  if (f.count > storm_count && t - oldest < storm_fraction * (times_.end() - times_.start())) {
    result_.storming_event = event;
    end(Status::event_storm);
  }
  oldest = t;
  watch_slow_storm(t, event);
}

void Integration::watch_slow_storm(double t, int event) {
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

bool Integration::write(double t, const Vector& y) {
  if (!observer_.row(t, y)) end(Status::state_failed);
  last_row_time_ = t;
  return going_;
}

void Integration::end(Status status) {
  result_.status = status;
  going_ = false;
}

IntegrationResult integrate(OdeSystem& system, Integrator& integrator,
                            const IntegratorOptions& options, const OutputTimes& times, Vector y,
                            IntegrationObserver& observer) {
  Integration run(system, integrator, options, times, observer);
  run.start(std::move(y));
  while (run.advance()) {
  }
  return run.result();
}

}  // namespace gelenk
