// Sentences about a system at its start: its mechanism, its equations, its start values. Each function is a section.
#pragma once

#include <string>
#include <vector>

#include "analyses/assembly.h"
#include "formulations/formulation.h"

namespace gelenk {

std::vector<std::string> explain_mechanism(Formulation& formulation, const Assembly& start);
// Empty: the model has none of its own.
std::vector<std::string> explain_equations(const Formulation& formulation);
std::vector<std::string> explain_start(const Formulation& formulation, const Assembly& start);

}  // namespace gelenk
