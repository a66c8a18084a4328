// gelenk modal: linear equations about a state, modes, frequency responses, how modes change with a parameter.
#pragma once

#include <CLI/CLI.hpp>

namespace gelenk::cli {

void add_modal_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
