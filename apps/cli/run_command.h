// `gelenk run`: its options, its progress bar and what it prints.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_run_command(CLI::App& app, int& exit_code);
// `gelenk check`: as far as a run goes before anything moves.
void add_check_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
