#include "elements/joints/spherical.h"

namespace gelenk {

const char* const Spherical::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model Spherical "Spherical joint: the origins coincide, frame_b turns freely"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialStartRotation;
  parameter Boolean enforceStates = false "true: the relative orientation is a state";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance sphereDiameter = world.defaultJointLength "Drawing";
  parameter Types.Color sphereColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
end Spherical;
)";

Spherical::Spherical(const Component& component) {
  reject_option(component, "z_rel_a_fixed", "fix angles and w_rel_a instead");
}

JointStart Spherical::start(const Component& component) const {
  JointStart s;
  Eigen::Map<Vec4<double>>(s.q.data()) = quaternion_of(read_start_rotation(component));
  Eigen::Map<Vec3<double>>(s.v.data()) = read_vec3(component, "w_rel_a_start");
  s.q_fixed.fill(component.boolean("angles_fixed"));
  s.v_fixed.fill(component.boolean("w_rel_a_fixed"));
  s.state_preference = component.boolean("enforceStates") ? 2 : 0;
  return s;
}

}  // namespace gelenk
