// `gelenk library`: the built-in classes, as a list, one by one, or all as Markdown.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_library_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
