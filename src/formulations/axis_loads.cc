#include "formulations/axis_loads.h"

#include <algorithm>
#include <map>

namespace gelenk {

double calc_shaft_acceleration(const Formulation& formulation, const Axes& axes, int shaft,
                               const Vector& vdot) {
  if (shaft < 0) return 0.0;
  const Shaft& s = axes.shafts[shaft];
  if (const int p = axes.trains[s.train].port; p >= 0)
    return s.ratio * formulation.get_flange(*axes.ports[p].sub, axes.ports[p].flange).a;
  const JointRef& carrier = axes.trains[s.train].carrier;
  return carrier.joint < 0 ? 0.0 : s.ratio * vdot[carrier.sub->joints[carrier.joint].v];
}

double calc_drive_load(Formulation& formulation, const Subsystem& sub, int joint) {
  const JointEdge& edge = sub.joints[joint];
  const Vec6<double> load = formulation.get_joint_load(sub, joint);
  const FrameMotion<double> F = motion_of_fixed_frame(formulation.get_motion(sub, edge.F.node),
                                                      edge.F.X_NF),
                            M = motion_of_fixed_frame(formulation.get_motion(sub, edge.M.node),
                                                      edge.M.X_NF);
  const Vec6<double> C = measure_axis(edge.joint, relative_motion(F, M)).C;
  return (F.X.R * C.head<3>()).dot(load.head<3>()) + (F.X.R * C.tail<3>()).dot(load.tail<3>());
}

AxisLoads::AxisLoads(const System& system) : system_(system) {
  const Axes& axes = system.axes;
  const int count = static_cast<int>(axes.flanges.size());
  flow_.resize(count);
  balances_of_.resize(count);
  std::map<std::pair<const Component*, std::string>, int> flange_of;
  for (int f = 0; f < count; ++f)
    flange_of[{axes.flanges[f].component, axes.flanges[f].connector}] = f;
  // What goes into a composite comes out of its flange inside.
  balances_.resize(axes.sets);
  for (int f = 0; f < count; ++f) {
    balances_[axes.flanges[f].outer].flows.emplace_back(f, 1.0);
    if (axes.flanges[f].inner >= 0) balances_[axes.flanges[f].inner].flows.emplace_back(f, -1.0);
  }
  for (std::size_t i = 0; i < axes.elements.size(); ++i) {
    const PlacedAxisElement& e = axes.elements[i];
    const int number = static_cast<int>(i);
    auto flange = [&](const std::string& name) { return flange_of.at({e.component, name}); };
    if (e.element.kind == AxisElement::Kind::force || e.element.kind == AxisElement::Kind::sensor) {
      given_.push_back({flange(e.element.flange_b), 1.0, number, {}});
      if (!e.element.flange_a.empty())
        given_.push_back({flange(e.element.flange_a), -1.0, number, {}});
    } else if (e.element.kind == AxisElement::Kind::inertia ||
               e.element.kind == AxisElement::Kind::gear) {
      const bool is_gear = e.element.kind == AxisElement::Kind::gear;
      balances_.push_back({{{flange(e.element.flange_a), is_gear ? e.element.ratio : 1.0},
                            {flange(e.element.flange_b), 1.0}},
                           is_gear ? -1 : number});
      if (!is_gear && !e.element.support.empty())
        given_.push_back({flange(e.element.support), -1.0, number, {}});
      if (is_gear && !e.element.support.empty()) {
        balances_.push_back({{{flange(e.element.flange_a), 1.0},
                              {flange(e.element.flange_b), 1.0},
                              {flange(e.element.support), 1.0}},
                             -1});
      }
    } else if (e.element.kind == AxisElement::Kind::drive && !e.element.flange_a.empty()) {
      balances_.push_back({{{flange("support"), 1.0}, {flange("flange"), 1.0}}, -1});
    }
  }
  for (const AxisJoint& j : axes.joints) {
    const Component* component = j.joint.sub->joints[j.joint.joint].component;
    given_.push_back({flange_of.at({component, find_flanges(*component).axis}), 1.0, -1, j.joint});
  }
  for (std::size_t p = 0; p < axes.ports.size(); ++p) {
    const FlangePort& port = axes.ports[p];
    const std::string& name = port.sub->loaded->flanges()[port.flange].name;
    given_.push_back({flange_of.at({port.sub->component, name}), 1.0, -1, {}, static_cast<int>(p)});
  }
  for (std::size_t b = 0; b < balances_.size(); ++b) {
    for (const auto& [f, coefficient] : balances_[b].flows)
      balances_of_[f].push_back(static_cast<int>(b));
  }
}

double AxisLoads::calc(Formulation& formulation, const Given& given) const {
  if (given.element >= 0) return given.sign * formulation.get_axis_force(given.element);
  if (given.port < 0) return calc_drive_load(formulation, *given.joint.sub, given.joint.joint);
  const FlangePort& port = system_.axes.ports[given.port];
  return formulation.get_flange_load(*port.sub, port.flange);
}

void AxisLoads::compute(Formulation& formulation, const Vector& vdot) {
  if (known_) return;
  known_ = true;
  const Axes& axes = system_.axes;
  std::vector<double> open(balances_.size(), 0.0);
  std::vector<int> left(balances_.size()), ready;
  std::vector<bool> done(flow_.size(), false);
  for (std::size_t b = 0; b < balances_.size(); ++b) {
    left[b] = static_cast<int>(balances_[b].flows.size());
    if (balances_[b].inertia < 0) continue;
    const PlacedAxisElement& e = axes.elements[balances_[b].inertia];
    // What a bearing rubs, the flanges must bring.
    open[b] = e.element.inertia * calc_shaft_acceleration(formulation, axes, e.shaft_a, vdot) +
              formulation.get_axis_force(balances_[b].inertia);
  }
  auto settle = [&](int f, double value) {
    done[f] = true;
    flow_[f] = value;
    for (int b : balances_of_[f]) {
      for (const auto& [g, coefficient] : balances_[b].flows) {
        if (g == f) open[b] -= coefficient * value;
      }
      if (--left[b] == 1) ready.push_back(b);
    }
  };
  for (std::size_t b = 0; b < balances_.size(); ++b) {
    if (left[b] == 1) ready.push_back(static_cast<int>(b));
  }
  for (const Given& g : given_) settle(g.flange, calc(formulation, g));
  while (true) {
    while (!ready.empty()) {
      const int b = ready.back();
      ready.pop_back();
      for (const auto& [f, coefficient] : balances_[b].flows) {
        if (!done[f]) settle(f, open[b] / coefficient);
      }
    }
    // Of elements first; those of composites follow.
    int surplus = -1;
    for (const bool is_native : {true, false}) {
      for (std::size_t f = 0; f < done.size() && surplus < 0; ++f) {
        if (!done[f] && axes.flanges[f].component->is_native() == is_native)
          surplus = static_cast<int>(f);
      }
    }
    if (surplus < 0) break;
    settle(surplus, 0.0);
  }
}

double AxisLoads::get(Formulation& formulation, const Vector& vdot, int flange) {
  compute(formulation, vdot);
  return flow_[flange];
}

}  // namespace gelenk
