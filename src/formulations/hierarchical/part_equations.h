// The equations of a system that is cut into parts, as matrices in the parts' own coordinates:
//   M = diag(M_k)               of the leaves k                                                       (1)
//   h = (h_k) − Σ Jᵀ F          F: forces between parts; J: of the frames that they act at            (2)
//   G = (diag(G_k); C J)        loops inside of leaves; below them joints and shafts between parts    (3)
// They are for who asks for them (JointSpace, Closure). An evaluation goes through the tree of parts and needs none of it.
//
// In: leaves that have been placed, laws that have been evaluated. No part is compiled, since nobody knows what is inside
// of one.
#pragma once

#include <vector>

#include "formulations/formulation.h"
#include "formulations/recursive/recursive_box.h"
#include "topology/leaves/partition.h"

namespace gelenk {

class PartEquations {
 public:
  // All of these must outlive it.
  PartEquations(const Partition& partition, const std::vector<RecursiveBox*>& leaves,
                const Laws& laws)
      : partition_(partition), leaves_(leaves), laws_(laws) {}

  // (1)
  void calc_mass_matrix(int nv, Matrix& M) const;
  // M v̇ + h at a state of the whole, by laws and modes as they are.
  void calc_forces(const Vector& q, const Vector& v, const Vector& vdot, Vector& tau) const;
  // A frame at X_NF on a node, and J with twist = J v, 6 × nv, in world axes at its origin.
  FrameMotion<double> calc_frame(const PlaceInPartition& node, const Pose<double>& X_NF, int nv,
                                 Matrix& J) const;
  // (3): rows of all leaves in their order, then of each composite its joints and its couplings.
  void calc_closure(const Vector& q, const Vector& v, Closure& closure) const;

 private:
  // A frame on a body of a leaf; without a leaf it stands on ground.
  struct Place {
    int leaf = -1;
    FrameOnBody at;
  };
  // A flange: its coordinate and speed in the whole system; −1: ground.
  struct Flange {
    int q = -1, v = -1;
  };
  struct Entries;

  Place place_on(int leaf, NodeIndex node, const Pose<double>& X_NF) const;
  Place find_port(const Composite& composite, const PartPort& port, const Pose<double>& X_NF) const;
  Flange find_flange(const Composite& composite, const PartPort& flange) const;
  FrameMotion<double> motion_of(const Place& place) const;
  static AxisMotion motion_of(const ShaftOfPart& shaft, const Flange& at, const Vector& q,
                              const Vector& v);
  // tau −= Jᵀ F, for a wrench at the frame's origin.
  void apply(const Place& place, const Vec6<double>& F, Vector& tau) const;
  void apply_forces(const Composite& composite, const Vector& q, const Vector& v,
                    Vector& tau) const;
  static void add_leaf(const RecursiveBox& leaf, const Closure& own, Entries& entries);
  void add_joint(const Composite& composite, const Composite::Joint& joint, Entries& entries) const;
  void add_coupling(const Composite& composite, const Composite::Coupling& coupling,
                    const Vector& q, const Vector& v, Entries& entries) const;

  const Partition& partition_;
  const std::vector<RecursiveBox*>& leaves_;
  const Laws& laws_;
};

}  // namespace gelenk
