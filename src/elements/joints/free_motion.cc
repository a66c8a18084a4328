#include "elements/joints/free_motion.h"

#include "elements/declared.h"

namespace gelenk {

const char* const FreeMotion::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model FreeMotion "Free motion of frame_b relative to frame_a: six degrees of freedom, no load"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialStartRotation;
  parameter Boolean enforceStates = true "true: the relative motion is a state";
  parameter Boolean animation = true "Drawing";
  parameter Types.Color arrowColor = {0, 128, 255} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Position r_rel_a[3](start = {0, 0, 0}) "From frame_a to frame_b, in frame_a";
  SI.Velocity v_rel_a[3](start = {0, 0, 0}) "Derivative of r_rel_a by components";
  SI.Acceleration a_rel_a[3](start = {0, 0, 0}) "Derivative of v_rel_a by components";
end FreeMotion;
)";

FreeMotion::FreeMotion(const Component& component) {
  reject_option(component, "z_rel_a_fixed", "fix angles and w_rel_a instead");
}

JointStart FreeMotion::start(const Component& component) const {
  JointStart s;
  for (int i = 0; i < 3; ++i) {
    read_start(component, "r_rel_a", s.q[i], s.q_fixed[3 + i], i);
    read_start(component, "v_rel_a", s.v[3 + i], s.v_fixed[3 + i], i);
    s.q_fixed[i] = component.boolean("angles_fixed");
    s.v_fixed[i] = component.boolean("w_rel_a_fixed");
  }
  Eigen::Map<Vec4<double>>(s.q.data() + 3) = quaternion_of(read_start_rotation(component));
  Eigen::Map<Vec3<double>>(s.v.data()) = read_vec3(component, "w_rel_a_start");
  s.state_preference = component.boolean("enforceStates") ? 2 : 0;
  s.q_given = get_variable(component, "r_rel_a").start_given;
  return s;
}

}  // namespace gelenk
