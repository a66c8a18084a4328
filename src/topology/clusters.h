// Frames of one subsystem, the connections between them, and the rigid clusters they form.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "topology/system.h"

namespace gelenk {

using FrameKey = std::pair<const Component*, std::string>;  // component, connector

// A large model has hundreds of thousands of frames. Nothing depends on the order in which tables hold them.
struct FrameHash {
  std::size_t operator()(const FrameKey& key) const {
    const std::size_t component = std::hash<const Component*>()(key.first) >> 4;
    return component * 0x9e3779b97f4a7c15u ^ std::hash<std::string>()(key.second);
  }
};

// An element of the subsystem with its physics.
struct PlacedElement {
  const Component* component;
  AnyElement element;
  int order;      // of declaration in the model
  bool borrowed;  // ground of a component outside
};

// What stands directly in a subsystem, before its nodes are known.
struct Contents {
  const Component* component = nullptr;
  std::vector<PlacedElement> elements;
  std::set<const Component*> grounds;  // of those elements, the ones fixed in the world
  std::vector<std::unique_ptr<Subsystem>> parts;
  std::vector<std::pair<FrameKey, FrameKey>> connections;
  std::unordered_set<FrameKey, FrameHash> connected;  // all ends of connections
  std::vector<RootPorts::Hold> holds;       // own connectors on ground,
  std::vector<RootPorts::Hold> welds;       // and those that an equation holds there
  std::vector<const Component*> dissolved;  // composites whose contents these are too
};

// A frame on a massless rod inside an element, which is there only when something is fastened to it.
inline bool is_rod_frame(const AnyElement& element, const std::string& connector) {
  const auto* joint = std::get_if<AnyJoint>(&element);
  return joint != nullptr && std::visit(
                                 [&](const auto& j) {
                                   if constexpr (requires { j.rod_frame; })
                                     return connector == j.rod_frame;
                                   else
                                     return false;
                                 },
                                 *joint);
}
struct PlacedFrame {
  FrameOnNode at;
  int set = -1;        // frames connected to each other have the same number
  bool placed = true;  // false: nothing is there, only connectors
};

using FramePlaces = std::unordered_map<FrameKey, PlacedFrame, FrameHash>;

// Fills nodes, groups and welds of `subsystem` and returns where each frame stands.
FramePlaces place_frames(const Contents& contents, Subsystem& subsystem);

}  // namespace gelenk
