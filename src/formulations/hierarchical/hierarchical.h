// Formulation "hierarchical" (DESIGN 4): components with coordinates of their own, coupled by port accelerations
// A = D τ + r up and loads down the component tree; joints between components held by projection with the
// same factors.
#pragma once

#include <memory>

#include "formulations/black_box.h"
#include "formulations/formulation.h"

namespace gelenk {

struct HierarchicalOptions {
  int threads = 0;  // 0: as many as the machine has
  Metric metric = Metric::mass;
  // Position and speed are corrected with the factors of one position (Successive 4), or each correction has factors
  // of its own (CAD 5).
  bool successive = true;
};

// The system has a partition.
std::unique_ptr<Formulation> make_hierarchical_formulation(const System& system,
                                                           const HierarchicalOptions& options = {});

}  // namespace gelenk
