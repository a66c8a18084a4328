// Notices a correction that turns a mechanism off its way. Where branches of its positions cross, a step that is
// long or inexact may end nearer to the other branch than to its own; closing the loops then moves it onto that
// one, and freeing the speeds v of what would open them leaves only their part v' along it. After an honest step
// v' − v is as small as the error of the step, so that
//   |v' − v| > share · |v|                                                                          (1)
// means a turn, or a step too inexact to tell. Speeds are those of one loop, by their largest entry. Where a
// mechanism turns back it has none, and a share of the largest that it had so far stands for them.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/memory.h"
#include "math/vector.h"

namespace gelenk {

// Speeds that have grown beyond all bounds, in radians or metres per second: no mechanism's, but those of an
// integration that diverges, which is for the integrator to name.
inline constexpr double boundless_speed = 1e6;
inline bool is_boundless(const Vector& v) {
  return v.size() > 0 && !(v.cwiseAbs().maxCoeff() < boundless_speed);
}

class TurnWatch {
 public:
  // `speeds`: those of the loop, by index in v.
  explicit TurnWatch(std::vector<int> speeds) : speeds_(std::move(speeds)) {}

  const std::vector<int>& speeds() const { return speeds_; }

  // (1), for a correction of v to v'.
  bool has_turned(const Vector& before, const Vector& after) const {
    double change = 0.0, speed = rest;
    for (int k : speeds_) {
      change = std::max(change, std::abs(after[k] - before[k]));
      speed = std::max(speed, std::abs(before[k]));
    }
    return speed < boundless_speed && change > largest_share * std::max(speed, slow * largest_);
  }
  // Speeds of a state that the run keeps.
  void learn(const Eigen::Ref<const Vector>& v) {
    double speed = rest;
    for (int k : speeds_) speed = std::max(speed, std::abs(v[k]));
    if (speed < boundless_speed) largest_ = std::max(largest_, speed);
  }
  void forget() { largest_ = 0.0; }
  void list_memory(Memory& memory) { memory(largest_); }

 private:
  static constexpr double largest_share = 0.1, slow = 0.1;
  // Radians or metres per second: a loop that moves no faster is at rest. In a ladder of 16 km, whose joints carry a
  // million newtons, rounding alone gives them 1e-10 in a step of a millisecond.
  static constexpr double rest = 1e-6;

  std::vector<int> speeds_;
  double largest_ = 0.0;
};

// `loop`: "the relation 'cam'".
inline std::string describe_turn(const std::string& loop) {
  return "after a step " + loop +
         " closes again only with other speeds, by more than a tenth: the step is too inexact, or "
         "took the mechanism onto another way where ways cross (choose a smaller relative "
         "tolerance or a smaller step),";
}

}  // namespace gelenk
