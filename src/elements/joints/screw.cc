#include "elements/joints/screw.h"

#include "elements/declared.h"

namespace gelenk {

const char* const Screw::declaration = R"(
within Gelenk.Joints;
model Screw "Screw joint: frame_b turns about an axis and moves along it, by a fixed pitch per turn"
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
  parameter Modelica.Mechanics.MultiBody.Types.Axis n = {1, 0, 0} "Axis, the same in frame_a and frame_b";
  parameter Modelica.Units.SI.Length pitch "Displacement per turn; negative for a left-handed screw";
  parameter StateSelect stateSelect = StateSelect.prefer "Preference for phi and w as states";
  Modelica.Units.SI.Angle phi(start = 0) "Angle from frame_a to frame_b";
  Modelica.Units.SI.AngularVelocity w(start = 0) "Derivative of phi";
  Modelica.Units.SI.AngularAcceleration a(start = 0) "Derivative of w";
end Screw;
)";

Screw::Screw(const Component& component)
    : Screw(read_axis(component, "n"), component.real("pitch")) {
  if (k == 0.0 || !std::isfinite(k)) {
    throw component.error("value", "the pitch of a screw joint is not zero",
                          "use a Revolute joint for a rotation without displacement", "pitch");
  }
}

JointStart Screw::start(const Component& component) const {
  JointStart s;
  read_start(component, "phi", s.q[0], s.q_fixed[0]);
  read_start(component, "w", s.v[0], s.v_fixed[0]);
  s.state_preference = read_state_preference(component);
  s.q_given = get_variable(component, "phi").start_given;
  return s;
}

}  // namespace gelenk
