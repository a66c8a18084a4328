#include "elements/joints/universal.h"

#include "elements/declared.h"

namespace gelenk {

const char* const Universal::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model Universal "Universal joint: frame_b turns about an axis of frame_a, then about an axis of its own"
  extends Interfaces.PartialTwoFrames;
  parameter Types.Axis n_a = {1, 0, 0} "First axis, fixed in frame_a";
  parameter Types.Axis n_b = {0, 1, 0} "Second axis, fixed in frame_b";
  parameter StateSelect stateSelect = StateSelect.prefer "Preference for the angles as states";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance cylinderLength = world.defaultJointLength "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Angle phi_a(start = 0) "Angle about the first axis";
  SI.Angle phi_b(start = 0) "Angle about the second axis";
  SI.AngularVelocity w_a(start = 0) "Derivative of phi_a";
  SI.AngularVelocity w_b(start = 0) "Derivative of phi_b";
  SI.AngularAcceleration a_a(start = 0) "Derivative of w_a";
  SI.AngularAcceleration a_b(start = 0) "Derivative of w_b";
end Universal;
)";

Universal::Universal(const Component& component)
    : Universal(read_axis(component, "n_a"), read_axis(component, "n_b")) {
  if (n_a.cross(n_b).norm() < 1e-8) {
    throw component.error("value", "the axes n_a and n_b are parallel",
                          "give two directions, or use a Revolute joint", "n_b");
  }
}

void Universal::measure(const Pose<double>& X, double* q) const {
  // phi_a turns n_b to where the pose has it; what is left is a rotation about n_b.
  const Vec3<double> from = n_b - n_a * n_a.dot(n_b), turned = X.R * n_b,
                     to = turned - n_a * n_a.dot(turned);
  q[0] = std::atan2(n_a.dot(from.cross(to)), from.dot(to));
  q[1] = measure_angle(rotation_about<double>(n_a, -q[0]) * X.R, n_b);
}

JointStart Universal::start(const Component& component) const {
  JointStart s;
  const char* const angles[] = {"phi_a", "phi_b"};
  const char* const speeds[] = {"w_a", "w_b"};
  for (int i = 0; i < 2; ++i) {
    read_start(component, angles[i], s.q[i], s.q_fixed[i]);
    read_start(component, speeds[i], s.v[i], s.v_fixed[i]);
    s.q_given = s.q_given || get_variable(component, angles[i]).start_given;
  }
  s.state_preference = read_state_preference(component);
  return s;
}

}  // namespace gelenk
