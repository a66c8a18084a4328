#include "partition_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "analysis_options.h"
#include "gelenk/partition.h"
#include "motion_options.h"

namespace gelenk::cli {

namespace {

using Coordinate = PartitionAnswer::Coordinate;

void print_coordinates(const PartitionAnswer& answer) {
  std::size_t width = 10;
  for (const Coordinate& c : answer.coordinates) width = std::max(width, c.name.size());
  for (const char* role : {"independent", "dependent", "driven"}) {
    bool is_first = true;
    for (const Coordinate& c : answer.coordinates) {
      if (c.role != role) continue;
      if (is_first) {
        std::printf("\n%c%s coordinates\n", role[0] - 'a' + 'A', role + 1);
        std::printf("  %-*s %16s  %-6s %16s\n", static_cast<int>(width), "", "value", "unit",
                    "speed");
      }
      is_first = false;
      std::printf("  %-*s %16.9g  %-6s %16.9g\n", static_cast<int>(width), c.name.c_str(), c.value,
                  c.unit.c_str(), c.speed);
    }
  }
}

void print_reduced(const PartitionAnswer& answer) {
  const std::size_t n = answer.independent.size();
  if (n == 0) return;
  std::printf("\nReduced equations M_r a + F_r = 0, a of the independent coordinates\n");
  for (std::size_t i = 0; i < n; ++i) {
    std::printf("  %-24s", answer.coordinates[answer.independent[i]].name.c_str());
    for (std::size_t k = 0; k < std::min<std::size_t>(n, 8); ++k)
      std::printf(" %14.7g", answer.M_r[i * n + k]);
    std::printf("%s | %14.7g\n", n > 8 ? " …" : "", answer.F_r[i]);
  }
}

void print(const PartitionAnswer& answer) {
  std::printf("%s at %.6g s\n", answer.model.c_str(), answer.time);
  const std::size_t free = answer.independent.size();
  std::printf("\n%zu %s of freedom.", free, free == 1 ? "degree" : "degrees");
  if (answer.equations == 0) {
    std::printf(" There are no loops: nothing depends on anything.\n");
  } else {
    std::printf(" Loops are %d %s, of which %d %s independent.\n", answer.equations,
                answer.equations == 1 ? "equation" : "equations", answer.rank,
                answer.rank == 1 ? "is" : "are");
    std::vector<std::string> joints;
    for (const std::string& name : answer.redundant) {
      if (std::find(joints.begin(), joints.end(), name) == joints.end()) joints.push_back(name);
    }
    if (!joints.empty())
      std::printf("%zu say nothing new, at %s.\n", answer.redundant.size(),
                  list_names(joints).c_str());
  }
  print_coordinates(answer);
  if (!answer.dependent.empty()) {
    std::printf("\nCondition of the dependent block: %.4g (smallest singular value %.3g).\n",
                answer.condition, answer.smallest);
    if (!answer.own_choice.empty()) {
      std::printf("Where nobody chooses, %s %s independent, with a condition of %.4g.\n",
                  list_names(answer.own_choice).c_str(),
                  answer.own_choice.size() == 1 ? "is" : "are", answer.own_condition);
    } else if (answer.is_users_choice) {
      std::printf("That is the choice that is made where nobody chooses.\n");
    }
  }
  if (!answer.F_r.empty()) print_reduced(answer);
}

}  // namespace

void add_partition_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<AnalysisArguments>();
  auto options = std::make_shared<PartitionOptions>();
  CLI::App* command = app.add_subcommand(
      "partition", "Split coordinates into independent ones and those that follow through loops");
  add_analysis_options(*command, *arguments);
  command->add_option(
      "--independent", options->independent,
      "Coordinates to be independent, separated by commas, one per degree of freedom; "
      "default: those that the model or the loops suggest");
  command->add_flag("--reduced", options->reduced,
                    "The equations of motion of the independent coordinates, too");
  command->callback([arguments, options, &exit_code] {
    exit_code = 2;
    std::optional<Experiment> experiment = make_experiment(*arguments);
    if (!experiment) return;
    const PartitionAnswer answer = partition(*experiment, *options);
    write_text(arguments->json, write_json(answer));
    if (arguments->json != "-") print(answer);
    exit_code = 0;
  });
}

}  // namespace gelenk::cli
