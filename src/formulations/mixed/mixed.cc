#include "formulations/mixed/mixed.h"

#include "formulations/mixed/subsystem.h"

namespace gelenk {

namespace {

class MixedFormulation : public Formulation {
 public:
  explicit MixedFormulation(const System& system)
      : system_(system), all_(system.counts.components), root_(make(*system.root)) {}

  const System& system() const override { return system_; }

  bool eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                        Vector& vdot) override {
    eval_motion(q, v);
    qdot.resize(system_.nq);
    vdot.resize(system_.nv);
    if (!root_->condense(t)) return false;
    root_->release(no_load_, vdot.data());
    calc_qdot(*system_.root, qdot.data());
    return true;
  }

  void eval_motion(const Vector& q, const Vector& v) override {
    q_ = q;
    v_ = v;
    root_->place(0, {}, q_.data(), v_.data());
  }

  void eval_closure(Closure& closure) override {
    int rows = 0;
    for (const MixedSubsystem* sub : all_) rows += sub->closure_rows();
    closure.g.resize(rows);
    closure.gdot.resize(rows);
    closure.G.setZero(rows, system_.nv);
    closure.natural.setZero(rows);
    int row = 0;
    for (const MixedSubsystem* sub : all_) sub->add_closure(row, closure);
  }

  const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const override {
    return all_[sub.id]->motion(node);
  }
  Vec6<double> get_joint_load(const Subsystem& sub, int joint) override {
    return all_[sub.id]->joint_load(joint);
  }
  WrenchPair<double> get_force_load(const Subsystem& sub, int force) const override {
    return all_[sub.id]->force_load(force);
  }
  Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const override {
    return all_[sub.id]->load(node);
  }
  const double* get_force_laws(const Subsystem& sub, int force) const override {
    return all_[sub.id]->laws().get_values(force);
  }

  Drift calc_drift() override {
    Drift drift;
    drift.position = calc_quaternion_drift(*system_.root, q_);
    for (const MixedSubsystem* sub : all_) sub->add_drift(drift);
    return drift;
  }

  Energy calc_energy() override {
    Energy energy;
    for (const MixedSubsystem* sub : all_) sub->add_energy(energy);
    return energy;
  }

  std::string failure() const override {
    for (const MixedSubsystem* sub : all_) {
      if (!sub->failure().empty()) return sub->failure();
    }
    return "";
  }

  // The events are those of the laws, subsystem by subsystem.
  int event_count() const override {
    int count = 0;
    for (MixedSubsystem* sub : all_) count += sub->laws().event_count();
    return count;
  }
  bool events_depend_on_state() const override { return false; }
  void eval_events(double t, const Vector&, const Vector&, Vector& indicators) override {
    int first = 0;
    for (MixedSubsystem* sub : all_) {
      sub->laws().eval_events(t, indicators.data() + first);
      first += sub->laws().event_count();
    }
  }
  void start_events(double t, const Vector&, const Vector&) override {
    for (MixedSubsystem* sub : all_) sub->laws().start_events(t);
  }
  void handle_event(double t, Vector&, Vector&, const std::vector<int>&) override {
    for (MixedSubsystem* sub : all_) sub->laws().handle_event(t);
  }
  std::string event_name(int event) const override {
    for (MixedSubsystem* sub : all_) {
      if (event < sub->laws().event_count()) return sub->laws().event_name(event);
      event -= sub->laws().event_count();
    }
    return "";
  }

 private:
  // Parts first: a composite receives them as Part and cannot look inside.
  std::unique_ptr<MixedSubsystem> make(const Subsystem& sub) {
    std::vector<std::unique_ptr<Part>> parts;
    for (const auto& part : sub.parts) parts.push_back(make(*part));
    auto made = std::make_unique<MixedSubsystem>(sub, system_.gravity, std::move(parts));
    all_[sub.id] = made.get();
    return made;
  }

  void calc_qdot(const Subsystem& sub, double* qdot) const {
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree) continue;
      std::visit(
          [&](const auto& joint) {
            joint.calc_qdot(q_.data() + edge.q, v_.data() + edge.v, qdot + edge.q);
          },
          edge.joint);
    }
    for (const auto& part : sub.parts) calc_qdot(*part, qdot);
  }

  const System& system_;
  std::vector<MixedSubsystem*> all_;  // by subsystem number: for signals and diagnosis only
  std::unique_ptr<MixedSubsystem> root_;
  Vector q_, v_, no_load_;
};

}  // namespace

std::unique_ptr<Formulation> make_mixed_formulation(const System& system) {
  return std::make_unique<MixedFormulation>(system);
}

}  // namespace gelenk
