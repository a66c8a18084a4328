// A model that is ready to move: topology and formulation, as the options of an experiment ask for. In: a model tree
// and options as text. Out: a System with its Formulation, options of simulations, the summary of one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyses/simulation.h"
#include "formulations/formulation.h"
#include "gelenk/options.h"
#include "gelenk/run.h"
#include "model/component.h"
#include "topology/system.h"

namespace gelenk {

// Unset: from the model's experiment annotation, else from 0 s on, for 1 s and 500 output instants.
struct RunTimes {
  std::optional<double> start, end, interval;
};

class Machine {
 public:
  // Compiled components are loaded from the model's home (its file or folder) and from trusted folders alone. Throws
  // UserError.
  Machine(std::shared_ptr<const ModelTree> model, const std::string& home,
          const ExperimentOptions& options);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  const ModelTree& model() const { return *model_; }
  // With the formulation chosen.
  const ExperimentOptions& options() const { return options_; }
  const System& system() const { return system_; }
  Formulation& formulation() const { return *formulation_; }

  // Of System::quantities: stays until the next call.
  void set_input(int input, double value) {
    formulation_->set_input(input, value);
    is_given_[input] = 1;
  }

  // Discrete variables (System::quantities) have these values at the starts to come; empty: those of the model.
  void set_discrete_starts(const std::vector<double>& values);

  // The same mechanism without cuts, in coordinates along its joints. The machine must outlive it.
  struct Joined {
    System system;
    std::unique_ptr<Formulation> formulation;
  };
  std::unique_ptr<Joined> make_joined() const;

  // Throws UserError for numbers that make no sense.
  SimulationOptions choose_options(const RunTimes& times) const;
  // Initial values, where they are found along the joints of the whole.
  std::optional<Assembly> find_start(double start_time) const;
  RunSummary summarize(const SimulationOptions& chosen, const SimulationResult& result) const;

 private:
  std::shared_ptr<const ModelTree> model_;
  const ExperimentOptions options_;  // with the formulation chosen
  const BuildOptions build_;
  System system_;  // changes in the start values of discrete variables alone
  const std::vector<double> discrete_starts_;
  const std::unique_ptr<Formulation> formulation_;
  std::vector<char> is_given_;  // by input
};

}  // namespace gelenk
