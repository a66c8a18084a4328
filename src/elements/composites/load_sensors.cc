// Sensors of what a shaft carries: a rigid connection, and the load through it.
#include "elements/composites/composites.h"

namespace gelenk {

namespace {

constexpr const char* torque_sensor = R"(
within Modelica.Mechanics.Rotational.Sensors;
model TorqueSensor "Measures the torque that a shaft carries"
  extends Interfaces.PartialTwoFlanges;
  output SI.Torque tau "Torque from flange_a to flange_b, as flange_a.tau";
  Components.Disc shaft "Where it is measured";
equation
  connect(flange_a, shaft.flange_a);
  connect(shaft.flange_b, flange_b);
  tau = shaft.flange_a.tau;
end TorqueSensor;
)";

constexpr const char* force_sensor = R"(
within Modelica.Mechanics.Translational.Sensors;
model ForceSensor "Measures the force that a rod carries"
  extends Interfaces.PartialTwoFlanges;
  output SI.Force f "Force from flange_a to flange_b, as flange_a.f";
  Components.Rod rod(L = 0) "Where it is measured";
equation
  connect(flange_a, rod.flange_a);
  connect(rod.flange_b, flange_b);
  f = rod.flange_a.f;
end ForceSensor;
)";

}  // namespace

std::vector<CompositeText> load_sensor_texts() {
  return {{"Modelica.Mechanics.Rotational.Sensors.TorqueSensor", torque_sensor},
          {"Modelica.Mechanics.Translational.Sensors.ForceSensor", force_sensor}};
}

}  // namespace gelenk
