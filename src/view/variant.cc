#include "view/variant.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "elements/library.h"
#include "modelica/reader.h"

namespace gelenk {

namespace {

namespace fs = std::filesystem;

// Nested modifiers, in the order in which they were given: rod(width = 0.2, r(…)).
struct Modifiers {
  std::string name;
  std::optional<std::string> value;
  std::vector<Modifiers> parts;

  Modifiers& part(const std::string& wanted) {
    for (Modifiers& p : parts) {
      if (p.name == wanted) return p;
    }
    return parts.emplace_back(Modifiers{wanted, {}, {}});
  }

  std::string write() const {
    std::string text = name;
    if (!parts.empty()) {
      text += "(";
      for (std::size_t i = 0; i < parts.size(); ++i) text += (i > 0 ? ", " : "") + parts[i].write();
      text += ")";
    }
    if (value) text += " = " + *value;
    return text;
  }
};

void add_setting(Modifiers& root, const std::string& path, const std::string& value) {
  if (path.find('[') != std::string::npos) {
    throw UserError({"unsupported",
                     {},
                     "",
                     "'" + path +
                         "' is of one element of an array, which a model that extends "
                         "another cannot change by itself",
                     "leave it out here, and change it in the text of the model"});
  }
  Modifiers* at = &root;
  std::size_t begin = 0;
  while (true) {
    const std::size_t dot = path.find('.', begin);
    at = &at->part(path.substr(begin, dot - begin));
    if (dot == std::string::npos) break;
    begin = dot + 1;
  }
  at->value = value;
}

std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string write_experiment(const ExperimentSettings& experiment, std::optional<double> t_end) {
  std::string text;
  auto add = [&](const char* name, std::optional<double> value) {
    if (value) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, *value);
  };
  add("StartTime", experiment.start_time);
  add("StopTime", t_end ? t_end : experiment.stop_time);
  add("Interval", experiment.interval);
  add("Tolerance", experiment.tolerance);
  return text.empty() ? "" : "  annotation(experiment(" + text + "));\n";
}

}  // namespace

Variant write_variant(const RunOptions& options) {
  std::vector<std::pair<std::string, std::string>> settings = options.settings;
  settings.insert(settings.end(), options.guest_settings.begin(), options.guest_settings.end());
  // Reading it finds what is wrong with the values.
  const ModelTree model = modelica::read_model(options.file, element_library(),
                                               {options.model, settings, options.libraries});
  Modifiers root;
  for (const auto& [path, value] : settings) add_setting(root, path, value);
  const std::string& full_name = model.root->class_name;
  const std::size_t dot = full_name.rfind('.');
  const std::string package = dot == std::string::npos ? "" : full_name.substr(0, dot);

  const bool is_folder =
      fs::is_directory(options.file) || fs::path(options.file).filename() == "package.mo";
  const std::string before = is_folder ? "" : read_text(options.file);
  const std::string stem = full_name.substr(dot == std::string::npos ? 0 : dot + 1) + "_changed";
  std::string name = stem;
  for (int i = 2; before.find("model " + name) != std::string::npos; ++i)
    name = stem + std::to_string(i);

  std::string text = is_folder ? "within " + package + ";\n" : before + "\n";
  text += "model " + name + " \"" + full_name + " with other values\"\n";
  text += "  extends " + full_name + root.write() + ";\n";
  text += write_experiment(model.experiment, options.t_end);
  text += "end " + name + ";\n";
  return {name + ".mo", text};
}

}  // namespace gelenk
