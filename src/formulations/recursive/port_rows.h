// Ports of a tree in the recursion: loads τ from outside on single bodies, or on the speed of a single joint. The six rows of
// a frame travel from its body to ground as those of loops do (loop_data.h), but along one path only and all six together,
// and none is eliminated. A flange has one row, the first of six, which begins at its joint: W = ratio there, and K = 0
// before. Per port the recursion keeps
//   K    wrench on the articulated body per unit of τ, of the body that it has reached
//   W    Sᵀ K at every joint passed, for the way back
//   Λ    how ports act on one another through the joints passed, and on the rows of loops (X)
//   γ    what accelerates the port when all τ are zero
// and at ground  δ_port = Λ τ + γ.                                                                  (1)
#pragma once

#include <vector>

#include "formulations/recursive/loop_plan.h"
#include "formulations/recursive/tree_data.h"
#include "math/lane8.h"

namespace gelenk {

template <typename T>
struct PortRows {
  explicit PortRows(const LoopPlan& plan)
      : count(static_cast<int>(plan.ports.size())),
        rows(plan.rows),
        eliminated_rows(plan.Y_count),
        K(count),
        W(plan.port_W_count),
        Lambda(static_cast<std::size_t>(count) * count),
        taken(count),
        gamma(count),
        tau(count, Lane8<T>::zero()),
        X(static_cast<std::size_t>(count) * plan.rows),
        Z(static_cast<std::size_t>(count) * plan.Y_count),
        arm(count) {}

  // Components rot x y z, lin x y z, each for six rows.
  struct Block {
    Lane8<T> c[6];
  };

  int count, rows, eliminated_rows;
  std::vector<Block> K;
  std::vector<Lane8<T>> W;  // by slot of a port and speed of the body's joint
  std::vector<Block>
      Lambda;  // by port p and port q ≤ p: rows of p, lanes of q; of p = q the lower triangle
  std::vector<Lane8<T>> taken;  // what eliminations have taken from the diagonal of Λ
  std::vector<Lane8<T>> gamma, tau;
  std::vector<Lane8<T>> X;    // by port and row of loops
  std::vector<Lane8<T>> Z;    // by port and eliminated row: Λ_E⁺ X
  std::vector<Lane3<T>> arm;  // given: from the body's origin to the point that τ is about

  Lane8<T>& X_at(int row, int port) { return X[static_cast<std::size_t>(port) * rows + row]; }
  Lane8<T>& Z_at(int row, int port) {
    return Z[static_cast<std::size_t>(port) * eliminated_rows + row];
  }
  const Lane8<T>& Z_at(int row, int port) const {
    return Z[static_cast<std::size_t>(port) * eliminated_rows + row];
  }
  Block& Lambda_at(int p, int q) { return Lambda[static_cast<std::size_t>(p) * count + q]; }
  const Block& Lambda_at(int p, int q) const {
    return Lambda[static_cast<std::size_t>(p) * count + q];
  }

  void clear(const LoopPlan& plan) {
    for (int i : plan.meetings) X[i] = Lane8<T>::zero();
    for (int p = 0; p < count; ++p) {
      for (int q = 0; q <= p; ++q) {
        for (Lane8<T>& row : Lambda_at(p, q).c) row = Lane8<T>::zero();
      }
      taken[p] = Lane8<T>::zero();
      start(p, plan.ports[p].ratio != 0.0);
    }
  }
  // Unit torques and forces on the port's body; a flange acts on no body.
  void start(int p, bool is_flange) {
    Block& k = K[p];
    for (Lane8<T>& row : k.c) row = Lane8<T>::zero();
    if (is_flange) return;
    const T x = arm[p][0], y = arm[p][1], z = arm[p][2];
    for (int i = 0; i < 6; ++i) k.c[i].set(i, T(1));
    // The moments arm × e of unit forces.
    k.c[1].set(3, z);
    k.c[2].set(3, T(0) - y);
    k.c[0].set(4, T(0) - z);
    k.c[2].set(4, x);
    k.c[0].set(5, y);
    k.c[1].set(5, T(0) - x);
  }

  // ---- past a joint ------------------------------------------------------------------------------------

  // W = Sᵀ K for a column S.
  static GELENK_INLINE Lane8<T> project(const Block& k, const Lane6<T>& S) {
    Lane8<T> w = Lane8<T>::zero();
#pragma GCC unroll 6
    for (int i = 0; i < 3; ++i) {
      w.add(k.c[i], S.rot[i]);
      w.add(k.c[3 + i], S.lin[i]);
    }
    return w;
  }
  // The same for a unit torque or force along e, with what passing the joint does to K (forward_dynamics.h, 1), at the
  // parent's origin. By halves, so that all of one stands in registers.
  static GELENK_INLINE Lane8<T> pass(Block& k, bool turns, const Lane3<T>& e, const Lane6<T>& U,
                                     const T& D_inverse, const Lane3<T>& r) {
    Lane8<T> W;
#pragma GCC unroll 2
    for (int h = 0; h < 2; ++h) {
      const Lane8<T>* const along = k.c + (turns ? 0 : 3);
      W.half[h] = along[0].half[h] * e[0] + along[1].half[h] * e[1] + along[2].half[h] * e[2];
      const Lane4<T> DW = W.half[h] * D_inverse;
      const Lane4<T> f[3] = {k.c[3].half[h] - DW * U.lin[0], k.c[4].half[h] - DW * U.lin[1],
                             k.c[5].half[h] - DW * U.lin[2]};
      k.c[0].half[h] = k.c[0].half[h] - DW * U.rot[0] + f[2] * r[1] - f[1] * r[2];
      k.c[1].half[h] = k.c[1].half[h] - DW * U.rot[1] + f[0] * r[2] - f[2] * r[0];
      k.c[2].half[h] = k.c[2].half[h] - DW * U.rot[2] + f[1] * r[0] - f[0] * r[1];
      k.c[3].half[h] = f[0];
      k.c[4].half[h] = f[1];
      k.c[5].half[h] = f[2];
    }
    return W;
  }
  // The same for the row of a flange at its own joint, where K is still zero.
  static Lane8<T> enter(Block& k, const T& ratio, const Lane6<T>& U, const T& D_inverse,
                        const Lane3<T>& r) {
    Lane8<T> W = Lane8<T>::zero();
    W.set(0, ratio);
    add_outer(k, U * T(-1), W * D_inverse);
    shift(k, r);
    return W;
  }
  // K += A wᵀ for a wrench A.
  static GELENK_INLINE void add_outer(Block& k, const Lane6<T>& A, const Lane8<T>& w) {
#pragma GCC unroll 6
    for (int i = 0; i < 3; ++i) {
      k.c[i].add(w, A.rot[i]);
      k.c[3 + i].add(w, A.lin[i]);
    }
  }
  // Λ += a aᵀ s of one port: the lower triangle.
  static GELENK_INLINE void add_square(Block& L, const Lane8<T>& a, const Lane8<T>& scaled) {
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) {
      L.c[i].half[0] = L.c[i].half[0] + a.half[0] * scaled.get(i);
      if (i >= 4) L.c[i].half[1] = L.c[i].half[1] + a.half[1] * scaled.get(i);
    }
  }
  // Λ += a bᵀ
  static GELENK_INLINE void add_outer(Block& L, const Lane8<T>& a, const Lane8<T>& b) {
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) L.c[i].add(b, a.get(i));
  }
  // To the parent's origin: moments of the forces about it.
  static GELENK_INLINE void shift(Block& k, const Lane3<T>& r) {
    const T x = r[0], y = r[1], z = r[2];
    k.c[0].add(k.c[5], y);
    k.c[0].add(k.c[4], T(0) - z);
    k.c[1].add(k.c[3], z);
    k.c[1].add(k.c[5], T(0) - x);
    k.c[2].add(k.c[4], x);
    k.c[2].add(k.c[3], T(0) - y);
  }
};

}  // namespace gelenk
