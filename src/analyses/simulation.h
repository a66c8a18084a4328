// Simulation over time: initial values, then the run loop (numerics/integrate.h) over the equations of
// motion, until the end, a failure or a request to stop. Rows go to a sink as they are computed, so that
// nothing is lost when a run ends early.
#pragma once

#include <atomic>
#include <chrono>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyses/assembly.h"
#include "analyses/motion_equations.h"
#include "analyses/signals.h"
#include "formulations/formulation.h"
#include "numerics/integrate.h"

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
  // Rows at output instants and events. Without them nothing is computed but the motion.
  bool has_rows = true;
  // Goes on from a state with the modes and discrete variables that the formulation holds, where it has been before.
  bool holds_modes = false;
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

// A simulation, advanced step by step. What it is given must outlive it.
class Simulation : private IntegrationObserver {
 public:
  // Checks the options and that the formulation has them; throws UserError. `start`: initial values; without them the
  // model is assembled.
  Simulation(Formulation& formulation, SignalTable& signals, const SimulationOptions& options,
             const SimulationCallbacks& callbacks,
             const std::optional<Assembly>& start = std::nullopt);

  // Initial values, modes that fit them, the first row.
  void start();
  // In the place of start: goes on where a simulation of the same formulation, signals and options
  // had that memory (save_memory), with the next row. Bit by bit, but for integrators of SUNDIALS,
  // which begin anew there. Throws DamagedBytes where the memory is none of such a simulation; then
  // this one is of no use any more.
  void resume(std::string_view memory);
  // After that: what follows from t on is a run of its own, with a first row at t, which is now or in the steps to come,
  // and with counts that begin anew.
  void begin_at(double t);
  // Between two steps, of the formulation and the signals, too.
  void list_memory(Memory& memory);
  // The state at t, an instant that is now or to come, is to be kept when a step passes it. Steps are the same as without.
  void mark(double t) { integration_->add_mark(t); }
  struct Marked {
    double t;
    Vector y;
  };
  // Those passed since the last call.
  std::vector<Marked> take_marked() { return std::exchange(marked_, {}); }
  // One step, not past `limit`. False: nothing is left to do until then, or the run is over.
  bool advance(double limit = std::numeric_limits<double>::infinity()) {
    return integration_->advance(limit);
  }
  // `act` changes inputs at the present instant, which is an event with rows before and after it.
  void change(const std::function<void()>& act) { integration_->change(act); }
  double begin() const { return options_.start_time; }
  double end() const { return options_.stop_time; }
  // The run ends at another time, not before the present one.
  void set_end(double end);

  bool is_over() const { return integration_->is_over(); }
  // Whether a memory of now is one to go on from: not after a failure.
  bool can_go_on() const;
  // Whether who goes on from a memory of now goes on with an integrator that begins anew there (Integrator::begins_anew).
  bool begins_anew() const { return integrator_->begins_anew(); }
  double resolution() const { return integration_->resolution(); }
  double largest_step() const { return integration_->largest_step(); }
  double interval() const { return integration_->times().interval(); }
  // The last state that is known to be good, also after a failure.
  double accepted_t() const { return integration_->accepted_t(); }
  const Vector& accepted_y() const { return integration_->accepted_y(); }
  double t() const { return integration_->t(); }
  // The present state, of which coordinates come first.
  const Vector& y() const { return integration_->y(); }
  // Evaluates the present state, for whoever reads the formulation. False when that fails; result() then says why.
  bool evaluate();
  const Vector& q() const { return equations_.q(); }
  const Vector& v() const { return equations_.v(); }
  const Vector& vdot() const { return equations_.vdot(); }
  const std::string& describe_failure() const { return equations_.describe_failure(); }
  // What has become of it so far; complete when the run is over.
  const SimulationResult& result();

 private:
  bool row(double t, const Vector& y) override;
  bool progress(double t, const Vector& y) override;
  bool mark(double t, const Vector& y) override;
  bool write_row(double t, const Vector& y);
  void make_integration();
  Vector find_start();
  OutputTimes choose_times() const;
  IntegratorOptions choose_steps(const OutputTimes& times);
  bool calc_signals(double t);
  bool check_limits(double t);
  void tell(const IntegrationResult& reached);
  std::string describe_integrator_failure() const;

  Formulation& f_;
  const std::optional<Assembly> start_;
  SignalTable& signals_;
  SimulationOptions options_;
  const SimulationCallbacks callbacks_;
  MotionEquations equations_;
  std::unique_ptr<Integrator> integrator_;
  std::unique_ptr<Integration> integration_;
  Vector ydot_, q_, v_;
  std::vector<Marked> marked_;
  // Rows up to here belong to the run before this one; its counts.
  double rows_after_ = -std::numeric_limits<double>::infinity();
  IntegratorCounts counts_before_;
  long events_before_ = 0, events_without_rows_before_ = 0;
  std::string row_failure_;  // what of a row is no number
  std::vector<double> values_;
  SimulationResult result_;
  std::chrono::steady_clock::time_point wall_start_;
  std::clock_t cpu_start_ = 0;
};

// The whole of it, until the end.
SimulationResult simulate(Formulation& formulation, SignalTable& signals,
                          const SimulationOptions& options, const SimulationCallbacks& callbacks,
                          const std::optional<Assembly>& start = std::nullopt);

}  // namespace gelenk
