// The command line: arguments in, exit code out. 0: done. 1: the numerics did not succeed, or the run was
// stopped. 2: model, file or option at fault.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>

#include "compile_command.h"
#include "gelenk/error.h"
#include "library_command.h"
#include "option_error.h"
#include "plot_command.h"
#include "run_command.h"
#include "view_command.h"

int main(int argc, char** argv) {
  CLI::App app{"Gelenk: a component-oriented multibody simulator", "gelenk"};
  app.set_version_flag("--version", "gelenk 0.1.0");
  app.require_subcommand(1);
  int exit_code = 0;
  gelenk::cli::add_run_command(app, exit_code);
  gelenk::cli::add_view_command(app, exit_code);
  gelenk::cli::add_plot_command(app, exit_code);
  gelenk::cli::add_library_command(app, exit_code);
  gelenk::cli::add_compile_command(app, exit_code);
  gelenk::cli::add_info_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error, std::cout, std::cerr);  // help, version
    std::fputs(gelenk::cli::describe_option_error(app, error).c_str(), stderr);
    return 2;
  } catch (const gelenk::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "error: the model needs more memory than there is\n");
    return 2;
  }
  return exit_code;
}
