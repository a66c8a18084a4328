// Where bodies and their frames are in the world, and how they move there: for forces between frames,
// sensors, loops and energy.
#pragma once

#include "codegen/mechanism.h"

namespace gelenk::codegen {

struct PlacedBody {
  Matrix3 R;  // R_WB
  Vector3 p;  // p_WBo
  // In body axes: angular velocity, velocity of the origin; and what of their rates is left where v̇ = 0.
  Vector3 w, v, alpha, a;
};

// By body. Speeds of the mechanism may be missing: then all motion is zero. Another body than ground may
// stand for the world: then those that it carries are placed, and it stands still.
std::vector<PlacedBody> place_bodies(const Mechanism& mechanism, int world = 0);

// A frame that is fixed to a body, in world axes; `at`: on a body of the lean tree.
struct PlacedFrame {
  int body = 0;
  Vector3 r;  // from the body's origin, in its axes
  Matrix3 R;
  Vector3 p, w, v, alpha, a;
};
PlacedFrame place_frame(const std::vector<PlacedBody>& bodies, int body, const Pose<double>& X_BF);

// By speed, columns (w, v) of a frame's twist, in axes of the world, which may be another body than ground.
std::vector<Vector6> calc_jacobian(const Mechanism& mechanism,
                                   const std::vector<PlacedBody>& bodies, const PlacedFrame& frame,
                                   int world = 0);

}  // namespace gelenk::codegen
