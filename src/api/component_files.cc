#include "api/component_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "elements/component_path.h"
#include "modelica/settings.h"

namespace gelenk {

namespace {

namespace fs = std::filesystem;

// "drive[2].motor" as "drive.motor": a setting without subscripts holds for all elements.
std::string drop_subscripts(const std::string& path) {
  std::string text;
  int depth = 0;
  for (char c : path) {
    depth += c == '[';
    if (depth == 0) text += c;
    depth -= c == ']';
  }
  return text;
}

// Whether the path leads to the component or into it.
bool leads_to(const std::string& setting, const Component& component) {
  const std::string inside = drop_subscripts(setting) + ".";
  return component.path.empty() || inside.starts_with(drop_subscripts(component.path) + ".");
}

// The folder of a model, or of the outermost package around it.
fs::path find_home(const std::string& file) {
  std::error_code ignored;
  fs::path folder = fs::absolute(file, ignored).lexically_normal();
  if (!fs::is_directory(folder, ignored)) folder = folder.parent_path();
  if (!folder.has_filename()) folder = folder.parent_path();
  while (folder.has_parent_path() && folder.parent_path() != folder &&
         fs::is_regular_file(folder / "package.mo", ignored) &&
         fs::is_regular_file(folder.parent_path() / "package.mo", ignored))
    folder = folder.parent_path();
  return folder;
}

bool lies_in(const fs::path& file, const fs::path& folder) {
  std::error_code ignored;
  // What is not there stays relative unless it is made absolute first.
  const fs::path inner = fs::weakly_canonical(fs::absolute(file, ignored), ignored);
  fs::path outer = fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
  if (!outer.has_filename()) outer = outer.parent_path();
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

}  // namespace

void check_guest_settings(const ModelTree& model, const ModelTree& own,
                          const std::vector<std::pair<std::string, std::string>>& settings) {
  std::set<fs::path> files;
  visit_compiled(*own.root, [&](const Component& c) {
    files.insert(find_component_path(c));
    for (const auto& [path, value] : settings) {
      if (!leads_to(path, c)) continue;
      throw UserError({"option",
                       {},
                       c.path,
                       "'" + path + "' belongs to a compiled component and cannot be changed here",
                       "change it in the text, or start the program with --set " + path + "=…"});
    }
  });
  visit_compiled(*model.root, [&](const Component& c) {
    if (files.count(find_component_path(c)) > 0) return;
    throw UserError(
        {"option",
         {},
         c.path,
         "these settings would load another compiled component, which cannot be done here",
         "change the text, or start the program with --set"});
  });
}

void check_component_places(const ModelTree& model, const std::string& home,
                            const std::vector<std::string>& trusted) {
  visit_compiled(*model.root, [&](const Component& c) {
    const fs::path file = find_component_path(c);
    const Parameter& parameter = *c.find_parameter("file");
    const bool is_named_by_user = modelica::find_set_path(parameter.where).has_value();
    if (is_named_by_user || lies_in(file, find_home(home))) return;
    for (const std::string& folder : trusted) {
      if (lies_in(file, folder)) return;
    }
    throw c.error("component",
                  "the compiled component '" + file.string() +
                      "' does not lie in the folder of the model, and is not loaded from elsewhere "
                      "unless you say so: it is a program, and could do anything that you can do",
                  "if you trust its maker, write --trust " + file.parent_path().string() +
                      "; else ask for the model as a text",
                  "file");
  });
}

}  // namespace gelenk
