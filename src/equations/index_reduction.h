// Equations that restrict states do not determine anything by themselves: their derivatives do. This pass finds by the structure
// alone which equations have to be differentiated, and how often, until the highest derivatives of all unknowns are matched
// (Pantelides 1988), and adds these derivatives. What was differentiated stays: it holds at all times, and is held by
// projection. No states are chosen among those that it ties together.
#pragma once

#include <vector>

#include "equations/flat_equations.h"

namespace gelenk::equations {

struct Reduction {
  // Structurally singular: the equations that no differentiation makes independent, and the unknowns (heads of their chains) that no
  // equation is left for. Both empty otherwise; `flat` is as it was where they are not.
  std::vector<int> too_many, too_few;
  // By equation: the quantity matched to it, the highest derivative of an unknown; −1 where the equation was differentiated, or not
  // asked for.
  std::vector<int> quantity_of;
};

// Of the equations marked, all others are left alone. A column is an unknown quantity without a derivative, or whose derivative is
// known.
Reduction reduce_index(FlatEquations& flat, const std::vector<char>& is_active);

}  // namespace gelenk::equations
