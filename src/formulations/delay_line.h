// What a quantity was some time ago, delay(x, T) of the language: its values at the steps and events of the run, and a curve through
// them. Before the start it is what it was at the start.
//
// Between two breaks, instants at which x or its slope jumps, the curve is piecewise cubic: through four neighbours, the instant between
// the inner ones. Whoever asks sees one stretch between two breaks, also a little beyond its ends, so that an integrator which looks past
// the next break finds no kink there; `pass` moves on to the next one. A break of x comes out as a break of delay(x, T) at a time that is
// known ahead.
#pragma once

#include <vector>

#include "base/memory.h"

namespace gelenk {

class DelayLine {
 public:
  // The run begins at t with the value x. Values that are older than `longest` are forgotten. Without stretches it is what it was,
  // whatever lies between: for a time that changes.
  void start(double t, double x, double longest, bool has_stretches);
  bool has_started() const { return !samples_.empty(); }

  // x at the end of a step, or at an event inside of the last one. Where t is that of the value before: the value after an event, which
  // makes a break of this order, 1 where the slope of x may jump, and so on; 0 where x does is found here.
  void record(double t, double x, int order);
  // What x was at s, seen as the stretch has it that was passed to last.
  double calc(double s) const;

  // The next break behind the stretch that is seen; infinite without one.
  double next_break() const;
  // To the stretch that holds at s, and after. Returns the order of the break that was passed, or none.
  static constexpr int no_break = 100;
  int pass(double s);

  // A step after which the curve still has the digits of x, by what was left over at the last one.
  double calc_longest_step(double longest) const;

  void list_memory(Memory& memory);

 private:
  struct Sample {
    double t = 0.0, x = 0.0;
    int order = no_break;  // of the break with which a stretch begins here
    void list_memory(Memory& memory) { memory(t, x, order); }
  };
  bool begins(int i) const { return samples_[static_cast<std::size_t>(i)].order != no_break; }
  int count() const { return static_cast<int>(samples_.size()); }
  int find_end(int begin) const;
  double interpolate(int begin, int end, double s) const;
  void measure(int begin);
  void forget();

  std::vector<Sample> samples_;
  int seen_ = -1;  // where the stretch begins that is seen; −1: before the start
  double longest_ = 0.0, largest_ = 0.0;
  double step_ = 0.0;  // 0: any
  bool has_stretches_ = true;
};

}  // namespace gelenk
