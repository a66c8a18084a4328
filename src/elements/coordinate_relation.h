// A linear equation between coordinates of joints (Robotran 4.6), such as the ratio of a gear:
//   Σ factor_i q_i = constant.                                                                     (1)
// It acts on coordinates, not on frames: each joint it names receives the load factor_i λ along its
// coordinate. Topology finds the joints; they carry coordinates, so that (1) knows whole turns.
#pragma once

#include <string>
#include <vector>

#include "model/component.h"

namespace gelenk {

struct CoordinateRelation {
  static constexpr const char* class_name = "Gelenk.Constraints.LinearRelation";
  static const char* const declaration;
  explicit CoordinateRelation(const Component& component);

  struct Term {
    std::string joint, coordinate;  // "gear.shaft", "phi", seen from where the relation stands
    double factor;
  };
  std::vector<Term> terms;
  double constant;
};

}  // namespace gelenk
