// The laws of a system during a simulation: what forces and 1-D elements are given by expressions, the user's
// own variables, rates of states, and what happens at events. A formulation holds one of these; in each
// evaluation it reads the inputs from the motion, evaluates, and asks for the values.
//
// Until start_events a law is what its expression says. From then on relations and the like keep their
// value from event to event (symbolic/switches.h), so that an integrator never meets a jump inside a
// step. A held law may leave its domain beyond the event, as sqrt(0.5 − time) does in
// `if time < 0.5 then sqrt(0.5 - time) else 0`; there the expression itself is taken.
//
// Unknowns that equations tie together (cells) are solved for before anything else is evaluated (equations/program.h). Boolean and whole
// ones among them change at events only, and are found there together with the others.
//
// Where loads that equations give depend on accelerations of the ports that they act at, the mechanism is in these equations as
//   A = D L + r                                                                                      (1)
// with A and L of Quantities::ports. Whoever evaluates finds r, what A is without these loads, and D, and tells them (port_responses.h); until
// then nothing is evaluated that depends on them, and L is zero.
//
// At an event discrete variables change: a branch of a when acts at the instant when its condition becomes
// true. All values of the branches that act hold at once: they may depend on one another and, by pre, on
// the variables before. Changes may make other conditions true, which are then followed at the same instant.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/memory.h"
#include "equations/invariants.h"
#include "equations/program.h"
#include "formulations/delay_line.h"
#include "formulations/followed_angle.h"
#include "formulations/motion_signals.h"
#include "math/vector.h"
#include "symbolic/held_tape.h"

namespace gelenk {

class Laws {
 public:
  Laws() = default;
  explicit Laws(const System& system);

  // Takes states from q and signals from the motion at t that `source` evaluated last.
  template <typename Source>
  void read(const Source& source, double t, const double* q, const double* v) {
    const Quantities& quantities = system_->quantities;
    const std::size_t states = quantities.states.size();
    for (std::size_t i = 0; i < states; ++i) inputs_[i] = q[system_->first_state() + i];
    double* signal = inputs_.data() + quantities.first_signal();
    for (const Signal& s : quantities.signals) {
      if (s.of_motion) *signal = calc_motion_signal(s, source, *system_, q, v);
      ++signal;
    }
    for (const Turning& turning : turning_) {
      const double speed = calc_motion_signal(turning.speed, source, *system_, q, v);
      inputs_[turning.input] = turning.angle.calc(t, inputs_[turning.input], speed);
    }
    knows_ports_ = false;
  }
  // Whether accept is to be called: laws read angles that poses tell but for whole turns, or equations are solved by guesses.
  bool learns() const { return !turning_.empty() || program_ || records(); }
  // What was some time ago follows from values at accepted states: accept is to be called after an evaluation there.
  bool records() const { return !delays_.empty(); }
  // The motion that `source` evaluated last, at t, is the run's own: such angles are followed from here, and so are solutions.
  template <typename Source>
  void accept(const Source& source, double t, const double* q, const double* v) {
    for (Turning& turning : turning_) {
      turning.angle.accept(t, calc_motion_signal(turning.measured, source, *system_, q, v),
                           calc_motion_signal(turning.speed, source, *system_, q, v));
    }
    if (program_) {
      if (knows_ports())
        program_->accept(inputs_.data());
      else
        program_->accept_early(inputs_.data());
    }
    if (records()) record(t);
  }
  // A step after which what was some time ago is known.
  double calc_longest_step(double longest) const;
  // Discrete variables, modes, turns of angles. Inputs of the model are not among them: who
  // evaluates gives them.
  void list_memory(Memory& memory);
  // An input of the model itself (Quantities::inputs); it stays until the next call.
  void set_input(int input, double value) {
    inputs_[system_->quantities.first_input() + input] = value;
  }
  const double* inputs() const { return inputs_.data(); }
  // What laws read of their own outcome: accelerations and loads, as numbers of Quantities::signals. Whoever evaluates these
  // sets them; they stay until then.
  int outcome_count() const { return static_cast<int>(outcomes_.size()); }
  double& outcome(int i) { return inputs_[outcomes_[i].input]; }
  const Signal& outcome_signal(int i) const { return *outcomes_[i].signal; }
  // What it is where its signal was measured under the laws evaluated last.
  double calc_outcome(int i, double measured) const;
  void forget_outcomes() {
    for (const Outcome& outcome : outcomes_) {
      if (outcome.port < 0) inputs_[outcome.input] = 0.0;
    }
  }
  // Where to begin: with r as it is, all others 0.
  void list_first_outcomes(Vector& x) const;
  // Whether what acts depends on them, and not only rates and variables of the user; and whether it does but for (1).
  bool acts_by_outcomes() const { return needs_rounds_ || has_ports(); }
  bool needs_rounds() const { return needs_rounds_; }

  // (1)
  bool has_ports() const { return !ports_.empty(); }
  int port_load_count() const { return static_cast<int>(ports_.size()); }
  // All that does not depend on D and r. L is zero, and so is what else would act.
  void eval_early(double t);
  void set_port_load(int load, double value);
  // By port and load; and of r. From end_responses on they are known, until read.
  void set_response(int port, int load, double value);
  void set_rest(int port, double value);
  void end_responses() { knows_ports_ = true; }
  // Whether read needs more than q and v.
  bool reads_motion() const { return reads_motion_; }
  void eval(double t);
  // Of cells that are found together, by numbers of inputs.
  std::vector<equations::Program::SystemInfo> list_systems() const {
    return program_ ? program_->list_systems() : std::vector<equations::Program::SystemInfo>();
  }
  // Why the last eval, or what happened at an event, found no solution of the user's equations; empty: it did.
  const std::string& failure() const { return failure_; }

  // Puts states back onto the equations that they fulfil at all times, with the inputs read last: q is changed. At the start those
  // with fixed values stay. False where that cannot be.
  bool has_invariants(bool at_start) const {
    return at_start ? !start_.empty() : !invariants_.empty();
  }
  bool project_states(double t, double* q, bool at_start);
  // Whether what holds at the start depends on the mechanism, and not on states alone; and how far it is from holding, by the last eval.
  bool starts_by_motion() const { return starts_by_motion_; }
  void calc_initials(double t, Vector& residuals);
  // Before start_events: what jumps and bends keeps the side that it has by the last eval, or does so no more.
  void hold_branches(double t, bool holds);

  // Of the last eval: the laws of a force in the order of its laws(), inputs of a compiled component, of a 1-D element, of a driven train with
  // its derivatives with respect to time up to the acceleration; ż, and the value of a variable of the user.
  const double* get(int first_law) const { return values_.data() + first_law; }
  const double* of(const ForceEdge& force) const { return get(force.first_law); }
  double of(const PlacedAxisElement& element) const { return values_[element.first_law]; }
  const double* of(const Subsystem& compiled) const { return values_.data() + compiled.first_law; }
  const double* of(const Train& train) const { return values_.data() + train.first_law; }
  const double* rates() const { return values_.data() + first_rate_; }
  double of_variable(int variable) const { return values_[first_variable_ + variable]; }
  double of_discrete(int discrete) const {
    return inputs_[system_->quantities.first_discrete() + discrete];
  }
  // Path of a component whose law is not finite, and its value; empty: none.
  std::pair<std::string, double> find_bad(bool drives_only) const;

  int event_count() const { return tape_.indicator_count() + of_program(); }
  bool events_depend_on_state() const { return event_count() > 0 && !inputs_.empty(); }
  // The next instant at which time alone changes a mode, since the last event; such modes have no indicators. Infinite: there is none.
  // Where the connectors of the model are open nobody would ask, and all modes have indicators.
  double next_time_event();
  // With the inputs read last.
  void eval_events(double t, double* indicators) {
    tape_.eval_indicators(t, inputs_.data(), indicators);
    if (program_)
      program_->eval_indicators(t, inputs_.data(), indicators + tape_.indicator_count());
  }
  // Signs that the indicators have in the modes held.
  void get_event_signs(int* signs) const {
    tape_.get_signs(signs);
    if (program_) program_->get_signs(signs + tape_.indicator_count());
  }
  // Takes the modes that fit, and holds them from now on; discrete variables have their start values.
  // Whens that act at the start may change states in q. Empty, or why no values fit.
  std::string start_events(double t, double* q);
  // Takes new modes and follows the whens. May change states in q. Empty, or why no values fit.
  std::string handle_event(double t, double* q);
  // A variable that is beyond its min or max in the modes held, or an assertion that does not hold,
  // which is no event at the start; empty: none.
  std::string find_broken_limit() const;
  // The same of assertions alone.
  std::string find_broken_assertion() const;
  // Whether that changed anything.
  bool has_changed() const { return changed_; }
  // Path of the component whose law an indicator belongs to; of −1, the last instant that was known ahead.
  const std::string& event_name(int event) const {
    if (event < 0) {
      return is_due_in_delay_   ? owners_[static_cast<std::size_t>(first_delay_)]
             : is_due_in_cells_ ? system_->quantities.cells[0].name
                                : owners_[tape_.due_owner()];
    }
    return event < tape_.indicator_count() ? owners_[tape_.indicator_owner(event)]
                                           : system_->quantities.cells[0].name;
  }

 private:
  double find_next_time();
  void eval_laws(double t);
  void eval_tape(double t);
  void make_program();
  void find_outcomes(const std::vector<symbolic::Expression>& laws);
  void find_port_laws(const std::vector<symbolic::Expression>& stated,
                      const std::vector<symbolic::Expression>& laws);
  bool knows_ports() const { return !has_ports() || knows_ports_; }
  void make_delays();
  void read_delays(double t);
  void find_first_delays(double t);
  void pass_breaks(double t);
  void record(double t);
  void foretell();
  void make_invariants();
  bool do_initials_read_motion() const;
  void solve_cells(double t);
  void fail_cells();
  int of_program() const { return program_ ? program_->indicator_count() : 0; }
  void set_start_values();
  void update_modes(double t);
  bool apply_changes(double t, bool& changed);
  bool update_followed();
  void settle_followed(double t);
  std::string follow_whens(double t, double* q);
  std::string act_at_start(double t, double* q);

  const System* system_ = nullptr;
  symbolic::HeldTape tape_;
  std::optional<equations::Program> program_;
  equations::Invariants invariants_;
  // At the start: what holds then for states and cells, and which of these may move.
  equations::Invariants start_;
  std::vector<char> moves_at_start_;
  symbolic::Tape initials_;
  int initial_count_ = 0;
  bool starts_by_motion_ = false;
  std::string failure_;
  std::vector<std::string> owners_;  // of each law
  int first_rate_ = 0, first_variable_ = 0, first_delay_ = 0, first_when_ = 0;
  struct Branch {
    int condition;     // its law
    int first_change;  // law of its first change
    const Quantities::Branch* text;
  };
  std::vector<std::vector<Branch>> whens_;
  // Angles of closing joints.
  struct Turning {
    int input;
    Signal measured, speed;
    FollowedAngle angle;
    void list_memory(Memory& memory) { memory(angle); }
  };
  std::vector<Turning> turning_;
  // delay(x, T): values in inputs_.
  struct Delayed {
    int law = 0;                // x
    double time = 0.0;          // T where it stays: breaks of x come out at times that are known ahead
    bool has_stretches = false;
    double longest = 0.0;
    double now = 0.0;  // T at the value recorded last
    DelayLine line;
    void list_memory(Memory& memory) { memory(now, line); }
  };
  std::vector<Delayed> delays_;
  symbolic::HeldTape delay_times_;
  std::vector<double> times_;
  int break_order_ = 1;  // of the breaks that the event at event_time_ makes
  double event_time_ = -std::numeric_limits<double>::infinity();
  bool is_due_in_delay_ = false;
  struct Outcome {
    int input;
    const Signal* signal;
    int port;  // r of this port; −1: the signal itself
  };
  std::vector<Outcome> outcomes_;
  bool needs_rounds_ = false;
  // L, by the laws that give it: with its sign, or the other.
  struct PortLaw {
    int law;
    double sign;
  };
  std::vector<std::vector<PortLaw>> ports_;
  std::vector<int> late_laws_;  // of what acts: those that depend on D and r
  bool knows_ports_ = false;
  std::vector<double> inputs_, values_, before_, live_;
  std::vector<const Branch*> acting_;
  // When time changes modes next, where that was asked for since the last event.
  double modes_time_ = 0.0;
  std::optional<double> next_time_;
  bool is_due_in_cells_ = false;
  bool holds_ = false, reads_motion_ = false, changed_ = false;
};

// What holds between events, by the inputs of Laws: all laws, and the conditions of whens. What a when would assign does
// not matter before it acts.
std::vector<symbolic::Expression> list_lasting_laws(const System& system);

}  // namespace gelenk
