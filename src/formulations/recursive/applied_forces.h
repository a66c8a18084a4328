// Loads that act on bodies whatever their accelerations are: forces between frames, and weight in a field
// that is not uniform (a uniform one is the acceleration of ground, see motion.h).
//
// In: motions of the bodies, laws. Out: per body the sum of its loads about its origin, per force the wrenches at its
// two frames.
#pragma once

#include <vector>

#include "formulations/laws.h"
#include "formulations/recursive/constraint_rows.h"

namespace gelenk {

class AppliedForces {
 public:
  // The laws must outlive it.
  AppliedForces(const System& system, const Tree& tree, const Laws& laws);

  // With the laws as evaluated last.
  void update(const RecursiveState& state);
  // Whether there are any; else all loads are zero.
  bool act() const { return !forces_.empty() || system_.gravity.kind == Gravity::Kind::point; }
  // What the mass on a force's line hands on counts as load of the force; after λ is known.
  void add_lump_loads(const std::vector<LumpRows>& lumps, const LoopData<double>& loops);

  const std::vector<Lane6<double>>& get_loads() const { return loads_; }  // by body
  const WrenchPair<double>& get_load(const Subsystem& sub, int force) const {
    return forces_[first_force_[sub.id] + force].load;
  }
  double calc_potential_energy(const RecursiveState& state) const;

 private:
  struct ForceOnBodies {
    const Subsystem* sub;
    int force;  // in the subsystem
    FrameOnBody a, b;
    WrenchPair<double> load;  // of the state evaluated last

    const AnyForce& kind() const { return sub->forces[force].force; }
  };

  void add_load(BodyIndex body, const Vec6<double>& F, const Vec3<double>& p,
                const RecursiveState& state);

  const System& system_;
  const Tree& tree_;
  const Laws& laws_;
  std::vector<ForceOnBodies> forces_;
  std::vector<int> first_force_;  // by subsystem
  std::vector<Lane6<double>> loads_;
};

}  // namespace gelenk
