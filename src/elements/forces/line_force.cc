#include "elements/forces/line_force.h"

#include "elements/joint.h"

namespace gelenk {

double LineForce::calc_potential_energy(const FrameMotion<double>& a, const FrameMotion<double>& b,
                                        const double* laws) const {
  const double elongation = calc_line(a, b, laws).s - s_unstretched;
  return 0.5 * c * elongation * elongation;
}

std::vector<std::string> LineForce::signal_names() const {
  std::vector<std::string> names = {"length",     "s",          "f",          "r_rel_0[1]",
                                    "r_rel_0[2]", "r_rel_0[3]", "e_rel_0[1]", "e_rel_0[2]",
                                    "e_rel_0[3]", "r_rel_a[1]", "r_rel_a[2]", "r_rel_a[3]",
                                    "e_a[1]",     "e_a[2]",     "e_a[3]"};
  if (has_rate) names.push_back("v");
  if (has_loss) names.push_back("lossPower");
  return names;
}

bool LineForce::is_motion_signal(int k) const {
  if (law.empty()) return true;
  const std::string name = signal_names()[static_cast<std::size_t>(k)];
  return name != "f" && name != "lossPower";
}

void LineForce::calc_signals(const FrameMotion<double>& a, const FrameMotion<double>& b,
                             const double* laws, SignalBuffer& values) const {
  const Line<double> line = calc_line(a, b, laws);
  add_signals(a, line, d * line.sdot * line.sdot, values);
}

void LineForce::add_signals(const FrameMotion<double>& a, const Line<double>& line,
                            double loss_power, SignalBuffer& values) const {
  const Mat3<double> R_aW = a.X.R.transpose();
  values.add(line.length);
  values.add(line.s);
  values.add(line.f);
  values.add(line.l);
  values.add(line.e);
  values.add(Vec3<double>(R_aW * line.l));
  values.add(Vec3<double>(R_aW * line.e));
  if (has_rate) values.add(line.sdot);
  if (has_loss) values.add(loss_power);
}

LineForce read_line_force(const Component& component) {
  LineForce force;
  force.has_rate = component.find_variable("v") != nullptr;
  if (component.find_parameter("c") && !component.value("c").is_law())
    force.c = component.real("c");
  if (component.find_parameter("s_unstretched"))
    force.s_unstretched = component.real("s_unstretched");
  force.has_loss = component.find_parameter("d") != nullptr;
  if (force.has_loss) force.d = component.real("d");
  force.s_small = component.real("s_small");
  if (!(force.s_small > 0)) {
    throw component.error("value", "s_small must be positive", "leave it at its default 1e-10",
                          "s_small");
  }
  if (component.find_parameter("m"))
    force.lump = {component.real("m"), component.real("lengthFraction")};
  return force;
}

}  // namespace gelenk
