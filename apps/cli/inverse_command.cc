#include "inverse_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "analysis_options.h"
#include "gelenk/inverse.h"
#include "motion_options.h"

namespace gelenk::cli {

namespace {

void print(const InverseAnswer& answer) {
  std::printf("%s\n\n", answer.model.c_str());
  if (!answer.time.empty()) {
    std::printf("%zu %s from %.6g s to %.6g s", answer.time.size(),
                answer.time.size() == 1 ? "instant" : "instants", answer.time.front(),
                answer.time.back());
    if (!answer.leading.empty()) std::printf(", led by %s", list_names(answer.leading).c_str());
    std::printf(".\n");
  }
  std::printf("%d %s of freedom.\n", answer.degrees_of_freedom,
              answer.degrees_of_freedom == 1 ? "degree" : "degrees");
  for (const std::string& note : answer.notes) std::printf("%s\n", note.c_str());
  if (answer.efforts.empty()) {
    std::printf("There is nothing that could act.\n");
    return;
  }
  std::size_t width = 8;
  for (const InverseAnswer::Effort& e : answer.efforts)
    width = std::max(width, e.along.size() + (e.by_model ? 8 : 0));
  std::printf("\n  %-*s %16s %-5s %10s %16s %16s\n", static_cast<int>(width), "along", "peak", "",
              "at", "rms", "peak power");
  for (const InverseAnswer::Effort& e : answer.efforts) {
    const std::string name = e.along + (e.by_model ? " (drive)" : "");
    std::printf("  %-*s %16.9g %-5s %8.4g s %16.9g %14.6g %s\n", static_cast<int>(width),
                name.c_str(), e.peak, e.unit.c_str(), e.peak_time, e.rms, e.peak_power, "W");
  }
  if (answer.largest_miss > 0) {
    std::printf(
        "\nUnder these efforts accelerations are those of the motion, to %.1e of the largest.\n",
        answer.largest_miss);
  }
}

}  // namespace

void add_inverse_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<AnalysisArguments>();
  auto motion = std::make_shared<MotionArguments>();
  auto options = std::make_shared<InverseOptions>();
  CLI::App* command = app.add_subcommand(
      "inverse",
      "Find the forces and torques of actuators that make a mechanism move as it is told");
  add_analysis_options(*command, *arguments);
  add_motion_options(*command, *motion);
  command->add_option("--actuators", options->actuators,
                      "Coordinates of joints with an actuator: names with * and ?, separated by "
                      "commas; default: those that the motion moves");
  command->add_option(
      "--signals", options->signals,
      "Signals to be told beside, as forces in joints: names with * and ?, separated "
      "by commas");
  command->callback([arguments, motion, options, &exit_code] {
    exit_code = 2;
    if (!take_motion_options(*motion, *arguments, options->motion)) return;
    std::optional<Experiment> experiment = make_experiment(*arguments);
    if (!experiment) return;
    const InverseAnswer answer = inverse(*experiment, *options);
    if (!motion->output.empty()) write_columns(answer, motion->output, motion->units);
    write_text(arguments->json, write_json(answer));
    if (arguments->json != "-" && motion->output != "-") print(answer);
    exit_code = answer.succeeded() ? 0 : 1;
    if (!answer.succeeded()) std::fprintf(stderr, "error: %s [numerics]\n", answer.message.c_str());
  });
}

}  // namespace gelenk::cli
