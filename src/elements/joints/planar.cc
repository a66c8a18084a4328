#include "elements/joints/planar.h"

#include "elements/declared.h"

namespace gelenk {

const char* const Planar::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model Planar "Planar joint: frame_b slides in a plane of frame_a and turns about its normal"
  extends Interfaces.PartialTwoFrames;
  parameter Types.Axis n = {0, 0, 1} "Normal of the plane, the same in frame_a and frame_b";
  parameter Types.Axis n_x = {1, 0, 0} "Direction of s_x in frame_a; its part in the plane counts";
  parameter StateSelect stateSelect = StateSelect.prefer "Preference for the coordinates as states";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance cylinderLength = world.defaultJointLength "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 255} "Drawing";
  parameter SI.Distance boxWidth = 0.3*cylinderDiameter "Drawing";
  parameter SI.Distance boxHeight = boxWidth "Drawing";
  parameter Types.Color boxColor = {0, 0, 255} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Position s_x(start = 0) "Displacement along n_x";
  SI.Position s_y(start = 0) "Displacement along n × n_x";
  SI.Angle phi(start = 0) "Angle from frame_a to frame_b";
  SI.Velocity v_x(start = 0) "Derivative of s_x";
  SI.Velocity v_y(start = 0) "Derivative of s_y";
  SI.AngularVelocity w(start = 0) "Derivative of phi";
  SI.Acceleration a_x(start = 0) "Derivative of v_x";
  SI.Acceleration a_y(start = 0) "Derivative of v_y";
  SI.AngularAcceleration wd(start = 0) "Derivative of w";
end Planar;
)";

Planar::Planar(const Component& component) : Planar(read_axis(component, "n")) {
  const Vec3<double> e = read_axis(component, "n_x"), y = n.cross(e);
  if (y.norm() < 1e-8) {
    throw component.error("value", "n_x is parallel to the normal n of the plane",
                          "give n_x a direction in the plane", "n_x");
  }
  basis.b2 = y.normalized();
  basis.b1 = basis.b2.cross(n);
}

JointStart Planar::start(const Component& component) const {
  JointStart s;
  const char* const positions[] = {"s_x", "s_y", "phi"};
  const char* const speeds[] = {"v_x", "v_y", "w"};
  for (int i = 0; i < 3; ++i) {
    read_start(component, positions[i], s.q[i], s.q_fixed[i]);
    read_start(component, speeds[i], s.v[i], s.v_fixed[i]);
    s.q_given = s.q_given || get_variable(component, positions[i]).start_given;
  }
  s.state_preference = read_state_preference(component);
  return s;
}

}  // namespace gelenk
