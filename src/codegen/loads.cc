#include "codegen/loads.h"

#include <type_traits>

namespace gelenk::codegen {

namespace {

[[noreturn]] void refuse(const Component& component, const std::string& what) {
  throw component.error("unsupported", what + ", which generated code does not have yet",
                        "generate the model without it, and give its effect as τ from outside; or "
                        "generate the functions mass and frames, which need no forces");
}

class LoadRecorder {
 public:
  LoadRecorder(const System& system, const Mechanism& mechanism, const LawArguments& arguments)
      : system_(system), mechanism_(mechanism), arguments_(arguments) {
    loads_.on_speeds.assign(mechanism.tree.source->nv, 0.0);
  }

  Loads record() {
    add_forces(*system_.root);
    for (const PlacedAxisElement& e : system_.axes.elements) add_axis_element(e);
    return std::move(loads_);
  }

 private:
  void add_forces(const Subsystem& sub) {
    for (const ForceEdge& edge : sub.forces) {
      if (!is_sensor(edge.force))
        std::visit([&](const auto& force) { add_force(force, edge, sub); }, edge.force);
    }
    for (const auto& part : sub.parts) add_forces(*part);
  }

  template <typename Kind>
  void add_force(const Kind& force, const ForceEdge& edge, const Subsystem& sub) {
    if (lump_of(force).mass != 0.0)
      refuse(*edge.component, "a mass on the line between two frames");
    if constexpr (std::is_base_of_v<LineForce, Kind>)
      add_line_force(force, edge, sub);
    else if constexpr (std::is_base_of_v<Applied, Kind>)
      add_applied(force, Kind::has_frame_a, edge, sub);
    else if constexpr (!is_idle<Kind>())
      refuse(*edge.component, "a force of this kind");
  }

  PlacedFrame place(const FrameOnNode& at, const Subsystem& sub) {
    if (bodies_.empty()) {
      bodies_ = place_bodies(mechanism_);
      loads_.on_bodies.assign(bodies_.size(), Vector6::Zero());
    }
    const NodePlace& node = mechanism_.tree.source->nodes[sub.id][at.node];
    return codegen::place_frame(bodies_, node.body,
                                mechanism_.tree.place({node.body, node.X_BN * at.X_NF}));
  }
  std::vector<Recorded> record_laws(const std::vector<symbolic::Expression>& laws,
                                    const Component& component) const {
    std::vector<Recorded> values;
    for (const symbolic::Expression& law : laws)
      values.push_back(record_law(law, system_, arguments_, component.path));
    return values;
  }

  // A force and a torque on a body, in world axes, at a point of it that is fixed there or not.
  void load(const PlacedFrame& on, const Vector3& point, const Vector3& f, const Vector3& t) {
    if (on.body == 0) return;
    const Matrix3 R_BW = bodies_[on.body].R.transpose();
    const Vector3 arm = on.r + R_BW * (point - on.p), f_B = R_BW * f;
    Vector6& F = loads_.on_bodies[on.body];
    F.head<3>() += R_BW * t + arm.cross(f_B);
    F.tail<3>() += f_B;
  }

  // (1) of elements/forces/line_force.h.
  void add_line_force(const LineForce& force, const ForceEdge& edge, const Subsystem& sub) {
    const PlacedFrame a = place(edge.a, sub), b = place(edge.b, sub);
    const Vector3 l = b.p - a.p;
    const Recorded length = sqrt(l.squaredNorm());
    const Recorded s = Recorded::make(Op::max, length, force.s_small);
    const Vector3 e = l / s;
    Recorded f = Recorded(force.c) * (s - Recorded(force.s_unstretched)) +
                 Recorded(force.d) * e.dot(b.v - a.v);
    for (const Recorded& law : record_laws(force.law, *edge.component)) f += law;
    f.named("f_" + edge.component->path);
    const Vector3 on_a = e * f, on_b = -on_a, none = Vector3::Zero();
    load(a, a.p, on_a, none);
    load(b, b.p, on_b, none);
    const Recorded stretch = s - Recorded(force.s_unstretched);
    loads_.potential_energy += Recorded(0.5 * force.c) * (stretch * stretch);
  }

  void add_applied(const Applied& force, bool has_frame_a, const ForceEdge& edge,
                   const Subsystem& sub) {
    const std::vector<Recorded> laws = record_laws(force.law, *edge.component);
    const PlacedFrame b = place(edge.b, sub);
    Vector3 x(laws[0], laws[1], laws[2]);
    if (!force.in_world) x = b.R * x;
    const Vector3 none = Vector3::Zero();
    const Vector3 opposite = -x;
    load(b, b.p, force.is_torque ? none : x, force.is_torque ? x : none);
    if (!has_frame_a) return;
    const PlacedFrame a = place(edge.a, sub);
    load(a, b.p, force.is_torque ? none : opposite, force.is_torque ? opposite : none);
  }

  // (5) of elements/axes/axis_element.h.
  void add_axis_element(const PlacedAxisElement& placed) {
    const AxisElement& e = placed.element;
    if (e.holder.kind != AxisHolder::Kind::none)
      refuse(*placed.component, "friction, stops and locks hold what they act on at times");
    if (e.kind != AxisElement::Kind::force) return;
    const ShaftMotion a = record_shaft(system_, placed.shaft_a, arguments_),
                      b = record_shaft(system_, placed.shaft_b, arguments_);
    const Recorded law = record_law(e.law, system_, arguments_, placed.component->path);
    const Recorded stretch = b.x - a.x - Recorded(e.free);
    const Recorded f = Recorded(e.c) * stretch + Recorded(e.d) * (b.v - a.v) - law;
    f.named("f_" + placed.component->path);
    if (a.speed >= 0) loads_.on_speeds[a.speed] += Recorded(a.ratio) * f;
    if (b.speed >= 0) loads_.on_speeds[b.speed] -= Recorded(b.ratio) * f;
    loads_.potential_energy += Recorded(0.5 * e.c) * (stretch * stretch);
  }

  const System& system_;
  const Mechanism& mechanism_;
  const LawArguments& arguments_;
  std::vector<PlacedBody> bodies_;  // placed when first needed
  Loads loads_;
};

}  // namespace

Loads calc_loads(const System& system, const Mechanism& mechanism, const LawArguments& arguments) {
  return LoadRecorder(system, mechanism, arguments).record();
}

}  // namespace gelenk::codegen
