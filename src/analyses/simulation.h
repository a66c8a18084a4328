// Simulation over time. Reads as the run does: initial values, then steps and output instants, until
// the end, a failure or a request to stop. Rows go to a sink as they are computed, so that nothing is
// lost when a run ends early.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "analyses/assembly.h"
#include "analyses/signals.h"
#include "formulations/formulation.h"

namespace gelenk {

enum class Stabilization { projection, none };

struct SimulationOptions {
  double start_time = 0.0;
  double stop_time = 1.0;
  double interval = 0.0;  // between output instants; 0: 500 of them
  double step = 1e-3;     // the longest step; shortened so that it divides the interval
  std::string integrator = "rk4";
  Stabilization stabilization = Stabilization::projection;
};

enum class RunStatus { done, failed, interrupted };

struct SimulationResult {
  RunStatus status = RunStatus::done;
  std::string message;    // why it failed: component, quantity, time
  double end_time = 0.0;  // reached
  double step = 0.0;      // used
  long steps = 0, evaluations = 0, rows = 0;
  int degrees_of_freedom = 0, closure_rows = 0, redundant_rows = 0;
  Drift largest_drift;
  Energy energy_start, energy_end;
  std::vector<MovedStart> moved;
  double wall_seconds = 0.0, cpu_seconds = 0.0;
};

struct SimulationCallbacks {
  std::function<void(double time, const std::vector<double>& values)> row;
  std::function<void(double time)> progress;  // after every step
  const std::atomic<bool>* stop = nullptr;  // set from outside: ends the run after the current step
};

// Checks that the options make sense; throws UserError.
void check_options(const SimulationOptions& options);

SimulationResult simulate(Formulation& formulation, SignalTable& signals,
                          const SimulationOptions& options, const SimulationCallbacks& callbacks);

}  // namespace gelenk
