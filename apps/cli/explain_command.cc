#include "explain_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "gelenk/explain.h"
#include "messages.h"
#include "run_options.h"

namespace gelenk::cli {

void add_explain_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command = app.add_subcommand(
      "explain", "Say what a model is made of: what moves, how its equations are solved, where it starts");
  add_run_options(*command, *arguments);
  command->callback([arguments, &exit_code] {
    RunOptions options;
    exit_code = 2;
    if (!take_run_options(*arguments, options)) return;
    const Explanation explanation = gelenk::explain(options);
    for (const std::string& warning : explanation.warnings) print_warning(warning);
    std::printf("%s\n", explanation.model.c_str());
    for (const Explanation::Section& section : explanation.sections) {
      std::printf("\n%s\n", section.title.c_str());
      for (const std::string& line : section.lines) std::printf("  %s\n", line.c_str());
    }
    exit_code = 0;
  });
}

}  // namespace gelenk::cli
