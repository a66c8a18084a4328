#include "topology/open_ports.h"

#include <algorithm>

#include "topology/compiled_part.h"

namespace gelenk {

namespace {

// The node itself, or that inside of a part by which the part shows it.
const Node& find_body(const Subsystem& sub, NodeIndex n, const Subsystem** owner) {
  const Node& node = sub.nodes[n];
  *owner = &sub;
  if (node.kind != Node::Kind::port) return node;
  const Subsystem& part = *sub.parts[node.part];
  return find_body(part, part.ports[node.port], owner);
}

// What of the start of a train is fixed inside: by the joint that carries it, by a drive, or by compiled components on it.
void find_fixed(const System& system, int number, OpenPortList::Flange& flange) {
  const Axes& axes = system.axes;
  const Train& train = axes.trains[number];
  if (train.carrier.joint >= 0) {
    const JointStart& start = train.carrier.sub->joints[train.carrier.joint].start;
    flange.has_fixed_position =
        train.driven ? train.drive.gives_start_position() : start.q_fixed[0];
    flange.has_fixed_speed = train.driven ? train.drive.gives_start_speed() : start.v_fixed[0];
  }
  for (const FlangePort& port : axes.ports) {
    if (axes.shafts[port.shaft].train != number) continue;
    const LoadedComponent::Flange& inner = port.sub->loaded->flanges()[port.flange];
    flange.has_fixed_position = flange.has_fixed_position || inner.has_fixed_position;
    flange.has_fixed_speed = flange.has_fixed_speed || inner.has_fixed_speed;
  }
}

OpenPortList::Flange place_flange(const System& system, const Connector& connector,
                                  OpenPortList& list) {
  const Component& root = *system.root->component;
  const Axes& axes = system.axes;
  const auto placed =
      std::find_if(axes.flanges.begin(), axes.flanges.end(), [&](const PlacedFlange& flange) {
        return flange.component == &root && flange.connector == connector.name;
      });
  const std::string name = "flange '" + connector.name + "' of " + root.class_name;
  if (placed == axes.flanges.end()) {
    throw UserError({"unconnected", connector.where, "", name + " is connected to nothing inside",
                     "connect it to a rotor or mass or to the axis of a joint, or remove it"});
  }
  const Shaft& shaft = axes.shafts[placed->shaft];
  const Train& train = axes.trains[shaft.train];
  OpenPortList::Flange flange{connector.name, shaft.turns, true,        true,
                              placed->shaft,  -1,          shaft.ratio, shaft.offset};
  if (train.carrier.joint < 0 && train.port < 0) {
    if (train.holder != nullptr) return flange;
    throw UserError({"massless", connector.where, "",
                     name + " is on a shaft without inertia, joint and support",
                     shaft.turns ? "connect an Inertia there" : "connect a Mass there"});
  }
  flange.has_fixed_position = flange.has_fixed_speed = false;
  find_fixed(system, shaft.train, flange);
  const auto known = std::find(list.trains.begin(), list.trains.end(), shaft.train);
  flange.train = static_cast<int>(known - list.trains.begin());
  if (known == list.trains.end()) list.trains.push_back(shaft.train);
  return flange;
}

}  // namespace

OpenPortList list_open_ports(const System& system) {
  OpenPortList list;
  if (!system.ports.are_open) return list;
  const Subsystem& root = *system.root;
  for (const PlacedConnector& frame : root.frames) {
    if (frame.component != root.component) continue;
    if (!frame.placed) throw describe_empty_port(root, frame.connector);
    const Subsystem* owner = nullptr;
    const Node& body = find_body(root, frame.at.node, &owner);
    if (body.kind == Node::Kind::group && !owner->groups[body.group].invertible) {
      throw UserError({"massless", root.component->where, "",
                       "port '" + frame.connector +
                           "' of the component stands on something without mass or without inertia",
                       "put the joint that it is connected to outside the component, or a Body "
                       "with mass and inertia between them"});
    }
    auto port = std::find_if(list.ports.begin(), list.ports.end(),
                             [&](const OpenPortList::Port& p) { return p.node == frame.at.node; });
    if (port == list.ports.end()) {
      list.ports.push_back({frame.at.node, body.kind == Node::Kind::ground});
      port = list.ports.end() - 1;
    }
    list.frames.push_back(
        {frame.connector, static_cast<int>(port - list.ports.begin()), frame.at.X_NF});
  }
  for (const Connector& connector : root.component->connectors) {
    if (is_flange(connector)) list.flanges.push_back(place_flange(system, connector, list));
  }
  return list;
}

Islands::Islands(const System& system) {
  collect(*system.root);
  join(*system.root);
}

void Islands::collect(const Subsystem& sub) {
  if (static_cast<int>(first_.size()) <= sub.id) first_.resize(sub.id + 1);
  for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
    const int number = islands_.add();
    if (n == 0) first_[sub.id] = number;
  }
  for (const auto& part : sub.parts) collect(*part);
}

void Islands::join(const Subsystem& sub) {
  const int first = first_[sub.id];
  for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
    const Node& node = sub.nodes[n];
    const int number = first + static_cast<int>(n);
    if (node.kind == Node::Kind::ground) islands_.join(number, ground);
    if (node.kind != Node::Kind::port) continue;
    const Subsystem& part = *sub.parts[node.part];
    islands_.join(number, first_[part.id] + part.ports[node.port]);
  }
  for (const JointEdge& edge : sub.joints) {
    if (!edge.added) islands_.join(first + edge.F.node, first + edge.M.node);
  }
  if (sub.loaded != nullptr) {
    const CompiledStart start = find_compiled_start(*sub.loaded, 0.0);
    for (std::size_t i = 0; i < sub.ports.size(); ++i) {
      const int with = start.island[i];
      islands_.join(first + sub.ports[i], with < 0 ? ground : first + sub.ports[with]);
      if (with == static_cast<int>(i)) carriers_.push_back({&sub, with});
    }
  }
  for (const auto& part : sub.parts) join(*part);
}

}  // namespace gelenk
