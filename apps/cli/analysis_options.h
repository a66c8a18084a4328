// What every command shares that asks a question of a model at a state: the model, where it is looked at, where the answer goes.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "gelenk/experiment.h"
#include "run_options.h"

namespace gelenk::cli {

struct AnalysisArguments : RunArguments {
  std::string json;  // file of the answer; "-": standard output; empty: none
};

// Those of the model, --start-state and --json.
void add_analysis_options(CLI::App& command, AnalysisArguments& arguments);

// Reads and builds the model, and goes to its start or to the state of --start-state. Nothing where an option is wrong, which is
// said on stderr; else what is wrong is thrown.
// `starts`: else nothing has started without --start-state, for questions that need no accelerations there.
std::optional<Experiment> make_experiment(const AnalysisArguments& arguments, bool starts = true);

// To a file, or to standard output for "-". Throws InputError where it cannot be written.
void write_text(const std::string& path, const std::string& text);

}  // namespace gelenk::cli
