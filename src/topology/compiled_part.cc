#include "topology/compiled_part.h"

#include <algorithm>

namespace gelenk {

namespace {

void require(bool succeeded, const LoadedComponent& loaded) {
  if (succeeded) return;
  throw UserError({"component",
                   {},
                   loaded.path(),
                   loaded.failure(),
                   "the component cannot be used in this model: tell its maker"});
}

void add_group(Subsystem& sub) {
  Group group;
  group.name = sub.path;
  group.inertia.mass = 1.0;
  group.inertia.J_com = Mat3<double>::Identity();
  group.invertible = true;
  sub.nodes.push_back({Node::Kind::group, static_cast<GroupIndex>(sub.groups.size()), -1, -1});
  sub.groups.push_back(group);
}

// A free body starts where the component has it; what moves with it is tied to it, and the rest to ground, by joints that
// give neither way nor speed: their start values are those of the component, fixed unless it gives way.
void tie_ports(LoadedComponent& loaded, CompiledPart kind, int order, Subsystem& sub) {
  const CompiledStart start = find_compiled_start(loaded, 0.0);
  for (int i = 0; i < loaded.port_count(); ++i) {
    const FrameMotion<double>& at = start.ports[i];
    const int first = start.island[i];
    if (first == i) {
      BodyStart s;
      s.r_0 = at.X.p;
      s.R_0 = at.X.R;
      s.v_0 = at.v();
      s.w_0 = at.w();
      sub.groups[i].bodies.push_back({sub.component, {}, s, order});
      continue;
    }
    JointEdge tie;
    tie.joint = FreeMotion{};
    tie.name = sub.path;
    FrameMotion<double> F;  // on the first port, or on ground, where this port is
    if (first < 0) {
      tie.F = {0, at.X};
      F.X = at.X;
    } else {
      tie.F = {sub.ports[first], start.ports[first].X.inverse() * at.X};
      F = motion_of_fixed_frame(start.ports[first], tie.F.X_NF);
    }
    tie.M = {sub.ports[i], {}};
    tie.start.q[3] = 1.0;
    const Vec6<double> V = relative_motion(F, at).V;
    for (int k = 0; k < 6; ++k) {
      tie.start.v[k] = V[k];
      tie.start.q_fixed[k] = tie.start.v_fixed[k] = kind == CompiledPart::stands_still;
    }
    tie.start.q_given = true;
    tie.start.state_preference = 2;
    sub.joints.push_back(tie);
  }
}

}  // namespace

CompiledStart find_compiled_start(LoadedComponent& loaded, double t) {
  CompiledStart start;
  start.q.resize(loaded.nq());
  start.v.resize(loaded.nv());
  const std::size_t n = loaded.port_count();
  start.ports.resize(n);
  start.flanges.resize(loaded.flanges().size());
  std::vector<double> inputs;  // not those of some run
  for (const LoadedComponent::Input& input : loaded.inputs()) inputs.push_back(input.start);
  require(loaded.set_inputs(inputs.data()), loaded);
  require(loaded.start(t, start.q.data(), start.v.data()), loaded);
  require(loaded.place(t, start.q.data(), start.v.data(), start.ports.data(), start.flanges.data()),
          loaded);

  // A port is moved by some way, and what goes with it belongs to it.
  start.island.assign(n, -1);
  std::vector<FrameMotion<double>> moved_ports(n);
  std::vector<AxisMotion> moved_flanges(start.flanges.size());
  for (std::size_t i = 0; i < n; ++i) {
    if (start.island[i] >= 0) continue;
    std::vector<double> q = start.q, v = start.v;
    Pose<double> elsewhere = start.ports[i].X;
    elsewhere.p += Vec3<double>(1.0, 2.0, 3.0);
    bool moved = false;
    require(
        loaded.move(static_cast<int>(i), elsewhere, start.ports[i].V, q.data(), v.data(), moved),
        loaded);
    if (!moved) continue;
    require(loaded.place(t, q.data(), v.data(), moved_ports.data(), moved_flanges.data()), loaded);
    for (std::size_t j = i; j < n; ++j) {
      if ((moved_ports[j].X.p - start.ports[j].X.p).norm() > 1.0)
        start.island[j] = static_cast<int>(i);
    }
  }
  return start;
}

void add_flange_rotors(const Component& component, LoadedComponent& loaded, AxisContents& axes) {
  if (loaded.flanges().empty()) return;
  const CompiledStart start = find_compiled_start(loaded, 0.0);
  for (std::size_t i = 0; i < loaded.flanges().size(); ++i) {
    const LoadedComponent::Flange& flange = loaded.flanges()[i];
    const bool is_used = std::any_of(component.connectors.begin(), component.connectors.end(),
                                     [&](const Connector& c) { return c.name == flange.name; });
    if (!is_used) continue;
    AxisElement rotor;
    rotor.kind = AxisElement::Kind::inertia;
    rotor.turns = flange.turns;
    rotor.flange_a = rotor.flange_b = flange.name;
    rotor.inertia = 1.0;
    rotor.x_start = {start.flanges[i].x, flange.has_fixed_position, true};
    rotor.v_start = {start.flanges[i].v, flange.has_fixed_speed, true};
    axes.elements.emplace_back(&component, rotor);
  }
}

std::unique_ptr<Subsystem> make_compiled_part(const Component& component,
                                              std::shared_ptr<LoadedComponent> loaded,
                                              CompiledPart kind, int order) {
  auto sub = std::make_unique<Subsystem>();
  sub->component = &component;
  sub->path = component.path;
  sub->nodes = {Node{}};
  for (int i = 0; i < loaded->port_count(); ++i) {
    add_group(*sub);
    sub->ports.push_back(i + 1);
  }
  for (const Connector& connector : component.connectors) {
    for (const LoadedComponent::PortFrame& frame : loaded->port_frames()) {
      if (frame.name != connector.name) continue;
      sub->port_frames.push_back({connector.name, frame.port, frame.X_BF});
      const int set = static_cast<int>(sub->frames.size());
      sub->frames.push_back(
          {&component, connector.name, {sub->ports[frame.port], frame.X_BF}, set, false});
    }
  }
  sub->is_leaf = kind == CompiledPart::leaf;
  if (!sub->is_leaf) {
    tie_ports(*loaded, kind, order, *sub);
  } else if (sub->groups.empty()) {
    add_group(*sub);  // a leaf is made of bodies
  }
  sub->loaded = std::move(loaded);
  return sub;
}

}  // namespace gelenk
