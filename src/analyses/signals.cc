#include "analyses/signals.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gelenk {

namespace {

std::string index_text(int i) { return "[" + std::to_string(i + 1) + "]"; }

// '*' matches any characters (also dots), '?' one; everything else stands for itself.
bool matches_glob(std::string_view glob, std::string_view name) {
  std::size_t g = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (g < glob.size() && (glob[g] == '?' || glob[g] == name[n]) && glob[g] != '*') {
      ++g;
      ++n;
    } else if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = n;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

std::vector<std::string> split_globs(const std::string& globs) {
  std::vector<std::string> result(1);
  int depth = 0;
  for (char c : globs) {
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (c == ',' && depth <= 0) {
      result.emplace_back();
    } else if (c != ' ') {
      result.back() += c;
    }
  }
  result.erase(std::remove(result.begin(), result.end(), ""), result.end());
  return result;
}

const char* unit_of(const Component& component, const std::string& name) {
  const Variable* variable = component.find_variable(name.substr(0, name.find('[')));
  return variable != nullptr ? variable->unit.c_str() : "";
}

}  // namespace

SignalTable::SignalTable(const System& system)
    : system_(system), cut_loads_(system), axis_loads_(system) {
  add_subsystem(*system.root);
  add_axes();
  add_aliases(*system.root->component);
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
  select("");
}

void SignalTable::add(Signal signal, const std::string& path) {
  if (!path.empty()) signal.name = path + "." + signal.name;
  all_.push_back(std::move(signal));
}

void SignalTable::add_vector(Signal signal, const std::string& path) {
  const std::string name = signal.name;
  for (signal.i = 0; signal.i < 3; ++signal.i) {
    signal.name = name + index_text(signal.i);
    add(signal, path);
  }
}

void SignalTable::add_subsystem(const Subsystem& sub) {
  for (std::size_t j = 0; j < sub.joints.size(); ++j) add_joint(sub, static_cast<int>(j));
  add_bodies(sub);
  for (std::size_t i = 0; i < sub.forces.size(); ++i) {
    const ForceEdge& edge = sub.forces[i];
    const std::vector<std::string> names =
        std::visit([](const auto& force) { return force.signal_names(); }, edge.force);
    for (std::size_t k = 0; k < names.size(); ++k) {
      Signal signal{names[k], unit_of(*edge.component, names[k]), Kind::force_signal, &sub,
                    static_cast<int>(i)};
      signal.i = static_cast<int>(k);
      signal.usual = names[k] == "f" || names[k] == "length" || is_sensor(edge.force);
      add(signal, edge.component->path);
    }
  }
  add_frames(sub);
  for (const auto& part : sub.parts) add_subsystem(*part);
}

void SignalTable::add_joint(const Subsystem& sub, int joint) {
  const JointEdge& edge = sub.joints[joint];
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
                  Kind::constraint_signal, &sub, joint};
    signal.i = static_cast<int>(i);
    signal.usual = measured_names[i].find('[') == std::string::npos;
    add(signal, edge.component->path);
  }
  const JointNames names = std::visit([](const auto& j) { return j.names(); }, edge.joint);
  auto add_all = [&](const std::vector<std::string>& list, Kind in_tree, Kind measured) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].empty()) continue;
      Signal signal{list[i], unit_of(*edge.component, list[i]), edge.in_tree ? in_tree : measured,
                    &sub, joint};
      signal.i = static_cast<int>(i);
      signal.usual = true;
      add(signal, edge.component->path);
    }
  };
  add_all(names.q, Kind::q, Kind::measured_q);
  for (std::size_t i = 0; i < names.q_alias.size(); ++i) {
    Signal signal{names.q_alias[i], unit_of(*edge.component, names.q_alias[i]),
                  edge.in_tree ? Kind::q : Kind::measured_q, &sub, joint};
    signal.i = static_cast<int>(i);
    add(signal, edge.component->path);
  }
  add_all(names.v, Kind::v, Kind::measured_v);
  add_all(names.a, Kind::vdot, Kind::measured_vdot);
  // Without an axis flange nothing drives the joint.
  const bool has_drive = has_axis_flange(*edge.component);
  for (const std::string& name : names.drive) {
    add({name, unit_of(*edge.component, name), has_drive ? Kind::drive : Kind::zero, &sub, joint},
        edge.component->path);
  }
}

void SignalTable::add_bodies(const Subsystem& sub) {
  for (const PlacedConnector& frame : sub.frames) {
    const Component& c = *frame.component;
    if (frame.connector != "frame_a" || !c.is_native() || frame.borrowed) continue;
    const AnyElement element = make_element(c);
    const auto* rigid = std::get_if<RigidElement>(&element);
    if (rigid == nullptr) continue;
    if (rigid->cut_sensor) add_cut_sensor(sub, frame, *rigid->cut_sensor);
    auto add_motion = [&](const std::string& name, const char* unit, Kind kind,
                          const FrameOnNode& at, bool usual) {
      Signal signal{name, unit, kind, &sub, -1, at};
      signal.usual = usual;
      add_vector(signal, c.path);
    };
    for (const std::string& prefix : rigid->motion_prefixes) {
      add_motion(prefix + "r_0", "m", Kind::frame_position, frame.at, prefix.empty());
      add_motion(prefix + "v_0", "m/s", Kind::velocity, frame.at, prefix.empty());
      add_motion(prefix + "a_0", "m/s2", Kind::acceleration, frame.at, prefix.empty());
    }
    for (const std::string& prefix : rigid->full_motion_prefixes) {
      add_motion(prefix + "w_a", "rad/s", Kind::angular_velocity_local, frame.at, true);
      add_motion(prefix + "z_a", "rad/s2", Kind::angular_acceleration_local, frame.at, false);
      FrameOnNode com = frame.at;
      com.X_NF = com.X_NF * Pose<double>::translation(rigid->inertia->com);
      add_motion(prefix + "g_0", "m/s2", Kind::gravity, com, false);
    }
  }
}

void SignalTable::add_cut_sensor(const Subsystem& sub, const PlacedConnector& frame,
                                 const CutSensor& sensor) {
  const std::vector<std::string> names = sensor.signal_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    Signal signal{names[k], unit_of(*frame.component, names[k]),          Kind::cut,
                  &sub,     static_cast<int>(&frame - sub.frames.data()), frame.at};
    signal.i = static_cast<int>(k);
    signal.usual = true;
    signal.cut_sensor = sensor;
    add(signal, frame.component->path);
  }
}

void SignalTable::add_frames(const Subsystem& sub) {
  for (const PlacedConnector& frame : sub.frames) {
    if (frame.borrowed) continue;
    const std::string& path = frame.component->path;
    const std::string prefix = frame.connector + ".";
    add_vector({prefix + "r_0", "m", Kind::frame_position, &sub, -1, frame.at}, path);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        Signal signal{prefix + "R.T[" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "]",
                      "1",
                      Kind::frame_rotation,
                      &sub,
                      -1,
                      frame.at};
        signal.i = i;
        signal.j = j;
        add(signal, path);
      }
    }
    add_vector({prefix + "R.w", "rad/s", Kind::frame_angular_velocity, &sub, -1, frame.at}, path);
    // What flows through the connector of a composite that is dissolved is not told apart.
    if (!frame.component->is_native() && frame.component != sub.component) continue;
    const int load = static_cast<int>(&frame - sub.frames.data());
    add_vector({prefix + "f", "N", Kind::frame_force, &sub, load, frame.at}, path);
    add_vector({prefix + "t", "N.m", Kind::frame_torque, &sub, load, frame.at}, path);
  }
}

// Second names that composites of the library give to quantities inside them; the inner ones first, since
// a second name may have a third.
void SignalTable::add_aliases(const Component& component) {
  for (const auto& part : component.parts) add_aliases(*part);
  for (const auto& [name, inner] : component.aliases) {
    const std::string from = component.path + "." + inner;
    const std::size_t count = all_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& known = all_[i].name;
      if (!known.starts_with(from)) continue;
      const std::string rest = known.substr(from.size());
      if (!rest.empty() && rest[0] != '[') continue;
      Signal signal = all_[i];
      signal.name = name + rest;
      add(signal, component.path);
    }
  }
}

void SignalTable::add_axes() {
  const Axes& axes = system_.axes;
  for (std::size_t e = 0; e < axes.elements.size(); ++e) {
    const Component& component = *axes.elements[e].component;
    const AxisElement& element = axes.elements[e].element;
    const std::vector<std::string> names = element.signal_names();
    for (std::size_t k = 0; k < names.size(); ++k) {
      // A law of a source is an input, not a variable.
      const bool is_law = component.find_parameter(names[k]) != nullptr;
      if (component.find_variable(names[k]) == nullptr && !is_law) continue;
      Signal signal{names[k], is_law ? (element.turns ? "N.m" : "N") : unit_of(component, names[k]),
                    Kind::axis_signal, nullptr, static_cast<int>(e)};
      signal.i = static_cast<int>(k);
      signal.usual =
          element.kind == AxisElement::Kind::inertia || names[k] == "tau" || names[k] == "f";
      add(signal, component.path);
    }
  }
  for (std::size_t f = 0; f < axes.flanges.size(); ++f) {
    const PlacedFlange& flange = axes.flanges[f];
    const bool turns = axes.shafts[flange.shaft].turns;
    const std::string prefix = flange.connector + ".";
    const int owner = static_cast<int>(f);
    add({prefix + (turns ? "phi" : "s"), turns ? "rad" : "m", Kind::flange_position, nullptr,
         owner},
        flange.component->path);
    add({prefix + (turns ? "tau" : "f"), turns ? "N.m" : "N", Kind::flange_flow, nullptr, owner},
        flange.component->path);
  }
}

std::vector<std::string> SignalTable::names() const {
  std::vector<std::string> result;
  for (const Signal& signal : all_) result.push_back(signal.name);
  return result;
}

void SignalTable::select(const std::string& globs) {
  selected_.clear();
  std::vector<bool> taken(all_.size(), false);
  auto take = [&](std::size_t i) {
    if (taken[i]) return;
    taken[i] = true;
    selected_.push_back(static_cast<int>(i));
  };
  const std::vector<std::string> list = split_globs(globs);
  for (const std::string& glob : list) {
    bool any = false;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (!matches_glob(glob, all_[i].name)) continue;
      any = true;
      take(i);
    }
    if (!any) {
      throw UserError(
          {"unknown-signal", {}, "", "no signal matches '" + glob + "'", hint_for(glob)});
    }
  }
  if (list.empty()) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].usual) take(i);
    }
  }
  last_angles_.assign(selected_.size(), {});
}

std::string SignalTable::hint_for(const std::string& glob) const {
  const std::vector<std::string> all = names();
  return find_near_names(glob, all).empty()
             ? "--signals '*' --output all.csv writes all signals, with their names"
             : suggest(glob, all);
}

std::vector<std::string> SignalTable::selected_names() const {
  std::vector<std::string> result;
  for (int i : selected_) result.push_back(all_[i].name);
  return result;
}

std::vector<std::string> SignalTable::selected_units() const {
  std::vector<std::string> result;
  for (int i : selected_) result.push_back(all_[i].unit);
  return result;
}

void SignalTable::calc_values(Formulation& formulation, double time, const Vector& q,
                              const Vector& v, const Vector& vdot, std::vector<double>& values) {
  values.clear();
  cut_loads_.forget();
  axis_loads_.forget();
  for (std::size_t k = 0; k < selected_.size(); ++k) {
    const Signal& signal = all_[selected_[k]];
    double value = calc_value(signal, formulation, q, v, vdot);
    if (signal.kind == Kind::measured_q && signal.unit == "rad") {
      Signal speed = signal;
      speed.kind = Kind::measured_v;
      value = follow_turns(k, signal, value, calc_value(speed, formulation, q, v, vdot), time);
    }
    values.push_back(value);
  }
}

// The angle plus the whole turns that bring it nearest to where the last row, or at first the start value,
// predicts it.
double SignalTable::follow_turns(std::size_t k, const Signal& signal, double angle, double speed,
                                 double time) {
  LastAngle& last = last_angles_[k];
  const double expected = last.known ? last.angle + 0.5 * (last.speed + speed) * (time - last.time)
                                     : signal.sub->joints[signal.owner].start.q[signal.i];
  constexpr double turn = 6.283185307179586476925;
  if (std::isfinite(expected)) angle += turn * std::round((expected - angle) / turn);
  last = {true, time, angle, speed};
  return angle;
}

double SignalTable::calc_value(const Signal& s, Formulation& f, const Vector& q, const Vector& v,
                               const Vector& vdot) {
  auto motion = [&](const FrameOnNode& at) {
    return motion_of_fixed_frame(f.get_motion(*s.sub, at.node), at.X_NF);
  };
  switch (s.kind) {
    case Kind::frame_position: return motion(s.at).X.p[s.i];
    case Kind::frame_rotation:
      return motion(s.at).X.R(s.j, s.i);  // T takes world to local components
    case Kind::frame_angular_velocity:
    case Kind::angular_velocity_local: {
      const FrameMotion<double> m = motion(s.at);
      return (m.X.R.transpose() * m.w())[s.i];
    }
    case Kind::angular_acceleration_local: {
      const FrameMotion<double> m = motion(s.at);
      return (m.X.R.transpose() * m.alpha())[s.i];
    }
    case Kind::frame_force: return cut_loads_.get(f, *s.sub, s.owner)[3 + s.i];
    case Kind::frame_torque: return cut_loads_.get(f, *s.sub, s.owner)[s.i];
    case Kind::cut: {
      std::array<double, 7> values{};
      s.cut_sensor.calc_signals(motion(s.at), cut_loads_.get(f, *s.sub, s.owner), values.data());
      return values[s.i];
    }
    case Kind::velocity: return motion(s.at).v()[s.i];
    case Kind::acceleration: return motion(s.at).a()[s.i];
    case Kind::gravity: return system_.gravity.at(motion(s.at).X.p)[s.i];
    case Kind::q: return q[s.sub->joints[s.owner].q + s.i];
    case Kind::v: return v[s.sub->joints[s.owner].v + s.i];
    case Kind::vdot: return vdot[s.sub->joints[s.owner].v + s.i];
    case Kind::measured_q:
    case Kind::measured_v:
    case Kind::measured_vdot: {
      const JointEdge& edge = s.sub->joints[s.owner];
      const FrameMotion<double> rel = relative_motion(motion(edge.F), motion(edge.M));
      return std::visit(
          [&](const auto& joint) {
            constexpr int nv = joint.nv;
            std::array<double, 7> measured{};
            joint.measure(rel.X, measured.data());
            if (s.kind == Kind::measured_q) return measured[s.i];
            if constexpr (nv > 0) {
              const Eigen::Matrix<double, nv, 1> speed =
                  solve_motion<double>(joint, measured.data(), rel.V);
              if (s.kind == Kind::measured_v) return speed[s.i];
              const Vec6<double> A =
                  rel.A - joint.template calc_bias<double>(measured.data(), speed.data());
              return solve_motion<double>(joint, measured.data(), A)[s.i];
            }
            return 0.0;
          },
          edge.joint);
    }
    case Kind::zero: return 0.0;
    case Kind::constraint_signal: {
      const JointEdge& edge = s.sub->joints[s.owner];
      const FrameMotion<double> F = motion(edge.F), M = motion(edge.M);
      std::array<double, 32> values{};
      std::visit(
          [&](const auto& joint) {
            if constexpr (requires { joint.signal_names(); })
              joint.calc_signals(F, M, f.get_joint_load(*s.sub, s.owner), values.data());
          },
          edge.joint);
      return values[s.i];
    }
    case Kind::drive: return calc_drive_load(f, *s.sub, s.owner);
    case Kind::axis_signal: {
      const PlacedAxisElement& e = system_.axes.elements[s.owner];
      std::array<double, 8> values{};
      e.element.calc_signals(calc_shaft_motion(system_.axes, e.shaft_a, q, v, vdot),
                             calc_shaft_motion(system_.axes, e.shaft_b, q, v, vdot),
                             f.get_axis_force(s.owner), values.data());
      return values[s.i];
    }
    case Kind::flange_position:
      return calc_shaft_motion(system_.axes, system_.axes.flanges[s.owner].shaft, q, v, vdot).x;
    case Kind::flange_flow: return axis_loads_.get(f, vdot, s.owner);
    case Kind::force_signal: {
      const ForceEdge& edge = s.sub->forces[s.owner];
      std::array<double, 32> values{};
      std::visit(
          [&](const auto& force) {
            force.calc_signals(motion(edge.a), motion(edge.b), f.get_force_laws(*s.sub, s.owner),
                               values.data());
          },
          edge.force);
      return values[s.i];
    }
    case Kind::kinetic: return f.calc_energy().kinetic;
    case Kind::potential: return f.calc_energy().potential;
    case Kind::total: return f.calc_energy().kinetic + f.calc_energy().potential;
    case Kind::drift_position: return f.calc_drift().position;
    case Kind::drift_velocity: return f.calc_drift().velocity;
  }
  return 0.0;
}

}  // namespace gelenk
