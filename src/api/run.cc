// The pipeline of `gelenk run`: text → model → topology → formulation → simulation → results.
#include "gelenk/run.h"

#include <memory>

#include "api/component_files.h"
#include "api/output_file.h"
#include "api/read_machine.h"
#include "api/recording.h"
#include "api/run_states.h"
#include "api/shown_model.h"
#include "elements/library.h"
#include "io/output_path.h"
#include "io/row_writer.h"
#include "io/summary_writer.h"
#include "report/page.h"
#include "report/report_writer.h"
#include "report/scene_json.h"

namespace gelenk {

namespace {

// ---- text → model -----------------------------------------------------------------------------------

ModelTree read(const RunOptions& options, const Settings& more, modelica::ModelTexts* texts) {
  // Those of a guest stand behind those of the user: the last one wins.
  Settings settings = options.settings;
  settings.insert(settings.end(), options.guest_settings.begin(), options.guest_settings.end());
  settings.insert(settings.end(), more.begin(), more.end());
  return read_machine([&](bool shafts_as_equations) {
    if (texts != nullptr) *texts = {};
    return modelica::read_model(options.file, element_library(),
                                {options.model, settings, options.libraries, shafts_as_equations},
                                texts);
  });
}

// Before anything is loaded.
void check_guest(const ModelTree& model, const RunOptions& options) {
  if (options.guest_settings.empty() || find_compiled(*model.root) == nullptr) return;
  const ModelTree own = modelica::read_model(options.file, element_library(),
                                             {options.model, options.settings, options.libraries});
  check_guest_settings(model, own, options.guest_settings);
}

std::shared_ptr<const ModelTree> read_model(const RunOptions& options,
                                            modelica::ModelTexts* texts) {
  auto model = std::make_shared<ModelTree>(
      texts == nullptr ? read(options, {}, nullptr)
                       : read_shown_model(
                             [&](const Settings& more, modelica::ModelTexts& read_texts) {
                               return read(options, more, &read_texts);
                             },
                             *texts));
  check_guest(*model, options);
  return model;
}

RunTimes get_times(const RunOptions& options) {
  return {options.t_start, options.t_end, options.interval};
}

// ---- results ----------------------------------------------------------------------------------------

void check_outputs(const RunOptions& options, const RunStates& states) {
  std::vector<std::pair<std::string, std::string>> files = {
      {"--output", options.output}, {"--summary", options.summary}, {"--report", options.report}};
  // A run may leave its last state in the place of the one that it started from.
  auto with_start = files;
  with_start.emplace_back("--start-state", options.start_state);
  check_distinct(with_start, options.file);
  for (const auto& file : states.list_files()) files.push_back(file);
  check_distinct(files, options.file);
  check_ending("--output", options.output, row_endings, "CSV and MAT-files");
  check_ending("--summary", options.summary, {".json", ".txt"}, "JSON");
  check_ending("--report", options.report, {".html", ".htm"}, "HTML");
  for (const std::string& path : {options.output, options.summary, options.report})
    check_writable(path);
}

}  // namespace

RunSummary check(const RunOptions& options) {
  const Machine machine(read_model(options, nullptr), options.file, options);
  const SimulationOptions chosen = machine.choose_options(get_times(options));
  check_options(chosen);
  const SignalTable signals(machine.system(), options.signals);
  SimulationResult nothing;
  nothing.degrees_of_freedom = -1;  // a matter of the position
  nothing.loops = machine.system().counts.closing_joints;
  nothing.end_time = chosen.start_time;
  RunSummary summary = machine.summarize(chosen, nothing);
  summary.status = "checked";
  return summary;
}

RunSummary run(const RunOptions& options, const RunObserver& observer) {
  const bool is_shown = !options.report.empty() || observer.scene;
  const std::string page = options.report.empty() ? "" : load_page(options.page);
  modelica::ModelTexts texts;
  Machine machine(read_model(options, is_shown ? &texts : nullptr), options.file, options);
  Recording recording(machine, options.signals, is_shown ? &texts : nullptr);
  RunStates states(options, machine, recording);
  const SimulationOptions& chosen = states.chosen();
  check_outputs(options, states);

  OutputFile output(options, recording.columns());
  if (observer.scene)
    observer.scene(write_scene(*recording.scene()), count_columns(*recording.scene()));
  if (observer.signals) observer.signals(recording.columns());
  recording.on_scene_row = observer.scene_row;
  if (!options.report.empty()) recording.keep_motion();
  if (!options.output.empty() || observer.row) {
    recording.on_row = [&](double time, const std::vector<double>& values) {
      if (observer.row) observer.row(time, values);
      output.write(time, values);
    };
  }
  SimulationCallbacks callbacks;
  if (recording.takes_rows()) {
    callbacks.row = [&](double time, const std::vector<double>& values) {
      recording.take(time, values);
    };
  }
  if (observer.progress) {
    callbacks.progress = [&](double time) {
      observer.progress(time, chosen.start_time, chosen.stop_time);
    };
  }
  callbacks.stop = observer.stop;
  check_options(chosen);
  Simulation simulation(machine.formulation(), recording.signals(), chosen, callbacks,
                        states.find_start());
  states.run(simulation, output);

  output.close();
  RunSummary summary = machine.summarize(chosen, simulation.result());
  recording.add_warnings(summary);
  states.tell(summary);
  if (!options.summary.empty()) write_summary(summary, options.summary);
  if (observer.final_scene) observer.final_scene(write_final_scene(*recording.scene(), summary));
  if (!options.report.empty())
    write_report(page, *recording.scene(), recording.motion(), summary, options.report);
  return summary;
}

}  // namespace gelenk
