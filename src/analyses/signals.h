// Signals: named quantities of a model at one instant, by instance path and library variable
// (`left.beam.body.r_0[3]`, `joint.phi`, `x.frame_a.R.T[1,2]`), and the reserved ones of the run
// (`gelenk.energy.total`, `gelenk.drift.position`).
#pragma once

#include <string>
#include <vector>

#include "analyses/axis_loads.h"
#include "analyses/cut_loads.h"
#include "formulations/formulation.h"

namespace gelenk {

class SignalTable {
 public:
  explicit SignalTable(const System& system);

  // Names of all signals there are.
  std::vector<std::string> names() const;

  // Chooses by globs, separated by commas outside brackets: '*' any characters, '?' one. Empty: the
  // coordinates of joints, the motion of bodies, line forces, sensors, energy and drift. Order: that of the
  // globs, within one glob that of the model. Throws UserError for a glob that matches nothing.
  void select(const std::string& globs);
  std::vector<std::string> selected_names() const;
  std::vector<std::string> selected_units() const;

  // Values of the selected signals at `time`, for the state that the formulation evaluated last. Angles of
  // closing joints are followed over turns from row to row.
  void calc_values(Formulation& formulation, double time, const Vector& q, const Vector& v,
                   const Vector& vdot, std::vector<double>& values);

 private:
  enum class Kind {
    frame_position,
    frame_rotation,
    frame_angular_velocity,
    frame_force,
    frame_torque,
    cut,
    velocity,
    acceleration,
    angular_velocity_local,
    angular_acceleration_local,
    gravity,
    q,
    v,
    vdot,
    measured_q,
    measured_v,
    measured_vdot,
    zero,
    drive,
    force_signal,
    constraint_signal,
    axis_signal,
    flange_position,
    flange_flow,
    kinetic,
    potential,
    total,
    drift_position,
    drift_velocity,
  };
  struct Signal {
    std::string name, unit;
    Kind kind;
    const Subsystem* sub = nullptr;
    int owner = -1;  // joint, force, load source, 1-D element or flange
    FrameOnNode at = {};
    int i = 0, j = 0;    // entry
    bool usual = false;  // part of the default selection
    CutSensor cut_sensor = {};
  };

  std::string hint_for(const std::string& glob) const;
  void add(Signal signal, const std::string& path);
  void add_vector(Signal signal, const std::string& path);
  void add_subsystem(const Subsystem& sub);
  void add_joint(const Subsystem& sub, int joint);
  void add_bodies(const Subsystem& sub);
  void add_cut_sensor(const Subsystem& sub, const PlacedConnector& frame, const CutSensor& sensor);
  void add_frames(const Subsystem& sub);
  void add_aliases(const Component& component);
  void add_axes();
  double calc_value(const Signal& signal, Formulation& f, const Vector& q, const Vector& v,
                    const Vector& vdot);
  double follow_turns(std::size_t row, const Signal& signal, double angle, double speed,
                      double time);

  // A measured angle at the row before, for the turns that the pose alone does not tell.
  struct LastAngle {
    bool known = false;
    double time = 0.0, angle = 0.0, speed = 0.0;
  };

  const System& system_;
  CutLoads cut_loads_;
  AxisLoads axis_loads_;
  std::vector<Signal> all_;
  std::vector<int> selected_;
  std::vector<LastAngle> last_angles_;  // per selected signal
};

}  // namespace gelenk
