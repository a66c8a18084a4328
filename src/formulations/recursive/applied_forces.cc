#include "formulations/recursive/applied_forces.h"

#include <algorithm>

namespace gelenk {

// ---- what acts where -----------------------------------------------------------------------------------

AppliedForces::AppliedForces(const System& system, const Tree& tree, const Laws& laws)
    : system_(system), tree_(tree), laws_(laws), loads_(tree.bodies.size(), Lane6<double>::zero()) {
  for (const Subsystem* sub : tree.subsystems) {
    first_force_.push_back(static_cast<int>(forces_.size()));
    for (const ForceEdge& edge : sub->forces) {
      const ForceOnBodies force{&edge, place_frame(tree, *sub, edge.a),
                                place_frame(tree, *sub, edge.b)};
      forces_.push_back(force);
      std::visit(
          [&](const auto& kind) {
            if (is_idle<std::decay_t<decltype(kind)>>()) return;
            const std::optional<TorqueLaw> law = torque_law_of(kind);
            if (law && is_between_bodies_of_joint(force))
              add_joint_torque(force, *law);
            else
              on_bodies_.push_back(force);
          },
          edge.force);
    }
  }
}

bool AppliedForces::is_between_bodies_of_joint(const ForceOnBodies& force) const {
  const BodyIndex a = force.a.body, b = force.b.body;
  if (a == b) return true;
  const BodyIndex child = std::max(a, b);  // parents have smaller numbers
  return tree_.bodies[child].parent == std::min(a, b) &&
         tree_.bodies[child].motion != TreeBody::Motion::general;
}

void AppliedForces::add_joint_torque(const ForceOnBodies& force, const TorqueLaw& law) {
  const BodyIndex a = force.a.body, b = force.b.body, child = std::max(a, b);
  const TreeBody& body = tree_.bodies[child];
  // Torque within one body does nothing, and neither does one in a joint that slides.
  if (a == b || body.motion != TreeBody::Motion::rotation) return;
  JointTorque torque{body.v, force.edge->first_law, 3, {}, -1, child == b ? 1.0 : -1.0};
  if (law.in_world) {
    torque.body = child;
  } else {
    // The axis in b: it is z of the child, and the same in F, which is turned against the parent.
    Vec3<double> e = Vec3<double>::UnitZ();
    if (child == a && body.turn >= 0) e = Vec3<double>(tree_.turns[body.turn].c[2]);
    e = torque.sign * (force.b.X_BF.R.transpose() * e);
    // Mostly one law counts, and the others need no look.
    int first = 0, end = 3;
    while (first < end && e[first] == 0.0) ++first;
    while (end > first && e[end - 1] == 0.0) --end;
    torque.first_law += first;
    torque.terms = end - first;
    for (int i = first; i < end; ++i) torque.weights[i - first] = e[i];
  }
  torques_.push_back(torque);
}

// ---- loads ---------------------------------------------------------------------------------------------

// Pose and twist of a frame: all that a force reads, and less than that where axes do not matter. `arm` goes from the body's
// origin to the frame's, in world axes.
template <bool with_axes>
static GELENK_INLINE FrameMotion<double> place_for_load(const FrameOnBody& at,
                                                        const RecursiveState& state,
                                                        Lane3<double>& arm) {
  FrameMotion<double> frame;
  if (at.body == 0) {
    frame.X = at.X_BF;
    arm = Lane3<double>::zero();
    return frame;
  }
  const BodyData<double>& B = state.bodies.body[at.body];
  arm = B.R * to_lane<double>(at.X_BF.p);
  frame.X.p = to_eigen(B.p + arm);
  frame.V.head<3>() = to_eigen(B.V.rot);
  frame.V.tail<3>() = to_eigen(B.V.lin + cross(B.V.rot, arm));
  if constexpr (with_axes) {
    for (int i = 0; i < 3; ++i)
      frame.X.R.col(i) = to_eigen(B.R * to_lane<double>(Vec3<double>(at.X_BF.R.col(i))));
  }
  return frame;
}

WrenchPair<double> AppliedForces::add_force(const ForceOnBodies& force,
                                            const RecursiveState& state,
                                            std::vector<Lane6<double>>& loads) const {
  return std::visit(
      [&](const auto& kind) {
        constexpr bool with_axes = !is_along_line<std::decay_t<decltype(kind)>>();
        Lane3<double> arm_a, arm_b;
        const FrameMotion<double> a = place_for_load<with_axes>(force.a, state, arm_a),
                                  b = place_for_load<with_axes>(force.b, state, arm_b);
        const WrenchPair<double> pair = kind.calc_wrenches(a, b, laws_.of(*force.edge));
        if (force.a.body > 0)
          loads[force.a.body] += shift_load(to_lane<double>(pair.F_a), arm_a);
        if (force.b.body > 0)
          loads[force.b.body] += shift_load(to_lane<double>(pair.F_b), arm_b);
        return pair;
      },
      force.edge->force);
}

void AppliedForces::update(const RecursiveState& state, Vector& tau) {
  for (const JointTorque& torque : torques_) {
    const double* const law = laws_.get(torque.first_law);
    double sum = 0.0;
    if (torque.body < 0) {
      for (int i = 0; i < torque.terms; ++i) sum += torque.weights[i] * law[i];
    } else {
      const Lane3<double>& e = state.bodies.body[torque.body].R.c[2];
      sum = torque.sign * (e[0] * law[0] + e[1] * law[1] + e[2] * law[2]);
    }
    tau[torque.v] += sum;
  }
  if (!act_on_bodies()) return;
  std::fill(loads_.begin(), loads_.end(), Lane6<double>::zero());
  for (const ForceOnBodies& force : on_bodies_) add_force(force, state, loads_);
  add_weights(state, loads_);
}

void AppliedForces::add_weights(const RecursiveState& state,
                                std::vector<Lane6<double>>& loads) const {
  if (system_.gravity.kind != Gravity::Kind::point) return;
  for (const Tree::GroupPlace& place : tree_.groups) {
    if (place.body == 0) continue;
    const FrameMotion<double> G = calc_motion_of(state.bodies, {place.body, place.X_BG});
    for (const MassPoint& point : place.group->mass_points) {
      const Vec3<double> p = G.X * point.p;
      const Vec3<double> weight = point.mass * system_.gravity.at(p);
      loads[place.body] +=
          shift_load(Lane6<double>{Lane3<double>::zero(), to_lane<double>(weight)},
                     to_lane<double>(p) - state.bodies.body[place.body].p);
    }
  }
}

void AppliedForces::complete(const RecursiveState& state, const std::vector<LumpRows>& lumps) {
  all_loads_.assign(tree_.bodies.size(), Lane6<double>::zero());
  pairs_.resize(forces_.size());
  for (std::size_t i = 0; i < forces_.size(); ++i)
    pairs_[i] = add_force(forces_[i], state, all_loads_);
  add_weights(state, all_loads_);
  for (const LumpRows& l : lumps) {
    WrenchPair<double>& load = pairs_[first_force_[l.sub->id] + l.force];
    const Vec3<double> f = Eigen::Map<const Vec3<double>>(&state.loops.lambda[l.first_row]);
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
  for (const ForceOnBodies& force : forces_) {
    const FrameMotion<double> a = calc_motion_of(state.bodies, force.a),
                              b = calc_motion_of(state.bodies, force.b);
    energy += std::visit(
        [&](const auto& kind) {
          return kind.calc_potential_energy(a, b, laws_.of(*force.edge));
        },
        force.edge->force);
  }
  return energy;
}

}  // namespace gelenk
