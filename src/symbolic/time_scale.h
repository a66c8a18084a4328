// How long a step may be so that nothing that a law does by time alone is stepped over. Where a machine stands
// still, the error of a step is zero however long it is, and a push that comes and goes within it would never be
// seen, neither by the integrator nor by the search for events.
//
// Every operation x of the laws in use is followed as a function of time, with its inputs as they are and its modes
// held: bounds of x, ẋ and ẍ over a stretch of time by interval arithmetic. With X, how much x changes at most
// over the whole run, a step h is short enough when x is off the straight line by at most a quarter of that,
//   h² max|ẍ| / 8 ≤ X / 4.                                                                           (1)
// For a sine h is 2/ω: three steps in each period, which the search for events looks at at four instants each. A short
// pulse bounds steps while it is near, a decay in the beginning, straight lines never. Each operation counts
// for itself, so that a ripple is not lost in the sum with something large.
//
// The bounds hold for all times of a stretch, so that no pulse falls between instants that are looked at. Stretches are
// made shorter until steps of (1) cross them in a few. What has no bounds in the shortest of them is left out, as a root is
// that ends there, and steps are short at first to see whether it comes back, as a tangent does.
#pragma once

#include <vector>

#include "base/memory.h"
#include "symbolic/expression.h"
#include "symbolic/function.h"
#include "symbolic/interval.h"

namespace gelenk::symbolic {

class TimeScale {
 public:
  TimeScale() = default;
  // What the laws do over time counts.
  explicit TimeScale(const std::vector<Expression>& laws);

  // A run begins: what an earlier one has measured does not count.
  void start();
  // Modes or discrete variables are other ones: the next step begins with those that fit there.
  void renew() { is_new_ = true; }
  // The longest step from t, at most `longest`, in a run until `end`, with the inputs as at t.
  double calc_step(double t, const double* inputs, double longest, double end);
  void list_memory(Memory& memory) { memory(operations_, is_new_, begin_, end_, step_, blind_); }

 private:
  // A value that changes over a stretch, and its derivatives.
  struct Jet {
    Interval x, slope, bend;
  };
  struct Operation {
    Op op;
    int a, b, c;          // places of the operands; a of an input: its number; a of a call: which
    bool varies = false;  // with time
    bool in_use = false;  // not in a branch that is not taken
    bool left_out = false;
    double mode = 0.0;    // as in switches.h
    double value = 0.0;   // at t
    Interval range = {};  // over the run
    double change = 0.0;  // X of (1)
    Jet jet = {};         // over the stretch looked at
    void list_memory(Memory& memory) {
      memory(in_use, left_out, mode, range.low, range.high, change);
    }
  };

  void eval_values(double t, const double* inputs);
  void find_use();
  Jet calc_call(const Operation& o) const;
  void eval_stretch(double from, double to);
  void measure_changes(double from, double to);
  Jet calc(const Operation& o, const Interval& time) const;
  double find_step() const;

  std::vector<Operation> operations_;  // constants are among them
  std::vector<int> laws_;              // places
  CallList calls_;                     // their cells are places
  bool bends_ = false;                 // else there is nothing to do
  bool is_new_ = true;
  double begin_ = 0.0, end_ = 0.0, step_ = 0.0;  // a stretch, and the step that holds in it
  double blind_ = 0.0;                           // the last stretch, where something was left out
};

}  // namespace gelenk::symbolic
