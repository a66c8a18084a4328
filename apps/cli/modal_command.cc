#include "modal_command.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis_options.h"
#include "gelenk/modal.h"
#include "option_error.h"

namespace gelenk::cli {

namespace {

struct ModalArguments : AnalysisArguments {
  std::optional<double> at;
  LinearizeOptions choice;
  std::string matrices, bode, over, locus;
};

// param=lin(a,b,n) or param=log(a,b,n)
struct Range {
  std::string parameter;
  std::vector<double> values;
};

bool fail(const char* option, const std::string& given, const char* hint) {
  std::fprintf(stderr, "error: %s cannot be '%s' [option]\n  hint: %s\n", option, given.c_str(),
               hint);
  return false;
}

bool parse_range(const std::string& text, Range& range) {
  const char* const form = "write --over param=lin(first,last,count), or log(…) for equal ratios";
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) return fail("--over", text, form);
  range.parameter = text.substr(0, equals);
  double first = 0, last = 0;
  int count = 0, length = 0;
  const std::string law = text.substr(equals + 1, 4),
                    rest = text.substr(std::min(text.size(), equals + 5));
  const bool is_log = law == "log(";
  const bool is_read =
      (law == "lin(" || is_log) &&
      std::sscanf(rest.c_str(), " %lf , %lf , %d )%n", &first, &last, &count, &length) == 3 &&
      length > 0 && static_cast<std::size_t>(length) == rest.size();
  if (!is_read || !std::isfinite(first) || !std::isfinite(last)) return fail("--over", text, form);
  if (count < 2 || count > 100000 || (is_log && !(first > 0 && last > 0)))
    return fail("--over", text, "it takes 2 to 100000 values, and for log positive ones");
  for (int i = 0; i < count; ++i) {
    const double part = static_cast<double>(i) / (count - 1);
    range.values.push_back(i + 1 == count ? last
                           : is_log       ? first * std::pow(last / first, part)
                                          : first + part * (last - first));
  }
  return true;
}

std::string write_number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string write_eigenvalue(const Mode& mode) {
  const double re = mode.eigenvalue.real(), im = mode.eigenvalue.imag();
  if (mode.kind == Mode::Kind::rigid) return "0";
  if (mode.kind == Mode::Kind::aperiodic) return write_number(re);
  return (mode.is_undamped ? "" : write_number(re) + " ") + "± " + write_number(im) + " i";
}

// A text with signs beyond ASCII, filled up with blanks to a width in characters.
std::string pad(const std::string& text, std::size_t width) {
  std::size_t characters = 0;
  for (char c : text) characters += (static_cast<unsigned char>(c) & 0xc0u) != 0x80u;
  return text + std::string(characters < width ? width - characters : 0, ' ');
}

void print_state(const LinearModel& linear) {
  std::printf("%s at %.6g s: %zu states, %zu inputs, %zu outputs.\n", linear.model.c_str(),
              linear.time, linear.states.size(), linear.inputs.size(), linear.outputs.size());
  if (linear.is_at_rest()) {
    std::printf("The state is an equilibrium.\n");
  } else if (linear.is_steady()) {
    std::printf("The state is a steady motion, with speeds up to %.6g (%s).\n", linear.speed.value,
                linear.speed.name.c_str());
  } else {
    const LinearModel::Largest& most =
        linear.acceleration.value > linear.rate.value ? linear.acceleration : linear.rate;
    std::printf(
        "The state is no equilibrium: %s changes by %.3g per second. Modes are those of the "
        "instant.\n",
        most.name.c_str(), most.value);
  }
  constexpr double rough = 1e-7;
  if (linear.error > rough) {
    std::printf("Derivatives are known to a part of %.1g only: something is not smooth here.\n",
                linear.error);
  }
  for (const std::string& holder : linear.held)
    std::printf("Held, and no part of the modes: what '%s' holds.\n", holder.c_str());
}

void print_modes(const LinearModel& linear, const std::vector<Mode>& modes) {
  print_state(linear);
  if (modes.empty()) {
    std::printf("Nothing can move.\n");
    return;
  }
  std::printf("\n    %s%12s%12s\n", pad("eigenvalue in 1/s", 34).c_str(), "Hz", "damping");
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const Mode& mode = modes[k];
    const std::string eigenvalue = write_eigenvalue(mode);
    if (mode.kind == Mode::Kind::oscillation) {
      const double damping = mode.is_undamped ? 0.0 : std::round(mode.damping * 1e6) / 1e6;
      std::printf("%3zu %s%12.6g%12s", k + 1, pad(eigenvalue, 34).c_str(), mode.frequency,
                  write_number(damping).c_str());
    } else {
      std::printf("%3zu %s", k + 1, eigenvalue.c_str());
    }
    std::printf("\n      %s\n", mode.description.c_str());
    // Of a defective eigenvalue all modes have the same shares.
    const bool is_next = k > 0 && mode.eigenvalue == modes[k - 1].eigenvalue;
    if (mode.multiplicity > 1 && !is_next)
      std::printf("      an eigenvalue of multiplicity %d\n", mode.multiplicity);
    if (is_next && mode.participation == modes[k - 1].participation) continue;
    constexpr std::size_t most_named = 4;
    std::string shares;
    for (std::size_t i = 0; i < std::min(most_named, mode.participation.size()); ++i) {
      const auto& [name, share] = mode.participation[i];
      char text[32];
      std::snprintf(text, sizeof text, " %.0f %%", 100 * share);
      if (share >= 0.005) shares += (i > 0 ? ", " : "") + name + text;
    }
    std::printf("      takes part: %s\n", shares.c_str());
  }
  const auto count = [&](auto is) { return std::count_if(modes.begin(), modes.end(), is); };
  const auto unstable = count([](const Mode& mode) { return mode.is_unstable; });
  if (unstable > 0)
    std::printf("\nUnstable: %td of %zu modes.\n", unstable, modes.size());
  else
    std::printf("\nNo mode is unstable.\n");
}

std::vector<Mode> find_modes(Experiment& experiment, const ModalArguments& given,
                             LinearModel& linear) {
  if (given.at) experiment.advance(*given.at);
  linear = linearize(experiment, given.choice);
  return calc_modes(linear);
}

// 0, or the exit code of bad options.
int run_once(const ModalArguments& given) {
  std::optional<Experiment> experiment = make_experiment(given);
  if (!experiment) return 2;
  LinearModel linear;
  const std::vector<Mode> modes = find_modes(*experiment, given, linear);
  if (given.json != "-") print_modes(linear, modes);
  write_text(given.json, write_json(linear, modes));
  if (!given.matrices.empty()) write_matrices(linear, given.matrices);
  if (given.bode.empty()) return 0;
  if (linear.inputs.empty() || linear.outputs.empty()) {
    fail("--bode", given.bode, "a response needs --inputs and --outputs");
    return 2;
  }
  write_bode(linear, calc_frequency_response(linear, choose_frequencies(modes)), given.bode);
  return 0;
}

void print_locus(const RootLocus& locus) {
  std::printf("%-14s", locus.parameter.c_str());
  for (std::size_t b = 0; b < locus.branches.size(); ++b) {
    const std::string title = "mode " + std::to_string(b + 1);
    std::printf("  %26s", title.c_str());
  }
  std::printf("\n");
  for (std::size_t k = 0; k < locus.values.size(); ++k) {
    std::printf("%-14.8g", locus.values[k]);
    for (const auto& branch : locus.branches) {
      const std::complex<double> z = branch[k];
      if (std::isnan(z.real()))
        std::printf("  %26s", "-");
      else if (z.imag() == 0)
        std::printf("  %12.6g%14s", z.real(), "");
      else
        std::printf("  %12.6g ± %9.6g i", z.real(), z.imag());
    }
    std::printf("\n");
  }
}

int run_over(const ModalArguments& given, const Range& range) {
  const std::optional<Experiment> first = make_experiment(given);
  RunOptions options;
  if (!first || !take_run_options(given, options)) return 2;
  Model model = first->model();
  std::vector<std::vector<Mode>> modes;
  for (double value : range.values) {
    model.set(range.parameter, value);
    Experiment experiment(model, options);
    if (options.start_state.empty())
      experiment.start(options.t_start);
    else
      experiment.read_state(options.start_state);
    LinearModel linear;
    modes.push_back(find_modes(experiment, given, linear));
  }
  const RootLocus locus = follow_modes(range.parameter, range.values, modes);
  if (given.json != "-") print_locus(locus);
  write_text(given.json, write_json(locus));
  if (!given.locus.empty()) write_locus(locus, given.locus);
  return 0;
}

}  // namespace

void add_modal_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ModalArguments>();
  CLI::App* command = app.add_subcommand(
      "modal", "Linearise a model about a state: modes, stability, responses, matrices");
  add_analysis_options(*command, *arguments);
  command->add_option("--at", arguments->at,
                      "Simulate to this time in s first, and look at the state there");
  command->add_option("--inputs", arguments->choice.inputs,
                      "Inputs of the model, or speeds of joints for a force there: names with * "
                      "and ?, separated by commas");
  command->add_option("--outputs", arguments->choice.outputs,
                      "Signals: names with * and ?, separated by commas");
  command->add_option("--matrices", arguments->matrices,
                      "Write A, B, C, D to this file: .json, .csv or .mat");
  command->add_option("--bode", arguments->bode,
                      "Write responses to inputs over the frequency: .svg, .png or .csv");
  command->add_option("--over", arguments->over,
                      "Follow the modes over a parameter: name=lin(first,last,count) or "
                      "log(first,last,count)");
  command->add_option("--locus", arguments->locus,
                      "Write what --over finds to this file: .svg, .png or .csv");
  command->callback([arguments, &exit_code] {
    exit_code = 2;
    Range range;
    if (arguments->over.empty()) {
      if (!arguments->locus.empty()) {
        fail("--locus", arguments->locus, "it shows what --over finds: give that, too");
        return;
      }
      exit_code = run_once(*arguments);
    } else if (parse_range(arguments->over, range)) {
      exit_code = run_over(*arguments, range);
    }
  });
}

}  // namespace gelenk::cli
