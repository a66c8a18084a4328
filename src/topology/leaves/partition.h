// A system cut into leaves: sets of bodies, each with the joints, forces and 1-D elements between
// them as a System of its own, under a tree of composites. A composite has the joints and forces
// between its parts, and sees of a part nothing but its ports, the bodies that these act on.
//
//   leaf        a forest of bodies under ground: what no joint of the leaf ties to ground moves
//               freely. Its coordinates are its own; they stand in one piece in the whole system's q
//               and v
//   composite   parts and what stands between them; no coordinates
//
// What must not be cut stays in one leaf: joints with something on their axis flanges that ties
// them to each other (gears, springs), bodies that share a relation between coordinates or a mass
// on a line, and a body without mass with all its neighbours, since the accelerations of a port
// follow from the loads on it only where it has mass. A single joint with something on its axis (a
// drive, friction) is whole in one leaf, which has a copy of the body on its other side: half of
// that body is in each of the two leaves, and a weld of their composite makes one body of them
// (LeafTree::Split).
//
// A partition is made once, when the system is built, and belongs to the system. It points into it,
// and never changes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "topology/system.h"

namespace gelenk {

// A leaf has one subsystem, the root of its system, without parts.
struct Leaf {
  std::string name;                // path of the component that it is, or a description
  System system;                   // numbers of coordinates are the leaf's own, from zero on
  std::vector<NodeIndex> ports;    // nodes of its root that something outside acts on
  std::vector<int> flanges;        // joints of its root on whose coordinate something outside acts
  int q = 0, v = 0;                // its first coordinate and speed in the whole system
  std::vector<int> axis_elements;  // by element of its own axes: number in the whole system's axes
  // The subsystem that stands for a compiled component; null for all others. Of what is above, a
  // compiled leaf has name, q, v and ports only.
  const Subsystem* compiled = nullptr;
};

// A port or a flange of a part of a composite.
struct PartPort {
  int part = -1;  // in Composite::parts
  int port = -1;  // number of the port or flange in that part
};

// A shaft that a composite sees: ratio · (position of a part's flange) + offset.
struct ShaftOfPart {
  PartPort flange;  // part −1: ground
  double ratio = 0.0, offset = 0.0;
};

// What stands between parts. It has no bodies and no coordinates of its own.
struct Composite {
  std::string name;
  struct Part {
    bool is_leaf;
    // In Partition::leaves or ::composites; −1: ground, which is a part where a compiled component
    // is tied to it.
    int index;
  };
  std::vector<Part> parts;
  // Those of parts that something outside of this composite acts on: its own ports and flanges.
  std::vector<PartPort> ports, flanges;
  // A joint between bodies of two parts; all of them are closing joints.
  struct Joint {
    const JointEdge* edge;
    PartPort F, M;  // ports that carry the joint's frames
  };
  std::vector<Joint> joints;
  struct Force {
    const ForceEdge* edge;
    PartPort a, b;  // ports that carry its frames; part −1: on ground
  };
  std::vector<Force> forces;
  // Shafts of two parts that are one: a − b = 0.
  struct Coupling {
    std::string name;  // of a component there, for messages
    ShaftOfPart a, b;
  };
  std::vector<Coupling> couplings;
  // A 1-D force between shafts.
  struct AxisForce {
    const PlacedAxisElement* element;
    ShaftOfPart a, b;
  };
  std::vector<AxisForce> axis_forces;
};

// Where a node, joint, force or 1-D element of the whole system is found.
struct PlaceInPartition {
  int leaf = -1, composite = -1;  // one of them; both −1: ground, or nothing to do with motion
  int index = -1;                 // number of it there
};

struct Partition {
  std::vector<Leaf> leaves;           // compiled ones last
  std::vector<Composite> composites;  // parts before what they are part of; the last is the whole
  // By subsystem number (Subsystem::id) and index in that subsystem.
  std::vector<std::vector<PlaceInPartition>> nodes, joints, forces;
  std::vector<PlaceInPartition> axis_elements;    // by element of the whole system's axes
  std::vector<std::unique_ptr<JointEdge>> welds;  // between bodies and their copies
  int depth = 1;                                  // levels of composites and leaves
};

// Makes a partition in two steps, since coordinates are numbered between them. The constructor
// chooses what belongs together; it chooses the tree of each leaf anew and marks it in the system.
class PartitionBuilder {
 public:
  PartitionBuilder(System& system, const AxisContents& contents, const BuildOptions& options);
  ~PartitionBuilder();

  // When the axes are known: makes leaves as systems of their own, and numbers all coordinates.
  Partition build();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gelenk
