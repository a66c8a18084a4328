#include "library_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "gelenk/library.h"

namespace gelenk::cli {

namespace {

using Row = std::vector<std::string>;

void print_line(const std::string& line) { std::printf("%s\n", line.c_str()); }

// Columns as wide as their widest cell; columns without any content are left out.
void print_table(const std::string& title, const Row& head, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  print_line("\n" + title);
  const std::size_t count = head.size();
  std::vector<std::size_t> width(count, 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < count; ++i) width[i] = std::max(width[i], row[i].size());
  }
  const auto print_row = [&](const Row& row) {
    std::string line;
    for (std::size_t i = 0; i < count; ++i) {
      if (width[i] == 0) continue;
      line += "  " + row[i] + std::string(std::max(width[i], head[i].size()) - row[i].size(), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    print_line(line);
  };
  print_row(head);
  for (const Row& row : rows) print_row(row);
}

// An enumeration without a description of its own is described by its literals.
std::string describe(const LibraryClass& c) {
  if (!c.description.empty() || c.literals.empty()) return c.description;
  std::string text;
  for (const LibraryLiteral& l : c.literals) text += (text.empty() ? "" : ", ") + l.name;
  return text;
}

void print_list() {
  const std::vector<LibraryClass> classes = list_library();
  std::size_t width = 0;
  for (const LibraryClass& c : classes) width = std::max(width, c.name.size());
  std::string package = "?";
  for (const LibraryClass& c : classes) {
    if (c.package.starts_with("Modelica.Units."))
      continue;  // plain numbers: shown where they are used
    if (c.package != package) {
      print_line((package == "?" ? "" : "\n") + (c.package.empty() ? "predefined" : c.package));
    }
    package = c.package;
    std::string line = "  " + c.name + std::string(width - c.name.size() + 2, ' ') + describe(c);
    line.erase(line.find_last_not_of(' ') + 1);
    print_line(line);
  }
  print_line("\ngelenk library NAME describes one of them, for example: gelenk library Revolute");
}

std::string describe_default(const LibraryParameter& p) {
  if (!p.default_value.empty()) return p.default_value;
  return "none; " + (p.start.empty() ? "0" : p.start) + " assumed";
}

void print_parameters(const LibraryClass& c) {
  std::vector<Row> settable, derived;
  std::string drawing;
  for (const LibraryParameter& p : c.parameters) {
    if (p.is_for_drawing) {
      drawing += (drawing.empty() ? "" : ", ") + p.name;
      continue;
    }
    const std::string description = p.description + (p.range.empty() ? "" : " (" + p.range + ")");
    const std::string type = p.is_input ? "input " + p.type : p.type;
    if (p.is_derived)
      derived.push_back({p.name, type, p.unit, description});
    else
      settable.push_back({p.name, type, p.unit, describe_default(p), description});
  }
  print_table("parameters", {"name", "type", "unit", "default", "meaning"}, settable);
  print_table("values that follow from the parameters", {"name", "type", "unit", "meaning"},
              derived);
  if (!drawing.empty())
    print_line("\nfor drawing only, without effect on the motion\n  " + drawing);
}

void print_class(const LibraryClass& c) {
  print_line(c.full_name());
  if (!c.description.empty()) print_line("  " + c.description);
  if (!c.base.empty()) print_line("  " + c.base + (c.unit.empty() ? "" : ", unit " + c.unit));
  std::vector<Row> connectors, variables, literals;
  for (const LibraryConnector& i : c.connectors) {
    connectors.push_back(
        {i.name, i.class_name.substr(i.class_name.rfind('.') + 1) + i.sizes, i.description});
  }
  for (const LibraryVariable& v : c.variables) {
    variables.push_back(
        {v.name, (v.is_flow ? "flow " : "") + v.type, v.unit, v.start, v.description});
  }
  for (const LibraryLiteral& l : c.literals) literals.push_back({l.name, l.description});
  print_table("connectors", {"name", "class", "meaning"}, connectors);
  print_parameters(c);
  print_table("variables", {"name", "type", "unit", "start", "meaning"}, variables);
  print_table("literals", {"name", "meaning"}, literals);
}

struct Arguments {
  std::string name;
  bool markdown = false;
};

}  // namespace

void add_library_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* library = app.add_subcommand("library", "List the built-in classes, or describe one");
  CLI::Option* name = library->add_option("class", arguments->name, "Full or last name of a class");
  library->add_flag("--markdown", arguments->markdown, "Write the whole reference as Markdown")
      ->excludes(name);
  library->callback([arguments, &exit_code] {
    if (arguments->markdown)
      std::fputs(write_library_markdown().c_str(), stdout);
    else if (!arguments->name.empty())
      print_class(find_library_class(arguments->name));
    else
      print_list();
    exit_code = 0;
  });
}

}  // namespace gelenk::cli
