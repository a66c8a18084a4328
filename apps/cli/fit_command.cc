#include "fit_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "gelenk/answer.h"
#include "gelenk/fit.h"
#include "messages.h"
#include "run_options.h"
#include "settings.h"
#include "stop_request.h"
#include "text_table.h"

namespace gelenk::cli {

namespace {

struct Arguments {
  RunArguments run;
  FitOptions fit;
  std::string record, json, progress = "auto";
  std::vector<std::string> parameters, matches;  // as given
  bool quiet = false;
};

// "path", "path=start" or "path=start,lower,upper".
bool read_parameter(const std::string& text, FitParameter& parameter) {
  const std::size_t equals = text.find('=');
  parameter.path = text.substr(0, equals);
  std::vector<double> numbers;
  bool are_numbers = true;
  for (std::size_t at = equals; at != std::string::npos; at = text.find(',', at + 1)) {
    const std::string number = text.substr(at + 1, text.find(',', at + 1) - at - 1);
    char* stop = nullptr;
    numbers.push_back(std::strtod(number.c_str(), &stop));
    are_numbers =
        are_numbers && stop != number.c_str() && *stop == '\0' && !std::isnan(numbers.back());
  }
  const bool is_right = !parameter.path.empty() && are_numbers &&
                        (equals == std::string::npos || numbers.size() == 1 || numbers.size() == 3);
  if (!is_right) {
    std::fprintf(stderr,
                 "error: '%s' does not say which parameter is to be found [option]\n  hint: write "
                 "--parameter damper.d, with a start damper.d=1000, with bounds "
                 "damper.d=1000,0,5000\n",
                 text.c_str());
    return false;
  }
  if (!numbers.empty()) parameter.start = numbers[0];
  if (numbers.size() == 3) {
    parameter.lower = numbers[1];
    parameter.upper = numbers[2];
  }
  return true;
}

// ---- what is said about a fit -----------------------------------------------------------------------

// 95 %
std::string write_percent(double share) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g %%", 100 * share);
  return text;
}

void print_parameters(const FitResult& r, std::FILE* out) {
  std::vector<std::vector<std::string>> rows = {
      {"parameter", "start", "value", write_percent(r.confidence) + " interval", "deviation"}};
  for (const FitResult::Parameter& p : r.parameters) {
    std::string interval = write_value(p.low) + " … " + write_value(p.high);
    if (!p.is_determined) interval = "not determined";
    if (p.is_at_bound) interval = "at its bound";
    const bool has_interval = p.is_determined && !p.is_at_bound;
    rows.push_back({write_heading(p.path, p.unit), write_value(p.start), write_value(p.value),
                    interval, has_interval ? write_value(p.deviation) : "-"});
  }
  print_table(rows, {false, true, true, true, true}, out);
}

void print_signals(const FitResult& r, std::FILE* out) {
  std::vector<std::vector<std::string>> rows = {{"signal", "values", "left over (rms)"}};
  for (const FitResult::Signal& s : r.signals)
    rows.push_back({write_heading(s.name, s.unit), std::to_string(s.count), write_value(s.rms)});
  print_table(rows, {false, true, true}, out);
}

// What the record does not tell, or hardly.
void print_remarks(const FitResult& r, std::FILE* out) {
  std::string open;
  const std::size_t n = r.parameters.size();
  for (const FitResult::Parameter& p : r.parameters) {
    if (!p.is_determined) open += (open.empty() ? "" : ", ") + p.path;
  }
  if (!open.empty())
    std::fprintf(out, "\n  the record does not determine %s: other values do as well\n",
                 open.c_str());
  for (std::size_t i = 0; i < n && r.correlation.size() == n * n; ++i) {
    for (std::size_t k = i + 1; k < n; ++k) {
      const double together = r.correlation[i * n + k];
      if (std::abs(together) < 0.95) continue;
      std::fprintf(out,
                   "\n  %s and %s are hardly told apart: their errors go together (correlation "
                   "%.4f)\n",
                   r.parameters[i].path.c_str(), r.parameters[k].path.c_str(), together);
    }
  }
}

void print_result(const FitResult& r, std::FILE* out) {
  std::fprintf(out, "%s: %s\n", r.model.c_str(), r.succeeded() ? "done" : r.status.c_str());
  if (!r.message.empty()) std::fprintf(out, "  %s\n", r.message.c_str());
  std::fprintf(out, "  took        %.3g s, %d iterations, %ld simulations\n\n", r.wall_seconds,
               r.iterations, r.simulations);
  print_parameters(r, out);
  std::fprintf(out, "\n");
  print_signals(r, out);
  print_remarks(r, out);
  std::string settings;
  for (const FitResult::Parameter& p : r.parameters) {
    char number[40];
    std::snprintf(number, sizeof number, "%.10g", p.value);
    settings += " --set " + p.path + "=" + number;
  }
  std::fprintf(out, "\n  to use it   gelenk run …%s\n", settings.c_str());
}

// ---- the command ------------------------------------------------------------------------------------

int execute(const Arguments& arguments) {
  if (!check_word("--progress", arguments.progress, {"auto", "always", "never"})) return 2;
  RunOptions run;
  if (!take_run_options(arguments.run, run)) return 2;
  FitOptions options = arguments.fit;
  for (const std::string& text : arguments.parameters) {
    if (!read_parameter(text, options.parameters.emplace_back())) return 2;
  }
  if (!split_pairs(arguments.matches, "--match", "column=signal, for example --match height=body.s",
                   options.matches))
    return 2;
  check_answer(arguments.json, run.file);
  options.experiment = run;
  options.t_start = run.t_start;
  const FitRecord record = read_fit_record(arguments.record);
  const Model model = Model::from_file(run.file, run.model, run.settings, run.libraries);
  for (const std::string& warning : model.warnings()) print_warning(warning);
  const bool show = !arguments.quiet && (arguments.progress == "always" ||
                                         (arguments.progress == "auto" && isatty(STDERR_FILENO)));
  FitObserver observer;
  observer.stop = &catch_stop_requests();
  if (show)
    observer.progress = [](long simulations) {
      std::fprintf(stderr, "\r%ld simulations   ", simulations);
      std::fflush(stderr);
    };
  const FitResult result = fit(model, record, options, observer);
  if (show) std::fprintf(stderr, "\r%40s\r", "");
  if (!arguments.quiet) print_result(result, arguments.json == "-" ? stderr : stdout);
  if (!arguments.json.empty()) write_answer(arguments.json, write_json(result));
  return result.succeeded() ? 0 : 1;
}

}  // namespace

void add_fit_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  FitOptions& o = a.fit;
  CLI::App* command =
      app.add_subcommand("fit", "Find the parameters with which a model comes nearest to a record");
  add_run_options(*command, a.run);
  // What a fit has of its own, or from the record.
  for (const char* name : {"--signals", "--threads", "--t-end", "--interval", "--rtol"})
    command->remove_option(command->get_option(name));
  command->add_option("--rtol", a.run.options.rtol,
                      "Relative tolerance of adaptive integrators; default: 1e-9, since "
                      "derivatives are differences of simulations");
  command->add_option("--record", a.record, "CSV file with times and what was measured")
      ->required();
  command
      ->add_option("--parameter", a.parameters,
                   "A parameter to be found: its path, and where the search starts and stays, "
                   "path=start or path=start,lower,upper; may be repeated")
      ->allow_extra_args(false);
  command->add_option("--signals", o.signals,
                      "Columns of the record to use: names with * and ?, separated by commas; "
                      "default: all that are signals of the model");
  command
      ->add_option("--match", a.matches,
                   "Which signal a column is where it is called otherwise: column=signal; may be "
                   "repeated")
      ->allow_extra_args(false);
  command->add_option("--confidence", o.confidence, "Of the intervals")->capture_default_str();
  command->add_option("--iterations", o.most_iterations, "Most iterations")->capture_default_str();
  command
      ->add_option("--threads", o.threads, "Simulations at one time; 0: as many as the machine has")
      ->capture_default_str();
  command->add_option("--json", a.json, "Write the result as JSON (- for standard output)");
  command->add_option("--progress", a.progress, "auto, always or never")->capture_default_str();
  command->add_flag("--quiet", a.quiet, "Print errors only");
  command->callback([arguments, &exit_code] { exit_code = execute(*arguments); });
}

}  // namespace gelenk::cli
