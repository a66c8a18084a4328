#include "view_command.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <memory>

#include "gelenk/view.h"
#include "run_options.h"

namespace gelenk::cli {

namespace {

std::atomic<bool> stop_requested{false};

// The first Ctrl-C ends the server; the next, where a model takes its time to be read, the program.
void request_stop(int signal) {
  stop_requested = true;
  std::signal(signal, SIG_DFL);
}

struct Arguments {
  RunArguments run;
  ViewOptions options;
  bool is_new = false;
};

}  // namespace

void add_view_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  ViewOptions& o = arguments->options;
  CLI::App* view = app.add_subcommand("view", "Show a model on a page that runs it");
  add_run_options(*view, arguments->run);
  view->add_option("--page", arguments->run.options.page,
                   "HTML page to serve instead of the built-in one");
  view->add_option("--http-port", o.port, "Port to listen at; 0: one that is free")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  view->add_option("--host", o.host, "Address to listen at, and that browsers have to name")
      ->capture_default_str();
  view->add_flag("--new", arguments->is_new, "Write a small model to begin with into that file");
  view->callback([arguments, &exit_code] {
    if (!take_run_options(arguments->run, arguments->options.run)) {
      exit_code = 2;
      return;
    }
    if (arguments->is_new) write_new_model(arguments->options.run.file);
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
