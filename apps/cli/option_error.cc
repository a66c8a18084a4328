#include "option_error.h"

#include <vector>

#include "gelenk/suggest.h"

namespace gelenk::cli {

namespace {

std::string format(const std::string& message, const std::string& hint) {
  return "error: " + message + " [option]\n  hint: " + hint + "\n";
}

std::vector<std::string> list_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// Words that are left over: a command or an option that there is not, or one word too many.
std::string describe_left_over(const CLI::App& app, const CLI::App& command,
                               const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.starts_with("-")) {
      const std::string name = word.substr(0, word.find('='));
      return format("there is no option '" + name + "'", suggest(name, list_options(command)));
    }
  }
  if (&command == &app) {
    std::vector<std::string> commands;
    for (const CLI::App* known : app.get_subcommands({})) commands.push_back(known->get_name());
    return format("there is no command '" + words[0] + "'", suggest(words[0], commands));
  }
  return format("'" + words[0] + "' is one word too many",
                "a value with blanks needs quotes; gelenk " + command.get_name() +
                    " --help lists what there is");
}

// The option that a text of the library begins with, after a heading.
const CLI::Option* find_option(const CLI::App& command, const std::string& text) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    const std::size_t at = text.find(name);
    const std::size_t end = at + name.size();
    if (at == std::string::npos || (end < text.size() && text[end] != ' ' && text[end] != ':'))
      continue;
    return option;
  }
  return nullptr;
}

}  // namespace

std::string describe_option_error(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen[0];
  const std::string help =
      &command == &app ? "gelenk --help" : "gelenk " + command.get_name() + " --help";
  const std::string text = error.what();
  if (const std::vector<std::string> words = app.remaining(true); !words.empty())
    return describe_left_over(app, command, words);
  if (&command == &app)
    return format("no command is given", "write gelenk run and the name of a model file");
  const CLI::Option* option = find_option(command, text);
  if (option == nullptr) return format(text, help + " lists what there is");
  const std::string name = option->get_name();
  const bool is_number = option->get_type_name() == "FLOAT";
  const std::string write =
      "write " + name + (is_number ? " and a number, such as 0.001" : " and a value");
  if (error.get_name() == "RequiredError")
    return format("no " + name + " is given", command.get_name() == "run"
                                                  ? "write gelenk run and the name of a model file"
                                                  : help + " says what to write");
  if (error.get_name() == "ArgumentMismatch" && option->results().size() > 1)
    return format("the option " + name + " is given more than once", "leave one of them");
  if (error.get_name() == "ArgumentMismatch")
    return format("the option " + name + " has no value", write + "; " + help + " says which");
  if (error.get_name() == "ConversionError") {
    const std::string value = text.substr(text.rfind(" = ") + 3);
    return format("the value '" + value + "' of " + name + " is not a number", write);
  }
  return format(text, option->get_description() + ": " + help + " lists what there is");
}

}  // namespace gelenk::cli
