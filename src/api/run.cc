// The pipeline of `gelenk run`: text → model → topology → formulation → simulation → results.
#include "gelenk/run.h"

#include <memory>

#include "api/component_files.h"
#include "api/recording.h"
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
  return modelica::read_model(options.file, element_library(), {options.model, settings}, texts);
}

// Before anything is loaded.
void check_guest(const ModelTree& model, const RunOptions& options) {
  if (options.guest_settings.empty() || find_compiled(*model.root) == nullptr) return;
  const ModelTree own =
      modelica::read_model(options.file, element_library(), {options.model, options.settings});
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

void check_outputs(const RunOptions& options) {
  check_distinct(
      {{"--output", options.output}, {"--summary", options.summary}, {"--report", options.report}},
      options.file);
  check_ending("--output", options.output, row_endings, "CSV and MAT-files");
  check_ending("--summary", options.summary, {".json", ".txt"}, "JSON");
  check_ending("--report", options.report, {".html", ".htm"}, "HTML");
  for (const std::string& path : {options.output, options.summary, options.report})
    check_writable(path);
}

// The file of rows, made with the first of them: a run that fails before leaves what was there.
class OutputFile {
 public:
  OutputFile(const RunOptions& options, const std::vector<RunSignal>& signals)
      : options_(options), signals_(signals) {}

  void write(double time, const std::vector<double>& values) {
    open();
    if (writer_) writer_->write(time, values);
  }
  // Also without rows: what an earlier run has left is not this one's result.
  void close() {
    open();
    if (writer_) writer_->close();
  }

 private:
  void open() {
    if (writer_ || options_.output.empty()) return;
    std::vector<Column> columns;
    for (const RunSignal& signal : signals_) columns.push_back({signal.name, signal.unit});
    writer_ = make_row_writer(options_.output, columns, options_.units);
  }

  const RunOptions& options_;
  const std::vector<RunSignal>& signals_;
  std::unique_ptr<RowWriter> writer_;
};

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
  const SimulationOptions chosen = machine.choose_options(get_times(options));
  Recording recording(machine, options.signals, is_shown ? &texts : nullptr);
  check_outputs(options);

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
  const SimulationResult result = simulate(machine.formulation(), recording.signals(), chosen,
                                           callbacks, machine.find_start(chosen.start_time));

  output.close();
  RunSummary summary = machine.summarize(chosen, result);
  recording.add_warnings(summary);
  if (!options.summary.empty()) write_summary(summary, options.summary);
  if (observer.final_scene) observer.final_scene(write_final_scene(*recording.scene(), summary));
  if (!options.report.empty())
    write_report(page, *recording.scene(), recording.motion(), summary, options.report);
  return summary;
}

}  // namespace gelenk
