// Motion of frames in world axes and the rules that carry it from one frame to another.
//
// A FrameMotion holds, for a frame A, its pose X_WA, its twist V = (w_WA, v_WAo) and its acceleration
// A = (ẇ, v̇) with v̇ the acceleration of the origin's point; all in world axes.
// For a frame B fixed to A at s = p_AoBo_W:
//   w_B = w_A                v_B = v_A + w_A × s                                                   (1)
//   α_B = α_A                a_B = a_A + α_A × s + w_A × (w_A × s)                                 (2)
// The motion of M relative to F, in F axes, with r = p_FoMo_W:
//   V_FM = R_FW (w_M − w_F,  ṙ − w_F × r)                                                          (3)
//   A_FM = d/dt V_FM (components)
//        = R_FW (α_M − α_F − w_F × w_M,  r̈ − α_F × r − 2 w_F × ṙ + w_F × (w_F × r))               (4)
#pragma once

#include "math/pose.h"

namespace gelenk {

template <typename T>
struct FrameMotion {
  Pose<T> X;
  Vec6<T> V = Vec6<T>::Zero();
  Vec6<T> A = Vec6<T>::Zero();

  auto w() const { return V.template head<3>(); }
  auto v() const { return V.template tail<3>(); }
  auto alpha() const { return A.template head<3>(); }
  auto a() const { return A.template tail<3>(); }
};

// Φ(s): V_B = Φ V_A for a frame B fixed to A at s = p_AoBo; Φᵀ takes a wrench at Bo to one at Ao.
template <typename T>
Mat6<T> shift_matrix(const Vec3<T>& s) {
  Mat6<T> Phi = Mat6<T>::Identity();
  Phi.template bottomLeftCorner<3, 3>() = -skew<T>(s);
  return Phi;
}

// Twist of a frame fixed to A, at s = p_AoBo; (1).
template <typename T>
Vec6<T> shift_twist(const Vec6<T>& V, const Vec3<T>& s) {
  Vec6<T> shifted = V;
  shifted.template tail<3>() += V.template head<3>().cross(s);
  return shifted;
}

// Wrench at Bo, as a wrench at Ao with s = p_AoBo.
template <typename T>
Vec6<T> shift_wrench(const Vec6<T>& F_Bo, const Vec3<T>& s) {
  Vec6<T> shifted = F_Bo;
  shifted.template head<3>() += s.cross(F_Bo.template tail<3>());
  return shifted;
}

// Acceleration of a frame fixed to A, at s; (2).
template <typename T>
Vec6<T> shift_acceleration(const Vec6<T>& A, const Vec3<T>& w, const Vec3<T>& s) {
  Vec6<T> shifted = A;
  shifted.template tail<3>() += A.template head<3>().cross(s) + w.cross(w.cross(s));
  return shifted;
}

// Motion of the frame B fixed to A with X_AB.
template <typename T>
FrameMotion<T> motion_of_fixed_frame(const FrameMotion<T>& A, const Pose<T>& X_AB) {
  FrameMotion<T> B;
  const Vec3<T> s = A.X.R * X_AB.p;
  B.X = {A.X.R * X_AB.R, A.X.p + s};
  B.V = shift_twist<T>(A.V, s);
  B.A = shift_acceleration<T>(A.A, A.w(), s);
  return B;
}

// Pose, twist (3) and acceleration (4) of M relative to F, in F axes.
template <typename T>
FrameMotion<T> relative_motion(const FrameMotion<T>& F, const FrameMotion<T>& M) {
  const Mat3<T> R_FW = F.X.R.transpose();
  const Vec3<T> r = M.X.p - F.X.p, rdot = M.v() - F.v(), w_F = F.w(), w_M = M.w(),
                alpha_F = F.alpha();
  FrameMotion<T> rel;
  rel.X = {R_FW * M.X.R, R_FW * r};
  rel.V << R_FW * (w_M - w_F), R_FW * (rdot - w_F.cross(r));
  rel.A << R_FW * (M.alpha() - alpha_F - w_F.cross(w_M)),
      R_FW * (M.a() - F.a() - alpha_F.cross(r) - T(2) * w_F.cross(rdot) + w_F.cross(w_F.cross(r)));
  return rel;
}

// Motion of M from that of F and the relative motion (the inverse of relative_motion).
template <typename T>
FrameMotion<T> compose_motion(const FrameMotion<T>& F, const FrameMotion<T>& rel) {
  const Mat3<T>& R_WF = F.X.R;
  FrameMotion<T> M;
  M.X = F.X * rel.X;
  const Vec3<T> r = R_WF * rel.X.p, w_F = F.w(), alpha_F = F.alpha();
  const Vec3<T> w_rel = R_WF * rel.w(), v_rel = R_WF * rel.v();
  const Vec3<T> rdot = v_rel + w_F.cross(r);
  const Vec3<T> w_M = w_F + w_rel;
  M.V << w_M, F.v() + rdot;
  M.A << alpha_F + R_WF * rel.alpha() + w_F.cross(w_M),
      F.a() + R_WF * rel.a() + alpha_F.cross(r) + T(2) * w_F.cross(rdot) - w_F.cross(w_F.cross(r));
  return M;
}

}  // namespace gelenk
