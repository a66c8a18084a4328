// From the component tree to subsystems. Each composite of the user becomes a subsystem of its own when
// it can stand for itself: every body it lets others attach to has mass (or is ground), so that its
// accelerations follow from the forces on it. One that cannot (a model that holds only joints, say) is
// dissolved into the component above it, as composites of the library always are.
#include <algorithm>
#include <set>
#include <unordered_map>

#include "topology/clusters.h"
#include "topology/spanning.h"
#include "topology/system.h"

namespace gelenk {

namespace {

bool is_frame(const Connector& connector) {
  return connector.class_name.find(".Interfaces.Frame_") != std::string::npos;
}

class Builder {
 public:
  std::unique_ptr<Subsystem> build(const Component& component, const std::set<std::string>& used, bool is_root) {
    Contents contents;
    contents.component = &component;
    connected_.emplace_back();
    collect(component, contents);
    check_connected(contents);
    connected_.pop_back();

    auto sub = std::make_unique<Subsystem>();
    sub->component = &component;
    sub->path = component.path;
    const std::map<FrameKey, PlacedFrame> places = place_frames(contents, *sub);
    for (const PlacedElement& e : contents.elements) place_element(e, places, *sub);
    for (const Connector& c : component.connectors) {
      if (is_frame(c)) add_frame(component, c.name, places, *sub);
    }
    for (std::size_t k = 0; k < sub->parts.size(); ++k) {
      const Subsystem& part = *sub->parts[k];
      for (std::size_t i = 0; i < part.port_frames.size(); ++i) {
        const PlacedFrame& place = places.at({part.component, part.port_frames[i].connector});
        sub->part_frames.push_back({static_cast<PartIndex>(k), static_cast<int>(i), place.set});
      }
    }
    if (!is_root && !make_ports(component, used, places, *sub)) return nullptr;
    check_masses(*sub);
    choose_tree(*sub, is_root);
    return sub;
  }

 private:
  // Gathers elements, kept parts and connections of a component and of what is dissolved into it.
  void collect(const Component& component, Contents& contents) {
    std::unordered_map<std::string_view, const Component*> parts;  // by name: connections are many
    for (const auto& part : component.parts) parts.emplace(part->name, part.get());
    auto key_of = [&](const ConnectorRef& ref) -> FrameKey {
      const auto direct = parts.find(ref.part);
      const Component* part = direct != parts.end() ? direct->second : component.find_part(ref.part);
      GELENK_ASSERT(part != nullptr);
      return {part, ref.connector};
    };
    for (const Connection& c : component.connections) {
      contents.connections.emplace_back(key_of(c.a), key_of(c.b));
      connected_.back().insert(contents.connections.back().first);
      connected_.back().insert(contents.connections.back().second);
    }
    for (const auto& part : component.parts) {
      if (part->is_native()) {
        const int order = order_.try_emplace(part.get(), static_cast<int>(order_.size())).first->second;
        contents.elements.push_back({part.get(), make_element(*part), order});
        continue;
      }
      std::unique_ptr<Subsystem> kept;
      if (!part->library_composite) kept = build(*part, used_connectors(*part), false);
      if (kept) contents.parts.push_back(std::move(kept));
      else collect(*part, contents);
    }
  }

  // Connectors of `part` that something outside it is connected to.
  std::set<std::string> used_connectors(const Component& part) const {
    std::set<std::string> names;
    const std::set<FrameKey>& keys = connected_.back();
    for (auto key = keys.lower_bound({&part, ""}); key != keys.end() && key->first == &part; ++key) {
      names.insert(key->second);
    }
    return names;
  }

  // Joints and forces act between two bodies: both frames must be connected.
  void check_connected(const Contents& contents) const {
    std::vector<Diagnostic> findings;
    for (const PlacedElement& e : contents.elements) {
      if (std::holds_alternative<RigidElement>(e.element)) continue;
      for (const Connector& c : e.component->connectors) {
        if (!is_frame(c) || connected_.back().count({e.component, c.name})) continue;
        findings.push_back({"unconnected", e.component->where, e.component->path,
                            c.name + " of " + e.component->class_name + " '" + e.component->path +
                                "' is not connected",
                            "add connect(" + e.component->path + "." + c.name + ", …) to the body it acts on, or to world.frame_b"});
      }
    }
    if (!findings.empty()) throw UserError(std::move(findings));
  }

  // Where only forces meet there must be mass: nothing else says how such a point moves.
  static void check_masses(const Subsystem& sub) {
    std::vector<bool> held(sub.nodes.size(), false);
    for (const JointEdge& edge : sub.joints) held[edge.F.node] = held[edge.M.node] = true;
    for (const ForceEdge& edge : sub.forces) {
      for (const FrameOnNode* at : {&edge.a, &edge.b}) {
        const Node& node = sub.nodes[at->node];
        if (node.kind != Node::Kind::group || held[at->node] || sub.groups[node.group].inertia.mass > 0) continue;
        throw edge.component->error("massless", "a force acts on a point that has no mass and no joint",
                                    "connect a PointMass or a Body there");
      }
    }
  }

  static void add_frame(const Component& component, const std::string& connector,
                        const std::map<FrameKey, PlacedFrame>& places, Subsystem& sub) {
    const PlacedFrame& place = places.at({&component, connector});
    sub.frames.push_back({&component, connector, place.at, place.set});
  }

  static void place_element(const PlacedElement& e, const std::map<FrameKey, PlacedFrame>& places, Subsystem& sub) {
    auto place = [&](const char* connector) { return places.at({e.component, connector}).at; };
    for (const Connector& c : e.component->connectors) {
      if (is_frame(c)) add_frame(*e.component, c.name, places, sub);
    }
    if (const auto* joint = std::get_if<AnyJoint>(&e.element)) {
      JointEdge edge;
      edge.joint = *joint;
      edge.component = e.component;
      edge.name = e.component->path;
      edge.F = place("frame_a");
      edge.M = place("frame_b");
      if (edge.F.node == edge.M.node) {
        throw e.component->error("locked-joint",
                                 "both frames of this joint sit on the same rigid body, so that it cannot move",
                                 "connect frame_a and frame_b to different bodies");
      }
      std::visit([&](const auto& j) {
        if constexpr (requires { j.start(*e.component); }) edge.start = j.start(*e.component);
      }, *joint);
      sub.joints.push_back(std::move(edge));
    } else if (const auto* force = std::get_if<AnyForce>(&e.element)) {
      const bool has_frame_a = std::visit([](const auto& f) { return f.has_frame_a; }, *force);
      sub.forces.push_back({*force, e.component, has_frame_a ? place("frame_a") : FrameOnNode{0, {}}, place("frame_b")});
    }
  }

  // Ports: nodes that carry a connector in use. False when one of them has no mass to stand on.
  static bool make_ports(const Component& component, const std::set<std::string>& used,
                         const std::map<FrameKey, PlacedFrame>& places, Subsystem& sub) {
    for (const Connector& c : component.connectors) {
      if (!is_frame(c) || !used.count(c.name)) continue;
      const FrameOnNode& at = places.at({&component, c.name}).at;
      const Node& node = sub.nodes[at.node];
      if (node.kind == Node::Kind::group && !sub.groups[node.group].invertible) return false;
      auto known = std::find(sub.ports.begin(), sub.ports.end(), at.node);
      if (known == sub.ports.end()) known = sub.ports.insert(known, at.node);
      sub.port_frames.push_back({c.name, static_cast<PortIndex>(known - sub.ports.begin()), at.X_NF});
    }
    return true;
  }

  std::map<const Component*, int> order_;      // of elements, as the model declares them
  std::vector<std::set<FrameKey>> connected_;  // ends of connections, one set per subsystem being built
};

void count(Subsystem& sub, int depth, SystemCounts& counts) {
  sub.id = counts.components++;
  counts.depth = std::max(counts.depth, depth);
  counts.forces += static_cast<int>(sub.forces.size());
  for (const Group& group : sub.groups) counts.bodies += group.inertia.mass > 0 || group.invertible;
  for (const JointEdge& edge : sub.joints) {
    if (edge.added) continue;
    counts.joints += 1;
    counts.constraint_rows += edge.nc();
    counts.closing_joints += !edge.in_tree && edge.nc() > 0;
  }
  for (auto& part : sub.parts) count(*part, depth + 1, counts);
}

const Component* find_world(const Component& component) {
  if (component.native_class == "Modelica.Mechanics.MultiBody.World") return &component;
  for (const auto& part : component.parts) {
    if (const Component* world = find_world(*part)) return world;
  }
  return nullptr;
}

}  // namespace

System build_system(const Model& model) {
  System system;
  system.root = Builder().build(*model.root, {}, true);
  number_coordinates(*system.root, system.nq, system.nv);
  if (const Component* world = find_world(*model.root)) system.gravity = read_gravity(*world);
  else system.gravity.kind = Gravity::Kind::none;
  count(*system.root, 1, system.counts);
  return system;
}

}  // namespace gelenk
