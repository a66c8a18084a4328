// The run loop of every simulation: from step to step, rows at output instants, events where they occur.
// It knows an OdeSystem and an Integrator, nothing of mechanics.
//
// Methods with a fixed step are led to every output instant; adaptive ones choose their steps freely, and
// rows are interpolated and corrected. At an event one row is written before and one after the system has
// handled it, both at the same time, and the integrator starts anew. Of many events between two output instants the
// first have rows: events do not fill a disk.
#pragma once

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
};

struct IntegrationResult {
  enum class Status { done, stopped, integrator_failed, state_failed, event_storm };
  Status status = Status::done;
  double t = 0.0;  // reached
  double largest_step = 0.0;
  long events = 0;
  long events_without_rows = 0;
  int storming_event = -1;      // which indicator, at an event storm
  double storm_interval = 0.0;  // at a slow one: from one of its events to the next
};

// A storm: one indicator fires this often within this fraction of the run.
inline constexpr int storm_count = 8;
inline constexpr double storm_fraction = 1e-8;
// A slow one: so many times in a row, with less than this fraction of the run from one to the next. The run would have more than
// fifty million such events, and take hours over them; an hour of pulses at 5 kHz has fewer.
inline constexpr long slow_storm_count = 10000;
inline constexpr double slow_storm_fraction = 2e-8;

// Events that have rows between two output instants.
inline constexpr int most_events_per_interval = 100;

// Runs from (times.start(), y) to times.end(). The integrator's options hold as given, but that its
// failure is told by the integrator itself.
IntegrationResult integrate(OdeSystem& system, Integrator& integrator,
                            const IntegratorOptions& options, const OutputTimes& times, Vector y,
                            IntegrationObserver& observer);

}  // namespace gelenk
