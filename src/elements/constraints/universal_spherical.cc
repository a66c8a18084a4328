#include "elements/constraints/universal_spherical.h"

namespace gelenk {

const char* const UniversalSpherical::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model UniversalSpherical "Rod of constant length with a universal joint at frame_a and a spherical joint at frame_b"
  extends Interfaces.PartialRod;
  Interfaces.Frame_a frame_ia "On the rod, at the universal joint; parallel to frame_a when its angles are zero";
  parameter Boolean computeRodLength = false "true: the length is that of the initial position; not with frame_ia";
  parameter Types.Axis n1_a = {0, 0, 1} "First axis of the universal joint, in frame_a; not along the rod";
  parameter SI.Position rRod_ia[3] = {1, 0, 0} "From frame_a to frame_b, in frame_ia";
  parameter Boolean kinematicConstraint = true "false is for use inside other joints and not supported";
  parameter Boolean checkTotalPower = false "Other tools check the power balance; no effect here";
  parameter Boolean animation = true "Drawing";
  parameter Boolean showUniversalAxes = true "Drawing";
  parameter SI.Diameter sphereDiameter = world.defaultJointLength "Drawing";
  parameter Types.Color sphereColor = {255, 0, 0} "Drawing";
  parameter Types.ShapeType rodShapeType = "cylinder" "Drawing";
  parameter SI.Distance rodWidth = sphereDiameter/1.2 "Drawing";
  parameter SI.Distance rodHeight = rodWidth "Drawing";
  parameter Types.ShapeExtra rodExtra = 0 "Drawing";
  parameter Types.Color rodColor = {155, 155, 155} "Drawing";
  parameter SI.Distance cylinderLength = world.defaultJointLength "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  final parameter SI.Distance rodLength = Modelica.Math.Vectors.length(rRod_ia) "Length of the rod, unless computeRodLength";
  final parameter Real eRod_ia[3] = Modelica.Math.Vectors.normalize(rRod_ia) "Direction of the rod, in frame_ia";
  final parameter Real e2_ia[3] = Modelica.Math.Vectors.normalize(cross(n1_a, eRod_ia)) "Second axis of the universal joint, in frame_ia";
  final parameter Real e3_ia[3] = cross(eRod_ia, e2_ia) "Perpendicular to rod and second axis, in frame_ia";
end UniversalSpherical;
)";

UniversalSpherical::UniversalSpherical(const Component& c)
    : DistanceRow(0.0, c.boolean("computeRodLength")),
      n1_a(read_axis(c, "n1_a")),
      rod(read_vec3(c, "rRod_ia")) {
  length = rod.norm();
  if (!(length > 0)) {
    throw c.error("value", "rRod_ia has no length", "give the way from frame_a to frame_b",
                  "rRod_ia");
  }
  if (n1_a.cross(rod).norm() < 1e-8 * length) {
    throw c.error("value", "the first axis n1_a lies along the rod rRod_ia",
                  "choose n1_a across the rod", "n1_a");
  }
  if (!c.boolean("kinematicConstraint")) {
    throw c.error("unsupported", "kinematicConstraint = false is not supported",
                  "leave it out: a rod always keeps its length", "kinematicConstraint");
  }
}

}  // namespace gelenk
