// Unknowns that equations tie to one other by numbers alone, a = f b + c, and those that are numbers, a = c. What follows for
// derivatives follows with them: der(a) = f der(b), and der(a) = 0. So two shafts that are connected, by an ideal
// gear if need be, share position, speed and acceleration; and w = der(phi) makes the rate of w the second derivative
// of phi. No index has to be reduced for that, and no state is counted twice.
//
// Equations that stay what they are: der(x) = x, which ties a quantity to its own derivative; those between two known quantities,
// which restrict them; v = der(s) where v is the rate of something else already; der(x) = 2 and der(x) = u with u known,
// by which x moves.
#pragma once

#include <vector>

#include "equations/flat_equations.h"

namespace gelenk::equations {

// What a quantity is: factor times the one that stands for its set, plus offset; without one it is the offset.
struct Alias {
  int of = -1;
  double factor = 1.0, offset = 0.0;
};

struct Aliases {
  std::vector<Alias> of;          // by quantity; itself where it stands for its set
  std::vector<char> is_used_up;   // by equation: it says nothing else
  std::vector<int> contradicted;  // equations that are false whatever happens: 1 = 2
};

// Chains of `flat` from here on link quantities that stand for sets; some are added for that, as equations are that names alone
// cannot say. Start values given for one of a set are taken over by the one that stands for it.
Aliases find_aliases(FlatEquations& flat);

// The expression with quantities that stand for others in their place.
symbolic::Expression use_aliases(const symbolic::Expression& e, const Aliases& aliases);

}  // namespace gelenk::equations
