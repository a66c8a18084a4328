// The formulation itself: what is computed for a state, in order, by the parts that know how.
//   eval_accelerations   motion and inertia of bodies → loads → rows → recursion → what holds
//   eval_at_modes        the same where rank is known, and across singular positions
// All parts work on one RecursiveState, the state evaluated last.
#include "formulations/recursive/recursive.h"

#include <algorithm>
#include <cmath>

#include "formulations/recursive/applied_forces.h"
#include "formulations/recursive/axis_actions.h"
#include "formulations/recursive/loop_ranks.h"
#include "formulations/recursive/reactions.h"
#include "formulations/recursive/singular_passage.h"

namespace gelenk {

namespace {

class RecursiveFormulation : public Formulation {
 public:
  explicit RecursiveFormulation(const System& system)
      : system_(system),
        tree_(build_tree(system)),
        rows_(system, tree_),
        plan_(plan_loops(tree_, rows_.sets())),
        state_(tree_, plan_),
        dynamics_(tree_, plan_),
        forces_(system, tree_),
        axes_(system, tree_),
        correction_(system, tree_, rows_, dynamics_, state_),
        ranks_(system, tree_, plan_, rows_, correction_, state_),
        passage_(system, tree_),
        reactions_(tree_, rows_, forces_, state_) {
    rows_.place(plan_, state_.loops);
    for (ForceLaws& laws : forces_.laws()) law_events_.add(laws);
    law_events_.add(axes_.laws());
    tau_ = zero_ = holding_ = vdot_ = Vector::Zero(tree_.nv);
    for (const auto& nodes : tree_.nodes) motions_.emplace_back(nodes.size());
  }

  const System& system() const override { return system_; }

  bool eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                        Vector& vdot) override {
    qdot.resize(tree_.nq);
    vdot.resize(tree_.nv);
    failure_ = mode_failure_;
    if (!failure_.empty() || !eval_at_modes(t, q, v, vdot)) return false;
    reactions_.clear();
    calc_qdot(qdot.data());
    return check_undetermined();
  }

  void eval_motion(const Vector& q, const Vector& v) override {
    state_.q = q;
    state_.v = v;
    calc_motion(tree_, q.data(), v.data(), state_.bodies.known.data(), state_.bodies);
  }

  void eval_closure(Closure& closure) override { rows_.calc_closure(state_, closure); }

  void place_driven(double t, Vector& q, Vector& v) override { axes_.place_driven(t, q, v); }
  void place_start(double t, Vector& q, Vector& v) override { axes_.place_start(t, q, v); }

  bool set_feedback(double rate) override {
    feedback_ = rate;
    return true;
  }

  bool project(Vector& q, Vector& v) override {
    if (rows_.closure_count() == 0) return true;
    if (!correction_.project(q, v, failure_)) return false;
    ranks_.raise();
    return true;
  }

  const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const override {
    const NodePlace& place = tree_.nodes[sub.id][node];
    FrameMotion<double>& motion = motions_[sub.id][node];
    motion = calc_motion_of(state_.bodies, {place.body, place.X_BN});
    return motion;
  }
  Vec6<double> get_joint_load(const Subsystem& sub, int joint) override {
    return reactions_.get_joint_load(sub, joint);
  }
  WrenchPair<double> get_force_load(const Subsystem& sub, int force) const override {
    return forces_.get_load(sub, force);
  }
  Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const override {
    return reactions_.get_port_load(sub, node);
  }
  const double* get_force_laws(const Subsystem& sub, int force) const override {
    return forces_.get_laws(sub, force);
  }
  double get_axis_force(int element) const override { return axes_.get_force(element); }

  Drift calc_drift() override {
    Drift drift;
    drift.position = std::max(calc_quaternion_drift(*system_.root, state_.q),
                              correction_.calc_residual(ConstraintRows::Level::position));
    drift.velocity = correction_.calc_residual(ConstraintRows::Level::velocity);
    return drift;
  }

  Energy calc_energy() override {
    Energy energy;
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const BodyData<double>& B = state_.bodies.body[i];
      const BodyInertia<double> I = turn_inertia(tree_.bodies[i], B.R);
      energy.kinetic += 0.5 * (I.m * dot(B.V.lin, B.V.lin) + dot(B.V.rot, I.J * B.V.rot)) +
                        dot(B.V.lin, cross(B.V.rot, I.s));
    }
    for (int v = 0; v < tree_.nv; ++v)
      energy.kinetic += 0.5 * state_.bodies.armature[v] * state_.v[v] * state_.v[v];
    energy.kinetic += rows_.calc_lump_kinetic_energy(state_);
    energy.potential = forces_.calc_potential_energy(state_) + axes_.calc_potential_energy(state_) +
                       rows_.calc_lump_potential_energy(system_.gravity, state_);
    return energy;
  }

  std::string failure() const override { return failure_; }

  // Events of the laws, then those of the modes.
  int event_count() const override {
    return law_events_.event_count() + axes_.modes().event_count();
  }
  bool events_depend_on_state() const override { return !axes_.modes().empty(); }
  void eval_events(double t, const Vector& q, const Vector& v, Vector& indicators) override {
    law_events_.eval_events(t, indicators.data());
    if (axes_.modes().empty()) return;
    eval_at_modes(t, q, v, vdot_);
    axes_.modes().eval_indicators(state_.q, state_.v, holding_,
                                  indicators.data() + law_events_.event_count());
  }
  void get_event_signs(std::vector<int>& signs) const override {
    axes_.modes().get_signs(signs.data() + law_events_.event_count());
  }
  void start_events(double t, Vector& q, Vector& v) override {
    law_events_.start_events(t);
    if (axes_.modes().empty()) return;
    axes_.update(t, q, v, state_.bodies);
    mode_failure_ = axes_.modes().start(q, v, evaluate_at(t, q, v), impact_at(q));
    ranks_.forget();
  }
  void handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed) override {
    axes_.place_driven(t, q, v);
    law_events_.handle_event(t);
    axes_.update(t, q, v, state_.bodies);
    if (!follow_drives(t, q, v)) return;
    if (axes_.modes().empty()) return;
    const std::vector<int> of_modes(crossed.begin() + law_events_.event_count(), crossed.end());
    mode_failure_ = axes_.modes().handle(q, v, of_modes, evaluate_at(t, q, v), impact_at(q));
    ranks_.forget();
  }
  std::string event_name(int event) const override {
    const int laws = law_events_.event_count();
    return event < laws ? law_events_.event_name(event)
                        : axes_.modes().holders[(event - laws) / 2].name;
  }

 private:
  // ---- accelerations -------------------------------------------------------------------------------

  bool eval_at_modes(double t, const Vector& q, const Vector& v, Vector& vdot) {
    if (!ranks_.known()) {
      axes_.update(t, q, v, state_.bodies);
      ranks_.learn(q, v);
    }
    eval_accelerations(t, q, v, vdot);
    return !ranks_.is_near_singular() || eval_across(t, q, v, vdot);
  }

  void eval_accelerations(double t, const Vector& q, const Vector& v, Vector& vdot) {
    state_.q = q;
    state_.v = v;
    axes_.place_driven(t, state_.q, state_.v);
    axes_.update(t, state_.q, state_.v, state_.bodies);
    prepare_bodies(tree_, state_.q.data(), state_.v.data(), state_.bodies);
    forces_.apply(t, state_);
    axes_.apply(t, state_, tau_);
    rows_.calc_rows(system_.gravity, state_);
    if (feedback_ > 0) feed_back();
    dynamics_.eval(tau_.data(), state_.bodies, state_.loops, vdot.data());
    forces_.add_lump_loads(rows_.lumps(), state_.loops);
    axes_.find_holding_forces(state_, holding_);
  }

  void feed_back() {
    Eigen::Map<Vector> gamma(state_.loops.gamma.data(), rows_.closure_count());
    correction_.calc_residual(ConstraintRows::Level::position);
    gamma += feedback_ * feedback_ * correction_.get_residual();
    correction_.calc_residual(ConstraintRows::Level::velocity);
    gamma += 2 * feedback_ * correction_.get_residual();
  }

  bool eval_across(double t, const Vector& q, const Vector& v, Vector& vdot) {
    const SingularPassage::Sample sample = [this](double at, Vector& q_s, Vector& v_s, Vector& a) {
      axes_.place_driven(at, q_s, v_s);
      if (!project(q_s, v_s)) return false;
      eval_accelerations(at, q_s, v_s, a);
      return !ranks_.is_near_singular();
    };
    if (passage_.eval(t, q, v, state_.bodies, sample, ranks_.describe_singular(), vdot, failure_) ==
        SingularPassage::Outcome::failed)
      return false;
    state_.q = q;
    state_.v = v;
    calc_motion(tree_, q.data(), v.data(), vdot.data(), state_.bodies);
    return true;
  }

  void calc_qdot(double* qdot) const {
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const TreeBody& b = tree_.bodies[i];
      const double* v = state_.v.data() + b.v;
      if (b.motion != TreeBody::Motion::general) {
        qdot[b.q] = *v;
        continue;
      }
      std::visit([&](const auto& joint) { joint.calc_qdot(state_.q.data() + b.q, v, qdot + b.q); },
                 *b.joint);
    }
  }

  // A speed without inertia and without a loop that determines it keeps what it has; a load on it that
  // nothing can take is a failure.
  bool check_undetermined() {
    if (dynamics_.undetermined() < 0) return true;
    for (std::size_t i = 1; i < tree_.bodies.size(); ++i) {
      const TreeBody& b = tree_.bodies[i];
      if (!b.light) continue;
      for (int k = 0; k < b.nv; ++k) {
        const JointColumns<double>* c = state_.bodies.columns_at(i);
        const double inverse = c ? c->D_inverse[k * b.nv + k] : state_.bodies.body[i].D_inverse;
        const double u = c ? c->u[k] : state_.bodies.body[i].u;
        if (inverse != 0.0 || state_.bodies.locked[b.v + k] || plan_.is_deferred[b.v + k]) continue;
        const double size = to_eigen(forces_.get_loads()[i]).norm();
        if (!std::isfinite(u)) return true;  // of other causes
        if (std::abs(u) <= 1e-9 * (1e-12 + size)) continue;
        failure_ = "a load acts on a part without mass, at joint '" + tree_.carriers[i].edge->name +
                   "', that nothing can take (give the part a mass),";
        return false;
      }
    }
    return true;
  }

  // ---- modes -----------------------------------------------------------------------------------------

  // For Modes: accelerations and holding forces at a state, and what an impact does to all speeds.
  Modes::Evaluate evaluate_at(double t, const Vector& q, const Vector& v) {
    return [this, t, &q, &v](Vector& vdot, Vector& holding) {
      ranks_.forget();
      if (!eval_at_modes(t, q, v, vdot)) return false;
      holding = holding_;
      return true;
    };
  }
  // An impact is forward dynamics at rest without loads: changes of speed in place of accelerations.
  Modes::Impact impact_at(const Vector& q) {
    return [this, &q](const Vector& change, Vector& all) {
      ranks_.forget();
      state_.q = q;
      state_.v = Vector::Zero(tree_.nv);
      TreeData<double>& bodies = state_.bodies;
      axes_.modes().lock(bodies.locked, bodies.known);
      std::copy(change.begin(), change.end(), bodies.known.begin());
      bodies.gravity = Lane3<double>::zero();
      prepare_bodies(tree_, state_.q.data(), state_.v.data(), bodies);
      Gravity none;
      none.kind = Gravity::Kind::none;
      rows_.calc_rows(none, state_);
      dynamics_.eval(zero_.data(), bodies, state_.loops, all.data());
      bodies.gravity = tree_.gravity;
      bodies.known.assign(bodies.known.size(), 0.0);
    };
  }

  bool follow_drives(double t, const Vector& q, Vector& v) {
    Vector change, all(tree_.nv);
    mode_failure_ = axes_.find_jumps(t, q, v, change);
    if (!mode_failure_.empty()) return false;
    if (change.isZero(0.0)) return true;
    impact_at(q)(change, all);
    v += all;
    return true;
  }

  const System& system_;
  const Tree tree_;
  ConstraintRows rows_;
  const LoopPlan plan_;
  RecursiveState state_;
  ForwardDynamics<double> dynamics_;
  AppliedForces forces_;
  AxisActions axes_;
  LoopCorrection correction_;
  LoopRanks ranks_;
  SingularPassage passage_;
  mutable Reactions reactions_;  // computed when asked for
  LawEvents law_events_;

  std::string mode_failure_;  // why no modes fit
  Vector tau_, zero_;
  Vector holding_, vdot_;  // force that holds each held coordinate; scratch
  double feedback_ = 0.0;
  mutable std::vector<std::vector<FrameMotion<double>>> motions_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Formulation> make_recursive_formulation(const System& system) {
  return std::make_unique<RecursiveFormulation>(system);
}

}  // namespace gelenk
