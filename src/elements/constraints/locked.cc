#include "elements/constraints/locked.h"

namespace gelenk {

const char* const PrismaticConstraint::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints.Constraints;
model Prismatic "Holds the orientation of frame_b to that of frame_a, and translations as chosen"
  extends Interfaces.PartialLocked;
end Prismatic;
)";

const char* const RevoluteConstraint::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints.Constraints;
model Revolute "Lets frame_b turn about one axis only, and holds translations as chosen"
  extends Interfaces.PartialLocked;
  parameter Types.Axis n = {0, 1, 0} "Axis of rotation, the same in frame_a and frame_b";
end Revolute;
)";

const char* const SphericalConstraint::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints.Constraints;
model Spherical "Holds translations as chosen; frame_b turns freely"
  extends Interfaces.PartialLocked;
end Spherical;
)";

const char* const UniversalConstraint::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints.Constraints;
model Universal "Holds an axis of frame_a perpendicular to one of frame_b, and translations as chosen"
  extends Interfaces.PartialLocked;
  parameter Types.Axis n_a = {1, 0, 0} "First axis, fixed in frame_a";
  parameter Types.Axis n_b = {0, 1, 0} "Second axis, fixed in frame_b, perpendicular to n_a";
end Universal;
)";

std::array<bool, 3> read_locked(const Component& c) {
  return {c.boolean("x_locked"), c.boolean("y_locked"), c.boolean("z_locked")};
}

void LockedConstraint::add_pair(const Vec3<double>& n, const Vec3<double>& e) {
  pairs[pair_count++] = {n, e};
  ++nc;
}

void LockedConstraint::add_locked(const std::array<bool, 3>& flags) {
  for (int i = 0; i < 3; ++i) {
    if (flags[i]) locked[nc++ - pair_count] = i;
  }
}

PrismaticConstraint::PrismaticConstraint(const std::array<bool, 3>& flags) {
  for (int i = 0; i < 3; ++i) add_pair(Vec3<double>::Unit(i), Vec3<double>::Unit((i + 1) % 3));
  add_locked(flags);
}

RevoluteConstraint::RevoluteConstraint(const Vec3<double>& axis, const std::array<bool, 3>& flags)
    : n(axis) {
  const PlaneBasis basis = calc_plane_basis(axis);
  add_pair(n, basis.b1);
  add_pair(n, basis.b2);
  add_locked(flags);
}

UniversalConstraint::UniversalConstraint(const Component& component)
    : UniversalConstraint(read_axis(component, "n_a"), read_axis(component, "n_b"),
                          read_locked(component)) {
  if (std::abs(pairs[0].n.dot(pairs[0].e)) > 1e-8) {
    throw component.error("value", "the axes n_a and n_b are not perpendicular",
                          "give perpendicular axes, or use Joints.Universal", "n_b");
  }
}

UniversalConstraint::UniversalConstraint(const Vec3<double>& n_a, const Vec3<double>& n_b,
                                         const std::array<bool, 3>& flags) {
  add_pair(n_b, n_a);
  add_locked(flags);
}

}  // namespace gelenk
