#include "api/read_machine.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "elements/component_path.h"
#include "topology/system.h"

namespace gelenk {

namespace {

// Whether building the model may fail for the shafts in it.
bool has_shafts(const Component& component) {
  const auto is_of_shafts = [](const std::string& name) {
    return name.starts_with("Modelica.Mechanics.Rotational.") ||
           name.starts_with("Modelica.Mechanics.Translational.");
  };
  if (component.is_native() && is_of_shafts(component.native_class)) return true;
  for (const Connector& connector : component.connectors) {
    if (connector.is_given && is_of_shafts(connector.class_name)) return true;
  }
  return std::any_of(component.parts.begin(), component.parts.end(),
                     [](const auto& part) { return has_shafts(*part); });
}

bool can_be_built(const ModelTree& model) {
  try {
    build_system(model);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

// Nothing where that does not help.
std::optional<ModelTree> read_otherwise(const std::function<ModelTree(bool)>& read) {
  try {
    ModelTree model = read(true);
    if (can_be_built(model)) return model;
  } catch (const UserError&) {
    // What is wrong with the built-in shafts is told instead.
  }
  return std::nullopt;
}

}  // namespace

ModelTree read_machine(const std::function<ModelTree(bool shafts_as_equations)>& read) {
  std::optional<ModelTree> model;
  try {
    model = read(false);
  } catch (const UserError&) {
    if (std::optional<ModelTree> other = read_otherwise(read)) return std::move(*other);
    throw;
  }
  // Compiled components are loaded where a run is prepared, not for a trial.
  const bool is_sure = !has_shafts(*model->root) || find_compiled(*model->root) != nullptr;
  if (is_sure || can_be_built(*model)) return std::move(*model);
  if (std::optional<ModelTree> other = read_otherwise(read)) return std::move(*other);
  return std::move(*model);
}

}  // namespace gelenk
