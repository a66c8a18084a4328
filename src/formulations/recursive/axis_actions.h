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
  // Also what a law gives at the start only, where a filter is in balance.
  void place_start(double t, Vector& q, Vector& v);
  // Known accelerations and locks at a state; what holders rub on, and what their laws say.
  void update(double t, const Vector& q, const Vector& v, TreeData<double>& bodies);
  // Generalised forces at the state.
  void apply(double t, const RecursiveState& state, Vector& tau);
  // By speed: the force that holds it, from the evaluation just made.
  void find_holding_forces(const RecursiveState& state, Vector& holding);

  // Jumps of driven speeds across an event, from a state that followed the laws before it. Returns why they
  // cannot be followed; empty when they can.
  std::string find_jumps(double t, const Vector& q, const Vector& v, Vector& change);

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
  // From the drive's order on, the law and its derivatives up to the acceleration.
  struct Driven {
    int q, v;
    int law;
    AxisDrive drive;

    double calc_speed(const double* laws, double speed) const {
      return drive.order == 0 ? laws[1] : drive.order == 1 ? laws[0] : speed;
    }
    double calc_acceleration(const double* laws, double x, double speed) const {
      return laws[2 - drive.order] - drive.k_x * x - drive.k_v * speed;
    }
  };

  Flange place_flange(const Axes& axes, int shaft) const;
  bool is_free(const Flange& at) const { return at.v >= 0 && !tree_.driven[at.v]; }
  void add_holder(const Component& component, Force& force);

  const Tree& tree_;
  std::vector<Driven> driven_;
  std::vector<Force> forces_;
  std::vector<int> of_element_;  // by number in System::axes: in forces_, or −1
  ForceLaws laws_;               // of drives, then of forces
  Modes modes_;
};

}  // namespace gelenk
