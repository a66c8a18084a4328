#include "elements/forces/line_flanges.h"

namespace gelenk {

const char* const LineForceWithMass::declaration = R"(
within Modelica.Mechanics.MultiBody.Forces;
model LineForceWithMass "Line between two frames for 1-D elements along it, with a point mass on it"
  extends Interfaces.PartialLineFlanges;
  parameter SI.Mass m(min = 0) = 0 "Mass on the line";
  parameter Real lengthFraction(min = 0, max = 1) = 0.5 "Where the mass sits: 0 at frame_a, 1 at frame_b";
  parameter Boolean animateLine = true "Drawing";
  parameter Boolean animateMass = true "Drawing";
  parameter Types.ShapeType lineShapeType = "cylinder" "Drawing";
  parameter SI.Length lineShapeWidth = world.defaultArrowDiameter "Drawing";
  parameter SI.Length lineShapeHeight = lineShapeWidth "Drawing";
  parameter Types.ShapeExtra lineShapeExtra = 0 "Drawing";
  parameter Types.Color lineShapeColor = {155, 155, 155} "Drawing";
  parameter Real massDiameter = world.defaultBodyDiameter "Drawing";
  parameter Types.Color massColor = {0, 128, 255} "Drawing";
  SI.Position r_CM_0[3] "Place of the mass in the world; where there is one";
  SI.Velocity v_CM_0[3] "Derivative of r_CM_0; where there is a mass";
end LineForceWithMass;
)";

const char* const LineForceWithTwoMasses::declaration = R"(
within Modelica.Mechanics.MultiBody.Forces;
model LineForceWithTwoMasses "Line between two frames for 1-D elements along it, with a point mass near each end"
  extends Interfaces.PartialLineFlanges;
  parameter SI.Mass m_a(min = 0) = 0 "Mass that moves with frame_a along the line";
  parameter SI.Mass m_b(min = 0) = 0 "Mass that moves with frame_b along the line";
  parameter SI.Position L_a = 0 "From frame_a to m_a, along the line";
  parameter SI.Position L_b = L_a "From frame_b to m_b, back along the line";
  parameter Boolean animate = true "Drawing";
  parameter Boolean animateMasses = true "Drawing";
  parameter SI.Diameter cylinderDiameter_a = world.defaultForceWidth "Drawing";
  parameter SI.Length cylinderLength_a = 2*L_a "Drawing";
  parameter Types.Color color_a = {155, 155, 155} "Drawing";
  parameter Real diameterFraction = 0.8 "Drawing";
  parameter SI.Length cylinderLength_b = 2*L_b "Drawing";
  parameter Types.Color color_b = {100, 100, 100} "Drawing";
  parameter Real massDiameterFaction = 1.7 "Drawing";
  parameter Types.Color massColor = {0, 128, 255} "Drawing";
  SI.Position r_CM1_0[3] "Place of m_a in the world; where there is one";
  SI.Velocity v_CM1_0[3] "Derivative of r_CM1_0; where there is a mass";
  SI.Position r_CM2_0[3] "Place of m_b in the world; where there is one";
  SI.Velocity v_CM2_0[3] "Derivative of r_CM2_0; where there is a mass";
end LineForceWithTwoMasses;
)";

namespace {

void add_mass(const Component& component, const char* parameter, double fraction, double distance,
              const char* point, std::vector<RodMass>& masses) {
  const double mass = component.real(parameter);
  if (!(mass >= 0) || !std::isfinite(mass)) {
    throw component.error("value", std::string(parameter) + " is negative",
                          "a mass is zero or more", parameter);
  }
  if (mass > 0) masses.push_back({{mass, fraction, distance}, point});
}

}  // namespace

LineFlanges::LineFlanges(const Component& component) : s_small(component.real("s_small")) {
  if (!(s_small > 0)) {
    throw component.error("value", "s_small must be positive", "leave it at its default 1e-10",
                          "s_small");
  }
}

LineForceWithMass::LineForceWithMass(const Component& component) : LineFlanges(component) {
  add_mass(component, "m", component.real("lengthFraction"), 0.0, "CM", masses);
}

LineForceWithTwoMasses::LineForceWithTwoMasses(const Component& component)
    : LineFlanges(component) {
  add_mass(component, "m_a", 0.0, component.real("L_a"), "CM1", masses);
  add_mass(component, "m_b", 1.0, -component.real("L_b"), "CM2", masses);
}

AxisAt LineFlanges::calc_axis(const FrameMotion<double>& rel) const {
  AxisAt at;
  at.q = rel.X.p.norm();
  const double s = std::max(at.q, s_small);
  at.C.tail<3>() = rel.X.p / s;
  at.v = at.C.dot(rel.V);
  at.a = at.C.dot(rel.A) + (rel.V.tail<3>().squaredNorm() - at.v * at.v) / s;
  return at;
}

std::vector<std::string> LineFlanges::signal_names() {
  return {"length",     "s",          "r_rel_0[1]", "r_rel_0[2]",
          "r_rel_0[3]", "e_rel_0[1]", "e_rel_0[2]", "e_rel_0[3]"};
}

void LineFlanges::calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                               const Vec6<double>&, SignalBuffer& values) const {
  const Vec3<double> l = M.X.p - F.X.p;
  const double length = l.norm(), s = std::max(length, s_small);
  values.add(length);
  values.add(s);
  values.add(l);
  values.add(Vec3<double>(l / s));
}

}  // namespace gelenk
