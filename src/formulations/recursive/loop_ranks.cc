#include "formulations/recursive/loop_ranks.h"

#include <algorithm>
#include <cmath>

namespace gelenk {

namespace {

// The relative pivot of a constraint row goes with the square of the distance from a singular position.
// Below this fraction of what it is elsewhere an evaluation would lose too many digits.
constexpr double singular_fraction = 1e-5;
// Above this pivot, at a position that closes exactly, a row is independent in general.
constexpr double clear_pivot = 1e-7;
// How far beside the start the rank is looked at, in radians or lengths.
constexpr double step_beside = 0.02;

}  // namespace

LoopRanks::LoopRanks(const System& system, const Tree& tree, const LoopPlan& plan,
                     const ConstraintRows& rows, LoopCorrection& correction, RecursiveState& state)
    : system_(system),
      tree_(tree),
      plan_(plan),
      rows_(rows),
      correction_(correction),
      state_(state),
      typical_pivot_(plan.eliminations.size(), 0.0) {}

void LoopRanks::learn(const Vector& q, const Vector& v) {
  known_ = true;
  if (plan_.eliminations.empty()) return;
  auto calc_motion_at = [&](const Vector& at, const Vector& speed) {
    state_.q = at;
    state_.v = speed;
    calc_motion(tree_, at.data(), speed.data(), state_.bodies.known.data(), state_.bodies);
  };
  calc_motion_at(q, v);
  measure_loops();
  correction_.factor();
  std::vector<int> ranks;
  for (const auto& factor : state_.loops.factors) ranks.push_back(factor.rank());
  Vector direction = v;
  if (!(direction.norm() > 0)) {
    for (int i = 0; i < tree_.nv; ++i) direction[i] = std::cos(1.0 + 2.0 * i);
  }
  Vector beside = q, move = direction * (step_beside / direction.cwiseAbs().maxCoeff());
  calc_motion_at(q, move);
  correction_.calc_residual(LoopCorrection::Level::velocity);
  move += correction_.calc_correction();
  step_coordinates(*system_.root, move, beside);
  Vector still = Vector::Zero(tree_.nv);
  // A mechanism that cannot move has no place beside this one; neither need drives allow it.
  std::string ignored;
  const bool closes =
      correction_.project(beside, still, ignored) &&
      correction_.calc_residual(LoopCorrection::Level::position) < 1e-11 * tree_.length;
  if (!closes || move.cwiseAbs().maxCoeff() < 1e-3 * step_beside) {
    state_.q = q;
    state_.v = v;
    correction_.factor();
  }
  for (std::size_t e = 0; e < ranks.size(); ++e) {
    int clear = 0;
    while (state_.loops.factors[e].pivot(clear) > clear_pivot) ++clear;
    state_.loops.rank_limit[e] = std::max(ranks[e], clear);
    typical_pivot_[e] = get_smallest_pivot(e);
  }
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
}

void LoopRanks::raise() {
  if (!known_) return;
  for (std::size_t e = 0; e < state_.loops.factors.size(); ++e) {
    int& limit = state_.loops.rank_limit[e];
    while (state_.loops.factors[e].pivot(limit) > clear_pivot) ++limit;
    typical_pivot_[e] = std::max(typical_pivot_[e], get_smallest_pivot(e));
  }
}

void LoopRanks::forget() {
  known_ = false;
  for (std::size_t e = 0; e < plan_.eliminations.size(); ++e) {
    state_.loops.rank_limit[e] = plan_.eliminations[e].rows;
    typical_pivot_[e] = 0.0;
  }
}

// The smallest pivot that the rank in general leaves; zero where the rank is lower.
double LoopRanks::get_smallest_pivot(std::size_t e) const {
  const int limit = state_.loops.rank_limit[e];
  return limit > 0 ? state_.loops.factors[e].pivot(limit - 1) : 1.0;
}

bool LoopRanks::is_singular(std::size_t e) const {
  return get_smallest_pivot(e) < singular_fraction * typical_pivot_[e];
}

bool LoopRanks::is_near_singular() const {
  for (std::size_t e = 0; e < typical_pivot_.size(); ++e) {
    if (is_singular(e)) return true;
  }
  return false;
}

std::string LoopRanks::describe_singular() const {
  for (const ClosingJoint& c : rows_.closing()) {
    for (std::size_t e = 0; e < plan_.eliminations.size(); ++e) {
      if (plan_.eliminations[e].body == plan_.eliminated_at[c.first_row] && is_singular(e))
        return "the loop closed by '" + c.edge().name + "'";
    }
  }
  return "a loop";
}

}  // namespace gelenk
