// Inverse dynamics: the generalised forces that a motion (q, v, v̇) needs (recursive Newton–Euler), in
// the presence of applied wrenches on the bodies.
#pragma once

#include "formulations/recursive/body_wrench.h"

namespace gelenk {

// S of one degree of freedom, in world axes at the body's origin.
template <typename T>
GELENK_INLINE Lane6<T> get_column(const TreeBody& b, const BodyData<T>& B,
                                  const JointColumns<T>* columns, int i) {
  if (b.motion == TreeBody::Motion::rotation) return {B.R.c[2], Lane3<T>::zero()};
  if (b.motion == TreeBody::Motion::translation) return {Lane3<T>::zero(), B.R.c[2]};
  return columns->S[i];
}

// To the parent's slot.
template <typename T>
GELENK_INLINE void hand_on(const TreeBody& b, const Tree& tree, const Lane6<T>& P,
                           TreeData<T>& data) {
  Lane6<T>& sum = data.gathered[tree.bodies[b.parent].slot].P;
  if (b.is_last)
    sum = P;
  else
    sum += P;
}

// Fills tau (nv), for the motion that data holds. `loads`: applied wrench per body about its origin, in world axes; null: none.
template <typename T>
void calc_needed_forces(const Tree& tree, const T* vdot, const Lane6<T>* loads, TreeData<T>& data,
                        T* tau) {
  for (std::size_t i = tree.bodies.size(); i-- > 1;) {
    const TreeBody& b = tree.bodies[i];
    const BodyData<T>& B = data.body[i];
    Lane6<T> P = calc_body_wrench(turn_inertia(b, B.R), B.V, B.A);
    if (loads != nullptr) P -= loads[i];
    if (b.carries) P += data.gathered[b.slot].P;
    for (int k = 0; k < b.nv; ++k) {
      tau[b.v + k] =
          dot(get_column(b, B, data.columns_at(i), k), P) + data.armature[b.v + k] * vdot[b.v + k];
    }
    if (b.parent > 0) hand_on(b, tree, shift_load(P, B.r), data);
  }
}

template <typename T>
void calc_inverse_dynamics(const Tree& tree, const T* q, const T* v, const T* vdot,
                           const Lane6<T>* loads, TreeData<T>& data, T* tau) {
  calc_motion(tree, q, v, vdot, data);
  calc_needed_forces(tree, vdot, loads, data, tau);
}

}  // namespace gelenk
