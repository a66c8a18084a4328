#include "formulations/recursive/loop_correction.h"

#include <algorithm>
#include <cmath>

#include "formulations/projection_sweeps.h"
#include "formulations/turn_watch.h"

namespace gelenk {

LoopCorrection::LoopCorrection(const System& system, const Tree& tree, ConstraintRows& rows,
                               ForwardDynamics<double>& dynamics, RecursiveState& state)
    : system_(system), tree_(tree), rows_(rows), dynamics_(dynamics), state_(state) {
  residual_ = Vector::Zero(rows.closure_count());
  zero_ = delta_ = Vector::Zero(tree.nv);
}

void LoopCorrection::place() {
  calc_motion(tree_, state_.q.data(), state_.v.data(), state_.bodies.known.data(), state_.bodies);
}

bool LoopCorrection::factor() {
  place();
  rows_.calc_rows(system_.gravity, state_);
  dynamics_.factor(state_.bodies, state_.loops, metric_ == Metric::euclidean);
  return true;
}

void LoopCorrection::set_right_side() {
  std::fill(state_.loops.gamma.begin(), state_.loops.gamma.end(), 0.0);
  PortRows<double>& ports = state_.loops.ports;
  std::fill(ports.gamma.begin(), ports.gamma.end(), Lane8<double>::zero());
  std::fill(ports.tau.begin(), ports.tau.end(), Lane8<double>::zero());
  std::copy(residual_.begin(), residual_.end(), state_.loops.gamma.begin());
}

const Vector& LoopCorrection::calc_correction() {
  set_right_side();
  dynamics_.solve(zero_.data(), state_.bodies, state_.loops, delta_.data());
  return delta_;
}

bool LoopCorrection::project(Vector& q, Vector& v, std::string& failure) {
  if (rows_.closure_count() == 0) return true;
  if (!close(q, v, failure)) return false;
  free_speeds(v);
  return true;
}

bool LoopCorrection::close(Vector& q, const Vector& v, std::string& failure) {
  state_.q = q;
  state_.v = v;
  if (!close_positions(*this, SweepFactors::of_each_place) || !check_closed(failure)) return false;
  q = state_.q;
  return true;
}

void LoopCorrection::free_speeds(Vector& v) {
  gelenk::free_speeds(*this);
  v = state_.v;
}

void LoopCorrection::step(Level level) {
  if (level == Level::position)
    step_coordinates(*system_.root, calc_correction(), state_.q);
  else
    state_.v += calc_correction();
}

// What projection cannot close asks for what no motion gives: laws of drives that contradict each other or go
// beyond what the mechanism can reach, or an equation without a direction along which it could be met.
bool LoopCorrection::check_closed(std::string& failure) {
  if (calc_residual(Level::position) <= 1e-6 * std::max(1.0, tree_.length)) return true;
  if (is_boundless(state_.v)) return true;
  double worst = 0.0;
  std::string open;
  for (const ClosingJoint& c : rows_.closing()) {
    const double size = residual_.segment(c.first_row, c.rows).norm();
    if (size > worst) worst = size, open = "joint '" + c.edge().name + "'";
  }
  for (const RowOnCoordinates& r : rows_.on_coordinates()) {
    if (std::abs(residual_[r.index]) > worst)
      worst = std::abs(residual_[r.index]), open = "the relation '" + r.name + "'";
  }
  std::string drives;
  for (const Train& train : system_.axes.trains) {
    if (train.driven) drives += (drives.empty() ? "'" : ", '") + train.holder->path + "'";
  }
  failure =
      drives.empty()
          ? open +
                " cannot be kept closed from here (the mechanism may be in a singular position: "
                "start it beside that),"
          : "the loops cannot follow the laws of " + drives + ": they pull " + open + " apart";
  return false;
}

}  // namespace gelenk
