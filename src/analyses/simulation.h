// Simulation over time: initial values, then the run loop (numerics/integrate.h) over the equations of
// motion, until the end, a failure or a request to stop. Rows go to a sink as they are computed, so that
// nothing is lost when a run ends early.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analyses/assembly.h"
#include "analyses/motion_equations.h"
#include "analyses/signals.h"
#include "formulations/formulation.h"

namespace gelenk {

struct SimulationOptions {
  double start_time = 0.0;
  double stop_time = 1.0;
  double interval = 0.0;  // between output instants; 0: 500 of them
  // Methods with a fixed step: the longest step, shortened so that it divides the interval; 0: 1 ms.
  // Adaptive methods: the largest step; 0: ten intervals, and a fiftieth of the run.
  double step = 0.0;
  std::string integrator = "auto";
  // Local error allowed per step and entry of the state; atol = 0: a hundredth of rtol.
  double rtol = 1e-9, atol = 0.0;
  Stabilization stabilization = Stabilization::projection;
  // Stabilization `partition`: names of the coordinates to be kept independent, separated by commas; empty: those that
  // the model prefers.
  std::string independent = {};
};

// Rate of the feedback of stabilization `baumgarte`, 1/s.
inline constexpr double baumgarte_rate = 20.0;

enum class RunStatus { done, failed, interrupted };

struct SimulationResult {
  RunStatus status = RunStatus::done;
  std::string message;     // why it failed: component, quantity, time
  double end_time = 0.0;   // reached
  std::string integrator;  // with what it chose on the way
  double step = 0.0;       // largest one taken
  double rtol = 0.0, atol = 0.0;
  long steps = 0, rejected_steps = 0, evaluations = 0, events = 0, rows = 0;
  int degrees_of_freedom = 0, loops = 0, closure_rows = 0, redundant_rows = 0;
  Drift largest_drift;
  Energy energy_start, energy_end;
  std::vector<MovedStart> moved;
  double wall_seconds = 0.0, cpu_seconds = 0.0;
  long events_without_rows = 0;  // where they come too close together
};

struct SimulationCallbacks {
  std::function<void(double time, const std::vector<double>& values)> row;
  std::function<void(double time)> progress;  // after every step
  const std::atomic<bool>* stop = nullptr;  // set from outside: ends the run after the current step
};

// Checks that the options make sense; throws UserError.
void check_options(const SimulationOptions& options);

// `start`: initial values; without them the model is assembled.
SimulationResult simulate(Formulation& formulation, SignalTable& signals,
                          const SimulationOptions& options, const SimulationCallbacks& callbacks,
                          const std::optional<Assembly>& start = std::nullopt);

}  // namespace gelenk
