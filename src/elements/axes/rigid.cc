// Ground, inertia, rod and gear on an axis: equations (1), (3) and (4) of axis_element.h. A gear may turn a
// sliding motion into a turning one.
#include "elements/axes/axis_kinds.h"
#include "elements/joint.h"

namespace gelenk {

namespace {

AxisElement make_ground(const Component& component, const char* position, bool turns) {
  AxisElement e;
  e.kind = AxisElement::Kind::ground;
  e.turns = turns;
  e.flange_b = "flange";
  e.position = component.real(position);
  return e;
}

AxisElement make_rigid(const Component& component, bool turns) {
  AxisElement e;
  e.kind = AxisElement::Kind::inertia;
  e.turns = turns;
  e.flange_a = "flange_a";
  e.flange_b = "flange_b";
  e.x_start = read_axis_start(component, turns ? "phi" : "s");
  e.v_start = read_axis_start(component, turns ? "w" : "v");
  return e;
}

AxisElement make_inertia(const Component& component, const char* inertia, bool turns) {
  AxisElement e = make_rigid(component, turns);
  e.inertia = component.real(inertia);
  if (!(e.inertia >= 0)) {
    throw component.error("value", std::string(inertia) + " is negative",
                          "an inertia is zero or more", inertia);
  }
  return e;
}

// A shaft or rod without inertia.
AxisElement make_rod(const Component& component, const char* length, bool turns) {
  AxisElement e = make_rigid(component, turns);
  e.length = component.real(length);
  return e;
}

AxisElement make_gear(const Component& component, double ratio, const char* parameter,
                      const char* flange_a, const char* flange_b) {
  AxisElement e;
  e.kind = AxisElement::Kind::gear;
  e.flange_a = flange_a;
  e.flange_b = flange_b;
  e.ratio = ratio;
  if (!(std::abs(e.ratio) > 0) || !std::isfinite(e.ratio)) {
    throw component.error(
        "value", std::string("the ") + parameter + " of a gear is a number other than zero",
        "give what flange_a does over what flange_b does, such as 50", parameter);
  }
  return e;
}

// From turning to sliding.
AxisElement make_wheel(const Component& component, double ratio, const char* parameter) {
  for (const char* option : {"useSupportR", "useSupportT"})
    reject_option(component, option, "leave it out: the housing then stands on ground");
  return make_gear(component, ratio, parameter, "flangeR", "flangeT");
}

constexpr AxisKind kinds[] = {
    {"Modelica.Mechanics.Rotational.Components.Fixed", R"(
within Modelica.Mechanics.Rotational.Components;
model Fixed "Housing: holds a flange at a constant angle"
  parameter SI.Angle phi0 = 0 "Angle of the flange";
  Interfaces.Flange_b flange "What is held";
end Fixed;
)",
     [](const Component& c) { return make_ground(c, "phi0", true); }},
    {"Modelica.Mechanics.Translational.Components.Fixed", R"(
within Modelica.Mechanics.Translational.Components;
model Fixed "Housing: holds a flange at a constant position"
  parameter SI.Position s0 = 0 "Position of the flange";
  Interfaces.Flange_b flange "What is held";
end Fixed;
)",
     [](const Component& c) { return make_ground(c, "s0", false); }},
    {"Modelica.Mechanics.Rotational.Components.Inertia", R"(
within Modelica.Mechanics.Rotational.Components;
model Inertia "Rotor: a shaft with inertia about its axis"
  extends Interfaces.PartialTwoFlanges;
  parameter SI.Inertia J(min = 0, start = 1) "Moment of inertia";
  parameter StateSelect stateSelect = StateSelect.default "Preference for phi and w as states; no effect here";
  SI.Angle phi(start = 0) "Angle of the rotor";
  SI.AngularVelocity w(start = 0) "Derivative of phi";
  SI.AngularAcceleration a(start = 0) "Derivative of w";
end Inertia;
)",
     [](const Component& c) { return make_inertia(c, "J", true); }},
    {"Modelica.Mechanics.Translational.Components.Mass", R"(
within Modelica.Mechanics.Translational.Components;
model Mass "Mass that slides along the axis; gravity does not act on it"
  extends Interfaces.PartialTwoFlanges;
  parameter SI.Mass m(min = 0, start = 1) "Mass";
  parameter SI.Length L = 0 "From flange_a to flange_b";
  parameter StateSelect stateSelect = StateSelect.default "Preference for s and v as states; no effect here";
  SI.Position s(start = 0) "Position of the middle between the flanges";
  SI.Velocity v(start = 0) "Derivative of s";
  SI.Acceleration a(start = 0) "Derivative of v";
end Mass;
)",
     [](const Component& c) {
       AxisElement e = make_inertia(c, "m", false);
       e.length = c.real("L");
       return e;
     }},
    {"Modelica.Mechanics.Rotational.Components.IdealGear", R"(
within Modelica.Mechanics.Rotational.Components;
model IdealGear "Gear without losses, inertia and play"
  extends Interfaces.PartialTwoFlanges;
  parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
  parameter Real ratio(start = 1) "Angle of flange_a over angle of flange_b, both against the housing";
  Interfaces.Support support if useSupport "Housing, takes the balance of the torques";
  SI.Angle phi_a "Angle of flange_a against the housing";
  SI.Angle phi_b "Angle of flange_b against the housing";
end IdealGear;
)",
     [](const Component& c) {
       AxisElement e = make_gear(c, c.real("ratio"), "ratio", "flange_a", "flange_b");
       if (c.boolean("useSupport")) e.support = "support";
       return e;
     }},
    {"Modelica.Mechanics.Rotational.Components.IdealGearR2T", R"(
within Modelica.Mechanics.Rotational.Components;
model IdealGearR2T "Rack and pinion or spindle: turns sliding into turning, without losses"
  extends Interfaces.PartialTurningToSliding;
  parameter Real ratio(start = 1, unit = "rad/m") "Angle of flangeR over position of flangeT";
end IdealGearR2T;
)",
     [](const Component& c) { return make_wheel(c, c.real("ratio"), "ratio"); }},
    {"Modelica.Mechanics.Rotational.Components.IdealRollingWheel", R"(
within Modelica.Mechanics.Rotational.Components;
model IdealRollingWheel "Wheel that rolls without slip on what slides"
  extends Interfaces.PartialTurningToSliding;
  parameter SI.Distance radius(start = 0.3) "Radius of the wheel";
end IdealRollingWheel;
)",
     [](const Component& c) { return make_wheel(c, 1.0 / c.real("radius"), "radius"); }},
    {"Modelica.Mechanics.Rotational.Components.Disc", R"(
within Modelica.Mechanics.Rotational.Components;
model Disc "Shaft without inertia between two flanges that are turned against each other"
  extends Interfaces.PartialTwoFlanges;
  parameter SI.Angle deltaPhi = 0 "Angle from flange_a to flange_b";
  SI.Angle phi(start = 0) "Angle of the middle between the flanges";
end Disc;
)",
     [](const Component& c) { return make_rod(c, "deltaPhi", true); }},
    {"Modelica.Mechanics.Translational.Components.Rod", R"(
within Modelica.Mechanics.Translational.Components;
model Rod "Rod without mass"
  extends Interfaces.PartialTwoFlanges;
  parameter SI.Length L "From flange_a to flange_b";
  SI.Position s(start = 0) "Position of the middle between the flanges";
end Rod;
)",
     [](const Component& c) { return make_rod(c, "L", false); }},
};

}  // namespace

std::span<const AxisKind> rigid_axis_kinds() { return kinds; }

}  // namespace gelenk
