// An equation between coordinates of joints (Robotran 4.6), such as the ratio of a gear or the stroke of a
// cam: linear,
//   Σ factor_i q_i = constant,                                                                     (1)
// or any expression of coordinates,
//   g(q) = 0.                                                                                      (2)
// It acts on coordinates, not on frames: each joint it names receives the load ∂g/∂q_i λ along its
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
  symbolic::Expression residual;  // (2): g
};

// A class of relation: its declaration and how an instance is read.
struct RelationKind {
  const char* class_name;
  const char* declaration;
  CoordinateRelation (*make)(const Component& component);
};

extern const RelationKind linear_relation_kind, relation_kind;

}  // namespace gelenk
