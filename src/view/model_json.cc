#include "view/model_json.h"

#include <unordered_map>
#include <unordered_set>

#include "elements/compiled_element.h"
#include "elements/library.h"
#include "modelica/reader.h"
#include "view/diagnostics_json.h"

namespace gelenk {

namespace {

using Json = nlohmann::ordered_json;

class ModelWriter {
 public:
  explicit ModelWriter(const modelica::ModelTexts& texts) : texts_(texts) {}

  std::string comment_of(const std::string& path) const {
    const auto found = texts_.comments.find(path);
    return found == texts_.comments.end() ? "" : found->second;
  }

  void add_components(const Component& c) {
    numbers_[c.path] = static_cast<int>(components_.size());
    if (c.native_class == CompiledElement::class_name) compiled_.insert(c.path);
    components_.push_back(
        {{"path", c.path}, {"class", c.class_name}, {"description", comment_of(c.path)}});
    for (const auto& part : c.parts) add_components(*part);
  }
  const Json& components() const { return components_; }

  Json write_parameters(const std::unordered_map<std::string, std::string>& own_values) const {
    Json parameters = Json::array();
    for (const auto& setting : texts_.settings) {
      if (compiled_.count(setting.component) > 0) continue;  // the page may not change them
      const auto own = own_values.find(setting.path);
      const auto number = numbers_.find(setting.component);
      parameters.push_back({{"path", setting.path},
                            {"value", setting.value},
                            {"default", own == own_values.end() ? setting.value : own->second},
                            {"type", setting.type},
                            {"unit", setting.unit},
                            {"description", comment_of(setting.path)},
                            {"component", number == numbers_.end() ? -1 : number->second}});
      if (!setting.choices.empty()) parameters.back()["choices"] = setting.choices;
    }
    return parameters;
  }

 private:
  const modelica::ModelTexts& texts_;
  Json components_ = Json::array();
  std::unordered_map<std::string, int> numbers_;
  std::unordered_set<std::string> compiled_;  // components from files
};

// Values without the settings of the command line.
std::unordered_map<std::string, std::string> read_own_values(const RunOptions& options) {
  std::unordered_map<std::string, std::string> values;
  if (options.settings.empty()) return values;
  modelica::ModelTexts texts;
  modelica::read_model(options.file, element_library(), {options.model, {}, options.libraries},
                       &texts);
  for (const auto& setting : texts.settings) values[setting.path] = setting.value;
  return values;
}

}  // namespace

std::string write_model(const RunOptions& options) {
  Json json = {{"title", ""},
               {"description", ""},
               {"components", Json::array()},
               {"parameters", Json::array()},
               {"diagnostics", Json::array()},
               {"settings", Json::object()}};
  try {
    modelica::ModelTexts texts;
    const ModelTree model =
        modelica::read_model(options.file, element_library(),
                             {options.model, options.settings, options.libraries}, &texts);
    ModelWriter writer(texts);
    const std::string& name = model.root->class_name;
    json["title"] = name.substr(name.rfind('.') + 1);
    json["description"] = writer.comment_of("");
    writer.add_components(*model.root);
    json["components"] = writer.components();
    json["parameters"] = writer.write_parameters(read_own_values(options));
    json["diagnostics"] = write_diagnostics(model.warnings, "warning");
    const double start = model.experiment.start_time.value_or(0.0);
    json["settings"] = {
        {"t_end", options.t_end.value_or(model.experiment.stop_time.value_or(start + 1.0))},
        {"rtol", options.rtol.value_or(model.experiment.tolerance.value_or(1e-9))},
        {"formulation", options.formulation},
        {"integrator", options.integrator}};
  } catch (const UserError& error) {
    json["diagnostics"] = write_diagnostics(error.diagnostics());
  }
  return write_text(json);
}

}  // namespace gelenk
