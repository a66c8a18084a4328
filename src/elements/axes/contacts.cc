// Elastic contacts between two flanges: a gap that closes, backlash. Their force is a law of the element's own
// relative position x and speed v, with a choice between contact and none, so that both are met as events:
//   one side   f_c = −c (x₀ − x)ⁿ where x < x₀, else 0;    f = f_c + d v, of which d v is at most |f_c|   (1)
//   backlash   the same on both sides of a play of width b, with n = 1                                    (2)
// The bound on damping keeps a contact from pulling.
#include "elements/axes/axis_kinds.h"
#include "elements/joint.h"

namespace gelenk {

namespace {

using symbolic::Expression;
using symbolic::Op;

Expression add(const Expression& a, const Expression& b) {
  return Expression::make(Op::add, {a, b});
}
Expression subtract(const Expression& a, const Expression& b) {
  return Expression::make(Op::subtract, {a, b});
}
Expression multiply(const Expression& a, const Expression& b) {
  return Expression::make(Op::multiply, {a, b});
}
Expression negate(const Expression& a) { return Expression::make(Op::negate, {a}); }
Expression choose(const Expression& condition, const Expression& a, const Expression& b) {
  return Expression::make(Op::select, {condition, a, b});
}
Expression less(const Expression& a, const Expression& b) {
  return Expression::make(Op::less, {a, b});
}

// The push of (1) at the depth u > 0, which grows at the rate given.
Expression push(double c, double n, double d, const Expression& u, const Expression& rate) {
  const Expression spring =
      multiply(c, n == 1.0 ? u : Expression::make(Op::power, {u, Expression(n)}));
  const Expression damping = Expression::make(Op::min, {spring, multiply(d, rate)});
  return add(spring, Expression::make(Op::max, {negate(spring), damping}));
}

AxisElement make_contact(const Component& component, bool turns) {
  AxisElement e;
  e.kind = AxisElement::Kind::force;
  e.turns = turns;
  e.is_contact = true;
  e.flange_a = "flange_a";
  e.flange_b = "flange_b";
  reject_option(component, "useHeatPort",
                "leave it out, or see what prevents that these shafts are read as equations");
  e.x_start = read_axis_start(component, turns ? "phi_rel" : "s_rel");
  e.v_start = read_axis_start(component, turns ? "w_rel" : "v_rel");
  return e;
}

Expression own(const Component& component, const char* name) {
  return Expression::variable(component.path + "." + name);
}

// Laws of (5) in axis_element.h are what acts on flange b: a push on it, away from a.
AxisElement make_gap(const Component& component) {
  AxisElement e = make_contact(component, false);
  const Expression x = own(component, "s_rel"), v = own(component, "v_rel");
  const double x0 = component.real("s_rel0");
  const Expression f = push(component.real("c"), component.real("n"), component.real("d"),
                            subtract(x0, x), negate(v));
  e.law = choose(less(x, x0), f, 0.0);
  e.contact.c = component.real("c");
  e.contact.n = component.real("n");
  e.contact.low = x0;
  return e;
}

AxisElement make_backlash(const Component& component) {
  AxisElement e = make_contact(component, true);
  const Expression x = own(component, "phi_rel"), v = own(component, "w_rel");
  const double c = component.real("c"), d = component.real("d"),
               low = component.real("phi_rel0") - 0.5 * component.real("b"),
               high = component.real("phi_rel0") + 0.5 * component.real("b");
  const Expression above = push(c, 1.0, d, subtract(x, high), v);
  const Expression below = push(c, 1.0, d, subtract(low, x), negate(v));
  e.law = choose(less(high, x), negate(above), choose(less(x, low), below, 0.0));
  e.contact.c = c;
  e.contact.low = low;
  e.contact.high = high;
  return e;
}

constexpr AxisKind kinds[] = {
    {"Modelica.Mechanics.Translational.Components.ElastoGap", R"(
within Modelica.Mechanics.Translational.Components;
model ElastoGap "Spring and damper that act while the flanges are closer than s_rel0"
  extends Interfaces.PartialCompliant;
  extends Interfaces.PartialLoss;
  parameter SI.TranslationalSpringConstant c(min = 0, start = 1) "Stiffness";
  parameter SI.TranslationalDampingConstant d(min = 0, start = 1) "Damping";
  parameter SI.Position s_rel0 = 0 "s_rel below which there is contact";
  parameter Real n(min = 1) = 1 "Exponent of the spring force, 1.5 after Hertz for balls";
end ElastoGap;
)",
     make_gap},
    {"Modelica.Mechanics.Rotational.Components.ElastoBacklash", R"(
within Modelica.Mechanics.Rotational.Components;
model ElastoBacklash "Play between two shafts, with spring and damper at its ends"
  extends Interfaces.PartialCompliant;
  extends Interfaces.PartialLoss;
  parameter SI.RotationalSpringConstant c(min = 0, start = 1e5) "Stiffness";
  parameter SI.RotationalDampingConstant d(min = 0, start = 0) "Damping";
  parameter SI.Angle b(min = 0) = 0 "Width of the play";
  parameter SI.Angle phi_rel0 = 0 "Middle of the play";
end ElastoBacklash;
)",
     make_backlash},
};

}  // namespace

std::span<const AxisKind> contact_axis_kinds() { return kinds; }

}  // namespace gelenk
