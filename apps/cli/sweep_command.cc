#include "sweep_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "gelenk/answer.h"
#include "gelenk/sweep.h"
#include "messages.h"
#include "progress_bar.h"
#include "run_options.h"
#include "settings.h"
#include "stop_request.h"
#include "text_table.h"

namespace gelenk::cli {

namespace {

// A table of more cases than these is for a file.
constexpr std::uint64_t most_rows_shown = 40;

struct Arguments {
  RunArguments run;
  SweepOptions sweep;
  std::vector<std::string> results;
  std::string json, progress = "auto";
  bool quiet = false;
};

// ---- what is said about a sweep ---------------------------------------------------------------------

void print_cases(const SweepTable& t, std::FILE* out) {
  std::vector<std::vector<std::string>> rows(1);
  rows[0].push_back("case");
  for (const SweepColumn& column : t.parameters)
    rows[0].push_back(write_heading(column.name, column.unit));
  for (const SweepColumn& column : t.results)
    rows[0].push_back(write_heading(column.name, column.unit));
  for (std::uint64_t i = 0; i < t.done; ++i) {
    std::vector<std::string>& row = rows.emplace_back();
    row.push_back(std::to_string(i));
    for (const SweepColumn& column : t.parameters)
      row.push_back(column.texts.empty() ? write_value(column.values[i]) : column.texts[i]);
    for (const SweepColumn& column : t.results) row.push_back(write_value(column.values[i]));
  }
  print_table(rows, std::vector<bool>(rows[0].size(), true), out);
}

// "damper.d = 1200, spring.c = 18000"
std::string describe_place(const SweepTable& t, std::uint64_t number,
                           const std::vector<std::string>& values) {
  std::string text = "case " + std::to_string(number) + ": ";
  for (std::size_t k = 0; k < values.size(); ++k) {
    char* end = nullptr;
    const double value = std::strtod(values[k].c_str(), &end);
    const bool is_number = end != values[k].c_str() && *end == '\0';
    text += (k > 0 ? ", " : "") + t.parameters[k].name + " = " +
            (is_number ? write_value(value) : values[k]);
  }
  return text;
}

void print_statistics(const SweepTable& t, std::FILE* out) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < t.statistics.size(); ++i) {
    const SweepStatistics& s = t.statistics[i];
    if (s.count == 0) continue;
    rows.push_back({write_heading(t.results[i].name, t.results[i].unit), "smallest",
                    write_value(s.smallest),
                    describe_place(t, s.smallest_case, s.smallest_parameters)});
    rows.push_back({"", "largest", write_value(s.largest),
                    describe_place(t, s.largest_case, s.largest_parameters)});
    rows.push_back({"", "mean", write_value(s.mean),
                    s.count > 1 ? "standard deviation " + write_value(s.deviation) : ""});
  }
  if (rows.empty()) return;
  std::fprintf(out, "\n");
  print_table(rows, {false, false, true, false}, out);
}

void print_failures(const SweepTable& t, std::FILE* out) {
  if (t.failures.empty()) return;
  constexpr std::size_t most = 5;
  std::fprintf(out, "\n");
  for (std::size_t i = 0; i < std::min(most, t.failures.size()); ++i) {
    const SweepFailure& f = t.failures[i];
    std::fprintf(out, "  case %llu %s: %s\n", static_cast<unsigned long long>(f.number),
                 f.status.c_str(), f.message.c_str());
  }
  const std::uint64_t count = t.failed + t.refused;
  if (count > most)
    std::fprintf(out, "  and %llu more\n", static_cast<unsigned long long>(count - most));
}

std::string count_cases(std::uint64_t n) {
  return std::to_string(n) + (n == 1 ? " case" : " cases");
}

void print_summary(const SweepTable& t, const SweepOptions& o, std::FILE* out) {
  std::fprintf(out, "%s: %s of %s done", t.model.c_str(), std::to_string(t.done).c_str(),
               count_cases(t.cases).c_str());
  if (t.failed > 0) std::fprintf(out, ", %llu failed", static_cast<unsigned long long>(t.failed));
  if (t.refused > 0)
    std::fprintf(out, ", %llu refused", static_cast<unsigned long long>(t.refused));
  std::fprintf(out, "\n");
  std::fprintf(out, "  cases       %s\n", t.description.c_str());
  if (t.taken_up > 0)
    std::fprintf(out, "  taken up    %s were done before\n", count_cases(t.taken_up).c_str());
  std::fprintf(out, "  took        %.3g s on %d %s\n", t.wall_seconds, t.threads,
               t.threads == 1 ? "thread" : "threads");
  if (!o.output.empty() && o.output != "-")
    std::fprintf(out, "  written     %s%s\n", o.output.c_str(),
                 t.status == "done" ? "" : " (partial: the cases done so far)");
  if (!t.curves.empty()) std::fprintf(out, "  curves      %s\n", t.curves.c_str());
  if (t.status != "done" && !o.output.empty() && o.output != "-")
    std::fprintf(out, "  to go on    give the same command with --resume\n");
  if (o.output.empty() && t.done > 0 && t.cases <= most_rows_shown) {
    std::fprintf(out, "\n");
    print_cases(t, out);
  }
  print_statistics(t, out);
  print_failures(t, out);
}

// ---- the command ------------------------------------------------------------------------------------

bool take_arguments(const Arguments& a, RunOptions& run, SweepOptions& sweep) {
  if (!take_run_options(a.run, run)) return false;
  sweep = a.sweep;
  sweep.parameters = run.settings;  // with one value, too
  run.settings.clear();
  sweep.experiment = run;
  sweep.t_start = run.t_start;
  sweep.t_end = run.t_end;
  sweep.interval = run.interval;
  for (const std::string& results : a.results)
    sweep.results += (sweep.results.empty() ? "" : ",") + results;
  return true;
}

int execute(const Arguments& arguments) {
  if (!check_word("--progress", arguments.progress, {"auto", "always", "never"})) return 2;
  RunOptions run;
  SweepOptions options;
  if (!take_arguments(arguments, run, options)) return 2;
  check_answer(arguments.json, run.file);
  const Model model = read_swept_model(run, options);
  // Large tables go to the file alone.
  options.keeps_table = options.output.empty() || !arguments.json.empty();
  const bool show = !arguments.quiet && (arguments.progress == "always" ||
                                         (arguments.progress == "auto" && isatty(STDERR_FILENO)));
  const bool stdout_taken = options.output == "-" || arguments.json == "-";
  std::FILE* out = stdout_taken ? stderr : stdout;
  ProgressBar bar(show);
  SweepObserver observer;
  observer.stop = &catch_stop_requests();
  observer.start = [&](const SweepTable& t) {
    for (const std::string& warning : t.warnings) print_warning(warning);
    if (show)
      std::fprintf(stderr, "%s: %s, %s\n", t.model.c_str(), count_cases(t.cases).c_str(),
                   t.description.c_str());
  };
  observer.progress = [&](const SweepTable& t) {
    bar.update_cases(t.done, t.cases, t.taken_up, t.failed + t.refused);
  };
  const SweepTable table = sweep(model, options, observer);
  bar.wipe();
  if (!arguments.quiet) print_summary(table, options, out);
  if (!arguments.json.empty()) write_answer(arguments.json, write_json(table));
  return table.succeeded() ? 0 : 1;
}

}  // namespace

void add_sweep_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  SweepOptions& o = a.sweep;
  CLI::App* command = app.add_subcommand(
      "sweep", "Simulate a model for many values of its parameters, and tabulate results");
  add_run_options(*command, a.run);
  // What a sweep has of its own.
  for (const char* name : {"--set", "--signals", "--threads"})
    command->remove_option(command->get_option(name));
  command
      ->add_option(
          "--set", a.run.settings,
          "A parameter and its values: path=1,2,5, path=lin(0,1,64), path=log(1,100,5); "
          "with --random also path=uniform(0,1), path=normal(5,0.1); path=value sets it in "
          "all cases; may be repeated, for all combinations")
      ->allow_extra_args(false);
  command->add_option("--cases", o.cases,
                      "CSV file with a row of values for each case below the parameters' paths");
  command->add_flag("--together", o.together,
                    "First values together, second values together, instead of all combinations");
  command->add_option("--random", o.draws, "Draw so many cases at random");
  command->add_option("--seed", o.seed, "Of the draws: the same seed draws the same cases")
      ->capture_default_str();
  command->add_option("--sampling", o.sampling, "How --random draws: random or latin")
      ->capture_default_str();
  command
      ->add_option("--results", a.results,
                   "What the table tells of each case, separated by commas: max(signal), min, "
                   "final, first, mean, rms, range, abs_max, integral, time_of_max, time_of_min, "
                   "at(signal,2.5), events, energy_end and others; signals with * and ?")
      ->allow_extra_args(false);
  command->add_option("--keep", o.keep,
                      "Write whole curves of these signals, too: names with * and ?, separated by "
                      "commas; to the file of --output with .curves before its ending");
  command->add_option("-o,--output", o.output,
                      "Write the table to this CSV file, case by case (- for standard output)");
  command->add_flag("--units", o.units, "Write units into the CSV file's names");
  command->add_option("--json", a.json, "Write the table as JSON (- for standard output)");
  command->add_option("--threads", o.threads, "Cases at one time; 0: as many as the machine has")
      ->capture_default_str();
  command->add_option("--max-cases", o.most_cases, "Refuse sweeps with more cases")
      ->capture_default_str();
  command->add_flag("--resume", o.resume,
                    "Take up a sweep that was interrupted or killed, from its --output file");
  command->add_option("--progress", a.progress, "auto, always or never")->capture_default_str();
  command->add_flag("--quiet", a.quiet, "Print errors only");
  command->callback([arguments, &exit_code] { exit_code = execute(*arguments); });
}

}  // namespace gelenk::cli
