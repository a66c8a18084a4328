// What a formulation over black boxes does whatever its boxes are (one of a whole tree in `recursive`, a tree of them in
// `hierarchical`): accelerations where rank is known and across singular positions, and events. In order, for a state:
//   laws → accelerations at the modes as they are → across, where the position is singular
// where laws read accelerations or loads, the first two in turn until they agree (outcomes.h);
// and at an event laws and modes in turn, until they agree.
//
// The state evaluated is q_, v_: that given, with its driven coordinates placed.
//
// Evaluations and corrections are trials (loop_ranks.h): each begins with the memory, and what it
// learns counts from the accepted state on. So does whether a singular position is passed or
// missed, which corrections after it have to know.
//
// Where the system's ports are open (open_ports.h) somebody outside evaluates and corrects the whole,
// and asks this formulation for its share. Events are handled here all the same; accelerations under
// the modes to be tried, and what impacts do, then come from outside. Singular positions are passed
// or missed as those outside say.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formulations/formulation.h"
#include "formulations/held_speeds.h"
#include "formulations/outcomes.h"
#include "formulations/port_responses.h"
#include "formulations/recursive/loop_ranks.h"
#include "formulations/recursive/modes.h"
#include "formulations/recursive/open_ports.h"
#include "formulations/recursive/singular_passage.h"
#include "formulations/refinement.h"
#include "formulations/signal_values.h"

namespace gelenk {

class BoxFormulation : public Formulation, public HoldsSpeeds {
 public:
  explicit BoxFormulation(const System& system);

  const System& system() const override { return system_; }
  OpenPorts* open_ports() override { return ports_.get(); }
  bool eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                        Vector& vdot) override;
  void eval_motion(const Vector& q, const Vector& v) override;
  const Laws& laws() const override { return laws_; }
  bool project_states(double t, Vector& q, const Vector& v, bool at_start) override;
  bool eval_initials(double t, const Vector& q, const Vector& v, Vector& residuals) override;
  void hold_branches(double t, bool holds) override { laws_.hold_branches(t, holds); }
  void set_input(int input, double value) override { laws_.set_input(input, value); }
  std::string failure() const override { return failure_.empty() ? nearness_ : failure_; }
  void accept(double t, const Vector& q, const Vector& v) override;
  void list_memory(Memory& memory) override;

  // Events of the laws, then those of the modes.
  int event_count() const override { return laws_.event_count() + modes_->event_count(); }
  bool events_depend_on_state() const override {
    return !modes_->empty() || laws_.events_depend_on_state();  // outcomes are inputs, too
  }
  void eval_events(double t, const Vector& q, const Vector& v, Vector& indicators) override;
  void get_event_signs(std::vector<int>& signs) const override;
  double next_time_event() override { return laws_.next_time_event(); }
  void start_events(double t, Vector& q, Vector& v) override;
  void handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed) override;
  std::string event_name(int event) const override;
  bool is_stop(int event) const override;
  std::vector<HeldSpeed> list_held_speeds() const override;

 protected:
  // ---- what the boxes do ---------------------------------------------------------------------------------

  virtual BlackBox& root() = 0;             // all boxes; its ports are those that are open
  virtual void place_motion(double t) = 0;  // at q_, v_
  virtual bool eval_under_laws(double t, Vector& vdot) = 0;  // as evaluated last
  // Up and down, at q_ and v_, by laws and modes as they are; v̇, or in an impact the changes of speed.
  virtual bool condense(double t, Loading loading) = 0;
  virtual void release(const Vector& tau, Loading loading, Vector& vdot) = 0;
  // Of the last evaluation: q̇ of all coordinates; and a load that nothing can take, or another
  // failure that nobody has told so far. Empty: none.
  virtual void calc_qdot(double* qdot) = 0;
  virtual std::string check_loads() = 0;
  // Moves q by a small δ in directions of motion.
  virtual void step(const Vector& delta, Vector& q) = 0;
  // As RecursiveBox has it.
  virtual double find_thinnest(std::string& joint) const = 0;
  // Motions of all bodies with other accelerations than those evaluated.
  virtual void take_accelerations(const Vector& vdot) = 0;
  // As project(), at a state beside the present one.
  virtual bool project_beside(Vector& q, Vector& v) = 0;

  virtual bool ranks_known() const = 0;
  virtual void learn_ranks() = 0;  // at q_, v_, where the laws have been evaluated
  virtual void forget_ranks() = 0;
  // At a closed position whose factors in this metric are at hand: as LoopRanks::raise.
  virtual void raise_ranks(Metric metric) = 0;
  // As LoopRanks has them.
  virtual void recall_ranks() = 0;
  virtual void set_aside(Trial trial) = 0;
  virtual void keep(double t, const Vector& q, const Vector& v, bool corrected, bool evaluated) = 0;
  virtual void start_ranks(const Vector& v) = 0;
  virtual void list_memory_of_boxes(Memory& memory) = 0;
  virtual const std::string& undetermined() const = 0;  // as LoopRanks has it
  virtual bool is_within(double fraction) const = 0;    // of what pivots are elsewhere
  // After an alarm, at q_ and v_: as LoopRanks.
  virtual void compare_with_geometry() = 0;
  virtual void leave_out(double fraction) = 0;
  virtual double get_left_out() const = 0;
  virtual std::string describe_singular() const = 0;
  // How much motion a unit of each speed is; whether it belongs to a singular loop.
  virtual void measure_speeds(Vector& sizes, std::vector<char>& in_loop) = 0;
  // At q_ and v_: the motion of the singular loops alone, scaled to one (radian or length); returns how fast they are.
  virtual double calc_loop_motion(Vector& motion) = 0;

  // What holders rub on, and what their laws say, at a state whose laws are evaluated.
  virtual void update_axes(const Vector& q, const Vector& v) = 0;
  // How drives jump at an event. Returns why they contradict each other.
  virtual std::string find_jumps(const Vector& q, const Vector& v, Vector& change) = 0;
  // In the impacts that follow speeds that are held change by these, which must outlive them.
  virtual void set_jumps(const Vector& change) = 0;
  // Changes of all speeds in an impact at q that is a matter of this formulation alone.
  virtual void strike(const Vector& q, const Vector& change, Vector& all) = 0;
  // Events: whether indicators follow from accelerations, too; and those of the state evaluated last.
  virtual bool do_accelerations_decide() const {
    return !modes_->empty() || laws_.outcome_count() > 0;
  }
  virtual void calc_indicators(double t, double* indicators);
  // Which holders share what they hold, at the state evaluated last. May forget ranks.
  virtual void find_shared_holds() = 0;

  // ---- for the formulations --------------------------------------------------------------------------------

  // When the boxes are made: where ports are to be open, they are from here on.
  void open(const OpenPortList& ports);
  // Of a correction: at its beginning, and at its end where it has found q.
  void begin_trial();
  void end_correction(const Vector& q, bool is_near_singular);
  // Ranks are other ones from here on.
  void forget() {
    forget_ranks();
    kept_left_out_ = LoopRanks::singular_fraction;
  }
  // What events do to laws and modes; ranks are learnt afterwards, where they were forgotten.
  virtual void start_modes(double t, Vector& q, Vector& v);
  virtual void handle_modes(double t, Vector& q, Vector& v, const std::vector<int>& crossed);
  bool eval_at_modes(double t, const Vector& q, const Vector& v, Vector& vdot);
  // The state with its driven coordinates, and the laws there; what they read of their own outcome too.
  void read_laws(double t, const Vector& q, const Vector& v);
  // How an impact at a state changes speeds.
  Modes::Impact impact_at(const Vector& q, const Vector& v);
  // At an event: something that others have to know of has changed.
  bool has_changed_ = false;
  // Why no modes fit since the last event; stays until the next.
  std::string mode_failure_;
  std::string failure_;
  // To which singular position the state evaluated last is close, if it misses it: what fails there may fail for that.
  std::string nearness_;
  // Why modes do not fit: the evaluation that failed says it best.
  std::string find_cause(const std::string& of_modes) const {
    return of_modes.empty() || failure_.empty() ? of_modes : failure_;
  }

  // After an evaluation by `root`: what it has lost of digits.
  void refine(BlackBox& root, Vector& vdot) {
    has_digits_ =
        !root.is_uneven() || refinement_.refine(root, v_.lpNorm<Eigen::Infinity>(), at_rest, vdot);
  }
  // The same for changes of speed in an impact, in which some are given.
  void refine_impact(BlackBox& root, const Vector& given, Vector& all) {
    const double size = given.lpNorm<Eigen::Infinity>();
    has_digits_ = !root.is_uneven() || refinement_.refine(root, 0.0, std::max(size, 1e-9), all);
    if (!has_digits_) impact_failure_ = describe_lost_digits("changes of speed in an impact");
  }

  const System& system_;
  Laws laws_;
  const double load_length_;         // of the holders' least forces
  Modes* modes_ = nullptr;           // to be set before any evaluation
  const Vector* holding_ = nullptr;  // likewise: by holder, of the last evaluation
  Vector q_, v_;
  Vector vdot_;  // scratch

 private:
  friend class OpenPorts;

  bool try_at_modes(double t, const Vector& q, const Vector& v, Vector& vdot);
  bool follow_passage(double t, const Vector& q, const Vector& v, bool corrected, bool evaluated);
  bool finish(double* qdot);
  void learn_at(double t, const Vector& q, const Vector& v);
  void follow_angles(double t, const Vector& q, const Vector& v);
  void end_event(double t, const Vector& q, const Vector& v);
  std::string describe_lost_digits(const std::string& of_what) const;
  bool is_near_singular() const { return is_within(LoopRanks::near_fraction); }
  bool eval_where_rank_holds(double t, Vector& vdot);
  bool eval_across(double t, Vector& vdot);
  bool eval_accelerations(double t, Vector& vdot);
  // As read_laws, but for outcomes, which are zero.
  void read_motion(double t, const Vector& q, const Vector& v);
  void read_inputs(double t);
  Modes::Evaluate evaluate_at(double t, const Vector& q, const Vector& v);
  bool settle_branches(double t, Vector& q, Vector& v);
  bool follow_drives(const Vector& q, Vector& v);

  std::unique_ptr<OpenPorts> ports_;  // null: none is open
  SignalValues values_;               // of outcomes
  PortResponses responses_;
  Outcomes outcomes_;
  Refinement refinement_;
  bool has_digits_ = true;
  std::string impact_failure_;  // of the impacts of an event
  SingularPassage passage_;
  Vector direct_, motion_;  // scratch

  // Memory: which rows corrections leave out (leave_out), since a singular position is passed
  // (LoopRanks::near_fraction) or missed (0) here; else LoopRanks::singular_fraction.
  double kept_left_out_ = LoopRanks::singular_fraction;
  // The last trials, for accept: whether one was made, and where.
  bool has_learnt_ = false;  // some trial since the last recall may have
  bool is_evaluated_ = false;
  double evaluated_t_ = 0.0, evaluated_left_out_ = LoopRanks::singular_fraction;  // at q_, v_
  bool is_corrected_ = false, is_corrected_near_ = false;
  Vector corrected_q_;
};

}  // namespace gelenk
