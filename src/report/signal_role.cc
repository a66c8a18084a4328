#include "report/signal_role.h"

#include <algorithm>

namespace gelenk {

namespace {

using Kind = Signal::Kind;

std::string last_name(const std::string& name) { return name.substr(name.rfind('.') + 1); }

bool is_any_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::any_of(names.begin(), names.end(), [&](const char* n) { return name == n; });
}

// Of springs, dampers, forces and sensors in space.
const char* find_force_role(const Signal& signal) {
  if (is_sensor(signal.sub->forces[signal.force()].force)) return "sensor";
  return is_any_of(last_name(signal.name), {"f", "tau"}) ? "force" : "";
}

const char* find_axis_role(const AxisElement& element, const Signal& signal) {
  const std::string name = last_name(signal.name);
  if (element.kind == AxisElement::Kind::sensor) return "sensor";
  if (is_any_of(name, {"tau", "f"})) {
    // A source is a force that does nothing but follow its law.
    const bool is_source = element.kind == AxisElement::Kind::drive ||
                           (element.kind == AxisElement::Kind::force && element.c == 0.0 &&
                            element.d == 0.0 && element.holder.kind == AxisHolder::Kind::none &&
                            !element.is_contact);
    return is_source ? "drive" : "force";
  }
  if (element.kind != AxisElement::Kind::inertia) return "";
  if (is_any_of(name, {"phi", "s"})) return "coordinate";
  return is_any_of(name, {"w", "v"}) ? "speed" : "";
}

}  // namespace

SignalRoles::SignalRoles(const System& system) : system_(system) {
  for (const PlacedAxisElement& placed : system.axes.elements) {
    if (placed.element.kind == AxisElement::Kind::drive) drives_[placed.component] = placed.element.flange_b;
  }
}

const char* SignalRoles::find(const Signal& signal) const {
  switch (signal.kind) {
    case Kind::q:
    case Kind::measured_q: return "coordinate";
    case Kind::v:
    case Kind::measured_v: return "speed";
    case Kind::drive: return "drive";
    case Kind::force_signal: return find_force_role(signal);
    case Kind::axis_signal:
      return find_axis_role(system_.axes.elements[signal.axis_element()].element, signal);
    case Kind::flange_flow: {
      // What flows through the driven flange of a drive is what it takes to drive.
      const PlacedFlange& flange = system_.axes.flanges[signal.flange()];
      const auto drive = drives_.find(flange.component);
      return drive != drives_.end() && drive->second == flange.connector ? "drive" : "";
    }
    case Kind::frame_force:
    case Kind::frame_torque: return "load";
    case Kind::cut: return "sensor";
    case Kind::variable:
    case Kind::state:
    case Kind::shown:
    case Kind::given: return "quantity";
    case Kind::kinetic:
    case Kind::potential:
    case Kind::total: return "energy";
    case Kind::drift_position:
    case Kind::drift_velocity: return "drift";
    default: return "";
  }
}

}  // namespace gelenk
