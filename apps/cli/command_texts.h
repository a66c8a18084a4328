// What the command line says of itself, command by command, as its --help has it: for the manual
// page and for the completion of shells.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace gelenk::cli {

struct OptionText {
  std::vector<std::string> names;  // "-o", "--output"; of a positional its name alone
  bool is_positional = false;
  bool is_required = false;
  bool takes_value = false;
  std::string text;
  std::string default_value;         // empty: none is stated
  std::vector<std::string> choices;  // values that the text lists; empty: any
};

struct CommandText {
  std::string name, text;
  std::vector<OptionText> options;  // positionals first
};

std::vector<CommandText> list_commands(const CLI::App& app);

}  // namespace gelenk::cli
