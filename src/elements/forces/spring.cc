#include "elements/forces/spring.h"

namespace gelenk {

const char* const Spring::declaration = R"(
within Modelica.Mechanics.MultiBody.Forces;
model Spring "Linear spring along the line between two frames"
  extends Interfaces.PartialLineForce;
  extends Interfaces.PartialCoilDrawing;
  parameter SI.TranslationalSpringConstant c(min = 0, fixed = true) "Stiffness; with fixed = false it is found at the start";
  parameter SI.Length s_unstretched = 0 "Length without force";
  parameter SI.Mass m(min = 0) = 0 "Mass of the spring, lumped on the line";
  parameter Real lengthFraction(min = 0, max = 1) = 0.5 "Where the mass sits: 0 at frame_a, 1 at frame_b";
  parameter Boolean showMass = true "Drawing";
  parameter SI.Diameter massDiameter = max(0, width*0.9) "Drawing";
  parameter Types.Color massColor = {0, 0, 0} "Drawing";
end Spring;
)";

Spring::Spring(const Component& component) : LineForce(read_line_force(component)) {
  using symbolic::Expression;
  using symbolic::Op;
  const Value& stiffness = component.value("c");
  if (!stiffness.is_law()) return;
  const Expression stretch = Expression::make(
      Op::subtract, {Expression::variable(component.path + ".length"), s_unstretched});
  law = {Expression::make(Op::multiply, {stiffness.laws[0], stretch})};
}

double Spring::calc_potential_energy(const FrameMotion<double>& a, const FrameMotion<double>& b,
                                     const double* laws) const {
  if (law.empty()) return LineForce::calc_potential_energy(a, b, laws);
  return 0.5 * laws[0] * (calc_line(a, b, laws).s - s_unstretched);
}

}  // namespace gelenk
