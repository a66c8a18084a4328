#include "codegen/mechanism.h"

namespace gelenk::codegen {

Mechanism::Mechanism(const LeanTree& lean, const std::vector<std::string>& body_names,
                     const std::vector<Recorded>& coordinates,
                     const std::vector<Recorded>& joint_speeds)
    : tree(lean), names(body_names), q(coordinates), v(joint_speeds), passages(lean.bodies.size()) {
  for (std::size_t i = 1; i < passages.size(); ++i) {
    passages[i] = make_passage(lean.bodies[i], q.data(), v.empty() ? nullptr : v.data(), names[i]);
  }
}

}  // namespace gelenk::codegen
