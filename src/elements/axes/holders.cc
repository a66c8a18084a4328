// Dry friction, stops and locks on an axis. What they do in each of their modes, and when modes change, is
// the business of the formulation (formulations/recursive/modes.h).
#include "elements/axes/axis_kinds.h"
#include "elements/joint.h"

namespace gelenk {

namespace {

using symbolic::Expression;
using symbolic::Op;

// Sliding force over speed, by rows {speed, force}: speeds from 0 on, rising; forces not negative.
void read_friction(const Component& component, const char* parameter, AxisHolder& holder) {
  holder.kind = AxisHolder::Kind::friction;
  const Value& value = component.value(parameter);
  auto reject = [&](const std::string& what) -> UserError {
    return component.error("value", std::string(parameter) + " " + what,
                           "give rows of speed and sliding force, such as [0, 5; 10, 6]",
                           parameter);
  };
  if (value.dims.size() != 2 || value.dims[0] < 1 || value.dims[1] != 2)
    throw reject("is not a table of two columns");
  for (int i = 0; i < value.dims[0]; ++i) {
    const double speed = value.numbers[2 * i], force = value.numbers[2 * i + 1];
    if (!(force >= 0) || !std::isfinite(force)) throw reject("has a negative force");
    if (i == 0 ? speed != 0 : !(speed > holder.table.back().first))
      throw reject("must begin with speed 0, and its speeds must rise");
    holder.table.emplace_back(speed, force);
  }
  const double peak = component.real("peak");
  if (!(peak >= 1) || !std::isfinite(peak)) {
    throw component.error("value", "peak is less than 1",
                          "it is the break-away force over the first sliding force", "peak");
  }
  holder.breakaway = peak * holder.table[0].second;
}

AxisElement make_between(const Component&, bool turns) {
  AxisElement e;
  e.kind = AxisElement::Kind::force;
  e.turns = turns;
  e.law = 1.0;
  e.flange_a = "flange_a";
  e.flange_b = "flange_b";
  return e;
}

AxisElement make_bearing(const Component& component, const char* table, bool turns) {
  reject_option(component, "useHeatPort",
                "leave it out, or see what prevents that these shafts are read as equations");
  AxisElement e = make_between(component, turns);
  e.kind = AxisElement::Kind::inertia;  // a shaft without inertia, in a bearing
  if (component.boolean("useSupport")) e.support = "support";
  read_friction(component, table, e.holder);
  return e;
}

AxisElement make_friction(const Component& component, const char* table, bool turns) {
  AxisElement e = make_between(component, turns);
  read_friction(component, table, e.holder);
  return e;
}

// What presses the linings together: cgeo · fn_max · f_normalized, never less than zero.
AxisElement press(const Component& component, AxisElement e) {
  const double most = component.real("cgeo") * component.real("fn_max");
  if (!(most >= 0) || !std::isfinite(most)) {
    throw component.error("value", "cgeo times fn_max is negative",
                          "the force that presses the linings together is zero or more", "fn_max");
  }
  const Value& value = component.value("f_normalized");
  const Expression law = value.is_law() ? value.laws.at(0) : Expression(value.numbers.at(0));
  e.law = Expression::make(Op::multiply, {most, Expression::make(Op::max, {law, 0.0})});
  return e;
}

AxisElement make_stop(const Component& component, const char* low, const char* high,
                      const char* rest, bool turns) {
  AxisElement e = make_between(component, turns);
  e.holder.kind = AxisHolder::Kind::stop;
  e.holder.low = component.real(low);
  e.holder.high = component.real(high);
  e.holder.restitution = component.real("e");
  e.holder.rest_speed = component.real(rest);
  if (!(e.holder.low < e.holder.high)) {
    throw component.error("value", std::string(low) + " is not below " + high,
                          "the coordinate moves between them", low);
  }
  if (!(e.holder.restitution >= 0 && e.holder.restitution <= 1)) {
    throw component.error("value", "the restitution e is a number from 0 to 1",
                          "1: the speed is only turned; 0: it is lost", "e");
  }
  if (!(e.holder.rest_speed > 0)) {
    throw component.error("value", std::string(rest) + " is not positive",
                          "without it, what comes to rest on a stop would bounce without end",
                          rest);
  }
  return e;
}

AxisElement make_lock(const Component& component, bool turns) {
  AxisElement e = make_between(component, turns);
  e.holder.kind = AxisHolder::Kind::lock;
  const Value& value = component.value("locked");
  e.law = value.is_law() ? value.laws.at(0) : Expression(value.numbers.at(0));
  return e;
}

constexpr AxisKind kinds[] = {
    {"Modelica.Mechanics.Rotational.Components.BearingFriction", R"(
within Modelica.Mechanics.Rotational.Components;
model BearingFriction "Shaft in a bearing with dry friction: slides, or sticks for good until it breaks away"
  extends Interfaces.PartialShaft;
  parameter Real tau_pos[:, 2] = [0, 1] "Rows of speed and sliding torque, from speed 0 on";
  parameter Real peak(min = 1) = 1 "Break-away torque over tau_pos[1,2]";
end BearingFriction;
)",
     [](const Component& c) { return make_bearing(c, "tau_pos", true); }},
    {"Modelica.Mechanics.Translational.Components.SupportFriction", R"(
within Modelica.Mechanics.Translational.Components;
model SupportFriction "Rod in a guide with dry friction: slides, or sticks for good until it breaks away"
  extends Interfaces.PartialShaft;
  parameter Real f_pos[:, 2] = [0, 1] "Rows of speed and sliding force, from speed 0 on";
  parameter Real peak(min = 1) = 1 "Break-away force over f_pos[1,2]";
end SupportFriction;
)",
     [](const Component& c) { return make_bearing(c, "f_pos", false); }},
    {"Gelenk.Rotational.Friction", R"(
within Gelenk.Rotational;
model Friction "Dry friction between two flanges"
  extends Modelica.Mechanics.Rotational.Interfaces.PartialCompliant;
  parameter Real tau_pos[:, 2] = [0, 1] "Rows of speed and sliding torque, from speed 0 on";
  parameter Real peak(min = 1) = 1 "Break-away torque over tau_pos[1,2]";
  Modelica.Units.SI.AngularVelocity w_rel(start = 0) "Derivative of phi_rel";
end Friction;
)",
     [](const Component& c) { return make_friction(c, "tau_pos", true); }},
    {"Gelenk.Translational.Friction", R"(
within Gelenk.Translational;
model Friction "Dry friction between two flanges"
  extends Modelica.Mechanics.Translational.Interfaces.PartialCompliant;
  parameter Real f_pos[:, 2] = [0, 1] "Rows of speed and sliding force, from speed 0 on";
  parameter Real peak(min = 1) = 1 "Break-away force over f_pos[1,2]";
  Modelica.Units.SI.Velocity v_rel(start = 0) "Derivative of s_rel";
end Friction;
)",
     [](const Component& c) { return make_friction(c, "f_pos", false); }},
    {"Gelenk.Rotational.Stop", R"(
within Gelenk.Rotational;
model Stop "Two ends of motion between two flanges, with impacts"
  extends Modelica.Mechanics.Rotational.Interfaces.PartialCompliant;
  parameter Modelica.Units.SI.Angle phi_min = -1e60 "Lowest phi_rel";
  parameter Modelica.Units.SI.Angle phi_max = 1e60 "Highest phi_rel";
  parameter Real e(min = 0, max = 1) = 0 "Restitution: speed after an impact over speed before";
  parameter Modelica.Units.SI.AngularVelocity w_rest = 1e-3 "An impact that would leave less than this ends at rest";
end Stop;
)",
     [](const Component& c) { return make_stop(c, "phi_min", "phi_max", "w_rest", true); }},
    {"Gelenk.Translational.Stop", R"(
within Gelenk.Translational;
model Stop "Two ends of motion between two flanges, with impacts"
  extends Modelica.Mechanics.Translational.Interfaces.PartialCompliant;
  parameter Modelica.Units.SI.Position s_min = -1e60 "Lowest s_rel";
  parameter Modelica.Units.SI.Position s_max = 1e60 "Highest s_rel";
  parameter Real e(min = 0, max = 1) = 0 "Restitution: speed after an impact over speed before";
  parameter Modelica.Units.SI.Velocity v_rest = 1e-3 "An impact that would leave less than this ends at rest";
end Stop;
)",
     [](const Component& c) { return make_stop(c, "s_min", "s_max", "v_rest", false); }},
    {"Gelenk.Rotational.Lock", R"(
within Gelenk.Rotational;
model Lock "Holds two flanges together while a law says so"
  extends Modelica.Mechanics.Rotational.Interfaces.PartialCompliant;
  input Real locked = 1 "Locked while positive; may depend on time";
end Lock;
)",
     [](const Component& c) { return make_lock(c, true); }},
    {"Gelenk.Translational.Lock", R"(
within Gelenk.Translational;
model Lock "Holds two flanges together while a law says so"
  extends Modelica.Mechanics.Translational.Interfaces.PartialCompliant;
  input Real locked = 1 "Locked while positive; may depend on time";
end Lock;
)",
     [](const Component& c) { return make_lock(c, false); }},
    {"Modelica.Mechanics.Rotational.Components.Clutch", R"(
within Modelica.Mechanics.Rotational.Components;
model Clutch "Dry friction between two shafts, pressed together by a law of time"
  extends Interfaces.PartialCompliant;
  extends Interfaces.PartialLining;
  parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
  SI.AngularVelocity w_rel(start = 0) "Derivative of phi_rel";
  SI.AngularAcceleration a_rel(start = 0) "Derivative of w_rel";
  SI.Power lossPower "Power lost";
  Integer mode "-1: slides backward, 0: at rest, 1: slides forward, 2: nothing presses";
  Boolean startForward "true: it breaks away forward";
  Boolean startBackward "true: it breaks away backward";
end Clutch;
)",
     [](const Component& c) {
       reject_option(c, "useHeatPort",
                     "leave it out, or see what prevents that these shafts are read as equations");
       return press(c, make_friction(c, "mu_pos", true));
     }},
    {"Modelica.Mechanics.Rotational.Components.Brake", R"(
within Modelica.Mechanics.Rotational.Components;
model Brake "Dry friction between a shaft and ground, pressed together by a law of time"
  extends Interfaces.PartialShaft;
  extends Interfaces.PartialLining;
end Brake;
)",
     [](const Component& c) { return press(c, make_bearing(c, "mu_pos", true)); }},
    {"Modelica.Mechanics.Translational.Components.Brake", R"(
within Modelica.Mechanics.Translational.Components;
model Brake "Dry friction between a rod and ground, pressed together by a law of time"
  extends Interfaces.PartialShaft;
  extends Modelica.Mechanics.Rotational.Interfaces.PartialLining;
end Brake;
)",
     [](const Component& c) { return press(c, make_bearing(c, "mu_pos", false)); }},
};

}  // namespace

std::span<const AxisKind> holder_axis_kinds() { return kinds; }

}  // namespace gelenk
