// gelenk assemble: a model put together, without a run.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_assemble_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
