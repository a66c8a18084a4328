#include "topology/quantities/signal_catalog.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "elements/angle_rates.h"
#include "model/marked_name.h"

namespace gelenk {

namespace {

using Kind = Signal::Kind;

std::string index_text(int i) { return "[" + std::to_string(i + 1) + "]"; }

const char* unit_of(const Component& component, const std::string& name) {
  const Variable* variable = component.find_variable(name.substr(0, name.find('[')));
  return variable != nullptr ? variable->unit.c_str() : "";
}

// Whether a kind follows from positions and speeds; of forces and 1-D elements their own kind
// knows.
bool is_motion(Kind kind) {
  switch (kind) {
    case Kind::frame_position:
    case Kind::frame_rotation:
    case Kind::frame_angular_velocity:
    case Kind::velocity:
    case Kind::angular_velocity_local:
    case Kind::gravity:
    case Kind::q:
    case Kind::v:
    case Kind::measured_q:
    case Kind::measured_v:
    case Kind::flange_position:
    case Kind::flange_speed: return true;
    default: return false;
  }
}

// Whether the component's equations say what flows through its connector.
bool is_given(const Component& component, const std::string& connector) {
  return std::any_of(component.connectors.begin(), component.connectors.end(),
                     [&](const Connector& c) { return c.is_given && c.name == connector; });
}

class Catalog {
 public:
  Catalog(const System& system, const std::function<void(const Signal&)>& visit, bool only_usual)
      : system_(system), visit_(visit), only_usual_(only_usual) {
    list_aliases(*system.root->component);
    aliased_.resize(alias_names_.size());
    add_subsystem(*system.root);
    add_axes();
    add_quantities();
    for (const std::vector<Signal>& signals : aliased_) {
      for (const Signal& signal : signals) visit_(signal);
    }
    const std::pair<const char*, Kind> reserved[] = {{"energy.kinetic", Kind::kinetic},
                                                     {"energy.potential", Kind::potential},
                                                     {"energy.total", Kind::total},
                                                     {"drift.position", Kind::drift_position},
                                                     {"drift.velocity", Kind::drift_velocity}};
    for (const auto& [name, kind] : reserved) {
      Signal signal{name, std::string(name).starts_with("energy") ? "J" : "", kind};
      signal.usual = true;
      add(signal, "gelenk");
    }
  }

 private:
  void add(Signal signal, const std::string& path);
  void add_vector(Signal signal, const std::string& path);
  void add_subsystem(const Subsystem& sub);
  void add_joint(const Subsystem& sub, int joint);
  void add_shown(const Subsystem& sub);
  void add_bodies(const Subsystem& sub);
  void add_cut_sensor(const Subsystem& sub, const PlacedConnector& frame, const CutSensor& sensor);
  void add_frames(const Subsystem& sub);
  void list_aliases(const Component& component);
  void add_aliases(const Signal& signal);
  void add_axes();
  void add_quantities();

  const System& system_;
  const std::function<void(const Signal&)>& visit_;
  const bool only_usual_;
  std::vector<std::string> alias_names_;                          // full, in their order
  std::unordered_map<std::string, std::vector<int>> aliases_of_;  // by the name of a quantity
  std::vector<std::vector<Signal>> aliased_;                      // signals of each alias
};

void Catalog::add(Signal signal, const std::string& path) {
  if (only_usual_ && !signal.usual) return;
  if (!path.empty()) signal.name = path + "." + signal.name;
  signal.of_motion = signal.of_motion || is_motion(signal.kind);
  visit_(signal);
  if (!alias_names_.empty()) add_aliases(signal);
}

void Catalog::add_vector(Signal signal, const std::string& path) {
  if (only_usual_ && !signal.usual) return;
  const std::string name = signal.name;
  for (signal.i = 0; signal.i < 3; ++signal.i) {
    signal.name = name + index_text(signal.i);
    add(signal, path);
  }
}

void Catalog::add_subsystem(const Subsystem& sub) {
  for (std::size_t j = 0; j < sub.joints.size(); ++j) add_joint(sub, static_cast<int>(j));
  if (sub.loaded != nullptr)
    add_shown(sub);
  else
    add_bodies(sub);
  for (std::size_t i = 0; i < sub.forces.size(); ++i) {
    const ForceEdge& edge = sub.forces[i];
    if (is_internal_name(edge.component->name)) continue;  // what it does is a variable
    const std::vector<std::string> names =
        std::visit([](const auto& force) { return force.signal_names(); }, edge.force);
    for (std::size_t k = 0; k < names.size(); ++k) {
      Signal signal{names[k], unit_of(*edge.component, names[k]), Kind::force_signal, &sub,
                    Signal::OfForce{static_cast<int>(i)}};
      signal.i = static_cast<int>(k);
      signal.usual = names[k] == "f" || names[k] == "length" || is_sensor(edge.force);
      signal.of_motion = std::visit(
          [&](const auto& force) { return is_motion_signal(force, static_cast<int>(k)); },
          edge.force);
      add(signal, edge.component->path);
    }
  }
  if (!only_usual_) add_frames(sub);
  for (const auto& part : sub.parts) add_subsystem(*part);
}

void Catalog::add_joint(const Subsystem& sub, int joint) {
  const JointEdge& edge = sub.joints[joint];
  const Signal::OfJoint owner{joint};
  if (edge.component == nullptr || edge.added) return;
  // Joints at the ends of a rod belong to another class and have no signals under its name.
  const bool is_own = std::visit(
      [&](const auto& j) {
        if constexpr (requires { j.class_name; })
          return edge.component->native_class == j.class_name;
        else
          return false;
      },
      edge.joint);
  if (!is_own) return;
  const std::vector<std::string> measured_names = std::visit(
      [](const auto& j) -> std::vector<std::string> {
        if constexpr (requires { j.signal_names(); })
          return j.signal_names();
        else
          return {};
      },
      edge.joint);
  for (std::size_t i = 0; i < measured_names.size(); ++i) {
    Signal signal{measured_names[i], unit_of(*edge.component, measured_names[i]),
                  Kind::constraint_signal, &sub, owner};
    signal.i = static_cast<int>(i);
    signal.usual = measured_names[i].find('[') == std::string::npos;
    signal.lacks_turns = find_angle_rate(edge.joint, signal.i) >= 0;
    add(signal, edge.component->path);
  }
  const JointNames names = std::visit([](const auto& j) { return j.names(); }, edge.joint);
  auto lacks_turns = [&](const Signal& signal) {
    return signal.kind == Kind::measured_q && is_angle(edge.joint, signal.i);
  };
  auto add_all = [&](const std::vector<std::string>& list, Kind in_tree, Kind measured) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].empty()) continue;
      Signal signal{list[i], unit_of(*edge.component, list[i]), edge.in_tree ? in_tree : measured,
                    &sub, owner};
      signal.i = static_cast<int>(i);
      signal.usual = true;
      signal.lacks_turns = lacks_turns(signal);
      add(signal, edge.component->path);
    }
  };
  add_all(names.q, Kind::q, Kind::measured_q);
  for (std::size_t i = 0; i < names.q_alias.size(); ++i) {
    Signal signal{names.q_alias[i], unit_of(*edge.component, names.q_alias[i]),
                  edge.in_tree ? Kind::q : Kind::measured_q, &sub, owner};
    signal.i = static_cast<int>(i);
    signal.lacks_turns = lacks_turns(signal);
    add(signal, edge.component->path);
  }
  add_all(names.v, Kind::v, Kind::measured_v);
  add_all(names.a, Kind::vdot, Kind::measured_vdot);
  // Without an axis flange nothing drives the joint.
  const bool has_drive = has_axis_flange(*edge.component);
  for (const std::string& name : names.drive) {
    add({name, unit_of(*edge.component, name), has_drive ? Kind::drive : Kind::zero, &sub, owner},
        edge.component->path);
  }
}

// Signals that a compiled component shows, and what it is given.
void Catalog::add_shown(const Subsystem& sub) {
  const auto& shown = sub.loaded->shown_signals();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    Signal signal{shown[i].name, shown[i].unit, Kind::shown, &sub};
    signal.i = static_cast<int>(i);
    signal.usual = true;
    signal.of_motion = shown[i].of_state;
    add(signal, sub.path);
  }
  const auto& inputs = sub.loaded->inputs();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Signal signal{inputs[i].name, inputs[i].unit, Kind::given, &sub};
    signal.i = static_cast<int>(i);
    signal.usual = true;
    add(signal, sub.path);
  }
}

void Catalog::add_bodies(const Subsystem& sub) {
  for (const PlacedConnector& frame : sub.frames) {
    const Component& c = *frame.component;
    if (frame.connector != "frame_a" || !c.is_native() || frame.borrowed) continue;
    const AnyElement element = make_element(c);
    const auto* rigid = std::get_if<RigidElement>(&element);
    if (rigid == nullptr) continue;
    if (rigid->cut_sensor) add_cut_sensor(sub, frame, *rigid->cut_sensor);
    auto add_motion = [&](const std::string& name, const char* unit, Kind kind,
                          const FrameOnNode& at, bool usual) {
      Signal signal{name, unit, kind, &sub, {}, at};
      signal.usual = usual;
      add_vector(signal, c.path);
    };
    for (const std::string& prefix : rigid->motion_prefixes) {
      add_motion(prefix + "r_0", "m", Kind::frame_position, frame.at, prefix.empty());
      add_motion(prefix + "v_0", "m/s", Kind::velocity, frame.at, prefix.empty());
      add_motion(prefix + "a_0", "m/s2", Kind::acceleration, frame.at, prefix.empty());
      // The body inside a part is none of the model's components; its frame has a name all the same.
      if (!prefix.empty())
        add_motion(prefix + "frame_a.r_0", "m", Kind::frame_position, frame.at, false);
    }
    for (const std::string& prefix : rigid->full_motion_prefixes) {
      add_motion(prefix + "w_a", "rad/s", Kind::angular_velocity_local, frame.at, true);
      add_motion(prefix + "z_a", "rad/s2", Kind::angular_acceleration_local, frame.at, false);
      FrameOnNode com = frame.at;
      com.X_NF = com.X_NF * Pose<double>::translation(rigid->inertia->com);
      const std::string entry = c.path + "." + prefix + "g_0[1]";
      const bool has_equation =
          std::any_of(c.assignments.begin(), c.assignments.end(),
                      [&](const Assignment& a) { return a.variable == entry; });
      if (!has_equation)
        add_motion(prefix + "g_0", "m/s2", Kind::gravity, com, false);
    }
  }
}

void Catalog::add_cut_sensor(const Subsystem& sub, const PlacedConnector& frame,
                             const CutSensor& sensor) {
  auto cut = std::make_shared<Signal::Cut>();
  cut->sensor = sensor;
  // The frames of one element stand side by side.
  std::size_t other = &frame - sub.frames.data();
  while (other > 0 && sub.frames[other - 1].component == frame.component) --other;
  for (; other < sub.frames.size() && sub.frames[other].component == frame.component; ++other) {
    if (sub.frames[other].connector == "frame_resolve") cut->resolve = sub.frames[other].at;
  }
  const Signal::OfFrame owner{static_cast<int>(&frame - sub.frames.data())};
  const std::vector<std::string> names = sensor.signal_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    Signal signal{names[k], unit_of(*frame.component, names[k]), Kind::cut, &sub, owner, frame.at};
    signal.i = static_cast<int>(k);
    signal.usual = true;
    signal.cut = cut;
    add(signal, frame.component->path);
  }
}

// None of them is usual.
void Catalog::add_frames(const Subsystem& sub) {
  for (const PlacedConnector& frame : sub.frames) {
    if (frame.borrowed || is_internal_name(frame.component->name)) continue;
    const std::string& path = frame.component->path;
    const std::string prefix = frame.connector + ".";
    add_vector({prefix + "r_0", "m", Kind::frame_position, &sub, {}, frame.at}, path);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        Signal signal{prefix + "R.T[" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "]",
                      "1",
                      Kind::frame_rotation,
                      &sub,
                      {},
                      frame.at};
        signal.i = i;
        signal.j = j;
        add(signal, path);
      }
    }
    add_vector({prefix + "R.w", "rad/s", Kind::frame_angular_velocity, &sub, {}, frame.at}, path);
    if (is_given(*frame.component, frame.connector)) {
      // Its load is a variable; what equations may read besides.
      add_vector({prefix + "der(r_0)", "m/s", Kind::velocity, &sub, {}, frame.at}, path);
      add_vector({prefix + "der(der(r_0))", "m/s2", Kind::acceleration, &sub, {}, frame.at}, path);
      add_vector(
          {prefix + "R.der(w)", "rad/s2", Kind::angular_acceleration_local, &sub, {}, frame.at},
          path);
      continue;
    }
    // What flows through the connector of a composite that is dissolved is not told apart.
    if (!frame.component->is_native() && frame.component != sub.component) continue;
    const Signal::OfFrame load{static_cast<int>(&frame - sub.frames.data())};
    add_vector({prefix + "f", "N", Kind::frame_force, &sub, load, frame.at}, path);
    add_vector({prefix + "t", "N.m", Kind::frame_torque, &sub, load, frame.at}, path);
  }
}

// Second names that composites of the library give to quantities inside them; the inner ones first,
// since a second name may have a third.
void Catalog::list_aliases(const Component& component) {
  for (const auto& part : component.parts) list_aliases(*part);
  for (const auto& [name, inner] : component.aliases) {
    aliases_of_[component.path + "." + inner].push_back(static_cast<int>(alias_names_.size()));
    alias_names_.push_back(component.path + "." + name);
  }
}

// A quantity has its second name with all entries: what stands in brackets at the end of a signal's
// name stays.
void Catalog::add_aliases(const Signal& signal) {
  const std::size_t bracket =
      signal.name.back() == ']' ? signal.name.rfind('[') : std::string::npos;
  for (const std::size_t end : {signal.name.size(), bracket}) {
    if (end == std::string::npos) continue;
    const auto found = aliases_of_.find(signal.name.substr(0, end));
    if (found == aliases_of_.end()) continue;
    for (int alias : found->second) {
      Signal second = signal;
      second.name = alias_names_[alias] + signal.name.substr(end);
      aliased_[alias].push_back(second);
      add_aliases(second);
    }
  }
}

void Catalog::add_axes() {
  const Axes& axes = system_.axes;
  for (std::size_t e = 0; e < axes.elements.size(); ++e) {
    const Component& component = *axes.elements[e].component;
    const AxisElement& element = axes.elements[e].element;
    // Its variables are the user's; or it stands for a flow that equations give to a joint, which has signals of its own.
    if (!component.is_native() || is_given(component, element.flange_b)) continue;
    const std::vector<std::string> names = element.signal_names();
    for (std::size_t k = 0; k < names.size(); ++k) {
      // A law of a source is an input, not a variable.
      const bool is_law = component.find_parameter(names[k]) != nullptr;
      if (component.find_variable(names[k]) == nullptr && !is_law) continue;
      Signal signal{names[k], is_law ? (element.turns ? "N.m" : "N") : unit_of(component, names[k]),
                    Kind::axis_signal, nullptr, Signal::OfAxisElement{static_cast<int>(e)}};
      signal.i = static_cast<int>(k);
      signal.usual = element.kind == AxisElement::Kind::inertia ||
                     element.kind == AxisElement::Kind::sensor || names[k] == "tau" ||
                     names[k] == "f";
      signal.of_motion = element.is_motion_signal(static_cast<int>(k));
      add(signal, component.path);
    }
  }
  for (std::size_t f = 0; f < axes.flanges.size(); ++f) {
    const PlacedFlange& flange = axes.flanges[f];
    const bool turns = axes.shafts[flange.shaft].turns;
    const std::string prefix = flange.connector + ".";
    const Signal::OfFlange owner{static_cast<int>(f)};
    add({prefix + (turns ? "phi" : "s"), turns ? "rad" : "m", Kind::flange_position, nullptr,
         owner},
        flange.component->path);
    // One whose flow equations give has it as a variable.
    if (!is_given(*flange.component, flange.connector)) {
      add({prefix + (turns ? "tau" : "f"), turns ? "N.m" : "N", Kind::flange_flow, nullptr, owner},
          flange.component->path);
      if (flange.component->is_native()) continue;
    }
    // What equations of its component may read besides.
    const std::string x = turns ? "phi" : "s";
    add({prefix + "der(" + x + ")", turns ? "rad/s" : "m/s", Kind::flange_speed, nullptr, owner},
        flange.component->path);
    add({prefix + "der(der(" + x + "))", turns ? "rad/s2" : "m/s2", Kind::flange_acceleration,
         nullptr, owner},
        flange.component->path);
  }
}

void Catalog::add_quantities() {
  auto add_all = [&](const auto& list, Kind kind) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (kind == Kind::discrete && is_internal_name(list[i].name)) continue;
      Signal signal{list[i].name, list[i].unit, kind};
      signal.owner = Signal::OfQuantity{static_cast<int>(i)};
      signal.usual = true;
      add(signal, "");
    }
  };
  add_all(system_.quantities.states, Kind::state);
  add_all(system_.quantities.discretes, Kind::discrete);
  add_all(system_.quantities.variables, Kind::variable);
}

}  // namespace

void visit_signals(const System& system, const std::function<void(const Signal&)>& visit) {
  Catalog(system, visit, false);
}

void visit_usual_signals(const System& system, const std::function<void(const Signal&)>& visit) {
  Catalog(system, visit, true);
}

}  // namespace gelenk
