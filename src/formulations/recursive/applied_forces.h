// Loads that act on bodies whatever their accelerations are: forces between frames, and weight in a field
// that is not uniform (a uniform one is the acceleration of ground, see motion.h).
//
// In: motions of the bodies, time. Out: the loads taken off P of the bodies they act on; per body their
// sum about its origin, and per force the wrenches at its two frames, for reactions and signals.
#pragma once

#include <vector>

#include "formulations/force_laws.h"
#include "formulations/recursive/constraint_rows.h"

namespace gelenk {

class AppliedForces {
 public:
  AppliedForces(const System& system, const Tree& tree);

  // Laws of time by subsystem; their places do not change.
  std::vector<ForceLaws>& laws() { return laws_; }
  const double* get_laws(const Subsystem& sub, int force) const {
    return laws_[sub.id].get_values(force);
  }

  void apply(double t, RecursiveState& state);
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

  void apply_load(BodyIndex body, const Vec6<double>& F, const Vec3<double>& p,
                  RecursiveState& state);

  const System& system_;
  const Tree& tree_;
  std::vector<ForceOnBodies> forces_;
  std::vector<int> first_force_;  // by subsystem
  std::vector<ForceLaws> laws_;   // by subsystem
  std::vector<Lane6<double>> loads_;
};

}  // namespace gelenk
