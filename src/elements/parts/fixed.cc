// Ground and massless rigid parts: World, Fixed, FixedTranslation, FixedRotation.
#include "elements/joint.h"
#include "elements/parts/parts.h"

namespace gelenk {

namespace {

constexpr const char* world_declaration = R"(
within Modelica.Mechanics.MultiBody;
model World "World frame, gravity field and defaults for drawing"
  Interfaces.Frame_b frame_b "At the origin of the world";
  parameter Types.GravityTypes gravityType = Types.GravityTypes.UniformGravity "Kind of gravity field";
  parameter SI.Acceleration g = Modelica.Constants.g_n "Strength of the uniform field";
  parameter Types.Axis n = {0, -1, 0} "Direction of the uniform field";
  parameter Real mu(unit = "m3/s2") = 3.986004418e14 "Field constant of the point field about the origin";
  replaceable function gravityAcceleration = Forces.Internal.standardGravityAcceleration(
      gravityType = gravityType, g = g*Modelica.Math.Vectors.normalize(n), mu = mu)
    constrainedby Interfaces.partialGravityAcceleration "Field by position; one of the user's takes the place of the three kinds";
  parameter Boolean driveTrainMechanics3D = true "true: 1-D shafts act on the bodies that carry them";
  parameter Boolean enableAnimation = true "Drawing";
  parameter Boolean animateWorld = true "Drawing";
  parameter Boolean animateGravity = true "Drawing";
  parameter Boolean animateGround = false "Drawing";
  parameter String label1 = "x" "Drawing";
  parameter String label2 = "y" "Drawing";
  parameter SI.Length nominalLength = 1 "Scale of the defaults below";
  parameter SI.Length defaultAxisLength = nominalLength/5 "Drawing";
  parameter SI.Length defaultJointLength = nominalLength/10 "Drawing";
  parameter SI.Length defaultJointWidth = nominalLength/20 "Drawing";
  parameter SI.Length defaultForceLength = nominalLength/10 "Drawing";
  parameter SI.Length defaultForceWidth = nominalLength/20 "Drawing";
  parameter SI.Length defaultBodyDiameter = nominalLength/9 "Drawing";
  parameter Real defaultWidthFraction = 20 "Default width of a box or cylinder is its length over this";
  parameter SI.Length defaultArrowDiameter = nominalLength/40 "Drawing";
  parameter Real defaultFrameDiameterFraction = 40 "Drawing";
  parameter Types.SpecularCoefficient defaultSpecularCoefficient = 0.7 "Drawing";
  parameter Real defaultN_to_m(unit = "N/m") = 1000 "Drawing";
  parameter Real defaultNm_to_m(unit = "N.m/m") = 1000 "Drawing";
  parameter SI.Distance axisLength = nominalLength/2 "Drawing";
  parameter SI.Distance axisDiameter = axisLength/defaultFrameDiameterFraction "Drawing";
  parameter Boolean axisShowLabels = true "Drawing";
  parameter Types.Color axisColor_x = {0, 0, 0} "Drawing";
  parameter Types.Color axisColor_y = axisColor_x "Drawing";
  parameter Types.Color axisColor_z = axisColor_x "Drawing";
  parameter SI.Position gravityArrowTail[3] = {0, 0, 0} "Drawing";
  parameter SI.Length gravityArrowLength = axisLength/2 "Drawing";
  parameter SI.Diameter gravityArrowDiameter = gravityArrowLength/defaultWidthFraction "Drawing";
  parameter Types.Color gravityArrowColor = {0, 230, 0} "Drawing";
  parameter SI.Diameter gravitySphereDiameter = 12742000 "Drawing";
  parameter Types.Color gravitySphereColor = {0, 230, 0} "Drawing";
  parameter Types.Axis groundAxis_u = {1, 0, 0} "Drawing";
  parameter SI.Length groundLength_u = 2 "Drawing";
  parameter SI.Length groundLength_v = groundLength_u "Drawing";
  parameter Types.Color groundColor = {200, 200, 200} "Drawing";
end World;
)";

constexpr const char* fixed_declaration = R"(
within Modelica.Mechanics.MultiBody.Parts;
model Fixed "Frame fixed in the world"
  extends Interfaces.PartialDrawing(r = {0, 0, 0});
  Interfaces.Frame_b frame_b "At r, parallel to the world";
end Fixed;
)";

constexpr const char* translation_declaration = R"(
within Modelica.Mechanics.MultiBody.Parts;
model FixedTranslation "Rigid, massless offset between two parallel frames"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialDrawing;
end FixedTranslation;
)";

constexpr const char* rotation_declaration = R"(
within Modelica.Mechanics.MultiBody.Parts;
model FixedRotation "Rigid, massless offset and rotation between two frames"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialDrawing(r = {0, 0, 0});
  parameter Types.RotationTypes rotationType = Types.RotationTypes.RotationAxis "Which description holds";
  parameter Types.Axis n = {1, 0, 0} "RotationAxis: axis, in frame_a";
  parameter Modelica.Units.NonSI.Angle_deg angle = 0 "RotationAxis: angle in degrees";
  parameter Types.Axis n_x = {1, 0, 0} "TwoAxesVectors: x axis of frame_b, in frame_a";
  parameter Types.Axis n_y = {0, 1, 0} "TwoAxesVectors: y axis of frame_b, in frame_a";
  parameter Types.RotationSequence sequence = {1, 2, 3} "PlanarRotationSequence: axes";
  parameter Modelica.Units.NonSI.Angle_deg angles[3] = {0, 0, 0} "PlanarRotationSequence: angles in degrees";
end FixedRotation;
)";

constexpr double degree = 3.14159265358979323846 / 180.0;

RigidElement make_world(const Component&) {
  RigidElement e;
  e.frames = {{"frame_b", {}}};
  e.X_WE = Pose<double>{};
  return e;
}

RigidElement make_fixed(const Component& c) {
  RigidElement e;
  e.frames = {{"frame_b", {}}};
  e.X_WE = Pose<double>::translation(read_vec3(c, "r"));
  return e;
}

RigidElement make_translation(const Component& c) {
  RigidElement e;
  e.frames = {{"frame_a", {}}, {"frame_b", Pose<double>::translation(read_vec3(c, "r"))}};
  return e;
}

// Rotations by multiples of 90° come out exact, so that axes stay aligned and tidy.
Mat3<double> rotation_in_degrees(const Vec3<double>& axis, double angle) {
  Mat3<double> R = rotation_about<double>(axis, std::remainder(angle, 360.0) * degree);
  if (std::remainder(angle, 90.0) == 0.0) {
    R = R.unaryExpr([](double x) { return std::abs(x) < 1e-15 ? 0.0 : x; });
  }
  return R;
}

RigidElement make_rotation(const Component& c) {
  Pose<double> X;
  X.p = read_vec3(c, "r");
  const std::string type = c.text("rotationType");
  if (type == "TwoAxesVectors") {
    X.R = rotation_of_two_axes(read_axis(c, "n_x"), read_axis(c, "n_y"));
  } else if (type == "PlanarRotationSequence") {
    const std::vector<double> sequence = c.reals("sequence");
    const Vec3<double> angles = read_vec3(c, "angles");
    for (int i = 0; i < 3; ++i) {
      const int axis = static_cast<int>(sequence[i]);
      if (axis < 1 || axis > 3) {
        throw c.error("value",
                      "sequence holds " + std::to_string(axis) + ", but axes are numbered 1, 2, 3",
                      "write for example {1,2,3}", "sequence");
      }
      X.R = X.R * rotation_in_degrees(Vec3<double>::Unit(axis - 1), angles[i]);
    }
  } else {
    X.R = rotation_in_degrees(read_axis(c, "n"), c.real("angle"));
  }
  RigidElement e;
  e.frames = {{"frame_a", {}}, {"frame_b", X}};
  return e;
}

}  // namespace

const RigidKind world_kind = {world_class_name, world_declaration, make_world};
const RigidKind fixed_kind = {"Modelica.Mechanics.MultiBody.Parts.Fixed", fixed_declaration,
                              make_fixed};
const RigidKind fixed_translation_kind = {"Modelica.Mechanics.MultiBody.Parts.FixedTranslation",
                                          translation_declaration, make_translation};
const RigidKind fixed_rotation_kind = {"Modelica.Mechanics.MultiBody.Parts.FixedRotation",
                                       rotation_declaration, make_rotation};

}  // namespace gelenk
