// A mechanism whose equations are recorded: its lean tree, with the joints' passages at coordinates q and
// speeds v that are values of a graph. The kernels beside it work on this.
#pragma once

#include "codegen/passage.h"

namespace gelenk::codegen {

struct Mechanism {
  // Names of bodies, for the code. Speeds may be missing.
  Mechanism(const LeanTree& lean, const std::vector<std::string>& body_names,
            const std::vector<Recorded>& coordinates, const std::vector<Recorded>& joint_speeds);

  const LeanTree& tree;
  const std::vector<std::string>& names;
  std::vector<Recorded> q, v;
  std::vector<Passage> passages;  // by body
};

}  // namespace gelenk::codegen
