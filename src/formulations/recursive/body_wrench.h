// Newton and Euler for one rigid body, about its origin, in world axes: with the moments of mass
// m, s = m c and J of the body at the origin,
//   f = m a + α × s + w × (w × s)                                                                   (1)
//   t = J α + s × a + w × (J w)                                                                     (2)
// is the wrench that the motion needs.
#pragma once

#include "formulations/recursive/motion.h"

namespace gelenk {

// Inertia of the body, turned into world axes.
template <typename T>
struct BodyInertia {
  T m;
  Lane3<T> s;
  Lane33<T> J;
};

template <typename T>
GELENK_INLINE BodyInertia<T> turn_inertia(const TreeBody& b, const Lane33<T>& R) {
  const Lane33<T> J_R = transpose(R * cast<T>(b.J));  // (R J)ᵀ = J Rᵀ
  return {T(b.mass), R * cast<T>(b.mc), R * J_R};
}

template <typename T>
GELENK_INLINE Lane6<T> calc_body_wrench(const BodyInertia<T>& I, const Lane6<T>& V,
                                        const Lane6<T>& A) {
  const Lane3<T>& w = V.rot;
  return {I.J * A.rot + cross(I.s, A.lin) + cross(w, I.J * w),
          A.lin * I.m + cross(A.rot, I.s) + cross(w, cross(w, I.s))};
}

}  // namespace gelenk
