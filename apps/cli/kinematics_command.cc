#include "kinematics_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "analysis_options.h"
#include "gelenk/kinematics.h"
#include "motion_options.h"
#include "settings.h"

namespace gelenk::cli {

namespace {

constexpr std::size_t most_told = 8;

// "hinge.phi = 1.2345678 rad", or the time where nothing leads.
std::string describe_place(const KinematicsAnswer& answer, const KinematicsAnswer::Place& place) {
  std::string text;
  char number[80];
  for (std::size_t i = 0; i < place.at.size(); ++i) {
    std::snprintf(number, sizeof number, " = %.10g %s", place.at[i],
                  answer.columns[i].unit.c_str());
    text += (i > 0 ? ", " : "") + answer.leading[i] + number;
  }
  if (answer.is_grid && !text.empty()) return text;
  std::snprintf(number, sizeof number, "%.10g s", place.time);
  return text.empty() ? number : text + " at " + number;
}

void print_ranges(const KinematicsAnswer& answer) {
  std::printf("\n  %-32s %16s %16s\n", "reached", "least", "greatest");
  for (std::size_t c = 0; c < answer.columns.size(); ++c) {
    double least = INFINITY, greatest = -INFINITY;
    for (std::size_t i = 0; i < answer.reached.size(); ++i) {
      if (!answer.reached[i]) continue;
      least = std::min(least, answer.values[c][i]);
      greatest = std::max(greatest, answer.values[c][i]);
    }
    std::printf("  %-32s %16.9g %16.9g %s\n", answer.columns[c].name.c_str(), least, greatest,
                answer.columns[c].unit == "1" ? "" : answer.columns[c].unit.c_str());
  }
}

void print(const KinematicsAnswer& answer) {
  std::printf("%s\n\n", answer.model.c_str());
  const std::size_t points = answer.reached.size();
  std::printf("%zu %s", points, points == 1 ? "point" : "points");
  if (!answer.leading.empty()) std::printf(", led by %s", list_names(answer.leading).c_str());
  std::printf(".\n");
  for (const std::string& note : answer.notes) std::printf("%s\n", note.c_str());
  std::size_t told = 0;
  for (const KinematicsAnswer::End& end : answer.ends) {
    if (++told > most_told) break;
    std::printf("The loops let it go no further than %s", describe_place(answer, end).c_str());
    if (end.is_singular)
      std::printf(": singular, %s could move there while what leads stands still",
                  list_names(end.moves, 3).c_str());
    std::printf(".\n");
  }
  if (answer.ends.size() > most_told)
    std::printf("There are %zu more such ends, in the JSON answer.\n",
                answer.ends.size() - most_told);
  told = 0;
  for (const KinematicsAnswer::Singular& s : answer.singular) {
    if (++told > most_told) break;
    std::printf("Singular at %s: %s can move while what leads stands still%s.\n",
                describe_place(answer, s).c_str(), list_names(s.moves, 3).c_str(),
                s.of_loops ? ", and ways to go on meet" : "");
  }
  if (answer.singular.size() > most_told)
    std::printf("There are %zu more singular positions, in the JSON answer.\n",
                answer.singular.size() - most_told);
  if (answer.succeeded()) print_ranges(answer);
}

}  // namespace

void add_kinematics_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<AnalysisArguments>();
  auto motion = std::make_shared<MotionArguments>();
  auto options = std::make_shared<KinematicsOptions>();
  auto grids = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand(
      "kinematics",
      "Lead a mechanism over positions without dynamics: what it reaches, where it is "
      "singular");
  add_analysis_options(*command, *arguments);
  command
      ->add_option(
          "--grid", *grids,
          "Values of a position: name=lin(first, last, count), name=log(first, last, count) "
          "or name=a,b,c; may be repeated: all combinations, the last one fastest")
      ->allow_extra_args(false);
  add_motion_options(*command, *motion);
  command->add_flag(
      "--speeds", options->speeds,
      "Speeds, too; on a grid where the position that varies fastest has the speed one");
  command->add_option("--signals", options->signals,
                      "Signals of positions and speeds: names with * and ?, separated by commas; "
                      "default: the usual ones");
  command->callback([arguments, motion, options, grids, &exit_code] {
    exit_code = 2;
    if (!split_pairs(*grids, "--grid", "name=lin(first, last, count)", options->grids)) return;
    if (!take_motion_options(*motion, *arguments, options->motion)) return;
    std::optional<Experiment> experiment = make_experiment(*arguments);
    if (!experiment) return;
    const KinematicsAnswer answer = kinematics(*experiment, *options);
    if (!motion->output.empty()) write_columns(answer, motion->output, motion->units);
    write_text(arguments->json, write_json(answer));
    if (arguments->json != "-" && motion->output != "-") print(answer);
    exit_code = answer.succeeded() ? 0 : 1;
    if (!answer.succeeded()) std::fprintf(stderr, "error: %s [numerics]\n", answer.message.c_str());
  });
}

}  // namespace gelenk::cli
