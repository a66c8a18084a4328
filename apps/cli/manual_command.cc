#include "manual_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "command_texts.h"
#include "gelenk/suggest.h"
#include "gelenk/version.h"

namespace gelenk::cli {

namespace {

// Text as roff takes it literally: hyphens that can be copied, and no line that is read as a
// request.
std::string escape(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  if (!result.empty() && (result[0] == '.' || result[0] == '\'')) result.insert(0, "\\&");
  return result;
}

std::string write_option(const OptionText& option) {
  std::string head;
  for (const std::string& name : option.names) {
    head += head.empty() ? "" : ", ";
    head += option.is_positional ? "\\fI" + escape(name) + "\\fR" : "\\fB" + escape(name) + "\\fR";
  }
  if (!option.is_positional && option.takes_value) head += " \\fIVALUE\\fR";
  std::string text = escape(option.text);
  if (option.is_required && !option.is_positional) text += " (required)";
  if (!option.default_value.empty()) text += " (default: " + escape(option.default_value) + ")";
  return ".TP\n" + head + "\n" + text + "\n";
}

std::string write_synopsis(const CommandText& command) {
  std::string line = ".B gelenk " + escape(command.name) + "\n";
  for (const OptionText& option : command.options) {
    if (!option.is_positional) continue;
    const std::string name = "\\fI" + escape(option.names[0]) + "\\fR";
    line += (option.is_required ? name : "[" + name + "]") + "\n";
  }
  return line + "[\\fIoptions\\fR]\n.br\n";
}

std::string write_manual(const CLI::App& app) {
  const std::vector<CommandText> commands = list_commands(app);
  std::string page = "'\\\" -*- coding: UTF-8 -*-\n.TH GELENK 1 \"\" \"gelenk " +
                     escape(version()) +
                     "\" \"User Commands\"\n"
                     ".SH NAME\ngelenk \\- component\\-oriented multibody simulation\n"
                     ".SH SYNOPSIS\n.nh\n.ad l\n";
  for (const CommandText& command : commands) page += write_synopsis(command);
  page += R"(.SH DESCRIPTION
Gelenk simulates mechanisms: rigid bodies, joints, springs, drives, closed loops.
Models are Modelica text with the class names of Modelica.Mechanics.MultiBody;
.B gelenk library
describes the classes.
)";
  for (const CommandText& command : commands) {
    std::string title = command.name;
    std::transform(title.begin(), title.end(), title.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    page += ".SH " + title + "\n" + escape(command.text) + ".\n";
    for (const OptionText& option : command.options) page += write_option(option);
  }
  page += R"(.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
The numerics did not succeed, or the run was stopped. Rows computed so far are kept.
.TP
.B 2
The model, a file or an option is at fault.
.TP
.B 3
A mistake of the program itself.
.SH ENVIRONMENT
.TP
.B NO_COLOR
Where it is set, messages have no colours.
.SH EXAMPLES
.nf
gelenk run Pendulum.mo \-\-report pendulum.html
gelenk run Pendulum.mo \-\-signals \(aqhinge.*\(aq \-\-output p.csv
gelenk plot p.csv \-\-signals hinge.phi \-\-output p.svg
gelenk view Pendulum.mo
.fi
.SH SEE ALSO
The examples in
.I share/gelenk/examples
and the user guide,
.IR share/doc/gelenk/guide.md ,
of the installation.
)";
  return page;
}

// 'text' for a shell.
std::string quote(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string join(const std::vector<std::string>& words) {
  std::string result;
  for (const std::string& word : words) result += (result.empty() ? "" : " ") + word;
  return result;
}

std::vector<std::string> list_names(const CommandText& command) {
  std::vector<std::string> names;
  for (const OptionText& option : command.options) {
    if (!option.is_positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// Names of commands and options, and values that an option lists; files elsewhere.
std::string write_bash_completion(const CLI::App& app) {
  const std::vector<CommandText> commands = list_commands(app);
  std::string names, values, options;
  for (const CommandText& command : commands) {
    names += command.name + " ";
    options += "    " + command.name + ") words=" + quote(join(list_names(command))) + " ;;\n";
    for (const OptionText& option : command.options) {
      if (option.choices.empty()) continue;
      if (option.is_positional) {
        values += "    " + quote(command.name + " " + command.name) +
                  ") words=" + quote(join(option.choices)) + " ;;\n";
      } else {
        for (const std::string& name : option.names)
          values += "    " + quote(command.name + " " + name) +
                    ") words=" + quote(join(option.choices)) + " ;;\n";
      }
    }
  }
  return "# Completion of gelenk for bash, written by gelenk completion bash.\n"
         "_gelenk() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=\n"
         "  COMPREPLY=()\n"
         "  if ((COMP_CWORD == 1)); then\n"
         "    COMPREPLY=($(compgen -W " +
         quote(names + "--help --version") +
         " -- \"$current\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"$command ${COMP_WORDS[COMP_CWORD - 1]}\" in\n" +
         values +
         "  esac\n"
         "  [[ -z $words && $current == -* ]] && case $command in\n" +
         options +
         "  esac\n"
         "  [[ -n $words ]] && COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -F _gelenk gelenk\n";
}

// One entry of _arguments: '--name[text]:value:(choices)'.
std::string write_zsh_option(const OptionText& option) {
  std::string text;
  for (const char c : option.text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') text += '\\';
    text += c;
  }
  const std::string values = option.choices.empty() ? "_files" : "(" + join(option.choices) + ")";
  std::string entries;
  if (option.is_positional) return " " + quote("*:" + option.names[0] + ":" + values);
  for (const std::string& name : option.names)
    entries += " " + quote("*" + name + "[" + text + "]" +
                           (option.takes_value ? ":value:" + values : std::string()));
  return entries;
}

std::string write_zsh_completion(const CLI::App& app) {
  const std::vector<CommandText> commands = list_commands(app);
  std::string names, options;
  for (const CommandText& command : commands) {
    names += " " + quote(command.name + ":" + command.text);
    options += "  " + command.name + ") _arguments";
    for (const OptionText& option : command.options) options += write_zsh_option(option);
    options += " ;;\n";
  }
  return "#compdef gelenk\n"
         "# Completion of gelenk for zsh, written by gelenk completion zsh.\n"
         "local -a commands=(" +
         names +
         ")\n"
         "if ((CURRENT == 2)); then\n"
         "  _describe command commands\n"
         "  return\n"
         "fi\n"
         "shift words\n"
         "((CURRENT--))\n"
         "case $words[1] in\n" +
         options + "esac\n";
}

}  // namespace

void add_manual_command(CLI::App& app, int& exit_code) {
  CLI::App* manual = app.add_subcommand("manual", "Write the manual page, as man reads it");
  manual->callback([&app, &exit_code] {
    std::fputs(write_manual(app).c_str(), stdout);
    exit_code = 0;
  });
}

void add_completion_command(CLI::App& app, int& exit_code) {
  CLI::App* completion = app.add_subcommand("completion", "Write the completion of a shell");
  const auto shell = std::make_shared<std::string>();
  completion->add_option("shell", *shell, "bash or zsh")->required();
  completion->callback([&app, shell, &exit_code] {
    exit_code = 0;
    if (*shell == "bash") {
      std::fputs(write_bash_completion(app).c_str(), stdout);
    } else if (*shell == "zsh") {
      std::fputs(write_zsh_completion(app).c_str(), stdout);
    } else {
      std::fprintf(stderr,
                   "error: there is no completion for the shell '%s' [option]\n  hint: %s\n",
                   shell->c_str(), suggest(*shell, {"bash", "zsh"}).c_str());
      exit_code = 2;
    }
  });
}

}  // namespace gelenk::cli
