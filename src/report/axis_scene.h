// The picture of a model that has no bodies in space, only shafts and what slides: nothing in it says where anything is, so
// that rotors stand in a row along x, in the order of the model, and masses in lanes beside each other, at their positions
// along x. Between them stand the springs, dampers, clutches and gears that tie them together.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "report/scene.h"

namespace gelenk {

// Adds movers and shapes. `selected` are the signals of the run: a rotor whose angle is none of them is not drawn.
void draw_axes(const System& system, const std::vector<Signal>& selected,
               const std::unordered_map<std::string, int>& component_numbers, Scene& scene);

}  // namespace gelenk
