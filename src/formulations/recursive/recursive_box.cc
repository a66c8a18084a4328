#include "formulations/recursive/recursive_box.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "formulations/refinement.h"

namespace gelenk {

RecursiveBox::RecursiveBox(const System& system, const Laws& laws,
                           const std::vector<NodeIndex>& ports,
                           const std::vector<FlangeOnSpeed>& flanges, int first_q, int first_v)
    : system_(system),
      first_q_(first_q),
      first_v_(first_v),
      tree_(build_tree(system)),
      flanges_(flanges),
      axes_(system, tree_, laws),
      rows_(system, tree_, axes_.relations(), ports),
      plan_(plan_loops(tree_, rows_.sets(), list_port_places())),
      state_(tree_, plan_),
      dynamics_(tree_, plan_),
      forces_(system, tree_, laws),
      correction_(system, tree_, rows_, dynamics_, state_),
      ranks_(system, tree_, plan_, rows_, correction_, state_),
      reactions_(system, tree_, plan_, rows_, forces_, state_),
      ports_(ports.size()),
      flange_motions_(flanges.size()),
      keeps_factors_(ports.empty() && flanges.empty()) {
  rows_.place(plan_, state_.loops);
  for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
    const TreeBody& b = tree_.bodies[i];
    if (b.motion == TreeBody::Motion::general)
      general_.push_back(static_cast<BodyIndex>(i));
    else
      single_.push_back({b.q, b.v});
  }
  tau_ = zero_ = Vector::Zero(tree_.nv);
  push_ = zero_.data();
  holding_ = Vector::Zero(static_cast<int>(axes_.modes().holders.size()));
  state_.held.assign(axes_.relations().size(), {});
  state_.q.setZero(system.nq);
  state_.v.setZero(system.nv);
  state_.vdot.setZero(system.nv);
  D_.setZero(size(), size());
  r_.setZero(size());
  D_sizes_.setZero(2 * port_count() + flange_count());
  leftover_tau_ = delta_ = zero_;
  leftover_rows_ = lambda_ = Vector::Zero(plan_.constraints);
  all_loads_.resize(tree_.bodies.size());
}

void RecursiveBox::set_state(const double* q, const double* v) {
  state_.q = Eigen::Map<const Vector>(q + first_q_, system_.nq);
  state_.v = Eigen::Map<const Vector>(v + first_v_, system_.nv);
  state_.is_complete = true;
}

// Integration never asks for accelerations of bodies; only results do.
void RecursiveBox::complete_motion() {
  if (state_.is_complete) return;
  calc_motion(tree_, state_.q.data(), state_.v.data(), state_.vdot.data(), state_.bodies);
  state_.is_complete = true;
}

// Neither does it ask for the loads at all frames.
AppliedForces& RecursiveBox::forces() {
  complete_motion();
  if (!are_loads_complete_) forces_.complete(state_, rows_.lumps());
  are_loads_complete_ = true;
  return forces_;
}

void RecursiveBox::place(double, const double* q, const double* v) {
  set_state(q, v);
  calc_motion(tree_, state_.q.data(), state_.v.data(), state_.bodies.known.data(), state_.bodies);
  place_ports(state_.bodies.known.data());
}

// ---- accelerations -------------------------------------------------------------------------------------

bool RecursiveBox::condense(double, const double* q, const double* v, Loading loading) {
  set_state(q, v);
  loading_ = loading;
  // A component is one of many, and what it needs only here would go through all caches for nothing.
  std::optional<BorrowedScratch> borrowed;
  if (!keeps_factors_) borrowed.emplace(state_);
  if (loading == Loading::forces)
    condense_forces();
  else
    condense_impact();
  if (r_.size() > 0) {
    place_ports(state_.bodies.known.data());
    fill_D();
    fill_r(true);
  }
  state_.is_complete = !borrowed;
  return true;
}

void RecursiveBox::condense_forces() {
  axes_.update(state_.q, state_.v, state_);
  calc_motion(tree_, state_.q.data(), state_.v.data(), state_.bodies.known.data(), state_.bodies);
  if (axes_.has_forces() || forces_.act_on_coordinates() || loads_ != nullptr) tau_.setZero();
  forces_.update(state_, tau_);
  axes_.apply(state_, tau_);
  if (loads_ != nullptr) tau_ += loads_->segment(first_v_, tree_.nv);
  rows_.calc_rows(system_.gravity, state_);
  if (feedback_ > 0) feed_back();
  dynamics_.gather(tau_.data(), forces_.act_on_bodies() ? forces_.loads().data() : nullptr,
                   state_.bodies, state_.loops);
}

// An impact is forward dynamics at rest without loads: changes of speed in place of accelerations.
void RecursiveBox::condense_impact() {
  state_.v.setZero();
  TreeData<double>& bodies = state_.bodies;
  axes_.lock(state_, true);
  std::copy_n(jumps_, tree_.nv, bodies.known.begin());
  bodies.gravity = Lane3<double>::zero();
  calc_motion(tree_, state_.q.data(), state_.v.data(), bodies.known.data(), bodies);
  Gravity none;
  none.kind = Gravity::Kind::none;
  rows_.calc_rows(none, state_);
  dynamics_.gather(zero_.data(), nullptr, bodies, state_.loops);
}

void RecursiveBox::feed_back() {
  Eigen::Map<Vector> gamma(state_.loops.gamma.data(), rows_.closure_count());
  correction_.calc_residual(Level::position);
  gamma += feedback_ * feedback_ * correction_.get_residual();
  correction_.calc_residual(Level::velocity);
  gamma += 2 * feedback_ * correction_.get_residual();
}

void RecursiveBox::release(const Vector& tau, double* vdot) {
  if (r_.size() > 0) {
    load_ports(tau);
    port_tau_ = tau;
  }
  dynamics_.spread(state_.bodies, state_.loops, vdot + first_v_);
  state_.vdot = Eigen::Map<const Vector>(vdot + first_v_, tree_.nv);
  if (loading_ == Loading::impact) {
    axes_.find_holding(state_, rows_, holding_);
    state_.bodies.gravity = tree_.gravity;
    state_.bodies.known.assign(state_.bodies.known.size(), 0.0);
    return;
  }
  find_holding_forces();
}

void RecursiveBox::find_holding_forces() {
  state_.is_complete = false;
  are_loads_complete_ = false;
  axes_.find_holding(state_, rows_, holding_);
  axes_.take_holding_forces(state_, holding_);
  reactions_.clear();
  if (!axes_.modes().shared.empty()) share_holds();
}

// The least forces in place of those that the recursion has found; reactions follow.
void RecursiveBox::share_holds() {
  Modes& modes = axes_.modes();
  found_holding_ = holding_;
  modes.shared.share(modes.holders, holding_);
  for (std::size_t i = 0; i < modes.holders.size(); ++i) {
    const int number = static_cast<int>(i);
    if (!modes.shared.has(number)) continue;
    axes_.take_holding_force(number, holding_[number]);
    const Holder& h = modes.holders[i];
    const double change = holding_[number] - found_holding_[number];
    reactions_.add_change(h.v, change);
    if (h.other >= 0) reactions_.add_change(h.other, -h.share * change);
  }
}

void RecursiveBox::find_shared_holds(double length) {
  Modes& modes = axes_.modes();
  modes.shared.clear();
  if (in_loop_.empty()) {  // what rows pass
    in_loop_.assign(tree_.nv, 0);
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const LoopPlan::Place& place = plan_.places[i];
      if (place.slots == place.eliminated) continue;
      for (int k = 0; k < tree_.bodies[i].nv; ++k) in_loop_[tree_.bodies[i].v + k] = 1;
    }
  }
  const Vector q = state_.q, still = Vector::Zero(tree_.nv);
  const auto begin = [&] {
    ranks_.forget();
    update_locks();
    factor(0.0, q.data() - first_q_, still.data() - first_v_, Metric::euclidean);
    calc_residual(Level::velocity);
  };
  const auto respond = [&](const Vector& push, Vector& response) {
    push_ = push.data();
    reduce();
    correct(Vector::Zero(size()), response.data() - first_v_);
    push_ = zero_.data();
  };
  modes.find_shared(tree_.nv, length, begin, respond, in_loop_);
  ranks_.forget();
}

// ---- ports ---------------------------------------------------------------------------------------------

// Frames, then flanges.
std::vector<PortPlace> RecursiveBox::list_port_places() const {
  std::vector<PortPlace> places;
  for (const FrameOnBody& port : rows_.ports()) places.push_back({port.body});
  for (const FlangeOnSpeed& flange : flanges_)
    places.push_back({tree_.body_of_speed[flange.v], flange.ratio});
  return places;
}

void RecursiveBox::place_ports(const double* vdot) {
  for (std::size_t i = 0; i < ports_.size(); ++i)
    ports_[i] = calc_motion_of(state_.bodies, rows_.ports()[i]);
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    const FlangeOnSpeed& at = flanges_[i];
    flange_motions_[i] = {at.ratio * state_.q[at.q] + at.offset, at.ratio * state_.v[at.v],
                          at.ratio * vdot[at.v]};
  }
}

void RecursiveBox::fill_D() {
  const PortRows<double>& rows = state_.loops.ports;
  for (int f = 0; f < flange_count(); ++f) {
    const int row = row_of_flange(f), number = port_count() + f;
    for (int p = 0; p < port_count(); ++p) {
      for (int b = 0; b < 6; ++b)
        D_(row, 6 * p + b) = D_(6 * p + b, row) = rows.Lambda_at(number, p).c[0].get(b);
    }
    for (int g = 0; g <= f; ++g) {
      D_(row, row_of_flange(g)) = D_(row_of_flange(g), row) =
          rows.Lambda_at(number, port_count() + g).c[0].get(0);
    }
    D_sizes_[2 * port_count() + f] = D_(row, row) + rows.taken[number].get(0);
  }
  for (int p = 0; p < port_count(); ++p) {
    for (int q = 0; q <= p; ++q) {
      const PortRows<double>::Block& block = state_.loops.ports.Lambda_at(p, q);
      for (int a = 0; a < 6; ++a) {
        for (int b = 0; b < (q < p ? 6 : a + 1); ++b)
          D_(6 * p + a, 6 * q + b) = D_(6 * q + b, 6 * p + a) = block.c[a].get(b);
      }
    }
    const Lane8<double>& taken = state_.loops.ports.taken[p];
    for (int half = 0; half < 2; ++half) {
      D_sizes_[2 * p + half] = 0.0;
      for (int a = 3 * half; a < 3 * half + 3; ++a)
        D_sizes_[2 * p + half] += D_(6 * p + a, 6 * p + a) + taken.get(a);
    }
  }
}

void RecursiveBox::load_ports(const Vector& tau) {
  for (int p = 0; p < port_count(); ++p) {
    for (int a = 0; a < 6; ++a) state_.loops.ports.tau[p].set(a, tau[6 * p + a]);
  }
  for (int f = 0; f < flange_count(); ++f)
    state_.loops.ports.tau[port_count() + f].set(0, tau[row_of_flange(f)]);
}

// (1); a correction has no known part.
void RecursiveBox::fill_r(bool accelerations) {
  for (std::size_t i = 0; i < ports_.size(); ++i) {
    Vec6<double> A;
    for (int a = 0; a < 6; ++a) A[a] = state_.loops.ports.gamma[i].get(a);
    if (accelerations) A += ports_[i].A;
    r_.segment<6>(6 * static_cast<int>(i)) = A;
    ports_[i].A = A;
  }
  for (int f = 0; f < flange_count(); ++f) {
    const double a = state_.loops.ports.gamma[port_count() + f].get(0) +
                     (accelerations ? flange_motions_[f].a : 0.0);
    r_[row_of_flange(f)] = flange_motions_[f].a = a;
  }
}

// ---- corrections ---------------------------------------------------------------------------------------

bool RecursiveBox::factor(double, const double* q, const double* v, Metric metric) {
  set_state(q, v);
  calc_motion(tree_, state_.q.data(), state_.v.data(), state_.bodies.known.data(), state_.bodies);
  rows_.calc_rows(system_.gravity, state_);
  ranks_.use_metric(metric);
  dynamics_.factor(state_.bodies, state_.loops, metric == Metric::euclidean);
  ranks_.use_metric(Metric::mass);
  place_ports(state_.bodies.known.data());
  fill_D();
  return true;
}

double RecursiveBox::calc_residual(Level level) {
  level_ = level;
  if (level == Level::acceleration && loading_ == Loading::impact) return calc_leftover_of_impact();
  complete_motion();
  if (level != Level::acceleration) return correction_.calc_residual(level);
  place_ports(state_.vdot.data());
  return calc_leftover(forces_.act_on_bodies(), tau_, system_.gravity);
}

// Changes of speed, at rest and without loads.
double RecursiveBox::calc_leftover_of_impact() {
  Gravity none;
  none.kind = Gravity::Kind::none;
  state_.bodies.gravity = Lane3<double>::zero();
  calc_motion(tree_, state_.q.data(), state_.v.data(), state_.vdot.data(), state_.bodies);
  place_ports(state_.vdot.data());
  const double largest = calc_leftover(false, zero_, none);
  state_.bodies.gravity = tree_.gravity;
  state_.is_complete = false;
  return largest;
}

// Inverse dynamics with all that loads the bodies, by the equations as they are and not by their factors.
double RecursiveBox::calc_leftover(bool has_loads, const Vector& on_speeds,
                                   const Gravity& gravity) {
  if (has_loads)
    all_loads_ = forces_.loads();
  else
    std::fill(all_loads_.begin(), all_loads_.end(), Lane6<double>::zero());
  for (int p = 0; p < port_count(); ++p) {
    const FrameOnBody& port = rows_.ports()[p];
    const Lane6<double> load = to_lane<double>(Vec6<double>(port_tau_.segment<6>(6 * p)));
    if (port.body > 0) all_loads_[port.body] += shift_load(load, state_.loops.ports.arm[p]);
  }
  lambda_ = Eigen::Map<const Vector>(state_.loops.lambda.data(), plan_.constraints);
  Vector& tau = leftover_tau_;
  tau = on_speeds;
  for (int f = 0; f < flange_count(); ++f)
    tau[flanges_[f].v] += flanges_[f].ratio * port_tau_[row_of_flange(f)];
  rows_.calc_leftover(gravity, state_, all_loads_.data(), tau.data());
  if (feedback_ > 0 && loading_ == Loading::forces) feed_back();
  leftover_rows_ = Eigen::Map<const Vector>(state_.loops.gamma.data(), plan_.constraints);
  calc_needed_forces(tree_, state_.vdot.data(), all_loads_.data(), state_.bodies, delta_.data());
  tau -= delta_;
  return leftover_rows_.size() == 0 ? 0.0
                                    : leftover_rows_.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

void RecursiveBox::reduce() {
  correction_.set_right_side();
  if (level_ == Level::acceleration) {
    std::copy(leftover_rows_.begin(), leftover_rows_.end(), state_.loops.gamma.begin());
    dynamics_.reduce(leftover_tau_.data(), state_.bodies, state_.loops);
  } else {
    dynamics_.reduce(push_, state_.bodies, state_.loops);
  }
  fill_r(false);
}

void RecursiveBox::correct(const Vector& tau, double* delta) {
  load_ports(tau);
  dynamics_.sweep_out(state_.bodies, state_.loops, delta + first_v_);
  if (level_ != Level::acceleration) return;
  port_tau_ += tau;
  load_ports(port_tau_);
  state_.vdot += Eigen::Map<const Vector>(delta + first_v_, tree_.nv);
  for (int i = 0; i < lambda_.size(); ++i) state_.loops.lambda[i] += lambda_[i];
  if (loading_ == Loading::forces)
    find_holding_forces();
  else
    axes_.find_holding(state_, rows_, holding_);
}

// ---- along the joints ----------------------------------------------------------------------------------

FrameMotion<double> RecursiveBox::calc_frame(const FrameOnBody& at, Matrix& J) const {
  const FrameMotion<double> motion = calc_motion_of(state_.bodies, at);
  J.resize(6, tree_.nv);
  calc_jacobian(tree_, state_.bodies, at.body, motion.X.p, J.data());
  return motion;
}

// It moves by both frames, by the lever rule.
LumpMotion RecursiveBox::calc_lump(const LumpRows& l, Matrix& J) const {
  Matrix J_a, J_b;
  const FrameMotion<double> a = calc_frame(l.a, J_a), b = calc_frame(l.b, J_b);
  const LumpMotion L = calc_lump_motion(l.lump, a, b);
  J = J_a.bottomRows<3>() + L.J * (J_b.bottomRows<3>() - J_a.bottomRows<3>());
  return L;
}

void RecursiveBox::calc_mass_matrix(double* M) {
  gelenk::calc_mass_matrix(tree_, state_.bodies, M);
  Matrix J;
  for (const LumpRows& l : rows_.lumps()) {
    calc_lump(l, J);
    Eigen::Map<Matrix>(M, tree_.nv, tree_.nv) += l.lump.mass * (J.transpose() * J);
  }
}

void RecursiveBox::calc_forces(const double* q, const double* v, const double* vdot, double* tau) {
  set_state(q, v);
  axes_.update(state_.q, state_.v, state_);
  calc_motion(tree_, state_.q.data(), state_.v.data(), state_.bodies.known.data(), state_.bodies);
  tau_.setZero();
  forces_.update(state_, tau_);
  axes_.apply(state_, tau_);
  calc_inverse_dynamics(tree_, state_.q.data(), state_.v.data(), vdot,
                        forces_.act_on_bodies() ? forces_.loads().data() : nullptr, state_.bodies,
                        tau);
  Eigen::Map<Vector> needed(tau, tree_.nv);
  needed -= tau_;
  Matrix J;
  for (const LumpRows& l : rows_.lumps()) {
    const LumpMotion L = calc_lump(l, J);
    const Vec3<double> a_a = calc_motion_of(state_.bodies, l.a).a(),
                       a_b = calc_motion_of(state_.bodies, l.b).a(),
                       a_L = a_a + L.J * (a_b - a_a) + L.bias;
    needed += l.lump.mass * (J.transpose() * (a_L - system_.gravity.at(L.p)));
  }
  place(0.0, q, v);
}

// ---- for the owner -------------------------------------------------------------------------------------

void RecursiveBox::place_driven(Vector& q, Vector& v, bool at_start) {
  if (!axes_.drives()) return;
  driven_q_ = q.segment(first_q_, system_.nq);
  driven_v_ = v.segment(first_v_, system_.nv);
  if (at_start)
    axes_.place_start(driven_q_, driven_v_);
  else
    axes_.place_driven(driven_q_, driven_v_);
  q.segment(first_q_, system_.nq) = driven_q_;
  v.segment(first_v_, system_.nv) = driven_v_;
}

// Laws have been evaluated at this state.
void RecursiveBox::learn_ranks(const double* q, const double* v) {
  set_state(q, v);
  axes_.update(state_.q, state_.v, state_);
  const Vector at_q = state_.q, at_v = state_.v;
  ranks_.learn(at_q, at_v);
}

void RecursiveBox::calc_qdot(double* qdot) const {
  qdot += first_q_;
  const double* v = state_.v.data();
  for (const Coordinate& c : single_) qdot[c.q] = v[c.v];
  for (BodyIndex i : general_) {
    const TreeBody& b = tree_.bodies[i];
    std::visit(
        [&](const auto& joint) { joint.calc_qdot(state_.q.data() + b.q, v + b.v, qdot + b.q); },
        *b.joint);
  }
}

void RecursiveBox::add_energy(Energy& energy) {
  complete_motion();
  for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
    const BodyData<double>& B = state_.bodies.body[i];
    const BodyInertia<double> I = turn_inertia(tree_.bodies[i], B.R);
    energy.kinetic += 0.5 * (I.m * dot(B.V.lin, B.V.lin) + dot(B.V.rot, I.J * B.V.rot)) +
                      dot(B.V.lin, cross(B.V.rot, I.s));
  }
  for (int v = 0; v < tree_.nv; ++v)
    energy.kinetic += 0.5 * state_.bodies.armature[v] * state_.v[v] * state_.v[v];
  energy.kinetic += rows_.calc_lump_kinetic_energy(state_);
  energy.potential += forces_.calc_potential_energy(state_) + axes_.calc_potential_energy(state_) +
                      rows_.calc_lump_potential_energy(system_.gravity, state_);
}

int RecursiveBox::count_redundant() const {
  int count = 0;
  for (std::size_t e = 0; e < plan_.eliminations.size(); ++e)
    count += plan_.eliminations[e].rows - state_.loops.ranks[e].rank;
  return count;
}

bool RecursiveBox::is_undetermined(std::size_t body, int k) const {
  const TreeBody& b = tree_.bodies[body];
  const JointColumns<double>* c = state_.bodies.columns_at(body);
  const double inverse = c ? c->D_inverse[k * b.nv + k] : state_.bodies.factors[body].D_inverse;
  return b.light && inverse == 0.0 && !state_.bodies.locked[b.v + k] && !plan_.is_deferred[b.v + k];
}

void RecursiveBox::list_undetermined(std::vector<std::string>& joints) const {
  if (dynamics_.undetermined() < 0) return;
  for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
    bool any = false;
    for (int k = 0; k < tree_.bodies[i].nv; ++k) any = any || is_undetermined(i, k);
    if (any) joints.push_back(tree_.carriers[i].edge->name);
  }
}

double RecursiveBox::find_thinnest(std::string& joint) const {
  if (dynamics_.thinnest() > 0) joint = tree_.carriers[dynamics_.thinnest()].edge->name;
  return dynamics_.least_pivot();
}

std::string RecursiveBox::check_undetermined() {
  if (dynamics_.undetermined() < 0) return "";
  for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
    for (int k = 0; k < tree_.bodies[i].nv; ++k) {
      if (!is_undetermined(i, k)) continue;
      const JointColumns<double>* c = state_.bodies.columns_at(i);
      const double u = c ? c->u[k] : state_.bodies.factors[i].u;
      const double size = to_eigen(forces().get_loads()[i]).norm();
      if (!std::isfinite(u)) return "";  // of other causes
      if (std::abs(u) <= 1e-9 * (1e-12 + size)) continue;
      return "a load acts on a part without mass, at joint '" + tree_.carriers[i].edge->name +
             "', that nothing can take (give the part a mass),";
    }
  }
  return "";
}

}  // namespace gelenk
