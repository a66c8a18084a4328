// Motion of the bodies from ground outwards, in body axes: what formulations/recursive/motion.h does in world
// axes. With U = [α] + [w][w], whose products all that is fixed to a body shares, and the joint's own motion
// (w_r, v_r; α_r, a_r):
//   w_B = w_P + w_r,    α_B = α_P + w_P × w_r + α_r                                                (1)
//   a_B = a_P + U_P p_PB + 2 w_P × v_r + a_r                                                       (2)
// Ground accelerates against gravity. Joints that turn one after the other about parallel axes turn w and α
// the same way, which may be done at once, by the sum of their angles.
#pragma once

#include "codegen/mechanism.h"

namespace gelenk::codegen {

struct BodyMotion {
  Vector3 w, alpha, a;
  Matrix3 U;
};

enum class Sums {
  none,
  of_angles,  // a sine and a cosine of each sum
  of_turns    // these by the addition theorem, from those of the joints
};

// By body. Accelerations of the joints may be missing: then they are zero.
std::vector<BodyMotion> calc_body_motions(const Mechanism& mechanism,
                                          const std::vector<Recorded>& vdot, Sums sums);
bool has_parallel_axes(const LeanTree& tree);

}  // namespace gelenk::codegen
