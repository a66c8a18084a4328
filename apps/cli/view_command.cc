#include "view_command.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>

#include "gelenk/view.h"
#include "settings.h"

namespace gelenk::cli {

namespace {

std::atomic<bool> stop_requested{false};

// The first Ctrl-C ends the server; the next, where a model takes its time to be read, the program.
void request_stop(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

struct Arguments {
  ViewOptions options;
  std::vector<std::string> settings;
};

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  ViewOptions& o = arguments->options;
  RunOptions& run = o.run;
  CLI::App* view = app.add_subcommand("view", "Show a model on a page that runs it");
  view->add_option("model-file", run.file, "Modelica file, or folder with package.mo")->required();
  view->add_option("--model", run.model, "Name of the model, when the file has several");
  view->add_option("--t-end", run.t_end, "End time in s; may be changed on the page");
  view->add_option("--interval", run.interval, "Time between rows in s; default: 500 rows");
  view->add_option("--formulation", run.formulation, "recursive, hierarchical or mixed")
      ->capture_default_str();
  view->add_option("--integrator", run.integrator, "As in gelenk run")->capture_default_str();
  view->add_option("--rtol", run.rtol, "Relative tolerance of adaptive integrators");
  view->add_option("--step", run.step, "As in gelenk run");
  view->add_option("--set", arguments->settings, "Set a parameter: path=value; may be repeated")
      ->allow_extra_args(false);
  view->add_option("--signals", run.signals,
                   "Signals to plot: names with * and ?, separated by commas");
  view->add_option("--page", run.page, "HTML page to serve instead of the built-in one");
  view->add_option("--port", o.port, "Port to listen at; 0: one that is free")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  view->add_option("--host", o.host, "Address to listen at, and that browsers have to name")
      ->capture_default_str();
  view->callback([arguments, &exit_code] {
    if (!parse_settings(arguments->settings, arguments->options.run.settings)) {
      exit_code = 2;
      return;
    }
    std::signal(SIGINT, request_stop);
    std::signal(SIGTERM, request_stop);
    gelenk::view(arguments->options, stop_requested, [](const std::string& url) {
      std::printf("%s\n", url.c_str());
      std::fflush(stdout);
      std::fprintf(stderr, "open this address in a browser; Ctrl-C ends\n");
    });
    exit_code = 0;
  });
}

}  // namespace gelenk::cli
