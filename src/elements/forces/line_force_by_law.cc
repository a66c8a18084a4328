#include "elements/forces/line_force_by_law.h"

namespace gelenk {

const char* const LineForceByLaw::declaration = R"(
within Gelenk.Forces;
model LineForce "Force along the line between two frames by a law, such as tension = 1e4*(link.length - 0.3)^3 for the link of that name"
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialLineForce;
  input Modelica.Units.SI.Force tension = 0 "Force that pulls the frames together; may depend on time and motion";
  Modelica.Units.SI.Velocity v "Derivative of the length";
end LineForce;
)";

LineForceByLaw::LineForceByLaw(const Component& component)
    : LineForce(read_line_force(component)) {
  const Value& value = component.value("tension");
  law = {value.is_law() ? value.laws[0] : symbolic::Expression(value.numbers[0])};
}

}  // namespace gelenk
