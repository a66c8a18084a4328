// The model as formulations see it: a tree of subsystems.
//
// A Subsystem is one component of the model with what stands directly in it: rigid groups (own
// bodies), parts (subsystems of which it knows only the ports), joints and forces between them.
// Bodies that it lets others attach to are its ports: "bordering bodies" in the Thesis (2.1); a
// part's ports are nodes of the subsystem above it, and nothing else of the part is.
//
//   Thesis                          here
//   basic, derived subsystem        Subsystem without, with parts
//   body, ground, body output       Group, node 0, port
//   array of independent bodies I   joints of kind FreeMotion that spanning.cc adds (JointEdge::added)
//   sequence of dependencies C      Walk: joints in the order in which poses follow from coordinates
//   loop-closing constraint         JointEdge with in_tree = false
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "elements/registry.h"
#include "model/component.h"
#include "topology/axes.h"
#include "topology/quantities/quantities.h"

namespace gelenk {

// Index types of one subsystem. Node 0 is ground.
using NodeIndex = int;
using GroupIndex = int;
using PortIndex = int;
using PartIndex = int;

struct FrameOnNode {
  NodeIndex node = -1;
  Pose<double> X_NF;
};

struct Node {
  enum class Kind { ground, group, port };
  Kind kind = Kind::ground;
  GroupIndex group = -1;  // kind group
  PartIndex part = -1;    // kind port: which part,
  PortIndex port = -1;    //            and which of its ports
};

struct MassPoint {
  double mass;
  Vec3<double> p;  // in group axes, from its origin
};

struct BodyOnGroup {
  const Component* component;
  Pose<double> X_GA;  // frame_a on the group
  BodyStart start;
  int order;  // in which the model declares its elements
};

// Own rigid body of a subsystem. Its origin is the mass centre, its axes those of its first frame.
struct Group {
  std::string name;                    // path of a component that belongs to it, for messages
  Inertia<double> inertia;             // com is zero
  bool invertible = false;             // mass and all principal moments positive
  std::vector<MassPoint> mass_points;  // where gravity acts
  std::vector<BodyOnGroup> bodies;
};

struct JointEdge {
  AnyJoint joint;
  const Component* component = nullptr;  // null for a weld and for an added free joint
  std::string name;                      // path, or a description of a weld
  FrameOnNode F, M;
  std::string connector_F, connector_M;  // of the component, that carry F and M; may be empty
  JointStart start;
  bool in_tree = false;
  bool added = false;                    // free motion of an island without ground …
  const Component* reference = nullptr;  // … whose start values belong to this body, inside a part
  int q = -1, v = -1;                    // tree joints: first index in the system's q and v

  int nq() const {
    return std::visit([](auto& j) { return j.nq; }, joint);
  }
  int nv() const {
    return std::visit([](auto& j) { return j.nv; }, joint);
  }
  int nc() const {
    return std::visit([](auto& j) { return static_cast<int>(j.nc); }, joint);
  }
  // A constraint: it has no coordinates and never enters the tree.
  bool closes_only() const {
    return std::visit([](auto& j) { return ConstraintKind<std::decay_t<decltype(j)>>; }, joint);
  }
  // Whether row `row` is an equation between speeds alone.
  bool is_velocity_row(int row) const {
    return std::visit(
        [&](auto& j) {
          if constexpr (ConstraintKind<std::decay_t<decltype(j)>>)
            return j.is_velocity_row(row);
          else
            return false;
        },
        joint);
  }
};

struct ForceEdge {
  AnyForce force;
  const Component* component = nullptr;
  FrameOnNode a, b;  // a is ground for a force without frame_a
  FrameOnNode
      resolve;  // sensors: whose axes components are shown in, where it is a frame of its own
  int first_law = -1;  // number of its first law (formulations/laws.h)
};

// An equation between coordinates of own tree joints: Σ factor q = constant, or g(q) = 0. As a row
// of Closure it follows those of the subsystem's joints.
struct CoordinateRow {
  struct Term {
    int joint;       // index in Subsystem::joints
    int coordinate;  // of that joint, which has as many coordinates as speeds
    double factor;   // linear
  };
  std::vector<Term> terms;
  double constant = 0.0;  // linear
  bool is_linear = true;
  bool of_speeds = false;  // not linear: r(q, v), which restricts no position
  // Not linear: g or r, in which input i is the coordinate of term i, and with n terms input n + i
  // its speed.
  symbolic::Expression residual;
  const Component* component = nullptr;
};

// One move of a walk: across a tree joint to a node, or into a part's island.
struct Move {
  enum class Kind { joint, part };
  Kind kind;
  int index;  // joint or part
  NodeIndex from,
      to;  // joint: nodes; part: `from` is the port by which the island is entered (0: from ground)
  bool reversed;  // joint: walked from M to F
  int island;     // part: which of its islands
};

// Nodes whose poses follow from one of them by tree coordinates. Island 0 holds ground.
struct Island {
  std::vector<NodeIndex> nodes;
  NodeIndex entry = -1;  // by which the subsystem above enters it; 0 for island 0
  std::vector<Move> walk;
};

// Where a frame of an element stands, and what it is connected to, for signals.
struct PlacedConnector {
  const Component* component;  // whose connector it is
  std::string connector;
  FrameOnNode at;
  int set;             // frames connected to each other have the same number
  bool borrowed;       // of ground outside this subsystem: not a signal of its own
  bool placed = true;  // false: nothing is fastened to it, only connectors
};

struct Subsystem {
  const Component* component = nullptr;
  std::string path;  // "" at the root
  int id = 0;        // number in the system, the root is 0
  std::vector<std::unique_ptr<Subsystem>> parts;
  std::vector<Node> nodes;
  std::vector<Group> groups;
  std::vector<MassPoint> standing;  // masses fixed to ground, in the world's frame
  std::vector<JointEdge> joints;
  std::vector<ForceEdge> forces;
  std::vector<CoordinateRow> coordinate_rows;
  std::vector<NodeIndex> ports;  // node of each port
  std::vector<Island> islands;
  std::vector<int> island_of;           // of each node
  std::vector<PlacedConnector> frames;  // of own elements, own connectors and dissolved composites
  struct PortFrame {
    std::string connector;  // of the component
    PortIndex port;
    Pose<double> X_BF;  // on the port's body
  };
  std::vector<PortFrame> port_frames;
  struct PartFrame {
    PartIndex part;
    int port_frame;  // index in the part's port_frames
    int set;         // as in PlacedConnector
  };
  std::vector<PartFrame> part_frames;
  // A compiled component, whose ports are groups here (compiled_part.h); null for all others. It is
  // the only thing in a System that a formulation changes: one formulation at a time.
  std::shared_ptr<LoadedComponent> loaded;
  bool is_leaf =
      false;  // `loaded` computes; else it only stands for where it starts (CompiledPart)
  std::vector<symbolic::Expression> input_laws;  // of the inputs of `loaded`
  int first_law = 0;                             // number of the first of them
};

struct SystemCounts {
  int bodies = 0, joints = 0, forces = 0, components = 0, depth = 0;
  int closing_joints = 0, constraint_rows = 0;
  int closure_rows = 0;  // of closing joints and coordinate rows
};

// What happens at the model's own connectors, where it is a part that runs alone. At connectors
// that are not named, nothing; or, where they are open, what others do there, who see the bodies of
// these connectors as ports.
struct RootPorts {
  bool are_open = false;
  struct Hold {
    std::string connector;
    Pose<double> X_WF;  // where ground holds it
  };
  struct Load {
    std::string connector;
    Vec6<double> F;  // torque and force on the part, in world axes
  };
  std::vector<Hold> holds;
  std::vector<Load> loads;
};

struct Partition;

struct System {
  System();
  System(System&&) noexcept;
  System& operator=(System&&) noexcept;
  ~System();

  std::unique_ptr<Subsystem> root;
  RootPorts ports;
  Axes axes;
  std::vector<TrainRow> rows;  // further equations, between coordinates
  Gravity gravity;
  double standing_energy = 0.0;  // potential energy of what is fixed to ground, in J
  Quantities quantities;
  int nq = 0, nv = 0;  // q: coordinates of joints, then the states z of the quantities
  int first_state() const { return nq - static_cast<int>(quantities.states.size()); }
  SystemCounts counts;
  std::vector<Diagnostic> warnings;
  std::unique_ptr<Partition> partition;  // where the system is cut into leaves (leaves/partition.h)
};

// Where a system is cut into leaves: at the borders of the model's components, at few joints each
// by bisection of the whole, around every single body; or nowhere.
enum class Hierarchy { none, model, automatic, flat };

// What a compiled component is in a system: a leaf; or, where there are none and only initial
// values are wanted, something that stands still in itself, or whose ports may also move by little
// against each other.
enum class CompiledPart { leaf, stands_still, gives_way };

struct BuildOptions {
  Hierarchy hierarchy = Hierarchy::none;
  bool flattens = false;            // components of the model are no subsystems of their own
  bool compiled_gives_way = false;  // with Hierarchy::none
  RootPorts ports = {};
  bool positions_only = false;  // nothing is to move: what has no mass may stand anywhere
  int leaf_size =
      0;  // with Hierarchy::automatic: most bodies in a leaf; 0: by the size of the model
  // Another system built from the same model, whose compiled components serve here as well; null:
  // they are loaded.
  const System* loaded_by = nullptr;
};

// Throws UserError when the model is not a mechanism: unconnected joints, rigid loops that do not
// close, joints between frames of the same rigid body.
System build_system(const ModelTree& model, const BuildOptions& options = {});

bool is_frame(const Connector& connector);

// The field is another one than that of the model's world; for formulations that are made from here
// on.
void set_gravity(System& system, const Gravity& gravity);

// A port of a part that stands for itself, and that nothing in it has to do with.
UserError describe_empty_port(const Subsystem& root, const std::string& port);

}  // namespace gelenk
