// The constraint equations of a mechanism as rows that the recursion carries along. Three kinds, numbered in
// this order:
//   closing joints      g(X_FM) = 0 on the relative motion of two frames, C V_FM = 0
//   rows on coordinates Σ coefficient · coordinate = constant (gears, relations); a coordinate is that of a
//                       tree joint, or measured between the frames of a closing joint; or g(q) = 0
//   lumps               a point mass on the line between the frames of a force: a_L + μ/m = g with the load
//                       μ that it hands on to both bodies by the lever rule
//   held relations      v̇ = share · v̇_other while two coordinates stick together, else λ = 0
// Ports, where the outside loads bodies, are rows of another kind (port_rows.h).
// The first two are closure equations; lumps hold for any motion, and the last are between accelerations only: they
// keep a slip that is zero. Closing joints stand in the order in which the recursion eliminates their rows, so that
// it finds one beside the other in memory; in Closure (formulation.h) they stand as in the model.
//
// In: motions of the bodies, q, v (RecursiveState). Out: K, W, γ of every row for ForwardDynamics; residuals;
// the matrix G of Closure.
#pragma once

#include <optional>
#include <vector>

#include "formulations/black_box.h"
#include "formulations/formulation.h"
#include "formulations/recursive/frame_on_body.h"
#include "formulations/recursive/state.h"
#include "formulations/relation.h"

namespace gelenk {

// A joint that closes a loop: its rows on the relative motion of its two frames.
struct ClosingJoint {
  const Subsystem* sub;
  int joint = -1;  // in the subsystem
  const AnyJoint* kind = nullptr;
  FrameOnBody F, M;
  int set = -1;  // number of its RowSet
  int first_row = -1, rows = 0;
  int first_equation = -1;       // in Closure
  int slot_F = -1, slot_M = -1;  // first slots in LoopData::K

  const JointEdge& edge() const { return sub->joints[joint]; }
};

// Its rows at a state, of which the first `rows` count.
struct ClosingRows {
  Mat6<double> C_W;   // on the twist of M in F, world axes, at Mo
  Vec3<double> p_Mo;  // p_WoMo
  Vec6<double> g;
  Vec6<double> bias;  // of the acceleration, without those of the bodies' free joints
};

// A coordinate in a row between coordinates.
struct RowTerm {
  JointRef joint;  // measured
  double coefficient = 0.0;
  bool measured = false;
  int q = -1, v = -1;            // tree joints
  int W = -1;                    // entry of LoopData::W
  FrameOnBody F, M;              // measured
  int slot_F = -1, slot_M = -1;  // slots in LoopData::K
  // Of the state evaluated last: row on the twist of M in F, world axes, and where it acts.
  Vec6<double> C_W = Vec6<double>::Zero();
  Vec3<double> p_Mo = Vec3<double>::Zero();
};

struct RowOnCoordinates {
  std::string name;  // for messages
  double constant;
  std::optional<Relation> law;  // not linear: gives the coefficients at a state
  std::vector<RowTerm> terms;
  int equation;    // in Closure
  int index = -1;  // of the row
  int set = -1;    // of the rows' places
  double turn =
      0.0;  // measured angles are known but for whole turns: the residual repeats with this
};

struct LumpRows {
  const Subsystem* sub;
  int force;  // in the subsystem
  LumpedMass lump;
  FrameOnBody a, b;
  int set;
  int first_row;
  int slot_a = -1, slot_b = -1;
  // Of the state evaluated last: what each frame takes of a load on the lump.
  Mat3<double> share_a = Mat3<double>::Zero(), share_b = Mat3<double>::Zero();
};

// Two speeds that may stick together: v = share · v_other.
struct HeldRelation {
  int v, other;
  double share;
};

// A shaft that the outside loads, with position ratio · q + offset.
struct FlangeOnSpeed {
  int q, v;
  double ratio = 1.0, offset = 0.0;
};

class ConstraintRows {
 public:
  using Level = gelenk::Level;

  // `ports`: nodes of the system's root.
  ConstraintRows(const System& system, const Tree& tree, const std::vector<HeldRelation>& relations,
                 const std::vector<NodeIndex>& ports = {});

  // What each set of rows touches, for plan_loops; then where the plan has put them.
  const std::vector<RowSet>& sets() const { return sets_; }
  void place(const LoopPlan& plan, LoopData<double>& loops);

  int closure_count() const { return closure_count_; }
  const std::vector<ClosingJoint>& closing() const { return closing_; }
  const std::vector<RowOnCoordinates>& on_coordinates() const { return on_coordinates_; }
  const std::vector<LumpRows>& lumps() const { return lumps_; }
  int row_of_relation(int relation) const { return held_[relation].row; }
  const std::vector<FrameOnBody>& ports() const { return ports_; }  // the nodes' frames

  ClosingRows calc_closing_rows(const RecursiveState& state, const ClosingJoint& c) const;
  // K, W and γ of all rows. Lumps feel `gravity`.
  void calc_rows(const Gravity& gravity, RecursiveState& state);
  // What the accelerations of the bodies and the multipliers leave over of every row, into γ; the loads of the multipliers on
  // bodies, about their origins, and on single speeds are added.
  void calc_leftover(const Gravity& gravity, RecursiveState& state, Lane6<double>* loads,
                     double* tau);
  // Residuals of the closure equations or of their derivatives; returns the largest.
  double calc_residual(Level level, const RecursiveState& state, Vector& residual);
  void calc_closure(const RecursiveState& state, Closure& closure);

  double calc_lump_kinetic_energy(const RecursiveState& state) const;
  double calc_lump_potential_energy(const Gravity& gravity, const RecursiveState& state) const;

 private:
  void collect_closing_joints(const Subsystem& sub);
  void collect_relations(const Subsystem& sub);
  void collect_trains(const System& system);
  void number_closure_rows();
  void collect_lumps(const Subsystem& sub);
  void collect_held(const std::vector<HeldRelation>& relations);
  void calc_port_rows(RecursiveState& state) const;
  void calc_held_rows(RecursiveState& state) const;
  int find_entry(const LoopPlan& plan, int row, int v) const;
  void calc_lump_rows(const Gravity& gravity, LumpRows& l, RecursiveState& state) const;
  static LumpMotion calc_motion_of_lump(const LumpRows& l, const RecursiveState& state);
  // Columns of G for a row that acts at p on a body.
  void add_columns(BodyIndex F, BodyIndex M, const Lane6<double>& row, const Lane3<double>& p,
                   int at, const RecursiveState& state, Vector& natural,
                   std::vector<Eigen::Triplet<double>>& entries) const;

  const Tree& tree_;
  std::vector<RowSet> sets_;
  int rows_ = 0, closure_count_ = 0;
  std::vector<ClosingJoint> closing_;
  std::vector<RowOnCoordinates> on_coordinates_;
  std::vector<LumpRows> lumps_;
  struct HeldRow {
    HeldRelation relation;
    int row, set;
    int W = -1, W_other = -1;  // entries of LoopData::W
  };
  std::vector<HeldRow> held_;
  std::vector<FrameOnBody> ports_;
};

}  // namespace gelenk
