// Formulation "hierarchical" (DESIGN 4): components have coordinates of their own and are coupled
// by port accelerations A = D τ + r, which go up the component tree, and by loads, which go down.
// Joints between components are held by projection with the same factors.
#pragma once

#include <memory>

#include "formulations/black_box.h"
#include "formulations/formulation.h"

namespace gelenk {

struct HierarchicalOptions {
  int threads = 0;  // 0: as many as the machine has
  Metric metric = Metric::mass;
  // true: position and speed are corrected with the factors of one position (Successive 4); false:
  // each correction has factors of its own (CAD 5).
  bool successive = true;
};

// The system must have a partition, and outlive the formulation.
std::unique_ptr<Formulation> make_hierarchical_formulation(const System& system,
                                                           const HierarchicalOptions& options = {});

}  // namespace gelenk
