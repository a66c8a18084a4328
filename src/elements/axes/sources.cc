// Sources on an axis: motions (2) and torques or forces (5) of axis_element.h, by laws of time or constant.
// The library gives the laws through signal connectors; here they are inputs that the model binds to an
// expression of time, which other tools accept as well.
#include <numbers>

#include "elements/axes/axis_kinds.h"
#include "elements/joint.h"

namespace gelenk {

namespace {

using symbolic::Expression;
using symbolic::Op;

Expression read_law(const Component& component, const char* name) {
  const Value& value = component.value(name);
  return value.is_law() ? value.laws.at(0) : Expression(value.numbers.at(0));
}

AxisElement make_source(const Component& component, AxisElement::Kind kind, const char* law,
                        bool turns) {
  AxisElement e;
  e.kind = kind;
  e.turns = turns;
  e.flange_a = component.boolean("useSupport") ? "support" : "";
  e.flange_b = "flange";
  e.law = read_law(component, law);
  return e;
}

// Corner frequency of a filter, rad/s.
double read_corner(const Component& component) {
  const double f = component.real("f_crit");
  if (!(f > 0) || !std::isfinite(f)) {
    throw component.error("value", "f_crit is not positive",
                          "give the corner frequency of the filter in Hz, such as 50", "f_crit");
  }
  return 2 * std::numbers::pi * f;
}

// A law of position, filtered unless it is exact: x + a ẋ/ω + b ẍ/ω² = law with ω = 2π f_crit, a low-pass of
// second order with Bessel's delay, which is down to 1/√2 at f_crit. Its constants are √(1.5 (√5 − 1)) and
// (√5 − 1)/2; the library has them with four digits, and so does everyone who compares with it.
AxisElement make_position(const Component& component, bool turns) {
  AxisElement e =
      make_source(component, AxisElement::Kind::drive, turns ? "phi_ref" : "s_ref", turns);
  if (component.boolean("exact")) return e;
  constexpr double a = 1.3617, b = 0.6180;
  const double omega = read_corner(component);
  e.drive = {2, omega * omega / b, omega * a / b};
  e.law = Expression::make(Op::multiply, {e.drive.k_x, e.law});
  e.v_start = read_axis_start(component, turns ? "w" : "v");
  return e;
}

// A law of speed, filtered unless it is exact: ẋ + ẍ/ω = law.
AxisElement make_speed(const Component& component, bool turns) {
  AxisElement e =
      make_source(component, AxisElement::Kind::drive, turns ? "w_ref" : "v_ref", turns);
  e.drive.order = 1;
  e.x_start = read_axis_start(component, turns ? "phi" : "s");
  if (component.boolean("exact")) return e;
  e.drive = {2, 0.0, read_corner(component)};
  e.law = Expression::make(Op::multiply, {e.drive.k_v, e.law});
  return e;
}

AxisElement make_constant_speed(const Component& component, bool turns) {
  AxisElement e =
      make_source(component, AxisElement::Kind::drive, turns ? "w_fixed" : "v_fixed", turns);
  e.drive.order = 1;
  e.x_start = read_axis_start(component, turns ? "phi" : "s");
  return e;
}

// A source without support, between two flanges.
AxisElement make_between_flanges(const Component& component, const char* law, bool turns) {
  AxisElement e;
  e.kind = AxisElement::Kind::force;
  e.turns = turns;
  e.flange_a = "flange_a";
  e.flange_b = "flange_b";
  e.law = read_law(component, law);
  return e;
}

AxisElement make_accelerate(const Component& component, bool turns) {
  AxisElement e = make_source(component, AxisElement::Kind::drive, "a_ref", turns);
  e.drive.order = 2;
  e.x_start = read_axis_start(component, turns ? "phi" : "s");
  e.v_start = read_axis_start(component, turns ? "w" : "v");
  return e;
}

constexpr AxisKind kinds[] = {
    {"Modelica.Mechanics.Rotational.Sources.Position", R"(
within Modelica.Mechanics.Rotational.Sources;
model Position "Turns a flange as a law of time says"
  extends Interfaces.PartialMotion;
  input SI.Angle phi_ref = 0 "Angle of the flange against the support; may depend on time";
  parameter Boolean exact = false "true: phi = phi_ref; false: phi_ref is filtered first, from phi = phi_ref at the start";
  parameter SI.Frequency f_crit(min = 0) = 50 "Corner frequency of the filter";
end Position;
)",
     [](const Component& c) { return make_position(c, true); }},
    {"Modelica.Mechanics.Rotational.Sources.Speed", R"(
within Modelica.Mechanics.Rotational.Sources;
model Speed "Turns a flange with the speed that a law of time gives"
  extends Interfaces.PartialMotion(phi(fixed = true));
  input SI.AngularVelocity w_ref = 0 "Speed of the flange against the support; may depend on time";
  parameter Boolean exact = false "true: w = w_ref; false: w_ref is filtered first, from w = w_ref at the start";
  parameter SI.Frequency f_crit(min = 0) = 50 "Corner frequency of the filter";
end Speed;
)",
     [](const Component& c) { return make_speed(c, true); }},
    {"Modelica.Mechanics.Rotational.Sources.Accelerate", R"(
within Modelica.Mechanics.Rotational.Sources;
model Accelerate "Turns a flange with the acceleration that a law of time gives"
  extends Interfaces.PartialMotion(phi(fixed = true), w(fixed = true));
  input SI.AngularAcceleration a_ref = 0 "Acceleration of the flange against the support; may depend on time";
end Accelerate;
)",
     [](const Component& c) { return make_accelerate(c, true); }},
    {"Modelica.Mechanics.Rotational.Sources.ConstantSpeed", R"(
within Modelica.Mechanics.Rotational.Sources;
model ConstantSpeed "Turns a flange with constant speed"
  extends Interfaces.PartialMotion;
  parameter SI.AngularVelocity w_fixed "Speed of the flange against the support";
end ConstantSpeed;
)",
     [](const Component& c) { return make_constant_speed(c, true); }},
    {"Modelica.Mechanics.Translational.Sources.Position", R"(
within Modelica.Mechanics.Translational.Sources;
model Position "Moves a flange as a law of time says"
  extends Interfaces.PartialMotion;
  input SI.Position s_ref = 0 "Position of the flange against the support; may depend on time";
  parameter Boolean exact = false "true: s = s_ref; false: s_ref is filtered first, from s = s_ref at the start";
  parameter SI.Frequency f_crit(min = 0) = 50 "Corner frequency of the filter";
end Position;
)",
     [](const Component& c) { return make_position(c, false); }},
    {"Modelica.Mechanics.Translational.Sources.Speed", R"(
within Modelica.Mechanics.Translational.Sources;
model Speed "Moves a flange with the speed that a law of time gives"
  extends Interfaces.PartialMotion(s(fixed = true));
  input SI.Velocity v_ref = 0 "Speed of the flange against the support; may depend on time";
  parameter Boolean exact = false "true: v = v_ref; false: v_ref is filtered first, from v = v_ref at the start";
  parameter SI.Frequency f_crit(min = 0) = 50 "Corner frequency of the filter";
end Speed;
)",
     [](const Component& c) { return make_speed(c, false); }},
    {"Modelica.Mechanics.Translational.Sources.Accelerate", R"(
within Modelica.Mechanics.Translational.Sources;
model Accelerate "Moves a flange with the acceleration that a law of time gives"
  extends Interfaces.PartialMotion(s(fixed = true), v(fixed = true));
  input SI.Acceleration a_ref = 0 "Acceleration of the flange against the support; may depend on time";
end Accelerate;
)",
     [](const Component& c) { return make_accelerate(c, false); }},
    {"Modelica.Mechanics.Translational.Sources.ConstantSpeed", R"(
within Modelica.Mechanics.Translational.Sources;
model ConstantSpeed "Moves a flange with constant speed"
  extends Interfaces.PartialMotion;
  parameter SI.Velocity v_fixed "Speed of the flange against the support";
end ConstantSpeed;
)",
     [](const Component& c) { return make_constant_speed(c, false); }},
    {"Modelica.Mechanics.Rotational.Sources.Torque", R"(
within Modelica.Mechanics.Rotational.Sources;
model Torque "Torque on a flange by a law of time"
  extends Interfaces.PartialSource;
  input SI.Torque tau = 0 "Torque on the flange, positive turns it forward; may depend on time";
end Torque;
)",
     [](const Component& c) { return make_source(c, AxisElement::Kind::force, "tau", true); }},
    {"Modelica.Mechanics.Rotational.Sources.ConstantTorque", R"(
within Modelica.Mechanics.Rotational.Sources;
model ConstantTorque "Constant torque on a flange"
  extends Interfaces.PartialSource;
  parameter SI.Torque tau_constant "Torque on the flange, positive turns it forward";
  SI.AngularVelocity w "Derivative of phi";
  SI.Torque tau "Torque on the flange";
end ConstantTorque;
)",
     [](const Component& c) {
       return make_source(c, AxisElement::Kind::force, "tau_constant", true);
     }},
    {"Modelica.Mechanics.Translational.Sources.Force", R"(
within Modelica.Mechanics.Translational.Sources;
model Force "Force on a flange by a law of time"
  extends Interfaces.PartialSource;
  input SI.Force f = 0 "Force on the flange, positive pushes it forward; may depend on time";
end Force;
)",
     [](const Component& c) { return make_source(c, AxisElement::Kind::force, "f", false); }},
    {"Modelica.Mechanics.Translational.Sources.ConstantForce", R"(
within Modelica.Mechanics.Translational.Sources;
model ConstantForce "Constant force on a flange"
  extends Interfaces.PartialSource;
  parameter SI.Force f_constant "Force on the flange, positive pushes it forward";
  SI.Force f "Force on the flange";
end ConstantForce;
)",
     [](const Component& c) {
       return make_source(c, AxisElement::Kind::force, "f_constant", false);
     }},
    {"Modelica.Mechanics.Rotational.Sources.Torque2", R"(
within Modelica.Mechanics.Rotational.Sources;
model Torque2 "Torque between two flanges by a law of time"
  extends Interfaces.PartialTwoFlanges;
  input SI.Torque tau = 0 "Torque on flange_b, its opposite on flange_a; may depend on time";
end Torque2;
)",
     [](const Component& c) { return make_between_flanges(c, "tau", true); }},
    {"Modelica.Mechanics.Translational.Sources.Force2", R"(
within Modelica.Mechanics.Translational.Sources;
model Force2 "Force between two flanges by a law of time"
  extends Interfaces.PartialTwoFlanges;
  input SI.Force f = 0 "Force on flange_b, its opposite on flange_a; may depend on time";
end Force2;
)",
     [](const Component& c) { return make_between_flanges(c, "f", false); }},
};

}  // namespace

std::span<const AxisKind> source_axis_kinds() { return kinds; }

}  // namespace gelenk
