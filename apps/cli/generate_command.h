// gelenk generate: equations of motion as source text.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_generate_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
