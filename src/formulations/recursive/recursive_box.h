// Bodies in a tree, with local loops, that condense to their ports in O(n) by the recursion of forward dynamics
// (forward_dynamics.h). The rows of ports travel along with those of the loops and are not eliminated: what is
// left of them at ground is
//   A = Λ λ + γ,   D = Λ,  r = γ + A with the known joint accelerations,  τ = λ.                      (1)
//
// The formulation `recursive` is one such box without ports over the whole system; in the formulation
// `hierarchical` each leaf is one. What is computed for a state, in order: laws (outside) → motion and inertia of
// bodies → loads → rows → recursion → what holds. All parts work on one RecursiveState, the state placed.
#pragma once

#include "formulations/black_box.h"
#include "formulations/recursive/applied_forces.h"
#include "formulations/recursive/axis_actions.h"
#include "formulations/recursive/loop_ranks.h"
#include "formulations/recursive/reactions.h"

namespace gelenk {

class RecursiveBox final : public BlackBox {
 public:
  // Ports are nodes of the system's root; its coordinates begin at first_q and first_v of those given to place.
  // System and laws must outlive it.
  RecursiveBox(const System& system, const Laws& laws, const std::vector<NodeIndex>& ports = {},
               const std::vector<FlangeOnSpeed>& flanges = {}, int first_q = 0, int first_v = 0);

  int port_count() const override { return static_cast<int>(ports_.size()); }
  const FrameMotion<double>& port(int i) const override { return ports_[i]; }
  int flange_count() const override { return static_cast<int>(flanges_.size()); }
  const AxisMotion& flange(int i) const override { return flange_motions_[i]; }
  void place(double t, const double* q, const double* v) override;
  bool condense(double t, const double* q, const double* v, Loading loading) override;
  const Matrix& D() const override { return D_; }
  const Vector& r() const override { return r_; }
  const Vector& D_sizes() const override { return D_sizes_; }
  void release(const Vector& tau, double* vdot) override;
  bool is_uneven() const override { return dynamics_.least_pivot() < uneven_pivot; }
  bool factor(double t, const double* q, const double* v, Metric metric) override;
  double calc_residual(Level level) override;
  void reduce() override;
  void correct(const Vector& tau, double* delta) override;
  std::string failure() const override { return ""; }

  // ---- for the formulation that owns it: what is inside ------------------------------------------------

  const System& system() const { return system_; }
  const Tree& tree() const { return tree_; }
  const LoopPlan& plan() const { return plan_; }
  RecursiveState& state() { return state_; }
  const RecursiveState& state() const { return state_; }
  AxisActions& axes() { return axes_; }
  const AxisActions& axes() const { return axes_; }
  ConstraintRows& rows() { return rows_; }
  LoopCorrection& correction() { return correction_; }
  LoopRanks& ranks() { return ranks_; }
  const LoopRanks& ranks() const { return ranks_; }
  // With the accelerations of the last release.
  AppliedForces& forces();
  Reactions& reactions() {
    forces();
    return reactions_;
  }
  const TreeData<double>& motion() {
    complete_motion();
    return state_.bodies;
  }
  // In place of those of the last release: of the whole system.
  void take_accelerations(const Vector& vdot) {
    state_.vdot = vdot.segment(first_v_, tree_.nv);
    state_.is_complete = false;
  }
  int first_q() const { return first_q_; }
  int first_v() const { return first_v_; }

  // Sets driven coordinates and speeds in the whole system's q and v, by the laws evaluated last.
  void place_driven(Vector& q, Vector& v, bool at_start);
  // Known accelerations, locks, what holders rub on: at a state whose laws are evaluated.
  void update_axes(const double* q, const double* v) {
    set_state(q, v);
    axes_.update(state_.q, state_.v, state_);
  }
  void learn_ranks(const double* q, const double* v);
  void set_feedback(double rate) { feedback_ = rate; }
  // For refinements the factors of condense must outlive it; by default those of a component with ports do not.
  void keep_factors() { keeps_factors_ = true; }
  // Generalised forces by speed, of the whole system's, beside all that the model has; they must outlive it.
  void set_loads(const Vector& loads) { loads_ = &loads; }
  // Changes of the held speeds, in an impact: of the whole system's speeds.
  void set_jumps(const Vector& change) { jumps_ = change.data() + first_v_; }
  // As LoopRanks has it, for the own speeds.
  std::string find_turned(const Vector& before, const Vector& after) const {
    return rows_.closure_count() == 0 ? "" : ranks_.find_turned(before, after);
  }
  // By holder, of the last release: the force by which it holds.
  const Vector& holding() const { return holding_; }
  // Which holders share what they hold, at a state evaluated: by the loops inside alone, with the ports free. Forgets ranks.
  void find_shared_holds(double length);
  // Loads on single speeds, of the whole system's, for reduce; null: none.
  void set_push(const Vector* push) {
    push_ = push == nullptr ? zero_.data() : push->data() + first_v_;
  }
  // Locks by the modes as they are.
  void update_locks() { axes_.lock(state_); }
  void calc_qdot(double* qdot) const;
  // With its loops open (JointSpace), in its own speeds. Of the state placed: M, nv × nv.
  void calc_mass_matrix(double* M);
  // What has to act on single speeds beside all forces of elements, so that accelerations are these.
  void calc_forces(const double* q, const double* v, const double* vdot, double* tau);
  // Of the state placed: motion of a frame, and J with twist = J v, 6 × nv, in world axes at its origin.
  FrameMotion<double> calc_frame(const FrameOnBody& at, Matrix& J) const;
  void add_energy(Energy& energy);
  // Of the factors at hand.
  int count_redundant() const;
  // A speed without inertia and without a loop that determines it keeps what it has; a load on it that nothing can
  // take is a failure, which this tells. Of the last release.
  std::string check_undetermined();
  // Whether all joints moved inertia in the last evaluation; else a load may be one that nothing can take, see above.
  bool is_determined() const { return dynamics_.undetermined() < 0; }
  // The joints of such speeds, by path.
  void list_undetermined(std::vector<std::string>& joints) const;
  // The joint that moves the smallest share of the inertia there, and that share; one, and no joint, where none is small.
  double find_thinnest(std::string& joint) const;

 private:
  // Whether a speed has neither inertia nor anything else that determines it, by the factors at hand.
  bool is_undetermined(std::size_t body, int k) const;
  void set_state(const double* q, const double* v);
  void complete_motion();
  void condense_forces();
  void condense_impact();
  // After accelerations and multipliers have changed.
  void find_holding_forces();
  void share_holds();
  void feed_back();
  double calc_leftover(bool has_loads, const Vector& on_speeds, const Gravity& gravity);
  double calc_leftover_of_impact();
  // A mass on the line between two frames, and J with v_L = J v, 3 × nv.
  LumpMotion calc_lump(const LumpRows& l, Matrix& J) const;
  std::vector<PortPlace> list_port_places() const;
  // With these accelerations of the joints.
  void place_ports(const double* vdot);
  void fill_D();
  void load_ports(const Vector& tau);
  void fill_r(bool accelerations);

  const System& system_;
  const int first_q_, first_v_;
  const Tree tree_;
  const std::vector<FlangeOnSpeed> flanges_;
  AxisActions axes_;
  ConstraintRows rows_;
  const LoopPlan plan_;
  RecursiveState state_;
  ForwardDynamics<double> dynamics_;
  AppliedForces forces_;
  LoopCorrection correction_;
  LoopRanks ranks_;
  Reactions reactions_;

  // Joints of one degree of freedom, whose q̇ is v, and the bodies of the others.
  struct Coordinate {
    int q, v;
  };
  std::vector<Coordinate> single_;
  std::vector<BodyIndex> general_;
  std::vector<FrameMotion<double>> ports_;
  std::vector<AxisMotion> flange_motions_;
  Matrix D_;
  Vector r_, D_sizes_;
  Vector tau_, zero_, holding_, found_holding_;
  Vector driven_q_, driven_v_;  // scratch
  const Vector* loads_ = nullptr;
  const double* jumps_ = nullptr;
  const double* push_ = nullptr;
  std::vector<char> in_loop_;  // by speed: whether rows pass its joint; empty: not yet known
  // What accelerations leave over, see refinement.h: of forces on single speeds, of rows; loads on bodies are scratch.
  Vector leftover_tau_, leftover_rows_, port_tau_, lambda_, delta_;
  std::vector<Lane6<double>> all_loads_;
  Level level_ = Level::position;  // of the last residual
  bool keeps_factors_;
  double feedback_ = 0.0;
  bool are_loads_complete_ = false;
  Loading loading_ = Loading::forces;
};

}  // namespace gelenk
