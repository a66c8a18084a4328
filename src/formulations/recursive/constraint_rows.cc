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
      *c.kind,
      relative_motion(calc_motion_of(state.bodies, c.F), calc_motion_of(state.bodies, c.M)), at);
  return at;
}

AxisAt measure(const RecursiveState& state, const RowTerm& term) {
  return measure_axis(
      term.joint.sub->joints[term.joint.joint].joint,
      relative_motion(calc_motion_of(state.bodies, term.F), calc_motion_of(state.bodies, term.M)));
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

// Coefficients at the state, of a row that is not linear.
void update_coefficients(const RecursiveState& state, RowOnCoordinates& r) {
  if (!r.law) return;
  for (int i = 0; i < r.law->size(); ++i) {
    r.law->q(i) = state.q[r.terms[i].q];
    r.law->v(i) = state.v[r.terms[i].v];
  }
  r.law->eval();
  for (int i = 0; i < r.law->size(); ++i) r.terms[i].coefficient = r.law->factor(i);
}

double calc_row_residual(const RecursiveState& state, const RowOnCoordinates& r) {
  if (r.law) return r.law->g();
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

ConstraintRows::ConstraintRows(const System& system, const Tree& tree,
                               const std::vector<HeldRelation>& relations,
                               const std::vector<NodeIndex>& ports)
    : tree_(tree) {
  for (const Subsystem* sub : tree.subsystems) {
    collect_closing_joints(*sub);
    collect_relations(*sub);
  }
  collect_trains(system);
  number_closure_rows();
  for (const Subsystem* sub : tree.subsystems) collect_lumps(*sub);
  collect_held(relations);
  for (NodeIndex node : ports) ports_.push_back(place_frame(tree, *system.root, {node, {}}));
}

void ConstraintRows::collect_closing_joints(const Subsystem& sub) {
  for (std::size_t j = 0; j < sub.joints.size(); ++j) {
    const JointEdge& edge = sub.joints[j];
    if (edge.in_tree || edge.nc() == 0) continue;
    ClosingJoint c;
    c.sub = &sub;
    c.joint = static_cast<int>(j);
    c.kind = &edge.joint;
    c.F = place_frame(tree_, sub, edge.F);
    c.M = place_frame(tree_, sub, edge.M);
    c.rows = edge.nc();
    c.first_equation = closure_count_;
    closure_count_ += c.rows;
    closing_.push_back(c);
  }
}

void ConstraintRows::collect_relations(const Subsystem& sub) {
  for (const CoordinateRow& relation : sub.coordinate_rows) {
    RowOnCoordinates on{relation.component->path, relation.constant, {}, {}, closure_count_++};
    if (!relation.is_linear) on.law.emplace(relation);
    for (const CoordinateRow::Term& t : relation.terms) {
      const JointEdge& edge = sub.joints[t.joint];
      RowTerm term;
      term.coefficient = t.factor;
      term.q = edge.q + t.coordinate;
      term.v = edge.v + t.coordinate;
      on.terms.push_back(term);
    }
    on_coordinates_.push_back(std::move(on));
  }
}

void ConstraintRows::collect_trains(const System& system) {
  for (const TrainRow& r : system.rows) {
    RowOnCoordinates on{r.name, r.constant, {}, {}, closure_count_++};
    for (const TrainRow::Term& t : r.terms) {
      const JointEdge& edge = t.joint.sub->joints[t.joint.joint];
      GELENK_ASSERT(edge.nv() == 1 || !edge.in_tree);
      RowTerm term;
      term.joint = t.joint;
      term.coefficient = t.coefficient;
      term.measured = !edge.in_tree;
      term.q = edge.q;
      term.v = edge.v;
      if (term.measured) {
        term.F = place_frame(tree_, *t.joint.sub, edge.F);
        term.M = place_frame(tree_, *t.joint.sub, edge.M);
        if (turns(edge.joint)) on.turn = 2 * std::numbers::pi * std::abs(t.coefficient);
      }
      on.terms.push_back(term);
    }
    on_coordinates_.push_back(std::move(on));
  }
}

void ConstraintRows::number_closure_rows() {
  auto eliminated_at = [&](const ClosingJoint& c) {
    return tree_.find_common_ancestor(c.F.body, c.M.body);
  };
  std::stable_sort(closing_.begin(), closing_.end(),
                   [&](const ClosingJoint& a, const ClosingJoint& b) {
                     return eliminated_at(a) > eliminated_at(b);
                   });
  for (ClosingJoint& c : closing_) {
    c.set = static_cast<int>(sets_.size());
    c.first_row = rows_;
    rows_ += c.rows;
    sets_.push_back({c.rows, {c.F.body, c.M.body}, {}});
  }
  for (RowOnCoordinates& r : on_coordinates_) {
    r.set = static_cast<int>(sets_.size());
    r.index = rows_++;
    RowSet& set = sets_.emplace_back();
    set.count = 1;
    set.plain = !r.law;
    for (const RowTerm& term : r.terms) {
      if (term.measured)
        set.bodies.insert(set.bodies.end(), {term.F.body, term.M.body});
      else
        set.speeds.push_back(term.v);
    }
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
    sets_.push_back({3, {l.a.body, l.b.body}, {}, false});
    lumps_.push_back(l);
  }
}

void ConstraintRows::collect_held(const std::vector<HeldRelation>& relations) {
  for (const HeldRelation& relation : relations) {
    held_.push_back({relation, rows_++, static_cast<int>(sets_.size())});
    sets_.push_back({1, {}, {relation.v, relation.other}, false});
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
        term.W = find_entry(plan, r.index, term.v);
      }
    }
  }
  for (HeldRow& h : held_) {
    h.W = find_entry(plan, h.row, h.relation.v);
    h.W_other = find_entry(plan, h.row, h.relation.other);
  }
  for (LumpRows& l : lumps_) {
    l.slot_a = plan.slots_of_bodies[l.set][0];
    l.slot_b = plan.slots_of_bodies[l.set][1];
    for (int i = 0; i < 3; ++i) loops.compliance[l.first_row + i] = 1.0 / l.lump.mass;
  }
}

// Entry of LoopData::W for a row on a speed.
int ConstraintRows::find_entry(const LoopPlan& plan, int row, int v) const {
  const BodyIndex at = tree_.body_of_speed[v];
  const LoopPlan::Place& place = plan.places[at];
  const int slot = plan.find_slot(at, row) - place.first_slot;
  return place.first_W + slot * tree_.bodies[at].nv + v - tree_.bodies[at].v;
}

// What a small kind of joint keeps, and the end, where it says which kind it is.
static GELENK_INLINE void ask_for(const AnyJoint& joint) {
  prefetch<128>(&joint);
  prefetch<1>(reinterpret_cast<const char*>(&joint + 1) - 1);
}

// ---- rows of a state -------------------------------------------------------------------------------

ClosingRows ConstraintRows::calc_closing_rows(const RecursiveState& state,
                                              const ClosingJoint& c) const {
  const FrameMotion<double> F = calc_motion_of(state.bodies, c.F),
                            M = calc_motion_of(state.bodies, c.M);
  ClosureAt at;
  calc_closure_of(*c.kind, relative_motion(F, M), at);
  const Mat3<double> R_FW = F.X.R.transpose();
  ClosingRows rows;
  for (int i = 0; i < c.rows; ++i) {
    rows.C_W.block<1, 3>(i, 0) = at.C.block<1, 3>(i, 0) * R_FW;
    rows.C_W.block<1, 3>(i, 3) = at.C.block<1, 3>(i, 3) * R_FW;
  }
  rows.p_Mo = M.X.p;
  rows.g = at.g;
  rows.bias = at.bias;
  return rows;
}

void ConstraintRows::calc_rows(const Gravity& gravity, RecursiveState& state) {
  if (state.loops.ports.count > 0) calc_port_rows(state);
  if (rows_ == 0) return;
  LoopData<double>& loops = state.loops;
  const std::vector<BodyData<double>>& body = state.bodies.body;
  std::fill(loops.K.begin(), loops.K.end(), Lane6<double>::zero());
  std::fill(loops.W.begin(), loops.W.end(), 0.0);
  const std::size_t last = closing_.empty() ? 0 : closing_.size() - 1;
  for (std::size_t k = 0; k < closing_.size(); ++k) {
    prefetch(closing_[std::min(k + 6, last)]);
    ask_for(*closing_[std::min(k + 3, last)].kind);
    const ClosingJoint& c = closing_[k];
    const ClosingRows rows = calc_closing_rows(state, c);
    const Lane3<double> p = to_lane<double>(rows.p_Mo);
    for (int i = 0; i < c.rows; ++i) {
      const Lane6<double> row = to_lane<double>(Vec6<double>(rows.C_W.row(i)));
      if (c.slot_M >= 0) loops.K[c.slot_M + i] += shift_load(row, p - body[c.M.body].p);
      if (c.slot_F >= 0) loops.K[c.slot_F + i] -= shift_load(row, p - body[c.F.body].p);
      loops.gamma[c.first_row + i] = rows.bias[i];
    }
  }
  for (RowOnCoordinates& r : on_coordinates_) {
    update_coefficients(state, r);
    double& gamma = loops.gamma[r.index];
    gamma = r.law ? r.law->curvature() : 0.0;
    if (r.law) loops.fraction[r.index] = r.law->fraction();
    for (RowTerm& term : r.terms) {
      if (!term.measured) {
        loops.W[term.W] += term.coefficient;
        gamma += term.coefficient * state.bodies.known[term.v];
        continue;
      }
      calc_measured_row(state, term);
      const Lane6<double> row = to_lane<double>(term.C_W);
      const Lane3<double> p = to_lane<double>(term.p_Mo);
      if (term.slot_M >= 0) loops.K[term.slot_M] += shift_load(row, p - body[term.M.body].p);
      if (term.slot_F >= 0) loops.K[term.slot_F] -= shift_load(row, p - body[term.F.body].p);
      gamma += term.coefficient * measure(state, term).a;
    }
  }
  for (LumpRows& l : lumps_) calc_lump_rows(gravity, l, state);
  calc_held_rows(state);
}

void ConstraintRows::calc_port_rows(RecursiveState& state) const {
  PortRows<double>& ports = state.loops.ports;
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    ports.arm[i] = to_lane<double>(calc_motion_of(state.bodies, ports_[i]).X.p) -
                   state.bodies.body[ports_[i].body].p;
  }
  std::fill(ports.gamma.begin(), ports.gamma.end(), Lane8<double>::zero());
}

// A relation that does not hold has no entries but a compliance, which leaves λ = 0.
void ConstraintRows::calc_held_rows(RecursiveState& state) const {
  LoopData<double>& loops = state.loops;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const HeldRow& h = held_[i];
    const bool holds = state.held[i].holds;
    loops.compliance[h.row] = holds ? 0.0 : 1.0;
    loops.gamma[h.row] = 0.0;
    if (!holds) continue;
    loops.W[h.W] += 1.0;
    loops.W[h.W_other] -= h.relation.share;
    loops.gamma[h.row] = state.bodies.known[h.relation.v] -
                         h.relation.share * state.bodies.known[h.relation.other] -
                         state.held[i].jump;
  }
}

void ConstraintRows::calc_lump_rows(const Gravity& gravity, LumpRows& l,
                                    RecursiveState& state) const {
  const FrameMotion<double> a = calc_motion_of(state.bodies, l.a),
                            b = calc_motion_of(state.bodies, l.b);
  const LumpMotion L = calc_lump_motion(l.lump, a, b);
  l.share_b = L.J;
  l.share_a = Mat3<double>::Identity() - L.J;
  for (const auto& [frame, at, slot, share] :
       {std::tuple{&a, &l.a, l.slot_a, &l.share_a}, std::tuple{&b, &l.b, l.slot_b, &l.share_b}}) {
    if (slot < 0) continue;  // ground
    for (int i = 0; i < 3; ++i) {
      const Lane6<double> row = {Lane3<double>::zero(),
                                 to_lane<double>(Vec3<double>(share->row(i)))};
      state.loops.K[slot + i] +=
          shift_load(row, to_lane<double>(frame->X.p) - state.bodies.body[at->body].p);
    }
  }
  const Vec3<double> excess = l.share_a * a.a() + l.share_b * b.a() + L.bias - gravity.at(L.p);
  for (int i = 0; i < 3; ++i) state.loops.gamma[l.first_row + i] = excess[i];
}

void ConstraintRows::calc_leftover(const Gravity& gravity, RecursiveState& state,
                                   Lane6<double>* loads, double* tau) {
  const std::vector<BodyData<double>>& body = state.bodies.body;
  const double* const lambda = state.loops.lambda.data();
  double* const gamma = state.loops.gamma.data();
  auto load_body = [&](BodyIndex i, const Lane6<double>& load, const Lane3<double>& p) {
    if (i > 0) loads[i] += shift_load(load, p - body[i].p);
  };
  for (const ClosingJoint& c : closing_) {
    const ClosingRows rows = calc_closing_rows(state, c);
    Vec6<double> load = Vec6<double>::Zero();
    for (int i = 0; i < c.rows; ++i) {
      load += rows.C_W.row(i).transpose() * lambda[c.first_row + i];
      gamma[c.first_row + i] = rows.bias[i];
    }
    load_body(c.M.body, to_lane<double>(load), to_lane<double>(rows.p_Mo));
    load_body(c.F.body, to_lane<double>(Vec6<double>(-load)), to_lane<double>(rows.p_Mo));
  }
  for (const RowOnCoordinates& r : on_coordinates_) {
    gamma[r.index] = r.law ? r.law->curvature() : 0.0;
    for (const RowTerm& term : r.terms) {
      if (!term.measured) {
        tau[term.v] += term.coefficient * lambda[r.index];
        gamma[r.index] += term.coefficient * state.vdot[term.v];
        continue;
      }
      const Vec6<double> load = term.C_W * lambda[r.index];
      load_body(term.M.body, to_lane<double>(load), to_lane<double>(term.p_Mo));
      load_body(term.F.body, to_lane<double>(Vec6<double>(-load)), to_lane<double>(term.p_Mo));
      gamma[r.index] += term.coefficient * measure(state, term).a;
    }
  }
  for (const LumpRows& l : lumps_) {
    const FrameMotion<double> a = calc_motion_of(state.bodies, l.a),
                              b = calc_motion_of(state.bodies, l.b);
    const LumpMotion L = calc_lump_motion(l.lump, a, b);
    const Vec3<double> mu = Eigen::Map<const Vec3<double>>(lambda + l.first_row);
    Eigen::Map<Vec3<double>>(gamma + l.first_row) =
        l.share_a * a.a() + l.share_b * b.a() + L.bias - gravity.at(L.p) + mu / l.lump.mass;
    for (const auto& [frame, at, share] :
         {std::tuple{&a, &l.a, &l.share_a}, std::tuple{&b, &l.b, &l.share_b}}) {
      const Lane3<double> force = to_lane<double>(Vec3<double>(share->transpose() * mu));
      load_body(at->body, {Lane3<double>::zero(), force}, to_lane<double>(frame->X.p));
    }
  }
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const HeldRow& h = held_[i];
    gamma[h.row] = lambda[h.row];
    if (!state.held[i].holds) continue;
    tau[h.relation.v] += lambda[h.row];
    tau[h.relation.other] -= h.relation.share * lambda[h.row];
    gamma[h.row] = state.vdot[h.relation.v] - h.relation.share * state.vdot[h.relation.other] -
                   state.held[i].jump;
  }
}

double ConstraintRows::calc_residual(Level level, const RecursiveState& state, Vector& residual) {
  residual.resize(closure_count_);
  for (const ClosingJoint& c : closing_) {
    const ClosureAt at = calc_closure_at(state, c);
    for (int i = 0; i < c.rows; ++i)
      residual[c.first_row + i] = level == Level::position ? at.g[i] : at.gdot[i];
  }
  for (RowOnCoordinates& r : on_coordinates_) {
    update_coefficients(state, r);
    residual[r.index] =
        level == Level::position ? calc_row_residual(state, r) : calc_row_rate(state, r);
  }
  return closure_count_ == 0 ? 0.0 : residual.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

void ConstraintRows::calc_closure(const RecursiveState& state, Closure& closure) {
  closure.g.resize(closure_count_);
  closure.natural.setZero(closure_count_);
  std::vector<Eigen::Triplet<double>> entries;
  for (const ClosingJoint& c : closing_) {
    const ClosingRows rows = calc_closing_rows(state, c);
    for (int i = 0; i < c.rows; ++i) {
      const int equation = c.first_equation + i;
      closure.g[equation] = rows.g[i];
      const Lane6<double> row = to_lane<double>(Vec6<double>(rows.C_W.row(i)));
      const Lane3<double> p = to_lane<double>(rows.p_Mo);
      add_columns(c.F.body, c.M.body, row, p, equation, state, closure.natural, entries);
    }
  }
  for (RowOnCoordinates& r : on_coordinates_) {
    update_coefficients(state, r);
    closure.g[r.equation] = calc_row_residual(state, r);
    for (RowTerm& term : r.terms) {
      if (!term.measured) {
        entries.emplace_back(r.equation, term.v, term.coefficient);
        closure.natural[r.equation] =
            std::max(closure.natural[r.equation], std::abs(term.coefficient));
        continue;
      }
      calc_measured_row(state, term);
      const Lane6<double> row = to_lane<double>(term.C_W);
      const Lane3<double> p = to_lane<double>(term.p_Mo);
      add_columns(term.F.body, term.M.body, row, p, r.equation, state, closure.natural, entries);
    }
    if (r.law && r.law->fraction() > 0) closure.natural[r.equation] /= std::sqrt(r.law->fraction());
  }
  closure.G.resize(closure_count_, tree_.nv);
  closure.G.setFromTriplets(entries.begin(), entries.end());
  closure.gdot = closure.G * state.v;
}

// A row on the motion of M relative to F, about p: what the joints between the two contribute, on both ways up to the
// body where they meet. Parents have smaller numbers.
void ConstraintRows::add_columns(BodyIndex F, BodyIndex M, const Lane6<double>& row,
                                 const Lane3<double>& p, int at, const RecursiveState& state,
                                 Vector& natural,
                                 std::vector<Eigen::Triplet<double>>& entries) const {
  while (F != M) {
    BodyIndex& i = F > M ? F : M;
    const double sign = F > M ? -1.0 : 1.0;
    const TreeBody& b = tree_.bodies[i];
    const BodyData<double>& B = state.bodies.body[i];
    for (int k = 0; k < b.nv; ++k) {
      const Lane6<double> S =
          shift_motion(get_column(b, B, state.bodies.columns_at(i), k), p - B.p);
      entries.emplace_back(at, b.v + k, sign * dot(row, S));
      natural[at] = std::max(natural[at], std::sqrt(dot(row, row) * dot(S, S)));
    }
    i = b.parent;
  }
}

// ---- energy of the lumps -----------------------------------------------------------------------------

LumpMotion ConstraintRows::calc_motion_of_lump(const LumpRows& l, const RecursiveState& state) {
  return calc_lump_motion(l.lump, calc_motion_of(state.bodies, l.a),
                          calc_motion_of(state.bodies, l.b));
}

double ConstraintRows::calc_lump_kinetic_energy(const RecursiveState& state) const {
  double energy = 0.0;
  for (const LumpRows& l : lumps_)
    energy += 0.5 * l.lump.mass * calc_motion_of_lump(l, state).v.squaredNorm();
  return energy;
}

double ConstraintRows::calc_lump_potential_energy(const Gravity& gravity,
                                                  const RecursiveState& state) const {
  double energy = 0.0;
  for (const LumpRows& l : lumps_)
    energy += gravity.potential_of(l.lump.mass, calc_motion_of_lump(l, state).p);
  return energy;
}

}  // namespace gelenk
