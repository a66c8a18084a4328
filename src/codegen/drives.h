// Joints and shafts that a law moves, recorded: (2) of elements/axes/axis_element.h.
#pragma once

#include "codegen/law.h"

namespace gelenk::codegen {

struct Drives {
  std::vector<char> is_driven;         // by speed
  std::vector<Recorded> acceleration;  // by speed; zero of those that are free
};

// Puts what the laws give in the place of coordinates and speeds. Throws UserError for laws that are not of
// time alone.
Drives place_driven(const System& system, LawArguments& arguments);

}  // namespace gelenk::codegen
