// Mates, as CAD programs call the conditions by which parts are put together: between planes, axes and points
// that lie anywhere on the two parts. Each is a joint or constraint of the library in axes of its own: frames
// are turned so that x lies along the normal or axis, and what is left is
//   plane to plane   Planar: x·p = distance, x axes parallel           3 rows
//   axis to axis     Cylindrical: y·p = z·p = 0, x axes parallel       4 rows
//   point to plane   Constraints.Spherical: x·p = distance             1 row
//   point to line    Constraints.Spherical: y·p = z·p = 0              2 rows
// The first two may carry coordinates, so that mates in parallel, three planes for a stiff connection say, are
// small local loops and not rows on the world.
#include "elements/composites/composites.h"

namespace gelenk {

namespace {

constexpr const char* plane_to_plane = R"(
within Gelenk.Joints;
model PlaneToPlane "Mate of two planes: parallel, at a distance; frame_b slides and turns in its plane"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};
  import SI = Modelica.Units.SI;
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
  parameter Types.Axis n_a = {0, 0, 1} "Normal of the plane through frame_a, in frame_a";
  parameter Types.Axis n_b = n_a "Direction in frame_b that is along n_a: the normal of its plane, reversed for faces that look at each other";
  parameter Types.Axis e_a = {1, 0, 0} "Direction of s_x, in frame_a; its part in the plane counts";
  parameter Types.Axis e_b = e_a "Direction in frame_b that is along e_a at phi = 0; its part in the plane counts";
  parameter SI.Position distance = 0 "From the plane of frame_a to that of frame_b, along n_a";
  parameter StateSelect stateSelect = StateSelect.prefer "Preference for the coordinates as states";
  SI.Position s_x(start = 0) "Displacement along e_a";
  SI.Position s_y(start = 0) "Displacement along n_a × e_a";
  SI.Angle phi(start = 0) "Angle about n_a";
  SI.Velocity v_x(start = 0) "Derivative of s_x";
  SI.Velocity v_y(start = 0) "Derivative of s_y";
  SI.AngularVelocity w(start = 0) "Derivative of phi";
  Parts.FixedRotation plane_a(
    r = distance*n_a/sqrt(n_a*n_a), rotationType = Types.RotationTypes.TwoAxesVectors, n_x = n_a, n_y = e_a) "Plane on frame_a";
  Parts.FixedRotation plane_b(
    rotationType = Types.RotationTypes.TwoAxesVectors, n_x = n_b, n_y = e_b) "Plane on frame_b";
  Joints.Planar planar(n = {1, 0, 0}, n_x = {0, 1, 0}, stateSelect = stateSelect) "What the mate leaves free";
equation
  s_x = planar.s_x;
  s_y = planar.s_y;
  phi = planar.phi;
  v_x = planar.v_x;
  v_y = planar.v_y;
  w = planar.w;
  connect(frame_a, plane_a.frame_a);
  connect(plane_a.frame_b, planar.frame_a);
  connect(planar.frame_b, plane_b.frame_b);
  connect(plane_b.frame_a, frame_b);
end PlaneToPlane;
)";

constexpr const char* axis_to_axis = R"(
within Gelenk.Joints;
model AxisToAxis "Mate of two axes: one line; frame_b slides along and turns about it"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};
  import SI = Modelica.Units.SI;
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
  parameter Types.Axis n_a = {1, 0, 0} "Axis through frame_a, in frame_a";
  parameter Types.Axis n_b = n_a "Axis through frame_b, in frame_b";
  parameter Types.Axis e_a = {0, 1, 0} "Direction from which phi counts, in frame_a; its part across the axis counts";
  parameter Types.Axis e_b = e_a "Direction in frame_b that is along e_a at phi = 0; its part across the axis counts";
  parameter StateSelect stateSelect = StateSelect.prefer "Preference for the coordinates as states";
  SI.Position s(start = 0) "Displacement of frame_b along n_a";
  SI.Angle phi(start = 0) "Angle about n_a";
  SI.Velocity v(start = 0) "Derivative of s";
  SI.AngularVelocity w(start = 0) "Derivative of phi";
  Parts.FixedRotation axis_a(
    rotationType = Types.RotationTypes.TwoAxesVectors, n_x = n_a, n_y = e_a) "Axis on frame_a";
  Parts.FixedRotation axis_b(
    rotationType = Types.RotationTypes.TwoAxesVectors, n_x = n_b, n_y = e_b) "Axis on frame_b";
  Joints.Cylindrical cylindrical(n = {1, 0, 0}, stateSelect = stateSelect) "What the mate leaves free";
equation
  s = cylindrical.s;
  phi = cylindrical.phi;
  v = cylindrical.v;
  w = cylindrical.w;
  connect(frame_a, axis_a.frame_a);
  connect(axis_a.frame_b, cylindrical.frame_a);
  connect(cylindrical.frame_b, axis_b.frame_b);
  connect(axis_b.frame_a, frame_b);
end AxisToAxis;
)";

constexpr const char* point_to_plane = R"(
within Gelenk.Joints;
model PointToPlane "Mate of a point and a plane: the origin of frame_b stays in a plane of frame_a"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
  parameter Types.Axis n = {0, 0, 1} "Normal of the plane through frame_a, in frame_a";
  parameter Modelica.Units.SI.Position distance = 0 "From the plane of frame_a to frame_b, along n";
  Parts.FixedRotation plane(
    r = distance*n/sqrt(n*n), rotationType = Types.RotationTypes.TwoAxesVectors, n_x = n) "Plane on frame_a";
  Joints.Constraints.Spherical point(y_locked = false, z_locked = false) "What the mate holds";
equation
  connect(frame_a, plane.frame_a);
  connect(plane.frame_b, point.frame_a);
  connect(point.frame_b, frame_b);
end PointToPlane;
)";

constexpr const char* point_to_line = R"(
within Gelenk.Joints;
model PointToLine "Mate of a point and a line: the origin of frame_b stays on a line of frame_a"
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
  parameter Types.Axis n = {1, 0, 0} "Direction of the line through frame_a, in frame_a";
  Parts.FixedRotation line(rotationType = Types.RotationTypes.TwoAxesVectors, n_x = n) "Line on frame_a";
  Joints.Constraints.Spherical point(x_locked = false) "What the mate holds";
equation
  connect(frame_a, line.frame_a);
  connect(line.frame_b, point.frame_a);
  connect(point.frame_b, frame_b);
end PointToLine;
)";

}  // namespace

std::vector<CompositeText> mate_texts() {
  return {{"Gelenk.Joints.PlaneToPlane", plane_to_plane},
          {"Gelenk.Joints.AxisToAxis", axis_to_axis},
          {"Gelenk.Joints.PointToPlane", point_to_plane},
          {"Gelenk.Joints.PointToLine", point_to_line}};
}

}  // namespace gelenk
