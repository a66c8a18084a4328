#include "formulations/recursive/applied_forces.h"

#include <algorithm>

namespace gelenk {

AppliedForces::AppliedForces(const System& system, const Tree& tree, const Laws& laws)
    : system_(system), tree_(tree), laws_(laws), loads_(tree.bodies.size(), Lane6<double>::zero()) {
  for (const Subsystem* sub : tree.subsystems) {
    first_force_.push_back(static_cast<int>(forces_.size()));
    for (std::size_t i = 0; i < sub->forces.size(); ++i) {
      const ForceEdge& edge = sub->forces[i];
      forces_.push_back({sub,
                         static_cast<int>(i),
                         place_frame(tree, *sub, edge.a),
                         place_frame(tree, *sub, edge.b),
                         {}});
    }
  }
}

void AppliedForces::add_load(BodyIndex body, const Vec6<double>& F, const Vec3<double>& p,
                             const RecursiveState& state) {
  if (body == 0) return;
  loads_[body] += shift_load(to_lane<double>(F), to_lane<double>(p) - state.bodies.body[body].p);
}

void AppliedForces::update(const RecursiveState& state) {
  if (!act()) return;
  std::fill(loads_.begin(), loads_.end(), Lane6<double>::zero());
  for (ForceOnBodies& f : forces_) {
    const FrameMotion<double> a = calc_motion_of(state.bodies, f.a),
                              b = calc_motion_of(state.bodies, f.b);
    f.load = std::visit(
        [&](const auto& force) {
          return force.calc_wrenches(a, b, laws_.of(f.sub->forces[f.force]));
        },
        f.kind());
    add_load(f.a.body, f.load.F_a, a.X.p, state);
    add_load(f.b.body, f.load.F_b, b.X.p, state);
  }
  if (system_.gravity.kind != Gravity::Kind::point) return;
  for (const Tree::GroupPlace& place : tree_.groups) {
    const FrameMotion<double> G = calc_motion_of(state.bodies, {place.body, place.X_BG});
    for (const MassPoint& point : place.group->mass_points) {
      const Vec3<double> p = G.X * point.p;
      Vec6<double> weight = Vec6<double>::Zero();
      weight.tail<3>() = point.mass * system_.gravity.at(p);
      add_load(place.body, weight, p, state);
    }
  }
}

void AppliedForces::add_lump_loads(const std::vector<LumpRows>& lumps,
                                   const LoopData<double>& loops) {
  for (const LumpRows& l : lumps) {
    WrenchPair<double>& load = forces_[first_force_[l.sub->id] + l.force].load;
    const Vec3<double> f = Eigen::Map<const Vec3<double>>(&loops.lambda[l.first_row]);
    load.F_a.tail<3>() += l.share_a.transpose() * f;
    load.F_b.tail<3>() += l.share_b.transpose() * f;
  }
}

double AppliedForces::calc_potential_energy(const RecursiveState& state) const {
  double energy = 0.0;
  for (const Tree::GroupPlace& place : tree_.groups) {
    const FrameMotion<double> G = calc_motion_of(state.bodies, {place.body, place.X_BG});
    for (const MassPoint& point : place.group->mass_points)
      energy += system_.gravity.potential_of(point.mass, G.X * point.p);
  }
  for (const ForceOnBodies& f : forces_) {
    const FrameMotion<double> a = calc_motion_of(state.bodies, f.a),
                              b = calc_motion_of(state.bodies, f.b);
    energy += std::visit(
        [&](const auto& force) {
          return force.calc_potential_energy(a, b, laws_.of(f.sub->forces[f.force]));
        },
        f.kind());
  }
  return energy;
}

}  // namespace gelenk
