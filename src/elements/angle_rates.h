// Angles among the signals of a joint that a pose tells but for whole turns, as those of a wheel that rolls: angles[1] is one
// where there is der_angles[1] as well.
#pragma once

#include <algorithm>

#include "elements/registry.h"

namespace gelenk {

// Of signal k of the joint, if it is such an angle: which signal is its rate. Else -1.
inline int find_angle_rate(const AnyJoint& joint, int k) {
  return std::visit(
      [&](const auto& kind) {
        if constexpr (requires { kind.signal_names(); }) {
          const std::vector<std::string> names = kind.signal_names();
          const std::string& angle = names[static_cast<std::size_t>(k)];
          const auto rate = std::find(names.begin(), names.end(), "der_" + angle);
          if (angle.starts_with("angles[") && rate != names.end())
            return static_cast<int>(rate - names.begin());
        }
        return -1;
      },
      joint);
}

}  // namespace gelenk
