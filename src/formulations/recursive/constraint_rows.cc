#include "formulations/recursive/constraint_rows.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gelenk {

namespace {

// Closure equations of a joint at a relative motion; their first rows are used.
struct ClosureAt {
  Vec6<double> g, gdot;
  Vec6<double> bias;  // acceleration without the accelerations of the bodies' free joints
  Mat6<double> C;
};

void calc_closure_of(const AnyJoint& any, const FrameMotion<double>& rel, ClosureAt& at) {
  std::visit(
      [&](const auto& joint) {
        const auto g = joint.template calc_g<double>(rel.X);
        const auto C = joint.template calc_C<double>(rel.X);
        const auto bias = joint.template calc_C_bias<double>(rel.X, rel.V);
        for (int i = 0; i < C.rows(); ++i) {
          at.g[i] = g[i];
          at.gdot[i] = 0.0;
          at.bias[i] = bias[i];
          for (int j = 0; j < 6; ++j) {
            at.C(i, j) = C(i, j);
            at.gdot[i] += C(i, j) * rel.V[j];
            at.bias[i] += C(i, j) * rel.A[j];
          }
        }
      },
      any);
}

ClosureAt calc_closure_at(const RecursiveState& state, const ClosingJoint& c) {
  ClosureAt at;
  calc_closure_of(
      c.edge().joint,
      relative_motion(calc_motion_of(state.bodies, c.F), calc_motion_of(state.bodies, c.M)), at);
  return at;
}

// Coordinate, speed and acceleration of a joint of one degree of freedom at a relative motion, and its row C.
struct AxisAt {
  double q = 0.0, v = 0.0, a = 0.0;
  Vec6<double> C = Vec6<double>::Zero();
};

AxisAt measure(const RecursiveState& state, const RowTerm& term) {
  const FrameMotion<double> rel =
      relative_motion(calc_motion_of(state.bodies, term.F), calc_motion_of(state.bodies, term.M));
  AxisAt at;
  std::visit(
      [&](const auto& joint) {
        if constexpr (requires { joint.fixed_axis(); }) {
          const FixedAxis axis = joint.fixed_axis();
          joint.measure(rel.X, &at.q);
          if (axis.turns)
            at.C.head<3>() = axis.n;
          else
            at.C.tail<3>() = axis.n;
          at.v = at.C.dot(rel.V);
          at.a = at.C.dot(rel.A);
        }
      },
      term.joint.sub->joints[term.joint.joint].joint);
  return at;
}

bool turns(const AnyJoint& any) {
  return std::visit(
      [](const auto& joint) {
        if constexpr (requires { joint.fixed_axis(); })
          return joint.fixed_axis().turns;
        else
          return false;
      },
      any);
}

void calc_measured_row(const RecursiveState& state, RowTerm& term) {
  const Mat3<double> R_WF = calc_motion_of(state.bodies, term.F).X.R;
  const Vec6<double> C = measure(state, term).C;
  term.C_W << R_WF * C.head<3>(), R_WF * C.tail<3>();
  term.C_W *= term.coefficient;
  term.p_Mo = calc_motion_of(state.bodies, term.M).X.p;
}

double calc_row_residual(const RecursiveState& state, const RowOnCoordinates& r) {
  double g = -r.constant;
  for (const RowTerm& term : r.terms)
    g += term.coefficient * (term.measured ? measure(state, term).q : state.q[term.q]);
  return r.turn > 0 ? std::remainder(g, r.turn) : g;
}
double calc_row_rate(const RecursiveState& state, const RowOnCoordinates& r) {
  double gdot = 0.0;
  for (const RowTerm& term : r.terms)
    gdot += term.coefficient * (term.measured ? measure(state, term).v : state.v[term.v]);
  return gdot;
}

}  // namespace

// ---- what acts where -------------------------------------------------------------------------------

ConstraintRows::ConstraintRows(const System& system, const Tree& tree) : tree_(tree) {
  for (const Subsystem* sub : tree.subsystems) {
    collect_closing_joints(*sub);
    collect_relations(*sub);
  }
  collect_trains(system);
  closure_count_ = rows_;
  for (const Subsystem* sub : tree.subsystems) collect_lumps(*sub);
}

void ConstraintRows::collect_closing_joints(const Subsystem& sub) {
  for (std::size_t j = 0; j < sub.joints.size(); ++j) {
    const JointEdge& edge = sub.joints[j];
    if (edge.in_tree || edge.nc() == 0) continue;
    ClosingJoint c;
    c.sub = &sub;
    c.joint = static_cast<int>(j);
    c.F = place_frame(tree_, sub, edge.F);
    c.M = place_frame(tree_, sub, edge.M);
    c.set = static_cast<int>(sets_.size());
    c.first_row = rows_;
    c.rows = edge.nc();
    rows_ += c.rows;
    sets_.push_back({c.rows, {c.F.body, c.M.body}, {}});
    closing_.push_back(c);
  }
}

void ConstraintRows::collect_relations(const Subsystem& sub) {
  for (const CoordinateRow& relation : sub.coordinate_rows) {
    RowOnCoordinates on{relation.constant, {}, rows_++, static_cast<int>(sets_.size())};
    RowSet set;
    set.count = 1;
    for (const CoordinateRow::Term& t : relation.terms) {
      const JointEdge& edge = sub.joints[t.joint];
      RowTerm term;
      term.coefficient = t.factor;
      term.q = edge.q + t.coordinate;
      term.v = edge.v + t.coordinate;
      set.speeds.push_back(term.v);
      on.terms.push_back(term);
    }
    on_coordinates_.push_back(std::move(on));
    sets_.push_back(std::move(set));
  }
}

void ConstraintRows::collect_trains(const System& system) {
  for (const TrainRow& r : system.rows) {
    RowOnCoordinates on{r.constant, {}, rows_++, static_cast<int>(sets_.size())};
    RowSet set;
    set.count = 1;
    for (const TrainRow::Term& t : r.terms) {
      const JointEdge& edge = t.joint.sub->joints[t.joint.joint];
      GELENK_ASSERT(edge.nv() == 1);
      RowTerm term;
      term.joint = t.joint;
      term.coefficient = t.coefficient;
      term.measured = !edge.in_tree;
      term.q = edge.q;
      term.v = edge.v;
      if (term.measured) {
        term.F = place_frame(tree_, *t.joint.sub, edge.F);
        term.M = place_frame(tree_, *t.joint.sub, edge.M);
        set.bodies.push_back(term.F.body);
        set.bodies.push_back(term.M.body);
        if (turns(edge.joint)) on.turn = 2 * std::numbers::pi * std::abs(t.coefficient);
      } else {
        set.speeds.push_back(edge.v);
      }
      on.terms.push_back(term);
    }
    on_coordinates_.push_back(std::move(on));
    sets_.push_back(std::move(set));
  }
}

void ConstraintRows::collect_lumps(const Subsystem& sub) {
  for (std::size_t i = 0; i < sub.forces.size(); ++i) {
    const ForceEdge& edge = sub.forces[i];
    LumpRows l;
    l.lump = std::visit([](const auto& force) { return lump_of(force); }, edge.force);
    if (!(l.lump.mass > 0)) continue;
    l.sub = &sub;
    l.force = static_cast<int>(i);
    l.a = place_frame(tree_, sub, edge.a);
    l.b = place_frame(tree_, sub, edge.b);
    l.set = static_cast<int>(sets_.size());
    l.first_row = rows_;
    rows_ += 3;
    sets_.push_back({3, {l.a.body, l.b.body}, {}});
    lumps_.push_back(l);
  }
}

void ConstraintRows::place(const LoopPlan& plan, LoopData<double>& loops) {
  for (ClosingJoint& c : closing_) {
    c.slot_F = plan.slots_of_bodies[c.set][0];
    c.slot_M = plan.slots_of_bodies[c.set][1];
  }
  for (RowOnCoordinates& r : on_coordinates_) {
    std::size_t body = 0;
    for (RowTerm& term : r.terms) {
      if (term.measured) {
        term.slot_F = plan.slots_of_bodies[r.set][body++];
        term.slot_M = plan.slots_of_bodies[r.set][body++];
      } else {
        const BodyIndex at = tree_.body_of_speed[term.v];
        term.W = plan.slots[plan.find_slot(at, r.index)].W + term.v - tree_.bodies[at].v;
      }
    }
  }
  for (LumpRows& l : lumps_) {
    l.slot_a = plan.slots_of_bodies[l.set][0];
    l.slot_b = plan.slots_of_bodies[l.set][1];
    for (int i = 0; i < 3; ++i) loops.compliance[l.first_row + i] = 1.0 / l.lump.mass;
  }
}

// ---- rows of a state -------------------------------------------------------------------------------

// Fills C and the point where it acts.
void ConstraintRows::calc_closing_row(const RecursiveState& state, ClosingJoint& c, Vec6<double>& g,
                                      Vec6<double>& bias) const {
  const FrameMotion<double> F = calc_motion_of(state.bodies, c.F),
                            M = calc_motion_of(state.bodies, c.M);
  ClosureAt at;
  calc_closure_of(c.edge().joint, relative_motion(F, M), at);
  const Mat3<double> R_FW = F.X.R.transpose();
  c.p_Mo = M.X.p;
  for (int i = 0; i < c.rows; ++i) {
    c.C_W.block<1, 3>(i, 0) = at.C.block<1, 3>(i, 0) * R_FW;
    c.C_W.block<1, 3>(i, 3) = at.C.block<1, 3>(i, 3) * R_FW;
  }
  g = at.g;
  bias = at.bias;
}

void ConstraintRows::calc_rows(const Gravity& gravity, RecursiveState& state) {
  if (rows_ == 0) return;
  LoopData<double>& loops = state.loops;
  const std::vector<BodyData<double>>& body = state.bodies.body;
  std::fill(loops.K.begin(), loops.K.end(), Lane6<double>::zero());
  std::fill(loops.W.begin(), loops.W.end(), 0.0);
  Vec6<double> g, bias;
  for (ClosingJoint& c : closing_) {
    calc_closing_row(state, c, g, bias);
    const Lane3<double> p = to_lane<double>(c.p_Mo);
    for (int i = 0; i < c.rows; ++i) {
      const Lane6<double> row = to_lane<double>(Vec6<double>(c.C_W.row(i)));
      if (c.slot_M >= 0) loops.K[c.slot_M + i] += shift_load(row, p - body[c.M.body].p);
      if (c.slot_F >= 0) loops.K[c.slot_F + i] -= shift_load(row, p - body[c.F.body].p);
      loops.gamma[c.first_row + i] = bias[i];
    }
  }
  for (RowOnCoordinates& r : on_coordinates_) {
    double& gamma = loops.gamma[r.index];
    gamma = 0.0;
    for (RowTerm& term : r.terms) {
      if (!term.measured) {
        loops.W[term.W] += term.coefficient;
        gamma += term.coefficient * state.bodies.known[term.v];
        continue;
      }
      calc_measured_row(state, term);
      const Lane6<double> row = to_lane<double>(term.C_W);
      const Lane3<double> p = to_lane<double>(term.p_Mo);
      loops.K[term.slot_M] += shift_load(row, p - body[term.M.body].p);
      loops.K[term.slot_F] -= shift_load(row, p - body[term.F.body].p);
      gamma += term.coefficient * measure(state, term).a;
    }
  }
  for (const LumpRows& l : lumps_) calc_lump_rows(gravity, l, state);
}

void ConstraintRows::calc_lump_rows(const Gravity& gravity, const LumpRows& l,
                                    RecursiveState& state) const {
  const FrameMotion<double> a = calc_motion_of(state.bodies, l.a),
                            b = calc_motion_of(state.bodies, l.b);
  for (const auto& [frame, at, slot, share] :
       {std::tuple{&a, &l.a, l.slot_a, 1.0 - l.lump.fraction},
        std::tuple{&b, &l.b, l.slot_b, l.lump.fraction}}) {
    if (slot < 0) continue;  // ground
    for (int i = 0; i < 3; ++i) {
      const Lane6<double> row = {Lane3<double>::zero(),
                                 to_lane<double>(Vec3<double>(share * Vec3<double>::Unit(i)))};
      state.loops.K[slot + i] +=
          shift_load(row, to_lane<double>(frame->X.p) - state.bodies.body[at->body].p);
    }
  }
  const Vec3<double> excess = l.lump.between(Vec3<double>(a.a()), Vec3<double>(b.a())) -
                              gravity.at(l.lump.between(a.X.p, b.X.p));
  for (int i = 0; i < 3; ++i) state.loops.gamma[l.first_row + i] = excess[i];
}

double ConstraintRows::calc_residual(Level level, const RecursiveState& state,
                                     Vector& residual) const {
  residual.resize(closure_count_);
  for (const ClosingJoint& c : closing_) {
    const ClosureAt at = calc_closure_at(state, c);
    for (int i = 0; i < c.rows; ++i)
      residual[c.first_row + i] = level == Level::position ? at.g[i] : at.gdot[i];
  }
  for (const RowOnCoordinates& r : on_coordinates_) {
    residual[r.index] =
        level == Level::position ? calc_row_residual(state, r) : calc_row_rate(state, r);
  }
  return closure_count_ == 0 ? 0.0 : residual.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

void ConstraintRows::calc_closure(const RecursiveState& state, Closure& closure) {
  closure.g.resize(closure_count_);
  closure.G.setZero(closure_count_, tree_.nv);
  closure.natural.setZero(closure_count_);
  Vec6<double> g, bias;
  for (ClosingJoint& c : closing_) {
    calc_closing_row(state, c, g, bias);
    for (int i = 0; i < c.rows; ++i) {
      closure.g[c.first_row + i] = g[i];
      const Lane6<double> row = to_lane<double>(Vec6<double>(c.C_W.row(i)));
      const Lane3<double> p = to_lane<double>(c.p_Mo);
      add_columns(c.M.body, row, p, 1.0, c.first_row + i, state, closure);
      add_columns(c.F.body, row, p, -1.0, c.first_row + i, state, closure);
    }
  }
  for (RowOnCoordinates& r : on_coordinates_) {
    closure.g[r.index] = calc_row_residual(state, r);
    for (RowTerm& term : r.terms) {
      if (!term.measured) {
        closure.G(r.index, term.v) += term.coefficient;
        closure.natural[r.index] = std::max(closure.natural[r.index], std::abs(term.coefficient));
        continue;
      }
      calc_measured_row(state, term);
      const Lane6<double> row = to_lane<double>(term.C_W);
      const Lane3<double> p = to_lane<double>(term.p_Mo);
      add_columns(term.M.body, row, p, 1.0, r.index, state, closure);
      add_columns(term.F.body, row, p, -1.0, r.index, state, closure);
    }
  }
  closure.gdot.noalias() = closure.G * state.v;
}

void ConstraintRows::add_columns(BodyIndex body, const Lane6<double>& row, const Lane3<double>& p,
                                 double sign, int at, const RecursiveState& state,
                                 Closure& closure) const {
  for (BodyIndex i = body; i > 0; i = tree_.bodies[i].parent) {
    const TreeBody& b = tree_.bodies[i];
    const BodyData<double>& B = state.bodies.body[i];
    for (int k = 0; k < b.nv; ++k) {
      const Lane6<double> S =
          shift_motion(get_column(b, B, state.bodies.columns_at(i), k), p - B.p);
      closure.G(at, b.v + k) += sign * dot(row, S);
      closure.natural[at] = std::max(closure.natural[at], std::sqrt(dot(row, row) * dot(S, S)));
    }
  }
}

// ---- energy of the lumps -----------------------------------------------------------------------------

double ConstraintRows::calc_lump_kinetic_energy(const RecursiveState& state) const {
  double energy = 0.0;
  for (const LumpRows& l : lumps_) {
    const Vec3<double> v_L = l.lump.between(Vec3<double>(calc_motion_of(state.bodies, l.a).v()),
                                            Vec3<double>(calc_motion_of(state.bodies, l.b).v()));
    energy += 0.5 * l.lump.mass * v_L.squaredNorm();
  }
  return energy;
}

double ConstraintRows::calc_lump_potential_energy(const Gravity& gravity,
                                                  const RecursiveState& state) const {
  double energy = 0.0;
  for (const LumpRows& l : lumps_) {
    const Vec3<double> p_L = l.lump.between(calc_motion_of(state.bodies, l.a).X.p,
                                            calc_motion_of(state.bodies, l.b).X.p);
    energy += gravity.potential_of(l.lump.mass, p_L);
  }
  return energy;
}

}  // namespace gelenk
