#include "api/recording.h"

#include "report/defaults.h"

namespace gelenk {

namespace {

std::vector<RunSignal> list_columns(const SignalTable& signals) {
  std::vector<RunSignal> columns;
  for (const Signal& signal : signals.selected()) columns.push_back({signal.name, signal.unit});
  return columns;
}

// Signals that are shown beside those that were chosen follow them in the table.
std::unique_ptr<Scene> make_shown_scene(const Machine& machine, const std::string& globs,
                                        const modelica::ModelTexts* texts, SignalTable& signals) {
  if (texts == nullptr) return nullptr;
  signals.add(globs.empty() ? choose_shown(machine.system()) : is_of_whole);
  return std::make_unique<Scene>(
      make_scene(machine.model(), machine.system(), *texts, signals.selected(), globs.empty()));
}

}  // namespace

Recording::Recording(Machine& machine, const std::string& globs, const modelica::ModelTexts* texts)
    : machine_(machine),
      signals_(machine.system(), globs),
      columns_(list_columns(signals_)),
      scene_(make_shown_scene(machine, globs, texts, signals_)),
      taker_(scene_ == nullptr ? nullptr : std::make_unique<RowTaker>(*scene_)),
      drives_(machine.system(), signals_),
      motion_(scene_ == nullptr ? 0 : count_columns(*scene_)) {}

void Recording::take(double time, const std::vector<double>& values) {
  drives_.take(time, values);
  if (scene_ != nullptr) {
    const std::vector<float>& row = taker_->take(machine_.formulation(), values);
    if (on_scene_row) on_scene_row(time, row);
    if (keeps_motion_) motion_.add(time, row);
  }
  if (!on_row) return;
  own_.assign(values.begin(), values.begin() + static_cast<long>(columns_.size()));
  on_row(time, own_);
}

void Recording::add_warnings(RunSummary& summary) const {
  for (const std::string& joint : machine_.formulation().list_undetermined()) {
    summary.warnings.push_back(
        format({"undetermined",
                {},
                joint,
                "nothing determines how this joint moves: what it carries has no mass",
                "give it a body with mass and inertia"},
               "warning"));
  }
  for (const Diagnostic& warning : drives_.list_warnings())
    summary.warnings.push_back(format(warning, "warning"));
}

}  // namespace gelenk
