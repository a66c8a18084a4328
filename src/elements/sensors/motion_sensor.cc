#include "elements/sensors/motion_sensor.h"

#include <cmath>

#include "elements/joint.h"

namespace gelenk {

namespace {

using Quantity = MotionSensor::Quantity;
using Axes = MotionSensor::Axes;

constexpr std::pair<const char*, Quantity> quantity_names[] = {
    {"r", Quantity::r},
    {"v", Quantity::v},
    {"a", Quantity::a},
    {"angles", Quantity::angles},
    {"w", Quantity::w},
    {"z", Quantity::z},
    {"distance", Quantity::distance},
};

#define GELENK_SENSORS "Modelica.Mechanics.MultiBody.Sensors."

constexpr SensorKind kinds[] = {
    {GELENK_SENSORS "AbsoluteSensor", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model AbsoluteSensor "Motion of a frame in the world; what is measured is chosen by get_*"
  extends Interfaces.PartialAbsoluteSensor;
  extends Interfaces.PartialSensorAxes;
  extends Interfaces.PartialSensorAngles;
  extends Interfaces.PartialSensorDrawing;
  parameter Boolean get_r = false "true: r is measured";
  parameter Boolean get_v = false "true: v is measured";
  parameter Boolean get_a = false "true: a is measured";
  parameter Boolean get_w = false "true: w is measured";
  parameter Boolean get_z = false "true: z is measured";
  parameter Boolean get_angles = false "true: angles is measured";
  output SI.Position r[3] "Origin of frame_a";
  output SI.Velocity v[3] "Velocity of that origin";
  output SI.Acceleration a[3] "Acceleration of that origin";
  output SI.AngularVelocity w[3] "Angular velocity of frame_a";
  output SI.AngularAcceleration z[3] "Angular acceleration of frame_a";
end AbsoluteSensor;
)",
     false, nullptr},
    {GELENK_SENSORS "AbsolutePosition", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model AbsolutePosition "Position of a frame in the world"
  extends Interfaces.PartialAbsoluteSensor;
  extends Interfaces.PartialSensorAxes;
  output SI.Position r[3] "Origin of frame_a";
end AbsolutePosition;
)",
     false, "r"},
    {GELENK_SENSORS "AbsoluteVelocity", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model AbsoluteVelocity "Velocity of a frame's origin in the world"
  extends Interfaces.PartialAbsoluteSensor;
  extends Interfaces.PartialSensorAxes;
  output SI.Velocity v[3] "Velocity of the origin of frame_a";
end AbsoluteVelocity;
)",
     false, "v"},
    {GELENK_SENSORS "AbsoluteAngles", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model AbsoluteAngles "Angles that turn the world's axes into those of a frame"
  extends Interfaces.PartialAbsoluteSensor;
  extends Interfaces.PartialSensorAngles;
end AbsoluteAngles;
)",
     false, "angles"},
    {GELENK_SENSORS "AbsoluteAngularVelocity", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model AbsoluteAngularVelocity "Angular velocity of a frame in the world"
  extends Interfaces.PartialAbsoluteSensor;
  extends Interfaces.PartialSensorAxes;
  output SI.AngularVelocity w[3] "Angular velocity of frame_a";
end AbsoluteAngularVelocity;
)",
     false, "w"},
    {GELENK_SENSORS "RelativeSensor", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model RelativeSensor "Motion of frame_b relative to frame_a; what is measured is chosen by get_*"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialSensorAngles;
  extends Interfaces.PartialSensorDrawing;
  parameter Types.ResolveInFrameAB resolveInFrame = Types.ResolveInFrameAB.frame_a "Axes of the components";
  parameter Types.ResolveInFrameAB resolveInFrameAfterDifferentiation = resolveInFrame
    "Axes of v_rel, a_rel and z_rel; the derivatives are those of components in resolveInFrame";
  Interfaces.Frame_resolve frame_resolve if resolveInFrame == Types.ResolveInFrameAB.frame_resolve or
    resolveInFrameAfterDifferentiation == Types.ResolveInFrameAB.frame_resolve "Whose axes they are";
  parameter Boolean get_r_rel = false "true: r_rel is measured";
  parameter Boolean get_v_rel = false "true: v_rel is measured";
  parameter Boolean get_a_rel = false "true: a_rel is measured";
  parameter Boolean get_w_rel = false "true: w_rel is measured";
  parameter Boolean get_z_rel = false "true: z_rel is measured";
  parameter Boolean get_angles = false "true: angles is measured";
  output SI.Position r_rel[3] "From frame_a to frame_b";
  output SI.Velocity v_rel[3] "Derivative of the components r_rel";
  output SI.Acceleration a_rel[3] "Second derivative of the components r_rel";
  output SI.AngularVelocity w_rel[3] "Angular velocity of frame_b relative to frame_a";
  output SI.AngularAcceleration z_rel[3] "Derivative of the components w_rel";
end RelativeSensor;
)",
     true, nullptr},
    {GELENK_SENSORS "RelativePosition", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model RelativePosition "Position of frame_b relative to frame_a"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialRelativeSensorAxes;
  output SI.Position r_rel[3] "From frame_a to frame_b";
end RelativePosition;
)",
     true, "r"},
    {GELENK_SENSORS "RelativeVelocity", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model RelativeVelocity "Velocity of frame_b as seen by an observer on frame_a"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialRelativeSensorAxes;
  output SI.Velocity v_rel[3] "Velocity of the origin of frame_b relative to frame_a";
end RelativeVelocity;
)",
     true, "v"},
    {GELENK_SENSORS "RelativeAngles", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model RelativeAngles "Angles that turn frame_a into frame_b"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialSensorAngles;
end RelativeAngles;
)",
     true, "angles"},
    {GELENK_SENSORS "RelativeAngularVelocity", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model RelativeAngularVelocity "Angular velocity of frame_b relative to frame_a"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialRelativeSensorAxes;
  output SI.AngularVelocity w_rel[3] "Angular velocity of frame_b relative to frame_a";
end RelativeAngularVelocity;
)",
     true, "w"},
    {GELENK_SENSORS "Distance", R"(
within Modelica.Mechanics.MultiBody.Sensors;
model Distance "Distance between the origins of two frames"
  extends Interfaces.PartialTwoFrames;
  extends Interfaces.PartialSensorDrawing;
  parameter SI.Position s_small = 1e-10 "Other tools smooth the distance below this; no effect here";
  output SI.Distance distance "From the origin of frame_a to that of frame_b";
end Distance;
)",
     true, "distance"},
};

#undef GELENK_SENSORS

Axes read_axes(const Component& component, const char* parameter, bool relative) {
  const std::string axes = component.text(parameter);
  if (axes == "world") return Axes::world;
  if (axes == "frame_a") return relative ? Axes::a : Axes::b;
  return axes == "frame_b" ? Axes::b : Axes::resolve;
}

// The other triple of the same rotation: first and last half a turn on, the second mirrored.
Vec3<double> other_angles(const Vec3<double>& angles, const std::array<int, 3>& sequence) {
  constexpr double half = 3.14159265358979323846;
  const double second = sequence[0] == sequence[2] ? -angles[1] : half - angles[1];
  auto wrap = [](double angle) { return std::remainder(angle, 2 * half); };
  return {wrap(angles[0] + half), wrap(second), wrap(angles[2] + half)};
}

}  // namespace

std::span<const SensorKind> sensor_kinds() { return kinds; }

MotionSensor::MotionSensor(const Component& component, const SensorKind& kind)
    : has_frame_a(kind.relative), connector_b(kind.relative ? "frame_b" : "frame_a") {
  for (const auto& [name, quantity] : quantity_names) {
    if (kind.measures != nullptr) {
      if (name == std::string_view(kind.measures)) quantities.push_back(quantity);
      continue;
    }
    const bool plain = !kind.relative || quantity == Quantity::angles;
    const std::string flag = "get_" + std::string(name) + (plain ? "" : "_rel");
    if (component.find_parameter(flag) != nullptr && component.boolean(flag))
      quantities.push_back(quantity);
  }
  if (component.find_parameter("resolveInFrame") != nullptr) {
    shown_in = derivative_shown = read_axes(component, "resolveInFrame", kind.relative);
    if (kind.relative) derived_in = kind.measures != nullptr ? Axes::a : shown_in;
  }
  if (component.find_parameter("resolveInFrameAfterDifferentiation") != nullptr)
    derivative_shown = read_axes(component, "resolveInFrameAfterDifferentiation", kind.relative);
  if (component.find_parameter("sequence") != nullptr) {
    sequence = read_sequence(component, "sequence");
    if (sequence[0] == sequence[1] || sequence[1] == sequence[2]) {
      throw component.error("value", "sequence turns about the same axis twice in a row",
                            "write for example {1,2,3}", "sequence");
    }
    guess_angle = component.real("guessAngle1");
  }
}

std::vector<std::string> MotionSensor::signal_names() const {
  std::vector<std::string> names;
  for (Quantity quantity : quantities) {
    std::string name = quantity_names[static_cast<int>(quantity)].first;
    if (quantity == Quantity::distance) {
      names.push_back(name);
      continue;
    }
    if (has_frame_a && quantity != Quantity::angles) name += "_rel";
    for (int i = 1; i <= 3; ++i) names.push_back(name + "[" + std::to_string(i) + "]");
  }
  return names;
}

void MotionSensor::calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b,
                                const FrameMotion<double>& resolve, SignalBuffer& values) const {
  auto frame = [&](Axes axes) {
    switch (axes) {
      case Axes::a: return a;
      case Axes::b: return b;
      case Axes::resolve: return resolve;
      case Axes::world: break;
    }
    return FrameMotion<double>{};
  };
  const FrameMotion<double> D = frame(derived_in);
  const Mat3<double> R_SW = frame(shown_in).X.R.transpose(),
                     R_DW = frame(derivative_shown).X.R.transpose();
  const Vec3<double> r = b.X.p - a.X.p, rdot = b.v() - a.v(), w = b.w() - a.w();
  const Vec3<double> w_D = D.w(), alpha_D = D.alpha();
  for (Quantity quantity : quantities) {
    Vec3<double> out = Vec3<double>::Zero();
    switch (quantity) {
      case Quantity::r: out = R_SW * r; break;
      case Quantity::v: out = R_DW * (rdot - w_D.cross(r)); break;  // (1)
      case Quantity::a:                                             // (2)
        out = R_DW *
              (b.a() - a.a() - alpha_D.cross(r) - 2.0 * w_D.cross(rdot) + w_D.cross(w_D.cross(r)));
        break;
      case Quantity::angles: {
        const Vec3<double> angles = angles_of_sequence(a.X.R.transpose() * b.X.R, sequence);
        const Vec3<double> other = other_angles(angles, sequence);
        const bool keep = std::abs(angles[0] - guess_angle) <= std::abs(other[0] - guess_angle);
        out = keep ? angles : other;
        break;
      }
      case Quantity::w: out = R_SW * w; break;
      case Quantity::z: out = R_DW * (b.alpha() - a.alpha() - w_D.cross(w)); break;  // (1)
      case Quantity::distance: values.add(r.norm()); continue;
    }
    values.add(out);
  }
}

}  // namespace gelenk
