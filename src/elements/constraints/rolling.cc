#include "elements/constraints/rolling.h"

#include <cmath>

#include "elements/constraints/distance.h"

namespace gelenk {

namespace {

constexpr std::array<int, 3> sequence = {3, 2, 1};  // of angles

}  // namespace

const char* const RollingWheel::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model RollingWheel "A wheel without mass rolls on the plane z = 0 of the world"
  extends Interfaces.PartialInWorld;
  Interfaces.Frame_a frame_a "Centre of the wheel; its y axis is the axle";
  parameter SI.Radius radius(min = 0) "Radius of the wheel";
  parameter StateSelect stateSelect = StateSelect.always "Has no effect here: bodies carry the states";
  SI.Position x(start = 0) "x of the centre";
  SI.Position y(start = 0) "y of the centre";
  SI.Position z "z of the centre";
  SI.Angle angles[3](start = {0, 0, 0}) "Rotations about z, y, x that take the world to frame_a; |angles[2]| is at most 90 degrees, and the others count turns";
  SI.AngularVelocity der_angles[3](start = {0, 0, 0}) "Derivative of angles";
  SI.Position r_road_0[3] "Point of contact, in the world";
  SI.Force f_wheel_0[3] "Force of the road on the wheel, in the world";
  SI.Force f_n "Upward component of f_wheel_0";
  SI.Force f_lat "Component of f_wheel_0 to the left of f_long, seen from above";
SI.Force f_long
    "Component of f_wheel_0 along axle × z, where a positive spin about the axle takes the wheel";
SI.Position err "Height of the point of contact: zero but for rounding";
end RollingWheel;
)";

const char* const RollingVerticalWheel::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints.Internal;
model RollingConstraintVerticalWheel "A wheel whose axle stays level and at its radius above z = 0 does not slip"
  extends Interfaces.PartialInWorld;
  Interfaces.Frame_a frame_a "Centre of the wheel; its y axis is the axle";
  parameter SI.Radius radius(min = 0) "Radius of the wheel";
  parameter Boolean lateralSlidingConstraint = true "true: it does not slip sideways either";
end RollingConstraintVerticalWheel;
)";

RollingWheel::RollingWheel(const Component& component)
    : RollingWheel(read_length(component, "radius")) {}

RollingVerticalWheel::RollingVerticalWheel(const Component& component)
    : RollingVerticalWheel(read_length(component, "radius"),
                           component.boolean("lateralSlidingConstraint")) {}

BodyStart RollingWheel::start_of_body(const Component& component) const {
  BodyStart s;
  Vec3<double> angles, rates;
  std::array<bool, 3> angles_fixed{}, rates_fixed{};
  read_start(component, "x", s.r_0[0], s.r_0_fixed[0]);
  read_start(component, "y", s.r_0[1], s.r_0_fixed[1]);
  for (int i = 0; i < 3; ++i) {
    read_start(component, "angles", angles[i], angles_fixed[i], i);
    read_start(component, "der_angles", rates[i], rates_fixed[i], i);
  }
  auto all = [](const std::array<bool, 3>& flags) { return flags[0] && flags[1] && flags[2]; };
  for (const auto* fixed : {&angles_fixed, &rates_fixed}) {
    if (all(*fixed) || !((*fixed)[0] || (*fixed)[1] || (*fixed)[2])) continue;
    throw component.error("unsupported", "some of three angles or rates are fixed, others not",
                          "fix all three or none: each fixed = true");
  }
  s.R_0 = rotation_of_sequence(sequence, angles);
  s.r_0[2] = radius * calc_contact<double>(s.R_0).s;
  Mat3<double> R = Mat3<double>::Identity();
  for (int i = 0; i < 3; ++i) {
    const Vec3<double> e = Vec3<double>::Unit(sequence[i] - 1);
    s.w_0 += R * e * rates[i];
    R = R * rotation_about<double>(e, angles[i]);
  }
  s.v_0 = -s.w_0.cross(radius * calc_contact<double>(s.R_0).u);
  s.R_0_fixed = all(angles_fixed);
  s.w_0_fixed = all(rates_fixed);
  s.given = true;
  return s;
}

std::vector<std::string> RollingWheel::signal_names() {
  std::vector<std::string> names = {"x", "y", "z", "f_n", "f_lat", "f_long", "err"};
  for (const char* name : {"angles", "der_angles", "r_road_0", "f_wheel_0"}) {
    for (int i = 1; i <= 3; ++i) names.push_back(name + ("[" + std::to_string(i) + "]"));
  }
  return names;
}

void RollingWheel::calc_signals(const FrameMotion<double>&, const FrameMotion<double>& M,
                                const Vec6<double>& load, SignalBuffer& values) const {
  const Contact<double> c = calc_contact<double>(M.X.R);
  const Vec3<double> f = load.tail<3>(), road = M.X.p + radius * c.u;
  Vec3<double> angles = angles_of_sequence(M.X.R, sequence);
  // Of the two triples the one whose second angle is at most a right one: a wheel rolls about its axle, which never stands upright.
  if (std::cos(angles[1]) < 0) {
    constexpr double half_turn = 3.14159265358979323846;
    angles = {angles[0] + half_turn, half_turn - angles[1], angles[2] + half_turn};
  }
  values.add(M.X.p);
  for (const double scalar : {f[2], f.dot(c.e_lat), f.dot(c.e_long), road[2]}) values.add(scalar);
  values.add(angles);
  values.add(angle_rates_of_sequence(sequence, angles, M.w(), M.alpha()).first);
  values.add(road);
  values.add(f);
}

}  // namespace gelenk
