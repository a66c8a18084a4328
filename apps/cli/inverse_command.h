// gelenk inverse: what actuators have to exert so that a mechanism moves as it is told.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_inverse_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
