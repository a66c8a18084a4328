#include "equilibrium_command.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "analysis_options.h"
#include "gelenk/answer.h"
#include "gelenk/equilibrium.h"
#include "settings.h"
#include "value_table.h"

namespace gelenk::cli {

namespace {

struct Arguments {
  AnalysisArguments analysis;
  std::vector<std::string> holds, speeds;  // as given: name=value
  EquilibriumOptions options;
  std::string save_state;
};

bool read_values(const std::vector<std::string>& given, const char* option,
                 std::vector<std::pair<std::string, double>>& into) {
  std::vector<std::pair<std::string, std::string>> pairs;
  if (!split_pairs(given, option, "name=number", pairs)) return false;
  for (const auto& [name, text] : pairs) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value)) {
      std::fprintf(
          stderr,
          "error: '%s' of %s %s=%s is no number [option]\n  hint: give it as in %s %s=0.5\n",
          text.c_str(), option, name.c_str(), text.c_str(), option, name.c_str());
      return false;
    }
    into.emplace_back(name, value);
  }
  return true;
}

void print_loads(const char* title, const std::vector<EquilibriumLoad>& loads) {
  if (loads.empty()) return;
  std::printf("  %s\n", title);
  for (const EquilibriumLoad& load : loads)
    std::printf("    %-32s %16.10g %s\n", load.name.c_str(), load.value, load.unit.c_str());
}

std::string describe_direction(const std::vector<EquilibriumLoad>& direction) {
  std::string text;
  for (std::size_t i = 0; i < direction.size() && i < 6; ++i) {
    text += (i > 0 ? ", " : "") + direction[i].name;
    if (direction.size() == 1) break;
    char share[40];
    std::snprintf(share, sizeof share, " (%.4g)", direction[i].value);
    text += share;
  }
  if (direction.size() > 6) text += " and " + std::to_string(direction.size() - 6) + " more";
  return text;
}

void print_one(const Equilibrium& e) {
  bool moves = false;
  for (const EquilibriumValue& speed : e.speeds) moves = moves || speed.value != 0.0;
  std::printf("  %s, %s; %d iteration%s%s, largest force left: %.2g of those there are\n",
              moves ? "steady motion" : "at rest",
              e.stability == "unknown"    ? "stability not told"
              : e.stability == "marginal" ? "marginal: some disturbances neither die out nor grow"
                                          : e.stability.c_str(),
              e.iterations, e.iterations == 1 ? "" : "s",
              e.relaxed ? " after letting it move and stop" : "", e.residual);
  print_values("coordinates", "start", "there", e.coordinates);
  if (moves) print_values("speeds", "start", "there", e.speeds);
  print_values("states", "start", "there", e.states);
  print_values("found for what is free", "before", "found", e.numbers);
  print_loads("held, or kept going, by", e.loads);
  for (const EquilibriumMode& mode : e.modes) {
    std::printf("  '%s' %s, with %.6g %s\n", mode.component.c_str(), mode.what.c_str(), mode.force,
                mode.unit.c_str());
  }
  for (const auto& direction : e.insensitive) {
    std::printf("  free to move, left where it was: %s\n", describe_direction(direction).c_str());
  }
  for (const std::string& name : e.not_cyclic) {
    std::printf("  this holds for an instant: while '%s' goes on, the balance changes\n",
                name.c_str());
  }
  if (!e.q.empty()) std::printf("  potential energy %.10g J\n", e.potential_energy);
}

int execute(const Arguments& arguments) {
  EquilibriumOptions options = arguments.options;
  if (!read_values(arguments.holds, "--hold", options.hold) ||
      !read_values(arguments.speeds, "--speed", options.speed))
    return 2;
  std::optional<Experiment> experiment = make_experiment(arguments.analysis, false);
  options.start_time = arguments.analysis.options.t_start;
  if (!experiment) return 2;
  const std::vector<Equilibrium> found = list_equilibria(*experiment, options);
  write_text(arguments.analysis.json, write_json(found));
  const Equilibrium& first = found.front();
  const bool is_there = first.is_found() && !first.q.empty();
  if (is_there && !arguments.save_state.empty()) experiment->write_state(arguments.save_state);
  if (!first.is_found())
    std::fprintf(stderr, "error: %s [equilibrium]\n", first.message.c_str());
  else if (!is_there)
    std::fprintf(stderr, "warning: %s [equilibrium]\n", first.message.c_str());
  if (arguments.analysis.json == "-") return first.is_found() ? 0 : 1;
  if (!first.is_found()) {
    print_loads("forces left where the search ended", first.unbalanced);
    return 1;
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found.size() == 1)
      std::printf("%s\n", first.model.c_str());
    else
      std::printf("%s%s: equilibrium %zu of %zu\n", i > 0 ? "\n" : "", first.model.c_str(), i + 1,
                  found.size());
    print_one(found[i]);
  }
  if (is_there && !arguments.save_state.empty()) {
    std::string settings;
    for (const EquilibriumValue& number : first.numbers) {
      char text[200];
      std::snprintf(text, sizeof text, " --set '%s=%.17g'", number.name.c_str(), number.value);
      if (number.unit != "rad/s" && number.unit != "m/s") settings += text;
    }
    std::printf("  state        %s (gelenk run %s%s --start-state %s)\n",
                arguments.save_state.c_str(), arguments.analysis.options.file.c_str(),
                settings.c_str(), arguments.save_state.c_str());
  }
  return 0;
}

}  // namespace

void add_equilibrium_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("equilibrium", "Find where a model stays at rest, or goes on as it moves");
  add_analysis_options(*command, arguments->analysis);
  EquilibriumOptions& o = arguments->options;
  command
      ->add_option(
          "--hold", arguments->holds,
          "A position is to have a value: name=value, by a force or by what is --free; may be "
          "repeated")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--speed", arguments->speeds,
          "A coordinate goes on with a speed: name=value, as in rotor.w=100; may be repeated")
      ->allow_extra_args(false);
  command
      ->add_option("--free", o.free,
                   "A parameter, an input or a speed that is to be found; may be repeated")
      ->allow_extra_args(false);
  command->add_flag(
      "--nearest", o.nearest,
      "The equilibrium nearest to the start, stable or not, instead of the one where the "
      "model settles");
  command
      ->add_option("--starts", o.starts,
                   "Begin at so many random positions, too, and list what differs")
      ->check(CLI::Range(0, 100000));
  command->add_option("--seed", o.seed, "Of the random positions")->capture_default_str();
  command->add_option("--save-state", arguments->save_state,
                      "Save the state to this JSON file, from which a run may start");
  command->callback([arguments, &exit_code] { exit_code = execute(*arguments); });
}

}  // namespace gelenk::cli
