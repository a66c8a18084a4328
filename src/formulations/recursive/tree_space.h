// The equations along the joints of a tree, for a formulation that has the tree's coordinates and another way to
// accelerations. In: the laws of that formulation, evaluated where it is asked to.
#pragma once

#include <functional>
#include <memory>

#include "formulations/formulation.h"

namespace gelenk {

// System and laws must outlive it; `read_laws` evaluates these at a state. No law reads what it brings about.
std::unique_ptr<JointSpace> make_tree_space(
    const System& system, const Laws& laws,
    std::function<void(double t, const Vector& q, const Vector& v)> read_laws);

}  // namespace gelenk
