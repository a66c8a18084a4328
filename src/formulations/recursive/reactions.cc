#include "formulations/recursive/reactions.h"

namespace gelenk {

Reactions::Reactions(const System& system, const Tree& tree, const LoopPlan& plan,
                     ConstraintRows& rows, const AppliedForces& forces, const RecursiveState& state)
    : tree_(tree),
      plan_(plan),
      rows_(rows),
      forces_(forces),
      state_(state),
      on_child_(tree.bodies.size()),
      least_(system) {
  for (const Subsystem* sub : tree.subsystems) carried_by_.emplace_back(sub->joints.size(), -1);
  for (std::size_t i = 1; i < tree.carriers.size(); ++i) {
    const Tree::Carrier& carrier = tree.carriers[i];
    carried_by_[carrier.sub->id][carrier.joint] = static_cast<BodyIndex>(i);
  }
}

bool Reactions::is_redundant() const {
  for (std::size_t e = 0; e < plan_.eliminations.size(); ++e) {
    if (state_.loops.ranks[e].rank < plan_.eliminations[e].rows) return true;
  }
  return false;
}

// λ of all rows. Speeds that are given take any load and say nothing of it.
void Reactions::calc_multipliers() {
  lambda_ = Eigen::Map<const Vector>(state_.loops.lambda.data(), plan_.constraints);
  if (!is_redundant()) return;
  least_.clear();
  // In the order of Closure, equations of joints and of relations.
  const int count = rows_.closure_count();
  std::vector<const ClosingJoint*> joint_of(count, nullptr);
  std::vector<const RowOnCoordinates*> relation_of(count, nullptr);
  for (const ClosingJoint& c : rows_.closing()) joint_of[c.first_equation] = &c;
  for (const RowOnCoordinates& r : rows_.on_coordinates()) relation_of[r.equation] = &r;
  Vector closing(count);
  for (int i = 0; i < count; ++i) {
    if (joint_of[i] != nullptr) {
      const ClosingJoint& c = *joint_of[i];
      least_.add_joint(rows_.calc_closing_rows(state_, c).C_W.topRows(c.rows));
      closing.segment(i, c.rows) = lambda_.segment(c.first_row, c.rows);
    } else if (relation_of[i] != nullptr) {
      double sum = 0.0;
      for (const RowTerm& term : relation_of[i]->terms) sum += term.coefficient * term.coefficient;
      least_.add_relation(sum);
      closing[i] = lambda_[relation_of[i]->index];
    }
  }
  free_.resize(tree_.nv);
  for (int k = 0; k < tree_.nv; ++k) free_[k] = !state_.bodies.locked[k];
  rows_.calc_closure(state_, closure_);
  change_.setZero(tree_.nv);
  for (const Change& c : changed_) {
    change_[c.speed] -= c.force;
    free_[c.speed] = 1;
  }
  least_.calc(closure_, free_, change_, closing);
  for (const ClosingJoint& c : rows_.closing())
    lambda_.segment(c.first_row, c.rows) = closing.segment(c.first_equation, c.rows);
  for (const RowOnCoordinates& r : rows_.on_coordinates()) lambda_[r.index] = closing[r.equation];
}

Vec6<double> Reactions::calc_closing_load(const ClosingJoint& c, const ClosingRows& rows) const {
  return rows.C_W.topRows(c.rows).transpose() * lambda_.segment(c.first_row, c.rows);
}

Vec3<double> Reactions::calc_position(const Subsystem& sub, const FrameOnNode& at) const {
  return calc_motion_of(state_.bodies, place_frame(tree_, sub, at)).X.p;
}

// A load at p on a body relieves the joint that carries it.
void Reactions::take_off(const Lane6<double>& load, const Vec3<double>& p, BodyIndex body) {
  if (body == 0) return;
  on_child_[body] -= shift_load(load, to_lane<double>(p) - state_.bodies.body[body].p);
}

void Reactions::calc() {
  if (known_) return;
  known_ = true;
  calc_multipliers();
  for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
    const BodyData<double>& B = state_.bodies.body[i];
    on_child_[i] =
        calc_body_wrench(turn_inertia(tree_.bodies[i], B.R), B.V, B.A) - forces_.get_loads()[i];
  }
  for (const ClosingJoint& c : rows_.closing()) {
    const ClosingRows rows = rows_.calc_closing_rows(state_, c);
    const Lane6<double> load = to_lane<double>(calc_closing_load(c, rows));
    take_off(load, rows.p_Mo, c.M.body);
    take_off(load * -1.0, rows.p_Mo, c.F.body);
  }
  for (const RowOnCoordinates& r : rows_.on_coordinates()) {
    for (const RowTerm& term : r.terms) {
      if (!term.measured) continue;
      const Lane6<double> load = to_lane<double>(Vec6<double>(term.C_W * lambda_[r.index]));
      take_off(load, term.p_Mo, term.M.body);
      take_off(load * -1.0, term.p_Mo, term.F.body);
    }
  }
  for (const LumpRows& l : rows_.lumps()) {
    const Vec3<double> f = Eigen::Map<const Vec3<double>>(&lambda_[l.first_row]);
    for (const auto& [at, share] : {std::pair{&l.a, &l.share_a}, std::pair{&l.b, &l.share_b}}) {
      take_off({Lane3<double>::zero(), to_lane<double>(Vec3<double>(share->transpose() * f))},
               calc_motion_of(state_.bodies, *at).X.p, at->body);
    }
  }
  for (std::size_t i = 0; i < rows_.ports().size(); ++i) {
    const FrameOnBody& port = rows_.ports()[i];
    Vec6<double> load;
    for (int k = 0; k < 6; ++k) load[k] = state_.loops.ports.tau[i].get(k);
    take_off(to_lane<double>(load), calc_motion_of(state_.bodies, port).X.p, port.body);
  }
  for (std::size_t i = tree_.bodies.size(); i-- > 1;) {
    const BodyIndex parent = tree_.bodies[i].parent;
    if (parent > 0) on_child_[parent] += shift_load(on_child_[i], state_.bodies.body[i].r);
  }
}

Vec6<double> Reactions::get_joint_load(const Subsystem& sub, int joint) {
  calc();
  const JointEdge& edge = sub.joints[joint];
  if (!edge.in_tree) {
    Vec6<double> load = Vec6<double>::Zero();
    for (const ClosingJoint& c : rows_.closing()) {
      if (c.sub == &sub && c.joint == joint)
        load += calc_closing_load(c, rows_.calc_closing_rows(state_, c));
    }
    for (const RowOnCoordinates& r : rows_.on_coordinates()) {
      for (const RowTerm& term : r.terms) {
        if (term.measured && term.joint.sub == &sub && term.joint.joint == joint)
          load += term.C_W * lambda_[r.index];
      }
    }
    return load;
  }
  // The reaction on the child, taken to Mo; on M it is that or its opposite.
  const BodyIndex child = carried_by_[sub.id][joint];
  const Vec3<double> p_MoBo = to_eigen(state_.bodies.body[child].p) - calc_position(sub, edge.M);
  const Vec6<double> load = shift_wrench<double>(to_eigen(on_child_[child]), p_MoBo);
  return tree_.bodies[child].reversed ? Vec6<double>(-load) : load;
}

}  // namespace gelenk
