// Rigid clusters. Frames that are connected share a pose; frames of one rigid element, and frames on
// one port body of a part, have constant relative poses. What hangs together by these is a cluster.
// Each cluster stands on one node: ground if it contains ground; a group of its own if it has mass
// here; else the port of a part in it; else a massless group. Further ports and ground in the same
// cluster are fastened to that node by welds.
#include "topology/clusters.h"

#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>

namespace gelenk {

bool is_frame(const Connector& connector) {
  return connector.class_name.find(".Interfaces.Frame_") != std::string::npos;
}

namespace {

// A rigid body as the clustering sees it: frames at constant poses on it.
struct RigidNode {
  const Component* component = nullptr;  // element, or the part's component
  const RigidElement* element = nullptr;
  int order = 0;
  PartIndex part = -1;  // for a port body
  PortIndex port = -1;
  std::vector<std::pair<int, Pose<double>>> frames;  // connection set, pose on this body
};

class Clustering {
 public:
  Clustering(const Contents& contents, Subsystem& subsystem)
      : contents_(contents), sub_(subsystem) {}

  FramePlaces run() {
    collect_frames();
    connect_frames();
    collect_rigid_nodes();
    form_clusters();
    FramePlaces places;
    places.reserve(frames_.size());
    for (const auto& [key, frame] : frames_)
      places[key] = {place_of_set_[find(frame)], find(frame), set_done_[find(frame)]};
    return places;
  }

 private:
  int add_frame(const FrameKey& key) {
    const auto [it, inserted] = frames_.try_emplace(key, static_cast<int>(parent_.size()));
    if (inserted) {
      parent_.push_back(it->second);
      keys_.push_back(&it->first);
      acting_.push_back(false);
    }
    return it->second;
  }

  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  void collect_frames() {
    for (const Connector& c : contents_.component->connectors) {
      if (is_frame(c)) add_frame({contents_.component, c.name});
    }
    for (const PlacedElement& e : contents_.elements) {
      const bool acts = !std::holds_alternative<RigidElement>(e.element);
      for (const Connector& c : e.component->connectors) {
        if (!is_frame(c)) continue;
        const int frame = add_frame({e.component, c.name});
        const bool is_on_rod = is_rod_frame(e.element, c.name);
        if (acts && !is_on_rod) acting_[frame] = true;
        if (is_on_rod) on_rods_.push_back(frame);
      }
    }
    for (const auto& part : contents_.parts) {
      for (const Connector& c : part->component->connectors) {
        if (is_frame(c)) add_frame({part->component, c.name});
      }
    }
  }

  void connect_frames() {
    for (const auto& [a, b] : contents_.connections) {
      const int i = find(add_frame(a)), j = find(add_frame(b));
      if (i != j) parent_[std::max(i, j)] = std::min(i, j);
    }
  }

  void collect_rigid_nodes() {
    for (const RootPorts::Hold& hold : contents_.holds) {
      RigidElement ground;
      ground.X_WE = hold.X_WF;
      ground.frames = {{hold.connector, {}}};
      holds_.push_back(std::move(ground));
    }
    for (const RigidElement& ground : holds_) {
      RigidNode node;
      node.component = contents_.component;
      node.element = &ground;
      node.frames.emplace_back(find(frames_.at({node.component, ground.frames[0].name})),
                               Pose<double>{});
      rigid_.push_back(std::move(node));
    }
    for (const PlacedElement& e : contents_.elements) {
      const auto* rigid = std::get_if<RigidElement>(&e.element);
      if (rigid == nullptr) continue;
      RigidNode node;
      node.component = e.component;
      node.element = rigid;
      node.order = e.order;
      for (const RigidFrame& f : rigid->frames) {
        node.frames.emplace_back(find(frames_.at({e.component, f.name})), f.X_EF);
      }
      rigid_.push_back(std::move(node));
    }
    for (std::size_t k = 0; k < contents_.parts.size(); ++k) {
      const Subsystem& part = *contents_.parts[k];
      for (std::size_t p = 0; p < part.ports.size(); ++p) {
        RigidNode node;
        node.component = part.component;
        node.part = static_cast<PartIndex>(k);
        node.port = static_cast<PortIndex>(p);
        for (const Subsystem::PortFrame& f : part.port_frames) {
          if (f.port != node.port) continue;
          node.frames.emplace_back(find(frames_.at({part.component, f.connector})), f.X_BF);
        }
        rigid_.push_back(std::move(node));
      }
    }
  }

  void form_clusters() {
    sub_.nodes = {Node{}};
    std::vector<std::vector<std::pair<int, int>>> bodies_of_set(
        parent_.size());  // (rigid node, frame)
    for (int r = 0; r < static_cast<int>(rigid_.size()); ++r) {
      for (int f = 0; f < static_cast<int>(rigid_[r].frames.size()); ++f) {
        bodies_of_set[rigid_[r].frames[f].first].emplace_back(r, f);
      }
    }
    place_of_set_.resize(parent_.size(),
                         {0, {}});  // a connector that nothing uses lies at the origin
    std::vector<bool> body_done(rigid_.size(), false);
    std::vector<bool>& set_done = set_done_;
    set_done.assign(parent_.size(), false);
    used_.assign(parent_.size(), false);
    for (int i = 0; i < static_cast<int>(parent_.size()); ++i) {
      if (acting_[i]) used_[find(i)] = true;
    }
    for (const Connector& c : contents_.component->connectors) {
      if (is_frame(c)) used_[find(frames_.at({contents_.component, c.name}))] = true;
    }
    for (int r = 0; r < static_cast<int>(rigid_.size()); ++r) {
      if (!body_done[r]) form_cluster(r, bodies_of_set, set_done, body_done);
    }
    // Connected frames without any rigid body: a joint meeting a joint. A massless group of its own.
    for (int i = 0; i < static_cast<int>(parent_.size()); ++i) {
      const int set = find(i);
      if (set_done[set] || !acting_[i]) continue;
      set_done[set] = true;
      Group group;
      group.name = keys_[i]->first->path;
      sub_.groups.push_back(group);
      place_of_set_[set] = {add_group_node(), {}};
    }
  }

  NodeIndex add_group_node() {
    sub_.nodes.push_back(
        {Node::Kind::group, static_cast<GroupIndex>(sub_.groups.size()) - 1, -1, -1});
    return static_cast<NodeIndex>(sub_.nodes.size()) - 1;
  }

  // Poses of all bodies and connection sets of the cluster of rigid node `first`, in its frame C.
  void form_cluster(int first, const std::vector<std::vector<std::pair<int, int>>>& bodies_of_set,
                    std::vector<bool>& set_done, std::vector<bool>& body_done) {
    std::vector<int> bodies = {first}, sets;
    std::map<int, Pose<double>> X_CB, X_CS;
    X_CB[first] = {};
    body_done[first] = true;
    for (std::size_t next = 0; next < bodies.size(); ++next) {
      const int r = bodies[next];
      for (const auto& [set, X_BF] : rigid_[r].frames) {
        const Pose<double> X_CF = X_CB.at(r) * X_BF;
        if (!set_done[set]) {
          set_done[set] = true;
          sets.push_back(set);
          X_CS[set] = X_CF;
          for (const auto& [other, f] : bodies_of_set[set]) {
            if (body_done[other]) continue;
            body_done[other] = true;
            bodies.push_back(other);
            X_CB[other] = X_CF * rigid_[other].frames[f].second.inverse();
          }
        } else {
          check_same_pose(r, X_CS.at(set), X_CF);
        }
      }
    }
    // A body may have two frames in the same or already placed sets: the loop must close.
    for (int r : bodies) {
      for (const auto& [set, X_BF] : rigid_[r].frames)
        check_same_pose(r, X_CS.at(set), X_CB.at(r) * X_BF);
    }
    stand(bodies, sets, X_CB, X_CS);
  }

  void check_same_pose(int r, const Pose<double>& expected, const Pose<double>& found) {
    const double distance = (expected.p - found.p).norm(), tilt = (expected.R - found.R).norm();
    if (distance <= 1e-9 * (1 + expected.p.norm()) && tilt <= 1e-9) return;
    char text[160];
    std::snprintf(text, sizeof text,
                  "rigid parts form a loop that does not close: it is open by %.6g m and %.6g rad",
                  distance, tilt / std::sqrt(2.0));
    throw rigid_[r].component->error(
        "rigid-loop", text,
        "check r, n and angle of the rigid parts around this loop, or put a joint into it");
  }

  // Chooses the node that the cluster stands on and places its connection sets.
  void stand(const std::vector<int>& bodies, const std::vector<int>& sets,
             const std::map<int, Pose<double>>& X_CB, const std::map<int, Pose<double>>& X_CS) {
    Inertia<double> inertia;
    int ground = -1, port = -1;
    bool has_mass = false;
    for (int r : bodies) {
      const RigidNode& body = rigid_[r];
      if (body.element == nullptr) {
        if (port < 0) port = r;
        continue;
      }
      if (body.element->X_WE) {
        if (ground >= 0)
          check_grounds_agree(ground, r, X_CB);
        else
          ground = r;
      }
      if (body.element->inertia && body.element->inertia->mass > 0) has_mass = true;
      if (body.element->inertia && !body.element->inertia->J_com.isZero(0)) has_mass = true;
      if (body.element->inertia) inertia = inertia + body.element->inertia->in_frame(X_CB.at(r));
    }
    if (ground < 0 && port < 0 && !has_mass && leaves_rod_bare(sets)) {
      for (int set : sets) set_done_[set] = false;
      return;
    }
    NodeIndex node;
    Pose<double> X_NC;  // the cluster's frame on that node
    if (ground >= 0) {
      node = 0;
      X_NC = *rigid_[ground].element->X_WE * X_CB.at(ground).inverse();
    } else if (has_mass || port < 0) {
      if (!has_mass) check_held(bodies, sets);
      X_NC = Pose<double>::translation(-inertia.com);
      Group group;
      group.inertia = inertia;
      group.inertia.com.setZero();
      sub_.groups.push_back(group);
      node = add_group_node();
    } else {
      node = port_node(rigid_[port]);
      X_NC = X_CB.at(port).inverse();
    }
    if (sub_.nodes[node].kind == Node::Kind::group) {
      describe_group(bodies, X_CB, X_NC, sub_.groups.back());
    } else if (ground >= 0) {
      list_masses(bodies, X_CB, X_NC, sub_.standing);
      check_standing(bodies, X_CB, X_NC);
    }
    for (int set : sets) place_of_set_[set] = {node, X_NC * X_CS.at(set)};
    for (int r : bodies) {
      if (rigid_[r].element != nullptr) continue;
      const NodeIndex other = port_node(rigid_[r]);
      if (other != node) add_weld({node, X_NC * X_CB.at(r)}, {other, {}});
    }
  }

  // What is fastened to a rod and has no mass leaves the rod a constraint, as if nothing was there: it has no place, and is not drawn.
  bool leaves_rod_bare(const std::vector<int>& sets) {
    const auto has = [&](int set) {
      return std::any_of(on_rods_.begin(), on_rods_.end(),
                         [&](int frame) { return find(frame) == set; });
    };
    return std::any_of(sets.begin(), sets.end(), has) &&
           std::none_of(sets.begin(), sets.end(), [&](int set) { return used_[set]; });
  }

  // A massless part that no joint, force or connector of the component uses: nothing says how it moves.
  void check_held(const std::vector<int>& bodies, const std::vector<int>& sets) {
    for (int set : sets) {
      if (used_[set]) return;
    }
    const Component& part = *rigid_[bodies.front()].component;
    throw part.error("unconnected",
                     "'" + part.path + "' has no mass and is connected to nothing that has",
                     "connect it to a body or to the world, or leave it out");
  }

  // Start values that are fixed of what stands on ground: they hold there, or are a mistake.
  void check_standing(const std::vector<int>& bodies, const std::map<int, Pose<double>>& X_CB,
                      const Pose<double>& X_NC) {
    for (int r : bodies) {
      if (rigid_[r].element == nullptr || !rigid_[r].element->start) continue;
      const BodyStart& start = *rigid_[r].element->start;
      const Pose<double> X_WA = X_NC * X_CB.at(r);
      bool fits = !(start.w_0_fixed && !start.w_0.isZero(0)) &&
                  !(start.R_0_fixed && !((X_WA.R - start.R_0).norm() <= 1e-9));
      for (int i = 0; i < 3; ++i) {
        fits = fits && !(start.v_0_fixed[i] && start.v_0[i] != 0.0) &&
               !(start.r_0_fixed[i] &&
                 !(std::abs(X_WA.p[i] - start.r_0[i]) <= 1e-9 * (1 + X_WA.p.norm())));
      }
      if (fits) continue;
      const Component* body = rigid_[r].component;  // as the user knows it
      while (body->parent != nullptr && body->where.file && body->where.file->library)
        body = body->parent;
      throw body->error(
          "assembly", "fixed start values of '" + body->path + "' cannot hold: it stands on ground",
          "leave them free (fixed = false), or put a joint between it and ground");
    }
  }

  void check_grounds_agree(int a, int b, const std::map<int, Pose<double>>& X_CB) {
    const Pose<double> expected = *rigid_[a].element->X_WE * X_CB.at(a).inverse() * X_CB.at(b);
    check_same_pose(b, expected, *rigid_[b].element->X_WE);
  }

  void describe_group(const std::vector<int>& bodies, const std::map<int, Pose<double>>& X_CB,
                      const Pose<double>& X_NC, Group& group) {
    for (int r : bodies) {
      const RigidNode& body = rigid_[r];
      if (body.element == nullptr) continue;
      if (group.name.empty() || (body.element->inertia && group.bodies.empty()))
        group.name = body.component->path;
      if (body.element->start)
        group.bodies.push_back(
            {body.component, X_NC * X_CB.at(r), *body.element->start, body.order});
    }
    list_masses(bodies, X_CB, X_NC, group.mass_points);
    const Eigen::SelfAdjointEigenSolver<Mat3<double>> solver(group.inertia.J_com,
                                                             Eigen::EigenvaluesOnly);
    const double smallest = solver.eigenvalues()[0], largest = solver.eigenvalues()[2];
    group.invertible = group.inertia.mass > 0 && smallest > 1e-13 * largest && smallest > 0;
  }

  // In the frame of the node that the cluster stands on.
  void list_masses(const std::vector<int>& bodies, const std::map<int, Pose<double>>& X_CB,
                   const Pose<double>& X_NC, std::vector<MassPoint>& masses) const {
    for (int r : bodies) {
      const RigidElement* element = rigid_[r].element;
      if (element != nullptr && element->inertia && element->inertia->mass > 0)
        masses.push_back({element->inertia->mass, X_NC * X_CB.at(r) * element->inertia->com});
    }
  }

  NodeIndex port_node(const RigidNode& body) {
    const auto [it, inserted] = port_nodes_.try_emplace({body.part, body.port}, 0);
    if (inserted) {
      sub_.nodes.push_back({Node::Kind::port, -1, body.part, body.port});
      it->second = static_cast<NodeIndex>(sub_.nodes.size()) - 1;
    }
    return it->second;
  }

  void add_weld(const FrameOnNode& F, const FrameOnNode& M) {
    JointEdge weld;
    weld.joint = Weld{};
    weld.F = F;
    weld.M = M;
    const Node& n = sub_.nodes[M.node];
    const Subsystem& part = *contents_.parts[n.part];
    weld.name = "stiff connection of " + (part.path.empty() ? part.component->name : part.path);
    sub_.joints.push_back(weld);
  }

  const Contents& contents_;
  Subsystem& sub_;
  std::unordered_map<FrameKey, int, FrameHash> frames_;
  std::vector<const FrameKey*> keys_;
  std::vector<bool> acting_;  // of each frame: of a joint or a force
  std::vector<int> on_rods_;  // frames that make a rod a body if they carry something
  std::vector<int> parent_;   // union-find over frames: connection sets
  std::vector<RigidNode> rigid_;
  std::vector<RigidElement> holds_;  // ground at own connectors
  std::map<std::pair<PartIndex, PortIndex>, NodeIndex> port_nodes_;
  std::vector<FrameOnNode> place_of_set_;
  std::vector<bool> set_done_;
  std::vector<bool> used_;  // sets that a joint, a force or a connector of the component belongs to
};

}  // namespace

FramePlaces place_frames(const Contents& contents, Subsystem& subsystem) {
  return Clustering(contents, subsystem).run();
}

}  // namespace gelenk
