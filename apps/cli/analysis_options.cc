#include "analysis_options.h"

#include "gelenk/answer.h"
#include "messages.h"

namespace gelenk::cli {

void add_analysis_options(CLI::App& command, AnalysisArguments& given) {
  add_model_options(command, given);
  command.add_option("--start-state", given.options.start_state,
                     "Look at a state that was saved, instead of the model's start values");
  command.add_option("--json", given.json, "The answer as JSON in this file; - for standard output");
}

std::optional<Experiment> make_experiment(const AnalysisArguments& given, bool starts) {
  RunOptions options;
  if (!take_run_options(given, options)) return std::nullopt;
  check_answer(given.json, options.file);
  Experiment experiment(
      Model::from_file(options.file, options.model, options.settings, options.libraries), options);
  for (const std::string& warning : experiment.model().warnings()) print_warning(warning);
  if (options.start_state.empty()) {
    if (starts) experiment.start(options.t_start);
    return experiment;
  }
  const StateFit fit = experiment.read_state(options.start_state);
  for (const auto& [names, what] : {std::pair{fit.missing, "is not in the file: its start value counts"},
                                    std::pair{fit.unknown, "is in the file and not in the model"}}) {
    for (const std::string& name : names)
      print_warning(options.start_state + ": warning: '" + name + "' " + what + " [state]");
  }
  return experiment;
}

void write_text(const std::string& path, const std::string& text) {
  if (!path.empty()) write_answer(path, text);
}

}  // namespace gelenk::cli
