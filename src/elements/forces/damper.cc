#include "elements/forces/damper.h"

namespace gelenk {

const char* const Damper::declaration = R"(
within Modelica.Mechanics.MultiBody.Forces;
model Damper "Linear damper along the line between two frames"
  extends Interfaces.PartialLineForce;
  extends Interfaces.PartialDamperDrawing;
  parameter SI.TranslationalDampingConstant d(min = 0, start = 0) "Damping";
end Damper;
)";

}  // namespace gelenk
