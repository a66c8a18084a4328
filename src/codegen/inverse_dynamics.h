// Forces along the joints for a motion, by Newton and Euler, in body axes. With the moments m, h, Σ of a body
// (lean_tree.h) and U of its motion (body_motion.h):
//   f = m a + U h                                                                                  (1)
//   n = vee(U Σ − (U Σ)ᵀ) + h × a      vee: the axial vector                                       (2)
// then inwards, with what the bodies on a body hand on to it and less what acts on it.
#pragma once

#include "codegen/body_motion.h"

namespace gelenk::codegen {

// `loads`: by body, wrenches that act on it about its origin, in its axes; empty: none. Out: by speed.
std::vector<Recorded> calc_inverse_dynamics(const Mechanism& mechanism,
                                            const std::vector<BodyMotion>& motions,
                                            const std::vector<Recorded>& vdot,
                                            const std::vector<Vector6>& loads);

}  // namespace gelenk::codegen
