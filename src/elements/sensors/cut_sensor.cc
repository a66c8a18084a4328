#include "elements/sensors/cut_sensor.h"

#include "elements/parts/parts.h"

namespace gelenk {

namespace {

constexpr const char* cut_force_declaration = R"(
within Modelica.Mechanics.MultiBody.Sensors;
model CutForce "Force that passes through a rigid connection"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialCutSensor;
  parameter Types.Color forceColor = {0, 255, 0} "Drawing";
  output SI.Force force[3] "Force on frame_a from outside";
end CutForce;
)";

constexpr const char* cut_torque_declaration = R"(
within Modelica.Mechanics.MultiBody.Sensors;
model CutTorque "Torque that passes through a rigid connection"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialCutSensor;
  parameter Types.Color torqueColor = {0, 255, 0} "Drawing";
  output SI.Torque torque[3] "Torque on frame_a from outside";
end CutTorque;
)";

constexpr const char* cut_force_and_torque_declaration = R"(
within Modelica.Mechanics.MultiBody.Sensors;
model CutForceAndTorque "Force and torque that pass through a rigid connection"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialCutSensor;
  parameter Types.Color forceColor = {0, 255, 0} "Drawing";
  parameter Types.Color torqueColor = {0, 255, 0} "Drawing";
  output SI.Force force[3] "Force on frame_a from outside";
  output SI.Torque torque[3] "Torque on frame_a from outside";
end CutForceAndTorque;
)";

constexpr const char* power_declaration = R"(
within Modelica.Mechanics.MultiBody.Sensors;
model Power "Power that passes through a rigid connection, from frame_a to frame_b"
  extends Interfaces.PartialTwoFrames;
  output SI.Power power "Power of the load on frame_a from outside";
end Power;
)";

RigidElement make_cut(const Component& component, CutSensor sensor) {
  if (!sensor.power) {
    const std::string axes = component.text("resolveInFrame");
    using Axes = CutSensor::Axes;
    sensor.axes = axes == "world" ? Axes::world : axes == "frame_a" ? Axes::a : Axes::resolve;
    sensor.sign = component.boolean("positiveSign") ? 1.0 : -1.0;
  }
  RigidElement e;
  e.frames = {{"frame_a", {}}, {"frame_b", {}}};
  e.cut_sensor = sensor;
  return e;
}

RigidElement make_force(const Component& c) { return make_cut(c, {.force = true}); }
RigidElement make_torque(const Component& c) { return make_cut(c, {.torque = true}); }
RigidElement make_both(const Component& c) { return make_cut(c, {.force = true, .torque = true}); }
RigidElement make_power(const Component& c) { return make_cut(c, {.power = true}); }

}  // namespace

const RigidKind cut_force_kind = {"Modelica.Mechanics.MultiBody.Sensors.CutForce",
                                  cut_force_declaration, make_force};
const RigidKind cut_torque_kind = {"Modelica.Mechanics.MultiBody.Sensors.CutTorque",
                                   cut_torque_declaration, make_torque};
const RigidKind cut_force_and_torque_kind = {
    "Modelica.Mechanics.MultiBody.Sensors.CutForceAndTorque", cut_force_and_torque_declaration,
    make_both};
const RigidKind power_kind = {"Modelica.Mechanics.MultiBody.Sensors.Power", power_declaration,
                              make_power};

std::vector<std::string> CutSensor::signal_names() const {
  std::vector<std::string> names;
  auto add_vector = [&](const std::string& name) {
    for (int i = 1; i <= 3; ++i) names.push_back(name + "[" + std::to_string(i) + "]");
  };
  if (force) add_vector("force");
  if (torque) add_vector("torque");
  if (power) names.push_back("power");
  return names;
}

void CutSensor::calc_signals(const FrameMotion<double>& a, const Vec6<double>& load,
                             const Mat3<double>& R, SignalBuffer& values) const {
  const Vec3<double> t = a.X.R * load.head<3>(), f = a.X.R * load.tail<3>();
  auto write = [&](const Vec3<double>& in_world, const Vec3<double>& in_a) {
    const Vec3<double> shown = axes == Axes::world ? in_world
                               : axes == Axes::a   ? in_a
                                                   : R.transpose() * in_world;
    values.add(Vec3<double>(shown * sign));
  };
  if (force) write(f, load.tail<3>());
  if (torque) write(t, load.head<3>());
  if (power) values.add(f.dot(a.v()) + t.dot(a.w()));  // (1)
}

}  // namespace gelenk
