// Ground, inertia and gear on an axis: equations (1), (3) and (4) of axis_element.h.
#include "elements/axes/axis_element.h"
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

AxisElement make_inertia(const Component& component, const char* inertia, bool turns) {
  AxisElement e;
  e.kind = AxisElement::Kind::inertia;
  e.turns = turns;
  e.flange_a = "flange_a";
  e.flange_b = "flange_b";
  e.inertia = component.real(inertia);
  if (!(e.inertia >= 0)) {
    throw component.error("value", std::string(inertia) + " is negative",
                          "an inertia is zero or more", inertia);
  }
  e.x_start = read_axis_start(component, turns ? "phi" : "s");
  e.v_start = read_axis_start(component, turns ? "w" : "v");
  return e;
}

}  // namespace

const AxisKind rotational_fixed_kind = {
    "Modelica.Mechanics.Rotational.Components.Fixed", R"(
within Modelica.Mechanics.Rotational.Components;
model Fixed "Housing: holds a flange at a constant angle"
  parameter SI.Angle phi0 = 0 "Angle of the flange";
  Interfaces.Flange_b flange "What is held";
end Fixed;
)",
    [](const Component& c) { return make_ground(c, "phi0", true); }};

const AxisKind translational_fixed_kind = {
    "Modelica.Mechanics.Translational.Components.Fixed", R"(
within Modelica.Mechanics.Translational.Components;
model Fixed "Housing: holds a flange at a constant position"
  parameter SI.Position s0 = 0 "Position of the flange";
  Interfaces.Flange_b flange "What is held";
end Fixed;
)",
    [](const Component& c) { return make_ground(c, "s0", false); }};

const AxisKind rotational_inertia_kind = {
    "Modelica.Mechanics.Rotational.Components.Inertia", R"(
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
    [](const Component& c) { return make_inertia(c, "J", true); }};

const AxisKind translational_mass_kind = {"Modelica.Mechanics.Translational.Components.Mass", R"(
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
                                          }};

const AxisKind ideal_gear_kind = {
    "Modelica.Mechanics.Rotational.Components.IdealGear", R"(
within Modelica.Mechanics.Rotational.Components;
model IdealGear "Gear without losses, inertia and play, its housing on ground"
  extends Interfaces.PartialTwoFlanges;
  parameter Boolean useSupport = false "true: a flange for the housing";
  parameter Real ratio(start = 1) "Angle of flange_a over angle of flange_b";
  SI.Angle phi_a "Angle of flange_a";
  SI.Angle phi_b "Angle of flange_b";
end IdealGear;
)",
    [](const Component& c) {
      reject_option(c, "useSupport", "leave it out: the housing then stands on ground");
      AxisElement e;
      e.kind = AxisElement::Kind::gear;
      e.flange_a = "flange_a";
      e.flange_b = "flange_b";
      e.ratio = c.real("ratio");
      if (!(std::abs(e.ratio) > 0) || !std::isfinite(e.ratio)) {
        throw c.error("value", "the ratio of a gear is a number other than zero",
                      "give the angle of flange_a over that of flange_b, such as 50", "ratio");
      }
      return e;
    }};

}  // namespace gelenk
