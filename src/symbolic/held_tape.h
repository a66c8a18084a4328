// Several expressions compiled together, as Tape is, with the side held on which each jump or bend is (switches.h): what a law or an
// equation is from event to event. Modes are taken by update_modes and held in eval_held; indicators tell when one would change.
//
// A switch that time alone decides needs no indicator, since the instant is known ahead: where both operands are linear in time,
// a₀ + a₁ t, or stay what they are between events, as discrete variables do. find_next_time says when the next of these changes.
#pragma once

#include <vector>

#include "symbolic/expression.h"
#include "symbolic/function.h"

namespace gelenk::symbolic {

class HeldTape {
 public:
  HeldTape() = default;
  explicit HeldTape(const std::vector<Expression>& outputs);
  int size() const { return static_cast<int>(outputs_.size()); }
  // Writes size() values; each evaluation uses scratch memory of the tape. The first one holds no modes.
  void eval(double time, const double* inputs, double* values);
  void eval_held(double time, const double* inputs, double* values);

  bool has_modes() const { return !modes_.empty(); }
  // All of them, as numbers: for who saves them.
  std::vector<double>& modes() { return modes_; }
  // Takes those that fit. Whether a mode changed.
  bool update_modes(double time, const double* inputs);
  // The same of the first alone that does not fit.
  bool update_first_mode(double time, const double* inputs);
  // By how much indicators have the wrong sign in the modes that are held, at most; 0: all fit.
  double measure_misfit(double time, const double* inputs);

  int indicator_count() const { return static_cast<int>(indicator_owners_.size()); }
  // Writes indicator_count() values, with modes held.
  void eval_indicators(double time, const double* inputs, double* indicators);
  // Signs of the indicators while the modes that are held fit.
  void get_signs(int* signs) const;
  // The first output that an indicator acts on.
  int indicator_owner(int indicator) const { return indicator_owners_[indicator]; }

  // From here on what time alone decides has no indicators. By input: whether it stays what it is between events.
  void foretell(const std::vector<char>& is_constant);
  // The first instant after `time` at which such a mode changes, with the modes held at `time`; infinite: none does. Those that change
  // within a few units of rounding have all changed there.
  double find_next_time(double time, const double* inputs);
  // The first output that the switch acts on that was found last.
  int due_owner() const { return due_owner_; }

 private:
  struct Step {
    Op op;
    int a, b, c;     // cells, the first again where there are fewer; a of an input: its number;
                     // a of a call: which of calls_
    int mode;        // which of modes_; −1 for a smooth operation
    int owner = -1;  // the first output that needs it
    bool is_foretold = false;  // a switch without indicators
  };
  enum class Modes { live, update, update_first, held };
  template <Modes modes>
  void run(double time, const double* inputs);
  template <Modes modes>
  double calc(const Step& s, double time, const double* inputs);
  template <typename Visit>
  void for_each_operand(const Step& s, Visit&& visit) const;
  void write_outputs(double* values) const;
  void eval_foretold(double time, const double* inputs);
  bool fits(const Step& s) const;
  double calc_slope(const Step& s) const;
  double estimate_change(const Step& s, double time) const;
  double find_change(const Step& s, double near, const double* inputs);

  std::vector<Step> steps_;    // result of step i goes to cells_[first_step_ + i]
  std::vector<double> cells_;  // constants, then one cell a step
  std::vector<int> outputs_;   // cell of each output
  CallList calls_;
  int first_step_ = 0;
  std::vector<double> modes_;
  bool mode_changed_ = false;
  std::vector<int> indicator_owners_;
  std::vector<int> ahead_;  // steps that switches which are foretold need
  int due_owner_ = 0;
  std::vector<double> slopes_;  // by cell: of those that are linear in time
};

}  // namespace gelenk::symbolic
