// Whether a state that was saved is one to go on from bit by bit: what the memory in it depends on, written down when it is saved and
// compared when it is read.
#pragma once

#include <string>
#include <vector>

#include "api/machine.h"
#include "io/state_file.h"

namespace gelenk {

// With all its digits.
std::string write_number(double value);

// Of the model with its values, and of the files of its compiled components.
std::string calc_model_digest(const Machine& machine);

// The options that steps and memory depend on, as texts. Threads, and when a run ends, are not among them. `kind`: who runs.
StateFile::Texts list_exact_options(const Machine& machine, const SimulationOptions& chosen,
                                    const SignalTable& signals, const std::string& kind);

// What is not the same, in words: "other parameters", "another integrator". Empty: the state is one to go on from exactly.
std::vector<std::string> list_differences(const StateFile& file, const std::string& model_digest,
                                          const StateFile::Texts& options);

}  // namespace gelenk
