#include "topology/quantities/unused_starts.h"

#include <map>

#include "modelica/settings.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

namespace {

// Start values from the command line, by the path of their variable.
void collect(const Component& component, std::map<std::string, const Variable*>& starts) {
  for (const Variable& variable : component.variables) {
    if (!variable.start_given || !modelica::find_set_path(variable.where)) continue;
    starts[component.path.empty() ? variable.name : component.path + "." + variable.name] =
        &variable;
  }
  for (const auto& part : component.parts) collect(*part, starts);
}

bool follows_from_others(Signal::Kind kind) {
  switch (kind) {
    case Signal::Kind::frame_force:
    case Signal::Kind::frame_torque:
    case Signal::Kind::cut:
    case Signal::Kind::acceleration:
    case Signal::Kind::angular_acceleration_local:
    case Signal::Kind::gravity:
    case Signal::Kind::vdot:
    case Signal::Kind::measured_vdot:
    case Signal::Kind::zero:
    case Signal::Kind::drive:
    case Signal::Kind::force_signal:
    case Signal::Kind::flange_flow:
    case Signal::Kind::flange_acceleration:
    case Signal::Kind::variable:
    case Signal::Kind::shown: return true;
    default: return false;
  }
}

}  // namespace

std::vector<Diagnostic> find_unused_starts(const System& system, const Component& root) {
  std::vector<Diagnostic> warnings;
  std::map<std::string, const Variable*> starts;
  collect(root, starts);
  if (starts.empty()) return warnings;
  for (const Quantities::Input& input : system.quantities.inputs) starts.erase(input.name);
  visit_signals(system, [&](const Signal& signal) {
    const bool has_subscript = signal.name.ends_with("]");
    const auto found =
        starts.find(has_subscript ? signal.name.substr(0, signal.name.rfind('[')) : signal.name);
    if (found == starts.end()) return;
    if (follows_from_others(signal.kind)) {
      warnings.push_back({"start", found->second->where, "",
                          "the start value of '" + found->first +
                              "' has no effect: it follows from the motion or from an equation",
                          "set a position, a speed, a state or a parameter"});
    }
    starts.erase(found);
  });
  return warnings;
}

}  // namespace gelenk
