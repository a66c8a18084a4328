// An equation between coordinates of joints (Robotran 4.6), such as the ratio of a gear or the stroke of a
// cam: linear,
//   Σ factor_i q_i = constant,                                                                     (1)
// or any expression of coordinates,
//   g(q) = 0,                                                                                      (2)
// or, where it restricts no position, an expression that is linear in speeds,
//   r(q, v) = Σ a_i(q) v_i = 0.                                                                    (3)
// It acts on coordinates, not on frames: each joint it names receives the load ∂g/∂q_i λ, or a_i λ, along its
// coordinate. Topology finds the joints; they carry coordinates, so that (1) knows whole turns.
#pragma once

#include <string>
#include <vector>

#include "model/component.h"

namespace gelenk {

struct CoordinateRelation {
  struct Term {
    std::string coordinate;  // full name, "gear.shaft.phi"
    double factor;
  };
  std::vector<Term> terms;  // (1)
  double constant = 0.0;
  bool is_linear = true;
  bool of_speeds = false;         // (3)
  symbolic::Expression residual;  // g of (2), r of (3)
};

// A class of relation: its declaration and how an instance is read.
struct RelationKind {
  const char* class_name;
  const char* declaration;
  CoordinateRelation (*make)(const Component& component);
};

extern const RelationKind linear_relation_kind, relation_kind, speed_relation_kind;

}  // namespace gelenk
