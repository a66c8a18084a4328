// The reference of the class library as Markdown, one section per package and one per class.
#include <algorithm>

#include "gelenk/library.h"

namespace gelenk {

namespace {

using Row = std::vector<std::string>;

std::string escape(const std::string& text) {
  std::string escaped;
  for (char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }

// Nothing for a table without rows.
std::string write_table(const std::string& title, const Row& head, const std::vector<Row>& rows) {
  if (rows.empty()) return "";
  const auto write_row = [](const Row& row) {
    std::string line = "|";
    for (const std::string& cell : row) line += cell.empty() ? " |" : " " + escape(cell) + " |";
    return line + "\n";
  };
  std::string text = (title.empty() ? "" : title + ":\n\n") + write_row(head) + "|";
  for (std::size_t i = 0; i < head.size(); ++i) text += "---|";
  text += "\n";
  for (const Row& row : rows) text += write_row(row);
  return text + "\n";
}

std::string describe_default(const LibraryParameter& p) {
  if (!p.default_value.empty()) return code(p.default_value);
  if (p.start.empty()) return "must be given";
  return "none; " + code(p.start) + " is assumed with a warning";
}

std::string write_parameters(const LibraryClass& c) {
  std::vector<Row> settable, derived;
  std::string drawing;
  for (const LibraryParameter& p : c.parameters) {
    if (p.is_for_drawing) {
      drawing += (drawing.empty() ? "" : ", ") + code(p.name);
      continue;
    }
    const std::string description = p.description + (p.range.empty() ? "" : " (" + p.range + ")");
    const std::string type = p.is_input ? "input " + p.type : p.type;
    if (p.is_derived)
      derived.push_back({code(p.name), type, p.unit, code(p.default_value), description});
    else
      settable.push_back({code(p.name), type, p.unit, describe_default(p), description});
  }
  std::string text =
      write_table("Parameters", {"name", "type", "unit", "default", "meaning"}, settable) +
      write_table("Values that follow from the parameters and cannot be set",
                  {"name", "type", "unit", "value", "meaning"}, derived);
  if (!drawing.empty())
    text += "For drawing only, without effect on the motion: " + drawing + ".\n\n";
  return text;
}

std::string write_variables(const LibraryClass& c) {
  std::vector<Row> rows;
  for (const LibraryVariable& v : c.variables) {
    rows.push_back(
        {code(v.name), (v.is_flow ? "flow " : "") + v.type, v.unit, code(v.start), v.description});
  }
  return write_table("Variables", {"name", "type", "unit", "start", "meaning"}, rows);
}

std::string write_class(const LibraryClass& c) {
  std::vector<Row> connectors;
  for (const LibraryConnector& i : c.connectors) {
    connectors.push_back(
        {code(i.name), i.class_name.substr(i.class_name.rfind('.') + 1) + i.sizes, i.description});
  }
  return "### " + c.name + "\n\n" + c.description + "." +
         (c.base.empty() ? "" : " It is " + code(c.base) + ".") + "\n\n" +
         write_table("Connectors", {"name", "class", "meaning"}, connectors) + write_parameters(c) +
         write_variables(c);
}

std::string write_types(const std::vector<LibraryClass>& classes) {
  std::vector<Row> types, enumerations;
  for (const LibraryClass& c : classes) {
    if (c.kind != LibraryClass::Kind::type) continue;
    if (c.literals.empty()) {
      types.push_back({c.name, c.package, c.base, c.unit, c.description});
      continue;
    }
    std::string literals;
    for (const LibraryLiteral& l : c.literals) {
      literals += (literals.empty() ? "" : "; ") + code(l.name) +
                  (l.description.empty() || l.description == l.name ? "" : ": " + l.description);
    }
    enumerations.push_back({c.name, c.package.empty() ? "predefined" : c.package, literals});
  }
  return "## Types\n\n" +
         write_table("Enumerations", {"name", "package", "literals"}, enumerations) +
         write_table("Numbers and texts", {"name", "package", "is", "unit", "meaning"}, types);
}

}  // namespace

std::string write_library_markdown() {
  const std::vector<LibraryClass> classes = list_library();
  std::string text =
      "# Class library\n\n"
      "Written by `gelenk library --markdown` from the declarations in `src/elements` and the "
      "texts in `library`; not edited by hand.\n\n"
      "A default may name other parameters of the same class and those of `world`. A parameter "
      "without\na default should be given a value. `[3]` after a type is a vector of three "
      "entries. "
      "Classes can be\nnamed by their full name, or through `import`.\n\n";
  std::string package;
  for (const LibraryClass& c : classes) {
    if (c.kind == LibraryClass::Kind::type) continue;
    if (c.package != package) text += "## " + c.package + "\n\n";
    package = c.package;
    text += write_class(c);
  }
  text += write_types(classes);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace gelenk
