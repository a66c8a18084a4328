// gelenk fit: parameters from a record.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_fit_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
