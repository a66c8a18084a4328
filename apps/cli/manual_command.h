// gelenk manual, gelenk completion: what is installed beside the program, from the texts of its
// --help.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_manual_command(CLI::App& app, int& exit_code);
void add_completion_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
