#include "modelica/settings.h"

#include <cctype>
#include <charconv>

#include "modelica/failure.h"
#include "modelica/syntax/parser.h"

namespace gelenk::modelica {

namespace {

// The text of a value is a source of its own, named after what it is given to.
const std::string source_prefix = "setting ";

struct Step {
  std::string name;
  std::vector<int> subscripts;
};

std::vector<Step> split_path(const std::string& path, const SourceLocation& where) {
  const auto wrong = [&] {
    fail("syntax", where, "'" + path + "' is not a path of a parameter",
         "for example: arm.m=2, link[2].m=2, joint.phi.start=0.1");
  };
  std::vector<Step> steps;
  std::size_t i = 0;
  while (true) {
    Step step;
    while (i < path.size() &&
           (std::isalnum(static_cast<unsigned char>(path[i])) || path[i] == '_')) {
      step.name += path[i++];
    }
    if (step.name.empty() || steps.size() > 200) wrong();
    if (i < path.size() && path[i] == '[') {
      do {
        ++i;
        int index = 0;
        const auto [end, error] =
            std::from_chars(path.data() + i, path.data() + path.size(), index);
        if (error != std::errc()) wrong();
        i = static_cast<std::size_t>(end - path.data());
        step.subscripts.push_back(index);
      } while (i < path.size() && path[i] == ',');
      if (i >= path.size() || path[i] != ']') wrong();
      ++i;
    }
    steps.push_back(std::move(step));
    if (i == path.size()) return steps;
    if (path[i] != '.') wrong();
    ++i;
  }
}

}  // namespace

ModifierPtr make_settings(const std::vector<std::pair<std::string, std::string>>& settings,
                          ClassNode& root) {
  ModifierPtr all;
  for (const auto& [path, value] : settings) {
    auto source =
        std::make_shared<SourceFile>(SourceFile{source_prefix + path, value, false, true});
    const SourceLocation where{source, 1, 1};
    const std::vector<Step> steps = split_path(path, where);
    auto cell = std::make_shared<Cell>();
    cell->expression = parse_expression(source);
    cell->scope = Scope{nullptr, &root};
    auto leaf = std::make_shared<Modifier>();
    leaf->where = where;
    leaf->binding = std::make_shared<Binding>(Binding{std::move(cell), {}, {}, 0, where});
    if (!steps.back().subscripts.empty()) {
      fail("unsupported", where, "'" + path + "' sets one entry of a parameter",
           "set the whole array: " + steps.back().name + "={…}");
    }
    ModifierPtr at = leaf;
    for (std::size_t i = steps.size(); i-- > 0;) {
      if (!steps[i].subscripts.empty()) {
        auto element = std::make_shared<Modifier>();
        element->where = where;
        element->elements.emplace_back(steps[i].subscripts, at);
        at = element;
      }
      auto around = std::make_shared<Modifier>();
      around->where = where;
      around->children.emplace_back(steps[i].name, at);
      at = around;
    }
    all = merge(at, all);  // a later setting wins over an earlier one
  }
  return all;
}

std::optional<std::string> find_set_path(const SourceLocation& where) {
  if (!where.file || !where.file->setting) return std::nullopt;
  return where.file->name.substr(source_prefix.size());
}

}  // namespace gelenk::modelica
