// Loads that act on bodies whatever their accelerations are: forces between frames, and weight in a field
// that is not uniform (a uniform one is the acceleration of ground, see motion.h).
//
// A torque T between the two bodies of a joint with one degree of freedom does the work T · e q̇ and no other, so that in
// the equations of motion it is one number,
//   τ += e · T,                                                                                     (1)
// with e the axis of a joint that turns, constant in both bodies; a joint that slides takes no notice. What such torques load
// the bodies with matters for reactions only, and is computed when these are asked for.
//
// In: motions of the bodies, laws. Out: per body the sum of its loads about its origin, generalised forces; on request
// per force the wrenches at its two frames.
#pragma once

#include <array>
#include <vector>

#include "formulations/laws.h"
#include "formulations/recursive/constraint_rows.h"

namespace gelenk {

class AppliedForces {
 public:
  // The laws must outlive it.
  AppliedForces(const System& system, const Tree& tree, const Laws& laws);

  // With the laws as evaluated last. Adds to tau what acts on single coordinates.
  void update(const RecursiveState& state, Vector& tau);
  // Whether any act on coordinates; whether any act on bodies: else the loads of update are zero.
  bool act_on_coordinates() const { return !torques_.empty(); }
  bool act_on_bodies() const {
    return !on_bodies_.empty() || system_.gravity.kind == Gravity::Kind::point;
  }
  // By body, of the last update: without (1).
  const std::vector<Lane6<double>>& loads() const { return loads_; }

  // All of a state whose motion is complete and whose λ are known, with the laws as evaluated last.
  void complete(const RecursiveState& state, const std::vector<LumpRows>& lumps);
  // Of the last complete: by body, and by force. What the mass on a force's line hands on counts as load of the force.
  const std::vector<Lane6<double>>& get_loads() const { return all_loads_; }
  const WrenchPair<double>& get_load(const Subsystem& sub, int force) const {
    return pairs_[first_force_[sub.id] + force];
  }
  double calc_potential_energy(const RecursiveState& state) const;

 private:
  struct ForceOnBodies {
    const ForceEdge* edge;
    FrameOnBody a, b;
  };
  // (1): Σ weight · law, or along the axis of a body where the law is in world axes.
  struct JointTorque {
    int v;
    int first_law, terms;  // laws from the first one on that count
    std::array<double, 3> weights;
    BodyIndex body;  // whose axis it is; of a law in other axes −1
    double sign;
  };

  void add_joint_torque(const ForceOnBodies& force, const TorqueLaw& law);
  bool is_between_bodies_of_joint(const ForceOnBodies& force) const;
  WrenchPair<double> add_force(const ForceOnBodies& force, const RecursiveState& state,
                               std::vector<Lane6<double>>& loads) const;
  void add_weights(const RecursiveState& state, std::vector<Lane6<double>>& loads) const;

  const System& system_;
  const Tree& tree_;
  const Laws& laws_;
  std::vector<ForceOnBodies> forces_;  // all
  std::vector<int> first_force_;       // by subsystem
  std::vector<ForceOnBodies> on_bodies_;
  std::vector<JointTorque> torques_;
  std::vector<Lane6<double>> loads_, all_loads_;
  std::vector<WrenchPair<double>> pairs_;  // by force
};

}  // namespace gelenk
