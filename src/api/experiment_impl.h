// What stands behind gelenk::Experiment: the machine, its present state, and the simulation that has it. Files:
//   experiment.cc            names, the present state, inputs, steps
//   experiment_states.cc     states that are saved and come back to
//   experiment_run.cc        whole runs
//   experiment_equations.cc  the equations at any time and state
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyses/simulation.h"
#include "api/given_numbers.h"
#include "api/machine.h"
#include "api/model_impl.h"
#include "gelenk/experiment.h"
#include "io/state_file.h"

namespace gelenk {

struct GELENK_LOCAL Experiment::Impl {
  Impl(const Model& of, const ExperimentOptions& given) : model(of), options(given) { build(); }

  // ---- what there is ----------------------------------------------------------------------------------

  void build();
  Formulation& formulation() const { return machine->formulation(); }
  const Signal& find_signal(const std::string& name);

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

  bool has_started() const { return q.size() == static_cast<Eigen::Index>(coordinates.size()); }
  void take_present(const Simulation& from);
  Assembly get_present() const;
  void give_inputs();
  // A simulation without rows, which the caller advances.
  std::unique_ptr<Simulation> make_simulation(double begin, double end,
                                              const std::optional<Assembly>& start,
                                              bool holds_modes);
  void make_stepper(double start_time, const std::optional<Assembly>& start, bool holds_modes);
  void need_stepper();
  void start(std::optional<double> at);
  void apply_inputs();
  // Before an evaluation anywhere: modes, and what is known of ranks, are those of a run, whichever state is asked for first.
  void prepare_evaluation();
  // The simulation that has the present state.
  Simulation& current();
  void evaluate();
  void advance(double to);

  // ---- states that are saved --------------------------------------------------------------------------

  // Which experiments a state belongs to.
  std::string describe_kind() const;
  ExperimentState save();
  // Throws DamagedBytes; the stepper is then gone.
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
  Results simulate(const SimulateOptions& o, Experiment& self);
  void run_to_end(Simulation& simulation, const SimulationOptions& chosen, const SimulateOptions& o,
                  Experiment& self);

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
  std::unordered_map<std::string, Signal> known_signals;
  std::unique_ptr<SignalTable> table;  // follows angles of the stepper
  std::unique_ptr<Simulation> stepper;
  Simulation* running = nullptr;  // in simulate
  const char* busy_with = nullptr;
  double time = 0.0;
  Vector q, v;  // empty: not yet started
  bool is_evaluated = false;
  Vector at_q, at_v, rate, change;  // scratch of evaluations
};

}  // namespace gelenk
