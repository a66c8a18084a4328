// gelenk plot: result files as figures.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_plot_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
