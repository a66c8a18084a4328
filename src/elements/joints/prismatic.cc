#include "elements/joints/prismatic.h"

#include "elements/declared.h"

namespace gelenk {

const char* const Prismatic::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model Prismatic "Prismatic joint: frame_b slides by s along an axis that is fixed in both frames"
  extends Interfaces.PartialTwoFrames;
  Modelica.Mechanics.Translational.Interfaces.Flange_a axis if useAxisFlange "Drives the joint: s, and the force on frame_b";
  Modelica.Mechanics.Translational.Interfaces.Flange_b support if useAxisFlange "Housing of the drive, on frame_a: s = 0";
  parameter Boolean useAxisFlange = false "true: the flanges axis and support are there";
  parameter Types.Axis n = {1, 0, 0} "Axis of translation, the same in frame_a and frame_b";
  parameter StateSelect stateSelect = StateSelect.prefer "Preference for s and v as states";
  parameter Boolean animation = true "Drawing";
  parameter Types.Axis boxWidthDirection = {0, 1, 0} "Drawing";
  parameter SI.Distance boxWidth = world.defaultJointWidth "Drawing";
  parameter SI.Distance boxHeight = boxWidth "Drawing";
  parameter Types.Color boxColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Position s(start = 0) "Displacement of frame_b along the axis";
  SI.Velocity v(start = 0) "First derivative of s";
  SI.Acceleration a(start = 0) "Second derivative of s";
  SI.Force f "Drive force along the axis, on frame_b";
end Prismatic;
)";

Prismatic::Prismatic(const Component& component) : Prismatic(read_axis(component, "n")) {}

JointStart Prismatic::start(const Component& component) const {
  JointStart s;
  read_start(component, "s", s.q[0], s.q_fixed[0]);
  read_start(component, "v", s.v[0], s.v_fixed[0]);
  s.state_preference = read_state_preference(component);
  s.q_given = get_variable(component, "s").start_given;
  return s;
}

}  // namespace gelenk
