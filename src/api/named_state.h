// The state of a machine by names, as a file shows it; and a start from such names, in a machine that may be another one.
//
// Names are those of coordinates along the joints of the whole mechanism, whichever formulation computes it, so that a state of one
// formulation is a start of another. Joints that close loops are named too: another machine may have its coordinates
// there. Only a compiled component has coordinates that nobody else knows; a model with one has those of its own formulation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/machine.h"
#include "io/state_file.h"
#include "topology/quantities/signal_catalog.h"

namespace gelenk {

class NamedState {
 public:
  // The machine must outlive it.
  explicit NamedState(Machine& machine);

  // Discrete variables and inputs, which the formulation holds now.
  void write_held(StateFile& file) const;
  // Time, coordinates, speeds and states of (t, y).
  void write(double time, const Vector& y, StateFile& file);

  struct Start {
    Assembly assembly;
    std::vector<double> discretes;              // for Machine::set_discrete_starts
    std::vector<std::string> missing, unknown;  // of the model, of the file
  };
  // A state of the machine at `time` that has all values of the file that fit, and else the start values of the model: loops are
  // closed by the least motion. Inputs are set. Throws UserError where nothing fits or loops cannot be closed; `path` is the file's name.
  Start find_start(const StateFile& file, double time, const std::string& path);

 private:
  Formulation& formulation() const {
    return joined_ ? *joined_->formulation : machine_.formulation();
  }
  void close_loops(double time, Assembly& assembly, const std::string& path) const;

  Machine& machine_;
  std::unique_ptr<Machine::Joined>
      joined_;            // where the machine's own coordinates are not those of joints
  const System& system_;  // whose coordinates are named
  std::vector<std::string> q_names_, v_names_;
  std::vector<Signal> measured_;  // coordinates and speeds of joints that close loops
};

}  // namespace gelenk
