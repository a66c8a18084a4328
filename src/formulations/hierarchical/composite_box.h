// A composite: parts, of which it knows their ports alone, and the joints and forces between them
// (DESIGN 2). With D̂ = diag(D_k) and r̂ of the parts (forces between them included), rows G of its
// joints and couplings on the twists of the parts' ports and the speeds of their flanges, γ the
// closure accelerations at the accelerations r̂, and P the selection of its own ports:
//   S = G D̂ Gᵀ           B = G D̂ Pᵀ                                                            (3)
//   λ = −S⁺ (γ + B τ) = −(y + X τ)         y = S⁺ γ,  X = S⁺ B                                 (4)
//   D = P D̂ Pᵀ − Bᵀ X     r = P r̂ − Bᵀ y                                                       (5)
//   down:  τ_parts = Gᵀ λ + Pᵀ τ + forces                                                      (6)
// A correction is the same with residuals for γ and without forces.
//
// Redundant joints are normal: S is factored with pivots on rows scaled by their natural size, and
// its rank is that which it has in general, as the formulation has learnt it for each set of loops
// that share joints.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "formulations/black_box.h"
#include "formulations/formulation.h"
#include "math/symmetric_factor.h"
#include "topology/leaves/partition.h"

namespace gelenk {

class CompositeBox final : public BlackBox {
 public:
  // Composite and laws must outlive it. `work`: how much an evaluation of all below it costs, in
  // bodies.
  CompositeBox(const Composite& composite, std::vector<std::unique_ptr<BlackBox>> parts,
               const Laws& laws, double work);
  ~CompositeBox() override;

  int port_count() const override { return static_cast<int>(composite_.ports.size()); }
  const FrameMotion<double>& port(int i) const override {
    const PartPort& at = composite_.ports[i];
    return own_ports_changed_ ? ports_[i] : parts_[at.part]->port(at.port);
  }
  int flange_count() const override { return static_cast<int>(composite_.flanges.size()); }
  const AxisMotion& flange(int i) const override {
    const PartPort& at = composite_.flanges[i];
    return own_ports_changed_ ? flanges_[i] : parts_[at.part]->flange(at.port);
  }
  void place(double t, const double* q, const double* v) override;
  bool condense(double t, const double* q, const double* v, Loading loading) override;
  const Matrix& D() const override { return D_; }
  const Vector& r() const override { return r_; }
  const Vector& D_sizes() const override { return D_sizes_; }
  void release(const Vector& tau, double* vdot) override;
  bool is_uneven() const override;
  bool factor(double t, const double* q, const double* v, Metric metric) override;
  double calc_residual(Level level) override;
  void reduce() override;
  void correct(const Vector& tau, double* delta) override;
  std::string failure() const override;

  // ---- for the formulation that owns it ---------------------------------------------------------

  const Composite& topology() const { return composite_; }
  // Whether so much work, in bodies, is worth being shared among threads.
  static bool is_worth_tasks(double work);
  double task_size() const { return task_size_; }
  void set_feedback(double rate) { feedback_ = rate; }
  // Wrench on the body of M, about Mo, as the last release found it.
  Vec6<double> get_joint_load(int joint) const;
  const WrenchPair<double>& get_force_load(int force) const { return force_loads_[force]; }
  // Flow at flange b of a force between shafts.
  double get_axis_force(int force) const { return axis_force_[force]; }
  double calc_potential_energy() const;

  // Its rows in groups, each with its rank in general and with tolerances by metric
  // (math/symmetric_factor.h). At first all rows are in one group.
  struct Group : RowGroup {
    std::array<double, 2> tolerances{};
  };
  int row_count() const { return rows_; }
  int rank() const { return factor_.rank(); }
  // `group_of`: by joint. Couplings are in the first group.
  void set_groups(const std::vector<int>& group_of, int count);
  std::vector<Group>& groups() { return groups_; }
  const std::vector<Group>& groups() const { return groups_; }
  // The joint or coupling that a row belongs to.
  const std::string& name_of_row(int row) const;

 private:
  // The rows of one joint at the state at hand.
  struct JointRows {
    using Rows = Eigen::Matrix<double, 6, 6, Eigen::RowMajor>;
    int first = 0, count = 0;  // rows of the composite
    // On the relative twist, in world axes, and on the twists of the ports that carry F and M. Of
    // each the first `count` rows are used.
    Rows C_W = Rows::Zero(), G_F = Rows::Zero(), G_M = Rows::Zero();
    Vec3<double> p_Mo = Vec3<double>::Zero();  // where C_W is about, in the world
    Vec6<double> g = Vec6<double>::Zero(), gdot = g, gddot = g;
  };
  // An end of a joint at a port of a part.
  struct End {
    int joint;
    bool is_M;  // else it is F
    int port;   // of the part
  };

  // An end of a coupling at a flange of a part: an entry of G.
  struct ShaftEnd {
    int row;  // of the composite
    double coefficient;
    int column;  // of the part's D
  };

  double feed_back(double g, double gdot) const { return feedback_ * (feedback_ * g + 2 * gdot); }
  template <typename Do>
  bool for_each_part(const Do& work_on);
  static void eval_rows(const AnyJoint& joint, const FrameMotion<double>& rel, JointRows& j);
  void calc_rows(bool with_forces);
  void calc_forces();
  void factor_rows(Metric metric);
  void solve(const Vector& gamma, bool with_forces);
  void pass_loads(const Vector& tau, bool with_forces);
  FrameMotion<double> motion_of(const PartPort& at, const Pose<double>& X) const;
  void add_coupling(const Composite::Coupling& coupling);
  void calc_axis_forces();
  AxisMotion motion_of(const ShaftOfPart& shaft) const;
  // What a coupling leaves over: a − b, with its derivatives.
  AxisMotion calc_leftover(const Composite::Coupling& coupling) const;
  void calc_couplings(bool with_forces);
  void factor_couplings(std::size_t part);
  void factor_own_flanges(std::size_t part);

  const Composite& composite_;
  std::vector<std::unique_ptr<BlackBox>> parts_;
  const Laws& laws_;
  double task_size_;
  // By part: what stands at its ports and flanges. Found once, by the constructor.
  std::vector<std::vector<End>> ends_of_part_;
  std::vector<std::vector<std::pair<int, int>>> own_ports_of_part_;  // own port, port of the part
  std::vector<std::vector<ShaftEnd>> shaft_ends_of_part_;
  std::vector<std::vector<std::pair<int, int>>> own_flanges_of_part_;  // rows of D, of the part's D
  int rows_ = 0;
  int first_coupling_ = 0;  // the first row of couplings; those of joints come before
  double feedback_ = 0.0;
  // Whether the motion of its own ports is in ports_ and flanges_, since it has changed after the
  // parts were placed; else it is asked of the parts.
  bool own_ports_changed_ = false;
  Loading loading_ = Loading::forces;

  // Of the state at hand.
  std::vector<JointRows> joints_;                // by joint
  std::vector<WrenchPair<double>> force_loads_;  // by force
  std::vector<Vector> force_on_part_;            // by part: loads on its ports
  std::vector<char> has_force_;                  // by part
  std::vector<FrameMotion<double>> ports_;       // own ones
  std::vector<AxisMotion> flanges_;              // own ones
  std::vector<AxisMotion> couplings_;            // by coupling: what it leaves over
  std::vector<double> axis_force_;               // by 1-D force: flow at its flange b
  Vector gamma_, residual_, y_, lambda_, found_, work_;
  Level level_ = Level::position;  // of the last residual
  std::vector<double> part_residuals_;
  Matrix S_, B_, X_, D_, part_B_;
  Vector r_, D_sizes_;
  std::vector<Vector> part_tau_;
  SymmetricFactor<double> factor_;
  std::vector<double> natural_;
  std::vector<Group> groups_;
  std::vector<int> group_of_row_;
  std::vector<char> ok_;  // by part: whether its evaluation succeeded
};

}  // namespace gelenk
