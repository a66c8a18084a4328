// The command line: arguments in, exit code out. 0: done. 1: the numerics did not succeed, or the run was
// stopped. 2: model, file or option at fault. 3: a mistake of the program itself.
#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>

#include "assemble_command.h"
#include "compile_command.h"
#include "equilibrium_command.h"
#include "explain_command.h"
#include "fit_command.h"
#include "gelenk/error.h"
#include "gelenk/experiment.h"
#include "gelenk/version.h"
#include "generate_command.h"
#include "inverse_command.h"
#include "kinematics_command.h"
#include "library_command.h"
#include "manual_command.h"
#include "messages.h"
#include "modal_command.h"
#include "option_error.h"
#include "partition_command.h"
#include "plot_command.h"
#include "run_command.h"
#include "sweep_command.h"
#include "view_command.h"

namespace {

// A standard stream that is closed would give its number to the next file that is opened, which would then hold what is
// meant for the stream. Reading from it ends, writing to it is an error, as it was.
void keep_standard_streams() {
  for (int stream = 0; stream < 3; ++stream) {
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace

int main(int argc, char** argv) {
  keep_standard_streams();
  CLI::App app{"Gelenk: a component-oriented multibody simulator", "gelenk"};
  app.set_version_flag("--version", std::string("gelenk ") + gelenk::version());
  app.require_subcommand(1);
  int exit_code = 0;
  gelenk::cli::add_run_command(app, exit_code);
  gelenk::cli::add_check_command(app, exit_code);
  gelenk::cli::add_explain_command(app, exit_code);
  gelenk::cli::add_modal_command(app, exit_code);
  gelenk::cli::add_partition_command(app, exit_code);
  gelenk::cli::add_inverse_command(app, exit_code);
  gelenk::cli::add_kinematics_command(app, exit_code);
  gelenk::cli::add_assemble_command(app, exit_code);
  gelenk::cli::add_equilibrium_command(app, exit_code);
  gelenk::cli::add_generate_command(app, exit_code);
  gelenk::cli::add_view_command(app, exit_code);
  gelenk::cli::add_sweep_command(app, exit_code);
  gelenk::cli::add_fit_command(app, exit_code);
  gelenk::cli::add_plot_command(app, exit_code);
  gelenk::cli::add_library_command(app, exit_code);
  gelenk::cli::add_compile_command(app, exit_code);
  gelenk::cli::add_info_command(app, exit_code);
  gelenk::cli::add_manual_command(app, exit_code);
  gelenk::cli::add_completion_command(app, exit_code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error, std::cout, std::cerr);  // help, version
    std::fputs(gelenk::cli::describe_option_error(app, error).c_str(), stderr);
    return 2;
  } catch (const gelenk::InputError& error) {
    gelenk::cli::print_error(error);
    return 2;
  } catch (const gelenk::NumericsError& error) {
    std::fprintf(stderr, "error: %s [numerics]\n", error.what());
    return 1;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "error: the model needs more memory than there is\n");
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(
        stderr,
        "error: %s [internal]\n  hint: this is a mistake in gelenk, not in the model: tell "
        "its makers, with the model\n",
        error.what());
    return 3;
  }
  return exit_code;
}
