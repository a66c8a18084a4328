// A frame fixed to a body of the tree, where topology knows a frame on a node of a subsystem.
#pragma once

#include "formulations/recursive/jacobian.h"

namespace gelenk {

struct FrameOnBody {
  BodyIndex body = 0;
  Pose<double> X_BF;
};

inline FrameOnBody place_frame(const Tree& tree, const Subsystem& sub, const FrameOnNode& at) {
  const NodePlace& node = tree.nodes[sub.id][at.node];
  return {node.body, node.X_BN * at.X_NF};
}

inline FrameMotion<double> calc_motion_of(const TreeData<double>& bodies, const FrameOnBody& at) {
  if (at.body == 0) {
    FrameMotion<double> fixed;
    fixed.X = at.X_BF;
    return fixed;
  }
  return calc_frame_motion(bodies, at.body, at.X_BF);
}

}  // namespace gelenk
