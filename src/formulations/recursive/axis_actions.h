// What acts on single coordinates: drives that move them by a law, 1-D forces between flanges, and holders
// (friction, stops, locks) with their modes.
//
// In: q, v, time. Out: driven positions and speeds; known accelerations and locks (TreeData); generalised
// forces τ; after the accelerations are known, what holds the coordinates that stick.
#pragma once

#include <string>
#include <vector>

#include "formulations/force_laws.h"
#include "formulations/recursive/modes.h"
#include "formulations/recursive/state.h"

namespace gelenk {

class AxisActions {
 public:
  // Throws UserError for holders between two free coordinates, or none.
  AxisActions(const System& system, const Tree& tree);

  ForceLaws& laws() { return laws_; }
  Modes& modes() { return modes_; }
  const Modes& modes() const { return modes_; }

  void place_driven(double t, Vector& q, Vector& v);
  // Known accelerations and locks at time t; what holders rub on, and what their laws say.
  void update(double t, TreeData<double>& bodies);
  // Generalised forces at the state.
  void apply(double t, const RecursiveState& state, Vector& tau);
  // By speed: the force that holds it, from the evaluation just made.
  void find_holding_forces(const RecursiveState& state, Vector& holding);

  // Positions and speeds that the laws of drives say at time t, to be compared across an event.
  std::vector<double> calc_driven(double t);
  // Jumps of driven speeds since `before`. Returns why they cannot be followed; empty when they can.
  std::string find_jumps(double t, const std::vector<double>& before, Vector& change);

  // Flow at flange b of an element (number in System::axes); zero for one that is no force.
  double get_force(int element) const {
    return of_element_[element] < 0 ? 0.0 : forces_[of_element_[element]].f;
  }
  double calc_potential_energy(const RecursiveState& state) const;

 private:
  // Position of a flange: ratio · q + offset; on ground v is −1.
  struct Flange {
    int q = -1, v = -1;
    double ratio = 0.0, offset = 0.0;

    AxisMotion motion_at(const RecursiveState& state) const {
      if (v < 0) return {offset, 0.0, 0.0};
      return {ratio * state.q[q] + offset, ratio * state.v[v], 0.0};
    }
  };
  struct Force {
    const AxisElement* element;
    Flange a, b;
    int law;
    double f = 0.0;   // flow at b, of the state evaluated last
    int holder = -1;  // in Modes
  };
  struct Driven {
    int q, v;
    int law;  // x, ẋ, ẍ
  };

  Flange place_flange(const Axes& axes, int shaft) const;
  bool is_free(const Flange& at) const { return at.v >= 0 && !tree_.driven[at.v]; }
  void add_holder(const Component& component, Force& force);

  const Tree& tree_;
  std::vector<Driven> driven_;
  std::vector<Force> forces_;
  std::vector<int> of_element_;  // by number in System::axes: in forces_, or −1
  ForceLaws laws_;               // of drives (position, speed, acceleration), then of forces
  Modes modes_;
};

}  // namespace gelenk
