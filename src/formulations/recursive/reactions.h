// Loads that joints carry, for signals: from ground's side, Σ over the bodies outside of a tree joint of
// what their motion needs less what is applied to them; at a closing joint Cᵀ λ. Where redundancy leaves
// λ undetermined, it is the least one (formulations/least_loads.h).
//
// In: motions with accelerations, λ, applied loads, of the state evaluated last. Computed when asked for.
#pragma once

#include <vector>

#include "formulations/least_loads.h"
#include "formulations/recursive/applied_forces.h"

namespace gelenk {

class Reactions {
 public:
  // All of these must outlive it.
  Reactions(const System& system, const Tree& tree, const LoopPlan& plan, ConstraintRows& rows,
            const AppliedForces& forces, const RecursiveState& state);

  // A new state has been evaluated.
  void clear() {
    known_ = false;
    changed_.clear();
  }
  // A speed is held by more than the recursion has found, since holders share otherwise: multipliers follow.
  void add_change(int speed, double change) { changed_.push_back({speed, change}); }

  // As in Formulation.
  Vec6<double> get_joint_load(const Subsystem& sub, int joint);

 private:
  void calc();
  void calc_multipliers();
  bool is_redundant() const;
  void take_off(const Lane6<double>& load, const Vec3<double>& p, BodyIndex body);
  Vec6<double> calc_closing_load(const ClosingJoint& c, const ClosingRows& rows) const;
  Vec3<double> calc_position(const Subsystem& sub, const FrameOnNode& at) const;

  const Tree& tree_;
  const LoopPlan& plan_;
  ConstraintRows& rows_;
  const AppliedForces& forces_;
  const RecursiveState& state_;
  std::vector<std::vector<BodyIndex>> carried_by_;  // by subsystem and tree joint
  std::vector<Lane6<double>> on_child_;  // by body: of the joint that carries it, about its origin
  LeastLoads least_;
  Closure closure_;
  Vector lambda_;           // by row
  std::vector<char> free_;  // by speed
  struct Change {
    int speed;
    double force;
  };
  std::vector<Change> changed_;
  Vector change_;  // by speed
  bool known_ = false;
};

}  // namespace gelenk
