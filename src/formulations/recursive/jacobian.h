// Kinematics of a frame on a body: pose, twist, acceleration, and the Jacobian V = G v of its twist
// (Robotran 4.5: sensors).
#pragma once

#include "formulations/recursive/inverse_dynamics.h"
#include "math/spatial.h"

namespace gelenk {

// Motion of the frame with pose X_BF on a body; its acceleration is that of BodyData::A with gravity
// taken out again.
template <typename T>
FrameMotion<T> calc_frame_motion(const TreeData<T>& data, BodyIndex body, const Pose<T>& X_BF) {
  const BodyData<T>& B = data.body[body];
  FrameMotion<T> motion;
  motion.X = {to_eigen(B.R), to_eigen(B.p)};
  // By halves: six numbers one after the other are a call each where the compiler does not inline them.
  motion.V.template head<3>() = to_eigen(B.V.rot);
  motion.V.template tail<3>() = to_eigen(B.V.lin);
  motion.A.template head<3>() = to_eigen(B.A.rot);
  motion.A.template tail<3>() = to_eigen(B.A.lin) + to_eigen(data.gravity);
  return motion_of_fixed_frame(motion, X_BF);
}

// G is 6 × nv, column-major: twist at the point p (world) moving with the body.
template <typename T>
void calc_jacobian(const Tree& tree, const TreeData<T>& data, BodyIndex body, const Vec3<T>& p,
                   T* G) {
  std::fill(G, G + static_cast<std::ptrdiff_t>(6) * tree.nv, T(0));
  const Lane3<T> point = to_lane<T>(p);
  for (std::size_t at = body; at > 0; at = tree.bodies[at].parent) {
    const TreeBody& b = tree.bodies[at];
    const BodyData<T>& B = data.body[at];
    for (int k = 0; k < b.nv; ++k) {
      const Lane6<T> S = shift_motion(get_column(b, B, data.columns_at(at), k), point - B.p);
      for (int i = 0; i < 3; ++i) {
        G[6 * (b.v + k) + i] = S.rot[i];
        G[6 * (b.v + k) + 3 + i] = S.lin[i];
      }
    }
  }
}

}  // namespace gelenk
