#include "elements/forces/applied.h"

namespace gelenk {

const char* const WorldForce::declaration = R"(
within Gelenk.Forces;
model WorldForce "Force on a body by a law; nothing takes the reaction"
  Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b "Where the force acts";
  input Modelica.Units.SI.Force force[3] = {0, 0, 0} "Force on the body; may depend on time and motion";
  parameter Modelica.Mechanics.MultiBody.Types.ResolveInFrameB resolveInFrame =
    Modelica.Mechanics.MultiBody.Types.ResolveInFrameB.world "Axes of the law: world or frame_b";
  parameter Boolean animation = true "Drawing";
end WorldForce;
)";

const char* const WorldTorque::declaration = R"(
within Gelenk.Forces;
model WorldTorque "Torque on a body by a law; nothing takes the reaction"
  Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b "Where the torque acts";
  input Modelica.Units.SI.Torque torque[3] = {0, 0, 0} "Torque on the body; may depend on time and motion";
  parameter Modelica.Mechanics.MultiBody.Types.ResolveInFrameB resolveInFrame =
    Modelica.Mechanics.MultiBody.Types.ResolveInFrameB.world "Axes of the law: world or frame_b";
  parameter Boolean animation = true "Drawing";
end WorldTorque;
)";

const char* const Force::declaration = R"(
within Gelenk.Forces;
model Force "Force on frame_b by a law, its reaction on frame_a"
  Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a "Takes the reaction";
  Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b "Where the force acts";
  input Modelica.Units.SI.Force force[3] = {0, 0, 0} "Force on frame_b; may depend on time and motion";
  parameter Modelica.Mechanics.MultiBody.Types.ResolveInFrameB resolveInFrame =
    Modelica.Mechanics.MultiBody.Types.ResolveInFrameB.frame_b "Axes of the law: world or frame_b";
  parameter Boolean animation = true "Drawing";
end Force;
)";

const char* const Torque::declaration = R"(
within Gelenk.Forces;
model Torque "Torque on frame_b by a law, its reaction on frame_a"
  Modelica.Mechanics.MultiBody.Interfaces.Frame_a frame_a "Takes the reaction";
  Modelica.Mechanics.MultiBody.Interfaces.Frame_b frame_b "Where the torque acts";
  input Modelica.Units.SI.Torque torque[3] = {0, 0, 0} "Torque on frame_b; may depend on time and motion";
  parameter Modelica.Mechanics.MultiBody.Types.ResolveInFrameB resolveInFrame =
    Modelica.Mechanics.MultiBody.Types.ResolveInFrameB.frame_b "Axes of the law: world or frame_b";
  parameter Boolean animation = true "Drawing";
end Torque;
)";

Applied::Applied(const Component& component, const char* law_name, bool is_torque_)
    : is_torque(is_torque_) {
  const Value& value = component.value(law_name);
  if (value.is_law())
    law = value.laws;
  else
    law.assign(value.numbers.begin(), value.numbers.end());
  GELENK_ASSERT(law.size() == 3);
  const std::string axes = component.text("resolveInFrame");
  if (axes == "frame_resolve") {
    throw component.error("unsupported", "resolveInFrame = frame_resolve is not supported",
                          "choose world or frame_b", "resolveInFrame");
  }
  in_world = axes == "world";
}

std::vector<std::string> Applied::signal_names() const {
  const std::string name = is_torque ? "torque" : "force";
  return {name + "[1]", name + "[2]", name + "[3]"};
}

void Applied::calc_signals(const FrameMotion<double>&, const FrameMotion<double>&,
                           const double* law_values, SignalBuffer& values) const {
  for (int i = 0; i < 3; ++i) values.add(law_values[i]);
}

}  // namespace gelenk
