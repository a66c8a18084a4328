// The whole load on a body that is a part's port: all that the subsystem itself, and what stands above it, does to
// the body of a node, about the node's origin, in world axes. From the loads of joints and forces, which every
// formulation gives.
#pragma once

#include <functional>

#include "formulations/formulation.h"

namespace gelenk {

using JointLoad = std::function<Vec6<double>(const Subsystem& sub, int joint)>;

Vec6<double> calc_port_load(const Formulation& formulation, const JointLoad& joint_load,
                            const Subsystem& root, const Subsystem& sub, NodeIndex node);

}  // namespace gelenk
