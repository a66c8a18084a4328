// The mechanism as the recursive kernels see it: all bodies of a System in one tree, numbered so that a
// parent comes before its children, whatever components they belong to. Constant; what changes with
// the state is in TreeData.
//
// Body 0 is ground. The frame B of another body is the moving frame of the joint that carries it, turned
// by a constant rotation so that the axis of a one-degree-of-freedom joint is its z axis: such a joint is
// then always "turn about z" or "slide along z", and the kernels need no other fast path. F is the
// joint's frame on the parent P, turned likewise:
//   X_WB = X_WP X_PF X_FB(q)
#pragma once

#include <vector>

#include "math/lane.h"
#include "topology/system.h"

namespace gelenk {

using BodyIndex = int;

struct TreeBody {
  enum class Motion : unsigned char { rotation, translation, general };

  BodyIndex parent = -1;
  int q = 0, v = 0;  // first coordinate and speed in the system's q and v
  int slot = -1;     // of TreeData::gathered; shared by bodies that never use it at the same time
  int turn = -1;     // of Tree::turns: R_PF; −1: the identity
  unsigned char nv = 0;
  Motion motion = Motion::general;
  bool reversed = false;  // general joints: the child carries the joint's frame F, the parent its M
  bool light = true;      // has not mass and inertia in all directions: its joint may move nothing
  bool thin = true;  // its inertia along its joint is next to nothing beside all that it may move
  bool carries = false;  // other bodies
  bool is_last = false;  // of those that its parent carries: the first one on the way inwards
  const AnyJoint* joint = nullptr;  // of a general motion
  double p_PF[3] = {0, 0, 0};
  // Mass properties about the body's origin, in its axes.
  double mass = 0.0;
  double mc[3] = {0, 0, 0};          // mass × centre
  double J[6] = {0, 0, 0, 0, 0, 0};  // xx, xy, xz, yy, yz, zz
};

// Where a node of a subsystem stands: on which body, and its frame there.
struct NodePlace {
  BodyIndex body = -1;
  Pose<double> X_BN;
};

struct Tree {
  std::vector<TreeBody> bodies;
  struct Turn {
    double c[3][3];  // columns
  };
  std::vector<Turn> turns;
  std::vector<std::vector<NodePlace>> nodes;  // by subsystem number and node
  std::vector<const Subsystem*> subsystems;   // by number
  // Groups on bodies, for gravity fields that are not uniform and for energy.
  struct GroupPlace {
    const Group* group;
    BodyIndex body;
    Pose<double> X_BG;
  };
  std::vector<GroupPlace> groups;
  // The joint that carries each body (null for ground), and its number in its subsystem.
  struct Carrier {
    const JointEdge* edge = nullptr;
    const Subsystem* sub = nullptr;
    int joint = -1;
  };
  std::vector<Carrier> carriers;
  std::vector<BodyIndex> body_of_speed;  // by index in v
  std::vector<double> armature;          // by index in v: inertia on the joint's own motion alone
  std::vector<char> driven;              // by index in v: moved by a law
  int nq = 0, nv = 0;
  int slots = 0;          // see TreeBody::slot
  Lane3<double> gravity;  // uniform field; zero when the field is of another kind
  double length = 1.0;    // of the mechanism, for comparing lengths with angles

  // Lowest body that both stand on.
  BodyIndex find_common_ancestor(BodyIndex a, BodyIndex b) const;
};

Tree build_tree(const System& system);

}  // namespace gelenk
