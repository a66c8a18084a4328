// Signals as results of a run: which of those there are (topology/quantities/signal_catalog.h) a
// run shows, and their values at an instant.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "formulations/followed_angle.h"
#include "formulations/signal_values.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

class SignalTable {
 public:
  // `globs`: as in select.
  explicit SignalTable(const System& system, const std::string& globs = "");

  // Names of all signals there are.
  std::vector<std::string> names() const;

  // Chooses by globs, separated by commas outside brackets: '*' any characters, '?' one. Empty: the
  // coordinates of joints, the motion of bodies, line forces, sensors, energy and drift. Order:
  // that of the globs, within one glob that of the model. Throws UserError for a glob that matches
  // nothing.
  void select(const std::string& globs);
  // More of them behind those, in the order of the model.
  void add(const std::function<bool(const Signal&)>& wanted);
  const std::vector<Signal>& selected() const { return selected_; }
  std::vector<std::string> selected_names() const;
  std::vector<std::string> selected_units() const;

  // Values of the selected signals at `time`, for the state that the formulation evaluated last.
  void calc_values(Formulation& formulation, double time, const Vector& q, const Vector& v,
                   const Vector& vdot, std::vector<double>& values);

  // Of any signal, selected or not. An angle of a closing joint that is followed has its turns.
  double calc_value(const Signal& signal, Formulation& formulation, double time, const Vector& q,
                    const Vector& v, const Vector& vdot);
  // The state has changed since the last calc_value.
  void forget() { values_.forget(); }

  // Angles of closing joints are followed over turns from step to step: whether there are any; at
  // the start of a run; where the formulation has evaluated the motion at the end of a step.
  bool follows_angles() const { return !angles_.empty(); }
  void start_angles();
  void follow(Formulation& formulation, double time, const Vector& q, const Vector& v);
  void list_memory(Memory& memory) { memory(angles_); }

 private:
  std::string hint_for(const std::string& glob) const;
  void list_angles();

  // A selected signal that is such an angle, and its speed.
  struct Turning {
    std::size_t at;
    Signal speed;
    FollowedAngle angle;
    void list_memory(Memory& memory) { memory(angle); }
  };

  const System& system_;
  SignalValues values_;
  std::vector<Signal> selected_;
  std::vector<Turning> angles_;
};

}  // namespace gelenk
