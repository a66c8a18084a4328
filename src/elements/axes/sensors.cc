// Sensors of motion on an axis: forces (5) of axis_element.h that are zero.
#include "elements/axes/axis_kinds.h"

namespace gelenk {

namespace {

AxisElement make_sensor(bool relative, bool turns) {
  AxisElement e;
  e.kind = AxisElement::Kind::sensor;
  e.turns = turns;
  e.flange_a = relative ? "flange_a" : "";
  e.flange_b = relative ? "flange_b" : "flange";
  return e;
}

constexpr AxisKind kinds[] = {
    {"Modelica.Mechanics.Rotational.Sensors.AngleSensor", R"(
within Modelica.Mechanics.Rotational.Sensors;
model AngleSensor "Measures the angle of a flange"
  extends Interfaces.PartialAbsoluteSensor;
  output SI.Angle phi "The angle of a flange";
end AngleSensor;
)",
     [](const Component&) { return make_sensor(false, true); }},
    {"Modelica.Mechanics.Rotational.Sensors.SpeedSensor", R"(
within Modelica.Mechanics.Rotational.Sensors;
model SpeedSensor "Measures the speed of a flange"
  extends Interfaces.PartialAbsoluteSensor;
  output SI.AngularVelocity w "The speed of a flange";
end SpeedSensor;
)",
     [](const Component&) { return make_sensor(false, true); }},
    {"Modelica.Mechanics.Rotational.Sensors.AccSensor", R"(
within Modelica.Mechanics.Rotational.Sensors;
model AccSensor "Measures the acceleration of a flange"
  extends Interfaces.PartialAbsoluteSensor;
  output SI.AngularAcceleration a "The acceleration of a flange";
end AccSensor;
)",
     [](const Component&) { return make_sensor(false, true); }},
    {"Modelica.Mechanics.Rotational.Sensors.RelAngleSensor", R"(
within Modelica.Mechanics.Rotational.Sensors;
model RelAngleSensor "Measures the angle of flange_b against flange_a"
  extends Interfaces.PartialTwoFlanges;
  output SI.Angle phi_rel "The angle of flange_b against flange_a";
end RelAngleSensor;
)",
     [](const Component&) { return make_sensor(true, true); }},
    {"Modelica.Mechanics.Rotational.Sensors.RelSpeedSensor", R"(
within Modelica.Mechanics.Rotational.Sensors;
model RelSpeedSensor "Measures the speed of flange_b against flange_a"
  extends Interfaces.PartialTwoFlanges;
  output SI.AngularVelocity w_rel "The speed of flange_b against flange_a";
end RelSpeedSensor;
)",
     [](const Component&) { return make_sensor(true, true); }},
    {"Modelica.Mechanics.Rotational.Sensors.RelAccSensor", R"(
within Modelica.Mechanics.Rotational.Sensors;
model RelAccSensor "Measures the acceleration of flange_b against flange_a"
  extends Interfaces.PartialTwoFlanges;
  output SI.AngularAcceleration a_rel "The acceleration of flange_b against flange_a";
end RelAccSensor;
)",
     [](const Component&) { return make_sensor(true, true); }},
    {"Modelica.Mechanics.Translational.Sensors.PositionSensor", R"(
within Modelica.Mechanics.Translational.Sensors;
model PositionSensor "Measures the position of a flange"
  extends Interfaces.PartialAbsoluteSensor;
  output SI.Position s "The position of a flange";
end PositionSensor;
)",
     [](const Component&) { return make_sensor(false, false); }},
    {"Modelica.Mechanics.Translational.Sensors.SpeedSensor", R"(
within Modelica.Mechanics.Translational.Sensors;
model SpeedSensor "Measures the speed of a flange"
  extends Interfaces.PartialAbsoluteSensor;
  output SI.Velocity v "The speed of a flange";
end SpeedSensor;
)",
     [](const Component&) { return make_sensor(false, false); }},
    {"Modelica.Mechanics.Translational.Sensors.AccSensor", R"(
within Modelica.Mechanics.Translational.Sensors;
model AccSensor "Measures the acceleration of a flange"
  extends Interfaces.PartialAbsoluteSensor;
  output SI.Acceleration a "The acceleration of a flange";
end AccSensor;
)",
     [](const Component&) { return make_sensor(false, false); }},
    {"Modelica.Mechanics.Translational.Sensors.RelPositionSensor", R"(
within Modelica.Mechanics.Translational.Sensors;
model RelPositionSensor "Measures the position of flange_b against flange_a"
  extends Interfaces.PartialTwoFlanges;
  output SI.Position s_rel "The position of flange_b against flange_a";
end RelPositionSensor;
)",
     [](const Component&) { return make_sensor(true, false); }},
    {"Modelica.Mechanics.Translational.Sensors.RelSpeedSensor", R"(
within Modelica.Mechanics.Translational.Sensors;
model RelSpeedSensor "Measures the speed of flange_b against flange_a"
  extends Interfaces.PartialTwoFlanges;
  output SI.Velocity v_rel "The speed of flange_b against flange_a";
end RelSpeedSensor;
)",
     [](const Component&) { return make_sensor(true, false); }},
    {"Modelica.Mechanics.Translational.Sensors.RelAccSensor", R"(
within Modelica.Mechanics.Translational.Sensors;
model RelAccSensor "Measures the acceleration of flange_b against flange_a"
  extends Interfaces.PartialTwoFlanges;
  output SI.Acceleration a_rel "The acceleration of flange_b against flange_a";
end RelAccSensor;
)",
     [](const Component&) { return make_sensor(true, false); }},
};

}  // namespace

std::span<const AxisKind> sensor_axis_kinds() { return kinds; }

}  // namespace gelenk
