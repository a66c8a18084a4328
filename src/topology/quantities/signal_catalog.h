// The catalogue of signals: every named quantity of a system, by instance path and library variable
// (`left.beam.body.r_0[3]`, `joint.phi`, `x.frame_a.R.T[1,2]`), with what it is in terms of nodes,
// joints, forces and coordinates. Laws read the signals of motion (formulations/motion_signals.h);
// the results of a run may be all of them (analyses/signals.h).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "base/error.h"
#include "topology/system.h"

namespace gelenk {

struct Signal {
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
    flange_speed,
    flange_acceleration,
    flange_flow,
    variable,
    state,
    discrete,
    shown,  // by a compiled component
    given,  // to a compiled component
    kinetic,
    potential,
    total,
    drift_position,
    drift_velocity,
  };

  // What a signal belongs to, by its index in one list; the kind says which of these it is, if any.
  struct OfFrame {
    int index;  // in sub->frames; of a load that passes there
    bool operator==(const OfFrame&) const = default;
  };
  struct OfJoint {
    int index;  // in sub->joints
    bool operator==(const OfJoint&) const = default;
  };
  struct OfForce {
    int index;  // in sub->forces
    bool operator==(const OfForce&) const = default;
  };
  struct OfAxisElement {
    int index;  // in System::axes.elements
    bool operator==(const OfAxisElement&) const = default;
  };
  struct OfFlange {
    int index;  // in System::axes.flanges
    bool operator==(const OfFlange&) const = default;
  };
  struct OfQuantity {
    int index;  // in states, discretes or variables of System::quantities
    bool operator==(const OfQuantity&) const = default;
  };
  using Owner =
      std::variant<std::monostate, OfFrame, OfJoint, OfForce, OfAxisElement, OfFlange, OfQuantity>;

  std::string name, unit;
  Kind kind;
  const Subsystem* sub = nullptr;
  Owner owner = {};
  FrameOnNode at = {};
  int i = 0, j = 0;        // entry
  bool usual = false;      // part of the default selection
  bool of_motion = false;  // follows from positions and speeds alone
  // The angle of a joint that closes a loop: a pose tells it but for whole turns, which whoever
  // shows it adds (formulations/followed_angle.h).
  bool lacks_turns = false;
  struct Cut {
    CutSensor sensor;
    FrameOnNode resolve = {0, {}};  // whose axes it shows components in; else the world's
  };
  std::shared_ptr<const Cut> cut = {};  // of a cut sensor

  // Indexes of the owner, for signals that have one of that kind.
  int frame() const { return get_index<OfFrame>(); }
  int joint() const { return get_index<OfJoint>(); }
  int force() const { return get_index<OfForce>(); }
  int axis_element() const { return get_index<OfAxisElement>(); }
  int flange() const { return get_index<OfFlange>(); }
  int quantity() const { return get_index<OfQuantity>(); }

  template <typename Of>
  int get_index() const {
    const Of* of = std::get_if<Of>(&owner);
    GELENK_ASSERT(of != nullptr);
    return of->index;
  }
};

// Visits all there are, in the order of the model. They are many, more than a hundred for each
// body: who looks for some keeps those.
void visit_signals(const System& system, const std::function<void(const Signal&)>& visit);
// Of these the usual ones, without making the names of all others.
void visit_usual_signals(const System& system, const std::function<void(const Signal&)>& visit);

}  // namespace gelenk
