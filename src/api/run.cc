// The pipeline of `gelenk run`: text → model → topology → formulation → simulation → results.
#include "gelenk/run.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "analyses/signals.h"
#include "analyses/simulation.h"
#include "analyses/transfer.h"
#include "api/component_files.h"
#include "api/drive_watch.h"
#include "api/port_conditions.h"
#include "elements/library.h"
#include "formulations/hierarchical/hierarchical.h"
#include "formulations/mixed/mixed.h"
#include "formulations/recursive/recursive.h"
#include "io/output_path.h"
#include "io/row_writer.h"
#include "io/summary_writer.h"
#include "modelica/reader.h"
#include "numerics/integrate.h"
#include "report/defaults.h"
#include "report/page.h"
#include "report/report_writer.h"
#include "report/scene_json.h"
#include "topology/partition.h"
#include "topology/system.h"

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
const char* find_hierarchical_option(const RunOptions& options) {
  return !options.hierarchy.empty() ? "--hierarchy"
         : options.threads != 0     ? "--threads"
         : options.metric != "mass" ? "--metric"
                                    : nullptr;
}

BuildOptions parse_hierarchy(const RunOptions& options) {
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

HierarchicalOptions parse_hierarchical(const RunOptions& options) {
  HierarchicalOptions chosen;
  chosen.threads = options.threads;
  if (options.metric == "euclidean")
    chosen.metric = Metric::euclidean;
  else if (options.metric != "mass")
    reject_word("metric", options.metric, {"mass", "euclidean"});
  return chosen;
}

// "auto": what the model and the other options need.
std::string choose_formulation(const RunOptions& options, const Model& model) {
  const Component* compiled = find_compiled(*model.root);
  if (options.formulation == "auto")
    return compiled != nullptr || find_hierarchical_option(options) != nullptr ? "hierarchical"
                                                                               : "recursive";
  if (compiled == nullptr || options.formulation == "hierarchical") return options.formulation;
  throw compiled->error("option",
                        "a compiled component can only take part in the formulation 'hierarchical'",
                        "leave --formulation out, or write --formulation hierarchical");
}

std::unique_ptr<Formulation> make_formulation(const RunOptions& options, const System& system) {
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

SimulationOptions choose_options(const RunOptions& options, const Experiment& experiment) {
  SimulationOptions chosen;
  chosen.start_time = options.t_start ? *options.t_start : experiment.start_time.value_or(0.0);
  chosen.stop_time =
      options.t_end ? *options.t_end : experiment.stop_time.value_or(chosen.start_time + 1.0);
  chosen.interval = options.interval ? *options.interval : experiment.interval.value_or(0.0);
  if (options.interval) check_positive(*options.interval, "interval", "--interval", "s");
  if (options.step) chosen.step = check_positive(*options.step, "step", "--step", "s");
  chosen.rtol = options.rtol ? *options.rtol : experiment.tolerance.value_or(chosen.rtol);
  if (options.atol) chosen.atol = check_positive(*options.atol, "absolute tolerance", "--atol", "");
  chosen.integrator = options.integrator;
  chosen.stabilization = parse_stabilization(options.stabilization);
  chosen.independent = options.independent;
  return chosen;
}

// Inputs of a part that runs alone, which nobody gives.
std::vector<std::string> list_open_inputs(const System& system) {
  std::vector<std::string> names;
  for (const Quantities::Input& input : system.quantities.inputs) names.push_back(input.name);
  for (const auto& part : system.root->parts) {
    if (part->component != system.root->component) continue;
    for (const LoadedComponent::Input& input : part->loaded->inputs()) {
      if (part->component->find_parameter(input.name) == nullptr) names.push_back(input.name);
    }
  }
  return names;
}

RunSummary summarize(const Model& model, const System& system, const RunOptions& options,
                     const SimulationOptions& chosen, const SimulationResult& result) {
  RunSummary s;
  s.model = model.root->class_name;
  s.formulation = options.formulation;
  s.integrator = result.integrator;
  s.stabilization = options.stabilization;
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
  s.bodies = system.counts.bodies;
  s.joints = system.counts.joints;
  s.degrees_of_freedom = result.degrees_of_freedom;
  s.loops = result.loops;
  s.constraint_rows = system.counts.constraint_rows;
  s.redundant_rows = result.redundant_rows;
  s.components = system.counts.components;
  s.depth = system.counts.depth;
  if (system.partition != nullptr) {
    s.components =
        static_cast<int>(system.partition->leaves.size() + system.partition->composites.size());
    s.depth = system.partition->depth;
  }
  s.drift_position = result.largest_drift.position;
  s.drift_velocity = result.largest_drift.velocity;
  s.energy_start = result.energy_start.kinetic + result.energy_start.potential;
  s.energy_end = result.energy_end.kinetic + result.energy_end.potential;
  for (const auto* list : {&model.warnings, &system.warnings}) {
    for (const Diagnostic& warning : *list) s.warnings.push_back(format(warning, "warning"));
  }
  for (const std::string& input : list_open_inputs(system)) {
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

std::optional<Assembly> find_start(const Model& model, const BuildOptions& build,
                                   const System& system, Formulation& formulation,
                                   const SimulationOptions& chosen) {
  if (system.partition == nullptr) return std::nullopt;
  check_options(chosen);
  return assemble_apart(model, build, formulation, chosen.start_time);
}

// What people look at: the scene, to whoever watches the run and into the report.
class Show {
 public:
  Show(Scene scene, const RunObserver& observer, bool keeps_rows)
      : scene_(std::move(scene)),
        taker_(scene_),
        observer_(observer),
        keeps_rows_(keeps_rows),
        record_(count_columns(scene_)) {
    if (observer_.scene) observer_.scene(write_scene(scene_), count_columns(scene_));
  }
  Show(const Show&) = delete;

  void add(const Formulation& formulation, double time, const std::vector<double>& values) {
    const std::vector<float>& row = taker_.take(formulation, values);
    if (observer_.scene_row) observer_.scene_row(time, row);
    if (keeps_rows_) record_.add(time, row);
  }

  void finish(const std::string& page, const RunSummary& summary, const std::string& report) const {
    if (observer_.final_scene) observer_.final_scene(write_final_scene(scene_, summary));
    if (!report.empty()) write_report(page, scene_, record_, summary, report);
  }

 private:
  Scene scene_;
  RowTaker taker_;
  const RunObserver& observer_;
  bool keeps_rows_;
  MotionRecord record_;
};

// With those of a guest behind those of the user: the last one wins.
RunOptions take_settings(const RunOptions& given) {
  RunOptions options = given;
  options.settings.insert(options.settings.end(), given.guest_settings.begin(),
                          given.guest_settings.end());
  return options;
}

// Before anything is loaded.
void check_compiled(const Model& model, const RunOptions& given) {
  if (find_compiled(*model.root) == nullptr) return;
  if (!given.guest_settings.empty()) {
    const Model own =
        modelica::read_model(given.file, element_library(), {given.model, given.settings});
    check_guest_settings(model, own, given.guest_settings);
  }
  check_component_places(model, given);
}

// With the texts that people read, and drawings as large as fits the model.
Model read_shown_model(const RunOptions& options, modelica::ModelTexts& texts) {
  modelica::ReadOptions reading{options.model, options.settings};
  Model model = modelica::read_model(options.file, element_library(), reading, &texts);
  if (const auto length = choose_nominal_length(model)) {
    reading.settings.push_back(*length);
    texts = {};
    model = modelica::read_model(options.file, element_library(), reading, &texts);
  }
  return model;
}

}  // namespace

RunSummary check(const RunOptions& given) {
  RunOptions options = take_settings(given);
  const Model model =
      modelica::read_model(options.file, element_library(), {options.model, options.settings});
  check_compiled(model, given);
  options.formulation = choose_formulation(options, model);
  BuildOptions build = parse_hierarchy(options);
  build.ports = read_port_conditions(model, options.ports);
  const System system = build_system(model, build);
  make_formulation(options, system);
  const SimulationOptions chosen = choose_options(options, model.experiment);
  check_options(chosen);
  const SignalTable signals(system, options.signals);
  SimulationResult nothing;
  nothing.degrees_of_freedom = -1;  // a matter of the position
  nothing.loops = system.counts.closing_joints;
  nothing.end_time = chosen.start_time;
  RunSummary summary = summarize(model, system, options, chosen, nothing);
  summary.status = "checked";
  return summary;
}

RunSummary run(const RunOptions& given, const RunObserver& observer) {
  RunOptions options = take_settings(given);
  const bool is_shown = !options.report.empty() || observer.scene;
  const std::string page = options.report.empty() ? "" : load_page(options.page);
  modelica::ModelTexts texts;
  const Model model = is_shown ? read_shown_model(options, texts)
                               : modelica::read_model(options.file, element_library(),
                                                      {options.model, options.settings});
  check_compiled(model, given);
  options.formulation = choose_formulation(options, model);
  BuildOptions build = parse_hierarchy(options);
  build.ports = read_port_conditions(model, options.ports);
  const System system = build_system(model, build);
  const std::unique_ptr<Formulation> formulation = make_formulation(options, system);
  const SimulationOptions chosen = choose_options(options, model.experiment);
  SignalTable signals(system, options.signals);
  const std::size_t written = signals.selected().size();  // what is shown beside it follows
  if (is_shown) signals.add(options.signals.empty() ? choose_shown(system) : is_of_whole);

  check_distinct(
      {{"--output", options.output}, {"--summary", options.summary}, {"--report", options.report}},
      options.file);
  check_ending("--output", options.output, row_endings, "CSV and MAT-files");
  check_ending("--summary", options.summary, {".json", ".txt"}, "JSON");
  check_ending("--report", options.report, {".html", ".htm"}, "HTML");
  for (const std::string& path : {options.output, options.summary, options.report})
    check_writable(path);

  std::unique_ptr<RowWriter> output;
  std::unique_ptr<Show> show;
  if (is_shown) {
    show = std::make_unique<Show>(
        make_scene(model, system, texts, signals.selected(), options.signals.empty()), observer,
        !options.report.empty());
  }
  auto open_output = [&] {
    if (output || options.output.empty()) return;
    std::vector<Column> columns;
    for (std::size_t i = 0; i < written; ++i)
      columns.push_back({signals.selected()[i].name, signals.selected()[i].unit});
    output = make_row_writer(options.output, columns, options.units);
  };
  if (observer.signals) {
    std::vector<RunSignal> list;
    for (std::size_t i = 0; i < written; ++i)
      list.push_back({signals.selected()[i].name, signals.selected()[i].unit});
    observer.signals(list);
  }
  DriveWatch drives(system, signals);
  SimulationCallbacks callbacks;
  if (!options.output.empty() || is_shown || observer.row || !drives.empty()) {
    callbacks.row = [&](double time, const std::vector<double>& values) {
      drives.take(time, values);
      if (show) show->add(*formulation, time, values);
      const std::vector<double> own(values.begin(), values.begin() + static_cast<long>(written));
      if (observer.row) observer.row(time, own);
      if (options.output.empty()) return;
      open_output();
      output->write(time, own);
    };
  }
  if (observer.progress) {
    callbacks.progress = [&](double time) {
      observer.progress(time, chosen.start_time, chosen.stop_time);
    };
  }
  callbacks.stop = observer.stop;
  const SimulationResult result = simulate(*formulation, signals, chosen, callbacks,
                                           find_start(model, build, system, *formulation, chosen));
  open_output();  // without rows: what an earlier run has left is not this one's result
  if (output) output->close();

  RunSummary summary = summarize(model, system, options, chosen, result);
  for (const std::string& joint : formulation->list_undetermined()) {
    summary.warnings.push_back(
        format({"undetermined",
                {},
                joint,
                "nothing determines how this joint moves: what it carries has no mass",
                "give it a body with mass and inertia"},
               "warning"));
  }
  for (const Diagnostic& warning : drives.list_warnings())
    summary.warnings.push_back(format(warning, "warning"));
  if (!options.summary.empty()) write_summary(summary, options.summary);
  if (show) show->finish(page, summary, options.report);
  return summary;
}

}  // namespace gelenk
