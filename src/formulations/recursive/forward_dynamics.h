// Forward dynamics by the articulated-body recursion with locked joints (Dymola 16–20; Featherstone
// 1987, chapter 6) and with constraint rows that travel along (loop_plan.h). Accelerations are split into
// a known part A (calc_motion with the known joint accelerations, zero for free joints) and the change δ
// that the free joints add, so that no velocity terms appear in the recursion. Towards the root, with
// U = I S, D = Sᵀ U on the free speeds (locked ones: D⁻¹ = 0), u = τ − Sᵀ P:
//   I' = I − U D⁻¹ Uᵀ        P' = P + U D⁻¹ u        K' = K − U D⁻¹ W       W = Sᵀ K              (1)
//   Λ += Wᵀ D⁻¹ W            γ += Wᵀ D⁻¹ u                                                        (2)
// then moved to the parent's origin and added there. Where the rows E are eliminated, rows R going on,
//   λ_E = −Λ⁺ (Kᵀ δ + γ_E + Λ_ER λ_R)                                                             (3)
//   I += K Λ⁺ Kᵀ    P += K Λ⁺ γ_E    K_R −= K Λ⁺ Λ_ER    γ_R −= Λ_RE Λ⁺ γ_E    Λ_RR −= Λ_RE Λ⁺ Λ_ER  (4)
// Outwards:
//   v̇ = D⁻¹ (u − Uᵀ δ' + W λ)        δ = δ' + S v̇,    δ' = parent's δ at this origin                (5)
// The factors (I, U, D, W, Λ⁺) serve any right side: accelerations, and corrections of positions and
// speeds, which are the same problem with P = 0, τ = 0 and a residual for γ.
#pragma once

#include <algorithm>
#include <type_traits>

#include "formulations/recursive/hub_passage.h"
#include "formulations/recursive/inverse_dynamics.h"
#include "formulations/recursive/mass_matrix.h"
#include "formulations/recursive/port_passage.h"
#include "formulations/refinement.h"
#include "math/flush_to_zero.h"
#include "math/prefetch.h"

namespace gelenk {

// A joint moves no inertia worth the name: relative to what the inertia is about other axes.
inline constexpr double massless_tolerance = 1e-13;
// The same for a gimbal, 1e-11 radians from its lock.
inline constexpr double gimbal_tolerance = 1e-22;

template <typename T>
GELENK_INLINE T trace(const Lane33<T>& A) {
  return A.c[0][0] + A.c[1][1] + A.c[2][2];
}

// A − a bᵀ s
template <typename T>
GELENK_INLINE void subtract_outer(Lane33<T>& A, const Lane3<T>& a, const Lane3<T>& b) {
  A = {{A.c[0] - a * b[0], A.c[1] - a * b[1], A.c[2] - a * b[2]}};
}
template <typename T>
GELENK_INLINE void subtract_outer(ArticulatedInertia<T>& I, const Lane6<T>& a, const Lane6<T>& b) {
  subtract_outer(I.J, a.rot, b.rot);
  subtract_outer(I.B, a.lin, b.rot);
  subtract_outer(I.M, a.lin, b.lin);
}

// Generalised inverse of the symmetric semidefinite n × n matrix D by sweeps on its diagonal; rows of
// locked speeds, and rows whose pivot falls below the tolerance, stay out (zero). `size`: natural size of
// the diagonal entries. `least` becomes the smallest pivot beside `terms`, what the diagonal entries are sums of. True when
// no free row stayed out.
template <typename T>
bool invert_free(int n, const T* D, const char* locked, const double* size, const double* terms,
                 double tolerance, T* inverse, double& least) {
  least = 1.0;
  std::copy(D, D + n * n, inverse);
  std::array<bool, 6> out{}, done{};
  bool whole = true;
  for (int i = 0; i < n; ++i) out[i] = locked[i] != 0;
  for (int step = 0; step < n; ++step) {
    int k = -1;
    double best = tolerance;
    for (int i = 0; i < n; ++i) {
      if (out[i] || done[i] || !(size[i] > 0)) continue;
      const double pivot = value_of(inverse[i * n + i]) / size[i];
      if (pivot > best) best = pivot, k = i;
    }
    if (k < 0) break;
    least = std::min(least, value_of(inverse[k * n + k]) / terms[k]);
    done[k] = true;
    const T d = T(1) / inverse[k * n + k];
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const T f = inverse[i * n + k] * d;
      for (int j = 0; j < n; ++j) {
        if (j != k) inverse[i * n + j] -= f * inverse[k * n + j];
      }
    }
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      inverse[i * n + k] = -(inverse[i * n + k] * d);
      inverse[k * n + i] = inverse[k * n + i] * d;
    }
    inverse[k * n + k] = d;
  }
  for (int i = 0; i < n; ++i) {
    whole = whole && (done[i] || out[i]);
    for (int j = 0; j < n; ++j) {
      if (!done[i] || !done[j]) inverse[i * n + j] = T(0);
    }
  }
  return whole;
}

template <typename T>
class ForwardDynamics {
 public:
  ForwardDynamics(const Tree& tree, const LoopPlan& plan)
      : tree_(tree),
        plan_(plan),
        has_rows_(plan.rows > 0),
        has_ports_(!plan.ports.empty()),
        behind_(find_gimbals(tree)) {}

  // Bodies whose joint has a free speed without inertia (outside of loops), of the last factor().
  BodyIndex undetermined() const { return undetermined_; }
  // The smallest pivot of a joint beside the inertia there, of those that may be small (refinement.h), and the body that the
  // joint carries; of the last gather() or factor().
  double least_pivot() const { return least_pivot_; }
  BodyIndex thinnest() const { return thinnest_; }

  // Accelerations of a state: data holds its motion, loops its rows; `loads` are wrenches on the bodies about their
  // origins, in world axes (null: none). Fills vdot and λ.
  void eval(const T* tau, const Lane6<T>* loads, TreeData<T>& data, LoopData<T>& loops, T* vdot) {
    gather(tau, loads, data, loops);
    spread(data, loops, vdot);
  }

  // The same in two halves, for a tree with ports: the first leaves their Λ and γ at ground (port_rows.h), and
  // between them their loads τ are given.
  void gather(const T* tau, const Lane6<T>* loads, TreeData<T>& data, LoopData<T>& loops) {
    const FlushToZero tiny_numbers;
    undetermined_ = -1;
    least_pivot_ = 1.0;
    thinnest_ = -1;
    has_unit_inertia_ = false;
    if (is_bare()) {
      gather_bodies<true>(tau, loads, data, loops);
      return;
    }
    clear_rows(loops);
    gather_bodies<false>(tau, loads, data, loops);
    if (const LoopPlan::Place* place = place_of(0)) {
      ArticulatedInertia<T> I = unit_inertia();
      Lane6<T> P = Lane6<T>::zero();
      eliminate_rows(*place, I, P, loops);
    }
  }
  void spread(TreeData<T>& data, LoopData<T>& loops, T* vdot) {
    sweep_out(data, loops, vdot);
    for (int k = 0; k < tree_.nv; ++k) vdot[k] = vdot[k] + data.known[k];
  }

  // The two halves of eval, for several right sides with one factorisation; on request as if all bodies had mass and
  // inertia one.
  void factor(TreeData<T>& data, LoopData<T>& loops, bool with_unit_inertia = false) {
    const FlushToZero tiny_numbers;
    if (has_rows_ || has_ports_) clear_rows(loops);
    undetermined_ = -1;
    least_pivot_ = 1.0;
    thinnest_ = -1;
    has_unit_inertia_ = with_unit_inertia;
    for (std::size_t i = tree_.bodies.size(); i-- > 1;) {
      const TreeBody& b = tree_.bodies[i];
      ArticulatedInertia<T> I =
          with_unit_inertia ? unit_inertia() : articulate(turn_inertia(b, data.body[i].R));
      if (b.carries) I += data.gathered[b.slot].I;
      const LoopPlan::Place* place = place_of(i);
      if (place != nullptr) I = factor_eliminations(*place, I, loops);
      factor_joint(i, I, data, loops, place);
    }
    // Ground has no inertia that an elimination could change.
    if (const LoopPlan::Place* place = place_of(0))
      factor_eliminations(*place, unit_inertia(), loops);
  }
  void solve(const T* tau, TreeData<T>& data, LoopData<T>& loops, T* vdot) {
    reduce(tau, data, loops);
    sweep_out(data, loops, vdot);
  }
  // The first half of solve, with right sides of rows and ports alone; the second is sweep_out.
  void reduce(const T* tau, TreeData<T>& data, LoopData<T>& loops) {
    const FlushToZero tiny_numbers;
    for (std::size_t i = tree_.bodies.size(); i-- > 1;) {
      const TreeBody& b = tree_.bodies[i];
      Lane6<T> P = b.carries ? data.gathered[b.slot].P : Lane6<T>::zero();
      const LoopPlan::Place* place = place_of(i);
      if (place != nullptr) P = reduce_eliminations(*place, P, loops);
      reduce_joint(i, tau, P, data, loops, place);
    }
    if (const LoopPlan::Place* place = place_of(0))
      reduce_eliminations(*place, Lane6<T>::zero(), loops);
  }
  void sweep_out(TreeData<T>& data, LoopData<T>& loops, T* vdot) {
    const FlushToZero tiny_numbers;
    for (const LoopPlan::Hub& hub : plan_.hubs)
      std::fill_n(loops.lambda.begin() + hub.first_row, 6, T(0));
    if (const LoopPlan::Place* place = place_of(0))
      find_multipliers(*place, Lane6<T>::zero(), loops);
    if (is_bare())
      release_bodies<true>(data, loops, vdot);
    else
      release_bodies<false>(data, loops, vdot);
  }

 private:
  // What factor_elimination leaves behind for find_multipliers.
  GELENK_INLINE void ask_for(const LoopPlan::Elimination& e, const LoopData<T>& loops) const {
    prefetch<64>(&loops.y[e.first_Y]);
    for (int a = 0; a < e.rows; ++a) {
      prefetch(loops.Y[e.first_Y + a]);
      prefetch<64>(loops.Z.data() + e.first_Z + a * e.others);
    }
    if (has_ports_) ask_for_ports(plan_, e, loops.ports);
  }
  static ArticulatedInertia<T> unit_inertia() {
    BodyInertia<T> one{T(1), Lane3<T>::zero(), {}};
    one.J = articulate(one).M;
    return articulate(one);
  }

  // A tree without rows and ports has kernels of its own, which need not ask for either at every body.
  bool is_bare() const { return !has_rows_ && !has_ports_; }

  template <bool is_bare>
  void gather_bodies(const T* tau, const Lane6<T>* loads, TreeData<T>& data, LoopData<T>& loops) {
    for (std::size_t i = tree_.bodies.size(); i-- > 1;) {
      const TreeBody& b = tree_.bodies[i];
      const BodyData<T>& B = data.body[i];
      const BodyInertia<T> own = turn_inertia(b, B.R);
      ArticulatedInertia<T> I = articulate(own);
      Lane6<T> P = calc_body_wrench(own, B.V, B.A);
      if (loads != nullptr) P -= loads[i];
      if (b.carries) {
        I += data.gathered[b.slot].I;
        P += data.gathered[b.slot].P;
      }
      const LoopPlan::Place* place = is_bare ? nullptr : place_of(i);
      if (place != nullptr) eliminate_rows(*place, I, P, loops);
      factor_joint<is_bare>(i, I, data, loops, place);
      reduce_joint<is_bare>(i, tau, P, data, loops, place);
    }
  }
  template <bool is_bare>
  void release_bodies(TreeData<T>& data, LoopData<T>& loops, T* vdot) {
    Lane6<T> delta = Lane6<T>::zero();
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i)
      delta = release_body<is_bare>(i, delta, data, loops, vdot);
  }

  BodyIndex number_of(const TreeBody& b) const {
    return static_cast<BodyIndex>(&b - tree_.bodies.data());
  }
  const LoopPlan::Place* place_of(std::size_t i) const {
    if (!has_rows_) return nullptr;
    const LoopPlan::Place& place = plan_.places[i];
    return place.slots > 0 ? &place : nullptr;
  }

  // Bodies that rows only pass start without a wrench; those that they act on keep theirs. The caller has
  // set K and W of those and zeroed the rest.
  void clear_rows(LoopData<T>& loops) const {
    if (has_ports_) loops.ports.clear(plan_);
    if (!has_rows_) return;
    std::fill(loops.Lambda.begin(), loops.Lambda.end(), T(0));
    std::fill(loops.natural.begin(), loops.natural.end(), 0.0);
    start_hubs(plan_, loops);
  }

  // ---- gimbals -----------------------------------------------------------------------------------

  // By body: the only one that it carries, where it has no inertia of its own; else −1.
  static std::vector<BodyIndex> find_gimbals(const Tree& tree) {
    std::vector<BodyIndex> behind(tree.bodies.size(), -1);
    std::vector<int> carried(tree.bodies.size(), 0);
    for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
      behind[tree.bodies[i].parent] = static_cast<BodyIndex>(i);
      ++carried[tree.bodies[i].parent];
    }
    for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
      const TreeBody& b = tree.bodies[i];
      const bool has_inertia = b.mass > 0 || b.J[0] + b.J[3] + b.J[5] > 0;
      if (i == 0 || has_inertia || carried[i] != 1) behind[i] = -1;
    }
    return behind;
  }
  bool is_gimbal(std::size_t i) const {
    return tree_.bodies[i].light && behind_[i] > 0 && !has_unit_inertia_ && !adds_inertia(i);
  }
  // Loops that end at a body couple what the joints behind it leave free.
  bool adds_inertia(std::size_t i) const {
    const LoopPlan::Place* place = place_of(i);
    return place != nullptr && place->eliminated > 0;
  }

  // A gimbal feels nothing of motions along the axes of the free joints behind it: I S_c = 0. Near the lock its own axis
  // comes in line with one of them, and Sᵀ I S would be nothing but the rounding of I. What S has besides theirs moves
  // the same, and is small itself.
  __attribute__((noinline)) Lane6<T> leave_out_free(std::size_t i, Lane6<T> S,
                                                    const TreeData<T>& data) const {
    std::array<Lane6<T>, 6> free;  // orthogonal to each other, about the origin of body i
    int count = 0;
    auto take_out = [&](Lane6<T>& x) {
      for (int pass = 0; pass < 2; ++pass) {
        for (int k = 0; k < count; ++k) x -= free[k] * (dot(free[k], x) / dot(free[k], free[k]));
      }
    };
    Lane3<T> back = Lane3<T>::zero();
    for (BodyIndex c = behind_[i]; c > 0 && !adds_inertia(c); c = behind_[c]) {
      const TreeBody& b = tree_.bodies[c];
      back -= data.body[c].r;
      const LoopPlan::Place* place = place_of(c);
      if (place != nullptr && place->born > 0) break;
      for (int k = 0; k < b.nv && count < 6; ++k) {
        if (data.locked[b.v + k] || value_of(data.armature[b.v + k]) > 0) continue;
        Lane6<T> x = shift_motion(get_column(b, data.body[c], data.columns_at(c), k), back);
        const double size = value_of(dot(x, x));
        take_out(x);
        if (value_of(dot(x, x)) > 1e-20 * size) free[count++] = x;
      }
    }
    take_out(S);
    return S;
  }

  // ---- factors -----------------------------------------------------------------------------------

  // U and D of the joint; hands the inertia on.
  template <bool is_bare = false>
  GELENK_INLINE void factor_joint(std::size_t i, ArticulatedInertia<T> I, TreeData<T>& data,
                                  LoopData<T>& loops, const LoopPlan::Place* place) {
    const TreeBody& b = tree_.bodies[i];
    JointFactor<T>& f = data.factors[i];
    f.r = data.body[i].r;
    if (b.motion == TreeBody::Motion::general) {
      I = factor_general(b, I, f, *data.columns_at(i), data, loops, place);
    } else {
      const Lane3<T> e = data.body[i].R.c[2];
      f.e = e;
      const bool turns = b.motion == TreeBody::Motion::rotation;
      Lane6<T> U = turns ? Lane6<T>{I.J * e, I.B * e} : Lane6<T>{transpose_times(I.B, e), I.M * e};
      T D = dot(e, turns ? U.rot : U.lin) + data.armature[b.v];
      double tolerance = massless_tolerance;
      if (is_gimbal(i)) {
        const Lane6<T> S =
            leave_out_free(i, get_column(b, data.body[i], data.columns_at(i), 0), data);
        U = I * S;
        D = dot(S, U) + data.armature[b.v];
        tolerance = gimbal_tolerance;
      }
      T inverse(0);
      const bool deferred = place != nullptr && place->born > 0;
      if (!data.locked[b.v] && !deferred) {
        bool moves = true;
        if (b.thin) {
          const Lane3<T> A = get_diagonal(turns ? I.J : I.M);
          const T size = A[0] + A[1] + A[2] + data.armature[b.v];
          if (!(D > size * T(uneven_pivot))) [[unlikely]]
            moves = note_small_pivot(b, D, size, e, A, tolerance, place != nullptr);
        }
        if (moves) inverse = T(1) / D;
      }
      f.U = U;
      f.D_inverse = inverse;
      if (place != nullptr) {
        if (deferred) defer_speed(*place, 0, U, &D, data.locked.data() + b.v, loops);
        pass_rows(*place, f, turns, data.locked[b.v] != 0, b.parent == 0, loops);
      }
      subtract_outer(I, U, U * inverse);
    }
    if (b.parent > 0) hand_on(b, tree_, shift_inertia(I, f.r), data);
    if (is_bare || !has_ports_) return;
    const BodyIndex body = static_cast<BodyIndex>(i);
    const char* const locked = data.locked.data() + b.v;
    if (b.motion == TreeBody::Motion::general)
      pass_ports_general(plan_, body, b.nv, f.r, *data.columns_at(i), locked, place, loops);
    else
      pass_ports(plan_, body, f, b.motion == TreeBody::Motion::rotation, *locked != 0, place,
                 loops);
  }

  // The pivot D = eᵀ A e of a joint of one degree of freedom is small beside the trace of A. Whether it is anything at all.
  __attribute__((noinline)) bool note_small_pivot(const TreeBody& b, T D, T size, Lane3<T> e,
                                                  Lane3<T> A, double tolerance, bool in_loop) {
    if (b.light && D <= size * T(tolerance)) {
      undetermined_ = number_of(b);
      return false;
    }
    const bool turns = b.motion == TreeBody::Motion::rotation;
    const double own = in_loop && turns ? sum_diagonal(b.J) : 0.0;
    note_pivot(b, value_of(D) / std::max(own, sum_terms(e, A)));
    return true;
  }
  // How large the terms of eᵀ A e are of which it is the sum: where that is much smaller, digits cancel. (A is semidefinite:
  // no entry is larger than the diagonal ones beside it.) In a loop they may cancel later, where 1/D meets that of the other
  // joints: there what the body has about other axes counts as well.
  static double sum_terms(const Lane3<T>& e, const Lane3<T>& A) {
    return value_of(e[0] * e[0] * A[0] + e[1] * e[1] * A[1] + e[2] * e[2] * A[2]);
  }
  static GELENK_INLINE Lane3<T> get_diagonal(const Lane33<T>& A) {
    return Lane3<T>::from(A.c[0][0], A.c[1][1], A.c[2][2]);
  }
  static double sum_diagonal(const double* J) { return J[0] + J[3] + J[5]; }
  void note_pivot(const TreeBody& b, double pivot) {
    if (pivot >= least_pivot_) return;
    least_pivot_ = pivot;
    thinnest_ = number_of(b);
  }

  __attribute__((noinline)) ArticulatedInertia<T> factor_general(
      const TreeBody& b, ArticulatedInertia<T> I, const JointFactor<T>& f, JointColumns<T>& c,
      TreeData<T>& data, LoopData<T>& loops, const LoopPlan::Place* place) {
    const int n = b.nv;
    std::array<T, 36> D;
    std::array<double, 6> size{}, terms{};
    const double J = value_of(trace(I.J)), M = value_of(trace(I.M));
    const Lane6<T>* S = c.S.data();
    std::array<Lane6<T>, 6> besides;
    const bool gimbal = is_gimbal(number_of(b));
    if (gimbal) {
      for (int k = 0; k < n; ++k) besides[k] = leave_out_free(number_of(b), S[k], data);
      S = besides.data();
    }
    for (int k = 0; k < n; ++k) c.U[k] = I * S[k];
    for (int k = 0; k < n; ++k) {
      for (int l = 0; l < n; ++l) D[k * n + l] = dot(S[k], c.U[l]);
      D[k * n + k] = D[k * n + k] + data.armature[b.v + k];
      size[k] = J * value_of(dot(c.S[k].rot, c.S[k].rot)) +
                M * value_of(dot(c.S[k].lin, c.S[k].lin)) + value_of(data.armature[b.v + k]);
      const double own =
          place == nullptr ? 0.0 : sum_diagonal(b.J) * value_of(dot(c.S[k].rot, c.S[k].rot));
      terms[k] = std::max(own, sum_terms(c.S[k].rot, get_diagonal(I.J)) +
                                   sum_terms(c.S[k].lin, get_diagonal(I.M))) +
                 value_of(data.armature[b.v + k]);
    }
    const bool deferred = place != nullptr && place->born > 0;
    if (deferred) {
      std::fill(c.D_inverse.begin(), c.D_inverse.end(), T(0));
      for (int k = 0; k < n; ++k)
        defer_speed(*place, k, c.U[k], &D[k * n], data.locked.data() + b.v, loops);
    } else {
      double least;
      if (!invert_free(n, D.data(), data.locked.data() + b.v, size.data(), terms.data(),
                       !b.light ? 0.0
                       : gimbal ? gimbal_tolerance
                                : massless_tolerance,
                       c.D_inverse.data(), least))
        undetermined_ = number_of(b);
      note_pivot(b, least);
    }
    if (place != nullptr) pass_rows_general(*place, b, f, c, data.locked.data() + b.v, loops);
    for (int k = 0; k < n; ++k) {
      Lane6<T> UD = Lane6<T>::zero();
      for (int l = 0; l < n; ++l) UD += c.U[l] * c.D_inverse[l * n + k];
      subtract_outer(I, c.U[k], UD);
    }
    return I;
  }

  // A speed whose equation is solved further in: K = −U, and −D on the diagonal. One that is locked has the
  // equation −x = 0 for what it adds to its known acceleration.
  void defer_speed(const LoopPlan::Place& place, int k, const Lane6<T>& U, const T* D_row,
                   const char* locked, LoopData<T>& loops) {
    const int first = place.slots - place.born, pair = first - place.eliminated;
    loops.K[place.first_slot + first + k] = locked[k] ? Lane6<T>::zero() : U * T(-1);
    for (int l = 0; l <= k; ++l) {
      const bool couples = !locked[k] && !locked[l];
      loops.Lambda[plan_.pair(place, pair + k, pair + l)] =
          couples ? T(0) - D_row[l] : T(locked[k] && l == k ? -1 : 0);
    }
    loops.natural[plan_.slots[place.first_slot + first + k].row] =
        locked[k] ? 1.0 : std::abs(value_of(D_row[k]));
  }

  // Rows on their way past a joint of one degree of freedom.
  GELENK_INLINE void pass_rows(const LoopPlan::Place& place, const JointFactor<T>& f, bool turns,
                               bool locked, bool on_ground, LoopData<T>& loops) {
    const Lane3<T>& e = f.e;
    const int passing = place.slots - place.born;
    T* const W_here = loops.W.data() + place.first_W;
    T* const Lambda_here = loops.Lambda.data() + place.pairs.first_Lambda;
    const int* pairs = plan_.pair_tables.data() + place.pairs.table;
    int* const moving = loops.moving.data();  // rows that this joint moves, so far
    int count = 0;
    for (int s = place.eliminated; s < passing; ++s) {
      const LoopPlan::Slot& slot = plan_.slots[place.first_slot + s];
      const Lane6<T>& K = loops.K[place.first_slot + s];
      const T own = W_here[s];  // of a row on this speed alone
      const T W = own + dot(e, turns ? K.rot : K.lin);
      W_here[s] = W;
      const T DW = f.D_inverse * W;
      if (place.couples) {
        // Rows across the plane of a planar loop are moved by none of its joints.
        if (!std::is_same_v<T, double> || DW != T(0)) {
          moving[count++] = s - place.eliminated;
          if (count > s - place.eliminated) {
            for (int t = 0; t < count; ++t) {
              T& L = Lambda_here[pairs[t]];
              L = L + DW * W_here[place.eliminated + t];
            }
          } else {
            for (int k = 0; k < count; ++k) {
              const int t = moving[k];
              T& L = Lambda_here[pairs[t]];
              L = L + DW * W_here[place.eliminated + t];
            }
          }
        }
        pairs += s - place.eliminated + 1;
      }
      // What W² / D is in general.
      const T lin = dot(K.lin, K.lin);
      loops.natural[slot.row] +=
          value_of(f.D_inverse *
                   (own * own +
                    (turns ? dot(K.rot, K.rot) + lin * T(loops.squared_length[slot.row]) : lin)));
      if (place.born > 0 && !locked)
        loops.Lambda[plan_.pair(place, passing - place.eliminated, s - place.eliminated)] += W;
      // Ground does not move: K would act on nothing there.
      if (!on_ground) loops.K[slot.parent] += shift_load(K - f.U * DW, f.r);
    }
    for (int s = passing; s < place.slots && !on_ground; ++s) {
      loops.K[plan_.slots[place.first_slot + s].parent] +=
          shift_load(loops.K[place.first_slot + s], f.r);
    }
  }

  void pass_rows_general(const LoopPlan::Place& place, const TreeBody& b, const JointFactor<T>& f,
                         const JointColumns<T>& c, const char* locked, LoopData<T>& loops) {
    const int n = b.nv, passing = place.slots - place.born;
    for (int s = place.eliminated; s < passing; ++s) {
      const LoopPlan::Slot& slot = plan_.slots[place.first_slot + s];
      const Lane6<T> K = loops.K[place.first_slot + s];
      T* W = loops.W.data() + place.first_W + s * n;
      std::array<T, 6> DW{};
      const double lin = value_of(dot(K.lin, K.lin)),
                   rot = value_of(dot(K.rot, K.rot)) + lin * loops.squared_length[slot.row];
      for (int k = 0; k < n; ++k) {
        loops.natural[slot.row] += value_of(c.D_inverse[k * n + k] * W[k] * W[k]);
        W[k] = W[k] + dot(c.S[k], K);
      }
      Lane6<T> moved = K;
      for (int k = 0; k < n; ++k) {
        DW[k] = T(0);
        for (int l = 0; l < n; ++l) DW[k] = DW[k] + c.D_inverse[k * n + l] * W[l];
        moved -= c.U[k] * DW[k];
        loops.natural[slot.row] +=
            value_of(c.D_inverse[k * n + k]) * (value_of(dot(c.S[k].rot, c.S[k].rot)) * rot +
                                                value_of(dot(c.S[k].lin, c.S[k].lin)) * lin);
      }
      for (int t = place.eliminated; t <= s && place.couples; ++t) {
        const T* other = loops.W.data() + place.first_W + t * n;
        T& L = loops.Lambda[plan_.pair(place, s - place.eliminated, t - place.eliminated)];
        for (int k = 0; k < n; ++k) L = L + DW[k] * other[k];
      }
      for (int k = 0; k < place.born; ++k) {
        if (!locked[k])
          loops.Lambda[plan_.pair(place, passing + k - place.eliminated, s - place.eliminated)] +=
              W[k];
      }
      loops.K[slot.parent] += shift_load(moved, f.r);
    }
    for (int s = passing; s < place.slots; ++s) {
      loops.K[plan_.slots[place.first_slot + s].parent] +=
          shift_load(loops.K[place.first_slot + s], f.r);
    }
  }

  // Those of one place follow on one another: what one changes in the rows of the next is there when that is reached.
  // Both halves at once, since a factor may be lent to the next elimination (LoopData::lent).
  GELENK_INLINE void eliminate_rows(const LoopPlan::Place& place, ArticulatedInertia<T>& I,
                                    Lane6<T>& P, LoopData<T>& loops) {
    for (int k = place.eliminations; k-- > 0;) {
      I = factor_elimination(place.first_elimination + k, I, loops);
      P = reduce_elimination(place.first_elimination + k, P, loops);
    }
  }
  GELENK_INLINE ArticulatedInertia<T> factor_eliminations(const LoopPlan::Place& place,
                                                          ArticulatedInertia<T> I,
                                                          LoopData<T>& loops) {
    for (int k = place.eliminations; k-- > 0;)
      I = factor_elimination(place.first_elimination + k, I, loops);
    return I;
  }
  GELENK_INLINE Lane6<T> reduce_eliminations(const LoopPlan::Place& place, Lane6<T> P,
                                             LoopData<T>& loops) {
    for (int k = place.eliminations; k-- > 0;)
      P = reduce_elimination(place.first_elimination + k, P, loops);
    return P;
  }
  GELENK_INLINE void find_multipliers(const LoopPlan::Place& place, const Lane6<T>& delta,
                                      LoopData<T>& loops) {
    for (int k = 0; k < place.eliminations; ++k)
      find_multipliers(place.first_elimination + k, delta, loops);
  }

  // Λ⁺ of the rows that end here, and (4) for the inertia and for the rows that stay or go on.
  __attribute__((noinline)) ArticulatedInertia<T> factor_elimination(int number,
                                                                     ArticulatedInertia<T> I,
                                                                     LoopData<T>& loops) {
    const LoopPlan::Elimination& e = plan_.eliminations[number];
    if (number > 0) {
      if (loops.lent == nullptr) loops.factors[number - 1].prefetch_rows();
      ask_for(plan_.eliminations[number - 1], loops);
    }
    if (e.shares > 0) complete_rows(plan_, e, loops);
    SymmetricFactor<T>& factor = loops.factor_of(number);
    const EliminationRank& rank = loops.ranks[number];
    const int n = e.rows;
    const T* const Lambda = loops.Lambda.data() + e.pairs.first_Lambda;
    const int* pairs = plan_.pair_tables.data() + e.pairs.table;
    for (int a = 0; a < n; ++a) {
      for (int c = 0; c <= a; ++c)
        loops.block[a * n + c] = loops.block[c * n + a] = Lambda[*pairs++];
      const int row = plan_.slots[e.first_slot + a].row;
      loops.scale[a] = loops.natural[row];
      if (e.plain) continue;
      loops.block[a * n + a] = loops.block[a * n + a] + loops.compliance[row];
      // A row that has vanished altogether has no size, and is dependent.
      const double size = loops.fraction[row] > 0 ? loops.natural[row] / loops.fraction[row] : 0.0;
      loops.scale[a] = size + value_of(loops.compliance[row]);
    }
    if (e.indefinite) scale_by_entries(n, loops);
    factor.factor(n, loops.block.data(), loops.scale.data(), rank.threshold, !e.indefinite,
                  rank.limit);
    loops.record_rank(number, factor);
    if (e.body != 0) solve_for_inertia(e, factor, loops);
    if (has_ports_) eliminate_from_ports(plan_, e, factor, loops);
    reduce_others(e, factor, loops);
    if (e.body == 0) return I;
    const Lane6<T>* Y = loops.Y.data() + e.first_Y;
    for (int i = 0; i < factor.rank(); ++i) {
      const int a = factor.row(i);
      subtract_outer(I, loops.K[e.first_slot + a], Y[a] * T(-1));
    }
    return I;
  }

  // Z = Λ⁺ Λ_ER, then (4) for K_R and Λ_RR. Z has a row for each independent row of the elimination, in the order of its
  // pivots; those of the others would be zero. K does not matter at ground, which does not move. Of the rows R many may not meet
  // E at all: in a planar loop of spatial joints three rows of five never move anything.
  GELENK_INLINE void reduce_others(const LoopPlan::Elimination& e, const SymmetricFactor<T>& factor,
                                   LoopData<T>& loops) const {
    const int n = e.rows, rank = factor.rank();
    T* const Lambda = loops.Lambda.data() + e.pairs.first_Lambda;
    const int* const pairs = plan_.pair_tables.data() + e.pairs.table;
    auto pairs_of = [&](int r) { return pairs + (n + r) * (n + r + 1) / 2; };
    T* const Z = loops.Z.data() + e.first_Z;
    for (int i = 0; i < rank; ++i) loops.independent[e.first_Y + i] = factor.row(i);
    if (LoopData<T>::is_large(e)) {
      reduce_many_others(e, factor, loops);
      return;
    }
    int meeting = 0;
    for (int r = 0; r < e.others; ++r) {
      const int* const with = pairs_of(r);
      bool meets = false;
      for (int a = 0; a < n; ++a) {
        loops.column[a] = Lambda[with[a]];
        meets = meets || is_more_than_rounding(loops.column[a], loops.scale[a],
                                               loops.natural[plan_.slots[plan_.other(e, r)].row]);
      }
      if (!meets) {
        for (int i = 0; i < rank; ++i) Z[i * e.others + r] = T(0);
        continue;
      }
      loops.meeting[meeting++] = r;
      factor.solve(loops.column.data(), loops.work.data());
      for (int i = 0; i < rank; ++i) Z[i * e.others + r] = loops.column[factor.row(i)];
    }
    for (int m = 0; m < meeting; ++m) {
      const int r = loops.meeting[m];
      const int* const with = pairs_of(r);
      Lane6<T>& K = loops.K[plan_.other(e, r)];
      for (int i = 0; i < rank; ++i) {
        const int a = factor.row(i);
        const T* const Z_i = Z + i * e.others;
        if (e.body != 0) K -= loops.K[e.first_slot + a] * Z_i[r];
        const T cross_term = Lambda[with[a]];
        for (int k = 0; k <= m; ++k) {
          const int s = loops.meeting[k];
          T& L = Lambda[with[n + s]];
          L = L - cross_term * Z_i[s];
        }
      }
    }
  }

  // The same for large eliminations, eight of the rows R at a time.
  __attribute__((noinline)) void reduce_many_others(const LoopPlan::Elimination& e,
                                                    const SymmetricFactor<T>& factor,
                                                    LoopData<T>& loops) const {
    const int n = e.rows, rank = factor.rank();
    if (rank == 0) return;
    T* const Lambda = loops.Lambda.data() + e.pairs.first_Lambda;
    const int* const pairs = plan_.pair_tables.data() + e.pairs.table;
    auto pairs_of = [&](int r) { return pairs + (n + r) * (n + r + 1) / 2; };
    T* const Z = loops.Z.data() + e.first_Z;
    const int* const independent = loops.independent.data() + e.first_Y;
    int meeting = 0;
    for (int r = 0; r < e.others; ++r) {
      const int* const with = pairs_of(r);
      const double size = loops.natural[plan_.slots[plan_.other(e, r)].row];
      T* const crossing = loops.crossing.data() + static_cast<std::size_t>(meeting) * rank;
      bool meets = false;
      for (int i = 0; i < rank; ++i) {
        const int a = independent[i];
        crossing[i] = Lambda[with[a]];
        meets = meets || is_more_than_rounding(crossing[i], loops.scale[a], size);
      }
      if (meets)
        loops.meeting[meeting++] = r;
      else
        for (int i = 0; i < rank; ++i) Z[i * e.others + r] = T(0);
    }
    constexpr int width = 8;
    Lane8<T>* const columns = loops.port_column.data();
    for (int first = 0; first < meeting; first += width) {
      const int count = std::min(width, meeting - first);
      Lane8<T>* const packed = loops.packed.data() + static_cast<std::size_t>(first / width) * rank;
      std::fill_n(columns, n, Lane8<T>::zero());
      for (int k = 0; k < count; ++k) {
        const T* const crossing =
            loops.crossing.data() + static_cast<std::size_t>(first + k) * rank;
        for (int i = 0; i < rank; ++i) columns[independent[i]].set(k, crossing[i]);
      }
      factor.solve(columns, loops.port_work.data());
      for (int i = 0; i < rank; ++i) {
        packed[i] = columns[independent[i]];
        for (int k = 0; k < count; ++k)
          Z[i * e.others + loops.meeting[first + k]] = packed[i].get(k);
      }
    }
    for (int m = 0; m < meeting; ++m) {
      const int r = loops.meeting[m];
      const int* const with = pairs_of(r) + n;
      const T* const crossing = loops.crossing.data() + static_cast<std::size_t>(m) * rank;
      if (e.body != 0) {
        Lane6<T>& K = loops.K[plan_.other(e, r)];
        for (int i = 0; i < rank; ++i)
          K -= loops.K[e.first_slot + independent[i]] * Z[i * e.others + r];
      }
      for (int first = 0; first <= m; first += width) {
        const Lane8<T>* const packed =
            loops.packed.data() + static_cast<std::size_t>(first / width) * rank;
        Lane8<T> sum = Lane8<T>::zero();
        for (int i = 0; i < rank; ++i) sum.add(packed[i], crossing[i]);
        const int count = std::min(width, m + 1 - first);
        for (int k = 0; k < count; ++k) {
          T& L = Lambda[with[loops.meeting[first + k]]];
          L = L - sum.get(k);
        }
      }
    }
  }

  // What is below the rounding of the sums that it comes from; sizes: of the diagonal entries that belong to it. Dual numbers may
  // have a rate where they have no value.
  static GELENK_INLINE bool is_more_than_rounding(const T& entry, double size, double other_size) {
    if constexpr (!std::is_same_v<T, double>) return true;
    const double value = value_of(entry);
    return value * value > 1e-31 * size * other_size;
  }

  // Y = Λ⁺ Kᵀ
  void solve_for_inertia(const LoopPlan::Elimination& e, const SymmetricFactor<T>& factor,
                         LoopData<T>& loops) const {
    Lane6<T>* Y = loops.Y.data() + e.first_Y;
    std::copy_n(loops.K.data() + e.first_slot, e.rows, Y);
    factor.solve(Y, loops.spatial_work.data());
  }

  // With deferred speeds the diagonal says little of the size of a row.
  void scale_by_entries(int n, LoopData<T>& loops) const {
    for (int a = 0; a < n; ++a) {
      double largest = loops.scale[a];
      for (int c = 0; c < n; ++c)
        largest = std::max(largest, std::abs(value_of(loops.block[a * n + c])));
      loops.scale[a] = largest;
    }
  }

  // ---- right sides -------------------------------------------------------------------------------

  // u of the joint; hands the wrench on.
  template <bool is_bare = false>
  GELENK_INLINE void reduce_joint(std::size_t i, const T* tau, Lane6<T> P, TreeData<T>& data,
                                  LoopData<T>& loops, const LoopPlan::Place* place) {
    const TreeBody& b = tree_.bodies[i];
    JointFactor<T>& f = data.factors[i];
    if (b.motion == TreeBody::Motion::general) {
      P = reduce_general(b, tau, P, *data.columns_at(i), data.locked.data() + b.v, loops, place);
    } else {
      const Lane3<T>& e = f.e;
      f.u = tau[b.v] - dot(e, b.motion == TreeBody::Motion::rotation ? P.rot : P.lin);
      const T Du = f.D_inverse * f.u;
      if (!is_bare && has_ports_)
        accelerate_ports(plan_, static_cast<BodyIndex>(i), 1, &Du, loops.ports);
      if (place != nullptr) {
        const int passing = place->slots - place->born;
        for (int s = place->eliminated; s < passing; ++s) {
          const LoopPlan::Slot& slot = plan_.slots[place->first_slot + s];
          loops.gamma[slot.row] += loops.W[place->first_W + s] * Du;
        }
        if (place->born > 0)
          loops.gamma[plan_.slots[place->first_slot + passing].row] = data.locked[b.v] ? T(0) : f.u;
      }
      P += f.U * Du;
    }
    if (b.parent > 0) hand_on(b, tree_, shift_load(P, f.r), data);
  }

  __attribute__((noinline)) Lane6<T> reduce_general(const TreeBody& b, const T* tau, Lane6<T> P,
                                                    JointColumns<T>& c, const char* locked,
                                                    LoopData<T>& loops,
                                                    const LoopPlan::Place* place) {
    const int n = b.nv;
    for (int k = 0; k < n; ++k) c.u[k] = tau[b.v + k] - dot(c.S[k], P);
    std::array<T, 6> Du{};
    for (int k = 0; k < n; ++k) {
      Du[k] = T(0);
      for (int l = 0; l < n; ++l) Du[k] = Du[k] + c.D_inverse[k * n + l] * c.u[l];
    }
    if (place != nullptr) {
      const int passing = place->slots - place->born;
      for (int s = place->eliminated; s < passing; ++s) {
        const LoopPlan::Slot& slot = plan_.slots[place->first_slot + s];
        for (int k = 0; k < n; ++k)
          loops.gamma[slot.row] += loops.W[place->first_W + s * n + k] * Du[k];
      }
      for (int k = 0; k < place->born; ++k)
        loops.gamma[plan_.slots[place->first_slot + passing + k].row] = locked[k] ? T(0) : c.u[k];
    }
    for (int k = 0; k < n; ++k) P += c.U[k] * Du[k];
    if (has_ports_) accelerate_ports(plan_, number_of(b), n, Du.data(), loops.ports);
    return P;
  }

  __attribute__((noinline)) Lane6<T> reduce_elimination(int number, Lane6<T> P,
                                                        LoopData<T>& loops) {
    const LoopPlan::Elimination& e = plan_.eliminations[number];
    T* y = loops.y.data() + e.first_Y;
    for (int a = 0; a < e.rows; ++a) y[a] = loops.gamma[plan_.slots[e.first_slot + a].row];
    if (e.shares > 0) complete_right_sides(plan_, e, loops, y);
    const T* Z = loops.Z.data() + e.first_Z;
    const SymmetricFactor<T>& factor = loops.factor_of(number);
    for (int r = 0; r < e.others; ++r) {
      T& gamma = loops.gamma[plan_.slots[plan_.other(e, r)].row];
      for (int i = 0; i < factor.rank(); ++i) gamma -= Z[i * e.others + r] * y[factor.row(i)];
    }
    if (has_ports_) reduce_ports(plan_, e, y, loops.ports);
    factor.solve(y, loops.work.data());
    if (e.body == 0) return P;
    for (int i = 0; i < factor.rank(); ++i)
      P += loops.K[e.first_slot + factor.row(i)] * y[factor.row(i)];
    return P;
  }

  // ---- outwards ----------------------------------------------------------------------------------

  // `before`: of the body before this one, which is mostly its parent.
  template <bool is_bare>
  GELENK_INLINE Lane6<T> release_body(std::size_t i, const Lane6<T>& before, TreeData<T>& data,
                                      LoopData<T>& loops, T* vdot) {
    JointFactor<T>& f = data.factors[i];
    Lane6<T> delta = before;
    if (f.from != JointFactor<T>::body_before)
      delta = f.from >= 0 ? data.gathered[f.from].P : Lane6<T>::zero();
    delta = shift_motion(delta, f.r);
    const LoopPlan::Place* place = is_bare ? nullptr : place_of(i);
    if (f.motion == TreeBody::Motion::general) {
      delta = release_general(tree_.bodies[i], *data.columns_at(i), loops, place, delta, vdot);
    } else {
      T force = f.u - dot(f.U, delta);
      if (!is_bare && has_ports_)
        add_force_of_ports(plan_, static_cast<BodyIndex>(i), 0, loops.ports, force);
      if (place != nullptr) {
        const int passing = place->slots - place->born;
        for (int s = place->eliminated; s < passing; ++s) {
          const LoopPlan::Slot& slot = plan_.slots[place->first_slot + s];
          force = force + loops.W[place->first_W + s] * loops.lambda[slot.row];
        }
      }
      if (f.D_inverse == T(0)) f.u = force;
      T change = f.D_inverse * force;
      if (place != nullptr && place->born > 0)
        change = loops.lambda[plan_.slots[place->first_slot + place->slots - 1].row];
      vdot[f.v] = change;
      const Lane3<T> Se = f.e * change;
      if (f.motion == TreeBody::Motion::rotation)
        delta.rot += Se;
      else
        delta.lin += Se;
    }
    if (f.slot >= 0) data.gathered[f.slot].P = delta;
    if (place != nullptr && place->eliminated > 0) find_multipliers(*place, delta, loops);
    return delta;
  }

  __attribute__((noinline)) Lane6<T> release_general(const TreeBody& b, const JointColumns<T>& c,
                                                     const LoopData<T>& loops,
                                                     const LoopPlan::Place* place, Lane6<T> delta,
                                                     T* vdot) const {
    const int n = b.nv;
    std::array<T, 6> force{}, change{};
    for (int k = 0; k < n; ++k) {
      force[k] = c.u[k] - dot(c.U[k], delta);
      if (has_ports_) add_force_of_ports(plan_, number_of(b), k, loops.ports, force[k]);
      if (place == nullptr) continue;
      for (int s = place->eliminated; s < place->slots - place->born; ++s) {
        const LoopPlan::Slot& slot = plan_.slots[place->first_slot + s];
        force[k] = force[k] + loops.W[place->first_W + s * n + k] * loops.lambda[slot.row];
      }
    }
    for (int k = 0; k < n; ++k) {
      change[k] = T(0);
      for (int l = 0; l < n; ++l) change[k] = change[k] + c.D_inverse[k * n + l] * force[l];
      if (place != nullptr && place->born > 0) {
        const int first = place->first_slot + place->slots - place->born;
        change[k] = loops.lambda[plan_.slots[first + k].row];
      }
      vdot[b.v + k] = change[k];
    }
    for (int k = 0; k < n; ++k) delta += c.S[k] * change[k];
    return delta;
  }

  // (3)
  __attribute__((noinline)) void find_multipliers(int number, Lane6<T> delta, LoopData<T>& loops) {
    const LoopPlan::Elimination& e = plan_.eliminations[number];
    constexpr int later = 3;
    if (number + later < static_cast<int>(plan_.eliminations.size()))
      ask_for(plan_.eliminations[number + later], loops);
    const T* y = loops.y.data() + e.first_Y;
    const T* Z = loops.Z.data() + e.first_Z;
    const LoopPlan::Slot* const slots = plan_.slots.data() + e.first_slot;
    for (int a = 0; a < e.rows; ++a) loops.lambda[slots[a].row] = T(0);
    for (int i = 0; i < loops.ranks[number].rank; ++i) {
      const int a = loops.independent[e.first_Y + i];
      T lambda = y[a];
      if (e.body != 0) lambda = lambda + dot(loops.Y[e.first_Y + a], delta);
      for (int r = 0; r < e.others; ++r)
        lambda = lambda + Z[i * e.others + r] * loops.lambda[plan_.slots[plan_.other(e, r)].row];
      if (has_ports_) add_multiplier_of_ports(plan_, e, a, loops.ports, lambda);
      loops.lambda[slots[a].row] = T(0) - lambda;
    }
    if (e.shares > 0) load_hubs(plan_, e, loops);
  }

  const Tree& tree_;
  const LoopPlan& plan_;
  bool has_rows_, has_ports_;
  BodyIndex undetermined_ = -1;
  bool has_unit_inertia_ = false;
  double least_pivot_ = 1.0;
  BodyIndex thinnest_ = -1;
  std::vector<BodyIndex> behind_;
};

}  // namespace gelenk
