// Sources on an axis: motions (2) and torques or forces (5) of axis_element.h, by laws of time or constant.
// The library gives the laws through signal connectors; here they are inputs that the model binds to an
// expression of time, which other tools accept as well.
#include "elements/axes/axis_element.h"
#include "elements/joint.h"

namespace gelenk {

namespace {

AxisElement make_source(const Component& component, AxisElement::Kind kind, const char* law,
                        bool turns) {
  AxisElement e;
  e.kind = kind;
  e.turns = turns;
  e.flange_a = component.boolean("useSupport") ? "support" : "";
  e.flange_b = "flange";
  const Value& value = component.value(law);
  e.law = value.is_law() ? value.laws.at(0) : symbolic::Expression(value.numbers.at(0));
  return e;
}

AxisElement make_drive(const Component& component, const char* law, bool turns) {
  if (!component.boolean("exact")) {
    throw component.error("unsupported",
                          "exact = false of " + component.native_class +
                              " is not supported yet: it would filter the law",
                          "set exact = true: the flange then follows the law as it is", "exact");
  }
  return make_source(component, AxisElement::Kind::drive, law, turns);
}

}  // namespace

const AxisKind rotational_position_kind = {
    "Modelica.Mechanics.Rotational.Sources.Position", R"(
within Modelica.Mechanics.Rotational.Sources;
model Position "Turns a flange as a law of time says"
  extends Interfaces.PartialSource;
  input SI.Angle phi_ref = 0 "Angle of the flange against the support; may depend on time";
  parameter Boolean exact = false "true: phi = phi_ref; false: phi_ref is filtered first";
  parameter SI.Frequency f_crit = 50 "Corner frequency of the filter";
  SI.AngularVelocity w(start = 0) "Derivative of phi";
  SI.AngularAcceleration a(start = 0) "Derivative of w";
end Position;
)",
    [](const Component& c) { return make_drive(c, "phi_ref", true); }};

const AxisKind translational_position_kind = {
    "Modelica.Mechanics.Translational.Sources.Position", R"(
within Modelica.Mechanics.Translational.Sources;
model Position "Moves a flange as a law of time says"
  extends Interfaces.PartialSource;
  input SI.Position s_ref = 0 "Position of the flange against the support; may depend on time";
  parameter Boolean exact = false "true: s = s_ref; false: s_ref is filtered first";
  parameter SI.Frequency f_crit = 50 "Corner frequency of the filter";
  SI.Velocity v(start = 0) "Derivative of s";
  SI.Acceleration a(start = 0) "Derivative of v";
end Position;
)",
    [](const Component& c) { return make_drive(c, "s_ref", false); }};

const AxisKind torque_kind = {
    "Modelica.Mechanics.Rotational.Sources.Torque", R"(
within Modelica.Mechanics.Rotational.Sources;
model Torque "Torque on a flange by a law of time"
  extends Interfaces.PartialSource;
  input SI.Torque tau = 0 "Torque on the flange, positive turns it forward; may depend on time";
end Torque;
)",
    [](const Component& c) { return make_source(c, AxisElement::Kind::force, "tau", true); }};

const AxisKind constant_torque_kind = {"Modelica.Mechanics.Rotational.Sources.ConstantTorque", R"(
within Modelica.Mechanics.Rotational.Sources;
model ConstantTorque "Constant torque on a flange"
  extends Interfaces.PartialSource;
  parameter SI.Torque tau_constant "Torque on the flange, positive turns it forward";
  SI.AngularVelocity w "Derivative of phi";
  SI.Torque tau "Torque on the flange";
end ConstantTorque;
)",
                                       [](const Component& c) {
                                         return make_source(c, AxisElement::Kind::force,
                                                            "tau_constant", true);
                                       }};

const AxisKind axial_force_kind = {
    "Modelica.Mechanics.Translational.Sources.Force", R"(
within Modelica.Mechanics.Translational.Sources;
model Force "Force on a flange by a law of time"
  extends Interfaces.PartialSource;
  input SI.Force f = 0 "Force on the flange, positive pushes it forward; may depend on time";
end Force;
)",
    [](const Component& c) { return make_source(c, AxisElement::Kind::force, "f", false); }};

const AxisKind constant_force_kind = {"Modelica.Mechanics.Translational.Sources.ConstantForce", R"(
within Modelica.Mechanics.Translational.Sources;
model ConstantForce "Constant force on a flange"
  extends Interfaces.PartialSource;
  parameter SI.Force f_constant "Force on the flange, positive pushes it forward";
  SI.Force f "Force on the flange";
end ConstantForce;
)",
                                      [](const Component& c) {
                                        return make_source(c, AxisElement::Kind::force,
                                                           "f_constant", false);
                                      }};

}  // namespace gelenk
