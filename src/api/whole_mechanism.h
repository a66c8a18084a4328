// The mechanism of an experiment in coordinates along its joints, whichever formulation computes the experiment, with a memory of its
// own: for analyses that try many states. Compiled components have no such coordinates.
#pragma once

#include <memory>

#include "api/experiment_impl.h"

namespace gelenk {

class WholeMechanism {
 public:
  // Inputs and discrete variables are those of the experiment now. Throws UserError where there are compiled components; `what`
  // says who needs their masses.
  WholeMechanism(Experiment::Impl& impl, const char* what);

  Formulation& formulation() const { return *joined_->formulation; }
  const System& system() const { return joined_->system; }
  // The present state of the experiment; at its start, where nothing has started.
  Assembly find_start(double time) const;
  // A state for the experiment.
  Assembly give_back(const Vector& q, const Vector& v, double time) const;

  // The same for other values of parameters and inputs. Null where the model does not allow them.
  struct Variant {
    std::unique_ptr<Machine> machine;
    std::unique_ptr<Machine::Joined> joined;
  };
  static Variant make_variant(Experiment::Impl& impl, const Model& model);

 private:
  static void give_held(Experiment::Impl& impl, Machine::Joined& joined);

  Experiment::Impl& impl_;
  std::unique_ptr<Machine::Joined> joined_;
};

}  // namespace gelenk
