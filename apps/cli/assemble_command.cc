#include "assemble_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "analysis_options.h"
#include "gelenk/answer.h"
#include "gelenk/assemble.h"
#include "gelenk/experiment.h"
#include "messages.h"
#include "value_table.h"

namespace gelenk::cli {

namespace {

struct Arguments {
  AnalysisArguments model;
  AssembleOptions how;
  std::string save_state, report;
  int branch = 0;  // which one is saved and drawn; 0: the assembly itself
};

std::string describe(const AssembledValue& v) {
  if (v.is_fixed) return "fixed";
  return std::abs(v.value - v.start) > 1e-9 * (1 + std::abs(v.start)) ? "moved" : "";
}

void print_assembled(const AssemblyReport& r) {
  std::printf("%s: assembled at %g s\n", r.model.c_str(), r.time);
  if (r.equations > 0) {
    std::printf("  loops        %d, with %d equations, of which %d are independent\n", r.loops,
                r.equations, r.independent_equations);
  }
  if (r.degrees_of_freedom >= 0) std::printf("  freedom      %d\n", r.degrees_of_freedom);
  if (r.tries > 1) {
    std::printf(
        "  guesses      those of the model lead nowhere; disturbed ones do, at the %d. try\n",
        r.tries - 1);
  }
  std::printf("  open by      %.2g (positions), %.2g (speeds)\n", r.drift_position,
              r.drift_velocity);
  print_values("coordinates", "start", "assembled", r.coordinates, describe);
  print_values("speeds", "start", "assembled", r.speeds, describe);
  print_values("states", "start", "assembled", r.states, describe);
}

std::string join(const std::vector<std::string>& names, const char* between) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "'" : between + std::string("'")) + name + "'";
  return text;
}

void print_branches(const AssemblyReport& r, int asked) {
  if (asked == 0) return;
  std::printf("\n%zu other %s%s%s\n", r.branches.size(),
              r.branches.size() == 1 ? "assembly" : "assemblies",
              r.independent.empty() ? "" : " with the same ", join(r.independent, ", ").c_str());
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(most, r.branches.size()); ++i) {
    std::printf("  branch %zu\n", i + 1);
    print_values("coordinates", "assembled", "there", r.branches[i].coordinates, describe);
  }
  if (r.branches.size() > most)
    std::printf("  and %zu more (all are in the --json)\n", r.branches.size() - most);
}

// What to do, behind the error itself.
void print_open(const AssemblyReport& r) {
  std::fprintf(stderr, "%s\n", r.message.c_str());
  for (const std::vector<std::string>& set : r.releases) {
    std::fprintf(stderr, "  it closes when the fixed start of %s is a guess (fixed = false)\n",
                 join(set, " and that of ").c_str());
  }
  for (const LengthChange& length : r.lengths) {
    std::fprintf(stderr, "  it closes with %s = %s instead of %s, %.4g m %s\n",
                 length.parameter.c_str(), length.to.c_str(), length.from.c_str(),
                 std::abs(length.by), length.by > 0 ? "longer" : "shorter");
  }
}

int execute(const Arguments& arguments) {
  RunOptions options;
  if (!take_run_options(arguments.model, options)) return 2;
  check_answer(arguments.model.json, options.file);
  const Model model =
      Model::from_file(options.file, options.model, options.settings, options.libraries);
  for (const std::string& warning : model.warnings()) print_warning(warning);
  AssembleOptions how = arguments.how;
  how.start_time = options.t_start;
  if (arguments.branch > 0 && how.branches == 0) how.branches = 200;
  const AssemblyReport report = assemble(model, options, how);
  write_text(arguments.model.json, write_json(report));
  const bool prints = arguments.model.json != "-";
  if (!report.is_assembled()) {
    print_open(report);
    return 2;
  }
  if (prints) {
    print_assembled(report);
    print_branches(report, how.branches);
  }
  if (arguments.save_state.empty() && arguments.report.empty()) return 0;
  if (arguments.branch > static_cast<int>(report.branches.size())) {
    std::fprintf(
        stderr,
        "error: there is no branch %d: %zu were found [option]\n  hint: look for more with "
        "--branches\n",
        arguments.branch, report.branches.size());
    return 2;
  }
  Experiment experiment(model, options);
  if (arguments.branch == 0) {
    experiment.set_state(report.time, report.q, report.v);
  } else {
    const AssembledBranch& branch = report.branches[static_cast<std::size_t>(arguments.branch - 1)];
    experiment.set_state(report.time, branch.q, branch.v);
  }
  if (!arguments.save_state.empty()) {
    experiment.write_state(arguments.save_state);
    if (prints) std::printf("  state        %s\n", arguments.save_state.c_str());
  }
  if (!arguments.report.empty()) {
    SimulateOptions instant;
    instant.t_end = report.time;
    instant.from_present = true;
    instant.report = true;
    experiment.simulate(instant).write_report(arguments.report);
    if (prints) std::printf("  report       %s\n", arguments.report.c_str());
  }
  return 0;
}

}  // namespace

void add_assemble_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "assemble", "Put a model together, and say what moved or why it does not close");
  add_model_options(*command, arguments->model);
  command->add_option("--json", arguments->model.json,
                      "The answer as JSON in this file; - for standard output");
  command
      ->add_option("--branches", arguments->how.branches,
                   "Begin at so many random guesses, too, and list other assemblies with the same "
                   "independent coordinates")
      ->check(CLI::Range(0, 100000));
  command
      ->add_option("--branch", arguments->branch,
                   "Which of them is saved and drawn, from 1 on, instead of the assembly itself")
      ->check(CLI::Range(1, 100000));
  command->add_option("--seed", arguments->how.seed, "Of disturbed and random guesses")
      ->capture_default_str();
  command->add_option("--save-state", arguments->save_state,
                      "Save the state to this JSON file, from which a run may start");
  command->add_option("--report", arguments->report,
                      "Draw the model as it is put together, in this HTML file");
  command->callback([arguments, &exit_code] { exit_code = execute(*arguments); });
}

}  // namespace gelenk::cli
