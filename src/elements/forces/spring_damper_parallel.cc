#include "elements/forces/spring_damper_parallel.h"

namespace gelenk {

const char* const SpringDamperParallel::declaration = R"(
within Modelica.Mechanics.MultiBody.Forces;
model SpringDamperParallel "Linear spring and damper in parallel along the line between two frames"
  extends Interfaces.PartialLineForce;
  extends Interfaces.PartialDamperDrawing;
  extends Interfaces.PartialCoilDrawing;
  parameter SI.TranslationalSpringConstant c(min = 0) "Stiffness";
  parameter SI.Length s_unstretched = 0 "Length without force";
  parameter SI.TranslationalDampingConstant d(min = 0) = 0 "Damping";
end SpringDamperParallel;
)";

}  // namespace gelenk
