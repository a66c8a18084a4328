// What analyses of an experiment's mechanism work on: its system in coordinates along the joints, a formulation of their own, which they may
// evaluate and load as they like, and the present state. The experiment stays as it is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/experiment_impl.h"
#include "formulations/formulation.h"

namespace gelenk {

class AnalysisBench {
 public:
  // Starts the experiment where nothing has started yet. `what` names the analysis in messages. Throws UserError where the model is cut into
  // components, has no mechanism, or one too large for full matrices.
  AnalysisBench(Experiment& experiment, const char* what);

  const System& system() const { return impl_.machine->system(); }
  const ModelTree& model() const { return impl_.machine->model(); }
  Formulation& formulation() { return *formulation_; }
  Vector& loads() { return loads_; }  // by speed: of the formulation
  double time() const { return impl_.time; }
  const Vector& q() const { return impl_.q; }
  const Vector& v() const { return impl_.v; }
  const std::string& name() const { return model().root->class_name; }

  // Of the coordinate that a speed belongs to; where there are more coordinates than speeds, of the speed.
  std::string name_coordinate(int speed) const;
  std::string unit_of(int speed) const;
  // Of that coordinate now; where there are more coordinates than speeds, of the speed.
  double get_value(int speed) const;
  // Names of the coordinates that take most part in a motion, the most moved first.
  std::vector<std::string> name_moving(const Vector& motion) const;

 private:
  Experiment::Impl& impl_;
  Vector loads_;
  std::unique_ptr<Formulation> formulation_;
  std::vector<RunSignal> names_;  // by speed
  std::vector<int> q_of_;         // by speed: number of its coordinate, −1 where it has none
};

// The unit of a force that does work along a position: of angles N.m, else N.
std::string force_unit(const std::string& unit_of_position);

}  // namespace gelenk
