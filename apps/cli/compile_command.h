// `gelenk compile` and `gelenk info`.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_compile_command(CLI::App& app, int& exit_code);
void add_info_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
