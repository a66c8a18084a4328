// gelenk equilibrium: where a model stays at rest, or goes on as it moves.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_equilibrium_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
