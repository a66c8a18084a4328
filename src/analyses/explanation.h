// Sentences about a system at its start: its mechanism, its equations, its start values. Each function is a section.
#pragma once

#include <string>
#include <vector>

#include "analyses/assembly.h"
#include "formulations/formulation.h"

namespace gelenk {

// Bodies, joints, loops; which equations are redundant and what they say; how the mechanism may still move. `formulation`: along the
// joints of the whole.
std::vector<std::string> explain_mechanism(Formulation& formulation, const Assembly& start);
// Numbers that look as if they were meant in another unit.
std::vector<std::string> find_doubtful_numbers(const System& system);
// Empty: the model has none of its own.
std::vector<std::string> explain_equations(const Formulation& formulation);
std::vector<std::string> explain_start(Formulation& formulation, const Assembly& start);

}  // namespace gelenk
