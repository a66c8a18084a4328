// The coordinates of a system as those read them who look for positions: shafts that no joint is on by the inertias on them, all others by
// their own names. In the order of q; states of equations are not among them.
#pragma once

#include <string>
#include <vector>

#include "topology/system.h"

namespace gelenk {

struct ShownCoordinate {
  std::string name, unit;
  int q = -1;  // value = ratio · q + offset
  double ratio = 1.0, offset = 0.0;

  template <typename Q>
  double calc(const Q& at) const {
    return ratio * at[q] + offset;
  }
};

std::vector<ShownCoordinate> list_shown_coordinates(const System& system);

// One per entry of v: what moves, by the name of its coordinate where there is one, and whether it turns.
struct ShownMotion {
  std::string name;
  bool turns = false;
};

std::vector<ShownMotion> list_shown_motions(const System& system);

}  // namespace gelenk
