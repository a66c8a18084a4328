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
#pragma once

#include <string>
#include <vector>

#include "formulations/formulation.h"
#include "formulations/outcomes.h"
#include "formulations/recursive/loop_ranks.h"
#include "formulations/recursive/modes.h"
#include "formulations/recursive/singular_passage.h"
#include "formulations/refinement.h"
#include "formulations/signal_values.h"

namespace gelenk {

class BoxFormulation : public Formulation {
 public:
  BoxFormulation(const System& system, SingularPassage::Step step);

  const System& system() const override { return system_; }
  const Laws& laws() const override { return laws_; }
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
  void start_events(double t, Vector& q, Vector& v) override;
  void handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed) override;
  std::string event_name(int event) const override;

 protected:
  // ---- what the boxes do ---------------------------------------------------------------------------------

  virtual void place_motion(double t) = 0;                   // at q_, v_
  virtual bool eval_under_laws(double t, Vector& vdot) = 0;  // as evaluated last
  // As RecursiveBox has it.
  virtual double find_thinnest(std::string& joint) const = 0;
  // Motions of all bodies with other accelerations than those evaluated.
  virtual void take_accelerations(const Vector& vdot) = 0;
  // As project(), at a state beside the present one.
  virtual bool project_beside(Vector& q, Vector& v) = 0;

  virtual bool ranks_known() const = 0;
  virtual void learn_ranks() = 0;  // at q_, v_, where the laws have been evaluated
  virtual void forget_ranks() = 0;
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
  // At q_ and v_: the motion of the singular loops alone, scaled to one (radian or length); returns how fast they are.
  virtual double calc_loop_motion(Vector& motion) = 0;

  // What holders rub on, and what their laws say, at a state whose laws are evaluated.
  virtual void update_axes(const Vector& q, const Vector& v) = 0;
  // How drives jump at an event. Returns why they contradict each other.
  virtual std::string find_jumps(const Vector& q, const Vector& v, Vector& change) = 0;
  virtual void strike(const Vector& q, const Vector& change, Vector& all) = 0;
  // Which holders share what they hold, at the state evaluated last. May forget ranks.
  virtual void find_shared_holds() = 0;

  // ---- for the formulations --------------------------------------------------------------------------------

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
  // How an impact at q changes speeds.
  Modes::Impact impact_at(const Vector& q);
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
  bool try_at_modes(double t, const Vector& q, const Vector& v, Vector& vdot);
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
  void eval_laws(double t);
  Modes::Evaluate evaluate_at(double t, const Vector& q, const Vector& v);
  bool settle_branches(double t, Vector& q, Vector& v);
  bool follow_drives(const Vector& q, Vector& v);

  SignalValues values_;  // of outcomes
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
