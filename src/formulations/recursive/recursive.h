// Formulation `recursive`: relative coordinates of the spanning tree, accelerations in O(n) by the
// articulated-body recursion, loops eliminated where they close (Dymola 4–6, Robotran 3). Component
// boundaries play no role here: all bodies are in one tree.
#pragma once

#include <memory>

#include "formulations/formulation.h"

namespace gelenk {

// The system must outlive the formulation.
std::unique_ptr<Formulation> make_recursive_formulation(const System& system);
// With generalised forces by speed that act beside all that the model has, in accelerations and in the loads of joints: in a joint they are
// what an actuator there exerts. They may change from one evaluation to the next, and must outlive the formulation.
std::unique_ptr<Formulation> make_loaded_formulation(const System& system, const Vector& loads);

}  // namespace gelenk
