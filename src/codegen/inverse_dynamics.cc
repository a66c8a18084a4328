#include "codegen/inverse_dynamics.h"

namespace gelenk::codegen {

std::vector<Recorded> calc_inverse_dynamics(const Mechanism& mechanism,
                                            const std::vector<BodyMotion>& motions,
                                            const std::vector<Recorded>& vdot,
                                            const std::vector<Vector6>& loads) {
  const LeanTree& tree = mechanism.tree;
  std::vector<Recorded> tau(tree.source->nv, 0.0);
  std::vector<Vector6> wrenches(tree.bodies.size(), Vector6::Zero());
  for (std::size_t i = tree.bodies.size(); i-- > 1;) {
    const LeanBody& b = tree.bodies[i];
    const BodyMotion& B = motions[i];
    const Vector3 h = b.moments.h.cast<Recorded>();
    const Matrix3 US = B.U * b.moments.S.cast<Recorded>();
    Vector6 F;
    F.head<3>() = Vector3(US(2, 1) - US(1, 2), US(0, 2) - US(2, 0), US(1, 0) - US(0, 1)) +
                  h.cross(B.a);                           // (2)
    F.tail<3>() = Recorded(b.moments.m) * B.a + B.U * h;  // (1)
    F += wrenches[i];
    if (!loads.empty()) F -= loads[i];
    const Passage& passage = mechanism.passages[i];
    for (int k = 0; k < passage.nv; ++k) {
      const int v = b.source->v + k;
      tau[v] = passage.S[k].dot(F);
      const double armature = tree.source->armature[v];
      if (!vdot.empty()) tau[v] += Recorded(armature) * vdot[v];
    }
    const char* const entries[] = {"n_x", "n_y", "n_z", "f_x", "f_y", "f_z"};
    for (int k = 0; k < 6; ++k)
      F[k].named(std::string(1, entries[k][0]) + "_" + mechanism.names[i] + (entries[k] + 1));
    if (b.parent > 0) wrenches[b.parent] += passage.inwards_wrench(F);
  }
  return tau;
}

}  // namespace gelenk::codegen
