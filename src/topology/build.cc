// From the component tree to subsystems. Each composite of the user becomes a subsystem of its own when
// it can stand for itself: every body it lets others attach to has mass (or is ground), so that its
// accelerations follow from the forces on it, and no constraint in it binds bodies whose relative motion
// it does not know. One that cannot (a model that holds only joints, say) is dissolved into the component
// above it, as composites of the library always are.
#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>

#include "model/marked_name.h"
#include "topology/clusters.h"
#include "topology/compiled_part.h"
#include "topology/coordinate_rows.h"
#include "topology/held_ports.h"
#include "topology/leaves/partition.h"
#include "topology/quantities/unit_check.h"
#include "topology/quantities/unused_starts.h"
#include "topology/spanning.h"
#include "topology/system.h"

namespace gelenk {

namespace {

class Builder {
 public:
  // `compiled`: what compiled components become.
  Builder(const Definitions& definitions, const BuildOptions& options, CompiledPart compiled)
      : definitions_(definitions), options_(options), compiled_(compiled) {
    if (options.loaded_by != nullptr) list_loaded(*options.loaded_by->root);
  }

  std::unique_ptr<Subsystem> build_root(const Component& component) {
    Contents contents = component.is_native() ? hold_alone(component) : collect_contents(component);
    contents.holds = options_.ports.holds;
    separate_welds(contents);
    return make_subsystem(contents, {}, true);
  }

  // The world that the bodies stand in; null without any.
  const Component* world() const { return world_; }
  const std::vector<Diagnostic>& warnings() const { return warnings_; }

  // Flanges and 1-D elements of the whole model.
  const AxisContents& axes() const { return axes_; }

 private:
  // A compiled component that runs alone is the one part of a root that has its connectors.
  Contents hold_alone(const Component& component) {
    Contents contents;
    contents.component = &component;
    add_element(component, contents);
    for (const auto& part : contents.parts) part->frames.clear();
    return contents;
  }

  // Elements, kept parts and connections of a component and of what is dissolved into it.
  Contents collect_contents(const Component& component) {
    Contents contents;
    contents.component = &component;
    std::unordered_map<std::string_view, const Component*> parts;  // by name: connections are many
    for (const auto& part : component.parts) parts.emplace(part->name, part.get());
    auto key_of = [&](const ConnectorRef& ref, const Connection& connection) -> FrameKey {
      const auto direct = parts.find(ref.part);
      const Component* part =
          direct != parts.end() ? direct->second : component.find_part(ref.part);
      if (part == nullptr)
        part = borrow_ground(component, ref, connection, contents);
      else if (part != &component)
        check_reach(component, *part, ref, connection);
      return {part, ref.connector};
    };
    for (const Connection& c : component.connections) {
      const FrameKey a = key_of(c.a, c), b = key_of(c.b, c);
      if (connects_flanges(component, a, c.a, c)) {
        axes_.connections.push_back({a, b, &component});
        continue;
      }
      contents.connections.emplace_back(a, b);
      contents.connected.insert(contents.connections.back().first);
      contents.connected.insert(contents.connections.back().second);
    }
    for (const Connector& c : component.connectors) {
      if (c.is_given && is_flange(c))
        axes_.elements.emplace_back(&component, make_given_flow(component, c));
    }
    for (const auto& part : component.parts) {
      for (const Connector& c : part->connectors) {
        if (part->is_native() && c.is_given && is_flange(c))
          axes_.elements.emplace_back(part.get(), make_given_flow(*part, c));
      }
      if (part->is_native())
        add_element(*part, contents);
      else
        add_composite(*part, contents);
    }
    return contents;
  }

  void list_loaded(const Subsystem& sub) {
    if (sub.loaded != nullptr) loaded_[sub.component] = &sub;
    for (const auto& part : sub.parts) list_loaded(*part);
  }

  void add_compiled(const Component& component, const std::shared_ptr<LoadedComponent>& loaded,
                    const std::vector<symbolic::Expression>& input_laws, Contents& contents) {
    check_world(component);
    contents.parts.push_back(make_compiled_part(component, loaded, compiled_, elements_++));
    contents.parts.back()->input_laws = input_laws;
    if (compiled_ != CompiledPart::leaf) add_flange_rotors(component, *loaded, axes_);
    choose_tree(*contents.parts.back(), false);
  }

  void add_element(const Component& component, Contents& contents) {
    if (const auto known = loaded_.find(&component); known != loaded_.end()) {
      add_compiled(component, known->second->loaded, known->second->input_laws, contents);
      return;
    }
    AnyElement element = make_element(component);
    if (const auto* axis = std::get_if<AxisElement>(&element)) {
      axes_.elements.emplace_back(&component, *axis);
      return;
    }
    const auto* rigid = std::get_if<RigidElement>(&element);
    if (rigid && rigid->X_WE && !contents.grounds.insert(&component).second) {
      std::erase_if(contents.elements, [&](const PlacedElement& e) {
        return e.component == &component;
      });  // borrowed before
    }
    if (rigid && rigid->inertia) {
      check_world(component);
      if (!rigid->doubt.empty()) warn_of_inertia(component, rigid->doubt);
    }
    if (const auto* compiled = std::get_if<CompiledElement>(&element)) {
      add_compiled(component, compiled->loaded, compiled->input_laws, contents);
      return;
    }
    contents.elements.push_back({&component, std::move(element), elements_++, false});
  }

  void warn_of_inertia(const Component& component, const std::string& doubt) {
    const UserError warning = component.error("value", "no rigid body has this inertia: " + doubt,
                                              "the run goes on with it; check I_11, I_22, I_33 "
                                              "(about the centre of mass) and the signs of "
                                              "I_21, I_31, I_32");
    for (const Diagnostic& d : warning.diagnostics()) warnings_.push_back(d);
  }

  // A composite becomes a part when it can stand for itself; else what is in it joins `contents`.
  void add_composite(const Component& component, Contents& contents) {
    Contents inside = collect_contents(component);
    if (!component.library_composite && !options_.flattens) {
      if (auto kept = make_subsystem(inside, used_connectors(component, contents), false)) {
        contents.parts.push_back(std::move(kept));
        return;
      }
    }
    auto move_all = [](auto& from, auto& to) {
      std::move(from.begin(), from.end(), std::back_inserter(to));
    };
    for (PlacedElement& e : inside.elements) {
      if (e.borrowed)
        add_borrowed(std::move(e), contents);
      else
        contents.elements.push_back(std::move(e));
    }
    contents.grounds.merge(inside.grounds);
    move_all(inside.parts, contents.parts);
    move_all(inside.connections, contents.connections);
    contents.connected.merge(inside.connected);
    contents.dissolved.push_back(&component);
    contents.dissolved.insert(contents.dissolved.end(), inside.dissolved.begin(),
                              inside.dissolved.end());
  }

  // Null when the component cannot stand for itself; the contents are then as before.
  std::unique_ptr<Subsystem> make_subsystem(Contents& contents, const std::set<std::string>& used,
                                            bool is_root) {
    const Component& component = *contents.component;
    check_connected(contents);
    auto sub = std::make_unique<Subsystem>();
    sub->component = &component;
    sub->path = component.path;
    const FramePlaces places = place_frames(contents, *sub);
    if (!is_root && !make_ports(component, used, places, *sub)) return nullptr;
    make_room(contents, *sub);
    sub->parts = std::move(contents.parts);
    for (const PlacedElement& e : contents.elements) place_element(e, places, *sub);
    for (const Connector& c : component.connectors) {
      if (is_frame(c)) add_frame(component, c.name, places, *sub);
    }
    for (const Component* composite : contents.dissolved) {
      for (const Connector& c : composite->connectors) {
        const auto place = places.find({composite, c.name});
        if (is_frame(c) && place != places.end() && place->second.placed)
          add_frame(*composite, c.name, places, *sub);
      }
    }
    for (std::size_t k = 0; k < sub->parts.size(); ++k) {
      const Subsystem& part = *sub->parts[k];
      for (std::size_t i = 0; i < part.port_frames.size(); ++i) {
        const PlacedFrame& place = places.at({part.component, part.port_frames[i].connector});
        sub->part_frames.push_back({static_cast<PartIndex>(k), static_cast<int>(i), place.set});
      }
    }
    for (const PlacedElement& e : contents.elements) {
      if (const auto* relation = std::get_if<CoordinateRelation>(&e.element))
        add_coordinate_row(*relation, *e.component, definitions_, *sub);
    }
    if (is_root) {
      place_loads(places, *sub);
      place_welds(contents, places, *sub);
    }
    if (!options_.positions_only) check_masses(*sub);
    choose_tree(*sub, is_root);
    if (!is_root && binds_islands(*sub)) {
      contents.parts = std::move(sub->parts);
      return nullptr;
    }
    for (const CoordinateRow& row : sub->coordinate_rows) {
      for (const CoordinateRow::Term& term : row.terms) {
        if (sub->joints[term.joint].in_tree) continue;
        throw row.component->error(
            "unsupported",
            "joint '" + sub->joints[term.joint].name + "' closes a loop: it carries no coordinate",
            "set stateSelect = StateSelect.avoid in another joint of that loop");
      }
    }
    return sub;
  }

  // For what is about to be placed, and no more: large models have many of each.
  static void make_room(const Contents& contents, Subsystem& sub) {
    std::size_t joints = sub.joints.size(), forces = 0;
    std::size_t frames = contents.component->connectors.size();
    for (const PlacedElement& e : contents.elements) {
      joints += std::holds_alternative<AnyJoint>(e.element);
      forces += std::holds_alternative<AnyForce>(e.element);
      frames += e.component->connectors.size();
    }
    for (const Component* composite : contents.dissolved) frames += composite->connectors.size();
    sub.joints.reserve(joints);
    sub.forces.reserve(forces);
    sub.frames.reserve(frames);
    sub.groups.shrink_to_fit();
    sub.nodes.shrink_to_fit();
  }

  // A constraint between bodies whose relative motion only the component above knows: its equation is a
  // matter of that component.
  static bool binds_islands(const Subsystem& sub) {
    return std::any_of(sub.joints.begin(), sub.joints.end(), [&](const JointEdge& edge) {
      return edge.closes_only() && edge.nc() > 0 &&
             sub.island_of[edge.F.node] != sub.island_of[edge.M.node];
    });
  }

  // A connection ends at the component itself or at one of its parts; what is inside a part is the
  // part's own business.
  static void check_reach(const Component& component, const Component& part,
                          const ConnectorRef& ref, const Connection& connection) {
    for (const Component* at = part.parent; at != nullptr && at != &component; at = at->parent) {
      if (at->library_composite) continue;
      throw UserError({"connect", connection.where, component.path,
                       "'" + ref.to_string() + "' reaches into the component '" + at->path + "'",
                       "give " + at->class_name +
                           " a connector of its own, connect it inside, and connect to that"});
    }
  }

  // Frames and flanges can be connected so far: other connectors would need equations. The reader has
  // checked that both ends are of one kind.
  static bool connects_flanges(const Component& component, const FrameKey& end,
                               const ConnectorRef& ref, const Connection& connection) {
    for (const Connector& c : end.first->connectors) {
      if (c.name != end.second || is_frame(c)) continue;
      if (is_flange(c)) return true;
      throw UserError({"unsupported", connection.where, component.path,
                       "'" + ref.to_string() + "' is a connector of class " + c.class_name +
                           ", which is not supported yet",
                       "connect frames and flanges of Modelica.Mechanics"});
    }
    return false;
  }

  // `outer world` in a component: ground is ground on any level, so the component has it as its own.
  const Component* borrow_ground(const Component& component, const ConnectorRef& ref,
                                 const Connection& connection, Contents& contents) {
    const Component* outer = component.find_outer(ref.part);
    if (outer != nullptr && outer->is_native()) {
      AnyElement element = make_element(*outer);
      const auto* rigid = std::get_if<RigidElement>(&element);
      if (rigid != nullptr && rigid->X_WE) {
        add_borrowed({outer, std::move(element), elements_++, true}, contents);
        return outer;
      }
    }
    throw UserError(
        {"unsupported", connection.where, component.path,
         "'" + ref.to_string() +
             "' belongs to a component outside; only ground can be connected to that way",
         "give the component a frame of its own and connect that from outside"});
  }

  // Once, unless the contents have that element already.
  static void add_borrowed(PlacedElement borrowed, Contents& contents) {
    if (contents.grounds.insert(borrowed.component).second)
      contents.elements.push_back(std::move(borrowed));
  }

  // All bodies stand in the same world: there is one gravity field.
  void check_world(const Component& body) {
    const Component* world = body.find_outer("world");
    if (world_ == nullptr) world_ = world;
    if (world == world_ || world == nullptr) return;
    throw body.error("two-worlds",
                     "this body stands in the world '" + world->path + "', another one in '" +
                         world_->path + "'",
                     "declare one inner World, at the top of the model");
  }

  // Connectors of `part` that something outside it is connected to.
  static std::set<std::string> used_connectors(const Component& part, const Contents& contents) {
    std::set<std::string> names;
    for (const Connector& c : part.connectors) {
      if (contents.connected.count({&part, c.name})) names.insert(c.name);
    }
    return names;
  }

  // Joints and forces act between two bodies: both frames must be connected.
  static void check_connected(const Contents& contents) {
    std::vector<Diagnostic> findings;
    for (const PlacedElement& e : contents.elements) {
      if (std::holds_alternative<RigidElement>(e.element)) continue;
      for (const Connector& c : e.component->connectors) {
        if (!is_frame(c) || contents.connected.count({e.component, c.name})) continue;
        if (is_rod_frame(e.element, c.name)) continue;
        findings.push_back({"unconnected", e.component->where, e.component->path,
                            c.name + " of " + e.component->class_name + " '" + e.component->path +
                                "' is not connected",
                            "add connect(" + e.component->path + "." + c.name +
                                ", …) to the body it acts on, or to world.frame_b"});
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
        if (node.kind != Node::Kind::group || held[at->node] ||
            sub.groups[node.group].inertia.mass > 0)
          continue;
        if (is_internal_name(edge.component->name)) throw describe_loose_load(*edge.component);
        throw edge.component->error("massless",
                                    "a force acts on a point that has no mass and no joint",
                                    "connect a PointMass or a Body there");
      }
    }
  }

  // Of an element that acts as equations of its component say (modelica/instances/given_flows.h).
  static UserError describe_loose_load(const Component& element) {
    const Component& owner = *element.parent;
    const std::string frame = element.name.substr(element.name.find('(') + 1,
                                                  element.name.size() - element.name.find('(') - 2);
    return owner.error("massless",
                       frame + " of " + owner.class_name + " '" + owner.path +
                           "' is connected to nothing that has mass or a joint, and equations say "
                           "what acts there",
                       "connect it to a body, a joint or the world");
  }

  static void add_frame(const Component& component, const std::string& connector,
                        const FramePlaces& places, Subsystem& sub, bool borrowed = false) {
    const PlacedFrame& place = places.at({&component, connector});
    sub.frames.push_back({&component, connector, place.at, place.set, borrowed, place.placed});
  }

  void place_element(const PlacedElement& e, const FramePlaces& places, Subsystem& sub) {
    auto place = [&](const char* connector) { return places.at({e.component, connector}).at; };
    for (const Connector& c : e.component->connectors) {
      if (is_frame(c)) add_frame(*e.component, c.name, places, sub, e.borrowed);
    }
    if (const auto* joint = std::get_if<AnyJoint>(&e.element)) {
      std::visit([&](const auto& j) { place_joint(j, e, places, sub); }, *joint);
    } else if (const auto* force = std::get_if<AnyForce>(&e.element)) {
      const bool has_frame_a = std::visit([](const auto& f) { return f.has_frame_a; }, *force);
      const char* frame_b = std::visit([](const auto& f) { return connector_b_of(f); }, *force);
      const auto resolve = places.find({e.component, "frame_resolve"});
      sub.forces.push_back({*force, e.component,
                            has_frame_a ? place("frame_a") : FrameOnNode{0, {}}, place(frame_b),
                            resolve == places.end() ? FrameOnNode{0, {}} : resolve->second.at});
    }
  }

  // Loads at the connectors of a part that runs alone.
  void place_loads(const FramePlaces& places, Subsystem& sub) const {
    for (const RootPorts::Load& load : options_.ports.loads) {
      const PlacedFrame& place = places.at({sub.component, load.connector});
      if (!place.placed) throw describe_empty_port(sub, load.connector);
      sub.forces.push_back({PortLoad{load.F}, sub.component, {0, {}}, place.at, {0, {}}});
    }
  }

  // The edge of a joint or constraint; more than one where a rod carries something, and a mass where a
  // rod has one.
  template <typename Kind>
  void place_joint(const Kind& joint, const PlacedElement& e, const FramePlaces& places,
                   Subsystem& sub) {
    auto place = [&](const std::string& connector) -> const PlacedFrame& {
      return places.at({e.component, connector});
    };
    JointEdge edge;
    edge.joint = joint;
    edge.connector_F = "frame_a";
    edge.connector_M = "frame_b";
    if constexpr (requires { joint.start(*e.component); }) edge.start = joint.start(*e.component);
    if constexpr (requires { requires Kind::on_ground; }) {
      edge.connector_F = "";
      edge.connector_M = "frame_a";
    }
    edge.F = edge.connector_F.empty() ? FrameOnNode{0, {}} : place(edge.connector_F).at;
    edge.M = place(edge.connector_M).at;
    if constexpr (requires { joint.start_of_body(*e.component); })
      add_body_start(joint.start_of_body(*e.component), e, edge.M, sub);
    if constexpr (requires { joint.rod_frame; }) {
      if (place(joint.rod_frame).placed) {
        place_rod(joint, e, edge, place(joint.rod_frame).at, sub);
        return;
      }
    }
    add_joint(edge, *e.component, sub);
    if constexpr (requires { joint.masses; }) {
      for (const RodMass& mass : joint.masses)
        sub.forces.push_back({mass, e.component, edge.F, edge.M, {0, {}}});
    }
  }

  // A rod that carries something is a body of its own, with a joint at each end.
  template <typename Kind>
  void place_rod(const Kind& rod, const PlacedElement& e, const JointEdge& whole,
                 const FrameOnNode& at, Subsystem& sub) {
    JointEdge edge;
    edge.joint = rod.universal();
    edge.F = whole.F;
    edge.M = at;
    edge.connector_F = whole.connector_F;
    edge.connector_M = rod.rod_frame;
    add_joint(edge, *e.component, sub);
    if (rod.as_found) {
      // Where the end is on the rod shows when the model is assembled.
      edge.joint = RodEnd(rod.rod_end().p.normalized());
      edge.F = at;
    } else {
      edge.joint = Spherical{};
      edge.start.q[0] = 1.0;
      edge.F = {at.node, at.X_NF * rod.rod_end()};
    }
    edge.M = whole.M;
    edge.connector_F = rod.rod_frame;
    edge.connector_M = whole.connector_M;
    add_joint(edge, *e.component, sub);
  }

  void add_joint(JointEdge edge, const Component& component, Subsystem& sub) {
    edge.component = &component;
    edge.name = component.path;
    if (edge.F.node == edge.M.node) {
      throw component.error(
          "locked-joint",
          "both frames of this joint sit on the same rigid body, so that it cannot move",
          "connect frame_a and frame_b to different bodies");
    }
    // Laws read a coordinate, and know its whole turns, where it is a state.
    for (const std::string& name :
         std::visit([](const auto& kind) { return kind.names().q; }, edge.joint)) {
      if (definitions_.used().count(component.path + "." + name)) edge.start.read = true;
    }
    // What stands behind an axis flange shares the joint's coordinate, so that it is best a state.
    if (has_axis_flange(component))
      edge.start.state_preference = std::max(edge.start.state_preference, 2);
    sub.joints.push_back(std::move(edge));
  }

  // Initial motion that a constraint states for the body it acts on.
  static void add_body_start(const BodyStart& start, const PlacedElement& e, const FrameOnNode& at,
                             Subsystem& sub) {
    const Node& node = sub.nodes[at.node];
    if (node.kind == Node::Kind::group) {
      sub.groups[node.group].bodies.push_back({e.component, at.X_NF, start, e.order});
    } else if (node.kind == Node::Kind::port &&
               (start.r_0_fixed[0] || start.r_0_fixed[1] || start.R_0_fixed || start.w_0_fixed)) {
      throw e.component->error("unsupported",
                               "fixed start values of a body that is inside another component",
                               "put it beside the body, or fix start values of the body itself");
    }
  }

  // Ports: nodes that carry a connector in use. False when one of them has no mass to stand on.
  static bool make_ports(const Component& component, const std::set<std::string>& used,
                         const FramePlaces& places, Subsystem& sub) {
    for (const Connector& c : component.connectors) {
      if (!is_frame(c) || !used.count(c.name)) continue;
      if (!places.at({&component, c.name}).placed) return false;
      const FrameOnNode& at = places.at({&component, c.name}).at;
      const Node& node = sub.nodes[at.node];
      if (node.kind == Node::Kind::group && !sub.groups[node.group].invertible) return false;
      auto known = std::find(sub.ports.begin(), sub.ports.end(), at.node);
      if (known == sub.ports.end()) known = sub.ports.insert(known, at.node);
      sub.port_frames.push_back(
          {c.name, static_cast<PortIndex>(known - sub.ports.begin()), at.X_NF});
    }
    return true;
  }

  const Definitions& definitions_;
  const BuildOptions& options_;
  const CompiledPart compiled_;
  std::unordered_map<const Component*, const Subsystem*> loaded_;  // of another system
  int elements_ = 0;  // so far, in the order of declaration
  const Component* world_ = nullptr;
  std::vector<Diagnostic> warnings_;
  AxisContents axes_;
};

// The order of laws in an evaluation: of forces and inputs of compiled components, of 1-D elements, of drives with their derivatives.
void number_laws(System& system) {
  int next = 0;
  auto number_forces = [&](Subsystem& sub, auto&& self) -> void {
    for (ForceEdge& edge : sub.forces) {
      const int count = static_cast<int>(
          std::visit([](const auto& force) { return force.laws().size(); }, edge.force));
      GELENK_ASSERT(count <= most_force_laws);
      edge.first_law = next;
      next += count;
    }
    sub.first_law = next;
    next += static_cast<int>(sub.input_laws.size());
    for (auto& part : sub.parts) self(*part, self);
  };
  number_forces(*system.root, number_forces);
  for (PlacedAxisElement& e : system.axes.elements) e.first_law = next++;
  for (Train& train : system.axes.trains) {
    train.first_law = next;
    if (train.driven) next += 3 - train.drive.order;
  }
}

void count(Subsystem& sub, int depth, SystemCounts& counts) {
  sub.id = counts.components++;
  counts.depth = std::max(counts.depth, depth);
  for (const ForceEdge& edge : sub.forces) counts.forces += !is_sensor(edge.force);
  // A compiled component that is connected by shafts alone shows no body.
  const bool has_bodies = sub.loaded == nullptr || !sub.ports.empty();
  for (const Group& group : sub.groups)
    counts.bodies += has_bodies && (group.inertia.mass > 0 || group.invertible);
  for (const JointEdge& edge : sub.joints) {
    if (edge.added) continue;
    counts.joints += !edge.closes_only() || edge.nc() > 0;
    counts.constraint_rows += edge.nc();
    counts.closing_joints += !edge.in_tree && edge.nc() > 0;
    if (!edge.in_tree) counts.closure_rows += edge.nc();
  }
  counts.constraint_rows += static_cast<int>(sub.coordinate_rows.size());
  counts.closure_rows += static_cast<int>(sub.coordinate_rows.size());
  for (auto& part : sub.parts) count(*part, depth + 1, counts);
}

double calc_standing_energy(const Subsystem& sub, const Gravity& gravity) {
  double energy = 0.0;
  for (const MassPoint& point : sub.standing) energy += gravity.potential_of(point.mass, point.p);
  for (const auto& part : sub.parts) energy += calc_standing_energy(*part, gravity);
  return energy;
}

}  // namespace

UserError describe_empty_port(const Subsystem& root, const std::string& port) {
  const auto& connectors = root.component->connectors;
  const auto connector = std::find_if(connectors.begin(), connectors.end(),
                                      [&](const Connector& c) { return c.name == port; });
  return UserError(
      {"unconnected", connector->where, "",
       "port '" + port + "' of " + root.component->class_name + " is connected to nothing inside",
       "connect it to a body of the component, or remove it"});
}

void set_gravity(System& system, const Gravity& gravity) {
  system.gravity = gravity;
  system.standing_energy = calc_standing_energy(*system.root, gravity);
  if (system.partition == nullptr) return;
  for (Leaf& leaf : system.partition->leaves) leaf.system.gravity = gravity;
}

System::System() = default;
System::System(System&&) noexcept = default;
System& System::operator=(System&&) noexcept = default;
System::~System() = default;

System build_system(const ModelTree& model, const BuildOptions& options) {
  System system;
  system.ports = options.ports;
  const Definitions definitions(*model.root);
  Builder builder(definitions, options,
                  options.hierarchy != Hierarchy::none ? CompiledPart::leaf
                  : options.compiled_gives_way         ? CompiledPart::gives_way
                                                       : CompiledPart::stands_still);
  system.root = builder.build_root(*model.root);
  system.warnings = builder.warnings();
  Gravity gravity;
  gravity.kind = Gravity::Kind::none;
  if (builder.world() != nullptr) gravity = read_gravity(*builder.world());
  set_gravity(system, gravity);
  if (options.hierarchy == Hierarchy::none) {
    build_axes(builder.axes(), system);
    number_laws(system);
    number_coordinates(*system.root, system.nq, system.nv);
  } else {
    PartitionBuilder partition(system, builder.axes(), options);
    build_axes(builder.axes(), system);
    number_laws(system);
    system.partition = std::make_unique<Partition>(partition.build());
  }
  count(*system.root, 1, system.counts);
  system.quantities = make_quantities(definitions, system);
  system.nq += static_cast<int>(system.quantities.states.size());
  for (const auto& found :
       {check_units(definitions, system.quantities), find_unused_starts(system, *model.root)})
    system.warnings.insert(system.warnings.end(), found.begin(), found.end());
  return system;
}

}  // namespace gelenk
