#include "codegen/mass_matrix.h"

namespace gelenk::codegen {

namespace {

struct RecordedMoments {
  double m = 0.0;
  Vector3 h = Vector3::Zero();
  Matrix3 S = Matrix3::Zero();
};

// Σ' = R Σ Rᵀ + p kᵀ + k pᵀ with k = R h + p m/2.
void hand_on(const RecordedMoments& of, const Passage& passage, RecordedMoments& to) {
  const Vector3& p = passage.p_PB;
  const Vector3 h = passage.inwards(of.h), k = h + p * Recorded(0.5 * of.m);
  const Matrix3 S = passage.inwards_symmetric(of.S);
  to.m += of.m;
  to.h += h + p * Recorded(of.m);
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      to.S(i, j) += S(i, j) + (p[i] * k[j] + k[i] * p[j]);
      to.S(j, i) = to.S(i, j);
    }
  }
}

}  // namespace

std::vector<Recorded> calc_mass_matrix(const Mechanism& mechanism) {
  const LeanTree& tree = mechanism.tree;
  const std::size_t n = tree.source->nv;
  std::vector<Recorded> M(n * n, 0.0);
  std::vector<RecordedMoments> moments(tree.bodies.size());
  for (std::size_t i = 1; i < moments.size(); ++i) {
    const Moments& own = tree.bodies[i].moments;
    moments[i] = {own.m, own.h.cast<Recorded>(), own.S.cast<Recorded>()};
  }
  for (std::size_t i = moments.size(); i-- > 1;) {
    const LeanBody& b = tree.bodies[i];
    const Passage& passage = mechanism.passages[i];
    const RecordedMoments& own = moments[i];
    const Matrix3& S = own.S;
    Matrix3 J;
    J << S(1, 1) + S(2, 2), -S(0, 1), -S(0, 2),  //
        -S(1, 0), S(0, 0) + S(2, 2), -S(1, 2),   //
        -S(2, 0), -S(2, 1), S(0, 0) + S(1, 1);
    for (int k = 0; k < passage.nv; ++k) {
      const Vector3 w = passage.S[k].head<3>(), v = passage.S[k].tail<3>();
      Vector6 F;
      F.head<3>() = J * w + own.h.cross(v);
      F.tail<3>() = w.cross(own.h) + v * Recorded(own.m);
      const std::size_t column = b.source->v + k;
      std::size_t at = i;
      while (at > 0) {
        const Passage& inner = mechanism.passages[at];
        for (int l = 0; l < inner.nv; ++l) {
          const std::size_t row = tree.bodies[at].source->v + l;
          M[row * n + column] = M[column * n + row] = inner.S[l].dot(F);
        }
        if (tree.bodies[at].parent > 0) F = inner.inwards_wrench(F);
        at = tree.bodies[at].parent;
      }
      M[column * n + column] += Recorded(tree.source->armature[column]);
    }
    if (b.parent > 0) hand_on(own, passage, moments[b.parent]);
  }
  return M;
}

}  // namespace gelenk::codegen
