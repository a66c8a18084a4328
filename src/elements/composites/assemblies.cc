// Chains of three joints, of which two rods or a line are the bodies between: Joints.Assemblies. Rod 1 is a
// constraint while nothing is fastened to it, so that no body without mass is left between the joints. What
// stands at frame_a (rod 1 and its joints) and what stands at frame_b (rod 2 and the joint there) are partial
// models of their own; an assembly joins one of each.
#include "elements/composites/composites.h"

namespace gelenk {

namespace {

constexpr const char* rod_drawing = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
partial model PartialRodDrawing "How rods and balls are drawn"
  extends Interfaces.PartialInWorld;
  parameter Boolean checkTotalPower = false "Other tools check the power balance; no effect here";
  parameter Boolean animation = true "Drawing";
  parameter SI.Diameter sphereDiameter = world.defaultJointLength "Drawing";
  parameter Types.Color sphereColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  parameter SI.Diameter rod1Diameter = world.defaultJointLength/1.2 "Drawing";
  parameter Types.Color rod1Color = {155, 155, 155} "Drawing";
  parameter SI.Diameter rod2Diameter = rod1Diameter "Drawing";
  parameter Types.Color rod2Color = rod1Color "Drawing";
end PartialRodDrawing;
)";

constexpr const char* universal_rod = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
partial model PartialUniversalRod "Rod 1, with a universal joint at frame_a and a spherical joint in the middle"
  extends PartialRodDrawing;
  Interfaces.Frame_a frame_a;
  Interfaces.Frame_a frame_ia "On rod 1, at frame_a";
  parameter Types.Axis n1_a = {0, 0, 1} "First axis of the universal joint, in frame_a; not along rod 1";
  parameter SI.Position rRod1_ia[3] = {1, 0, 0} "From frame_a to the middle, in frame_ia";
  UniversalSpherical rod1(n1_a = n1_a, rRod_ia = rRod1_ia) "Rod 1";
equation
  connect(rod1.frame_a, frame_a);
  connect(rod1.frame_ia, frame_ia);
end PartialUniversalRod;
)";

constexpr const char* spherical_rod = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
partial model PartialSphericalRod "Rod 1, with a spherical joint at each end"
  extends PartialRodDrawing;
  Interfaces.Frame_a frame_a;
  parameter SI.Length rod1Length(min = 0, start = 1) "Distance of the two spherical joints";
  parameter SI.Mass rod1Mass(min = 0) = 0 "Mass of rod 1, as a point in its middle";
  parameter Boolean showMass = true "Drawing";
  SI.Force f_rod "Force along rod 1, positive where it is pressed";
  SphericalSpherical rod1(rodLength = rod1Length, m = rod1Mass) "Rod 1";
equation
  f_rod = rod1.f_rod;
  connect(rod1.frame_a, frame_a);
end PartialSphericalRod;
)";

constexpr const char* second_rod = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
partial model PartialSecondRod "Rod 2, from frame_ib to the middle"
  extends Interfaces.PartialInWorld;
  Interfaces.Frame_b frame_b;
  Interfaces.Frame_b frame_ib "On rod 2, at frame_b";
  Interfaces.Frame_b frame_im "At the joint in the middle, parallel to frame_ib";
  parameter Types.Axis n_b = {0, 0, 1} "Axis of the joint at frame_b, in frame_b";
  parameter SI.Position rRod2_ib[3] = {1, 0, 0} "From frame_ib to the middle, in frame_ib";
  Parts.FixedTranslation rod2(r = rRod2_ib) "Rod 2";
equation
  connect(rod2.frame_b, frame_im);
  connect(rod2.frame_a, frame_ib);
end PartialSecondRod;
)";

constexpr const char* revolute_end = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
partial model PartialRevoluteEnd "Rod 2 and a revolute joint at frame_b"
  extends PartialSecondRod;
  Modelica.Mechanics.Rotational.Interfaces.Flange_a axis "Drives the revolute joint";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b bearing "Housing of that drive";
  parameter Modelica.Units.NonSI.Angle_deg phi_offset = 0 "The angle about n_b is phi + phi_offset; degrees";
  parameter Modelica.Units.NonSI.Angle_deg phi_guess = 0 "Chooses the position of the loop: phi at the start is near it; degrees";
  parameter SI.Distance cylinderLength = world.defaultJointLength "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 0} "Drawing";
  Parts.FixedRotation offset(n = n_b, angle = phi_offset) "phi_offset";
  Revolute revolute(n = n_b, useAxisFlange = true, phi(start = phi_guess*Modelica.Constants.pi/180)) "Joint at frame_b";
equation
  connect(revolute.frame_b, rod2.frame_a);
  connect(frame_b, offset.frame_a);
  connect(offset.frame_b, revolute.frame_a);
  connect(revolute.axis, axis);
  connect(revolute.support, bearing);
end PartialRevoluteEnd;
)";

constexpr const char* offset_prismatic = R"(
within Modelica.Mechanics.MultiBody.Joints.Internal;
model PrismaticWithOffset "Prismatic joint whose frames are apart where s is zero"
  extends Interfaces.PartialTwoFrames;
  Modelica.Mechanics.Translational.Interfaces.Flange_a axis "Drives the joint";
  Modelica.Mechanics.Translational.Interfaces.Flange_b support "Housing of that drive";
  parameter Types.Axis n = {1, 0, 0} "Axis of translation, the same in frame_a and frame_b";
  parameter SI.Position s_offset = 0 "Distance of the frames along n where s is zero";
  parameter Types.Axis boxWidthDirection = {0, 1, 0} "Drawing";
  parameter SI.Distance boxWidth = world.defaultJointWidth "Drawing";
  parameter SI.Distance boxHeight = boxWidth "Drawing";
  parameter Types.Color boxColor = {255, 0, 0} "Drawing";
  parameter Boolean animation = true "Drawing";
  SI.Position s(start = 0) "Displacement along n";
  SI.Velocity v "Derivative of s";
  SI.Acceleration a "Derivative of v";
  SI.Force f "Drive force along n, on frame_b";
  SI.Position distance "Distance of the frames along n";
  Parts.FixedTranslation offset(r = s_offset*Modelica.Math.Vectors.normalize(n)) "s_offset";
  Joints.Prismatic joint(n = n, useAxisFlange = true, boxWidthDirection = boxWidthDirection, boxWidth = boxWidth,
    boxHeight = boxHeight, boxColor = boxColor) "From there";
equation
  s = joint.s;
  v = joint.v;
  a = joint.a;
  f = joint.f;
  distance = joint.s + s_offset;
  connect(frame_a, offset.frame_a);
  connect(offset.frame_b, joint.frame_a);
  connect(joint.frame_b, frame_b);
  connect(joint.axis, axis);
  connect(joint.support, support);
end PrismaticWithOffset;
)";

constexpr const char* prismatic_end = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
partial model PartialPrismaticEnd "Rod 2 and a prismatic joint at frame_b"
  extends PartialSecondRod;
  Modelica.Mechanics.Translational.Interfaces.Flange_a axis "Drives the prismatic joint";
  Modelica.Mechanics.Translational.Interfaces.Flange_b bearing "Housing of that drive";
  parameter SI.Position s_offset = 0 "Distance of frame_ib from frame_b along n_b is s + s_offset";
  parameter SI.Position s_guess = 0 "Chooses the position of the loop: s at the start is near it";
  parameter Types.Axis boxWidthDirection = {0, 1, 0} "Drawing";
  parameter SI.Distance boxWidth = world.defaultJointWidth "Drawing";
  parameter SI.Distance boxHeight = boxWidth "Drawing";
  parameter Types.Color boxColor = {255, 0, 0} "Drawing";
  Internal.PrismaticWithOffset prismatic(n = n_b, s_offset = s_offset, s(start = s_guess)) "Joint at frame_b";
equation
  connect(prismatic.frame_b, rod2.frame_a);
  connect(frame_b, prismatic.frame_a);
  connect(prismatic.axis, axis);
  connect(prismatic.support, bearing);
end PartialPrismaticEnd;
)";

constexpr const char* joint_usr = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
model JointUSR "Universal joint at frame_a, spherical joint in the middle, revolute joint at frame_b"
  extends PartialUniversalRod;
  extends PartialRevoluteEnd(rRod2_ib = {-1, 0, 0});
equation
  connect(rod1.frame_b, rod2.frame_b);
end JointUSR;
)";

constexpr const char* joint_usp = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
model JointUSP "Universal joint at frame_a, spherical joint in the middle, prismatic joint at frame_b"
  extends PartialUniversalRod;
  extends PartialPrismaticEnd(n_b = {-1, 0, 0}, rRod2_ib = {-1, 0, 0});
equation
  connect(rod1.frame_b, rod2.frame_b);
end JointUSP;
)";

constexpr const char* joint_ssr = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
model JointSSR "Spherical joints at frame_a and in the middle, revolute joint at frame_b"
  extends PartialSphericalRod;
  extends PartialRevoluteEnd;
equation
  connect(rod1.frame_b, rod2.frame_b);
end JointSSR;
)";

constexpr const char* joint_ssp = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
model JointSSP "Spherical joints at frame_a and in the middle, prismatic joint at frame_b"
  extends PartialSphericalRod;
  extends PartialPrismaticEnd;
equation
  connect(rod1.frame_b, rod2.frame_b);
end JointSSP;
)";

constexpr const char* planar_chain = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
partial model PartialPlanarChain "Chain of joints that stays in one plane"
  extends Interfaces.PartialTwoFrames;
  Interfaces.Frame_a frame_ia "On rod 1, at frame_a";
  Interfaces.Frame_b frame_ib "On rod 2, at frame_b";
  Interfaces.Frame_b frame_im "At the joint in the middle, parallel to frame_ib";
  parameter Types.Axis n_a = {0, 0, 1} "Axis of the revolute joints, in frame_a";
  parameter SI.Position rRod1_ia[3] = {1, 0, 0} "From frame_a to the middle, in frame_ia";
  parameter SI.Position rRod2_ib[3] = {-1, 0, 0} "From frame_ib to the middle, in frame_ib";
  parameter Boolean checkTotalPower = false "Other tools check the power balance; no effect here";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance cylinderLength = world.defaultJointLength "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 0} "Drawing";
  parameter SI.Distance rodDiameter = 1.1*cylinderDiameter "Drawing";
  parameter Types.Color rodColor = {155, 155, 155} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
end PartialPlanarChain;
)";

constexpr const char* joint_rrr = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
model JointRRR "Planar chain: revolute joints at frame_a, in the middle and at frame_b"
  extends PartialPlanarChain;
  Modelica.Mechanics.Rotational.Interfaces.Flange_a axis "Drives the joint at frame_b";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b bearing "Housing of that drive";
  parameter Types.Axis n_b = n_a "The axis of the joints in frame_b";
  parameter Modelica.Units.NonSI.Angle_deg phi_offset = 0 "The angle about n_b is phi + phi_offset; degrees";
  parameter Modelica.Units.NonSI.Angle_deg phi_guess = 0 "Chooses the position of the loop: phi at the start is near it; degrees";
  JointUSR jointUSR(n1_a = n_a, n_b = n_b, rRod1_ia = rRod1_ia, rRod2_ib = rRod2_ib, phi_offset = phi_offset, phi_guess = phi_guess) "The chain, without equations that planar motion makes redundant";
equation
  connect(jointUSR.frame_a, frame_a);
  connect(jointUSR.frame_b, frame_b);
  connect(jointUSR.frame_ia, frame_ia);
  connect(jointUSR.frame_ib, frame_ib);
  connect(jointUSR.frame_im, frame_im);
  connect(jointUSR.axis, axis);
  connect(jointUSR.bearing, bearing);
end JointRRR;
)";

constexpr const char* joint_rrp = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
model JointRRP "Planar chain: revolute joints at frame_a and in the middle, prismatic joint at frame_b"
  extends PartialPlanarChain;
  Modelica.Mechanics.Translational.Interfaces.Flange_a axis "Drives the prismatic joint";
  Modelica.Mechanics.Translational.Interfaces.Flange_b bearing "Housing of that drive";
  parameter Types.Axis n_b = {-1, 0, 0} "Axis of the prismatic joint, in frame_b; perpendicular to that of the others";
  parameter SI.Position s_offset = 0 "Distance of frame_ib from frame_b along n_b is s + s_offset";
  parameter SI.Position s_guess = 0 "Chooses the position of the loop: s at the start is near it";
  parameter Types.Axis boxWidthDirection = {0, 1, 0} "Drawing";
  parameter SI.Distance boxWidth = world.defaultJointWidth "Drawing";
  parameter SI.Distance boxHeight = boxWidth "Drawing";
  parameter Types.Color boxColor = {255, 0, 0} "Drawing";
  JointUSP jointUSP(n1_a = n_a, n_b = n_b, rRod1_ia = rRod1_ia, rRod2_ib = rRod2_ib, s_offset = s_offset, s_guess = s_guess) "The chain, without equations that planar motion makes redundant";
equation
  connect(jointUSP.frame_a, frame_a);
  connect(jointUSP.frame_b, frame_b);
  connect(jointUSP.frame_ia, frame_ia);
  connect(jointUSP.frame_ib, frame_ib);
  connect(jointUSP.frame_im, frame_im);
  connect(jointUSP.axis, axis);
  connect(jointUSP.bearing, bearing);
end JointRRP;
)";

constexpr const char* joint_ups = R"(
within Modelica.Mechanics.MultiBody.Joints.Assemblies;
model JointUPS "Universal joint at frame_a, prismatic joint along the line to frame_b, spherical joint there"
  extends Interfaces.PartialTwoFrames;
  Interfaces.Frame_a frame_ia "On the line, at frame_a; parallel to frame_a when the universal joint's angles are zero";
  Interfaces.Frame_b frame_ib "On the line, at frame_b; parallel to frame_ia";
  Modelica.Mechanics.Translational.Interfaces.Flange_a axis "Drives the prismatic joint";
  Modelica.Mechanics.Translational.Interfaces.Flange_b bearing "Housing of that drive";
  parameter Types.Axis n1_a = {0, 0, 1} "First axis of the universal joint, in frame_a; not along the line";
  parameter SI.Position nAxis_ia[3] = {1, 0, 0} "Direction of the line from frame_a to frame_b, in frame_ia";
  parameter SI.Position s_offset = 0 "Distance of frame_a and frame_b is s + s_offset";
  parameter Boolean checkTotalPower = false "Other tools check the power balance; no effect here";
  final parameter Real eAxis_ia[3] = Modelica.Math.Vectors.normalize(nAxis_ia) "Direction of the line, in frame_ia";
  final parameter Real e2_ia[3] = Modelica.Math.Vectors.normalize(cross(n1_a, eAxis_ia)) "Second axis of the universal joint, in frame_ia";
  final parameter Real e3_ia[3] = cross(eAxis_ia, e2_ia) "Perpendicular to line and second axis, in frame_ia";
  parameter Boolean animation = true "Drawing";
  parameter SI.Diameter sphereDiameter = world.defaultJointLength "Drawing";
  parameter Types.Color sphereColor = {255, 0, 0} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  parameter Boolean showUniversalAxes = true "Drawing";
  parameter SI.Distance axisDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color axisColor = {155, 155, 155} "Drawing";
  parameter SI.Distance cylinderLength = world.defaultJointLength "Drawing";
  parameter SI.Distance cylinderDiameter = world.defaultJointWidth "Drawing";
  parameter Types.Color cylinderColor = {255, 0, 0} "Drawing";
  SI.Position s(start = 1) "Displacement along the line; its start value is a guess for the assembly";
  SI.Force f "Force of the drive along the line";
  Universal universal(n_a = n1_a, n_b = e2_ia) "Joint at frame_a";
  Parts.FixedTranslation offset(r = s_offset*eAxis_ia) "s_offset";
  Prismatic prismatic(n = eAxis_ia, useAxisFlange = true) "Joint along the line";
  Spherical spherical "Joint at frame_b";
equation
  s = prismatic.s;
  f = prismatic.f;
  connect(frame_a, universal.frame_a);
  connect(universal.frame_b, frame_ia);
  connect(universal.frame_b, offset.frame_a);
  connect(offset.frame_b, prismatic.frame_a);
  connect(prismatic.frame_b, frame_ib);
  connect(prismatic.frame_b, spherical.frame_a);
  connect(spherical.frame_b, frame_b);
  connect(prismatic.axis, axis);
  connect(prismatic.support, bearing);
end JointUPS;
)";

#define GELENK_ASSEMBLIES "Modelica.Mechanics.MultiBody.Joints.Assemblies."

}  // namespace

std::vector<CompositeText> assembly_partials() {
  return {
      {GELENK_ASSEMBLIES "PartialRodDrawing", rod_drawing},
      {GELENK_ASSEMBLIES "PartialUniversalRod", universal_rod},
      {GELENK_ASSEMBLIES "PartialSphericalRod", spherical_rod},
      {GELENK_ASSEMBLIES "PartialSecondRod", second_rod},
      {GELENK_ASSEMBLIES "PartialRevoluteEnd", revolute_end},
      {"Modelica.Mechanics.MultiBody.Joints.Internal.PrismaticWithOffset", offset_prismatic},
      {GELENK_ASSEMBLIES "PartialPrismaticEnd", prismatic_end},
      {GELENK_ASSEMBLIES "PartialPlanarChain", planar_chain},
  };
}

std::vector<CompositeText> assembly_texts() {
  return {
      {GELENK_ASSEMBLIES "JointUSR", joint_usr}, {GELENK_ASSEMBLIES "JointUSP", joint_usp},
      {GELENK_ASSEMBLIES "JointSSR", joint_ssr}, {GELENK_ASSEMBLIES "JointSSP", joint_ssp},
      {GELENK_ASSEMBLIES "JointRRR", joint_rrr}, {GELENK_ASSEMBLIES "JointRRP", joint_rrp},
      {GELENK_ASSEMBLIES "JointUPS", joint_ups},
  };
}

#undef GELENK_ASSEMBLIES

}  // namespace gelenk
