// What stands behind gelenk::Experiment: the machine, its present state, and the simulation that has it. Files:
//   experiment.cc            names, the present state, inputs, steps
//   experiment_states.cc     states that are saved and come back to
//   experiment_run.cc        whole runs
//   experiment_equations.cc  the equations at any time and state
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyses/motion_equations.h"
#include "analyses/simulation.h"
#include "api/given_numbers.h"
#include "api/machine.h"
#include "api/model_impl.h"
#include "formulations/signal_values.h"
#include "gelenk/experiment.h"
#include "io/state_file.h"

namespace gelenk {

struct GELENK_LOCAL Experiment::Impl {
  Impl(const Model& of, const ExperimentOptions& given);

  // ---- what there is ----------------------------------------------------------------------------------

  void build();
  // Another one with the same coordinates and inputs, as it is with other parameters. Nothing has started afterwards.
  void take_model(const Model& changed);
  Formulation& formulation() const { return machine->formulation(); }
  // Its number among the signals that were looked up.
  int find_signal(const std::string& name);
  const Signal& get_signal(const std::string& name) { return known_signals[find_signal(name)]; }

  // ---- one thing at a time ----------------------------------------------------------------------------

  // While it lives, nobody else may move the experiment: a callback may read it and set inputs.
  class Busy {
   public:
    Busy(Impl& impl, const char* what) : impl_(impl) {
      if (impl.busy_with != nullptr) {
        reject_use(
            std::string("the experiment cannot ") + what + " while it " + impl.busy_with,
            "from inside a callback, read values and set inputs; everything else is for later");
      }
      impl.busy_with = what;
    }
    ~Busy() { impl_.busy_with = nullptr; }
    Busy(const Busy&) = delete;

   private:
    Impl& impl_;
  };

  // ---- the present state ------------------------------------------------------------------------------

  // Where it is, or after a failure where it was last.
  void take_present(const Simulation& from);
  // In a callback of a run: where the run is.
  void follow_run();
  Assembly get_present() const;
  void give_inputs();
  // A simulation without rows, which the caller advances.
  std::unique_ptr<Simulation> make_simulation(double begin, double end,
                                              const std::optional<Assembly>& start,
                                              bool holds_modes);
  void make_stepper(double start_time, const std::optional<Assembly>& start, bool holds_modes);
  void need_stepper();
  double get_start_time() const { return machine->model().experiment.start_time.value_or(0.0); }
  void start(std::optional<double> at);
  void set_state(double at, Assembly state, bool close_loops);
  void apply_inputs();
  void advance(double to);

  // All that the present state consists of.
  struct Kept {
    bool has_started;
    double time;
    Vector q, v;
    std::unique_ptr<Simulation> stepper;
    std::string memory, angles;  // of the formulation, of the table
    std::vector<double> given;   // inputs that the formulation has
    std::vector<double> input_values;
    std::vector<char> is_given;
    bool has_new_inputs;
  };
  // Taken out, so that something may take its place; and put back.
  Kept take_out();
  void put_back(Kept kept);
  // `act` goes elsewhere. Where it throws, all is as before.
  template <typename Act>
  void go(const Act& act) {
    Kept kept = take_out();
    try {
      act();
    } catch (...) {
      put_back(std::move(kept));
      throw;
    }
  }

  // ---- evaluations ------------------------------------------------------------------------------------

  // Before an evaluation anywhere: modes, and what is known of ranks, are those of a run, whichever state is asked for first.
  void prepare_evaluation();
  // Numbers of a caller, checked, into at_q and at_v.
  void take_state(double t, std::span<const double> of_q, std::span<const double> of_v);
  // At any state, whose driven coordinates are placed; poses and speeds alone, or all. The second throws NumericsError.
  void eval_motion(double t, const Vector& of_q, const Vector& of_v);
  void eval(double t, const Vector& of_q, const Vector& of_v);
  // At the present state, unless that is what was evaluated last.
  void evaluate_motion();
  void evaluate();
  double calc_value(const Signal& signal);

  // ---- states that are saved --------------------------------------------------------------------------

  // Which experiments a state belongs to.
  std::string describe_kind() const;
  ExperimentState save();
  // Throws DamagedBytes.
  void take(const ExperimentState& state);
  void restore(const ExperimentState& state);
  StateFile::Texts list_options() const;
  void write_state(const std::string& path);
  StateFit read_state(const std::string& path);
  void take_by_names(const StateFile& file, const std::string& path, StateFit& fit);

  // ---- whole runs -------------------------------------------------------------------------------------

  // Drawings need texts, and sizes that fit the model: the model is read once more.
  void prepare_report();
  SimulationOptions choose_run(const SimulateOptions& o) const;
  void follow_angles_of(SignalTable& signals) const;
  // `self` is what controllers get.
  Results simulate(const SimulateOptions& o, const std::shared_ptr<Impl>& self);
  // Or until something was thrown.
  void run_to_end(Simulation& simulation, const SimulationOptions& chosen, const SimulateOptions& o,
                  const std::shared_ptr<Impl>& self, const std::exception_ptr& thrown);

  const unsigned long number;  // of this experiment among all
  Model model;
  ExperimentOptions options;
  // For reports: the model with drawings that fit, and its texts.
  std::shared_ptr<const ModelTree> tree;
  std::optional<modelica::ModelTexts> texts;
  std::unique_ptr<Machine> machine;
  std::vector<RunSignal> coordinates, speeds, inputs;
  std::vector<double> input_values;
  std::vector<char> is_given;  // by input: whether it was ever set
  bool has_new_inputs = false;
  std::vector<Signal> known_signals;  // that were looked up; SignalHandle has their numbers
  std::unordered_map<std::string, int> signal_numbers;
  std::unique_ptr<SignalTable> table;  // follows angles of the stepper
  std::unique_ptr<SignalValues> values_anywhere;
  std::unique_ptr<MotionEquations> equations;  // for evaluations that are no part of a run
  std::unique_ptr<Simulation> stepper;
  Simulation* running = nullptr;         // in simulate
  SignalTable* running_table = nullptr;  // follows angles of that
  bool is_behind = false;                // the run has gone on since take_present
  const char* busy_with = nullptr;
  bool has_started = false;
  double time = 0.0;
  Vector q, v;
  // What the formulation knows of the present state; `all` is in `equations`, `motion` of at_q, at_v.
  enum class Evaluated { nothing, motion, all };
  Evaluated evaluated = Evaluated::nothing;
  Vector at_q, at_v, y, ydot;  // scratch of evaluations
};

// For analyses, which are functions beside the class.
struct GELENK_LOCAL ExperimentAccess {
  static Experiment::Impl& get(const Experiment& experiment) { return experiment.get(); }
};

}  // namespace gelenk
