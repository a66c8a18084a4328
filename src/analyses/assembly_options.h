// Assembly (assembly.h) from other guesses than the model's start values, and with fewer of these fixed: for those who look for further
// assemblies, or for what keeps a model from closing.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyses/assembly.h"

namespace gelenk {

struct AssemblyOptions {
  double start_time = 0.0;
  unsigned seed = 1;    // of the disturbed guesses
  bool retries = true;  // from these
  // Coordinates to begin with instead of the start guesses; empty: these. Motions, by entry of v, in which they stay.
  Vector guess = {};
  std::vector<char> kept = {};
  // Paths of components whose start positions are guesses, though they are fixed.
  std::set<std::string> released = {};
};

struct TriedAssembly : Assembly {
  int tries = 1;  // guesses of positions that were needed
};

// Throws UserError as assemble does.
TriedAssembly assemble_with(Formulation& formulation, const AssemblyOptions& options);

// Components with fixed start positions, by their paths.
std::vector<std::string> list_fixed_positions(const System& system);

}  // namespace gelenk
