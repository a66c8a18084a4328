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

// By input: whether it is a signal of built-in shafts, of motion or not.
std::vector<char> list_shaft_signals(const Quantities& quantities, bool of_motion) {
  std::vector<char> list(quantities.input_count(), 0);
  for (std::size_t i = 0; i < quantities.signals.size(); ++i) {
    const Signal& signal = quantities.signals[i];
    const bool is_of_shafts = signal.kind == Signal::Kind::flange_position ||
                              signal.kind == Signal::Kind::flange_speed ||
                              signal.kind == Signal::Kind::flange_acceleration ||
                              signal.kind == Signal::Kind::axis_signal;
    list[quantities.first_signal() + i] = is_of_shafts && signal.of_motion == of_motion;
  }
  return list;
}

// Whether equations ask of built-in shafts what these cannot do. Unknowns with modes may be found together from
// their accelerations, as where friction by equations stands between rotors: while it sticks, no acceleration
// that is given tells the torque. And initial equations, or states with fixed starts, may say how they move at
// the start, with nothing else in them that could give way.
bool asks_too_much(const System& system) {
  const Quantities& quantities = system.quantities;
  const auto read_any = [](const std::vector<symbolic::Expression>& list,
                           const std::vector<char>& inputs) {
    return std::any_of(list.begin(), list.end(), [&](const symbolic::Expression& e) {
      return symbolic::reads_any(e, inputs);
    });
  };
  std::vector<char> may_move(quantities.input_count(), 0);
  for (std::size_t i = 0; i < quantities.states.size(); ++i)
    may_move[i] = !quantities.states[i].is_fixed;
  std::fill_n(may_move.begin() + quantities.first_cell(), quantities.cells.size(), 1);
  std::vector<symbolic::Expression> of_shafts_alone = quantities.initials;
  of_shafts_alone.insert(of_shafts_alone.end(), quantities.invariants.begin(),
                         quantities.invariants.end());
  std::erase_if(of_shafts_alone, [&](const symbolic::Expression& e) {
    return symbolic::reads_any(e, may_move);
  });
  if (read_any(of_shafts_alone, list_shaft_signals(quantities, true))) return true;
  return std::any_of(quantities.cells.begin(), quantities.cells.end(),
                     [](const Quantities::Cell& cell) { return cell.is_discrete; }) &&
         read_any(quantities.equations, list_shaft_signals(quantities, false));
}

// How a reading turns out.
enum class Outcome { fails, asks_too_much, good };
Outcome build(const ModelTree& model) {
  try {
    const System system = build_system(model);
    return asks_too_much(system) ? Outcome::asks_too_much : Outcome::good;
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
