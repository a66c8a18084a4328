#include "elements/constraints/planar_loop.h"

namespace gelenk {

const char* const PlanarLoopConstraint::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model RevolutePlanarLoopConstraint "Revolute joint that closes a planar loop: two equations, no redundant ones"
  extends Interfaces.PartialTwoFrames;
  parameter Types.Axis n = {0, 0, 1} "Normal of the plane and axis of rotation, in frame_a";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance cylinderLength = world.defaultJointLength "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
end RevolutePlanarLoopConstraint;
)";

}  // namespace gelenk
