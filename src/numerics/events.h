// Finds the events of an OdeSystem inside the steps of an integrator: the first change of sign of an
// indicator on the interpolated solution. Stands between integrator and run loop (integrate.h).
//
// Each indicator has a known sign, that of the last event or start. It is looked at at the end of a step
// and at three instants inside, so that an indicator that changes sign twice in one step is seen unless
// both changes fall between two of these. The first change is then enclosed by regula falsi (Illinois)
// until the time is resolved, and the later end of the enclosure is the event: there the sign has
// changed, and whatever the system decides by that sign is decided safely.
//
// Right after an event an indicator is near zero, with a sign that may be rounding. If the handler left
// the state alone, the sign is the one that the indicator has just changed to. If it changed the state (an
// impact), the indicator may go either way; its sign is then taken from the first instant of the next
// step at which it is clear of rounding, and leaving zero is no event. Where the system says which sign must
// hold, that is the sign, and a change counts once it is clear of rounding.
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

  enum class Outcome { none, found, failed };  // failed: a state inside the step cannot be computed
  Outcome search(Integrator& integrator);

  // The event found last.
  double time() const { return time_; }
  const Vector& state() const { return state_; }
  const std::vector<int>& crossed() const { return crossed_; }

 private:
  bool measure_rounding(Integrator& integrator);
  void choose_instants(double begin, double end);
  bool eval_indicators(Integrator& integrator, double t, Vector& z);
  void settle_signs(const Vector& z, bool is_end);
  bool has_crossed(const Vector& z) const;
  bool locate(Integrator& integrator, double from, Vector z_from, double to, Vector z_to);

  OdeSystem& system_;
  std::vector<int> sign_;         // −1, 1; 0: not yet known
  Vector z_, z_next_, z_probe_;   // at the last instant looked at, and at further ones
  Vector rounding_;               // |z| right after the last event
  Vector z_event_;                // z at the last event
  Vector slack_;                  // below which a change of sign is rounding
  std::vector<int> must_;         // signs that the system asks for
  std::vector<double> instants_;  // at which the step is looked at
  double time_ = 0.0;
  Vector state_;
  std::vector<int> crossed_;
};

// Times closer than this to t are one instant.
double time_resolution(double t);

}  // namespace gelenk
