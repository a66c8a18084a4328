#include "elements/constraints/rack_and_pinion.h"

namespace gelenk {

const char* const RackAndPinion::declaration = R"(
within Gelenk.Joints;
model RackAndPinion "A pinion (frame_b) rolls along a rack (frame_a): one equation; other joints hold the two together"
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
  parameter Modelica.Mechanics.MultiBody.Types.Axis n_rack = {1, 0, 0} "Direction of the rack, in frame_a";
  parameter Modelica.Mechanics.MultiBody.Types.Axis n = {0, 0, 1} "Axis of the pinion, the same in frame_a and frame_b";
  parameter Modelica.Units.SI.Length radius "Displacement along n_rack per radian about n: the rack lies at radius*(n × n_rack) from the pinion; negative for a rack on the other side";
end RackAndPinion;
)";

RackAndPinion::RackAndPinion(const Component& component)
    : RackAndPinion(read_axis(component, "n_rack"), read_axis(component, "n"),
                    component.real("radius")) {
  if (teeth.k == 0.0 || !std::isfinite(teeth.k)) {
    throw component.error("value", "the radius of a pinion is not zero",
                          "give its pitch radius; its sign says on which side the rack lies",
                          "radius");
  }
  if (std::abs(teeth.n.dot(teeth.e)) > 1e-8) {
    throw component.error("value", "the axis n of the pinion is not perpendicular to the rack",
                          "choose n perpendicular to n_rack", "n");
  }
}

}  // namespace gelenk
