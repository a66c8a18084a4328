// Wheels that roll on the plane z = 0, with mass, and two wheels on one axle. Start values given to the
// whole are those of the part inside that has the quantity.
#include "elements/composites/composites.h"

namespace gelenk {

namespace {

constexpr const char* wheel = R"(
within Modelica.Mechanics.MultiBody.Parts;
model RollingWheel "Wheel with mass that rolls on the plane z = 0 of the world"
  extends Interfaces.PartialInWorld;
  Interfaces.Frame_a frame_a "Centre of the wheel; its y axis is the axle";
  parameter SI.Radius radius(min = 0) "Radius of the wheel";
  parameter SI.Mass m(min = 0) "Mass";
  parameter SI.Inertia I_axis(min = 0) "Inertia about the axle";
  parameter SI.Inertia I_long(min = 0) "Inertia about axes across the axle";
  parameter StateSelect stateSelect = StateSelect.always "Has no effect here";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance width = 0.035 "Drawing";
  parameter Real hollowFraction = 0.8 "Drawing";
  parameter Types.Color color = {30, 30, 30} "Drawing";
  SI.Position x(start = 0, fixed = true) "x of the centre";
  SI.Position y(start = 0, fixed = true) "y of the centre";
  SI.Angle angles[3](start = {0, 0, 0}, each fixed = true) "Rotations about z, y, x that take the world to frame_a";
  SI.AngularVelocity der_angles[3](start = {0, 0, 0}, each fixed = true) "Derivative of angles";
  Body body(r_CM = {0, 0, 0}, m = m, I_11 = I_long, I_22 = I_axis, I_33 = I_long) "Mass and inertia";
  Joints.RollingWheel rollingWheel(radius = radius) "Contact with the road";
equation
  x = rollingWheel.x;
  y = rollingWheel.y;
  angles = rollingWheel.angles;
  der_angles = rollingWheel.der_angles;
  connect(rollingWheel.frame_a, frame_a);
  connect(body.frame_a, frame_a);
end RollingWheel;
)";

constexpr const char* wheel_set_joint = R"(
within Modelica.Mechanics.MultiBody.Joints;
model RollingWheelSet "Two wheels without mass on a level axle roll on the plane z = 0 of the world"
  extends Interfaces.PartialInWorld;
  Interfaces.Frame_a frameMiddle "Middle of the axle; its y axis lies along it, its z axis is up";
  Interfaces.Frame_a frame1 "Centre of wheel 1, at +track/2";
  Interfaces.Frame_b frame2 "Centre of wheel 2, at -track/2";
  Modelica.Mechanics.Rotational.Interfaces.Flange_a axis1 "Turns wheel 1 against the axle";
  Modelica.Mechanics.Rotational.Interfaces.Flange_a axis2 "Turns wheel 2 against the axle";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b support "Takes the reaction, on the axle";
  parameter SI.Radius radius(min = 0) "Radius of the wheels";
  parameter SI.Distance track "Distance of the wheels";
  parameter StateSelect stateSelect = StateSelect.default "Has no effect here";
  parameter Boolean animation = true "Drawing";
  SI.Position x(start = 0) "x of the middle";
  SI.Position y(start = 0) "y of the middle";
  SI.Angle phi(start = 0) "Angle of the axle about z";
  SI.Angle theta1(start = 0) "Angle of wheel 1 about the axle";
  SI.Angle theta2(start = 0) "Angle of wheel 2 about the axle";
  SI.AngularVelocity der_theta1(start = 0) "Derivative of theta1";
  SI.AngularVelocity der_theta2(start = 0) "Derivative of theta2";
  Parts.Fixed fixed(r = {0, 0, radius}) "Above the road by the radius";
  Planar planar(n = {0, 0, 1}, n_x = {1, 0, 0}) "Axle over the road";
  Parts.FixedTranslation rod1(r = {0, track/2, 0}) "To wheel 1";
  Parts.FixedTranslation rod2(r = {0, -track/2, 0}) "To wheel 2";
  Revolute revolute1(n = {0, 1, 0}, useAxisFlange = true) "Wheel 1 on the axle";
  Revolute revolute2(n = {0, 1, 0}, useAxisFlange = true) "Wheel 2 on the axle";
  Internal.RollingConstraintVerticalWheel rolling1(radius = radius) "Wheel 1 on the road";
  Internal.RollingConstraintVerticalWheel rolling2(radius = radius, lateralSlidingConstraint = false) "Wheel 2 on the road";
equation
  x = planar.s_x;
  y = planar.s_y;
  phi = planar.phi;
  theta1 = revolute1.phi;
  theta2 = revolute2.phi;
  der_theta1 = revolute1.w;
  der_theta2 = revolute2.w;
  connect(fixed.frame_b, planar.frame_a);
  connect(planar.frame_b, frameMiddle);
  connect(planar.frame_b, rod1.frame_a);
  connect(planar.frame_b, rod2.frame_a);
  connect(rod1.frame_b, revolute1.frame_a);
  connect(rod2.frame_b, revolute2.frame_a);
  connect(revolute1.frame_b, frame1);
  connect(revolute2.frame_b, frame2);
  connect(rolling1.frame_a, revolute1.frame_b);
  connect(rolling2.frame_a, revolute2.frame_b);
  connect(revolute1.axis, axis1);
  connect(revolute2.axis, axis2);
  connect(revolute1.support, support);
  connect(revolute2.support, support);
end RollingWheelSet;
)";

constexpr const char* wheel_set = R"(
within Modelica.Mechanics.MultiBody.Parts;
model RollingWheelSet "Two wheels with mass on a level axle roll on the plane z = 0 of the world"
  extends Interfaces.PartialInWorld;
  Interfaces.Frame_a frameMiddle "Middle of the axle; its y axis lies along it, its z axis is up";
  Interfaces.Frame_a frame1 "Centre of wheel 1, at +track/2";
  Interfaces.Frame_b frame2 "Centre of wheel 2, at -track/2";
  Modelica.Mechanics.Rotational.Interfaces.Flange_a axis1 "Turns wheel 1 against the axle";
  Modelica.Mechanics.Rotational.Interfaces.Flange_a axis2 "Turns wheel 2 against the axle";
  Modelica.Mechanics.Rotational.Interfaces.Flange_b support "Takes the reaction, on the axle";
  parameter SI.Radius R_wheel(min = 0) "Radius of a wheel";
  parameter SI.Mass m_wheel(min = 0) "Mass of a wheel";
  parameter SI.Inertia I_wheelAxis(min = 0) "Inertia of a wheel about the axle";
  parameter SI.Inertia I_wheelLong(min = 0) "Inertia of a wheel about axes across the axle";
  parameter SI.Distance track "Distance of the wheels";
  parameter StateSelect stateSelect = StateSelect.always "Has no effect here";
  parameter Boolean animation = true "Drawing";
  parameter SI.Distance width_wheel = 0.01 "Drawing";
  parameter Real hollowFraction = 0.8 "Drawing";
  parameter Types.Color color = {30, 30, 30} "Drawing";
  SI.Position x(start = 0, fixed = true) "x of the middle";
  SI.Position y(start = 0, fixed = true) "y of the middle";
  SI.Angle phi(start = 0, fixed = true) "Angle of the axle about z";
  SI.Angle theta1(start = 0, fixed = true) "Angle of wheel 1 about the axle";
  SI.Angle theta2(start = 0, fixed = true) "Angle of wheel 2 about the axle";
  SI.AngularVelocity der_theta1(start = 0, fixed = true) "Derivative of theta1";
  SI.AngularVelocity der_theta2(start = 0, fixed = true) "Derivative of theta2";
  Body body1(r_CM = {0, 0, 0}, m = m_wheel, I_11 = I_wheelLong, I_22 = I_wheelAxis, I_33 = I_wheelLong) "Wheel 1";
  Body body2(r_CM = {0, 0, 0}, m = m_wheel, I_11 = I_wheelLong, I_22 = I_wheelAxis, I_33 = I_wheelLong) "Wheel 2";
  Joints.RollingWheelSet wheelSetJoint(radius = R_wheel, track = track) "Axle and contact with the road";
equation
  x = wheelSetJoint.x;
  y = wheelSetJoint.y;
  phi = wheelSetJoint.phi;
  theta1 = wheelSetJoint.theta1;
  theta2 = wheelSetJoint.theta2;
  der_theta1 = wheelSetJoint.der_theta1;
  der_theta2 = wheelSetJoint.der_theta2;
  connect(wheelSetJoint.frameMiddle, frameMiddle);
  connect(wheelSetJoint.frame1, frame1);
  connect(wheelSetJoint.frame2, frame2);
  connect(wheelSetJoint.axis1, axis1);
  connect(wheelSetJoint.axis2, axis2);
  connect(wheelSetJoint.support, support);
  connect(body1.frame_a, frame1);
  connect(body2.frame_a, frame2);
end RollingWheelSet;
)";

}  // namespace

std::vector<CompositeText> rolling_texts() {
  return {{"Modelica.Mechanics.MultiBody.Parts.RollingWheel", wheel},
          {"Modelica.Mechanics.MultiBody.Joints.RollingWheelSet", wheel_set_joint},
          {"Modelica.Mechanics.MultiBody.Parts.RollingWheelSet", wheel_set}};
}

}  // namespace gelenk
