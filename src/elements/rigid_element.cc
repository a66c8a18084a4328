#include "elements/rigid_element.h"

#include <cmath>

#include "elements/declared.h"
#include "elements/joint.h"

namespace gelenk {

Vec3<double> Gravity::at(const Vec3<double>& p_W) const {
  switch (kind) {
    case Kind::none: return Vec3<double>::Zero();
    case Kind::uniform: return g;
    case Kind::point: return -mu / std::pow(p_W.norm(), 3) * p_W;
  }
  return Vec3<double>::Zero();
}

double Gravity::potential_of(double mass, const Vec3<double>& p_W) const {
  switch (kind) {
    case Kind::none: return 0.0;
    case Kind::uniform: return -mass * g.dot(p_W);
    case Kind::point: return -mass * mu / p_W.norm();
  }
  return 0.0;
}

Gravity read_gravity(const Component& world) {
  Gravity gravity;
  const std::string kind = world.text("gravityType");
  if (kind == "NoGravity") {
    gravity.kind = Gravity::Kind::none;
  } else if (kind == "PointGravity") {
    gravity.kind = Gravity::Kind::point;
    gravity.mu = world.real("mu");
  } else {
    gravity.g = world.real("g") * read_axis(world, "n");
  }
  return gravity;
}

BodyStart read_body_start(const Component& component) {
  BodyStart start;
  auto read = [&](const char* name, Vec3<double>& value, std::array<bool, 3>& fixed) {
    for (int i = 0; i < 3; ++i) read_start(component, name, value[i], fixed[i], i);
    if (get_variable(component, name).start_given) start.given = true;
  };
  auto any = [](const std::array<bool, 3>& flags) { return flags[0] || flags[1] || flags[2]; };
  read("r_0", start.r_0, start.r_0_fixed);
  read("v_0", start.v_0, start.v_0_fixed);
  Vec3<double> a_0;
  std::array<bool, 3> a_0_fixed{};
  read("a_0", a_0, a_0_fixed);
  if (any(a_0_fixed)) {
    throw component.error("unsupported", "an initial acceleration a_0 cannot be fixed yet",
                          "fix r_0 and v_0, or start values of joints, instead");
  }
  if (component.find_parameter("angles_start") != nullptr) {
    start.R_0 = read_start_rotation(component);
    start.R_0_fixed = component.boolean("angles_fixed");
    start.w_0 = read_vec3(component, "w_0_start");
    start.w_0_fixed = component.boolean("w_0_fixed");
    start.enforce_states = component.boolean("enforceStates");
    reject_option(component, "z_0_fixed", "fix angles and w_0 instead");
    if (!start.R_0.isIdentity(0) || !start.w_0.isZero(0)) start.given = true;
  }
  start.given = start.given || any(start.r_0_fixed) || any(start.v_0_fixed) || start.R_0_fixed ||
                start.w_0_fixed;
  return start;
}

Inertia<double> read_inertia(const Component& component, double mass, const Vec3<double>& com,
                             const Mat3<double>& J_com) {
  if (!(mass >= 0)) {
    throw component.error("value", "mass m = " + std::to_string(mass) + " kg is negative",
                          "a mass is zero or more", "m");
  }
  const std::string fault = find_inertia_fault(J_com);
  if (!fault.empty()) {
    throw component.error(
        "value", "no rigid body can have this inertia: " + fault,
        "check I_11, I_22, I_33 (about the centre of mass) and the signs of I_21, I_31, I_32");
  }
  return {mass, com, J_com};
}

}  // namespace gelenk
