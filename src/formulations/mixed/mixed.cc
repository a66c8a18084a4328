#include "formulations/mixed/mixed.h"

#include <cmath>
#include <numeric>

#include "formulations/mixed/rank_watch.h"
#include "formulations/mixed/subsystem.h"
#include "formulations/recursive/tree_space.h"
#include "formulations/refinement.h"
#include "formulations/turn_watch.h"
#include "math/least_change.h"

namespace gelenk {

namespace {

class MixedFormulation final : public Formulation {
 public:
  explicit MixedFormulation(const System& system)
      : system_(system),
        laws_(system),
        all_(system.counts.components),
        root_(make(*system.root)),
        least_(system),
        turn_(list_speeds(system.nv)) {}

  const System& system() const override { return system_; }
  // Coordinates are those of one tree.
  JointSpace* joint_space() override {
    if (tree_ == nullptr) {
      tree_ = make_tree_space(system_, laws_, [this](double t, const Vector& q, const Vector& v) {
        read_laws(t, q, v);
      });
    }
    return tree_.get();
  }
  void set_input(int input, double value) override { laws_.set_input(input, value); }

  bool eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                        Vector& vdot) override {
    if (!learnt_) learn_ranks(q, v);
    is_evaluated_ = false;
    read_laws(t, q, v);
    qdot.resize(system_.nq);
    vdot.resize(system_.nv);
    failure_ = event_failure_;
    if (!failure_.empty() || !root_->condense() || !check_ranks()) return false;
    root_->release(no_load_, vdot.data());
    if (!refine(vdot)) {
      failure_ =
          "no digits are left of the accelerations, since inertias differ too much (give tiny "
          "ones more, or none at all),";
      return false;
    }
    loads_known_ = false;
    calc_qdot(*system_.root, qdot.data());
    std::copy_n(laws_.rates(), system_.quantities.states.size(),
                qdot.data() + system_.first_state());
    is_evaluated_ = true;
    evaluated_t_ = t;
    return true;
  }

  void eval_motion(const Vector& q, const Vector& v) override {
    is_evaluated_ = false;
    q_ = q;
    v_ = v;
    root_->place(0, {}, q_.data(), v_.data());
  }

  void eval_closure(Closure& closure) override { calc_closure(closure); }
  void calc_closure(Closure& closure) const {
    int rows = 0;
    for (const MixedSubsystem* sub : all_) rows += sub->closure_rows();
    closure.g.resize(rows);
    closure.gdot.resize(rows);
    closure.natural.setZero(rows);
    Matrix G = Matrix::Zero(rows, system_.nv);
    int row = 0;
    for (const MixedSubsystem* sub : all_) sub->add_closure(row, closure, G);
    closure.G = G.sparseView();
  }

  // Post-stabilisation (Thesis 2.9).
  bool project(Vector& q, Vector& v) override {
    speeds_ = v;
    failure_.clear();
    close(q, v);
    if (!turn_.has_turned(speeds_, v)) return true;
    failure_ = describe_turn(describe_worst_row());
    return false;
  }

  const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const override {
    return all_[sub.id]->motion(node);
  }
  Vec6<double> get_joint_load(const Subsystem& sub, int joint) override {
    share_loads();
    return all_[sub.id]->joint_load(joint);
  }
  WrenchPair<double> get_force_load(const Subsystem& sub, int force) const override {
    return all_[sub.id]->force_load(force);
  }
  Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const override {
    share_loads();
    return all_[sub.id]->load(node);
  }
  const Laws& laws() const override { return laws_; }

  // Without 1-D elements nothing is driven.
  void place_driven(double, Vector&, Vector&) override {}
  double get_axis_force(int) const override { return 0.0; }

  Drift calc_drift() override {
    Drift drift;
    drift.position = calc_quaternion_drift(*system_.root, q_);
    for (const MixedSubsystem* sub : all_) sub->add_drift(drift);
    return drift;
  }

  Energy calc_energy() override {
    Energy energy{0.0, system_.standing_energy};
    for (const MixedSubsystem* sub : all_) sub->add_energy(energy);
    return energy;
  }

  int count_redundant() const override {
    int count = 0;
    for (const MixedSubsystem* sub : all_) count += sub->count_redundant();
    return count;
  }

  std::string failure() const override {
    if (!failure_.empty()) return failure_;
    for (const MixedSubsystem* sub : all_) {
      if (!sub->failure().empty()) return sub->failure();
    }
    return "";
  }

  bool eval_initials(double t, const Vector& q, const Vector& v, Vector& residuals) override {
    read_laws(t, q, v);
    laws_.calc_initials(t, residuals);
    return true;
  }
  void hold_branches(double t, bool holds) override { laws_.hold_branches(t, holds); }
  bool project_states(double t, Vector& q, const Vector& v, bool at_start) override {
    if (!laws_.has_invariants(at_start)) return true;
    read_laws(t, q, v);
    return laws_.project_states(t, q.data(), at_start);
  }

  // How large pivots get is learnt where the method has evaluated the end of its step; those that
  // do not, learn nothing on the way.
  void accept(double t, const Vector& q, const Vector& v) override {
    turn_.learn(v);
    if (!(is_evaluated_ && evaluated_t_ == t && q_ == q && v_ == v)) {
      read_laws(t, q, v);
    } else {
      for (std::size_t i = 0; i < all_.size(); ++i) {
        watches_[i].learn_fractions(all_[i]->relations());
        if (const SemidefiniteFactor* factor = all_[i]->closing_factor(); factor != nullptr)
          watches_[i].learn_size(*factor);
      }
    }
    laws_.accept(*this, t, q.data(), v.data());
  }
  void list_memory(Memory& memory) override {
    memory(laws_, event_failure_, learnt_, turn_);
    watches_.resize(all_.size());
    for (std::size_t i = 0; i < all_.size(); ++i)
      watches_[i].list_memory(memory, all_[i]->row_count(), all_[i]->relations().size());
    if (!memory.is_saving()) is_evaluated_ = false;
  }

  // The events are those of the laws.
  int event_count() const override { return laws_.event_count(); }
  bool events_depend_on_state() const override { return laws_.events_depend_on_state(); }
  void eval_events(double t, const Vector& q, const Vector& v, Vector& indicators) override {
    if (laws_.events_depend_on_state()) read_laws(t, q, v);
    laws_.eval_events(t, indicators.data());
  }
  void get_event_signs(std::vector<int>& signs) const override {
    laws_.get_event_signs(signs.data());
  }
  void start_events(double t, Vector& q, Vector& v) override {
    event_failure_.clear();
    turn_.forget();
    turn_.learn(v);
    learn_ranks(q, v);
    read_laws(t, q, v);
    event_failure_ = laws_.start_events(t, q.data());
    laws_.accept(*this, t, q.data(), v.data());
  }
  void handle_event(double t, Vector& q, Vector& v, const std::vector<int>&) override {
    read_laws(t, q, v);
    laws_.accept(*this, t, q.data(), v.data());
    event_failure_ = laws_.handle_event(t, q.data());
    if (laws_.has_changed()) read_laws(t, q, v);  // states may have changed
  }
  double next_time_event() override { return laws_.next_time_event(); }
  std::string event_name(int event) const override {
    return laws_.event_name(event < laws_.event_count() ? event : -1);
  }

 private:
  static std::vector<int> list_speeds(int count) {
    std::vector<int> speeds(count);
    std::iota(speeds.begin(), speeds.end(), 0);
    return speeds;
  }

  bool refine(Vector& vdot) {
    for (const MixedSubsystem* sub : all_) {
      if (sub->has_singular_groups()) return true;
    }
    return refinement_.refine(
        vdot, v_.lpNorm<Eigen::Infinity>(), at_rest,
        [&] {
          double largest = 0.0;
          for (const MixedSubsystem* sub : all_) largest = std::max(largest, sub->calc_leftover());
          return largest;
        },
        [&](Vector& delta) {
          root_->condense_rest();
          root_->add_rest(no_load_, delta.data());
          delta -= vdot;
        },
        [&] {
          const Drift open = calc_drift();
          return std::max(open.position, open.velocity);
        });
  }

  void read_laws(double t, const Vector& q, const Vector& v) {
    eval_motion(q, v);
    laws_.read(*this, t, q_.data(), v_.data());
    laws_.eval(t);
  }

  // Parts first: a composite receives them as Part and cannot look inside.
  std::unique_ptr<MixedSubsystem> make(const Subsystem& sub) {
    std::vector<std::unique_ptr<Part>> parts;
    for (const auto& part : sub.parts) parts.push_back(make(*part));
    auto made = std::make_unique<MixedSubsystem>(sub, system_.gravity, laws_, std::move(parts));
    all_[sub.id] = made.get();
    return made;
  }

  // Where redundancy leaves loads undetermined, the least ones.
  void share_loads() const {
    if (loads_known_) return;
    loads_known_ = true;
    int rows = 0;
    for (const MixedSubsystem* sub : all_) rows += sub->closure_rows();
    if (count_redundant() == 0 || rows == 0) return;
    Closure closure;
    calc_closure(closure);
    Vector closing(rows);
    least_.clear();
    int row = 0;
    for (MixedSubsystem* sub : all_) sub->collect_closing(row, closing, least_);
    least_.calc(closure, std::vector<char>(system_.nv, 1), Vector::Zero(system_.nv), closing);
    root_->share_loads(no_load_, closing);
  }

  // q moves along G⁺ until the loops close, then v is freed of what would open them.
  void close(Vector& q, Vector& v) {
    // Rounding of g is a few 1e-16 times lengths of the mechanism; two or three sweeps reach it.
    double previous = INFINITY;
    for (int sweep = 0; sweep < 6; ++sweep) {
      eval_motion(q, v);
      eval_closure(closure_);
      const double size = closure_.g.cwiseAbs().maxCoeff();
      change_.compute(closure_.G, closure_.natural);
      if (size < 1e-14 || size > 0.5 * previous) break;
      previous = size;
      step_coordinates(*system_.root, change_.solve(closure_.g), q);
    }
    v += change_.solve(closure_.gdot);
  }

  // That the speeds before the last close would open furthest.
  std::string describe_worst_row() const {
    Eigen::Index worst = 0;
    closure_.gdot.cwiseAbs().maxCoeff(&worst);
    int row = static_cast<int>(worst);
    for (const MixedSubsystem* sub : all_) {
      if (row < sub->closure_rows()) return sub->describe_closure_row(row);
      row -= sub->closure_rows();
    }
    return "the loops";
  }

  // Ranks and sizes a little way off the start along the motion. At rest, any motion will do.
  void learn_ranks(const Vector& q, const Vector& v) {
    learnt_ = true;
    watches_.assign(all_.size(), {});
    Vector direction = v;
    if (!(direction.norm() > 0)) {
      for (int i = 0; i < system_.nv; ++i) direction[i] = std::cos(1.0 + 2.0 * i);
    }
    if (!(direction.norm() > 0)) return;
    eval_motion(q, direction);
    eval_closure(closure_);
    if (closure_.g.size() == 0) return;
    change_.compute(closure_.G, closure_.natural);
    direction += change_.solve(closure_.gdot);
    direction /= direction.cwiseAbs().maxCoeff();
    if (!direction.allFinite()) return;
    for (double way : {0.02, 0.1, 0.3}) {
      Vector beside = q, still = Vector::Zero(system_.nv);
      step_coordinates(*system_.root, way * direction, beside);
      close(beside, still);
      eval_motion(beside, still);
      eval_closure(closure_);
      if (!(closure_.g.cwiseAbs().maxCoeff() < 1e-10) || !root_->condense()) return;
      for (std::size_t i = 0; i < all_.size(); ++i) {
        watches_[i].learn_fractions(all_[i]->relations());
        const SemidefiniteFactor* factor = all_[i]->closing_factor();
        if (factor == nullptr) continue;
        if (way == 0.02) watches_[i].learn_rank(*factor);
        watches_[i].learn_size(*factor);
      }
    }
  }

  bool check_ranks() {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      std::string at;
      const SemidefiniteFactor* factor = all_[i]->closing_factor();
      if (const int vanished = watches_[i].find_vanished(all_[i]->relations()); vanished >= 0)
        at = all_[i]->describe_relation(vanished);
      else if (factor != nullptr && watches_[i].is_singular(*factor))
        at = all_[i]->describe_row(watches_[i].get_row(*factor));
      if (at.empty()) continue;
      failure_ = "the mechanism comes to a singular position (at " + at +
                 "), which the formulation 'mixed' has no method to pass (choose the formulation "
                 "'recursive'),";
      return false;
    }
    return true;
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
  Laws laws_;
  std::string event_failure_;
  std::vector<MixedSubsystem*> all_;  // by subsystem number: for signals and diagnosis only
  std::unique_ptr<MixedSubsystem> root_;
  std::unique_ptr<JointSpace> tree_;  // null: nobody has asked
  Vector q_, v_, no_load_;
  Closure closure_;
  LeastChange change_;
  mutable LeastLoads least_;  // with loads_known_: computed when asked for
  mutable bool loads_known_ = true;
  bool learnt_ = false;
  std::vector<RankWatch> watches_;  // by subsystem number
  TurnWatch turn_;
  Refinement refinement_;
  Vector speeds_;              // before a correction
  bool is_evaluated_ = false;  // the state q_, v_, at the time below
  double evaluated_t_ = 0.0;
  std::string failure_;
};

}  // namespace

std::unique_ptr<Formulation> make_mixed_formulation(const System& system) {
  for (const PlacedAxisElement& e : system.axes.elements) {
    throw e.component->error("unsupported",
                             "the formulation 'mixed' has no 1-D elements; '" + e.component->path +
                                 "' is a " + e.component->native_class,
                             "choose the formulation 'recursive'");
  }
  if (!system.quantities.outcome_uses.empty()) throw UserError(system.quantities.outcome_uses);
  for (const TrainRow& row : system.rows) {
    throw row.component->error("unsupported",
                               "the formulation 'mixed' has no relations between coordinates; '" +
                                   row.name + "' needs one",
                               "choose the formulation 'recursive'");
  }
  return std::make_unique<MixedFormulation>(system);
}

}  // namespace gelenk
