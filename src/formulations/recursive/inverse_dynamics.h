// Inverse dynamics: the generalised forces that a motion (q, v, v̇) needs (recursive Newton–Euler), in
// the presence of applied wrenches on the bodies. Reactions at the joints come with it: body[i].P is in
// the end the wrench of the joint on body i, about its origin.
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

// Fills tau (nv). `loads`: applied wrench per body about its origin, in world axes; null: none.
template <typename T>
void calc_inverse_dynamics(const Tree& tree, const T* q, const T* v, const T* vdot,
                           const Lane6<T>* loads, TreeData<T>& data, T* tau) {
  calc_motion(tree, q, v, vdot, data);
  for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
    BodyData<T>& B = data.body[i];
    B.P = calc_body_wrench(turn_inertia(tree.bodies[i], B.R), B.V, B.A);
    if (loads != nullptr) B.P -= loads[i];
  }
  for (std::size_t i = tree.bodies.size(); i-- > 1;) {
    const TreeBody& b = tree.bodies[i];
    const BodyData<T>& B = data.body[i];
    for (int k = 0; k < b.nv; ++k) {
      tau[b.v + k] = dot(get_column(b, B, data.columns_at(i), k), B.P) +
                     data.armature[b.v + k] * vdot[b.v + k];
    }
    if (b.parent > 0) data.body[b.parent].P += shift_load(B.P, B.r);
  }
}

}  // namespace gelenk
