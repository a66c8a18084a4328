// Kinematics, from ground outwards: pose, twist and acceleration of every body from q, v and the joint
// accelerations that are known (those of locked and driven joints; zero for the others). With
// r = p_B − p_P and the motion (w_r, v_r; α_r, a_r) of the joint, in world axes:
//   w_B = w_P + w_r            v_B = v_P + w_P × r + v_r                                            (1)
//   α_B = α_P + w_P × w_r + α_r
//   a_B = a_P + α_P × r + w_P × (w_P × r) + 2 w_P × v_r + a_r                                       (2)
// Ground accelerates against gravity, so that weight needs no term of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "formulations/recursive/tree_data.h"
#include "math/dual.h"
#include "math/prefetch.h"

namespace gelenk {

// R x for constant x.
template <typename T>
GELENK_INLINE Lane3<T> turn(const Lane33<T>& R, double x, double y, double z) {
  return R.c[0] * T(x) + R.c[1] * T(y) + R.c[2] * T(z);
}
template <typename T>
GELENK_INLINE Lane3<T> turn(const Lane33<T>& R, const double* x) {
  return turn(R, x[0], x[1], x[2]);
}

template <typename T>
GELENK_INLINE void calc_sine_cosine(const T& angle, T& s, T& c) {
  using std::cos, std::sin;
  s = sin(angle);
  c = cos(angle);
}
template <>
GELENK_INLINE void calc_sine_cosine(const double& angle, double& s, double& c) {
  __builtin_sincos(angle, &s, &c);
}

// Joint motion of a general kind, in world axes at the child's origin.
template <typename T>
struct JointMotion {
  Mat3<T> R_FB;
  Vec3<T> p_FB;
  Vec6<T> bias;  // (α_r, a_r) without the terms of v̇
};

// Fills S (in axes of the frame F on the parent) of the joint that carries a body.
template <typename T>
void calc_general_joint(const TreeBody& b, const T* q, const T* v, JointColumns<T>& columns,
                        JointMotion<T>& motion) {
  std::visit(
      [&](const auto& joint) {
        const Pose<T> X = joint.template calc_X<T>(q);
        const Eigen::Matrix<T, 6, Eigen::Dynamic, 0, 6, 6> H = joint.template calc_H<T>(q);
        const Vec6<T> bias = joint.template calc_bias<T>(q, v);
        if (!b.reversed) {
          motion = {X.R, X.p, bias};
          for (int i = 0; i < joint.nv; ++i) columns.S[i] = to_lane<T>(Vec6<T>(H.col(i)));
          return;
        }
        // The child carries F. With (w, v̂) = H v the twist of M in F and r = p_FoMo, all in F axes:
        //   w_r = −w,   v_r = −(v̂ − w × r),   α_r = −ẇ,
        //   a_r = −(v̂˙ − ẇ × r − 2 w × v̂ + w × (w × r)),   to be taken to M axes by Rᵀ.
        const Mat3<T> Rt = X.R.transpose();
        Vec6<T> V = Vec6<T>::Zero();
        for (int i = 0; i < joint.nv; ++i) {
          const Vec6<T> h = H.col(i);
          V += h * v[i];
          Vec6<T> s;
          s << -(Rt * h.template head<3>()),
              -(Rt * (h.template tail<3>() - h.template head<3>().cross(X.p)));
          columns.S[i] = to_lane<T>(s);
        }
        const Vec3<T> w = V.template head<3>(), v_M = V.template tail<3>(),
                      wdot = bias.template head<3>(), vdot = bias.template tail<3>();
        motion.R_FB = Rt;
        motion.p_FB = -(Rt * X.p);
        motion.bias << -(Rt * wdot),
            -(Rt * (vdot - wdot.cross(X.p) - T(2) * w.cross(v_M) + w.cross(w.cross(X.p))));
      },
      *b.joint);
}

template <typename T>
void calc_general_motion(const TreeBody& b, const T* q, const T* v, const BodyData<T>& P,
                         const Lane33<T>& R_WF, const T* known, BodyData<T>& B,
                         JointColumns<T>& columns) {
  JointMotion<T> motion;
  calc_general_joint<T>(b, q + b.q, v + b.v, columns, motion);
  B.R = R_WF * to_lane<T>(motion.R_FB);
  B.r = turn(P.R, b.p_PF) + R_WF * to_lane<T>(motion.p_FB);
  const Lane6<T> bias = to_lane<T>(motion.bias);
  Lane6<T> V_r = Lane6<T>::zero(), A_r = {R_WF * bias.rot, R_WF * bias.lin};
  for (int i = 0; i < b.nv; ++i) {
    Lane6<T>& S = columns.S[i];
    S = {R_WF * S.rot, R_WF * S.lin};
    V_r += S * v[b.v + i];
    A_r += S * known[b.v + i];
  }
  const Lane3<T>& w_P = P.V.rot;
  const Lane3<T> w_x_r = cross(w_P, B.r);
  B.V = {w_P + V_r.rot, P.V.lin + w_x_r + V_r.lin};
  B.A = {P.A.rot + cross(w_P, V_r.rot) + A_r.rot,
         P.A.lin + cross(P.A.rot, B.r) + cross(w_P, w_x_r + V_r.lin + V_r.lin) + A_r.lin};
}

template <typename T>
GELENK_INLINE Lane33<T> turn(const Lane33<T>& R_WP, const Tree::Turn& R_PF) {
  return {{turn(R_WP, R_PF.c[0]), turn(R_WP, R_PF.c[1]), turn(R_WP, R_PF.c[2])}};
}

// The motion of one body from that of its parent.
template <typename T>
GELENK_INLINE void calc_body_motion(const Tree& tree, const TreeBody& b, const T* q, const T* v,
                                    const T* known, const BodyData<T>& P, BodyData<T>& B,
                                    JointColumns<T>* columns) {
  const Lane33<T> R_WF = b.turn >= 0 ? turn(P.R, tree.turns[b.turn]) : P.R;
  if (b.motion == TreeBody::Motion::general) {
    calc_general_motion(b, q, v, P, R_WF, known, B, *columns);
    B.p = P.p + B.r;
    return;
  }
  const Lane3<T> e = R_WF.c[2];
  const Lane3<T>& w_P = P.V.rot;
  Lane3<T> r = turn(P.R, b.p_PF);
  if (b.motion == TreeBody::Motion::rotation) {
    T s, c;
    calc_sine_cosine(q[b.q], s, c);
    B.R.c[0] = R_WF.c[0] * c + R_WF.c[1] * s;
    B.R.c[1] = R_WF.c[1] * c - R_WF.c[0] * s;
    B.R.c[2] = e;
    const Lane3<T> w_r = e * v[b.v], w_x_r = cross(w_P, r);
    B.V = {w_P + w_r, P.V.lin + w_x_r};
    B.A = {P.A.rot + cross(w_P, w_r) + e * known[b.v],
           P.A.lin + cross(P.A.rot, r) + cross(w_P, w_x_r)};
  } else {
    r = r + e * q[b.q];
    B.R = R_WF;
    const Lane3<T> v_r = e * v[b.v], w_x_r = cross(w_P, r);
    B.V = {w_P, P.V.lin + w_x_r + v_r};
    B.A = {P.A.rot, P.A.lin + cross(P.A.rot, r) + cross(w_P, w_x_r + v_r + v_r) + e * known[b.v]};
  }
  B.r = r;
  B.p = P.p + r;
}

template <typename T>
void set_ground(TreeData<T>& data) {
  BodyData<T>& ground = data.body[0];
  const T o(0), i(1);
  ground.R = {{Lane3<T>::from(i, o, o), Lane3<T>::from(o, i, o), Lane3<T>::from(o, o, i)}};
  ground.p = ground.r = Lane3<T>::zero();
  ground.V = Lane6<T>::zero();
  ground.A = {Lane3<T>::zero(), data.gravity * T(-1)};
}

template <bool asks_ahead, typename T>
void calc_motion_outwards(const Tree& tree, const T* q, const T* v, const T* known,
                          TreeData<T>& data) {
  const std::size_t last = tree.bodies.size() - 1;
  for (std::size_t i = 1; i <= last; ++i) {
    if constexpr (asks_ahead) {
      prefetch(tree.bodies[std::min(i + 16, last)]);
      prefetch(data.body[std::min(i + 6, last)]);
    }
    const TreeBody& b = tree.bodies[i];
    calc_body_motion(tree, b, q, v, known, data.body[b.parent], data.body[i], data.columns_at(i));
  }
}

// Poses, twists and accelerations of all bodies; (1), (2). `known`: joint accelerations (nv).
template <typename T>
void calc_motion(const Tree& tree, const T* q, const T* v, const T* known, TreeData<T>& data) {
  // So little is done for one body that it would be waited for; but few bodies are never far away.
  constexpr std::size_t few_bodies = 16;
  set_ground(data);
  if (tree.bodies.size() > few_bodies)
    calc_motion_outwards<true>(tree, q, v, known, data);
  else
    calc_motion_outwards<false>(tree, q, v, known, data);
}

}  // namespace gelenk
