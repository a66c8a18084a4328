#include "elements/constraints/skate.h"

namespace gelenk {

const char* const Skate::declaration = R"(
within Gelenk.Joints;
model Skate "The origin of frame_b does not move sideways in frame_a: a blade on ice, a knife edge, an ideal tyre seen from above"
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
  parameter Modelica.Mechanics.MultiBody.Types.Axis n = {0, 1, 0} "Sideways, in frame_b: along it the origin of frame_b does not move";
end Skate;
)";

}  // namespace gelenk
