// Equations of what closes loops, recorded: of joints that do, and of relations between coordinates. A loop
// is seen from the last body that both its ways have in common, so that nothing inwards of it takes part.
//   g(X_FM),   G: C V_FM = G v,   b: C A_FM + Ċ V_FM where v̇ = 0      (2) of elements/joint.h
#pragma once

#include "codegen/world_motion.h"

namespace gelenk::codegen {

struct Loops {
  std::vector<Recorded> g, bias;  // by row, in the order of Closure (formulations/formulation.h)
  std::vector<Recorded> G;        // rows × nv, by rows
};

// Throws UserError for relations that are not linear ones between coordinates.
Loops calc_loops(const System& system, const Mechanism& mechanism);

// What closes a loop, by its path or name; empty: nothing does.
std::string find_loop(const System& system);

}  // namespace gelenk::codegen
