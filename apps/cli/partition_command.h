// gelenk partition: which coordinates of a mechanism with loops determine the others.
#pragma once

namespace CLI {
class App;
}

namespace gelenk::cli {

void add_partition_command(CLI::App& app, int& exit_code);

}  // namespace gelenk::cli
