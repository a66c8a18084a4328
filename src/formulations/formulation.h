// What every formulation offers to integrators, analyses and signals. A state is (q, v): coordinates and
// speeds of the tree joints, numbered by topology, and after the coordinates the states z of the user's
// equations. Functions named eval_ compute for the state given last
// and fill caches that the get_ functions read.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/memory.h"
#include "formulations/laws.h"
#include "math/least_change.h"
#include "topology/system.h"

namespace gelenk {

struct Drift {
  double position = 0.0;  // largest |residual| of the constraint equations and quaternion norms, SI
  double velocity = 0.0;  // largest |residual| of their first derivatives
};

struct Energy {
  double kinetic = 0.0, potential = 0.0;
};

// Loop closure at a state: one entry of g per closure equation, G = ∂ġ/∂v.
struct Closure {
  Vector g;
  Vector gdot;  // G v
  SparseMatrix G;
  Vector natural;  // size of each row of G before its terms cancel
};

// The equations along the joints of the tree, with its loops open; or of each part in its own coordinates, with the joints between
// parts open, too:
//   M(q) v̇ + h(t, q, v) = τ                                                                         (1)
// where h has all that the elements of the model do, at the modes as they are, and τ acts beside them.
class JointSpace {
 public:
  virtual ~JointSpace() = default;
  virtual void calc_mass_matrix(const Vector& q, Matrix& M) = 0;
  // τ of (1). False when laws read what they bring about, which (1) leaves open.
  virtual bool calc_forces(double t, const Vector& q, const Vector& v, const Vector& vdot,
                           Vector& tau) = 0;
  // Motion of a frame on a node, and J with twist = J v, 6 × nv, rotation first, in world axes at its origin.
  virtual FrameMotion<double> calc_frame(const Vector& q, const Vector& v, const Subsystem& sub,
                                         const FrameOnNode& at, Matrix& J) = 0;
};

class OpenPorts;

class Formulation {
 public:
  virtual ~Formulation() = default;

  virtual const System& system() const = 0;
  // Null where a compiled component keeps its masses to itself.
  virtual JointSpace* joint_space() { return nullptr; }
  // Null where the connectors of the model itself are not open (RootPorts::are_open).
  virtual OpenPorts* open_ports() { return nullptr; }
  // Of the model itself (Quantities::inputs): they stay until the next call.
  virtual void set_input(int input, double value) = 0;
  // q̇ and v̇ at a state. False when they cannot be computed; failure() says why.
  virtual bool eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                                Vector& vdot) = 0;
  // Poses and velocities only.
  virtual void eval_motion(const Vector& q, const Vector& v) = 0;
  // Loop closure at the state of the last eval_motion; not with compiled components.
  virtual void eval_closure(Closure& closure) = 0;

  // Sets coordinates and speeds that a law of time moves.
  virtual void place_driven(double t, Vector& q, Vector& v) = 0;
  // At the start also those that a law gives only there: where filters are in balance.
  virtual void place_start(double t, Vector& q, Vector& v) { place_driven(t, q, v); }

  // Moves q and v by little onto the loops' equations: q until they close to rounding, then v freed of the
  // part that would open them. False when that cannot be computed.
  virtual bool project(Vector& q, Vector& v) = 0;
  // The same for states of the user's equations: onto those that they fulfil at all times. At the start fixed values stay.
  virtual bool project_states(double t, Vector& q, const Vector& v, bool at_start) = 0;

  // What is zero at the start by the user's initial equations, and by those that states fulfil at all times, at a state that is tried as
  // a start. False when it cannot be computed.
  virtual bool eval_initials(double t, const Vector& q, const Vector& v, Vector& residuals) = 0;
  // For derivatives of these, before events are: from here on the user's equations keep the branches that they had there; or no more.
  virtual void hold_branches(double t, bool holds) = 0;

  // ---- memory -----------------------------------------------------------------------------------
  // Every function named eval_, calc_ or project gives the same result for the same arguments and
  // the same memory, whatever was asked before. Memory is what start_events, handle_event and
  // accept have decided and learnt: modes, discrete variables, turns of angles, ranks and how large
  // their pivots get. (Where nobody calls start_events, ranks are learnt at the state that is
  // evaluated first.)

  // The run keeps this state, the end of a step, which fulfils the constraints. Afterwards laws()
  // has its inputs.
  virtual void accept(double t, const Vector& q, const Vector& v) = 0;
  // As base/memory.h has it: save_memory and restore_memory work on a formulation.
  virtual void list_memory(Memory& memory) = 0;

  // Feedback of residuals in the accelerations, g̈ + 2 rate ġ + rate² g = 0, instead of g̈ = 0; 0: none.
  // False when the formulation does not have it.
  virtual bool set_feedback(double /*rate*/) { return false; }

  // Of the state evaluated last (accelerations, loads: by eval_derivatives).
  virtual const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const = 0;
  // Wrench of a joint on the body of its frame M, about Mo, in world axes. Where redundancy leaves it
  // undetermined, closing joints carry the least they can (least_loads.h).
  virtual Vec6<double> get_joint_load(const Subsystem& sub, int joint) = 0;
  virtual WrenchPair<double> get_force_load(const Subsystem& sub, int force) const = 0;
  // Whole load on a node that is a part's port, about its origin, in world axes.
  virtual Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const = 0;
  // Of the last eval_derivatives.
  virtual const Laws& laws() const = 0;
  // Flow at flange b of a 1-D force element (number in System::axes).
  virtual double get_axis_force(int element) const = 0;
  // What friction does, of the modes at hand.
  virtual AxisMode get_axis_mode(int) const { return AxisMode::free; }
  // A flange of a compiled component (its acceleration: of eval_derivatives), and what acts on it.
  virtual AxisMotion get_flange(const Subsystem& /*sub*/, int /*flange*/) const { return {}; }
  virtual double get_flange_load(const Subsystem& /*sub*/, int /*flange*/) const { return 0.0; }
  // A signal that a compiled component shows, by number.
  virtual double get_shown_signal(const Subsystem& /*sub*/, int /*signal*/) { return 0.0; }
  // One that laws may read, of the positions and speeds evaluated last.
  virtual double get_output(const Subsystem& /*sub*/, int /*signal*/) const { return 0.0; }
  virtual Drift calc_drift() = 0;
  virtual Energy calc_energy() = 0;
  // Why the last eval_derivatives failed.
  virtual std::string failure() const = 0;

  // Events, as OdeSystem of numerics/integrator.h has them: indicators whose change of sign is an event, and
  // modes that hold between events. Until start_events modes follow the state at every evaluation.
  virtual int event_count() const { return 0; }
  virtual bool events_depend_on_state() const { return true; }
  virtual void eval_events(double /*t*/, const Vector& /*q*/, const Vector& /*v*/,
                           Vector& /*indicators*/) {}
  virtual void get_event_signs(std::vector<int>& /*signs*/) const {}
  // The first instant after the last event at which one is due, whatever the state.
  virtual double next_time_event() { return std::numeric_limits<double>::infinity(); }
  // The longest step in which nothing is stepped over that laws inside of compiled components do by time alone.
  virtual double calc_longest_step(double /*t*/, double longest, double /*end*/) { return longest; }
  // Takes the modes that fit the state, which they may change, and holds them from now on.
  virtual void start_events(double /*t*/, Vector& /*q*/, Vector& /*v*/) {}
  // Indicator i changed to the sign crossed[i], 0 where it did not. May change the state; on return the
  // modes fit it.
  virtual void handle_event(double /*t*/, Vector& /*q*/, Vector& /*v*/,
                            const std::vector<int>& /*crossed*/) {}
  // Path of the component that an indicator belongs to; of event_count(), the last instant that was known ahead.
  virtual std::string event_name(int /*event*/) const { return ""; }
  // Whether that component is a stop, whose events are impacts.
  virtual bool is_stop(int /*event*/) const { return false; }

  // Joints that carry no inertia and are in no loop, by path: nothing determines how they move. Of the last evaluation.
  virtual std::vector<std::string> list_undetermined() const { return {}; }

  // Rows of constraints that the factors of the last evaluation took as dependent on others.
  virtual int count_redundant() const = 0;
};

// Moves q by a small δ in directions of motion and restores the norm of Euler parameters.
void step_coordinates(const Subsystem& root, const Vector& delta, Vector& q);
void normalize_quaternions(const Subsystem& root, Vector& q);
// Per row of Closure, which follow subsystems, in each its closing joints and then its coordinate rows: whether it is an equation
// between speeds alone. Such a row has g = 0 and says nothing about positions.
std::vector<bool> list_velocity_rows(const Subsystem& root);
// Largest | |e| − 1 | over all Euler parameters in q.
double calc_quaternion_drift(const Subsystem& root, const Vector& q);

}  // namespace gelenk
