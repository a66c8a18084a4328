#include "formulations/recursive/loop_ranks.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gelenk {

Vector choose_direction(const Vector& v, int attempt) {
  Vector direction = v;
  if (attempt > 0 || !(v.norm() > 0)) {
    for (int i = 0; i < v.size(); ++i) direction[i] = std::cos(1.0 + attempt + 2.0 * i);
  }
  if (direction.size() > 0) direction /= direction.cwiseAbs().maxCoeff();
  return direction;
}

LoopRanks::LoopRanks(const System& system, const Tree& tree, const LoopPlan& plan,
                     const ConstraintRows& rows, LoopCorrection& correction, RecursiveState& state)
    : system_(system),
      tree_(tree),
      plan_(plan),
      rows_(rows),
      correction_(correction),
      state_(state),
      pivots_(plan.eliminations.size()),
      memory_(plan.eliminations.size()),
      first_of_(plan.groups, -1) {
  std::vector<std::vector<int>> speeds(plan.groups);
  std::vector<std::size_t> listed(plan.groups, 0);  // body whose speeds a group has already
  for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
    const LoopPlan::Place& place = plan.places[i];
    for (int s = place.eliminated; s < place.slots; ++s) {
      const int row = plan.slots[place.first_slot + s].row;
      const int group = plan.eliminations[plan.elimination_of[row]].group;
      if (std::exchange(listed[group], i) == i) continue;
      for (int k = 0; k < tree.bodies[i].nv; ++k) speeds[group].push_back(tree.bodies[i].v + k);
    }
  }
  for (std::size_t e = 0; e < plan.eliminations.size(); ++e) {
    int& first = first_of_[plan.eliminations[e].group];
    if (first < 0) first = static_cast<int>(e);
  }
  for (std::vector<int>& of_group : speeds) turns_.emplace_back(std::move(of_group));
  remember();
  update_thresholds();
}

void LoopRanks::learn(const Vector& q, const Vector& v) {
  known_ = plan_.eliminations.empty();
  if (known_) return;
  auto calc_motion_at = [&](const Vector& at, const Vector& speed) {
    state_.q = at;
    state_.v = speed;
    calc_motion(tree_, at.data(), speed.data(), state_.bodies.known.data(), state_.bodies);
  };
  calc_motion_at(q, v);
  measure_loops();
  std::vector<int> ranks(plan_.eliminations.size());
  for (const Metric metric : {Metric::euclidean, Metric::mass}) {
    factor_in(metric);
    for (std::size_t e = 0; e < ranks.size(); ++e) {
      if (is_geometric(e) == (metric == Metric::euclidean)) ranks[e] = state_.loops.ranks[e].rank;
    }
  }
  Vector move;
  // A mechanism that cannot move has no place beside this one; neither need drives allow it.
  auto factor_beside = [&](double way) {
    if (move.lpNorm<Eigen::Infinity>() < 1e-3) return false;
    Vector beside = q, still = Vector::Zero(tree_.nv);
    step_coordinates(*system_.root, way * move, beside);
    std::string ignored;
    return correction_.project(beside, still, ignored) &&
           correction_.calc_residual(LoopCorrection::Level::position) < 1e-11 * tree_.length;
  };
  bool moves = false;
  for (int attempt = 0; attempt < directions_beside && !moves; ++attempt) {
    move = choose_direction(v, attempt);
    calc_motion_at(q, move);
    if (attempt > 0) factor_in(Metric::mass);
    correction_.calc_residual(LoopCorrection::Level::velocity);
    move += correction_.calc_correction();
    moves = factor_beside(steps_beside[0]);
  }
  if (!moves) {
    state_.q = q;
    state_.v = v;
  }
  auto set_limits = [&](Metric metric) {
    for (std::size_t e = 0; e < ranks.size(); ++e) {
      if (is_geometric(e) != (metric == Metric::euclidean)) continue;
      int clear = 0;
      while (state_.loops.factors[e].pivot(clear) > clear_pivot) ++clear;
      set_limit(e, std::max(ranks[e], clear));
    }
  };
  factor_in(Metric::euclidean);
  set_limits(Metric::euclidean);
  std::vector<double> geometric(ranks.size());
  auto keep_geometric = [&] {
    for (std::size_t e = 0; e < ranks.size(); ++e) geometric[e] = state_.loops.ranks[e].last_pivot;
  };
  auto note_pivots = [&] {
    for (std::size_t e = 0; e < ranks.size(); ++e) {
      pivots_[e].note(Metric::mass, state_.loops.ranks[e].last_pivot);
      pivots_[e].note(Metric::euclidean, geometric[e]);
    }
  };
  keep_geometric();
  known_ = true;
  factor_in(Metric::mass);
  set_limits(Metric::mass);
  note_pivots();
  find_undetermined();
  for (std::size_t k = 1; k < steps_beside.size(); ++k) {
    if (!moves || !factor_beside(steps_beside[k])) break;
    factor_in(Metric::euclidean);
    keep_geometric();
    factor_in(Metric::mass);
    note_pivots();
  }
  remember();
  update_thresholds();
}

// ---- memory and trials ---------------------------------------------------------------------------------

// The present trial is the memory.
void LoopRanks::remember() {
  for (std::size_t e = 0; e < memory_.size(); ++e)
    memory_[e] = {state_.loops.ranks[e].limit, pivots_[e]};
  has_learnt_ = false;
  for (SetAside& aside : aside_) aside.any = false;
}

void LoopRanks::recall() {
  if (!has_learnt_) return;
  has_learnt_ = false;
  for (std::size_t e = 0; e < memory_.size(); ++e) {
    state_.loops.ranks[e].limit = memory_[e].limit;
    pivots_[e] = memory_[e].pivots;
  }
  update_thresholds();
}

void LoopRanks::set_aside(Trial trial) {
  SetAside& aside = aside_[static_cast<std::size_t>(trial)];
  aside.any = has_learnt_;
  if (!has_learnt_) return;
  aside.known.resize(memory_.size());
  for (std::size_t e = 0; e < memory_.size(); ++e)
    aside.known[e] = {state_.loops.ranks[e].limit, pivots_[e]};
}

void LoopRanks::keep(bool corrected, bool evaluated, const Eigen::Ref<const Vector>& v) {
  for (TurnWatch& turn : turns_) turn.learn(v);
  for (const Trial trial : {Trial::correction, Trial::evaluation}) {
    SetAside& aside = aside_[static_cast<std::size_t>(trial)];
    const bool is_kept = aside.any && (trial == Trial::correction ? corrected : evaluated);
    aside.any = false;
    if (!is_kept) continue;
    for (std::size_t e = 0; e < memory_.size(); ++e) {
      memory_[e].limit = std::max(memory_[e].limit, aside.known[e].limit);
      memory_[e].pivots.merge(aside.known[e].pivots);
    }
    has_learnt_ = true;
  }
  recall();
}

void LoopRanks::start(const Eigen::Ref<const Vector>& v) {
  forget();
  std::fill(state_.loops.squared_length.begin(), state_.loops.squared_length.end(), 1.0);
  for (TurnWatch& turn : turns_) {
    turn.forget();
    turn.learn(v);
  }
}

void LoopRanks::list_memory(Memory& memory) {
  memory(known_, undetermined_, memory_, state_.loops.squared_length, turns_);
  for (std::size_t e = 0; e < memory_.size(); ++e)
    memory.check(memory_[e].limit >= 0 && memory_[e].limit <= plan_.eliminations[e].rows);
  if (memory.is_saving()) return;
  for (SetAside& aside : aside_) aside.any = false;
  has_learnt_ = true;
  recall();
}

// ---- learning ------------------------------------------------------------------------------------------

// At the state's q and v.
void LoopRanks::factor_in(Metric metric) {
  use_metric(metric);
  correction_.set_metric(metric);
  correction_.factor();
}

// How far from its closing joint each loop reaches.
void LoopRanks::measure_loops() {
  for (const ClosingJoint& c : rows_.closing()) {
    const Vec3<double> p = calc_motion_of(state_.bodies, c.M).X.p;
    double size = 0.0;
    for (BodyIndex end : {c.F.body, c.M.body}) {
      for (BodyIndex b = end; b != plan_.eliminated_at[c.first_row]; b = tree_.bodies[b].parent)
        size = std::max(size, (to_eigen(state_.bodies.body[b].p) - p).squaredNorm());
    }
    for (int i = 0; i < c.rows; ++i)
      state_.loops.squared_length[c.first_row + i] = size > 0 ? size : tree_.length * tree_.length;
  }
  // A hub's rows are as large as the largest of those that stay there.
  std::vector<double>& squared_length = state_.loops.squared_length;
  for (const LoopPlan::Hub& hub : plan_.hubs) std::fill_n(&squared_length[hub.first_row], 6, 0.0);
  for (const LoopPlan::Elimination& e : plan_.eliminations) {
    for (int i = e.first_share; i < e.first_share + e.shares; ++i) {
      const LoopPlan::Share& share = plan_.shares[i];
      double* const of_hub = &squared_length[plan_.hubs[share.hub].first_row];
      const double size = squared_length[plan_.slots[e.first_slot + share.row].row];
      std::fill_n(of_hub, 6, std::max(*of_hub, size));
    }
  }
}

void LoopRanks::raise(Metric metric) {
  if (!known_) return;
  for (std::size_t e = 0; e < state_.loops.factors.size(); ++e) {
    int limit = state_.loops.ranks[e].limit;
    while (state_.loops.factors[e].pivot(limit) > clear_pivot) ++limit;
    if (limit > state_.loops.ranks[e].limit) {
      set_limit(e, limit);
      has_learnt_ = true;
    }
    if (pivots_[e].note(metric, state_.loops.ranks[e].last_pivot)) has_learnt_ = true;
  }
  if (has_learnt_) update_thresholds();
}

void LoopRanks::follow_geometry() {
  bool any = false;
  for (std::size_t e = 0; e < pivots_.size(); ++e)
    any = any || (is_geometric(e) && pivots_[e].has_grown());
  if (!any || !known_) return;
  has_learnt_ = true;
  factor_in(Metric::euclidean);
  for (std::size_t e = 0; e < pivots_.size(); ++e)
    pivots_[e].note(Metric::euclidean, state_.loops.ranks[e].last_pivot);
  correction_.set_metric(Metric::mass);
  use_metric(Metric::mass);
}

void LoopRanks::use_metric(Metric metric) {
  if (metric == metric_) return;
  metric_ = metric;
  update_thresholds();
}

void LoopRanks::compare_with_geometry() {
  has_learnt_ = true;
  std::vector<char> gave_alarm(pivots_.size());
  for (std::size_t e = 0; e < pivots_.size(); ++e)
    gave_alarm[e] = is_geometric(e) && is_singular(e, near_fraction);
  const double left_out = std::exchange(left_out_, 0.0);
  update_thresholds();
  factor_in(Metric::mass);
  std::vector<double> with_mass;
  for (const EliminationRank& rank : state_.loops.ranks) with_mass.push_back(rank.last_pivot);
  factor_in(Metric::euclidean);
  for (std::size_t e = 0; e < pivots_.size(); ++e) {
    if (gave_alarm[e]) pivots_[e].compare(with_mass[e], state_.loops.ranks[e].last_pivot);
  }
  correction_.set_metric(Metric::mass);
  metric_ = Metric::mass;
  left_out_ = left_out;
  update_thresholds();
}

void LoopRanks::leave_out(double fraction) {
  if (fraction == left_out_) return;
  left_out_ = fraction;
  update_thresholds();
}

// With the factor at hand.
void LoopRanks::set_limit(std::size_t e, int limit) {
  state_.loops.ranks[e].limit = limit;
  state_.loops.record_rank(static_cast<int>(e), state_.loops.factors[e]);
}

void LoopRanks::update_thresholds() {
  for (std::size_t e = 0; e < pivots_.size(); ++e) {
    const double smallest = known_ && is_geometric(e) ? PivotWatch::rounding : PivotWatch::unknown;
    state_.loops.ranks[e].threshold =
        std::max(smallest, pivots_[e].calc_threshold(metric_, left_out_));
  }
}

std::string LoopRanks::find_turned(const Vector& before, const Vector& after) const {
  if (is_boundless(before)) return "";
  for (std::size_t group = 0; group < turns_.size(); ++group) {
    if (turns_[group].has_turned(before, after)) return describe_last_row(first_of_[group]);
  }
  return "";
}

void LoopRanks::forget() {
  known_ = false;
  left_out_ = singular_fraction;
  for (std::size_t e = 0; e < plan_.eliminations.size(); ++e) {
    state_.loops.ranks[e].limit = plan_.eliminations[e].rows;
    pivots_[e].forget();
  }
  remember();
  update_thresholds();
}

bool LoopRanks::is_singular(std::size_t e, double fraction) const {
  return pivots_[e].is_singular(state_.loops.ranks[e].last_pivot, fraction);
}

bool LoopRanks::is_within(double fraction) const {
  for (std::size_t e = 0; e < pivots_.size(); ++e) {
    if (is_singular(e, fraction)) return true;
  }
  return false;
}

bool LoopRanks::is_weak(Metric metric, double fraction) const {
  for (std::size_t e = 0; e < pivots_.size(); ++e) {
    if (state_.loops.ranks[e].last_pivot < pivots_[e].calc_threshold(metric, fraction)) return true;
  }
  return false;
}

void LoopRanks::list_singular_speeds(std::vector<char>& in_loop) const {
  in_loop.assign(tree_.nv, 0);
  for (std::size_t e = 0; e < pivots_.size(); ++e) {
    if (!is_singular(e, near_fraction)) continue;
    for (int k : speeds_of(e)) in_loop[k] = 1;
  }
}

std::string LoopRanks::describe_loop(std::size_t e) const {
  for (const ClosingJoint& c : rows_.closing()) {
    if (plan_.elimination_of[c.first_row] == static_cast<int>(e))
      return "the loop closed by '" + c.edge().name + "'";
  }
  return "a loop";
}

// By the row whose pivot is the last.
std::string LoopRanks::describe_last_row(std::size_t e) const {
  const EliminationRank& rank = state_.loops.ranks[e];
  if (rank.limit > 0) {
    const int row = plan_.slots[plan_.eliminations[e].first_slot + rank.last_row].row;
    for (const RowOnCoordinates& r : rows_.on_coordinates()) {
      if (r.index == row) return "the relation '" + r.name + "'";
    }
  }
  return describe_loop(e);
}

std::string LoopRanks::describe_singular() const {
  std::size_t e = 0;
  while (e + 1 < pivots_.size() && !is_singular(e, near_fraction)) ++e;
  return describe_last_row(e);
}

// In a loop without any mass the accelerations x of its joints and its multipliers meet in [0 Wᵀ; W 0], whose
// rank is twice that of W: more unknowns x than half the rank are unknowns that no equation has. A locked joint
// has an equation of its own.
void LoopRanks::find_undetermined() {
  undetermined_.clear();
  std::vector<int> ranks(plan_.groups, 0);
  for (std::size_t e = 0; e < pivots_.size(); ++e)
    ranks[plan_.eliminations[e].group] += state_.loops.ranks[e].limit;
  for (int group = 0; group < plan_.groups; ++group) {
    const int e = first_of_[group];
    int needed = 0;
    bool is_massless = plan_.eliminations[e].indefinite;
    for (int k : speeds_of(e)) {
      if (plan_.is_deferred[k]) needed += state_.bodies.locked[k] ? 1 : 2;
      is_massless = is_massless && (plan_.is_deferred[k] || tree_.driven[k]);
    }
    if (!is_massless || needed <= ranks[group]) continue;
    undetermined_ = "nothing determines how " + describe_loop(e) +
                    " moves: no part of it has mass (give one a mass, or drive a joint),";
  }
}

}  // namespace gelenk
