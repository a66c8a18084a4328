// Joint-space mass matrix M(q), by composite rigid bodies: the inertia of everything that a joint carries,
// taken as one rigid body, times the joint's columns, projected on the joints towards the root.
#pragma once

#include "formulations/recursive/inverse_dynamics.h"

namespace gelenk {

// Composite inertia in the layout of ArticulatedInertia, moved from the child's origin to the parent's.
template <typename T>
GELENK_INLINE ArticulatedInertia<T> shift_inertia(const ArticulatedInertia<T>& I,
                                                  const Lane3<T>& r) {
  // a_B = a_P + α × r:   B' = B − M [r],   J' = J + Y + Yᵀ with Y = [r] (B + B') / 2.
  ArticulatedInertia<T> shifted;
  shifted.B = I.B - times_skew(I.M, r);
  const Lane33<T> twice = I.B + shifted.B;
  const Lane33<T> Y = {{cross(r, twice.c[0] * T(0.5)), cross(r, twice.c[1] * T(0.5)),
                        cross(r, twice.c[2] * T(0.5))}};
  shifted.M = I.M;
  shifted.J = I.J + (Y + transpose(Y));
  return shifted;
}

template <typename T>
GELENK_INLINE Lane6<T> operator*(const ArticulatedInertia<T>& I, const Lane6<T>& A) {
  return {I.J * A.rot + transpose_times(I.B, A.lin), I.B * A.rot + I.M * A.lin};
}

template <typename T>
GELENK_INLINE void operator+=(ArticulatedInertia<T>& I, const ArticulatedInertia<T>& other) {
  I.J = I.J + other.J;
  I.B = I.B + other.B;
  I.M = I.M + other.M;
}

// To the parent's slot.
template <typename T>
GELENK_INLINE void hand_on(const TreeBody& b, const Tree& tree, const ArticulatedInertia<T>& I,
                           TreeData<T>& data) {
  ArticulatedInertia<T>& sum = data.gathered[tree.bodies[b.parent].slot].I;
  if (!b.is_last) {
    sum += I;
    return;
  }
  // By columns: compilers copy the whole as bytes.
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    sum.J.c[j] = I.J.c[j];
    sum.B.c[j] = I.B.c[j];
    sum.M.c[j] = I.M.c[j];
  }
}
template <typename T>
GELENK_INLINE ArticulatedInertia<T> articulate(const BodyInertia<T>& I) {
  const T o(0), i(1);
  return {I.J,
          minus_skew(I.s),
          {{Lane3<T>::from(i, o, o) * I.m, Lane3<T>::from(o, i, o) * I.m,
            Lane3<T>::from(o, o, i) * I.m}}};
}

// M is nv × nv, row-major, symmetric; data holds the motion of the state.
template <typename T>
void calc_mass_matrix(const Tree& tree, TreeData<T>& data, T* M) {
  const int n = tree.nv;
  std::fill(M, M + static_cast<std::ptrdiff_t>(n) * n, T(0));
  for (std::size_t i = tree.bodies.size(); i-- > 1;) {
    const TreeBody& b = tree.bodies[i];
    const BodyData<T>& B = data.body[i];
    ArticulatedInertia<T> I = articulate(turn_inertia(b, B.R));
    if (b.carries) I += data.gathered[b.slot].I;
    if (b.parent > 0) hand_on(b, tree, shift_inertia(I, B.r), data);
    for (int k = 0; k < b.nv; ++k) {
      Lane6<T> F = I * get_column(b, B, data.columns_at(i), k);
      for (std::size_t at = i; at > 0; at = tree.bodies[at].parent) {
        const TreeBody& c = tree.bodies[at];
        for (int l = 0; l < c.nv; ++l) {
          const T m = dot(get_column(c, data.body[at], data.columns_at(at), l), F);
          M[(b.v + k) * n + c.v + l] = M[(c.v + l) * n + b.v + k] = m;
        }
        F = shift_load(F, data.body[at].r);
      }
      M[(b.v + k) * n + b.v + k] += data.armature[b.v + k];
    }
  }
}

}  // namespace gelenk
