#include "compile_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "gelenk/compile.h"
#include "messages.h"
#include "settings.h"

namespace gelenk::cli {

namespace {

struct Arguments {
  CompileOptions options;
  std::vector<std::string> settings;
};

void print_signals(const char* what, const std::vector<ComponentSignal>& signals) {
  for (const ComponentSignal& signal : signals)
    std::printf("  %-12s%s%s%s%s\n", what, signal.name.c_str(), signal.unit.empty() ? "" : ", ",
                signal.unit.c_str(), signal.for_laws ? "" : " (not for laws)");
}

void print_info(const ComponentInfo& info) {
  for (const std::string& warning : info.warnings) print_warning(warning);
  std::printf("%s: compiled component, interface version %u\n", info.file.c_str(), info.version);
  const auto s = [](int count) { return count == 1 ? "" : "s"; };
  std::printf("  state       %d coordinate%s, %d speed%s, %d event indicator%s\n", info.nq,
              info.nq == 1 ? " or state" : "s and states", info.nv, s(info.nv), info.events,
              s(info.events));
  for (const ComponentPort& port : info.ports)
    std::printf("  port        %s (body %d)\n", port.name.c_str(), port.body);
  for (const ComponentFlange& flange : info.flanges)
    std::printf("  flange      %s (%s)\n", flange.name.c_str(), flange.turns ? "turns" : "slides");
  print_signals("input", info.inputs);
  print_signals("output", info.outputs);
  print_signals("signal", info.signals);
}

}  // namespace

void add_compile_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  CompileOptions& o = arguments->options;
  CLI::App* compile =
      app.add_subcommand("compile", "Make a component of a model: a file without its source");
  compile
      ->add_option(
          "model-file", o.file,
          "Modelica file or folder with package.mo; or a shared library (.so) that has the "
          "interface of gelenk/component.h")
      ->required();
  compile->add_option("--model", o.model, "Name of the model, when the file has several");
  compile->add_option("--set", arguments->settings, "Set a parameter: path=value; may be repeated")
      ->allow_extra_args(false);
  add_library_option(*compile, o.libraries);
  compile->add_option("--export", o.exports,
                      "Signals that the component shows: names with * and ?, separated by commas");
  compile
      ->add_option("--trust", o.trusted,
                   "Folder whose compiled components the model may hold; may be repeated")
      ->allow_extra_args(false);
  compile->add_option("-o,--output", o.output, "The component: part.gkc")->required();
  compile->callback([arguments, &exit_code] {
    CompileOptions options = arguments->options;
    exit_code = 2;
    if (!parse_settings(arguments->settings, options.settings)) return;
    print_info(compile_component(options));
    exit_code = 0;
  });
}

void add_info_command(CLI::App& app, int& exit_code) {
  auto file = std::make_shared<std::string>();
  CLI::App* info = app.add_subcommand("info", "Tell what a compiled component offers");
  info->add_option("component-file", *file, "The component: part.gkc")->required();
  info->callback([file, &exit_code] {
    print_info(describe_component(*file));
    exit_code = 0;
  });
}

}  // namespace gelenk::cli
