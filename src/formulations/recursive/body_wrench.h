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
  const double* const J = b.J;
  const Lane33<T> R_J = {
      {turn(R, J[0], J[1], J[2]), turn(R, J[1], J[3], J[4]), turn(R, J[2], J[4], J[5])}};
  return {T(b.mass), turn(R, b.mc), R * transpose(R_J)};  // (R J)ᵀ = J Rᵀ
}

template <typename T>
GELENK_INLINE Lane6<T> calc_body_wrench(const BodyInertia<T>& I, const Lane6<T>& V,
                                        const Lane6<T>& A) {
  const Lane3<T>& w = V.rot;
  return {I.J * A.rot + cross(I.s, A.lin) + cross(w, I.J * w),
          A.lin * I.m + cross(A.rot, I.s) + cross(w, cross(w, I.s))};
}

}  // namespace gelenk
