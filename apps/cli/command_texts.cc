#include "command_texts.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace gelenk::cli {

namespace {

// The words of "auto, always or never", at the beginning of a text or behind a colon, up to a
// semicolon. Texts that say something else there have other characters than names of choices have.
std::vector<std::string> find_choices(const std::string& text) {
  std::string list = text.substr(0, text.find(';'));
  if (const std::size_t colon = list.rfind(": "); colon != std::string::npos)
    list.erase(0, colon + 2);
  if (const std::size_t remark = list.find(" (default)"); remark != std::string::npos)
    list.erase(remark, 10);
  const std::size_t last = list.rfind(" or ");
  if (last == std::string::npos) return {};
  list.replace(last, 4, ", ");
  std::vector<std::string> choices;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(", ", at), list.size());
    choices.push_back(list.substr(at, end - at));
    at = end + 2;
  }
  const bool is_list = std::all_of(choices.begin(), choices.end(), [](const std::string& word) {
    return !word.empty() &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
  });
  return is_list ? choices : std::vector<std::string>{};
}

OptionText describe(const CLI::Option& option) {
  OptionText result;
  result.is_positional = option.get_positional();
  if (result.is_positional) {
    result.names = {option.get_name(true)};
  } else {
    for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  }
  result.is_required = option.get_required();
  result.takes_value = option.get_items_expected_max() > 0;
  result.text = option.get_description();
  result.default_value = option.get_default_str();
  if (result.takes_value) result.choices = find_choices(result.text);
  return result;
}

}  // namespace

std::vector<CommandText> list_commands(const CLI::App& app) {
  std::vector<CommandText> commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    CommandText result{command->get_name(), command->get_description(), {}};
    for (const CLI::Option* option : command->get_options())
      result.options.push_back(describe(*option));
    std::stable_partition(result.options.begin(), result.options.end(),
                          [](const OptionText& option) { return option.is_positional; });
    commands.push_back(std::move(result));
  }
  return commands;
}

}  // namespace gelenk::cli
