#include "api/machine.h"

#include <fmt/format.h>

#include <cmath>

#include "analyses/transfer.h"
#include "api/component_files.h"
#include "api/port_conditions.h"
#include "formulations/hierarchical/hierarchical.h"
#include "formulations/mixed/mixed.h"
#include "formulations/recursive/recursive.h"
#include "numerics/integrate.h"
#include "topology/leaves/partition.h"

namespace gelenk {

namespace {

// An option that has to be one of a few words.
[[noreturn]] void reject_word(const char* what, const std::string& word,
                              const std::vector<std::string>& words) {
  throw UserError({"option",
                   {},
                   "",
                   std::string("there is no ") + what + " '" + word + "'",
                   suggest(word, words)});
}

// An option that only the formulation "hierarchical" has; null: none is given.
const char* find_hierarchical_option(const ExperimentOptions& options) {
  return !options.hierarchy.empty() ? "--hierarchy"
         : options.threads != 0     ? "--threads"
         : options.metric != "mass" ? "--metric"
                                    : nullptr;
}

BuildOptions parse_hierarchy(const ExperimentOptions& options) {
  if (options.formulation != "hierarchical") {
    const char* given = find_hierarchical_option(options);
    if (given == nullptr) return {};
    throw UserError({"option",
                     {},
                     "",
                     std::string(given) + " is a matter of the formulation 'hierarchical'",
                     std::string("leave out --formulation, or ") + given});
  }
  if (options.hierarchy.empty() || options.hierarchy == "model")
    return {.hierarchy = Hierarchy::model};
  if (options.hierarchy == "auto") return {.hierarchy = Hierarchy::automatic, .flattens = true};
  if (options.hierarchy == "flat") return {.hierarchy = Hierarchy::flat, .flattens = true};
  reject_word("hierarchy", options.hierarchy, {"model", "auto", "flat"});
}

HierarchicalOptions parse_hierarchical(const ExperimentOptions& options) {
  HierarchicalOptions chosen;
  chosen.threads = options.threads;
  if (options.metric == "euclidean")
    chosen.metric = Metric::euclidean;
  else if (options.metric != "mass")
    reject_word("metric", options.metric, {"mass", "euclidean"});
  return chosen;
}

// "auto": what the model and the other options need.
std::string choose_formulation(const ExperimentOptions& options, const ModelTree& model) {
  const Component* compiled = find_compiled(*model.root);
  if (options.formulation == "auto")
    return compiled != nullptr || find_hierarchical_option(options) != nullptr ? "hierarchical"
                                                                               : "recursive";
  if (compiled == nullptr || options.formulation == "hierarchical") return options.formulation;
  throw compiled->error("option",
                        "a compiled component can only take part in the formulation 'hierarchical'",
                        "leave --formulation out, or write --formulation hierarchical");
}

std::unique_ptr<Formulation> make_formulation(const ExperimentOptions& options,
                                              const System& system) {
  const std::string& name = options.formulation;
  if (name == "recursive") return make_recursive_formulation(system);
  if (name == "mixed") return make_mixed_formulation(system);
  if (name == "hierarchical")
    return make_hierarchical_formulation(system, parse_hierarchical(options));
  reject_word("formulation", name, {"auto", "recursive", "hierarchical", "mixed"});
}

Stabilization parse_stabilization(const std::string& name) {
  if (name == "projection") return Stabilization::projection;
  if (name == "partition") return Stabilization::partition;
  if (name == "baumgarte") return Stabilization::baumgarte;
  if (name == "none") return Stabilization::none;
  reject_word("stabilization", name, {"projection", "partition", "baumgarte", "none"});
}

// A number that, when given at all, has to be positive. What is not finite is refused with the other options.
double check_positive(double value, const char* what, const char* option, const char* unit) {
  if (value > 0 || std::isnan(value)) return value;
  throw UserError(
      {"option",
       {},
       "",
       fmt::format("the {} {:.6g}{}{} is not positive", what, value, *unit ? " " : "", unit),
       fmt::format("give {} a positive number{}", option, *unit ? " of seconds" : "")});
}

// Inputs of a part that runs alone, which nobody gives.
std::vector<std::string> list_open_inputs(const System& system, const std::vector<char>& is_given) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < is_given.size(); ++i) {
    if (!is_given[i]) names.push_back(system.quantities.inputs[i].name);
  }
  for (const auto& part : system.root->parts) {
    if (part->component != system.root->component) continue;
    for (const LoadedComponent::Input& input : part->loaded->inputs()) {
      if (part->component->find_parameter(input.name) == nullptr) names.push_back(input.name);
    }
  }
  return names;
}

// With the formulation chosen. Files of compiled components are looked at before any is loaded.
ExperimentOptions choose(const ModelTree& model, const std::string& home,
                         const ExperimentOptions& given) {
  check_component_places(model, home, given.trusted);
  ExperimentOptions options = given;
  options.formulation = choose_formulation(given, model);
  return options;
}

BuildOptions choose_build(const ModelTree& model, const ExperimentOptions& options) {
  BuildOptions build = parse_hierarchy(options);
  build.ports = read_port_conditions(model, options.ports);
  return build;
}

std::vector<double> list_discrete_starts(const System& system) {
  std::vector<double> starts;
  for (const Quantities::Discrete& discrete : system.quantities.discretes)
    starts.push_back(discrete.start);
  return starts;
}

}  // namespace

Machine::Machine(std::shared_ptr<const ModelTree> model, const std::string& home,
                 const ExperimentOptions& options)
    : model_(std::move(model)),
      options_(choose(*model_, home, options)),
      build_(choose_build(*model_, options_)),
      system_(build_system(*model_, build_)),
      discrete_starts_(list_discrete_starts(system_)),
      formulation_(make_formulation(options_, system_)),
      is_given_(system_.quantities.inputs.size(), 0) {}

void Machine::set_discrete_starts(const std::vector<double>& values) {
  const std::vector<double>& starts = values.empty() ? discrete_starts_ : values;
  for (std::size_t i = 0; i < starts.size(); ++i) system_.quantities.discretes[i].start = starts[i];
}

std::unique_ptr<Machine::Joined> Machine::make_joined() const {
  auto joined = std::make_unique<Joined>();
  joined->system = build_system(*model_, {Hierarchy::none, build_.flattens, false, build_.ports});
  joined->formulation = make_recursive_formulation(joined->system);
  return joined;
}

SimulationOptions Machine::choose_options(const RunTimes& times) const {
  const ExperimentSettings& experiment = model_->experiment;
  SimulationOptions chosen;
  chosen.start_time = times.start ? *times.start : experiment.start_time.value_or(0.0);
  chosen.stop_time =
      times.end ? *times.end : experiment.stop_time.value_or(chosen.start_time + 1.0);
  chosen.interval = times.interval ? *times.interval : experiment.interval.value_or(0.0);
  if (times.interval) check_positive(*times.interval, "interval", "--interval", "s");
  if (options_.step) chosen.step = check_positive(*options_.step, "step", "--step", "s");
  chosen.rtol = options_.rtol ? *options_.rtol : experiment.tolerance.value_or(chosen.rtol);
  if (options_.atol)
    chosen.atol = check_positive(*options_.atol, "absolute tolerance", "--atol", "");
  chosen.integrator = options_.integrator;
  chosen.stabilization = parse_stabilization(options_.stabilization);
  chosen.independent = options_.independent;
  return chosen;
}

std::optional<Assembly> Machine::find_start(double start_time) const {
  if (system_.partition == nullptr) return std::nullopt;
  return assemble_apart(*model_, build_, *formulation_, start_time);
}

RunSummary Machine::summarize(const SimulationOptions& chosen,
                              const SimulationResult& result) const {
  RunSummary s;
  s.model = model_->root->class_name;
  s.formulation = options_.formulation;
  s.integrator = result.integrator;
  s.stabilization = options_.stabilization;
  s.status = result.status == RunStatus::done     ? "done"
             : result.status == RunStatus::failed ? "failed"
                                                  : "interrupted";
  s.message = result.message;
  s.start_time = chosen.start_time;
  s.end_time = result.end_time;
  s.step = result.step;
  s.rtol = result.rtol;
  s.atol = result.atol;
  s.steps = result.steps;
  s.rejected_steps = result.rejected_steps;
  s.events = result.events;
  s.evaluations = result.evaluations;
  s.rows = result.rows;
  s.wall_seconds = result.wall_seconds;
  s.cpu_seconds = result.cpu_seconds;
  s.seconds_per_evaluation =
      result.evaluations > 0 ? result.wall_seconds / static_cast<double>(result.evaluations) : 0.0;
  s.bodies = system_.counts.bodies;
  s.joints = system_.counts.joints;
  s.degrees_of_freedom = result.degrees_of_freedom;
  s.loops = result.loops;
  s.constraint_rows = system_.counts.constraint_rows;
  s.redundant_rows = result.redundant_rows;
  s.components = system_.counts.components;
  s.depth = system_.counts.depth;
  if (system_.partition != nullptr) {
    s.components =
        static_cast<int>(system_.partition->leaves.size() + system_.partition->composites.size());
    s.depth = system_.partition->depth;
  }
  s.drift_position = result.largest_drift.position;
  s.drift_velocity = result.largest_drift.velocity;
  s.energy_start = result.energy_start.kinetic + result.energy_start.potential;
  s.energy_end = result.energy_end.kinetic + result.energy_end.potential;
  for (const auto* list : {&model_->warnings, &system_.warnings}) {
    for (const Diagnostic& warning : *list) s.warnings.push_back(format(warning, "warning"));
  }
  for (const std::string& input : list_open_inputs(system_, is_given_)) {
    s.warnings.push_back(format({"value",
                                 {},
                                 "",
                                 "input '" + input + "' is not given: it keeps its start value",
                                 "give it one: --set " + input + "=…"},
                                "warning"));
  }
  if (result.events_without_rows > 0) {
    s.warnings.push_back(
        format({"output",
                {},
                "",
                fmt::format("{} of {} events have no rows: between two output instants only the "
                            "first {} have",
                            result.events_without_rows, result.events, most_events_per_interval),
                "give a shorter --interval to see more of them"},
               "warning"));
  }
  for (const MovedStart& moved : result.moved) {
    s.moved.push_back(moved.name + ": " + std::to_string(moved.from) + " → " +
                      std::to_string(moved.to));
  }
  return s;
}

}  // namespace gelenk
