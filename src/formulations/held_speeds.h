// What modes hold at the moment, for analyses that let everything else move. A formulation that has modes is one of these, too.
#pragma once

#include <string>
#include <vector>

namespace gelenk {

// Friction that sticks, a stop that something rests against, a lock: v̇ − share · v̇_other is given, as long as it holds.
struct HeldSpeed {
  std::string holder;      // path
  int v = -1, other = -1;  // speeds; other −1: none
  double share = 0.0;
};

class HoldsSpeeds {
 public:
  virtual ~HoldsSpeeds() = default;
  virtual std::vector<HeldSpeed> list_held_speeds() const = 0;
};

}  // namespace gelenk
