// Accelerations of the joints under forces τ along them, M v̇ + h = τ. Two ways, of which code takes the cheaper:
//   - M = Lᵀ D L without leaving the pattern of the tree (Featherstone 2008, 6.5): the fewer operations for a few joints;
//   - articulated bodies, whose cost grows with the number of bodies alone.
// Both begin with the forces of the motion without v̇, and find what is missing.
#pragma once

#include "codegen/body_motion.h"

namespace gelenk::codegen {

// Speeds that are driven are known already; what is found are the others, and zeros for them. M by rows;
// `right` is τ − h, where h has the known accelerations. Throws UserError for a joint that moves nothing that
// has mass.
std::vector<Recorded> solve_by_mass_matrix(const Mechanism& mechanism,
                                           const std::vector<char>& is_driven,
                                           std::vector<Recorded> M,
                                           const std::vector<Recorded>& right);
std::vector<Recorded> solve_by_articulated_bodies(const Mechanism& mechanism,
                                                  const std::vector<char>& is_driven,
                                                  const std::vector<Recorded>& right);

}  // namespace gelenk::codegen
