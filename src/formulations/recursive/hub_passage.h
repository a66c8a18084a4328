// Rows that stayed at hubs (loop_plan.h) and the six rows of the hub that travelled in their place.
// A row that stayed is completed when its elimination begins:
//   row a ← row a + kᵀ (rows of the hub),                                                      (1)
// k being its wrench at the hub. This changes Λ (as a congruence, rows and columns alike), K, γ and
// the natural size of the row. The rows of the hub are among the others of the elimination, which
// changes them for the rows that are still to come. They have no equation of their own: on the way
// outwards their multipliers are the load on the hub,
//   λ_hub = Σ k λ_a                                                                            (2)
// summed over the rows that are known so far, which are just those that were eliminated later.
#pragma once

#include "formulations/recursive/loop_data.h"

namespace gelenk {

template <typename T>
GELENK_INLINE T component(const Lane6<T>& wrench, int j) {
  return j < 3 ? wrench.rot[j] : wrench.lin[j - 3];
}

// Fills LoopData::k for all shares that an elimination's rows have in hubs. K of the way inwards
// may be lent memory (RecursiveScratch); k is kept for right sides and for the way outwards.
template <typename T>
void find_shares(const LoopPlan& plan, const LoopPlan::Elimination& e, LoopData<T>& loops) {
  for (int i = e.first_share; i < e.first_share + e.shares; ++i) {
    const LoopPlan::Share& share = plan.shares[i];
    if (share.slot >= 0) {
      loops.k[i] = loops.K[share.slot];
      continue;
    }
    const Lane6<T>* const taken =
        loops.K.data() + plan.hubs[plan.shares[i - 1].hub].first_outer_slot;
    loops.k[i] = Lane6<T>::zero();
    for (int j = 0; j < 6; ++j) loops.k[i] += taken[j] * component(loops.k[i - 1], j);
  }
}

// Begins the rows of all hubs: unit torques and forces on their bodies, and γ = 0. Before the way
// inwards.
template <typename T>
void start_hubs(const LoopPlan& plan, LoopData<T>& loops) {
  for (const LoopPlan::Hub& hub : plan.hubs) {
    for (int j = 0; j < 6; ++j) {
      Lane6<T>& K = loops.K[hub.first_slot + j];
      K = Lane6<T>::zero();
      const int axis = j % 3;
      (j < 3 ? K.rot : K.lin) = Lane3<T>::from(T(axis == 0), T(axis == 1), T(axis == 2));
      loops.gamma[hub.first_row + j] = T(0);
    }
  }
}

// Equation (1) in Λ, K, natural sizes and the rows of ports. Before the elimination is factored.
template <typename T>
void complete_rows(const LoopPlan& plan, const LoopPlan::Elimination& e, LoopData<T>& loops) {
  find_shares(plan, e, loops);
  const int n = e.rows, all = e.rows + e.others;
  auto Lambda = [&](int i, int j) -> T& { return loops.Lambda[plan.pair(e, i, j)]; };
  for (int i = e.first_share; i < e.first_share + e.shares; ++i) {
    const LoopPlan::Share& share = plan.shares[i];
    const Lane6<T>& k = loops.k[i];
    const int a = share.row, hub = n + share.other;
    auto times_hub = [&](int column) {
      T sum(0);
      for (int j = 0; j < 6; ++j) sum = sum + component(k, j) * Lambda(hub + j, column);
      return sum;
    };
    T diagonal = Lambda(a, a) + times_hub(a);
    for (int column = 0; column < all; ++column) {
      if (column != a) Lambda(a, column) += times_hub(column);
    }
    for (int j = 0; j < 6; ++j) diagonal = diagonal + component(k, j) * Lambda(a, hub + j);
    Lambda(a, a) = diagonal;

    const int row = plan.slots[e.first_slot + a].row, of_hub = plan.hubs[share.hub].first_row;
    for (int j = 0; j < 6; ++j) {
      const T k_j = component(k, j);
      loops.natural[row] += value_of(k_j * k_j) * loops.natural[of_hub + j];
      if (e.body != 0) loops.K[e.first_slot + a] += loops.K[plan.other(e, share.other + j)] * k_j;
    }
    if (plan.ports.empty()) continue;
    for (const auto& [port, at, ratio] : plan.ports_at(e.body)) {
      for (int j = 0; j < 6; ++j)
        loops.ports.X_at(row, port).add(loops.ports.X_at(of_hub + j, port), component(k, j));
    }
  }
}

// Equation (1) in γ; `gamma` has one entry for each row of the elimination.
template <typename T>
void complete_right_sides(const LoopPlan& plan, const LoopPlan::Elimination& e,
                          const LoopData<T>& loops, T* gamma) {
  for (int i = e.first_share; i < e.first_share + e.shares; ++i) {
    const LoopPlan::Share& share = plan.shares[i];
    const T* const of_hub = loops.gamma.data() + plan.hubs[share.hub].first_row;
    for (int j = 0; j < 6; ++j) gamma[share.row] += component(loops.k[i], j) * of_hub[j];
  }
}

// Equation (2): adds what the rows of one elimination, whose λ are known, load their hubs with.
template <typename T>
void load_hubs(const LoopPlan& plan, const LoopPlan::Elimination& e, LoopData<T>& loops) {
  for (int i = e.first_share; i < e.first_share + e.shares; ++i) {
    const LoopPlan::Share& share = plan.shares[i];
    T* const of_hub = loops.lambda.data() + plan.hubs[share.hub].first_row;
    const T lambda = loops.lambda[plan.slots[e.first_slot + share.row].row];
    for (int j = 0; j < 6; ++j) of_hub[j] += component(loops.k[i], j) * lambda;
  }
}

}  // namespace gelenk
