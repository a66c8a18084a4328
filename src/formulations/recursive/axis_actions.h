// What acts on single coordinates: drives that move them by a law, 1-D forces between flanges, and holders
// (friction, stops, locks) with their modes.
//
// In: q, v, laws. Out: driven positions and speeds; known accelerations and locks (TreeData); generalised
// forces τ; after the accelerations are known, what holds the coordinates that stick.
#pragma once

#include <string>
#include <vector>

#include "formulations/laws.h"
#include "formulations/recursive/constraint_rows.h"
#include "formulations/recursive/modes.h"
#include "formulations/recursive/state.h"

namespace gelenk {

class AxisActions {
 public:
  // Throws UserError for holders where nothing moves. The laws must outlive it.
  AxisActions(const System& system, const Tree& tree, const Laws& laws);

  Modes& modes() { return modes_; }
  const Modes& modes() const { return modes_; }
  bool drives() const { return !driven_.empty(); }

  // All of these take the laws as evaluated last.
  // Coordinates and speeds that a law of time moves; at the start also those that it gives only there.
  void place_driven(Vector& q, Vector& v) const;
  void place_start(Vector& q, Vector& v) const;
  // Known accelerations and locks at a state; what holders rub on, and what their laws say.
  void update(const Vector& q, const Vector& v, RecursiveState& state);
  // Locks alone, by the modes as they are.
  void lock(RecursiveState& state, bool in_impact = false) const;
  // Pairs of coordinates that may be held together.
  const std::vector<HeldRelation>& relations() const { return relations_; }
  bool has_forces() const { return !forces_.empty(); }
  // Adds the generalised forces at the state.
  void apply(const RecursiveState& state, Vector& tau);
  // By holder: the force, or in an impact the impulse, by which it holds its coordinate, from the evaluation just made.
  void find_holding(const RecursiveState& state, const ConstraintRows& rows, Vector& holding) const;
  // The flows of all holders, by these forces.
  void take_holding_forces(const RecursiveState& state, const Vector& holding);
  // The force by which a holder that holds does so, where others share it.
  void take_holding_force(int holder, double hold);
  // Jumps of driven speeds from those in v. Returns why they cannot be followed; empty when they can.
  std::string find_jumps(const Vector& q, const Vector& v, Vector& change) const;

  // Flow at flange b of an element (number in System::axes); zero for one that is no force.
  double get_force(int element) const {
    return of_element_[element] < 0 ? 0.0 : forces_[of_element_[element]].f;
  }
  AxisMode get_mode(int element) const;
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
    const PlacedAxisElement* placed;
    const AxisElement* element;
    Flange a, b;
    double f = 0.0;     // flow at b, of the state evaluated last
    int holder = -1;    // in Modes
    int relation = -1;  // of a holder between two free coordinates
  };
  // A coordinate that a law moves: from its order on, the law and its derivatives up to the acceleration.
  struct Driven {
    int q, v;
    const Train* train;
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
  const Laws& laws_;
  std::vector<Driven> driven_;
  std::vector<Force> forces_;
  std::vector<int> of_element_;  // by number in System::axes: in forces_, or −1
  Modes modes_;
  std::vector<HeldRelation> relations_;
};

}  // namespace gelenk
