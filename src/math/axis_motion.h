// Motion of a shaft, which turns about one axis or slides along it.
#pragma once

namespace gelenk {

struct AxisMotion {
  double x = 0.0, v = 0.0, a = 0.0;  // position, speed, acceleration
};

}  // namespace gelenk
