#include "elements/forces/spring_damper_series.h"

namespace gelenk {

namespace {

using symbolic::Expression;
using symbolic::Op;

// f of (1).
Expression calc_force(const Component& component) {
  const Expression stretch = Expression::make(
      Op::subtract,
      {Expression::make(Op::subtract, {Expression::variable(component.path + ".length"),
                                       component.real("s_unstretched")}),
       Expression::variable(component.path + ".s_damper")});
  return Expression::make(Op::multiply, {component.real("c"), stretch});
}

}  // namespace

const char* const SpringDamperSeries::declaration = R"(
within Modelica.Mechanics.MultiBody.Forces;
model SpringDamperSeries "Linear spring and damper in series along the line between two frames"
  extends Interfaces.PartialLineForce;
  extends Interfaces.PartialDamperDrawing;
  extends Interfaces.PartialCoilDrawing;
  parameter SI.TranslationalSpringConstant c(min = 0) "Stiffness";
  parameter SI.Length s_unstretched = 0 "Length of the spring without force";
  parameter SI.TranslationalDampingConstant d(min = 0) = 0 "Damping";
  parameter SI.Length s_damper_start = 0 "Stretch of the damper at the start";
  SI.Position s_damper(start = s_damper_start) "Stretch of the damper";
end SpringDamperSeries;
)";

SpringDamperSeries::SpringDamperSeries(const Component& component)
    : LineForce(read_line_force(component)), stiffness(component.real("c")), damping(d) {
  if (!(d > 0)) {
    throw component.error("value", "the damper in series has no damping: nothing would hold",
                          "give d a positive value", "d");
  }
  if (!(stiffness > 0)) {
    throw component.error("value", "the spring in series has no stiffness: nothing would hold",
                          "give c a positive value", "c");
  }
  c = d = s_unstretched = 0.0;
  law = {calc_force(component)};
}

void SpringDamperSeries::calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b,
                                      const double* laws, SignalBuffer& values) const {
  add_signals(a, calc_line(a, b, laws), laws[0] * laws[0] / damping, values);
}

std::vector<Assignment> SpringDamperSeries::rates(const Component& component) {
  return {{component.path + ".s_damper",
           Expression::make(Op::divide, {calc_force(component), component.real("d")}),
           component.where}};
}

}  // namespace gelenk
