// gelenk kinematics: positions and speeds without dynamics, how far a mechanism can go, where it is singular.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_kinematics_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
