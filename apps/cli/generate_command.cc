#include "generate_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "analysis_options.h"
#include "gelenk/answer.h"
#include "gelenk/generate.h"
#include "messages.h"
#include "settings.h"

namespace gelenk::cli {

namespace {

struct Arguments {
  std::string file, model, folder, json;
  std::vector<std::string> settings, libraries;
  GenerateOptions options;
};

void print_costs(const GeneratedCode& code) {
  std::size_t width = 8;
  for (const GeneratedFunction& f : code.functions) width = std::max(width, f.name.size());
  const auto print = [&](const char* name, const std::string& numbers, const std::string& method) {
    std::printf("%-*s%s%s\n", static_cast<int>(width), name, numbers.c_str(),
                method.empty() ? "" : ("  " + method).c_str());
  };
  print("function", "    *, /    +, -  sin, cos  others", "method");
  for (const GeneratedFunction& f : code.functions) {
    char numbers[80];
    std::snprintf(numbers, sizeof numbers, "  %6d  %6d  %8d  %6d", f.multiplications, f.additions,
                  f.sines, f.others);
    print(f.name.c_str(), numbers, f.method);
  }
}

}  // namespace

void add_generate_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  GenerateOptions& o = arguments->options;
  CLI::App* command = app.add_subcommand(
      "generate", "Write the equations of motion as source text for other programs");
  command->add_option("model-file", arguments->file, "Modelica file, or folder with package.mo")
      ->required();
  command->add_option("--model", arguments->model, "Name of the model, when the file has several");
  command->add_option("--target", o.target, "Language: c, cpp, python, julia or matlab")
      ->capture_default_str();
  command
      ->add_option(
          "--functions", o.functions,
          "What to write, separated by commas: fd, id, mass, bias, constraints, frames or energy")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  command
      ->add_option("--frames", o.frames,
                   "Connectors that the function frames is about, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--name", o.name, "Name of files and functions; default: that of the model");
  command->add_option("-o,--output", arguments->folder, "Folder to write to")->required();
  command->add_option("--set", arguments->settings, "Set a parameter: path=value; may be repeated")
      ->allow_extra_args(false);
  add_library_option(*command, arguments->libraries);
  command->add_option("--json", arguments->json,
                      "Functions and their costs as JSON in this file; - for standard output");
  command->callback([arguments, &exit_code] {
    exit_code = 2;
    Model::Settings settings;
    if (!parse_settings(arguments->settings, settings)) return;
    check_answer(arguments->json, arguments->file);
    const Model model =
        Model::from_file(arguments->file, arguments->model, settings, arguments->libraries);
    for (const std::string& warning : model.warnings()) print_warning(warning);
    const GeneratedCode code = generate(model, arguments->options);
    const std::vector<std::string> paths = write_files(code, arguments->folder);
    exit_code = 0;
    write_text(arguments->json, write_json(code));
    if (arguments->json == "-") return;
    std::printf("%s\n\n", code.model.c_str());
    print_costs(code);
    std::printf("\n");
    for (const std::string& path : paths) std::printf("wrote %s\n", path.c_str());
  });
}

}  // namespace gelenk::cli
