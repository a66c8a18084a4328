#include "explain_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "analysis_options.h"
#include "gelenk/answer.h"
#include "gelenk/explain.h"
#include "messages.h"

namespace gelenk::cli {

void add_explain_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<AnalysisArguments>();
  CLI::App* command = app.add_subcommand(
      "explain", "Say what a model is made of: what moves, how its equations are solved, where it starts");
  add_model_options(*command, *arguments);
  command->add_option("--json", arguments->json, "The answer as JSON in this file; - for standard output");
  command->callback([arguments, &exit_code] {
    RunOptions options;
    exit_code = 2;
    if (!take_run_options(*arguments, options)) return;
    check_answer(arguments->json, options.file);
    const Explanation explanation = gelenk::explain(
        Model::from_file(options.file, options.model, options.settings, options.libraries), options,
        options.t_start);
    for (const std::string& warning : explanation.warnings) print_warning(warning);
    exit_code = 0;
    write_text(arguments->json, write_json(explanation));
    if (arguments->json == "-") return;
    std::printf("%s\n", explanation.model.c_str());
    for (const Explanation::Section& section : explanation.sections) {
      std::printf("\n%s\n", section.title.c_str());
      for (const std::string& line : section.lines) std::printf("  %s\n", line.c_str());
    }
  });
}

}  // namespace gelenk::cli
