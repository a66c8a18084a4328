// What the recursive kernels compute for one state, on one scalar T. All vectors in world axes, about
// the origin of their body.
#pragma once

#include <array>
#include <vector>

#include "formulations/recursive/tree.h"

namespace gelenk {

// An articulated inertia: (t, f) = (J α + Bᵀ a, B α + M a).
template <typename T>
struct ArticulatedInertia {
  Lane33<T> J, B, M;
};

// Of calc_motion.
template <typename T>
struct BodyData {
  Lane3<T> p;  // p_WoBo
  Lane6<T> V;
  Lane6<T> A;   // with the joint accelerations given; less gravity, as if ground fell upwards
  Lane33<T> R;  // R_WB
  Lane3<T> r;   // from the parent's origin to this one
};

// Of forward dynamics: what the way inwards leaves behind of a joint for the way outwards.
template <typename T>
struct JointFactor {
  Lane3<T> r;  // as BodyData has it
  // Joints of one degree of freedom, the others have JointColumns.
  Lane3<T> e;   // axis
  Lane6<T> U;   // I S
  T D_inverse;  // 1 / Sᵀ I S, zero for a joint that is locked
  // Generalised force less what P takes. In the end, where D_inverse is zero: what is left to take by whatever holds
  // the joint.
  T u;

  // Constant: whose acceleration the way outwards starts from, as a slot of TreeData::gathered or one of these; the
  // body's own slot, −1 where it carries none; its motion and speed as in TreeBody.
  static constexpr int ground = -1, body_before = -2;
  int from = ground, slot = -1;
  int v = 0;
  TreeBody::Motion motion = TreeBody::Motion::general;
};

// What the bodies on a body hand on to it on the way inwards; on the way outwards, in P, what the free joints add to
// its acceleration A for those that it carries. It is used up soon, and never far from the processor.
template <typename T>
struct Gathered {
  ArticulatedInertia<T> I;
  Lane6<T> P;
};

// A general joint: S by columns, and what belongs to it.
template <typename T>
struct JointColumns {
  std::array<Lane6<T>, 6> S, U;
  std::array<T, 36> D_inverse;  // on the free speeds, zero on the locked ones; row-major nv × nv
  std::array<T, 6> u;
};

template <typename T>
struct TreeData {
  explicit TreeData(const Tree& tree)
      : body(tree.bodies.size()),
        factors(tree.bodies.size()),
        gathered(tree.slots),
        columns_of(tree.bodies.size(), -1) {
    for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
      const TreeBody& b = tree.bodies[i];
      factors[i].from = b.parent == static_cast<int>(i) - 1 ? JointFactor<T>::body_before
                        : b.parent > 0                      ? tree.bodies[b.parent].slot
                                                            : JointFactor<T>::ground;
      factors[i].slot = b.carries ? b.slot : -1;
      factors[i].v = b.v;
      factors[i].motion = b.motion;
      if (tree.bodies[i].motion != TreeBody::Motion::general) continue;
      columns_of[i] = static_cast<int>(columns.size());
      columns.emplace_back();
    }
    locked = tree.driven;
    known.assign(tree.nv, T(0));
    for (double x : tree.armature) armature.push_back(T(x));
    gravity = Lane3<T>::from(T(tree.gravity[0]), T(tree.gravity[1]), T(tree.gravity[2]));
  }

  JointColumns<T>* columns_at(std::size_t i) {
    return columns_of[i] < 0 ? nullptr : &columns[columns_of[i]];
  }
  const JointColumns<T>* columns_at(std::size_t i) const {
    return columns_of[i] < 0 ? nullptr : &columns[columns_of[i]];
  }

  std::vector<BodyData<T>> body;
  std::vector<JointFactor<T>> factors;  // by body
  std::vector<Gathered<T>> gathered;    // by TreeBody::slot
  std::vector<int> columns_of;          // general joints: where their columns are
  std::vector<JointColumns<T>> columns;

  Lane3<T> gravity;  // uniform field that the bodies feel; none in an impact

  // Dymola (16)–(19): a locked speed has a known acceleration and an unknown force. The matrix L of the
  // recursion is diagonal, with 0 for a locked speed and 1 for a free one.
  std::vector<char> locked;  // by index in v
  std::vector<T> known;      // acceleration of the locked ones
  std::vector<T> armature;   // inertia that acts on the joint's own motion alone
};

}  // namespace gelenk
