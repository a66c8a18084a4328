// A compiled component as a subsystem. Of what is inside nothing is known but bodies to attach to.
//
// Each of its ports is a body. Where the system is cut into leaves, the leaf that they make is the
// component itself. Where a system is made to find initial values only, the component stands still in
// itself (CompiledPart): bodies that its free coordinates move together are tied to each other, and
// those that they cannot move are tied to ground.
#pragma once

#include <memory>

#include "topology/system.h"

namespace gelenk {

// Throws UserError when the component does not tell where it stands.
std::unique_ptr<Subsystem> make_compiled_part(const Component& component,
                                              std::shared_ptr<LoadedComponent> loaded,
                                              CompiledPart kind, int order);

// Where a system is made to find initial values only, a flange of the component is a rotor that starts as the component
// has it. Adds one for each flange in use.
void add_flange_rotors(const Component& component, LoadedComponent& loaded, AxisContents& axes);

// State of a component that stands where it says, and which ports move together.
struct CompiledStart {
  std::vector<double> q, v;
  std::vector<FrameMotion<double>> ports;
  std::vector<AxisMotion> flanges;
  std::vector<int> island;  // by port: the first port that moves with it; −1: none can be moved
};
CompiledStart find_compiled_start(LoadedComponent& loaded, double t);

}  // namespace gelenk
