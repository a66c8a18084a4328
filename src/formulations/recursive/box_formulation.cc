#include "formulations/recursive/box_formulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formulations/least_loads.h"
#include "formulations/turn_watch.h"

namespace gelenk {

namespace {

const char* const contradicting_branches =
    "laws that choose by an acceleration or a load agree with neither choice (each brings about "
    "the other: let "
    "the law go over from one to the other in a ramp),";

}  // namespace

BoxFormulation::BoxFormulation(const System& system)
    : system_(system),
      laws_(system),
      load_length_(calc_load_length(system)),
      values_(system),
      passage_(system, [this](const Vector& delta, Vector& q) { step(delta, q); }) {
  vdot_ = direct_ = Vector::Zero(system.nv);
  q_ = Vector::Zero(system.nq);
  v_ = Vector::Zero(system.nv);
}

void BoxFormulation::open(const OpenPortList& ports) {
  if (!system_.ports.are_open) return;
  ports_ = std::make_unique<OpenPorts>(*this, ports);
  modes_->may_strike_again = false;  // each impact that is asked for changes speeds outside
}

// ---- accelerations ---------------------------------------------------------------------------------------

bool BoxFormulation::eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                                      Vector& vdot) {
  qdot.resize(system_.nq);
  vdot.resize(system_.nv);
  failure_ = mode_failure_;
  return failure_.empty() && eval_at_modes(t, q, v, vdot) && finish(qdot.data());
}

bool BoxFormulation::finish(double* qdot) {
  calc_qdot(qdot);
  std::copy_n(laws_.rates(), system_.quantities.states.size(), qdot + system_.first_state());
  failure_ = check_loads();
  return failure_.empty();
}

void BoxFormulation::eval_motion(const Vector& q, const Vector& v) {
  begin_trial();
  q_ = q;
  v_ = v;
  place_motion(0.0);
}

bool BoxFormulation::eval_at_modes(double t, const Vector& q, const Vector& v, Vector& vdot) {
  if (ports_ != nullptr && ports_->can_ask()) return ports_->ask_for_accelerations(q, v, vdot);
  begin_trial();
  if (!try_at_modes(t, q, v, vdot)) return false;
  is_evaluated_ = true;
  evaluated_t_ = t;
  evaluated_left_out_ = get_left_out();
  if (has_learnt_) set_aside(Trial::evaluation);
  return true;
}

bool BoxFormulation::try_at_modes(double t, const Vector& q, const Vector& v, Vector& vdot) {
  if (!ranks_known()) learn_at(t, q, v);
  if (!undetermined().empty()) {
    failure_ = undetermined();
    return false;
  }
  q_ = q;
  v_ = v;
  place_driven(t, q_, v_);
  nearness_.clear();
  if (!eval_where_rank_holds(t, vdot)) return false;
  // What has grown beyond all bounds has no rank either.
  if (is_near_singular()) return !vdot.allFinite() || is_boundless(v_) || eval_across(t, vdot);
  leave_out(LoopRanks::singular_fraction);
  if (has_digits_ || !vdot.allFinite()) return true;
  failure_ = describe_lost_digits("accelerations");
  return false;
}

std::string BoxFormulation::describe_lost_digits(const std::string& of_what) const {
  std::string joint;
  const double share = find_thinnest(joint);
  const std::string where =
      share < uneven_pivot
          ? fmt::format("joint '{}' moves no more than {:.1g} of the inertia that it carries",
                        joint, share)
          : "inertias differ too much";
  return "no digits are left of the " + of_what + ", since " + where +
         " (give tiny inertias more, or none at all),";
}

// Once more where pivots are small for no fault of the position.
bool BoxFormulation::eval_where_rank_holds(double t, Vector& vdot) {
  if (!eval_accelerations(t, vdot)) return false;
  if (!is_near_singular() || !vdot.allFinite() || is_boundless(v_)) return true;
  has_learnt_ = true;
  compare_with_geometry();
  return eval_accelerations(t, vdot);
}

// ---- memory -------------------------------------------------------------------------------------

void BoxFormulation::begin_trial() {
  is_evaluated_ = false;
  if (has_learnt_) recall_ranks();
  has_learnt_ = false;
  if (get_left_out() != kept_left_out_) leave_out(kept_left_out_);
}

void BoxFormulation::end_correction(const Vector& q, bool is_near_singular) {
  has_learnt_ = true;
  set_aside(Trial::correction);
  is_corrected_ = true;
  is_corrected_near_ = is_near_singular;
  corrected_q_ = q;
}

// Whether a singular position is passed or missed here. Methods that do not evaluate at the ends of
// their steps are asked to where one is near. Returns whether the state is evaluated.
bool BoxFormulation::follow_passage(double t, const Vector& q, const Vector& v, bool corrected,
                                    bool evaluated) {
  const bool looks_singular =
      kept_left_out_ != LoopRanks::singular_fraction || (corrected && is_corrected_near_);
  if (!evaluated && looks_singular) evaluated = eval_at_modes(t, q, v, vdot_);
  if (evaluated)
    kept_left_out_ = evaluated_left_out_;
  else if (!looks_singular)
    kept_left_out_ = LoopRanks::singular_fraction;
  return evaluated;
}

// What the correction and the evaluation at this state have learnt.
void BoxFormulation::accept(double t, const Vector& q, const Vector& v) {
  const bool corrected = is_corrected_ && corrected_q_ == q;
  bool evaluated = is_evaluated_ && evaluated_t_ == t && q_ == q && v_ == v;
  if (ports_ == nullptr) evaluated = follow_passage(t, q, v, corrected, evaluated);
  if (!evaluated) read_laws(t, q, v);
  keep(t, q, v, corrected, evaluated);
  has_learnt_ = is_corrected_ = false;
  leave_out(kept_left_out_);
  if (laws_.learns()) laws_.accept(*this, t, q.data(), v.data());
}

void BoxFormulation::list_memory(Memory& memory) {
  memory(laws_, *modes_, mode_failure_);
  if (ports_ == nullptr) memory(kept_left_out_);  // else it is what was told from outside
  list_memory_of_boxes(memory);
  if (memory.is_saving()) return;
  is_evaluated_ = is_corrected_ = has_learnt_ = false;
  leave_out(kept_left_out_);
}

// At a state that the run keeps.
void BoxFormulation::learn_at(double t, const Vector& q, const Vector& v) {
  kept_left_out_ = LoopRanks::singular_fraction;
  read_motion(t, q, v);
  learn_ranks();
}

void BoxFormulation::follow_angles(double t, const Vector& q, const Vector& v) {
  if (!laws_.learns()) return;
  if (laws_.records())
    read_laws(t, q, v);
  else
    read_motion(t, q, v);
  laws_.accept(*this, t, q_.data(), v_.data());
}

void BoxFormulation::read_laws(double t, const Vector& q, const Vector& v) {
  if (laws_.outcome_count() == 0 || !eval_at_modes(t, q, v, vdot_)) read_motion(t, q, v);
}

void BoxFormulation::read_motion(double t, const Vector& q, const Vector& v) {
  is_evaluated_ = false;
  q_ = q;
  v_ = v;
  place_driven(t, q_, v_);
  laws_.forget_outcomes();
  read_inputs(t);
  laws_.eval(t);
}

bool BoxFormulation::project_states(double t, Vector& q, const Vector& v, bool at_start) {
  if (!laws_.has_invariants(at_start)) return true;
  read_motion(t, q, v);
  return laws_.project_states(t, q.data(), at_start);
}

bool BoxFormulation::eval_initials(double t, const Vector& q, const Vector& v, Vector& residuals) {
  if (laws_.outcome_count() == 0)
    read_motion(t, q, v);
  else if (!eval_at_modes(t, q, v, vdot_))
    return false;
  laws_.calc_initials(t, residuals);
  return true;
}

void BoxFormulation::read_inputs(double t) {
  if (laws_.reads_motion()) place_motion(t);
  laws_.read(*this, t, q_.data(), v_.data());
}

bool BoxFormulation::eval_accelerations(double t, Vector& vdot) {
  read_inputs(t);
  if (laws_.outcome_count() == 0) {
    laws_.eval(t);
    return eval_under_laws(t, vdot);
  }
  const Outcomes::Evaluate evaluate = [&] {
    values_.forget();
    return eval_under_laws(t, vdot);
  };
  const Outcomes::Read read = [&](const Signal& signal) {
    return values_.calc(signal, *this, q_, v_, vdot);
  };
  if (laws_.has_ports() && !responses_.find(system_.quantities, t, laws_, evaluate, read))
    return false;
  const bool found = outcomes_.solve(t, laws_, evaluate, read);
  if (!found && !outcomes_.failure().empty()) failure_ = outcomes_.failure();
  return found;
}

bool BoxFormulation::eval_across(double t, Vector& vdot) {
  const Vector q = q_, v = v_;
  const std::string loop = describe_singular();
  const double speed = calc_loop_motion(motion_);
  const SingularPassage::Sample sample = [&](Vector& q_k, Vector& v_k, Vector& a) {
    if (!project_beside(q_k, v_k)) return false;
    q_ = q_k;
    v_ = v_k;
    return eval_where_rank_holds(t, a) && !is_within(LoopRanks::singular_fraction);
  };
  double nearness = LoopRanks::near_fraction;
  while (nearness > LoopRanks::singular_fraction / 4 && is_within(nearness / 2)) nearness /= 2;
  leave_out(0.0);  // of the states beside
  const SingularPassage::Outcome outcome =
      passage_.eval(q, v, motion_, speed, nearness, loop, sample, vdot, failure_);
  const bool passes = outcome != SingularPassage::Outcome::missed;
  leave_out(passes ? LoopRanks::near_fraction : 0.0);
  if (outcome == SingularPassage::Outcome::failed) return false;
  failure_.clear();  // of a state beside this one
  // Loads and multipliers are those of the state itself.
  q_ = q;
  v_ = v;
  if (!eval_accelerations(t, direct_)) return false;
  if (passes) {
    take_accelerations(vdot);
    return true;
  }
  vdot = direct_;
  const std::string advice =
      std::string("no smooth way through it was found (") +
      (system_.partition ? "the formulation 'recursive' finds more of them; else " : "") +
      "change its lengths or its start a little)";
  if (!is_within(LoopRanks::rounding_fraction)) {
    nearness_ = "the mechanism is close to a singular position (" + loop + "), and " + advice;
    return true;
  }
  // What misses a position never comes as close as that to it.
  if (is_within(PivotWatch::rounding)) {
    failure_ = describe_lost_speeds(loop);
    return false;
  }
  failure_ = "the mechanism comes closer to a singular position (" + loop +
             ") than its accelerations can be told by, and " + advice + ",";
  return false;
}

// ---- events ----------------------------------------------------------------------------------------------

void BoxFormulation::eval_events(double t, const Vector& q, const Vector& v, Vector& indicators) {
  if (do_accelerations_decide())
    eval_at_modes(t, q, v, vdot_);
  else if (laws_.events_depend_on_state())
    read_laws(t, q, v);
  calc_indicators(t, indicators.data());
}

void BoxFormulation::calc_indicators(double t, double* indicators) {
  laws_.eval_events(t, indicators);
  if (!modes_->empty())
    modes_->eval_indicators(q_, v_, *holding_, indicators + laws_.event_count());
}

std::vector<HeldSpeed> BoxFormulation::list_held_speeds() const {
  std::vector<HeldSpeed> held;
  for (const Holder& h : modes_->holders) {
    if (modes_->acts(h, false)) held.push_back({h.name, h.v, h.other, h.share});
  }
  return held;
}

void BoxFormulation::get_event_signs(std::vector<int>& signs) const {
  laws_.get_event_signs(signs.data());
  modes_->get_signs(signs.data() + laws_.event_count());
}

// A run begins: nothing learnt before it counts.
void BoxFormulation::start_events(double t, Vector& q, Vector& v) {
  mode_failure_.clear();
  start_ranks(v);
  kept_left_out_ = LoopRanks::singular_fraction;
  start_modes(t, q, v);
  end_event(t, q, v);
}

void BoxFormulation::handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed) {
  follow_angles(t, q, v);
  handle_modes(t, q, v, crossed);
  end_event(t, q, v);
}

// Ranks of the modes that hold now, where they were forgotten, and whether the state is near a
// singular position.
void BoxFormulation::end_event(double t, const Vector& q, const Vector& v) {
  if (mode_failure_.empty() && !ranks_known()) {
    learn_at(t, q, v);
    const bool may_be_singular =
        ports_ == nullptr &&
        (system_.counts.closure_rows > 0 || !system_.rows.empty() || system_.partition != nullptr);
    if (may_be_singular && eval_at_modes(t, q, v, vdot_)) {
      kept_left_out_ = evaluated_left_out_;
      keep(t, q_, v_, false, true);
    }
  }
  follow_angles(t, q, v);
}

void BoxFormulation::start_modes(double t, Vector& q, Vector& v) {
  read_laws(t, q, v);
  mode_failure_ = laws_.start_events(t, q.data());
  if (!mode_failure_.empty() || !settle_branches(t, q, v) || modes_->empty()) return;
  update_axes(q, v);
  failure_.clear();
  impact_failure_.clear();
  mode_failure_ = find_cause(modes_->start(q, v, evaluate_at(t, q, v), impact_at(q, v)));
  if (mode_failure_.empty()) mode_failure_ = impact_failure_;
  forget();
  read_laws(t, q, v);  // speeds may have changed
  const std::string failure = laws_.start_events(t, q.data());
  if (mode_failure_.empty()) mode_failure_ = failure;
  if (mode_failure_.empty()) settle_branches(t, q, v);
}

// Branches of laws that read their own outcome: taken by what the law brings about in them.
bool BoxFormulation::settle_branches(double t, Vector& q, Vector& v) {
  if (laws_.outcome_count() == 0 || laws_.event_count() == 0) return true;
  constexpr int most_rounds = 20;
  for (int round = 0; round < most_rounds; ++round) {
    read_laws(t, q, v);
    mode_failure_ = laws_.handle_event(t, q.data());
    if (!mode_failure_.empty()) return false;
    if (!laws_.has_changed()) return true;
  }
  mode_failure_ = contradicting_branches;
  return false;
}

// Laws say what holds and moves; what is held or hit changes speeds, which laws read.
void BoxFormulation::handle_modes(double t, Vector& q, Vector& v, const std::vector<int>& crossed) {
  const auto first = crossed.begin() + laws_.event_count();
  std::vector<int> of_modes(first, first + modes_->event_count());
  constexpr int most_rounds = 20;
  for (int round = 0; round < most_rounds; ++round) {
    if (round == 0) place_driven(t, q, v);
    read_laws(t, q, v);
    mode_failure_ = laws_.handle_event(t, q.data());
    has_changed_ = has_changed_ || laws_.has_changed();
    if (!mode_failure_.empty() || (round > 0 && !laws_.has_changed())) return;
    update_axes(q, v);
    impact_failure_.clear();
    if (!follow_drives(q, v)) return;
    if (!modes_->empty()) {
      failure_.clear();
      mode_failure_ =
          find_cause(modes_->handle(q, v, of_modes, evaluate_at(t, q, v), impact_at(q, v)));
      forget();
    }
    if (mode_failure_.empty()) mode_failure_ = impact_failure_;
    if (!mode_failure_.empty()) return;
    std::fill(of_modes.begin(), of_modes.end(), 0);
  }
  mode_failure_ =
      laws_.outcome_count() == 0
          ? "laws that depend on speeds, and what these laws lock and free, contradict each other,"
          : contradicting_branches;
}

std::string BoxFormulation::event_name(int event) const {
  const int laws = laws_.event_count();
  if (event == event_count()) return laws_.event_name(-1);
  return event < laws ? laws_.event_name(event) : modes_->holders[(event - laws) / 2].name;
}

bool BoxFormulation::is_stop(int event) const {
  const int of_modes = event - laws_.event_count();
  return of_modes >= 0 && of_modes < modes_->event_count() &&
         modes_->holders[of_modes / 2].kind == Holder::Kind::stop;
}

Modes::Evaluate BoxFormulation::evaluate_at(double t, const Vector& q, const Vector& v) {
  return [this, t, &q, &v](Vector& vdot, Vector& forces) {
    forget();
    failure_.clear();
    modes_->shared.clear();  // those of other modes
    if (!eval_at_modes(t, q, v, vdot)) return false;
    forces = *holding_;
    find_shared_holds();
    modes_->shared.share(modes_->holders, forces);
    return true;
  };
}

Modes::Impact BoxFormulation::impact_at(const Vector& q, const Vector& v) {
  return [this, &q, &v](const Vector& change, Vector& all, Vector& impulses) {
    forget();
    if (ports_ == nullptr || !ports_->can_ask())
      strike(q, change, all);
    else if (!ports_->ask_for_impact(q, v, change, all))
      impact_failure_ = "what is hit outside cannot be computed,";
    impulses = *holding_;
  };
}

bool BoxFormulation::follow_drives(const Vector& q, Vector& v) {
  Vector change = Vector::Zero(system_.nv);
  mode_failure_ = find_jumps(q, v, change);
  if (!mode_failure_.empty()) return false;
  if (change.isZero(0.0)) return true;
  modes_->strike(change, v, impact_at(q, v));
  return true;
}

}  // namespace gelenk
