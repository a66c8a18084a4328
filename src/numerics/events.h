// Finds the events of an OdeSystem inside the steps of an integrator: the first change of sign of an
// indicator on the interpolated solution. Stands between integrator and run loop (integrate.h).
//
// Each indicator has a known sign, that of the last event or start. It is looked at at the end of a step
// and at three instants inside. Where the parabola through three of these comes near zero between them, its
// vertex is looked at too, and so on with the parabola through the new instant: two changes of sign in one step
// are seen unless they hide from the parabolas. The first change is then enclosed by regula falsi (Illinois)
// until the time is resolved, and the later end of the enclosure is the event: there the sign has
// changed, and whatever the system decides by that sign is decided safely.
//
// Right after an event an indicator is near zero, with a sign that may be rounding. If the handler left
// the state alone, the sign is the one that the indicator has just changed to. If it changed the state (an
// impact), the indicator may go either way; its sign is then that of its slope, or where the slope is unclear
// the one at the first instant of the next step at which it is clear of rounding; leaving zero is no event.
// Where the system says which sign must hold, that is the sign. An indicator that starts at its bound with a slope of its own
// has left it, or is beyond it at once; one without may go as far beyond as rounding takes it. How far that is
// is the same after every event: a body on its stop never sinks. Up to what time and state are rounded by, no change of sign counts in any case.
//
// The first steps of a multistep method are of low order, and their lengths are chosen by the tolerance: a hop that
// is lower than the tolerance fits into one of them, and the interpolated solution knows nothing of it. So at an
// event the slope of the indicator, from f and not from the interpolation, has to point the way it crossed, and to be
// as steep but for a tenth.
// Where it does not, the step is too long. So it is where that slope leads across from
// the beginning of the step on, and no crossing is found. Where that is so of the shortest step that can be taken, right
// after an event of the same indicator, its events follow one another faster than the time resolves.
#pragma once

#include <vector>

#include "numerics/integrator.h"

namespace gelenk {

class EventFinder {
 public:
  explicit EventFinder(OdeSystem& system);

  // At the start of a run.
  void start(double t, const Vector& y);
  // After an event was handled.
  void restart(double t, const Vector& y, bool state_changed);

  // failed: a state inside the step cannot be computed; too_long: the step has to be taken anew and shorter; unresolved: it
  // cannot be shorter, and the next event is within it.
  enum class Outcome { none, found, failed, too_long, unresolved };
  Outcome search(Integrator& integrator);

  // Between two steps.
  void list_memory(Memory& memory) {
    memory(sign_, crossed_, is_near_, last_, leaves_, slopes_, rounding_, z_event_, slack_, must_,
           was_turned_, z_restart_, was_too_long_);
    for (const auto* signs : {&sign_, &crossed_, &must_}) {
      for (int sign : *signs) memory.check(sign >= -1 && sign <= 1);
    }
  }

  // The event found last.
  double time() const { return time_; }
  const Vector& state() const { return state_; }
  const std::vector<int>& crossed() const { return crossed_; }
  // Which indicator was unresolved last.
  int unresolved() const { return unresolved_; }

 private:
  // The indicators at an instant.
  struct Sample {
    double t = 0.0;
    Vector z;
    void list_memory(Memory& memory) { memory(t, z); }
  };

  bool is_near_zero() const;
  void find_leaving_slopes(double t, const Vector& y);
  void find_noise(double t, const Vector& y);
  bool measure_rounding(Integrator& integrator);
  Outcome look_along(Integrator& integrator);
  int find_crossing_against_slope(Integrator& integrator);
  int find_missed_crossing(const Integrator& integrator) const;
  int find_lost_turn() const;
  Outcome shorten(const Integrator& integrator, int indicator, Outcome otherwise);
  double calc_slopes(double t, const Vector& y, const Vector& z, double way, Vector& slopes);
  void choose_instants(double begin, double end);
  bool eval_indicators(Integrator& integrator, double t, Vector& z);
  bool probe_dips(Integrator& integrator);
  bool follow_dip(Integrator& integrator, std::size_t i);
  void settle_signs(const Vector& z, bool is_end);
  bool has_crossed(const Vector& z) const;
  bool locate(Integrator& integrator, Sample first, Sample last);

  OdeSystem& system_;
  std::vector<int> sign_;         // −1, 1; 0: not yet known
  Sample earlier_, last_, next_;  // the instants looked at last, and the one looked at now
  Sample probe_, dip_;            // between them: any, and the earliest that has crossed
  bool has_dip_ = false;
  Sample beginning_;  // of the step, with signs and slack there
  std::vector<int> sign_before_, crossed_before_;
  Vector slack_before_, rounding_before_;
  std::vector<char> near_before_;
  Vector slope_;                  // of the state
  Vector slopes_;                 // of the indicators at an event; 0: unclear
  Vector leaves_;                 // the same right after an event
  std::vector<char> is_near_;     // to zero since the last event: at its bound, or of unknown sign
  Vector rounding_;               // |z| right after the last event, where that is near zero
  Vector z_event_;                // z at the last event
  Vector slack_;                  // below which a change of sign is rounding
  Vector noise_, beside_;         // what indicators are off by rounding; a state beside another
  std::vector<int> must_;         // signs that the system asks for
  std::vector<double> instants_;  // at which the step is looked at
  double time_ = 0.0;
  Vector state_;
  std::vector<int> crossed_;
  std::vector<char> was_turned_;  // by indicator: the last event has turned its slope round
  Vector z_restart_;              // indicators after the last event
  bool was_too_long_ = false;     // the step from the same beginning before this one
  int unresolved_ = -1;
};

// Times closer than this to t are one instant.
double time_resolution(double t);

}  // namespace gelenk
