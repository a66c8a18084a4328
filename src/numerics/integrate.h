// The run loop of every simulation: from step to step, rows at output instants, events where they occur.
// It knows an OdeSystem and an Integrator, nothing of mechanics.
//
// Methods with a fixed step are led to every output instant; adaptive ones choose their steps freely, and
// rows are interpolated and corrected. At an event one row is written before and one after the system has
// handled it, both at the same time, and the integrator starts anew. Of many events between two output instants the
// first have rows: events do not fill a disk.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <vector>

#include "numerics/events.h"
#include "numerics/integrator.h"
#include "numerics/output_times.h"

namespace gelenk {

class IntegrationObserver {
 public:
  virtual ~IntegrationObserver() = default;
  // A row at an output instant, or on one side of an event. False: it cannot be computed, the run fails.
  virtual bool row(double t, const Vector& y) = 0;
  // After every step, at its end. False: stop, on request.
  virtual bool progress(double t, const Vector& y) = 0;
  // At an instant that was marked. False: as of a row.
  virtual bool mark(double /*t*/, const Vector& /*y*/) { return true; }
};

struct IntegrationResult {
  enum class Status { done, stopped, integrator_failed, state_failed, event_storm };
  Status status = Status::done;
  double t = 0.0;  // reached
  double largest_step = 0.0;
  long events = 0;
  long events_without_rows = 0;
  int storming_event = -1;      // which indicator, at an event storm; as many as there are: instants named ahead
  double storm_interval = 0.0;  // at a slow one: from one of its events to the next
  void list_memory(Memory& memory) {
    memory(status, t, largest_step, events, events_without_rows, storming_event, storm_interval);
    memory.check(status >= Status::done && status <= Status::event_storm);
  }
};

// A storm: one indicator fires this often within this fraction of the run, or again before the time resolves it.
inline constexpr int storm_count = 8;
inline constexpr double storm_fraction = 1e-8;
// A slow one: so many times in a row, with less than this fraction of the run from one to the next. The run would have more than
// fifty million such events, and take hours over them; an hour of pulses at 5 kHz has fewer.
inline constexpr long slow_storm_count = 10000;
inline constexpr double slow_storm_fraction = 2e-8;

// Events that have rows between two output instants.
inline constexpr int most_events_per_interval = 100;

// A run, advanced step by step. What it is given must outlive it, and its integrator serves nobody else meanwhile.
class Integration {
 public:
  Integration(OdeSystem& system, Integrator& integrator, const IntegratorOptions& options,
              const OutputTimes& times, IntegrationObserver& observer);

  // Begins at (times.start(), y): takes the modes that fit, or goes on with those that the system holds, and writes the
  // first row.
  void start(Vector y, bool holds_modes = false);
  // One step, not past `limit`, with the rows and the event in it. False: nothing is left to do until then, or the run
  // is over.
  bool advance(double limit = std::numeric_limits<double>::infinity());
  // At the present instant `act` changes what the system depends on from outside: an event, with a row before and one after.
  void change(const std::function<void()>& act);
  // The run ends at another time, not before the present one: output instants go on as they were.
  void set_end(double end);
  // The observer is to see the state at t, an instant that is now or still to come: before the rows and the event that follow
  // it, and after an event at t itself. Steps are those that are taken anyway.
  void add_mark(double t);

  // Between two steps: all that the rest of the run depends on besides the system's own memory,
  // which has to be restored first; marks are not among it. Before it is restored to a run that has
  // not been started, `prepare` takes the place of start; `size` is that of y. A run that was
  // stopped on request goes on where it is restored.
  void list_memory(Memory& memory);
  void prepare(Eigen::Index size) { size_ = size; }

  // At its end, failed or stopped.
  bool is_over() const;
  // The present instant, and the state there.
  double t() const { return t_; }
  const Vector& y() const { return integrator_.y(); }
  // The last instant whose state is known to be good, and that state: also after a failure inside a step.
  double accepted_t() const { return has_failed_inside() ? step_begin_ : integrator_.t(); }
  const Vector& accepted_y() const { return has_failed_inside() ? beginning_ : integrator_.y(); }
  // Times that are closer than this are one instant.
  double resolution() const { return resolution_; }
  const OutputTimes& times() const { return times_; }
  // No step is longer.
  double largest_step() const { return options_.largest_step; }
  // Of the way so far.
  const IntegrationResult& result() const { return result_; }

 private:
  // The last firings of an indicator, as a ring.
  struct Firings {
    std::array<double, storm_count> times{};
    long count = 0;
    double counted_from =
        0.0;  // time of the last firing whose number is a multiple of slow_storm_count
    void list_memory(Memory& memory) {
      memory(times, count, counted_from);
      memory.check(count >= 0 && count < 1L << 52);
    }
  };

  double find_time_event();
  double find_limit();
  bool take_step(double limit);
  void write_rows_until(double t, bool is_event);
  void take_back_instants();
  void pass_marks(bool is_at_end);
  bool has_failed_inside() const {
    return result_.status == IntegrationResult::Status::state_failed && beginning_.size() > 0;
  }
  void pass_event(const Vector& before, const std::vector<int>& crossed,
                  const std::function<void()>& act = {});
  void watch_storm(double t, const std::vector<int>& crossed);
  void note_firing(double t, int event);
  void watch_slow_storm(double t, int event);
  bool write(double t, const Vector& y);
  void end(IntegrationResult::Status status);

  OdeSystem& system_;
  Integrator& integrator_;
  const IntegratorOptions options_;
  OutputTimes times_;
  IntegrationObserver& observer_;
  EventFinder finder_;
  std::vector<Firings> firings_;
  double resolution_;
  double t_;
  long next_row_ = 0;
  int events_since_row_ = 0;  // of an output instant
  double last_row_time_ = -std::numeric_limits<double>::infinity(), event_row_time_ = 0.0;
  bool going_ = true;
  Eigen::Index size_ = 0;  // of y
  Vector row_state_, after_;
  Vector beginning_;  // of the last step
  double step_begin_ = 0.0;
  std::vector<double> marks_;  // still to come, the next one last
  IntegrationResult result_;
};

// Runs from (times.start(), y) to times.end(). The integrator's options hold as given, but that its
// failure is told by the integrator itself.
IntegrationResult integrate(OdeSystem& system, Integrator& integrator,
                            const IntegratorOptions& options, const OutputTimes& times, Vector y,
                            IntegrationObserver& observer);

}  // namespace gelenk
