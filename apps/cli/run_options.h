// Options that commands share: the model, how it is computed and simulated, what is of interest.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "gelenk/run.h"

namespace gelenk::cli {

struct RunArguments {
  RunOptions options;
  std::vector<std::string> settings, ports;  // as given: name=value
};

// The model and how it is computed, for a command that asks something else of it than a run.
void add_model_options(CLI::App& command, RunArguments& arguments);
// These, and how it is simulated.
void add_run_options(CLI::App& command, RunArguments& arguments);
// The options with the pairs read. False where one is none, which is said on stderr.
bool take_run_options(const RunArguments& arguments, RunOptions& options);

}  // namespace gelenk::cli
