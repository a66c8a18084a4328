// gelenk view: a model on a page that runs it.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_view_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
