// One subsystem of the mixed formulation (Thesis 2.4–2.9): a basic subsystem when it has no parts, a
// derived one when it has; the equations are the same. Nodes are ground, own groups with D = M⁻¹ and
// r = M⁻¹ (f − gyroscopic), and ports of parts with the D and r that the part reports. With G the
// constraint rows of the own joints, u = Ġv, P the selection of the own ports:
//   S = G D̂ Gᵀ                                                                                    (1)
//   S λ = −u − G r̂ − G D̂ Pᵀ τ                                                                     (2)
//   D = P (D̂ − D̂ Gᵀ S⁺ G D̂) Pᵀ        r = P (r̂ + D̂ Gᵀ λ|τ=0)                                      (3)
//   loads on nodes: f + Gᵀ λ + Pᵀ τ                                                               (4)
// r̂ contains the applied loads. Groups without (full) inertia have no M⁻¹: their accelerations a₀ stay
// unknowns beside λ,
//   [ −M₀  G₀ᵀ ] [ a₀ ]   [ −f₀ ]
//   [  G₀   S  ] [ λ  ] = [ … as in (2) ]                                                          (5)
// A force may carry a point mass m on the line between its frames. Its weight and inertia act on both by
// the lever rule: with μ = m (g − a_L) the load that it hands on and a_L = G_L a + u_L, three more rows
//   (G_L D̂ G_Lᵀ + 1/m) μ = g − u_L − G_L r̂                                                         (6)
// join (2) like those of a compliant joint. A relation between coordinates, with factors c and curvature κ
// (relation.h), is a row on the relative twists of its joints, V = H v: with h the row of H⁺ that gives the
// coordinate's speed,
//   Σ c h (A_FM − bias) + κ = 0,   load on each joint cᵀ hᵀ λ.                                     (7)
#pragma once

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <memory>
#include <string>
#include <vector>

#include "formulations/formulation.h"
#include "formulations/least_loads.h"
#include "formulations/part.h"
#include "formulations/relation.h"
#include "math/semidefinite.h"

namespace gelenk {

class MixedSubsystem : public Part {
 public:
  // The laws, which the formulation evaluates before condense, must outlive it.
  MixedSubsystem(const Subsystem& topology, const Gravity& gravity, const Laws& laws,
                 std::vector<std::unique_ptr<Part>> parts);

  int port_count() const override { return static_cast<int>(sub_.ports.size()); }
  const FrameMotion<double>& port(PortIndex port) const override {
    return nodes_[sub_.ports[port]];
  }
  void place(int island, const FrameMotion<double>& entry, const double* q,
             const double* v) override;
  bool condense() override;
  const Matrix& D() const override { return D_; }
  const Vector& r() const override { return r_; }
  void release(const Vector& tau, double* vdot) override;
  void condense_rest() override;
  const Vector& rest() const override { return rest_; }
  void add_rest(const Vector& tau, double* vdot) override;
  void share_loads(const Vector& tau, const Vector& closing) override;
  void pull_back(int island, const std::vector<PortRows>& rows, Eigen::Ref<Matrix> G,
                 Eigen::Ref<Vector> natural, PortRows& entry_rows) const override;

  // For the formulation that owns the subsystem: closure, signals, diagnosis.
  const Subsystem& topology() const { return sub_; }
  int closure_rows() const;
  // Rows of all joints of this subsystem, which closing_factor has.
  int row_count() const { return rows_; }
  // Rows of closing joints and relations, from `row` on; those of closure.G into the full matrix G.
  void add_closure(int& row, Closure& closure, Matrix& G) const;
  void add_drift(Drift& drift) const;  // all joints
  void add_energy(Energy& energy) const;
  const FrameMotion<double>& motion(NodeIndex node) const { return nodes_[node]; }
  const Vec6<double>& load(NodeIndex node) const { return load_[node]; }
  Vec6<double> joint_load(int joint) const;
  const WrenchPair<double>& force_load(int force) const { return force_loads_[force]; }
  const std::string& failure() const { return failure_; }
  // The factor of S in (2), of the last condense; null when nothing is closed here or massless bodies need (5).
  const SemidefiniteFactor* closing_factor() const;
  // Of the last release: multipliers of the closing rows, from `row` of Closure on, which is kept; the rows'
  // metric.
  void collect_closing(int& row, Vector& closing, LeastLoads& metric);
  // Whether bodies without (full) inertia stand in it, and (5) is solved as it is.
  bool has_singular_groups() const { return !singular_groups_.empty(); }
  // Of all own rows at the accelerations found so far: what is left over, the largest.
  double calc_leftover() const;
  // Rows that depend on others, of the last condense.
  int count_redundant() const { return redundant_; }
  // Of the last condense.
  const std::vector<Relation>& relations() const { return relations_; }
  // The joint or relation that a row of S belongs to.
  std::string describe_row(int row) const;
  std::string describe_relation(int relation) const;
  // The same for a row of Closure, counted from the first of this subsystem.
  std::string describe_closure_row(int row) const;

 private:
  using Rows6 = PortRows;                                                // nc × 6
  using RowVector6 = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;  // nc

  // One joint in absolute coordinates, the rows (6) of a lumped mass, or the row (7) of a relation.
  struct RowEnd {
    NodeIndex node = 0;
    Rows6 G;  // the rows on the twist of the node
  };
  struct JointRows {
    int row = 0, nc = 0;
    Rows6 C_W;  // closure rows on the relative twist at Mo, world axes: C diag(R_FW, R_FW)
    std::vector<RowEnd> ends;  // F and M; of each term those of its joint
    RowVector6 bias;           // closure acceleration when all nodes have zero acceleration
    double compliance = 0.0;   // 1/m in (6)
  };
  // An end of a joint on a node of a cluster (an own group, or all ports of a part).
  struct Attachment {
    int joint, end;
    NodeIndex node;
  };
  struct Cluster {
    GroupIndex group = -1;
    PartIndex part = -1;
    std::vector<NodeIndex> nodes;  // one, or the part's port nodes
    std::vector<Attachment> attachments;
    std::vector<std::pair<PortIndex, NodeIndex>> ports;  // own ports that stand on it
  };

  FrameMotion<double> frame_motion(const FrameOnNode& at) const;
  void apply_forces();
  void calc_node_bias();
  void calc_joint_rows();
  void calc_lump_rows();
  void calc_relation_rows();
  Eigen::Matrix<double, 1, 6> calc_coordinate_row(const CoordinateRow::Term& term) const;
  void assemble();
  bool solve();
  bool solve_with_singular_groups();
  int solve_by_eigenvectors();
  static void add_row_loads(const std::vector<JointRows>& joints, const Vector& lambda,
                            std::vector<Vec6<double>>& load);
  void add_lump_loads(const Vector& lambda);
  void pass_loads_to_parts(const std::vector<Vec6<double>>& load);
  void read_parts();
  void calc_joint_accelerations(double* vdot) const;
  const Rows6& rows_of(const Attachment& a) const { return joints_[a.joint].ends[a.end].G; }
  Mat6<double> node_D(const Cluster& cluster, NodeIndex a, NodeIndex b) const;
  void eval_relations() const;
  void pull(int island, Eigen::Ref<Matrix> G, Eigen::Ref<Vector> natural) const;

  const Subsystem& sub_;
  const Gravity& gravity_;
  const Laws& laws_;
  std::vector<std::unique_ptr<Part>> parts_;

  // Constant.
  std::vector<Cluster> clusters_;
  std::vector<Mat3<double>> J_inverse_;  // per group, group axes; zero for singular groups
  std::vector<GroupIndex> singular_groups_;
  std::vector<NodeIndex> node_of_group_;
  std::vector<std::vector<std::vector<NodeIndex>>>
      ports_reached_;  // per island and move: port nodes learnt
  int rows_ = 0;
  std::vector<bool> is_independent_;  // per row: of a tree joint, or of a lumped mass
  std::vector<std::pair<int, LumpedMass>>
      lumps_;  // force and its mass, per entry of joints_ after the joints; then those of relations

  // Of the motion placed.
  std::vector<FrameMotion<double>> nodes_;
  std::vector<Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6>>
      H_W_;                         // per tree joint, at Mo, world axes
  std::vector<Vec3<double>> p_Mo_;  // per tree joint
  const double* q_ = nullptr;
  const double* v_ = nullptr;

  mutable std::vector<Relation> relations_;

  // Of condense.
  std::vector<WrenchPair<double>> force_loads_;
  std::vector<Vec6<double>> load_;               // applied load per node
  std::vector<Vec6<double>> node_bias_;          // r̂ per node
  std::vector<Mat3<double>> J_inverse_W_, J_W_;  // per group, world axes
  std::vector<JointRows> joints_;
  Matrix S_, solution_, B_;  // rows × rows; rows × (1 + 6 ports); rows × 6 ports
  Vector rhs_;
  SemidefiniteFactor factor_;
  Matrix singular_solution_;  // a₀ per (1 + 6 ports)
  Matrix D_;
  Vector r_;
  std::string failure_;

  Matrix K_, Y_, X_, Z_;  // (5), its solution, and that along eigenvectors
  Vector scale_;
  Eigen::PartialPivLU<Matrix> lu_;               // of a regular K
  Eigen::SelfAdjointEigenSolver<Matrix> eigen_;  // of a singular one

  // Scratch of the pull-back: rows waiting at each node, and at each part's ports.
  mutable std::vector<Rows6> pending_;
  mutable std::vector<std::vector<PortRows>> port_rows_;

  // Of release.
  std::vector<Vec6<double>> applied_;  // loads on nodes without those of rows and ports
  int redundant_ = 0;                  // rows
  int first_closure_row_ = 0;          // in the system's Closure
  Vector lambda_;
  std::vector<Vector> part_tau_;

  // Of corrections by what rounding left.
  Matrix rest_solution_;
  Vector rest_, rest_lambda_;
  std::vector<Vec6<double>> rest_A_;     // of nodes, with the corrections inside of their parts
  std::vector<Vec6<double>> rest_load_;  // on nodes
};

}  // namespace gelenk
