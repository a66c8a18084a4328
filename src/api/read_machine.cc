#include "api/read_machine.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "elements/component_path.h"
#include "symbolic/substitute.h"
#include "topology/quantities/signal_catalog.h"
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

// Whether unknowns with modes are found together from accelerations of shafts: friction by equations between built-in rotors. While it
// sticks, no acceleration that is given tells the torque; where the rotors are equations too, they tell it.
bool holds_shafts(const System& system) {
  const Quantities& quantities = system.quantities;
  if (std::none_of(quantities.cells.begin(), quantities.cells.end(),
                   [](const Quantities::Cell& cell) { return cell.is_discrete; }))
    return false;
  std::vector<char> is_acceleration(quantities.input_count(), 0);
  for (std::size_t i = 0; i < quantities.signals.size(); ++i) {
    const Signal& signal = quantities.signals[i];
    const bool is_of_shafts =
        signal.kind == Signal::Kind::flange_acceleration || signal.kind == Signal::Kind::axis_signal;
    is_acceleration[quantities.first_signal() + i] = is_of_shafts && !signal.of_motion;
  }
  return std::any_of(
      quantities.equations.begin(), quantities.equations.end(),
      [&](const symbolic::Expression& e) { return symbolic::reads_any(e, is_acceleration); });
}

// How a reading turns out.
enum class Outcome { fails, holds_shafts, good };
Outcome build(const ModelTree& model) {
  try {
    const System system = build_system(model);
    return holds_shafts(system) ? Outcome::holds_shafts : Outcome::good;
  } catch (const UserError&) {
    return Outcome::fails;
  }
}

// Nothing where that does not help.
std::optional<ModelTree> read_otherwise(const std::function<ModelTree(bool)>& read) {
  try {
    ModelTree model = read(true);
    if (build(model) != Outcome::fails) return model;
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
  if (is_sure || build(*model) == Outcome::good) return std::move(*model);
  if (std::optional<ModelTree> other = read_otherwise(read)) return std::move(*other);
  return std::move(*model);
}

}  // namespace gelenk
