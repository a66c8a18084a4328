// A gear in space: two revolute joints on one bearing, and a ratio between their angles.
#include "elements/composites/composites.h"

namespace gelenk {

namespace {

constexpr const char* gear_constraint = R"(
within Modelica.Mechanics.MultiBody.Joints;
model GearConstraint "Ideal gear between two bodies that turn on one bearing"
  extends Interfaces.PartialTwoFrames;
  Interfaces.Frame_a bearing "Carries both shafts and takes the balance of their torques";
  parameter Real ratio(start = 2) "Angle of frame_a over angle of frame_b, both against the bearing";
  parameter Types.Axis n_a = {1, 0, 0} "Axis of shaft a, the same in bearing and frame_a";
  parameter Types.Axis n_b = {1, 0, 0} "Axis of shaft b, the same in bearing and frame_b";
  parameter SI.Position r_a[3] = {0, 0, 0} "From bearing to frame_a, in bearing";
  parameter SI.Position r_b[3] = {0, 0, 0} "From bearing to frame_b, in bearing";
  parameter StateSelect stateSelect = StateSelect.default "Has no effect here: both angles are coordinates";
  parameter Boolean checkTotalPower = false "Other tools check the power balance; no effect here";
  SI.Angle phi_b(start = 0) "Angle of frame_b against the bearing";
  SI.AngularVelocity w_b(start = 0) "Derivative of phi_b";
  SI.AngularAcceleration a_b(start = 0) "Derivative of w_b";
  Revolute actuatedRevolute_a(n = n_a) "Shaft a";
  Revolute actuatedRevolute_b(n = n_b) "Shaft b";
  Parts.FixedTranslation fixedTranslation1(r = r_b) "From bearing to shaft b";
  Parts.FixedTranslation fixedTranslation2(r = r_a) "From bearing to shaft a";
  Gelenk.Constraints.LinearRelation idealGear(coordinates = {"actuatedRevolute_a.phi", "actuatedRevolute_b.phi"}, factors = {1, -ratio}) "The ratio";
equation
  phi_b = actuatedRevolute_b.phi;
  w_b = actuatedRevolute_b.w;
  a_b = actuatedRevolute_b.a;
  connect(bearing, fixedTranslation1.frame_a);
  connect(bearing, fixedTranslation2.frame_a);
  connect(fixedTranslation1.frame_b, actuatedRevolute_b.frame_a);
  connect(fixedTranslation2.frame_b, actuatedRevolute_a.frame_a);
  connect(actuatedRevolute_a.frame_b, frame_a);
  connect(actuatedRevolute_b.frame_b, frame_b);
end GearConstraint;
)";

}  // namespace

std::vector<CompositeText> gear_texts() {
  return {{"Modelica.Mechanics.MultiBody.Joints.GearConstraint", gear_constraint}};
}

}  // namespace gelenk
