#include "formulations/cut_loads.h"

#include <algorithm>
#include <map>

namespace gelenk {

// At the connectors of the whole model: loads that are given, welds, and ground that bears what comes.
void CutLoads::plan_ports(const RootPorts& ports) {
  Plan& plan = plans_[0];
  for (int f : plan.own_frames) {
    const PlacedConnector& frame = plan.sub->frames[f];
    for (const RootPorts::Load& load : ports.loads) {
      if (load.connector == frame.connector) plan.port_loads.emplace_back(f, load.F);
    }
    for (const RootPorts::Hold& hold : ports.holds) {
      if (hold.connector != frame.connector) continue;
      const std::vector<JointEdge>& joints = plan.sub->joints;
      const auto weld = std::find_if(joints.begin(), joints.end(), [&](const JointEdge& edge) {
        return edge.component == nullptr && edge.connector_M == hold.connector;
      });
      if (weld != joints.end()) {
        plan.port_welds.emplace_back(f, static_cast<int>(weld - joints.begin()));
        continue;
      }
      const int edge = static_cast<int>(plan.edges.size());
      Body ground;
      ground.ground = ground.holds_port = true;
      ground.edges = {edge};
      plan.edges.push_back({frame.set, static_cast<int>(plan.bodies.size()), f, -1});
      plan.edges_of_set[frame.set].push_back(edge);
      plan.bodies.push_back(ground);
    }
  }
}

void CutLoads::forget() {
  for (Plan& plan : plans_) plan.known = false;
}

void CutLoads::plan(const Subsystem& sub, const Subsystem* parent) {
  Plan& plan = plans_[sub.id];
  plan.sub = &sub;
  plan.parent = parent;
  std::map<const Component*, int> body_of;
  // What acts at each connector of joints and forces; an element may consist of several.
  std::map<const Component*, std::vector<std::pair<std::string, Plan::Terminal>>> acting;
  for (std::size_t j = 0; j < sub.joints.size(); ++j) {
    const JointEdge& edge = sub.joints[j];
    if (edge.component == nullptr || edge.added) continue;
    acting[edge.component].push_back({edge.connector_F, {-1, static_cast<int>(j), -1, false}});
    acting[edge.component].push_back({edge.connector_M, {-1, static_cast<int>(j), -1, true}});
  }
  for (std::size_t i = 0; i < sub.forces.size(); ++i) {
    const ForceEdge& edge = sub.forces[i];
    acting[edge.component].push_back({"frame_a", {-1, -1, static_cast<int>(i), false}});
    acting[edge.component].push_back({"frame_b", {-1, -1, static_cast<int>(i), true}});
  }
  int sets = 0;
  auto add_edge = [&](Edge edge) {
    plan.bodies[edge.body].edges.push_back(static_cast<int>(plan.edges.size()));
    plan.edges.push_back(edge);
    sets = std::max(sets, edge.set + 1);
  };
  for (std::size_t f = 0; f < sub.frames.size(); ++f) {
    const PlacedConnector& frame = sub.frames[f];
    sets = std::max(sets, frame.set + 1);
    const int index = static_cast<int>(f);
    if (frame.component == sub.component) {
      plan.own_frames.push_back(index);
    } else if (const auto found = acting.find(frame.component); found != acting.end()) {
      for (const auto& [connector, terminal] : found->second) {
        if (connector != frame.connector) continue;
        plan.terminals.push_back(terminal);
        plan.terminals.back().frame = index;
      }
    } else if (frame.component->is_native() && frame.connector != "frame_resolve") {
      const auto [known, added] =
          body_of.try_emplace(frame.component, static_cast<int>(plan.bodies.size()));
      if (added) {
        const AnyElement element = make_element(*frame.component);
        const auto* rigid = std::get_if<RigidElement>(&element);
        GELENK_ASSERT(rigid != nullptr);
        Body body;
        body.ground = rigid->X_WE.has_value();
        body.inertia = rigid->inertia;
        body.frame = index;
        for (const RigidFrame& rf : rigid->frames) {
          if (rf.name == frame.connector) body.X_FE = rf.X_EF.inverse();
        }
        plan.bodies.push_back(body);
      }
      add_edge({frame.set, known->second, index, -1});
    }
  }
  std::map<std::pair<PartIndex, PortIndex>, int> port_body;
  std::map<std::pair<PartIndex, PortIndex>, NodeIndex> port_node;
  for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
    const Node& node = sub.nodes[n];
    if (node.kind == Node::Kind::port)
      port_node[{node.part, node.port}] = static_cast<NodeIndex>(n);
  }
  for (std::size_t i = 0; i < sub.part_frames.size(); ++i) {
    const Subsystem::PartFrame& frame = sub.part_frames[i];
    const PortIndex port = sub.parts[frame.part]->port_frames[frame.port_frame].port;
    const auto [known, added] =
        port_body.try_emplace({frame.part, port}, static_cast<int>(plan.bodies.size()));
    if (added) {
      Body body;
      body.is_port = true;
      if (const auto node = port_node.find({frame.part, port}); node != port_node.end())
        body.node = node->second;
      plan.bodies.push_back(body);
    }
    add_edge({frame.set, known->second, -1, static_cast<int>(i)});
  }
  plan.edges_of_set.resize(sets);
  for (std::size_t e = 0; e < plan.edges.size(); ++e)
    plan.edges_of_set[plan.edges[e].set].push_back(static_cast<int>(e));
  plan.frame_load.resize(sub.frames.size());
  plan.part_frame_load.resize(sub.part_frames.size());
  for (const auto& part : sub.parts) this->plan(*part, &sub);
}

void CutLoads::compute(Formulation& formulation, Plan& plan) {
  if (plan.known) return;
  plan.known = true;
  const Subsystem& sub = *plan.sub;
  auto motion = [&](const FrameOnNode& at) {
    return motion_of_fixed_frame(formulation.get_motion(sub, at.node), at.X_NF);
  };
  // What each connection set still has to balance.
  std::vector<Vec6<double>> open_set(plan.edges_of_set.size(), Vec6<double>::Zero());
  for (Vec6<double>& load : plan.frame_load) load.setZero();
  for (const Plan::Terminal& t : plan.terminals) {
    Vec6<double> load;  // of the element on the body
    if (t.joint >= 0) {
      const Vec3<double> p_Mo = motion(sub.joints[t.joint].M).X.p;
      load = shift_wrench<double>(formulation.get_joint_load(sub, t.joint),
                                  p_Mo - motion(sub.frames[t.frame].at).X.p);
      if (!t.second) load = -load;
    } else {
      const WrenchPair<double> pair = formulation.get_force_load(sub, t.force);
      load = t.second ? pair.F_b : pair.F_a;
    }
    plan.frame_load[t.frame] -= load;
    open_set[sub.frames[t.frame].set] -= load;
  }
  if (plan.parent != nullptr) {
    Plan& above = plans_[plan.parent->id];
    compute(formulation, above);
    for (int f : plan.own_frames) {
      plan.frame_load[f].setZero();
      for (std::size_t i = 0; i < plan.parent->part_frames.size(); ++i) {
        const Subsystem::PartFrame& frame = plan.parent->part_frames[i];
        if (plan.parent->parts[frame.part].get() != &sub) continue;
        if (sub.port_frames[frame.port_frame].connector != sub.frames[f].connector) continue;
        plan.frame_load[f] = above.part_frame_load[i];
      }
      open_set[sub.frames[f].set] -= plan.frame_load[f];
    }
  } else {
    for (int f : plan.own_frames) plan.frame_load[f].setZero();
    auto add = [&](int f, const Vec6<double>& load) {
      plan.frame_load[f] += load;
      open_set[sub.frames[f].set] -= load;
    };
    for (const auto& [f, load] : plan.port_loads) add(f, load);
    for (const auto& [f, joint] : plan.port_welds) add(f, formulation.get_joint_load(sub, joint));
  }
  // What each rigid element needs, about the world's origin.
  std::vector<Vec6<double>> open_body(plan.bodies.size(), Vec6<double>::Zero());
  for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
    const Body& body = plan.bodies[b];
    if (body.is_port) {
      open_body[b] = shift_wrench<double>(formulation.get_port_load(sub, body.node),
                                          formulation.get_motion(sub, body.node).X.p);
    } else if (body.inertia && !body.ground) {
      const FrameMotion<double> E =
          motion_of_fixed_frame(motion(sub.frames[body.frame].at), body.X_FE);
      const FrameMotion<double> com =
          motion_of_fixed_frame(E, Pose<double>::translation(body.inertia->com));
      const Mat3<double> J = com.X.R * body.inertia->J_com * com.X.R.transpose();
      const Vec3<double> w = com.w();
      Vec6<double> need;
      need << J * com.alpha() + w.cross(J * w),
          body.inertia->mass * (com.a() - formulation.system().gravity.at(com.X.p));
      open_body[b] = shift_wrench<double>(need, com.X.p);
    }
  }
  auto origin = [&](const Edge& edge) -> Vec3<double> {
    if (edge.frame >= 0) return motion(sub.frames[edge.frame].at).X.p;
    const Subsystem::PartFrame& frame = sub.part_frames[edge.part_frame];
    const Subsystem::PortFrame& port = sub.parts[frame.part]->port_frames[frame.port_frame];
    return (formulation.get_motion(sub, plan.bodies[edge.body].node).X * port.X_BF).p;
  };
  // Leaves inwards. A ground body takes whatever comes and never determines an edge.
  std::vector<int> set_left(plan.edges_of_set.size()), body_left(plan.bodies.size());
  for (std::size_t s = 0; s < set_left.size(); ++s)
    set_left[s] = static_cast<int>(plan.edges_of_set[s].size());
  for (std::size_t b = 0; b < body_left.size(); ++b)
    body_left[b] = static_cast<int>(plan.bodies[b].edges.size());
  std::vector<bool> done(plan.edges.size(), false);
  std::vector<int> ready;
  auto settle = [&](int e,
                    const Vec6<double>& load) {  // load on the element, about the frame's origin
    const Edge& edge = plan.edges[e];
    done[e] = true;
    if (edge.frame >= 0)
      plan.frame_load[edge.frame] = plan.bodies[edge.body].holds_port ? Vec6<double>(-load) : load;
    else
      plan.part_frame_load[edge.part_frame] = load;
    open_set[edge.set] += load;
    open_body[edge.body] -= shift_wrench<double>(load, origin(edge));
    --set_left[edge.set];
    --body_left[edge.body];
    for (int other : plan.edges_of_set[edge.set])
      if (!done[other]) ready.push_back(other);
    for (int other : plan.bodies[edge.body].edges)
      if (!done[other]) ready.push_back(other);
  };
  for (std::size_t e = plan.edges.size(); e-- > 0;) ready.push_back(static_cast<int>(e));
  // An open edge whose two ends hang together without it: one of a loop of rigid parts, or of two ways to
  // ground. Only such an edge may be taken as free of load.
  const int set_count = static_cast<int>(plan.edges_of_set.size());
  auto is_surplus = [&](int e) {
    auto vertex_of_body = [&](int b) { return set_count + (plan.bodies[b].ground ? 0 : 1 + b); };
    std::vector<bool> seen(set_count + 1 + plan.bodies.size(), false);
    seen[plan.edges[e].set] = true;
    for (bool grew = true; grew;) {
      grew = false;
      for (std::size_t k = 0; k < plan.edges.size(); ++k) {
        if (done[k] || static_cast<int>(k) == e) continue;
        const int a = plan.edges[k].set, b = vertex_of_body(plan.edges[k].body);
        if (seen[a] == seen[b]) continue;
        seen[a] = seen[b] = true;
        grew = true;
      }
    }
    return static_cast<bool>(seen[vertex_of_body(plan.edges[e].body)]);
  };
  while (true) {
    while (!ready.empty()) {
      const int e = ready.back();
      ready.pop_back();
      if (done[e]) continue;
      const Edge& edge = plan.edges[e];
      if (set_left[edge.set] == 1)
        settle(e, -open_set[edge.set]);
      else if (body_left[edge.body] == 1 && !plan.bodies[edge.body].ground) {
        settle(e, shift_wrench<double>(open_body[edge.body], -origin(edge)));
      }
    }
    int surplus = -1;
    for (std::size_t e = 0; e < done.size() && surplus < 0; ++e) {
      if (!done[e] && is_surplus(static_cast<int>(e))) surplus = static_cast<int>(e);
    }
    if (surplus < 0)
      surplus = static_cast<int>(std::find(done.begin(), done.end(), false) - done.begin());
    if (surplus == static_cast<int>(done.size())) break;
    settle(surplus, Vec6<double>::Zero());
  }
}

Vec6<double> CutLoads::get(Formulation& formulation, const Subsystem& sub, int frame) {
  if (plans_.empty()) {
    plans_.resize(system_.counts.components);
    plan(*system_.root, nullptr);
    plan_ports(system_.ports);
  }
  Plan& plan = plans_[sub.id];
  compute(formulation, plan);
  const FrameOnNode& at = sub.frames[frame].at;
  const Mat3<double> R_FW = (formulation.get_motion(sub, at.node).X.R * at.X_NF.R).transpose();
  Vec6<double> load;
  load << R_FW * plan.frame_load[frame].head<3>(), R_FW * plan.frame_load[frame].tail<3>();
  return load;
}

}  // namespace gelenk
