// The laws of time of a subsystem's own forces (or of the system's 1-D elements), and their jumps. Every
// formulation holds one of these per subsystem and asks it for values; events of laws reach the run loop
// through the formulation.
//
// Until start_events a law is what its expression says. From then on relations and the like keep their
// value from event to event (symbolic/switches.h), so that an integrator never meets a jump inside a
// step. A held law may leave its domain beyond the event, as sqrt(0.5 − time) does in
// `if time < 0.5 then sqrt(0.5 - time) else 0`; there the expression itself is taken.
#pragma once

#include <string>
#include <vector>

#include "symbolic/expression.h"
#include "topology/system.h"

namespace gelenk {

// The laws of one component.
struct OwnedLaws {
  std::string path;
  std::vector<symbolic::Expression> laws;
};

class ForceLaws {
 public:
  ForceLaws() = default;
  explicit ForceLaws(const Subsystem& sub);
  explicit ForceLaws(const std::vector<OwnedLaws>& owners);

  void eval(double t);
  // Of the last eval: the laws of force (owner) i, in the order of its laws().
  const double* get_values(int force) const { return values_.data() + first_[force]; }

  int event_count() const { return tape_.indicator_count(); }
  void eval_events(double t, double* indicators) { tape_.eval_indicators(t, indicators); }
  void start_events(double t);
  void handle_event(double t) { tape_.update_modes(t); }
  // Path of the component whose law an indicator belongs to.
  const std::string& event_name(int event) const;

 private:
  symbolic::Tape tape_;
  std::vector<std::string> paths_;  // of each force
  std::vector<int> first_;          // law of each force
  std::vector<double> values_;
  bool holds_ = false;
};

// The laws of several subsystems, their events counted on from one to the next.
class LawEvents {
 public:
  void add(ForceLaws& laws) { all_.push_back(&laws); }

  int event_count() const;
  void eval_events(double t, double* indicators);
  void start_events(double t);
  void handle_event(double t);
  const std::string& event_name(int event) const;

 private:
  std::vector<ForceLaws*> all_;
};

}  // namespace gelenk
