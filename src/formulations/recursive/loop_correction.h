// Small changes of coordinates and speeds that close the loops again: the smallest δ in the mass metric with
//   G δ = −residual                                                                                (1)
// by the factors of forward dynamics, of which (1) is another right side (forward_dynamics.h).
#pragma once

#include <string>

#include "formulations/black_box.h"
#include "formulations/recursive/constraint_rows.h"
#include "formulations/recursive/forward_dynamics.h"

namespace gelenk {

class LoopCorrection {
 public:
  using Level = ConstraintRows::Level;

  // All of these must outlive it.
  LoopCorrection(const System& system, const Tree& tree, ConstraintRows& rows,
                 ForwardDynamics<double>& dynamics, RecursiveState& state);

  // In which metric changes are the smallest.
  void set_metric(Metric metric) { metric_ = metric; }
  // As projection_sweeps.h has them, at the state's q and v. Factors are always found.
  bool factor();
  void place();
  void step(Level level);
  // Residuals at the state's motion, kept; returns the largest.
  double calc_residual(Level level) { return rows_.calc_residual(level, state_, residual_); }
  const Vector& get_residual() const { return residual_; }
  // The residual kept as right side of ForwardDynamics, with no loads; then δ of (1), by the factors at hand.
  void set_right_side();
  const Vector& calc_correction();

  // Moves q until the loops close to rounding, then v into their motion. False, with the reason, when that
  // cannot be. The state is then the one found.
  bool project(Vector& q, Vector& v, std::string& failure);
  // The same in two steps; the second by the factors at hand.
  bool close(Vector& q, const Vector& v, std::string& failure);
  void free_speeds(Vector& v);

 private:
  bool check_closed(std::string& failure);

  const System& system_;
  const Tree& tree_;
  ConstraintRows& rows_;
  ForwardDynamics<double>& dynamics_;
  RecursiveState& state_;
  Metric metric_ = Metric::mass;
  Vector residual_, zero_, delta_;
};

}  // namespace gelenk
