// The formulation itself: one box over the whole system, without ports unless those of the system are open.
#include "formulations/recursive/recursive.h"

#include <algorithm>
#include <cmath>

#include "formulations/port_load.h"
#include "formulations/recursive/box_formulation.h"
#include "formulations/recursive/recursive_box.h"

namespace gelenk {

namespace {

class RecursiveFormulation final : public BoxFormulation, private JointSpace {
 public:
  explicit RecursiveFormulation(const System& system)
      : RecursiveFormulation(system, list_open_ports(system)) {}

  void eval_closure(Closure& closure) override { rows_.calc_closure(state_, closure); }
  void place_driven(double t, Vector& q, Vector& v) override {
    if (!axes_.drives()) return;
    laws_.eval(t);
    axes_.place_driven(q, v);
  }
  void place_start(double t, Vector& q, Vector& v) override {
    laws_.eval(t);
    axes_.place_start(q, v);
  }

  void set_loads(const Vector& loads) { box_.set_loads(loads); }
  bool set_feedback(double rate) override {
    box_.set_feedback(rate);
    return true;
  }

  bool project(Vector& q, Vector& v) override {
    if (rows_.closure_count() == 0) return true;
    begin_trial();
    speeds_ = v;
    const double left_out = ranks_.get_left_out();
    ranks_.leave_out(std::min(left_out, LoopRanks::singular_fraction));
    const bool closes = correction_.close(q, v, failure_);
    ranks_.leave_out(left_out);
    if (!closes) return false;
    if (left_out > LoopRanks::singular_fraction) correction_.factor();
    correction_.free_speeds(v);
    ranks_.raise();
    if (const std::string loop = ranks_.find_turned(speeds_, v); !loop.empty()) {
      failure_ = describe_turn(loop);
      return false;
    }
    const bool is_near = ranks_.is_within(LoopRanks::near_fraction);
    ranks_.follow_geometry();
    end_correction(q, is_near);
    return true;
  }

  const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const override {
    const NodePlace& place = tree_.nodes[sub.id][node];
    FrameMotion<double>& motion = motions_[sub.id][node];
    motion = calc_motion_of(box_.motion(), {place.body, place.X_BN});
    return motion;
  }
  Vec6<double> get_joint_load(const Subsystem& sub, int joint) override {
    return box_.reactions().get_joint_load(sub, joint);
  }
  WrenchPair<double> get_force_load(const Subsystem& sub, int force) const override {
    return box_.forces().get_load(sub, force);
  }
  Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const override {
    return calc_port_load(
        *this, [this](const Subsystem& s, int j) { return box_.reactions().get_joint_load(s, j); },
        *system_.root, sub, node);
  }
  double get_axis_force(int element) const override { return axes_.get_force(element); }
  AxisMode get_axis_mode(int element) const override { return axes_.get_mode(element); }

  Drift calc_drift() override {
    Drift drift;
    drift.position = std::max(calc_quaternion_drift(*system_.root, state_.q),
                              correction_.calc_residual(ConstraintRows::Level::position));
    drift.velocity = correction_.calc_residual(ConstraintRows::Level::velocity);
    return drift;
  }

  Energy calc_energy() override {
    Energy energy{0.0, system_.standing_energy};
    box_.add_energy(energy);
    return energy;
  }

  JointSpace* joint_space() override { return this; }

  int count_redundant() const override { return box_.count_redundant(); }
  std::vector<std::string> list_undetermined() const override {
    std::vector<std::string> joints;
    box_.list_undetermined(joints);
    return joints;
  }

 protected:
  BlackBox& root() override { return box_; }
  void place_motion(double t) override { box_.place(t, q_.data(), v_.data()); }
  bool condense(double t, Loading loading) override {
    return box_.condense(t, q_.data(), v_.data(), loading);
  }
  void release(const Vector& tau, Loading, Vector& vdot) override {
    box_.release(tau, vdot.data());
  }
  bool eval_under_laws(double t, Vector& vdot) override {
    condense(t, Loading::forces);
    release(no_load_, Loading::forces, vdot);
    refine(box_, vdot);
    return true;
  }
  void calc_qdot(double* qdot) override { box_.calc_qdot(qdot); }
  std::string check_loads() override {
    return box_.is_determined() ? std::string() : box_.check_undetermined();
  }
  void step(const Vector& delta, Vector& q) override { step_coordinates(*system_.root, delta, q); }
  double find_thinnest(std::string& joint) const override { return box_.find_thinnest(joint); }
  void take_accelerations(const Vector& vdot) override { box_.take_accelerations(vdot); }
  bool project_beside(Vector& q, Vector& v) override {
    std::string ignored;  // beside their laws, drives may well contradict each other
    if (!correction_.project(q, v, ignored)) return false;
    ranks_.raise();
    return true;
  }

  bool ranks_known() const override { return ranks_.known(); }
  void learn_ranks() override { box_.learn_ranks(q_.data(), v_.data()); }
  void forget_ranks() override { ranks_.forget(); }
  void raise_ranks(Metric metric) override { ranks_.raise(metric); }
  void recall_ranks() override { ranks_.recall(); }
  void set_aside(Trial trial) override { ranks_.set_aside(trial); }
  void keep(double, const Vector&, const Vector& v, bool corrected, bool evaluated) override {
    ranks_.keep(corrected, evaluated, v);
  }
  void start_ranks(const Vector& v) override { ranks_.start(v); }
  void list_memory_of_boxes(Memory& memory) override { memory(ranks_); }
  const std::string& undetermined() const override { return ranks_.undetermined(); }
  bool is_within(double fraction) const override { return ranks_.is_within(fraction); }
  void compare_with_geometry() override { ranks_.compare_with_geometry(); }
  void leave_out(double fraction) override { ranks_.leave_out(fraction); }
  double get_left_out() const override { return ranks_.get_left_out(); }
  std::string describe_singular() const override { return ranks_.describe_singular(); }
  void measure_speeds(Vector& sizes, std::vector<char>& in_loop) override {
    ranks_.list_singular_speeds(in_loop);
    calc_speed_sizes(tree_, box_.motion(), tree_.length, sizes.data());
  }
  double calc_loop_motion(Vector& motion) override {
    std::vector<char> in_loop;
    Vector sizes(tree_.nv);
    measure_speeds(sizes, in_loop);
    motion = v_;
    double fastest = 0.0;
    for (int k = 0; k < tree_.nv; ++k) {
      if (!in_loop[k]) motion[k] = 0.0;
      fastest = std::max(fastest, std::abs(motion[k]) * sizes[k]);
    }
    if (fastest > 0) motion /= fastest;
    return fastest;
  }

  void update_axes(const Vector& q, const Vector& v) override {
    box_.update_axes(q.data(), v.data());
  }
  std::string find_jumps(const Vector& q, const Vector& v, Vector& change) override {
    return axes_.find_jumps(q, v, change);
  }
  void set_jumps(const Vector& change) override { box_.set_jumps(change); }
  void strike(const Vector& q, const Vector& change, Vector& all) override {
    box_.set_jumps(change);
    box_.condense(0.0, q.data(), v_.data(), Loading::impact);
    box_.release(no_load_, all.data());
    refine_impact(box_, change, all);
  }
  void find_shared_holds() override { box_.find_shared_holds(load_length_); }

 private:
  RecursiveFormulation(const System& system, const OpenPortList& ports)
      : BoxFormulation(system),
        box_(system, laws_, list_nodes(ports), list_flanges(system, ports)),
        tree_(box_.tree()),
        state_(box_.state()),
        axes_(box_.axes()),
        rows_(box_.rows()),
        correction_(box_.correction()),
        ranks_(box_.ranks()) {
    modes_ = &axes_.modes();
    holding_ = &box_.holding();
    for (const auto& nodes : tree_.nodes) motions_.emplace_back(nodes.size());
    no_load_.setZero(box_.r().size());
    if (system.ports.are_open) box_.keep_factors();
    open(ports);
  }
  static std::vector<FlangeOnSpeed> list_flanges(const System& system, const OpenPortList& ports) {
    std::vector<FlangeOnSpeed> flanges;
    for (int train : ports.trains) {
      const JointRef& carrier = system.axes.trains[train].carrier;
      const JointEdge& edge = carrier.sub->joints[carrier.joint];
      flanges.push_back({edge.q, edge.v});
    }
    return flanges;
  }
  static std::vector<NodeIndex> list_nodes(const OpenPortList& ports) {
    std::vector<NodeIndex> nodes;
    for (const OpenPortList::Port& port : ports.ports) {
      if (!port.is_ground) nodes.push_back(port.node);
    }
    return nodes;
  }

  void calc_mass_matrix(const Vector& q, Matrix& M) override {
    begin_trial();
    v_ = Vector::Zero(tree_.nv);
    box_.place(0.0, q.data(), v_.data());
    M.resize(tree_.nv, tree_.nv);
    box_.calc_mass_matrix(M.data());
  }
  bool calc_forces(double t, const Vector& q, const Vector& v, const Vector& vdot,
                   Vector& tau) override {
    if (laws_.acts_by_outcomes()) return false;
    read_laws(t, q, v);
    tau.resize(tree_.nv);
    box_.calc_forces(q_.data(), v_.data(), vdot.data(), tau.data());
    return true;
  }
  FrameMotion<double> calc_frame(const Vector& q, const Vector& v, const Subsystem& sub,
                                 const FrameOnNode& at, Matrix& J) override {
    begin_trial();
    box_.place(0.0, q.data(), v.data());
    return box_.calc_frame(place_frame(tree_, sub, at), J);
  }

  mutable RecursiveBox box_;  // reactions are computed when asked for
  // Of the box.
  const Tree& tree_;
  RecursiveState& state_;
  AxisActions& axes_;
  ConstraintRows& rows_;
  LoopCorrection& correction_;
  LoopRanks& ranks_;

  Vector speeds_, no_load_;  // scratch
  mutable std::vector<std::vector<FrameMotion<double>>> motions_;
};

}  // namespace

std::unique_ptr<Formulation> make_recursive_formulation(const System& system) {
  return std::make_unique<RecursiveFormulation>(system);
}

std::unique_ptr<Formulation> make_loaded_formulation(const System& system, const Vector& loads) {
  auto formulation = std::make_unique<RecursiveFormulation>(system);
  formulation->set_loads(loads);
  return formulation;
}

}  // namespace gelenk
