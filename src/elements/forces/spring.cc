#include "elements/forces/spring.h"

namespace gelenk {

const char* const Spring::declaration = R"(
within Modelica.Mechanics.MultiBody.Forces;
model Spring "Linear spring along the line between two frames"
  extends Interfaces.PartialLineForce;
  extends Interfaces.PartialCoilDrawing;
  parameter SI.TranslationalSpringConstant c(min = 0) "Stiffness";
  parameter SI.Length s_unstretched = 0 "Length without force";
  parameter SI.Mass m(min = 0) = 0 "Mass of the spring, lumped on the line";
  parameter Real lengthFraction(min = 0, max = 1) = 0.5 "Where the mass sits: 0 at frame_a, 1 at frame_b";
  parameter Boolean showMass = true "Drawing";
  parameter SI.Diameter massDiameter = max(0, width*0.9) "Drawing";
  parameter Types.Color massColor = {0, 0, 0} "Drawing";
end Spring;
)";

}  // namespace gelenk
