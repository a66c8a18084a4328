// The mechanism as code is generated for it: the tree of the recursive kernels
// (formulations/recursive/tree.h) with constants arranged so that as many of them as can be are zero. All of
// it in axes fixed in the bodies, where constants stay constants.
//
// A body is ten numbers about its origin: mass m, first moments h = ∫ r dm and second moments Σ = ∫ r rᵀ dm. Three
// arrangements leave all motions as they are:
//   - the origin of a body slides along the axis of its joint to where offsets vanish;
//   - what cannot be told from being fixed to the parent is fixed to it (barycentric, or base parameters): of a body that turns
//     about z a line of mass along z, with m, h_z and Σ_zz; of one that slides, Σ as of a body without mass;
//   - entries of 1e-15 of the largest one beside them are the rounding of a zero.
#pragma once

#include <vector>

#include "formulations/recursive/tree.h"

namespace gelenk::codegen {

struct Moments {
  double m = 0.0;
  Vec3<double> h = Vec3<double>::Zero();
  Mat3<double> S = Mat3<double>::Zero();

  // The same seen from a frame P, with X_PB.
  Moments in_frame(const Pose<double>& X_PB) const;
  Moments& operator+=(const Moments& other);
};

struct LeanBody {
  int parent = -1;
  const TreeBody* source = nullptr;  // joint, coordinates
  // Of the joint's frame F on the parent; F and B fall together where the coordinates of a fixed axis are zero.
  Pose<double> X_PF;
  Moments moments;
  // The source's origin is moved by this along z.
  double slid = 0.0;

  TreeBody::Motion motion() const { return source->motion; }
};

struct LeanTree {
  explicit LeanTree(const Tree& tree);

  const Tree* source;
  std::vector<LeanBody> bodies;  // 0: ground, whose moments are those of what does not move
  Vec3<double> gravity;

  // A frame on a body of the source.
  Pose<double> place(const NodePlace& at) const;
};

}  // namespace gelenk::codegen
