// Laws that a model states (symbolic/expression.h), recorded: expressions of time, of coordinates and speeds
// of joints and shafts, and of the model's own inputs. What else a law may read is refused, by name.
#pragma once

#include <vector>

#include "codegen/recorded.h"
#include "topology/system.h"

namespace gelenk::codegen {

struct LawArguments {
  Recorded time;
  std::vector<Recorded> q, v, inputs;  // inputs: of the model itself
};

// `owner`: path of the component, for messages. Throws UserError.
Recorded record_law(const symbolic::Expression& law, const System& system,
                    const LawArguments& arguments, const std::string& owner);

// Position and speed of a shaft, which one coordinate gives: (1) of topology/axes.h. Shaft −1 is ground.
struct ShaftMotion {
  Recorded x, v;
  int speed = -1;      // its number; −1: it stands still
  double ratio = 0.0;  // to that
};
ShaftMotion record_shaft(const System& system, int shaft, const LawArguments& arguments);

}  // namespace gelenk::codegen
