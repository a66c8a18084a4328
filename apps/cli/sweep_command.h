// gelenk sweep: a model for many values of its parameters.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_sweep_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
