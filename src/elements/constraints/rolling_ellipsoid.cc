#include "elements/constraints/rolling_ellipsoid.h"

namespace gelenk {

const char* const RollingEllipsoid::declaration = R"(
within Gelenk.Joints;
model RollingEllipsoid "An ellipsoid without mass (frame_b) rolls on a plane (through frame_a): a ball, a wheel on any plane, a rattleback"
  extends Modelica.Mechanics.MultiBody.Interfaces.PartialTwoFrames;
  parameter Modelica.Mechanics.MultiBody.Types.Axis n = {0, 0, 1} "Normal of the plane, in frame_a, towards the side of the ellipsoid";
  parameter Modelica.Units.SI.Length a[3](each min = 0) "Half axes along x, y and z of frame_b, its centre; one of them may be zero: {r, 0, r} is a wheel with the axle y";
  parameter Boolean slides = false "true: it touches the plane but may slide on it, without friction";
  parameter Boolean animation = true "Drawing";
  Modelica.Units.SI.Position r_contact_0[3] "Point of contact, in the world";
  Modelica.Units.SI.Force f_contact_0[3] "Force of the plane on the ellipsoid, in the world";
  Modelica.Units.SI.Force f_n "Component of f_contact_0 along the normal; negative where the plane would have to pull: it does not let go";
end RollingEllipsoid;
)";

RollingEllipsoid::RollingEllipsoid(const Component& c)
    : RollingEllipsoid(read_axis(c, "n"), Eigen::Map<const Vec3<double>>(c.reals("a").data()),
                       c.boolean("slides")) {
  if (!a.allFinite() || a.minCoeff() < 0 || (a.array() > 0).count() < 2) {
    throw c.error("value", "two of the half axes at least are positive, and none is negative",
                  "give {r, r, r} for a ball, {r, 0, r} for a wheel with the axle y", "a");
  }
}

std::vector<std::string> RollingEllipsoid::signal_names() {
  std::vector<std::string> names = {"f_n"};
  for (const char* name : {"r_contact_0", "f_contact_0"}) {
    for (int i = 1; i <= 3; ++i) names.push_back(name + ("[" + std::to_string(i) + "]"));
  }
  return names;
}

void RollingEllipsoid::calc_signals(const FrameMotion<double>& F, const FrameMotion<double>& M,
                                    const Vec6<double>& load, SignalBuffer& values) const {
  const Mat3<double> R = F.X.R.transpose() * M.X.R;
  const Vec3<double> f = load.tail<3>();
  values.add(f.dot(F.X.R * n));
  values.add(Vec3<double>(M.X.p + F.X.R * calc_contact<double>(R).arm));
  values.add(f);
}

}  // namespace gelenk
