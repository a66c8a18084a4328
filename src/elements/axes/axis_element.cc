#include "elements/axes/axis_element.h"

#include "elements/joint.h"

namespace gelenk {

const char* const rotational_base_text = R"(
within Modelica.Mechanics;
package Rotational "Elements that turn about one axis"
  import SI = Modelica.Units.SI;

  package Interfaces
    connector Flange_a "End of a shaft: angle against torque"
      SI.Angle phi "Angle";
      flow SI.Torque tau "Torque on the component";
    end Flange_a;
    connector Flange_b "End of a shaft: angle against torque"
      SI.Angle phi "Angle";
      flow SI.Torque tau "Torque on the component";
    end Flange_b;
    connector Support "Housing: angle against torque"
      SI.Angle phi "Angle";
      flow SI.Torque tau "Torque on the component";
    end Support;

    partial model PartialTwoFlanges "Two flanges"
      Flange_a flange_a "Left flange";
      Flange_b flange_b "Right flange";
    end PartialTwoFlanges;

    partial model PartialTurningToSliding "A flange that turns and one that slides, tied by a ratio"
      Flange_a flangeR "Turns";
      Modelica.Mechanics.Translational.Interfaces.Flange_b flangeT "Slides";
      parameter Boolean useSupportR = false "true: a flange for the housing of what turns";
      parameter Boolean useSupportT = false "true: a flange for the housing of what slides";
    end PartialTurningToSliding;

    partial model PartialAbsoluteSensor "Measures one flange"
      Flange_a flange "What is measured";
    end PartialAbsoluteSensor;

    partial model PartialCompliant "Two flanges with a torque between them"
      extends PartialTwoFlanges;
      SI.Angle phi_rel(start = 0) "Angle from flange_a to flange_b";
      SI.Torque tau "Torque at flange_b, as flange_b.tau";
    equation
      phi_rel = flange_b.phi - flange_a.phi;
      flange_b.tau = tau;
      flange_a.tau = -tau;
    end PartialCompliant;

    partial model PartialLoss "Damping"
      parameter SI.Angle phi_nominal(min = 0) = 1e-4 "Scaling in other tools; no effect here";
      parameter StateSelect stateSelect = StateSelect.prefer "Preference for phi_rel and w_rel; no effect here";
      parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
      SI.AngularVelocity w_rel(start = 0) "Derivative of phi_rel";
      SI.AngularAcceleration a_rel(start = 0) "Derivative of w_rel";
      SI.Power lossPower "Power lost";
    end PartialLoss;

    partial model PartialShaft "Shaft in a housing, with friction between them"
      extends PartialTwoFlanges;
      parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
      parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
      Support support if useSupport "Housing, takes the friction";
      SI.Angle phi(start = 0) "Angle of the shaft against the housing";
      SI.AngularVelocity w(start = 0) "Derivative of phi";
      SI.AngularAcceleration a(start = 0) "Derivative of w";
      SI.Torque tau "Friction torque, against the motion";
      SI.Power lossPower "Power lost";
      Integer mode "-1: slides backward, 0: at rest, 1: slides forward, 2: nothing presses";
      Boolean startForward "true: it breaks away forward";
      Boolean startBackward "true: it breaks away backward";
    end PartialShaft;

    partial model PartialLining "Friction of linings that a law of time presses together"
      parameter Real mu_pos[:, 2] = [0, 0.5] "Rows of speed and friction coefficient, from speed 0 on";
      parameter Real peak(min = 1) = 1 "Break-away friction over mu_pos[1,2]";
      parameter Real cgeo(min = 0) = 1 "Torque or force over friction coefficient and normal force";
      parameter SI.Force fn_max(min = 0, start = 1) "Largest normal force";
      input Real f_normalized = 0 "Normal force over fn_max; may depend on time";
    end PartialLining;

    partial model PartialSource "One flange that acts against a housing"
      parameter Boolean useSupport = false "true: the reaction goes to the flange support, else to ground";
      Flange_b flange "Where the source acts";
      Support support if useSupport "Takes the reaction";
      SI.Angle phi(start = 0) "Angle of the flange against the support";
    end PartialSource;

    partial model PartialMotion "One flange that moves against a housing as prescribed"
      extends PartialSource;
      SI.AngularVelocity w(start = 0) "Derivative of phi";
      SI.AngularAcceleration a(start = 0) "Derivative of w";
    end PartialMotion;
  end Interfaces;
end Rotational;
)";

const char* const translational_base_text = R"(
within Modelica.Mechanics;
package Translational "Elements that slide along one axis"
  import SI = Modelica.Units.SI;

  package Interfaces
    connector Flange_a "End of a rod: position against force"
      SI.Position s "Position";
      flow SI.Force f "Force on the component";
    end Flange_a;
    connector Flange_b "End of a rod: position against force"
      SI.Position s "Position";
      flow SI.Force f "Force on the component";
    end Flange_b;
    connector Support "Housing: position against force"
      SI.Position s "Position";
      flow SI.Force f "Force on the component";
    end Support;

    partial model PartialTwoFlanges "Two flanges"
      Flange_a flange_a "Left flange";
      Flange_b flange_b "Right flange";
    end PartialTwoFlanges;

    partial model PartialAbsoluteSensor "Measures one flange"
      Flange_a flange "What is measured";
    end PartialAbsoluteSensor;

    partial model PartialCompliant "Two flanges with a force between them"
      extends PartialTwoFlanges;
      SI.Position s_rel(start = 0) "From flange_a to flange_b";
      SI.Force f "Force at flange_b, as flange_b.f; positive in tension";
    equation
      s_rel = flange_b.s - flange_a.s;
      flange_b.f = f;
      flange_a.f = -f;
    end PartialCompliant;

    partial model PartialLoss "Damping"
      parameter SI.Distance s_nominal(min = 0) = 1e-4 "Scaling in other tools; no effect here";
      parameter StateSelect stateSelect = StateSelect.prefer "Preference for s_rel and v_rel; no effect here";
      parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
      SI.Velocity v_rel(start = 0) "Derivative of s_rel";
      SI.Power lossPower "Power lost";
    end PartialLoss;

    partial model PartialShaft "Rod in a guide, with friction between them"
      extends PartialTwoFlanges;
      parameter Boolean useSupport = false "true: a flange for the housing, else it stands on ground";
      parameter Boolean useHeatPort = false "true: the lost power leaves through a heat port";
      Support support if useSupport "Housing, takes the friction";
      SI.Position s(start = 0) "Position of the rod against the housing";
      SI.Velocity v(start = 0) "Derivative of s";
      SI.Acceleration a(start = 0) "Derivative of v";
      SI.Force f "Friction force, against the motion";
      SI.Power lossPower "Power lost";
      Integer mode "-1: slides backward, 0: at rest, 1: slides forward, 2: nothing presses";
      Boolean startForward "true: it breaks away forward";
      Boolean startBackward "true: it breaks away backward";
    end PartialShaft;

    partial model PartialSource "One flange that acts against a housing"
      parameter Boolean useSupport = false "true: the reaction goes to the flange support, else to ground";
      Flange_b flange "Where the source acts";
      Support support if useSupport "Takes the reaction";
      SI.Position s(start = 0) "Position of the flange against the support";
    end PartialSource;

    partial model PartialMotion "One flange that moves against a housing as prescribed"
      extends PartialSource;
      SI.Velocity v(start = 0) "Derivative of s";
      SI.Acceleration a(start = 0) "Derivative of v";
    end PartialMotion;
  end Interfaces;
end Translational;
)";

AxisStart read_axis_start(const Component& component, std::string_view variable) {
  AxisStart start;
  const Variable* v = component.find_variable(variable);
  if (v == nullptr) return start;
  read_start(component, variable, start.value, start.fixed);
  start.given = v->start_given;
  return start;
}

std::vector<std::string> AxisElement::signal_names() const {
  switch (kind) {
    case Kind::ground: return {};
    case Kind::inertia:
      if (holder.kind != AxisHolder::Kind::none) {
        return turns ? std::vector<std::string>{"phi",  "w",            "a",            "tau",
                                                "mode", "startForward", "startBackward", "lossPower"}
                     : std::vector<std::string>{"s",    "v",            "a",            "f",
                                                "mode", "startForward", "startBackward", "lossPower"};
      }
      [[fallthrough]];
    case Kind::drive:
      return turns ? std::vector<std::string>{"phi", "w", "a"}
                   : std::vector<std::string>{"s", "v", "a"};
    case Kind::gear: return {"phi_a", "phi_b"};
    case Kind::force:
    case Kind::sensor: break;
  }
  return turns
             ? std::vector<std::string>{"phi_rel", "w_rel", "a_rel", "tau",          "lossPower",    "phi",
                                        "w",       "a",     "mode",  "startForward", "startBackward"}
             : std::vector<std::string>{"s_rel", "v_rel", "a_rel", "f",            "lossPower",    "s",
                                        "v",     "a",     "mode",  "startForward", "startBackward"};
}

// Positions and speeds, of the names above.
bool AxisElement::is_motion_signal(int k) const {
  if (kind == Kind::gear) return true;
  if (k < 2) return true;
  return kind != Kind::inertia && (k == 5 || k == 6);
}

namespace {

// In the numbers of the Modelica Standard Library: −1, 1 while it slides, 0 at rest, 2 without pressure. From
// the break-away on, until it moves, it is at rest and one of the two starts is true; where it comes to rest it slides until then.
void add_mode(AxisMode mode, double slip, double acceleration, double size, SignalBuffer& values) {
  constexpr double rounding = 1e-12;
  const double direction = mode == AxisMode::grows ? 1.0 : mode == AxisMode::falls ? -1.0 : 0.0;
  const bool moves = direction * slip > rounding * size || !(direction * acceleration > 0.0);
  values.add(mode == AxisMode::free ? 2.0 : moves ? direction : 0.0);
  values.add(direction > 0.0 && !moves ? 1.0 : 0.0);
  values.add(direction < 0.0 && !moves ? 1.0 : 0.0);
}

}  // namespace

void AxisElement::calc_signals(const AxisMotion& a, const AxisMotion& b, const AxisMotion& s,
                               double f, AxisMode mode, SignalBuffer& values) const {
  switch (kind) {
    case Kind::ground: return;
    case Kind::inertia:
      values.add(0.5 * (a.x + b.x) - s.x);
      values.add(b.v - s.v);
      values.add(b.a - s.a);
      values.add(f);
      add_mode(mode, b.v - s.v, b.a - s.a, std::abs(b.v) + std::abs(s.v), values);
      values.add(f * (b.v - s.v));
      return;
    case Kind::drive:
      values.add(b.x - a.x);
      values.add(b.v - a.v);
      values.add(b.a - a.a);
      return;
    case Kind::gear:
      values.add(a.x - s.x);
      values.add(b.x - s.x);
      return;
    case Kind::force:
    case Kind::sensor: break;
  }
  const bool is_source = c == 0 && d == 0 && !is_contact && holder.kind == AxisHolder::Kind::none;
  const double x = b.x - a.x, v = b.v - a.v, acceleration = b.a - a.a;
  for (const double value : {x, v, acceleration}) values.add(value);
  values.add(is_source ? -f : f);  // a source names what it does to the flange
  values.add(is_contact                                  ? (f - contact.calc_spring_force(x)) * v
             : holder.kind == AxisHolder::Kind::friction ? f * v
                                                         : d * v * v);
  for (const double value : {x, v, acceleration}) values.add(value);
  add_mode(mode, v, acceleration, std::abs(a.v) + std::abs(b.v), values);
}

}  // namespace gelenk
