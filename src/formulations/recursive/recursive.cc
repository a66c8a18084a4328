// The formulation itself: what is computed for a state, in order, by the parts that know how.
//   eval_accelerations   laws → motion and inertia of bodies → loads → rows → recursion → what holds
//   eval_at_modes        the same where rank is known, and across singular positions
// All parts work on one RecursiveState, the state evaluated last.
#include "formulations/recursive/recursive.h"

#include <algorithm>
#include <cmath>

#include "formulations/port_load.h"
#include "formulations/recursive/recursive_box.h"
#include "formulations/recursive/singular_passage.h"

namespace gelenk {

namespace {

class RecursiveFormulation final : public Formulation {
 public:
  explicit RecursiveFormulation(const System& system)
      : system_(system),
        laws_(system),
        box_(system, laws_),
        tree_(box_.tree()),
        state_(box_.state()),
        axes_(box_.axes()),
        rows_(box_.rows()),
        correction_(box_.correction()),
        ranks_(box_.ranks()),
        passage_(system, [this](const Vector& delta, Vector& q) {
          step_coordinates(*system_.root, delta, q);
        }) {
    vdot_ = direct_ = Vector::Zero(tree_.nv);
    for (const auto& nodes : tree_.nodes) motions_.emplace_back(nodes.size());
  }

  const System& system() const override { return system_; }

  bool eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                        Vector& vdot) override {
    qdot.resize(system_.nq);
    vdot.resize(tree_.nv);
    failure_ = mode_failure_;
    if (!failure_.empty() || !eval_at_modes(t, q, v, vdot)) return false;
    box_.calc_qdot(qdot.data());
    std::copy_n(laws_.rates(), system_.quantities.states.size(),
                qdot.data() + system_.first_state());
    failure_ = box_.check_undetermined();
    return failure_.empty();
  }

  void eval_motion(const Vector& q, const Vector& v) override {
    box_.place(0.0, q.data(), v.data());
  }

  void eval_closure(Closure& closure) override { rows_.calc_closure(state_, closure); }

  void place_driven(double t, Vector& q, Vector& v) override {
    if (!axes_.drives()) return;
    laws_.eval(t);
    axes_.place_driven(q, v);
  }
  void place_start(double t, Vector& q, Vector& v) override {
    laws_.eval(t);
    axes_.place_start(q, v);
  }

  bool set_feedback(double rate) override {
    box_.set_feedback(rate);
    return true;
  }

  bool project(Vector& q, Vector& v) override {
    if (rows_.closure_count() == 0) return true;
    speeds_ = v;
    if (!correction_.project(q, v, failure_)) return false;
    ranks_.raise();
    if (const std::string loop = ranks_.find_turned(speeds_, v); !loop.empty()) {
      failure_ = describe_turn(loop);
      return false;
    }
    return true;
  }

  const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const override {
    const NodePlace& place = tree_.nodes[sub.id][node];
    FrameMotion<double>& motion = motions_[sub.id][node];
    motion = calc_motion_of(state_.bodies, {place.body, place.X_BN});
    return motion;
  }
  Vec6<double> get_joint_load(const Subsystem& sub, int joint) override {
    return box_.reactions().get_joint_load(sub, joint);
  }
  WrenchPair<double> get_force_load(const Subsystem& sub, int force) const override {
    return box_.forces().get_load(sub, force);
  }
  Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const override {
    return calc_port_load(
        *this, [this](const Subsystem& s, int j) { return box_.reactions().get_joint_load(s, j); },
        *system_.root, sub, node);
  }
  const Laws& laws() const override { return laws_; }
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
    box_.add_energy(energy);
    return energy;
  }

  int count_redundant() const override { return box_.count_redundant(); }

  std::string failure() const override { return failure_; }

  // Events of the laws, then those of the modes.
  int event_count() const override { return laws_.event_count() + axes_.modes().event_count(); }
  bool events_depend_on_state() const override {
    return !axes_.modes().empty() || laws_.events_depend_on_state();
  }
  void eval_events(double t, const Vector& q, const Vector& v, Vector& indicators) override {
    if (!axes_.modes().empty())
      eval_at_modes(t, q, v, vdot_);
    else if (laws_.events_depend_on_state())
      read_laws(t, q, v);
    laws_.eval_events(t, indicators.data());
    if (axes_.modes().empty()) return;
    axes_.modes().eval_indicators(state_.q, state_.v, box_.holding(),
                                  indicators.data() + laws_.event_count());
  }
  void get_event_signs(std::vector<int>& signs) const override {
    laws_.get_event_signs(signs.data());
    axes_.modes().get_signs(signs.data() + laws_.event_count());
  }
  void start_events(double t, Vector& q, Vector& v) override {
    read_laws(t, q, v);
    laws_.start_events(t);
    if (axes_.modes().empty()) return;
    axes_.update(q, v, state_);
    mode_failure_ = axes_.modes().start(q, v, evaluate_at(t, q, v), impact_at(q));
    ranks_.forget();
    read_laws(t, q, v);  // speeds may have changed
    laws_.start_events(t);
  }
  // Laws say what holds and moves; what is held or hit changes speeds, which laws read. Both in turn until
  // they agree.
  void handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed) override {
    std::vector<int> of_modes(crossed.begin() + laws_.event_count(), crossed.end());
    constexpr int most_rounds = 20;
    for (int round = 0; round < most_rounds; ++round) {
      if (round == 0) place_driven(t, q, v);
      read_laws(t, q, v);
      mode_failure_ = laws_.handle_event(t, q.data());
      if (!mode_failure_.empty() || (round > 0 && !laws_.has_changed())) return;
      axes_.update(q, v, state_);
      if (!follow_drives(q, v)) return;
      if (!axes_.modes().empty()) {
        mode_failure_ = axes_.modes().handle(q, v, of_modes, evaluate_at(t, q, v), impact_at(q));
        ranks_.forget();
        if (!mode_failure_.empty()) return;
      }
      std::fill(of_modes.begin(), of_modes.end(), 0);
    }
    mode_failure_ =
        "laws that depend on speeds, and what these laws lock and free, contradict each other,";
  }
  std::string event_name(int event) const override {
    const int laws = laws_.event_count();
    return event < laws ? laws_.event_name(event) : axes_.modes().holders[(event - laws) / 2].name;
  }

 private:
  // ---- accelerations -------------------------------------------------------------------------------

  bool eval_at_modes(double t, const Vector& q, const Vector& v, Vector& vdot) {
    if (!ranks_.known()) {
      read_laws(t, q, v);
      axes_.update(q, v, state_);
      ranks_.learn(q, v);
    }
    if (!ranks_.undetermined().empty()) {
      failure_ = ranks_.undetermined();
      return false;
    }
    state_.q = q;
    state_.v = v;
    place_driven(t, state_.q, state_.v);
    eval_accelerations(t, vdot);
    // What has grown beyond all bounds has no rank either; the caller sees that it did.
    if (ranks_.is_near_singular()) return !vdot.allFinite() || eval_across(t, vdot);
    ranks_.set_missing(false);
    return true;
  }

  // At the state's q and v.
  void eval_accelerations(double t, Vector& vdot) {
    eval_laws(t);
    box_.condense(Loading::forces);
    box_.release(no_load_, vdot.data());
  }

  // The state with its driven coordinates, and the laws there.
  void read_laws(double t, const Vector& q, const Vector& v) {
    state_.q = q;
    state_.v = v;
    place_driven(t, state_.q, state_.v);
    eval_laws(t);
  }
  void eval_laws(double t) {
    if (laws_.reads_motion()) {
      calc_motion(tree_, state_.q.data(), state_.v.data(), state_.bodies.known.data(),
                  state_.bodies);
    }
    laws_.read(*this, state_.q.data(), state_.v.data());
    laws_.eval(t);
  }

  bool eval_across(double t, Vector& vdot) {
    const Vector q = state_.q, v = state_.v;
    const std::string loop = ranks_.describe_singular();
    ranks_.list_singular_speeds(in_loop_);
    sizes_.resize(tree_.nv);
    calc_speed_sizes(tree_, state_.bodies, tree_.length, sizes_.data());
    const SingularPassage::Sample sample = [&](Vector& q_k, Vector& v_k, Vector& a) {
      std::string ignored;  // beside their laws, drives may well contradict each other
      if (!correction_.project(q_k, v_k, ignored)) return false;
      ranks_.raise();
      state_.q = q_k;
      state_.v = v_k;
      eval_accelerations(t, a);
      return !ranks_.is_near_singular();
    };
    const SingularPassage::Outcome outcome =
        passage_.eval(q, v, sizes_, in_loop_, loop, sample, vdot, failure_);
    if (outcome == SingularPassage::Outcome::failed) return false;
    ranks_.set_missing(outcome == SingularPassage::Outcome::missed);
    // Loads and multipliers are those of the state itself.
    state_.q = q;
    state_.v = v;
    eval_accelerations(t, direct_);
    if (outcome == SingularPassage::Outcome::missed) {
      vdot = direct_;
      if (ranks_.is_too_near()) {
        failure_ = "the mechanism comes closer to a singular position (" + loop +
                   ") than its accelerations can be told by, and no smooth way leads through it "
                   "(change its lengths or its start a little),";
        return false;
      }
      return true;
    }
    calc_motion(tree_, q.data(), v.data(), vdot.data(), state_.bodies);
    return true;
  }

  // ---- modes -----------------------------------------------------------------------------------------

  // For Modes: accelerations and holding forces at a state, and what an impact does to all speeds.
  Modes::Evaluate evaluate_at(double t, const Vector& q, const Vector& v) {
    return [this, t, &q, &v](Vector& vdot, Vector& holding) {
      ranks_.forget();
      if (!eval_at_modes(t, q, v, vdot)) return false;
      holding = box_.holding();
      return true;
    };
  }
  Modes::Impact impact_at(const Vector& q) {
    return [this, &q](const Vector& change, Vector& all) {
      ranks_.forget();
      state_.q = q;
      box_.set_jumps(change);
      box_.condense(Loading::impact);
      box_.release(no_load_, all.data());
    };
  }

  bool follow_drives(const Vector& q, Vector& v) {
    Vector change, all(tree_.nv);
    mode_failure_ = axes_.find_jumps(q, v, change);
    if (!mode_failure_.empty()) return false;
    if (change.isZero(0.0)) return true;
    impact_at(q)(change, all);
    v += all;
    return true;
  }

  const System& system_;
  Laws laws_;
  mutable RecursiveBox box_;  // reactions are computed when asked for
  // Of the box.
  const Tree& tree_;
  RecursiveState& state_;
  AxisActions& axes_;
  ConstraintRows& rows_;
  LoopCorrection& correction_;
  LoopRanks& ranks_;
  SingularPassage passage_;

  std::string mode_failure_;                         // why no modes fit
  Vector vdot_, direct_, speeds_, sizes_, no_load_;  // scratch
  std::vector<char> in_loop_;
  mutable std::vector<std::vector<FrameMotion<double>>> motions_;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Formulation> make_recursive_formulation(const System& system) {
  return std::make_unique<RecursiveFormulation>(system);
}

}  // namespace gelenk
