// A curve of time with events: instants at which it has a kink or a jump, and which a simulation steps onto. Between two of them
// the curve that is seen is the smooth one between them, also a little beyond, so that an integrator which looks past the next event
// finds no kink there; which one it is follows from the next event that is waited for. Before a time at which it starts it is zero.
#pragma once

#include <vector>

#include "math/tables/curve.h"

namespace gelenk {

// At all points, where two points have the same time, or nowhere.
enum class TimeEvents { always, at_discontinuities, never };
inline constexpr int time_events_count = 3;

class TimeCurve {
 public:
  // Times of the curve are relative to shift.
  TimeCurve(Curve curve, double start, double shift, TimeEvents events);

  // The first event after t; the largest number when there is none.
  double find_next_event(double t) const;
  // The value, or a derivative, at t while `next` is the event that is waited for.
  double eval(double t, double next, int order) const;
  symbolic::Interval bound(const symbolic::Interval& t, double next, int order) const;

  const Curve& curve() const { return curve_; }
  double start() const { return start_; }
  double shift() const { return shift_; }
  TimeEvents events() const { return kind_; }

 private:
  // Of the curve in between two events: where it is seen, from begin to end, moved by `offset` from the curve's own time.
  struct Stretch {
    bool is_before_start = false, is_whole = false;  // whole: without events
    double begin = 0.0, end = 0.0, offset = 0.0;
  };
  Stretch find_stretch(double next) const;
  double find_tolerance(double t) const;
  int find_piece(const Stretch& stretch, double u) const;

  Curve curve_;
  double start_, shift_;
  TimeEvents kind_;
  std::vector<double> events_;  // in the curve's time; of one period where it is periodic
};

}  // namespace gelenk
