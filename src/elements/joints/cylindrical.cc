#include "elements/joints/cylindrical.h"

#include "elements/declared.h"

namespace gelenk {

const char* const Cylindrical::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model Cylindrical "Cylindrical joint: frame_b slides by s along and turns by phi about one axis"
  extends Interfaces.PartialTwoFrames;
  parameter Types.Axis n = {1, 0, 0} "Axis of translation and rotation, the same in both frames";
  parameter StateSelect stateSelect = StateSelect.prefer "Preference for s, phi, v, w as states";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Position s(start = 0) "Displacement of frame_b along the axis";
  SI.Angle phi(start = 0) "Angle from frame_a to frame_b";
  SI.Velocity v(start = 0) "First derivative of s";
  SI.AngularVelocity w(start = 0) "First derivative of phi";
  SI.Acceleration a(start = 0) "Second derivative of s";
  SI.AngularAcceleration wd(start = 0) "Second derivative of phi";
end Cylindrical;
)";

JointStart Cylindrical::start(const Component& component) const {
  JointStart s;
  read_start(component, "s", s.q[0], s.q_fixed[0]);
  read_start(component, "phi", s.q[1], s.q_fixed[1]);
  read_start(component, "v", s.v[0], s.v_fixed[0]);
  read_start(component, "w", s.v[1], s.v_fixed[1]);
  s.state_preference = read_state_preference(component);
  s.q_given = get_variable(component, "s").start_given || get_variable(component, "phi").start_given;
  return s;
}

}  // namespace gelenk
