// Flows at flanges: the torque or force on every 1-D element at each of its flanges. Springs, dampers,
// torques and joints know theirs. The balance of each set of connected flanges (flows sum to zero), of each rotor and of each
// gear determines the rest, from the leaves inwards. What two supports of one shaft share is undetermined;
// the surplus is then taken as free of load.
#pragma once

#include <vector>

#include "formulations/formulation.h"

namespace gelenk {

double calc_shaft_acceleration(const Formulation& formulation, const Axes& axes, int shaft,
                               const Vector& vdot);

// Force of a drive on frame_b along (about) the axis of a joint of one degree of freedom: what the joint
// transmits there.
double calc_drive_load(Formulation& formulation, const Subsystem& sub, int joint);

class AxisLoads {
 public:
  explicit AxisLoads(const System& system);

  // Flow at flange `flange` of System::axes, for the state that the formulation evaluated last; computed
  // once per state.
  double get(Formulation& formulation, const Vector& vdot, int flange);
  // The state has changed.
  void forget() { known_ = false; }

 private:
  // Σ coefficient · flow = right side
  struct Balance {
    std::vector<std::pair<int, double>> flows;  // flange, coefficient
    int inertia = -1;                           // element whose inertia is the right side
  };
  void compute(Formulation& formulation, const Vector& vdot);

  const System& system_;
  std::vector<Balance> balances_;
  std::vector<std::vector<int>> balances_of_;  // by flange
  struct Given {
    int flange;
    double sign;
    int element;     // force element, or
    JointRef joint;  // joint, or
    int port = -1;   // flange of a compiled component, in Axes::ports
  };
  double calc(Formulation& formulation, const Given& given) const;
  std::vector<Given> given_;
  std::vector<double> flow_;
  bool known_ = false;
};

}  // namespace gelenk
