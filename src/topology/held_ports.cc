#include "topology/held_ports.h"

#include <algorithm>
#include <map>

namespace gelenk {

namespace {

// Frames that move as one rigid body, as far as it takes to see what a hold makes part of ground.
class RigidBodies {
 public:
  explicit RigidBodies(const Contents& contents) {
    for (const auto& [a, b] : contents.connections) unite(number(a), number(b));
    for (const PlacedElement& e : contents.elements) {
      if (const auto* rigid = std::get_if<RigidElement>(&e.element))
        add_rigid(*e.component, *rigid);
      else if (std::holds_alternative<AnyJoint>(e.element))
        add_joint(*e.component);
    }
    for (const auto& part : contents.parts) {
      std::map<PortIndex, int> first;
      for (const Subsystem::PortFrame& f : part->port_frames) {
        const int frame = number({part->component, f.connector});
        unite(first.try_emplace(f.port, frame).first->second, frame);
        with_mass_.push_back(frame);
      }
    }
  }

  bool has_mass(const FrameKey& key) {
    const int body = find(number(key));
    return std::any_of(with_mass_.begin(), with_mass_.end(),
                       [&](int frame) { return find(frame) == body; });
  }

  bool has_joint_to_ground(const FrameKey& key) {
    const int body = find(number(key));
    if (body == find(ground)) return false;  // it is part of it
    return std::any_of(joints_.begin(), joints_.end(), [&](const std::vector<int>& frames) {
      auto is_on = [&](int b) {
        return std::any_of(frames.begin(), frames.end(), [&](int f) { return find(f) == find(b); });
      };
      return is_on(body) && is_on(ground);
    });
  }

  void make_ground(const FrameKey& key) { unite(ground, number(key)); }

 private:
  static constexpr int ground = 0;

  int number(const FrameKey& key) {
    const auto [known, added] = number_.try_emplace(key, static_cast<int>(parent_.size()));
    if (added) parent_.push_back(known->second);
    return known->second;
  }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(int a, int b) { parent_[find(b)] = find(a); }

  void add_rigid(const Component& component, const RigidElement& element) {
    for (const RigidFrame& f : element.frames) {
      const int frame = number({&component, f.name});
      unite(element.X_WE ? ground : number({&component, element.frames[0].name}), frame);
      if (element.inertia && element.inertia->mass > 0) with_mass_.push_back(frame);
    }
  }

  void add_joint(const Component& component) {
    joints_.emplace_back();
    for (const Connector& c : component.connectors) {
      if (is_frame(c)) joints_.back().push_back(number({&component, c.name}));
    }
    if (joints_.back().size() == 1) joints_.back().push_back(ground);
  }

  std::unordered_map<FrameKey, int, FrameHash> number_;
  std::vector<int> parent_ = {ground};    // union-find over frames
  std::vector<int> with_mass_;            // frames
  std::vector<std::vector<int>> joints_;  // frames of each
};

}  // namespace

void separate_welds(Contents& contents) {
  if (contents.holds.empty()) return;
  RigidBodies bodies(contents);
  // What has no mass stands on ground first: as the end of a chain nothing would say how it moves.
  std::vector<RootPorts::Hold> holds = std::move(contents.holds);
  contents.holds.clear();
  std::stable_partition(holds.begin(), holds.end(), [&](const RootPorts::Hold& hold) {
    return !bodies.has_mass({contents.component, hold.connector});
  });
  for (RootPorts::Hold& hold : holds) {
    const FrameKey key{contents.component, hold.connector};
    if (bodies.has_joint_to_ground(key)) {
      contents.welds.push_back(std::move(hold));
    } else {
      bodies.make_ground(key);
      contents.holds.push_back(std::move(hold));
    }
  }
}

void place_welds(const Contents& contents, const FramePlaces& places,
                 Subsystem& subsystem) {
  for (const RootPorts::Hold& hold : contents.welds) {
    JointEdge weld;
    weld.joint = Weld{};
    weld.name = "hold of port " + hold.connector;
    weld.F = {0, hold.X_WF};
    weld.M = places.at({contents.component, hold.connector}).at;
    weld.connector_M = hold.connector;
    // The joints it acts on keep their coordinates, where mass says how they move.
    const Node& node = subsystem.nodes[weld.M.node];
    const bool has_mass =
        node.kind == Node::Kind::port || subsystem.groups[node.group].inertia.mass > 0;
    if (has_mass) weld.start.state_preference = -1;
    subsystem.joints.push_back(std::move(weld));
  }
}

}  // namespace gelenk
