// The numbers of the state evaluated last, which the parts of the formulation share: each says in its
// header what it reads and what it fills. The constant side is Tree and LoopPlan.
#pragma once

#include "formulations/recursive/loop_data.h"
#include "math/vector.h"

namespace gelenk {

struct RecursiveState {
  RecursiveState(const Tree& tree, const LoopPlan& plan) : bodies(tree), loops(plan) {}

  Vector q, v;
  Vector vdot;              // of the last release
  bool is_complete = true;  // whether the bodies' A have it in them
  std::vector<char> held;   // by relation between coordinates (HeldRelation): whether it holds
  TreeData<double> bodies;
  LoopData<double> loops;
};

}  // namespace gelenk
