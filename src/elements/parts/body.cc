// Bodies: Body and BodyShape with stated mass properties, BodyBox and BodyCylinder with mass properties
// from their geometry (derived in the declaration), PointMass.
#include "elements/joint.h"
#include "elements/parts/parts.h"

namespace gelenk {

namespace {

constexpr const char* body_declaration = R"(
within Modelica.Mechanics.MultiBody.Parts;
model Body "Rigid body with one frame"
  extends Interfaces.PartialMassProperties;
  extends Interfaces.PartialBodyMotion;
  parameter SI.Diameter sphereDiameter = world.defaultBodyDiameter "Drawing";
  parameter Types.Color sphereColor = {0, 128, 255} "Drawing";
  parameter SI.Diameter cylinderDiameter = sphereDiameter/3 "Drawing";
  parameter Types.Color cylinderColor = sphereColor "Drawing";
  parameter Boolean animation = true "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.AngularVelocity w_a[3] "Angular velocity, in frame_a";
  SI.AngularAcceleration z_a[3] "Angular acceleration, in frame_a";
  SI.Acceleration g_0[3] "Gravity at the centre of mass, in the world";
end Body;
)";

constexpr const char* shape_declaration = R"(
within Modelica.Mechanics.MultiBody.Parts;
model BodyShape "Rigid body with two parallel frames"
  extends Interfaces.PartialMassProperties;
  extends Interfaces.PartialBodyMotion;
  extends Interfaces.PartialDrawing(color = {0, 128, 255});
  Interfaces.Frame_b frame_b "At r from frame_a, parallel to it";
  parameter Boolean animateSphere = true "Drawing";
  parameter SI.Diameter sphereDiameter = 2*width "Drawing";
  parameter Types.Color sphereColor = color "Drawing";
end BodyShape;
)";

// Principal axes: x along r, y towards widthDirection. Box minus its hole.
constexpr const char* box_declaration = R"(
within Modelica.Mechanics.MultiBody.Parts;
model BodyBox "Rigid box, with a hole along its length; mass and inertia from its geometry"
  extends Interfaces.PartialBodyMotion;
  Interfaces.Frame_b frame_b "At r from frame_a, parallel to it";
  parameter SI.Position r[3](start = {0.1, 0, 0}) "From frame_a to frame_b, in frame_a";
  parameter SI.Position r_shape[3] = {0, 0, 0} "From frame_a to the start of the box";
  parameter Types.Axis lengthDirection = Modelica.Units.Conversions.to_unit1(r - r_shape) "Direction of the length";
  parameter Types.Axis widthDirection = {0, 1, 0} "Direction of the width";
  parameter SI.Length length = Modelica.Math.Vectors.length(r - r_shape) "Length";
  parameter SI.Distance width = length/world.defaultWidthFraction "Width";
  parameter SI.Distance height = width "Height";
  parameter SI.Distance innerWidth = 0 "Width of the hole";
  parameter SI.Distance innerHeight = innerWidth "Height of the hole";
  parameter SI.Density density = 7700 "Density";
  parameter Boolean animation = true "Drawing";
  parameter Types.Color color = {0, 128, 255} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  final parameter SI.Mass mo(min = 0) = density*length*width*height "Mass without the hole";
  final parameter SI.Mass mi(min = 0) = density*length*innerWidth*innerHeight "Mass missing in the hole";
  final parameter SI.Mass m = mo - mi "Mass";
  final parameter SI.Position r_CM[3] = r_shape + length/2*Modelica.Math.Vectors.normalize(lengthDirection) "Centre of mass";
  final parameter SI.Inertia I[3, 3] = Interfaces.inertiaInAxes(
    {mo*(width^2 + height^2) - mi*(innerWidth^2 + innerHeight^2),
     mo*(length^2 + height^2) - mi*(length^2 + innerHeight^2),
     mo*(length^2 + width^2) - mi*(length^2 + innerWidth^2)}/12, r, widthDirection) "Inertia about the centre of mass";
end BodyBox;
)";

constexpr const char* cylinder_declaration = R"(
within Modelica.Mechanics.MultiBody.Parts;
model BodyCylinder "Rigid cylinder, with a bore along its axis; mass and inertia from its geometry"
  extends Interfaces.PartialBodyMotion;
  Interfaces.Frame_b frame_b "At r from frame_a, parallel to it";
  parameter SI.Position r[3](start = {0.1, 0, 0}) "From frame_a to frame_b, in frame_a";
  parameter SI.Position r_shape[3] = {0, 0, 0} "From frame_a to the start of the cylinder";
  parameter Types.Axis lengthDirection = Modelica.Units.Conversions.to_unit1(r - r_shape) "Direction of the axis";
  parameter SI.Length length = Modelica.Math.Vectors.length(r - r_shape) "Length";
  parameter SI.Distance diameter = length/world.defaultWidthFraction "Diameter";
  parameter SI.Distance innerDiameter = 0 "Diameter of the bore";
  parameter SI.Density density = 7700 "Density";
  parameter Boolean animation = true "Drawing";
  parameter Types.Color color = {0, 128, 255} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  final parameter SI.Distance radius = diameter/2 "Radius";
  final parameter SI.Distance innerRadius = innerDiameter/2 "Radius of the bore";
  final parameter SI.Mass mo(min = 0) = density*Modelica.Constants.pi*length*radius^2 "Mass without the bore";
  final parameter SI.Mass mi(min = 0) = density*Modelica.Constants.pi*length*innerRadius^2 "Mass missing in the bore";
  final parameter SI.Inertia I22 = (mo*(length^2 + 3*radius^2) - mi*(length^2 + 3*innerRadius^2))/12 "About a diameter";
  final parameter SI.Mass m = mo - mi "Mass";
  final parameter SI.Position r_CM[3] = r_shape + length/2*Modelica.Math.Vectors.normalize(lengthDirection) "Centre of mass";
  final parameter SI.Inertia I[3, 3] = Interfaces.inertiaInAxes(
    {(mo*radius^2 - mi*innerRadius^2)/2, I22, I22}, r, {0, 1, 0}) "Inertia about the centre of mass";
end BodyCylinder;
)";

constexpr const char* point_declaration = R"(
within Modelica.Mechanics.MultiBody.Parts;
model PointMass "Mass at a point, without inertia and without torque"
  extends Interfaces.PartialInWorld;
  Interfaces.Frame_a frame_a "At the mass";
  parameter SI.Mass m(min = 0) "Mass";
  parameter StateSelect stateSelect = StateSelect.avoid "Preference for its motion as states";
  parameter Boolean animation = true "Drawing";
  parameter SI.Diameter sphereDiameter = world.defaultBodyDiameter "Drawing";
  parameter Types.Color sphereColor = {0, 128, 255} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Position r_0[3](start = {0, 0, 0}) "Position in the world";
  SI.Velocity v_0[3](start = {0, 0, 0}) "Derivative of r_0";
  SI.Acceleration a_0[3](start = {0, 0, 0}) "Derivative of v_0";
end PointMass;
)";

Mat3<double> read_matrix(const Component& c, const char* name) {
  const std::vector<double> values = c.reals(name);
  GELENK_ASSERT(values.size() == 9);
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(values.data());
}

RigidElement make_solid(const Component& c) {
  RigidElement e;
  e.frames = {{"frame_a", {}}};
  e.start = read_body_start(c);
  e.motion_prefixes = {""};
  e.inertia = read_inertia(c, c.real("m"), read_vec3(c, "r_CM"), read_matrix(c, "I"));
  e.doubt = find_inertia_doubt(e.inertia->J_com);
  return e;
}

RigidElement make_body(const Component& c) {
  RigidElement e = make_solid(c);
  e.full_motion_prefixes = {""};
  return e;
}

RigidElement make_two_frame_body(const Component& c) {
  RigidElement e = make_solid(c);
  e.frames.push_back({"frame_b", Pose<double>::translation(read_vec3(c, "r"))});
  // The library builds these of a part `body`; its signals are found under that name too.
  e.motion_prefixes.push_back("body.");
  e.full_motion_prefixes = {"body."};
  return e;
}

RigidElement make_point_mass(const Component& c) {
  RigidElement e;
  e.frames = {{"frame_a", {}}};
  e.inertia = read_inertia(c, c.real("m"), Vec3<double>::Zero(), Mat3<double>::Zero());
  e.start = read_body_start(c);
  e.motion_prefixes = {""};
  return e;
}

}  // namespace

const RigidKind body_kind = {"Modelica.Mechanics.MultiBody.Parts.Body", body_declaration,
                             make_body};
const RigidKind body_shape_kind = {"Modelica.Mechanics.MultiBody.Parts.BodyShape",
                                   shape_declaration, make_two_frame_body};
const RigidKind body_box_kind = {"Modelica.Mechanics.MultiBody.Parts.BodyBox", box_declaration,
                                 make_two_frame_body};
const RigidKind body_cylinder_kind = {"Modelica.Mechanics.MultiBody.Parts.BodyCylinder",
                                      cylinder_declaration, make_two_frame_body};
const RigidKind point_mass_kind = {"Modelica.Mechanics.MultiBody.Parts.PointMass",
                                   point_declaration, make_point_mass};

}  // namespace gelenk
