#include "elements/joints/revolute.h"

#include "elements/declared.h"

namespace gelenk {

const char* const Revolute::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model Revolute "Revolute joint: frame_b turns by phi about an axis that is fixed in both frames"
  extends Interfaces.PartialTwoFrames;
  Modelica.Mechanics.Rotational.Interfaces.Flange_a axis if useAxisFlange "Drives the joint: phi, and the torque on frame_b";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b support if useAxisFlange "Housing of the drive, on frame_a: phi = 0";
  parameter Boolean useAxisFlange = false "true: the flanges axis and support are there";
  parameter Types.Axis n = {0, 0, 1} "Axis of rotation, the same in frame_a and frame_b";
  parameter StateSelect stateSelect = StateSelect.prefer "Preference for phi and w as states";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance cylinderLength = world.defaultJointLength "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Angle phi(start = 0) "Angle from frame_a to frame_b";
  SI.AngularVelocity w(start = 0) "First derivative of phi";
  SI.AngularAcceleration a(start = 0) "Second derivative of phi";
  SI.Torque tau "Drive torque about the axis, on frame_b";
  SI.Angle angle "The same as phi";
end Revolute;
)";

Revolute::Revolute(const Component& component) : Revolute(read_axis(component, "n")) {}

JointStart Revolute::start(const Component& component) const {
  JointStart s;
  read_start(component, "phi", s.q[0], s.q_fixed[0]);
  read_start(component, "w", s.v[0], s.v_fixed[0]);
  s.state_preference = read_state_preference(component);
  s.q_given = get_variable(component, "phi").start_given;
  return s;
}

}  // namespace gelenk
