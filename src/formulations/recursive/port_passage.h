// How the rows of ports (port_rows.h) go along with the recursion (forward_dynamics.h). On the way
// inwards they pass joints and eliminations of loops, once for the factors (K, W, Λ, X, Z) and once
// for the right sides (γ). On the way outwards the loads τ on them, which are known by then, act on
// joints and loops. Each function is called for one body or one elimination, right after the
// recursion has done the same for the rows of loops there.
#pragma once

#include <array>

#include "formulations/recursive/loop_data.h"
#include "math/prefetch.h"

namespace gelenk {

// ---- factors ------------------------------------------------------------------------------------

// Takes the ports past a joint of one degree of freedom, with the factors f of that joint: fills W,
// adds to Λ of all pairs of ports that pass here and to X of the loop rows that do, and moves K to
// the parent. `place`: the loop rows of this body; null where none pass.
template <typename T>
GELENK_INLINE void pass_ports(const LoopPlan& plan, BodyIndex body, const JointFactor<T>& f,
                              bool turns, bool locked, const LoopPlan::Place* place,
                              LoopData<T>& loops) {
  PortRows<T>& ports = loops.ports;
  const auto slots = plan.ports_at(body);
  for (std::size_t s = 0; s < slots.size(); ++s) {
    const auto [p, at, ratio] = slots[s];
    const Lane8<T> W = ratio == 0.0
                           ? PortRows<T>::pass(ports.K[p], turns, f.e, f.U, f.D_inverse, f.r)
                           : PortRows<T>::enter(ports.K[p], T(ratio), f.U, f.D_inverse, f.r);
    const Lane8<T> DW = W * f.D_inverse;
    ports.W[at] = W;
    PortRows<T>::add_square(ports.Lambda_at(p, p), W, DW);
    for (std::size_t t = 0; t < s; ++t)
      PortRows<T>::add_outer(ports.Lambda_at(p, slots[t].port), DW, ports.W[slots[t].W]);
    if (place != nullptr) {
      const int passing = place->slots - place->born;
      for (int r = place->eliminated; r < passing; ++r) {
        const LoopPlan::Slot& slot = plan.slots[place->first_slot + r];
        ports.X_at(slot.row, p).add(DW, loops.W[place->first_W + r]);
      }
      if (place->born > 0 && !locked)
        ports.X_at(plan.slots[place->first_slot + passing].row, p).add(W, T(1));
    }
  }
}

// The same past a joint of n degrees of freedom. r: from the parent's origin to the body's.
template <typename T>
void pass_ports_general(const LoopPlan& plan, BodyIndex body, int n, const Lane3<T>& r,
                        const JointColumns<T>& c, const char* locked, const LoopPlan::Place* place,
                        LoopData<T>& loops) {
  PortRows<T>& ports = loops.ports;
  const auto slots = plan.ports_at(body);
  for (std::size_t s = 0; s < slots.size(); ++s) {
    const auto [p, at, ratio] = slots[s];
    typename PortRows<T>::Block& K = ports.K[p];
    std::array<Lane8<T>, 6> DW;
    for (int k = 0; k < n; ++k) ports.W[at + k] = PortRows<T>::project(K, c.S[k]);
    if (ratio != 0.0) ports.W[at].set(0, T(ratio));
    for (int k = 0; k < n; ++k) {
      DW[k] = Lane8<T>::zero();
      for (int l = 0; l < n; ++l) DW[k].add(ports.W[at + l], c.D_inverse[k * n + l]);
    }
    for (std::size_t t = 0; t <= s; ++t) {
      for (int k = 0; k < n; ++k) {
        PortRows<T>::add_outer(ports.Lambda_at(p, slots[t].port), DW[k], ports.W[slots[t].W + k]);
      }
    }
    if (place != nullptr) {
      const int passing = place->slots - place->born;
      for (int row = place->eliminated; row < passing; ++row) {
        const LoopPlan::Slot& slot = plan.slots[place->first_slot + row];
        for (int k = 0; k < n; ++k)
          ports.X_at(slot.row, p).add(DW[k], loops.W[place->first_W + row * n + k]);
      }
      for (int k = 0; k < place->born; ++k) {
        if (!locked[k])
          ports.X_at(plan.slots[place->first_slot + passing + k].row, p).add(ports.W[at + k], T(1));
      }
    }
    for (int k = 0; k < n; ++k) PortRows<T>::add_outer(K, c.U[k] * T(-1), DW[k]);
    PortRows<T>::shift(K, r);
  }
}

// Takes the ports past an elimination of loop rows (forward_dynamics.h, equation 4): fills Z = Λ⁺X
// of its rows, and subtracts what these rows take from K, Λ and from X of the rows that go on.
template <typename T>
void eliminate_from_ports(const LoopPlan& plan, const LoopPlan::Elimination& e,
                          const SymmetricFactor<T>& factor, LoopData<T>& loops) {
  PortRows<T>& ports = loops.ports;
  const auto slots = plan.ports_at(e.body);
  auto row_of = [&](int a) { return plan.slots[e.first_slot + a].row; };
  for (const auto& [p, at, ratio] : slots) {
    for (int a = 0; a < e.rows; ++a) loops.port_column[a] = ports.X_at(row_of(a), p);
    factor.solve(loops.port_column.data(), loops.port_work.data());
    for (int a = 0; a < e.rows; ++a) ports.Z_at(e.first_Y + a, p) = loops.port_column[a];
  }
  // Each block is loaded once and takes all rows.
  for (std::size_t s = 0; s < slots.size(); ++s) {
    const int p = slots[s].port;
    typename PortRows<T>::Block K = ports.K[p];
    for (int a = 0; a < e.rows; ++a)
      PortRows<T>::add_outer(K, loops.K[e.first_slot + a] * T(-1), ports.Z_at(e.first_Y + a, p));
    ports.K[p] = K;
    for (int a = 0; a < e.rows; ++a)
      ports.taken[p].add_products(ports.X_at(row_of(a), p), ports.Z_at(e.first_Y + a, p));
    for (std::size_t t = 0; t <= s; ++t) {
      const int q = slots[t].port;
      typename PortRows<T>::Block Lambda = ports.Lambda_at(p, q);
      for (int a = 0; a < e.rows; ++a) {
        PortRows<T>::add_outer(Lambda, ports.X_at(row_of(a), p) * T(-1),
                               ports.Z_at(e.first_Y + a, q));
      }
      ports.Lambda_at(p, q) = Lambda;
    }
    for (int r = 0; r < e.others; ++r) {
      Lane8<T>& at_other = ports.X_at(plan.slots[plan.other(e, r)].row, p);
      Lane8<T> X = at_other;
      for (int a = 0; a < e.rows; ++a)
        X.add(ports.Z_at(e.first_Y + a, p), T(0) - loops.Lambda[plan.pair(e, e.rows + r, a)]);
      at_other = X;
    }
  }
}

// ---- right sides --------------------------------------------------------------------------------

// Adds to γ of the ports that pass a body what accelerations of its joint do to them.
template <typename T>
GELENK_INLINE void accelerate_ports(const LoopPlan& plan, BodyIndex body, int nv, const T* vdot,
                                    PortRows<T>& ports) {
  for (const auto& [p, at, ratio] : plan.ports_at(body)) {
    for (int k = 0; k < nv; ++k) ports.gamma[p].add(ports.W[at + k], vdot[k]);
  }
}
// Subtracts from γ of the ports what the rows of an elimination take; `gamma` has one entry for
// each row.
template <typename T>
GELENK_INLINE void reduce_ports(const LoopPlan& plan, const LoopPlan::Elimination& e,
                                const T* gamma, PortRows<T>& ports) {
  for (const auto& [p, at, ratio] : plan.ports_at(e.body)) {
    for (int a = 0; a < e.rows; ++a)
      ports.gamma[p].add(ports.Z_at(e.first_Y + a, p), T(0) - gamma[a]);
  }
}

// ---- outwards -----------------------------------------------------------------------------------

// Adds what the loads on all ports do: to the force on speed k of a body's joint, and to the
// multiplier of row a of an elimination.
template <typename T>
GELENK_INLINE void add_force_of_ports(const LoopPlan& plan, BodyIndex body, int k,
                                      const PortRows<T>& ports, T& force) {
  for (const auto& [p, at, ratio] : plan.ports_at(body))
    force = force + dot(ports.W[at + k], ports.tau[p]);
}
template <typename T>
GELENK_INLINE void add_multiplier_of_ports(const LoopPlan& plan, const LoopPlan::Elimination& e,
                                           int a, const PortRows<T>& ports, T& lambda) {
  for (const auto& [p, at, ratio] : plan.ports_at(e.body))
    lambda = lambda + dot(ports.Z_at(e.first_Y + a, p), ports.tau[p]);
}
// Asks ahead for the memory that add_multiplier_of_ports reads.
template <typename T>
GELENK_INLINE void ask_for_ports(const LoopPlan& plan, const LoopPlan::Elimination& e,
                                 const PortRows<T>& ports) {
  for (const auto& [p, at, ratio] : plan.ports_at(e.body)) {
    const Lane8<T>* const Z = &ports.Z_at(e.first_Y, p);
    for (int a = 0; a < e.rows; ++a) prefetch(Z[a]);
  }
}

}  // namespace gelenk
