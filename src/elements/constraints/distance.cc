#include "elements/constraints/distance.h"

namespace gelenk {

const char* const Distance::declaration = R"(
within Gelenk.Constraints;
model Distance "Keeps the origins of two frames at a distance"
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialRod;
  parameter Modelica.Units.SI.Length distance(min = 0) "Distance of the origins";
end Distance;
)";

const char* const SphericalSpherical::declaration = R"(
within Modelica.Mechanics.MultiBody.Joints;
model SphericalSpherical "Rod of constant length with a spherical joint at each end"
  extends Interfaces.PartialRod;
  parameter Boolean computeRodLength = false "true: the length is that of the initial position";
  parameter SI.Length rodLength(min = 0, start = 1) "Length of the rod";
  parameter SI.Mass m(min = 0) = 0 "Mass, as a point in the middle of the rod";
  parameter Boolean kinematicConstraint = true "false is for use inside other joints and not supported";
  parameter Boolean checkTotalPower = false "Other tools check the power balance; no effect here";
  parameter Boolean animation = true "Drawing";
  parameter Boolean showMass = true "Drawing";
  parameter SI.Diameter sphereDiameter = world.defaultJointLength "Drawing";
  parameter Types.Color sphereColor = {255, 0, 0} "Drawing";
  parameter SI.Diameter rodDiameter = sphereDiameter/1.2 "Drawing";
  parameter Types.Color rodColor = {155, 155, 155} "Drawing";
  parameter SI.Diameter massDiameter = sphereDiameter "Drawing";
  parameter Types.Color massColor = {0, 128, 255} "Drawing";
  parameter Types.SpecularCoefficient specularCoefficient = world.defaultSpecularCoefficient "Drawing";
  SI.Position r_CM_0[3] "Middle of the rod in the world; where it has mass";
  SI.Velocity v_CM_0[3] "Derivative of r_CM_0; where it has mass";
end SphericalSpherical;
)";

double read_length(const Component& component, std::string_view parameter) {
  const double length = component.real(parameter);
  if (!(length > 0) || !std::isfinite(length)) {
    throw component.error("value", std::string(parameter) + " is not positive",
                          "give a positive length; a Spherical joint keeps two origins together",
                          parameter);
  }
  return length;
}

SphericalSpherical::SphericalSpherical(const Component& c)
    : DistanceRow(0.0, c.boolean("computeRodLength")) {
  if (!as_found) length = read_length(c, "rodLength");
  const double mass = c.real("m");
  if (!(mass >= 0)) throw c.error("value", "mass m is negative", "a mass is zero or more", "m");
  if (mass > 0) masses.push_back({{mass, 0.5}});
  if (!c.boolean("kinematicConstraint")) {
    throw c.error("unsupported", "kinematicConstraint = false is not supported",
                  "leave it out: a rod always keeps its length", "kinematicConstraint");
  }
}

std::vector<std::string> DistanceRow::signal_names() {
  std::vector<std::string> names = {"f_rod"};
  for (const char* name : {"rRod_0", "rRod_a", "eRod_a"}) {
    for (int i = 1; i <= 3; ++i) names.push_back(name + ("[" + std::to_string(i) + "]"));
  }
  return names;
}

void DistanceRow::calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                               const Vec6<double>& load, SignalBuffer& values) const {
  const Vec3<double> r = M.X.p - F.X.p, r_F = F.X.R.transpose() * r, e = r / r.norm();
  values.add(load.tail<3>().dot(e));
  values.add(r);
  values.add(r_F);
  values.add(Vec3<double>(r_F / r.norm()));
}

}  // namespace gelenk
