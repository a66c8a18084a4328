#include "formulations/port_load.h"

namespace gelenk {

namespace {

// The subsystem that `sub` is a part of; null for the root.
const Subsystem* find_above(const Subsystem& from, const Subsystem& sub) {
  for (const auto& part : from.parts) {
    if (part.get() == &sub) return &from;
    if (const Subsystem* found = find_above(*part, sub)) return found;
  }
  return nullptr;
}

}  // namespace

Vec6<double> calc_port_load(const Formulation& formulation, const JointLoad& joint_load,
                            const Subsystem& root, const Subsystem& sub, NodeIndex node) {
  auto position_of = [&](const FrameOnNode& at) -> Vec3<double> {
    return formulation.get_motion(sub, at.node).X * at.X_NF.p;
  };
  const Vec3<double> origin = formulation.get_motion(sub, node).X.p;
  Vec6<double> load = Vec6<double>::Zero();
  for (std::size_t j = 0; j < sub.joints.size(); ++j) {
    const JointEdge& edge = sub.joints[j];
    if (edge.F.node != node && edge.M.node != node) continue;
    const Vec6<double> moved =
        shift_wrench<double>(joint_load(sub, static_cast<int>(j)), position_of(edge.M) - origin);
    if (edge.M.node == node) load += moved;
    if (edge.F.node == node) load -= moved;
  }
  for (std::size_t i = 0; i < sub.forces.size(); ++i) {
    const ForceEdge& edge = sub.forces[i];
    if (edge.a.node != node && edge.b.node != node) continue;
    const WrenchPair<double> f = formulation.get_force_load(sub, static_cast<int>(i));
    if (edge.a.node == node) load += shift_wrench<double>(f.F_a, position_of(edge.a) - origin);
    if (edge.b.node == node) load += shift_wrench<double>(f.F_b, position_of(edge.b) - origin);
  }
  for (std::size_t p = 0; p < sub.ports.size(); ++p) {
    if (sub.ports[p] != node) continue;
    const Subsystem* above = find_above(root, sub);
    for (std::size_t n = 0; above != nullptr && n < above->nodes.size(); ++n) {
      const Node& candidate = above->nodes[n];
      if (candidate.kind == Node::Kind::port && above->parts[candidate.part].get() == &sub &&
          candidate.port == static_cast<PortIndex>(p))
        load += calc_port_load(formulation, joint_load, root, *above, static_cast<NodeIndex>(n));
    }
  }
  return load;
}

}  // namespace gelenk
