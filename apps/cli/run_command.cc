#include "run_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "gelenk/run.h"
#include "messages.h"
#include "progress_bar.h"
#include "run_options.h"
#include "settings.h"
#include "stop_request.h"

namespace gelenk::cli {

namespace {

struct Arguments {
  RunArguments run;
  std::vector<std::string> save_states;  // as given: FILE or FILE@TIME
  std::string progress = "auto";
  bool quiet = false;
};

// What stands behind the last @ is a time if it is a number; else it belongs to the name.
SavedState read_saved_state(const std::string& text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string::npos || at + 1 == text.size()) return {text, std::nullopt};
  char* end = nullptr;
  const double time = std::strtod(text.c_str() + at + 1, &end);
  if (*end != '\0' || !std::isfinite(time)) return {text, std::nullopt};
  return {text.substr(0, at), time};
}

// "1 body", "2 bodies"
std::string count(long n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

// Methods with a fixed step have no tolerances.
std::string describe_integrator(const RunSummary& s) {
  char text[80];
  if (s.rtol > 0)
    std::snprintf(text, sizeof text, " with rtol %g, atol %g", s.rtol, s.atol);
  else
    std::snprintf(text, sizeof text, " with step %g s", s.step);
  return s.integrator + text;
}

std::string describe_steps(const RunSummary& s) {
  const std::string steps = count(s.steps, "step", "steps");
  return s.rtol > 0 ? steps + " and " + std::to_string(s.rejected_steps) + " rejected" : steps;
}

// What the model is made of.
void print_system(const RunSummary& s, std::FILE* out) {
  const std::string freedom =
      s.degrees_of_freedom < 0
          ? ""
          : ", " + count(s.degrees_of_freedom, "degree of freedom", "degrees of freedom");
  std::fprintf(out, "  system      %s, %s, %s%s\n", count(s.bodies, "body", "bodies").c_str(),
               count(s.joints, "joint", "joints").c_str(), count(s.loops, "loop", "loops").c_str(),
               freedom.c_str());
  std::fprintf(out, "  hierarchy   %s, %s\n",
               count(s.components, "component", "components").c_str(),
               count(s.depth, "level", "levels").c_str());
}

void print_summary(const RunSummary& s, const RunOptions& options, std::FILE* out) {
  for (const std::string& warning : s.warnings) print_warning(warning);
  std::fprintf(out, "%s: %s\n", s.model.c_str(), s.succeeded() ? "done" : s.status.c_str());
  if (!s.message.empty()) std::fprintf(out, "  %s\n", s.message.c_str());
  print_system(s, out);
  std::fprintf(out, "  constraints %s, %d of them redundant\n",
               count(s.constraint_rows, "row", "rows").c_str(), s.redundant_rows);
  std::fprintf(out, "  method      %s, %s, stabilization %s\n", s.formulation.c_str(),
               describe_integrator(s).c_str(), s.stabilization.c_str());
  if (!s.start.empty()) std::fprintf(out, "  start       %s\n", s.start.c_str());
  std::fprintf(out, "  time        %g to %g s, %s, %s, %ld evaluations, %ld rows\n", s.start_time,
               s.end_time, describe_steps(s).c_str(), count(s.events, "event", "events").c_str(),
               s.evaluations, s.rows);
  std::fprintf(out, "  drift       %.2g (position), %.2g (velocity) at most\n", s.drift_position,
               s.drift_velocity);
  std::fprintf(out, "  energy      %.10g J at the start, %.10g J at the end\n", s.energy_start,
               s.energy_end);
  std::fprintf(out, "  took        %.3g s, %.3g µs per evaluation\n", s.wall_seconds,
               1e6 * s.seconds_per_evaluation);
  if (!s.moved.empty()) {
    std::fprintf(out, "  assembly    moved %s:\n",
                 count(static_cast<long>(s.moved.size()), "start value", "start values").c_str());
    for (std::size_t i = 0; i < s.moved.size() && i < 8; ++i)
      std::fprintf(out, "                %s\n", s.moved[i].c_str());
    if (s.moved.size() > 8)
      std::fprintf(out, "                and %zu more (all are in the --summary)\n",
                   s.moved.size() - 8);
  }
  if (!options.output.empty() && s.rows > 0) {
    std::fprintf(out, "  written     %s%s\n",
                 options.output == "-" ? "standard output" : options.output.c_str(),
                 s.succeeded() ? "" : " (partial: the rows computed so far)");
  }
  for (const SavedState& saved : options.save_states) {
    if (!saved.time || *saved.time <= s.end_time)
      std::fprintf(out, "  state       %s\n", saved.file.c_str());
  }
  if (options.checkpoint && s.status == "interrupted")
    std::fprintf(out, "  to go on    give the same command with --resume\n");
  if (!options.report.empty() && options.report != "-")
    std::fprintf(out, "  report      %s\n", options.report.c_str());
}

int execute(const Arguments& arguments) {
  RunOptions options;
  if (!check_word("--progress", arguments.progress, {"auto", "always", "never"})) return 2;
  if (!take_run_options(arguments.run, options)) return 2;
  for (const std::string& text : arguments.save_states)
    options.save_states.push_back(read_saved_state(text));
  const bool show = !arguments.quiet && (arguments.progress == "always" ||
                                         (arguments.progress == "auto" && isatty(STDERR_FILENO)));
  ProgressBar bar(show);
  RunObserver observer;
  observer.stop = &catch_stop_requests();
  if (show)
    observer.progress = [&](double t, double t_start, double t_end) {
      bar.update(t, t_start, t_end);
    };
  const RunSummary summary = run(options, observer);
  bar.wipe();
  const bool stdout_taken =
      options.output == "-" || options.summary == "-" || options.report == "-";
  if (!arguments.quiet)
    print_summary(summary, options, stdout_taken ? stderr : stdout);
  else if (!summary.succeeded())
    std::fprintf(stderr, "%s: %s: %s\n", summary.model.c_str(), summary.status.c_str(),
                 summary.message.c_str());
  return summary.succeeded() ? 0 : 1;
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  RunOptions& o = arguments->run.options;
  CLI::App* run = app.add_subcommand("run", "Simulate a model over time");
  add_run_options(*run, arguments->run);
  run->add_option(
      "-o,--output", o.output,
      "Write the signals to this file: .csv, or .mat as Modelica tools do (- for CSV to "
      "standard output)");
  run->add_flag("--units", o.units, "Write units into the CSV file's names: 'hinge.phi [rad]'");
  run->add_option("--summary", o.summary,
                  "Write the summary to this JSON file (- for standard output)");
  run->add_option("--report", o.report,
                  "Write animation, plots and summary to this HTML file (- for standard output)");
  run->add_option("--page", o.page, "HTML page that --report fills instead of the built-in one");
  run->add_option("--start-state", o.start_state,
                  "Start from this state of another run instead of the model's start values");
  run->add_option("--save-state", arguments->save_states,
                  "Save the state at the end of the run to this JSON file, or as FILE@T that at "
                  "the time T; may be repeated")
      ->allow_extra_args(false);
  run->add_option("--checkpoint", o.checkpoint,
                  "Save every so many seconds of the clock what --resume needs, to the file of "
                  "--output with .checkpoint behind its name");
  run->add_flag("--resume", o.resume,
                "Take up the same run from its last checkpoint, where there is one");
  run->add_option("--progress", arguments->progress, "auto, always or never")
      ->capture_default_str();
  run->add_flag("--quiet", arguments->quiet, "Print errors only");
  run->callback([arguments, &exit_code] { exit_code = execute(*arguments); });
}

void add_check_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* check =
      app.add_subcommand("check", "Read and build a model, and say what is wrong with it");
  add_run_options(*check, *arguments);
  check->callback([arguments, &exit_code] {
    RunOptions options;
    exit_code = 2;
    if (!take_run_options(*arguments, options)) return;
    const RunSummary summary = gelenk::check(options);
    for (const std::string& warning : summary.warnings) print_warning(warning);
    std::printf("%s: no errors, %s\n", summary.model.c_str(),
                count(static_cast<long>(summary.warnings.size()), "warning", "warnings").c_str());
    print_system(summary, stdout);
    exit_code = 0;
  });
}

}  // namespace gelenk::cli
