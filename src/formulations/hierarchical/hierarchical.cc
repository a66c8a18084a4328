// The formulation itself: laws of the whole system, then one sweep up and one down the tree of components. The
// leaves are RecursiveBox, what holds them together CompositeBox; both are known here for signals, modes and
// diagnosis, and only here.
#include "formulations/hierarchical/hierarchical.h"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "formulations/hierarchical/composite_box.h"
#include "formulations/hierarchical/composite_ranks.h"
#include "formulations/hierarchical/ground_box.h"
#include "formulations/hierarchical/leaf_modes.h"
#include "formulations/hierarchical/loaded_box.h"
#include "formulations/hierarchical/loop_blocks.h"
#include "formulations/hierarchical/part_equations.h"
#include "formulations/port_load.h"
#include "formulations/projection_sweeps.h"
#include "formulations/recursive/box_formulation.h"
#include "formulations/recursive/recursive_box.h"
#include "topology/leaves/partition.h"

namespace gelenk {

namespace {

class HierarchicalFormulation final : public BoxFormulation, private JointSpace {
 public:
  HierarchicalFormulation(const System& system, const HierarchicalOptions& options)
      : BoxFormulation(system),
        partition_(*system.partition),
        options_(options),
        arena_(options.threads > 0 ? options.threads : tbb::task_arena::automatic) {
    // Else TBB starts no more threads than the machine has, and says so.
    if (options.threads > tbb::info::default_concurrency())
      allowed_.emplace(tbb::global_control::max_allowed_parallelism, options.threads);
    make_boxes();
    make_turns();
    leaf_modes_.emplace(leaves_);
    modes_ = &leaf_modes_->modes;
    holding_ = &leaf_modes_->holding;
    delta_ = Vector::Zero(system.nv);
    if (loaded_.empty()) {
      blocks_.emplace(partition_, leaves_);
      ranks_.set_blocks(*blocks_);
    }
    ranks_.forget();
    for (const auto& nodes : partition_.nodes) motions_.emplace_back(nodes.size());
    loaded_at_.resize(motions_.size());
    for (std::size_t k = 0; k < loaded_.size(); ++k)
      loaded_at_[partition_.leaves[leaves_.size() + k].compiled->id] = loaded_[k];
    no_load_.setZero(root_->r().size());
    if (system.ports.are_open) keep_factors();
    open(list_open_ports(system));
  }

  // Corrections go through the tree; in one matrix the equations stand only for who asks, where no component is compiled.
  void eval_closure(Closure& closure) override {
    GELENK_ASSERT(loaded_.empty());
    equations_.calc_closure(q_, v_, closure);
  }
  JointSpace* joint_space() override { return loaded_.empty() ? this : nullptr; }

  void place_driven(double t, Vector& q, Vector& v) override { place_driven(t, q, v, false); }
  void place_start(double t, Vector& q, Vector& v) override { place_driven(t, q, v, true); }

  bool set_feedback(double rate) override {
    for (RecursiveBox* leaf : leaves_) leaf->set_feedback(rate);
    for (LoadedBox* loaded : loaded_) loaded->set_feedback(rate);
    for (CompositeBox* composite : composites_) composite->set_feedback(rate);
    return true;
  }

  // One factorisation serves all sweeps of positions and of speeds; it is renewed only where they do not converge.
  bool project(Vector& q, Vector& v) override {
    begin_trial();
    Vector closed_q = q, closed_v = v;
    bool done = false;
    Metric metric = options_.metric;
    in_arena([&] {
      metric = choose_metric(q, v);
      done = project_in_arena(closed_q, closed_v, metric, usual_factors());
    });
    if (!done) return false;
    // Before the first evaluation there is no way that it could turn off.
    if (const std::string loop = ranks_known_ ? find_turned(v, closed_v) : ""; !loop.empty()) {
      failure_ = describe_turn(loop);
      return false;
    }
    q = closed_q;
    v = closed_v;
    // Of compiled components only an evaluation tells.
    const bool is_near = ranks_known_ && is_any_weak(metric, LoopRanks::near_fraction);
    in_arena([&] { follow_geometry(); });
    end_correction(q, is_near);
    return true;
  }

  // ---- of the state evaluated last -------------------------------------------------------------------

  const FrameMotion<double>& get_motion(const Subsystem& sub, NodeIndex node) const override {
    const PlaceInPartition& at = partition_.nodes[sub.id][node];
    FrameMotion<double>& motion = motions_[sub.id][node];
    if (is_compiled(at.leaf)) {
      motion = loaded_of(at.leaf).port(at.index - 1);
    } else if (at.leaf >= 0) {
      RecursiveBox& leaf = *leaves_[at.leaf];
      motion = calc_motion_of(leaf.motion(),
                              place_frame(leaf.tree(), *leaf.system().root, {at.index, {}}));
    }
    return motion;
  }
  Vec6<double> get_joint_load(const Subsystem& sub, int joint) override {
    return calc_joint_load(sub, joint);
  }
  WrenchPair<double> get_force_load(const Subsystem& sub, int force) const override {
    const PlaceInPartition& at = partition_.forces[sub.id][force];
    if (at.leaf >= 0)
      return leaves_[at.leaf]->forces().get_load(*leaves_[at.leaf]->system().root, at.index);
    if (at.composite >= 0) return composites_[at.composite]->get_force_load(at.index);
    return {};
  }
  Vec6<double> get_port_load(const Subsystem& sub, NodeIndex node) const override {
    return calc_port_load(
        *this, [this](const Subsystem& s, int j) { return calc_joint_load(s, j); }, *system_.root,
        sub, node);
  }
  double get_axis_force(int element) const override {
    const PlaceInPartition& at = partition_.axis_elements[element];
    if (at.leaf >= 0) return leaves_[at.leaf]->axes().get_force(at.index);
    return at.composite < 0 ? 0.0 : composites_[at.composite]->get_axis_force(at.index);
  }
  AxisMode get_axis_mode(int element) const override {
    const PlaceInPartition& at = partition_.axis_elements[element];
    return at.leaf >= 0 ? leaves_[at.leaf]->axes().get_mode(at.index) : AxisMode::free;
  }

  AxisMotion get_flange(const Subsystem& sub, int flange) const override {
    return loaded_at_[sub.id]->flange(flange);
  }
  double get_flange_load(const Subsystem& sub, int flange) const override {
    return loaded_at_[sub.id]->get_flange_load(flange);
  }

  double get_shown_signal(const Subsystem& sub, int signal) override {
    return loaded_at_[sub.id]->get_signal(signal);
  }
  double get_output(const Subsystem& sub, int signal) const override {
    return loaded_at_[sub.id]->get_output(signal);
  }

  Drift calc_drift() override {
    Drift drift;
    drift.position =
        std::max(calc_quaternion_drift(*system_.root, q_), root_->calc_residual(Level::position));
    for (LoadedBox* loaded : loaded_)
      drift.position = std::max(drift.position, loaded->calc_position_drift());
    drift.velocity = root_->calc_residual(Level::velocity);
    return drift;
  }

  Energy calc_energy() override {
    Energy energy{0.0, system_.standing_energy};
    for (RecursiveBox* leaf : leaves_) leaf->add_energy(energy);
    for (LoadedBox* loaded : loaded_) loaded->add_energy(energy);
    for (const CompositeBox* composite : composites_)
      energy.potential += composite->calc_potential_energy();
    return energy;
  }

  std::vector<std::string> list_undetermined() const override {
    std::vector<std::string> joints;
    for (const RecursiveBox* leaf : leaves_) leaf->list_undetermined(joints);
    return joints;
  }

  // What a compiled component finds inside is its own business.
  int count_redundant() const override {
    int count = ranks_.count_redundant();
    for (const RecursiveBox* leaf : leaves_) count += leaf->count_redundant();
    return count;
  }

  // ---- events ------------------------------------------------------------------------------------------

  // Events of the laws, of the modes, of compiled components.
  int event_count() const override {
    int count = first_loaded_event();
    for (const LoadedBox* loaded : loaded_) count += loaded->event_count();
    return count;
  }
  bool events_depend_on_state() const override {
    return has_loaded_events() || BoxFormulation::events_depend_on_state();
  }
  bool do_accelerations_decide() const override {
    return has_loaded_events() || BoxFormulation::do_accelerations_decide();
  }
  void calc_indicators(double t, double* indicators) override {
    BoxFormulation::calc_indicators(t, indicators);
    indicators += first_loaded_event();
    for (LoadedBox* loaded : loaded_) {
      loaded->eval_events(indicators);
      indicators += loaded->event_count();
    }
  }
  void get_event_signs(std::vector<int>& signs) const override {
    BoxFormulation::get_event_signs(signs);
    int* next = signs.data() + first_loaded_event();
    for (const LoadedBox* loaded : loaded_) {
      loaded->get_event_signs(next);
      next += loaded->event_count();
    }
  }
  void start_modes(double t, Vector& q, Vector& v) override {
    read_laws(t, q, v);
    hand_out_inputs();
    failure_.clear();
    for (LoadedBox* loaded : loaded_) {
      if (!loaded->start_events(t, q, v, evaluate_for_loaded(t, q, v)))
        mode_failure_ = find_cause(loaded->take_failure());
    }
    if (!mode_failure_.empty()) return;
    BoxFormulation::start_modes(t, q, v);
    // What the modes did may have changed what compiled components hold.
    if (!modes_->empty()) handle_loaded_events(t, q, v, std::vector<int>(event_count(), 0));
  }
  // All again where a compiled component changes its mind.
  void handle_modes(double t, Vector& q, Vector& v, const std::vector<int>& crossed) override {
    std::vector<int> left = crossed;
    constexpr int most_rounds = 20;
    for (int round = 0; round < most_rounds; ++round) {
      BoxFormulation::handle_modes(t, q, v, left);
      if (!mode_failure_.empty() || !handle_loaded_events(t, q, v, left)) return;
      std::fill(left.begin(), left.end(), 0);
    }
    mode_failure_ = "the modes of compiled components contradict those around them,";
  }
  double calc_longest_step(double t, double longest, double end) override {
    for (LoadedBox* loaded : loaded_)
      longest = std::min(longest, loaded->calc_longest_step(t, longest, end));
    return longest;
  }
  std::string event_name(int event) const override {
    int first = first_loaded_event();
    if (event < first) return BoxFormulation::event_name(event);
    for (const LoadedBox* loaded : loaded_) {
      if (event < first + loaded->event_count()) return loaded->path();
      first += loaded->event_count();
    }
    return "";
  }

 private:
  template <typename Do>
  void in_arena(const Do& work) {
    if (CompositeBox::is_worth_tasks(composites_.back()->task_size()))
      arena_.execute(work);
    else
      work();
  }

  // ---- as matrices ---------------------------------------------------------------------------------------

  void calc_mass_matrix(const Vector& q, Matrix& M) override {
    eval_motion(q, Vector::Zero(system_.nv));
    equations_.calc_mass_matrix(system_.nv, M);
  }
  bool calc_forces(double t, const Vector& q, const Vector& v, const Vector& vdot,
                   Vector& tau) override {
    if (laws_.acts_by_outcomes()) return false;
    read_laws(t, q, v);
    leaf_modes_->hand_out();
    equations_.calc_forces(q_, v_, vdot, tau);
    return true;
  }
  FrameMotion<double> calc_frame(const Vector& q, const Vector& v, const Subsystem& sub,
                                 const FrameOnNode& at, Matrix& J) override {
    eval_motion(q, v);
    return equations_.calc_frame(partition_.nodes[sub.id][at.node], at.X_NF, system_.nv, J);
  }

  // ---- compiled components -------------------------------------------------------------------------------

  bool is_compiled(int leaf) const { return leaf >= static_cast<int>(leaves_.size()); }
  LoadedBox& loaded_of(int leaf) const { return *loaded_[leaf - leaves_.size()]; }
  // By the laws evaluated last. False where one is no number: that is the law's fault and not the component's.
  bool hand_out_inputs() {
    for (std::size_t k = 0; k < loaded_.size(); ++k) {
      const Subsystem& sub = *partition_.leaves[leaves_.size() + k].compiled;
      if (sub.input_laws.empty()) continue;
      const double* values = laws_.of(sub);
      for (std::size_t i = 0; i < sub.input_laws.size(); ++i) {
        if (!std::isfinite(values[i])) return false;
      }
      loaded_[k]->set_inputs(values);
    }
    return true;
  }
  int first_loaded_event() const { return BoxFormulation::event_count(); }
  bool has_loaded_events() const {
    return std::any_of(loaded_.begin(), loaded_.end(),
                       [](const LoadedBox* loaded) { return loaded->event_count() > 0; });
  }

  // Whether one of them changed something.
  bool handle_loaded_events(double t, Vector& q, Vector& v, const std::vector<int>& crossed) {
    bool any = false;
    failure_.clear();
    hand_out_inputs();
    const int* next = crossed.data() + first_loaded_event();
    for (LoadedBox* loaded : loaded_) {
      bool changed = false;
      if (loaded->event_count() > 0 &&
          !loaded->handle_event(t, q, v, next, evaluate_for_loaded(t, q, v), changed)) {
        mode_failure_ = find_cause(loaded->take_failure());
        return false;
      }
      next += loaded->event_count();
      any = any || changed;
    }
    if (any) forget();
    has_changed_ = has_changed_ || any;
    return any;
  }

  // A compiled component asks for the whole; an impact changes the speeds of all.
  LoadedComponent::Evaluate evaluate_for_loaded(double t, const Vector& q, Vector& v) {
    return [this, t, &q, &v](gelenk_loading loading) {
      forget();
      failure_.clear();
      if (loading == GELENK_FORCES) return eval_at_modes(t, q, v, vdot_);
      modes_->strike(Vector::Zero(system_.nv), v, impact_at(q, v));
      return true;
    };
  }

  void step(const Vector& delta, Vector& q) override {
    step_coordinates(*system_.root, delta, q);
    for (LoadedBox* loaded : loaded_) loaded->step(delta.data(), q.data());
  }

  // Parts first: a composite receives them as BlackBox and cannot look inside.
  void make_boxes() {
    std::vector<std::unique_ptr<BlackBox>> made_leaves, made_composites;
    std::vector<double> work;
    for (const Leaf& leaf : partition_.leaves) {
      if (leaf.compiled != nullptr) {
        auto box =
            std::make_unique<LoadedBox>(*leaf.compiled->loaded, system_.gravity, leaf.q, leaf.v);
        loaded_.push_back(box.get());
        made_leaves.push_back(std::move(box));
        continue;
      }
      std::vector<FlangeOnSpeed> flanges;
      for (int joint : leaf.flanges)
        flanges.push_back({leaf.system.root->joints[joint].q, leaf.system.root->joints[joint].v});
      auto box =
          std::make_unique<RecursiveBox>(leaf.system, laws_, leaf.ports, flanges, leaf.q, leaf.v);
      leaves_.push_back(box.get());
      made_leaves.push_back(std::move(box));
    }
    for (const Composite& composite : partition_.composites) {
      std::vector<std::unique_ptr<BlackBox>> parts;
      double sum = static_cast<double>(composite.joints.size());
      for (const Composite::Part& part : composite.parts) {
        if (part.index < 0) {
          parts.push_back(std::make_unique<GroundBox>());
          continue;
        }
        sum += part.is_leaf
                   ? static_cast<double>(partition_.leaves[part.index].system.root->groups.size())
                   : work[part.index];
        parts.push_back(std::move((part.is_leaf ? made_leaves : made_composites)[part.index]));
      }
      work.push_back(sum);
      // By one thread all is done as it is called.
      const double for_tasks = options_.threads == 1 ? 0.0 : sum;
      auto box = std::make_unique<CompositeBox>(composite, std::move(parts), laws_, for_tasks);
      composites_.push_back(box.get());
      made_composites.push_back(std::move(box));
    }
    root_ = std::move(made_composites.back());
  }

  // All speeds below each composite, and of each compiled component.
  void make_turns() {
    auto count_from = [](int first, int count) {
      std::vector<int> speeds(count);
      std::iota(speeds.begin(), speeds.end(), first);
      return speeds;
    };
    for (const LoadedBox* loaded : loaded_)
      loaded_turns_.emplace_back(count_from(loaded->first_v(), loaded->nv()));
    auto list_speeds = [&](int leaf) {
      return is_compiled(leaf) ? loaded_turns_[leaf - leaves_.size()].speeds()
                               : count_from(leaves_[leaf]->first_v(), leaves_[leaf]->tree().nv);
    };
    for (const Composite& composite : partition_.composites) {
      std::vector<int> speeds;
      for (const Composite::Part& part : composite.parts) {
        if (part.index < 0) continue;  // ground
        const std::vector<int> below =
            part.is_leaf ? list_speeds(part.index) : turns_[part.index].speeds();
        speeds.insert(speeds.end(), below.begin(), below.end());
      }
      turns_.emplace_back(std::move(speeds));
    }
  }

  // ---- accelerations -----------------------------------------------------------------------------------

  void place_motion(double t) override {
    in_arena([&] { root_->place(t, q_.data(), v_.data()); });
  }
  BlackBox& root() override { return *root_; }
  bool condense(double t, Loading loading) override {
    bool done = false;
    in_arena([&] { done = condense_in_arena(t, q_, v_, loading); });
    return done;
  }
  void release(const Vector& tau, Loading loading, Vector& vdot) override {
    in_arena([&] { root_->release(tau, vdot.data()); });
    collect(loading);
  }
  bool eval_under_laws(double t, Vector& vdot) override {
    bool done = false;
    in_arena([&] {
      done = eval_in_arena(t, q_, v_, Loading::forces, vdot);
      if (done) refine(*root_, vdot);
    });
    if (done) collect(Loading::forces);
    return done;
  }
  bool condense_in_arena(double t, const Vector& q, const Vector& v, Loading loading) {
    if (loading == Loading::forces && !hand_out_inputs()) return false;
    leaf_modes_->hand_out();
    if (root_->condense(t, q.data(), v.data(), loading)) return true;
    failure_ = root_->failure();
    return false;
  }
  // Up and down without loads: v̇, or changes of speed in an impact. Leaves that have not kept their factors, which a
  // refinement needs, do so from here on.
  bool eval_in_arena(double t, const Vector& q, const Vector& v, Loading loading, Vector& all) {
    if (!condense_in_arena(t, q, v, loading)) return false;
    root_->release(no_load_, all.data());
    if (keeps_factors_ || !root_->is_uneven()) return true;
    keep_factors();
    root_->condense(t, q.data(), v.data(), loading);
    root_->release(no_load_, all.data());
    return true;
  }
  void keep_factors() {
    for (RecursiveBox* leaf : leaves_) leaf->keep_factors();
    keeps_factors_ = true;
  }
  // What holds, from the leaves.
  void collect(Loading loading) {
    if (loading == Loading::forces)
      leaf_modes_->collect();
    else
      leaf_modes_->collect_holding();
  }
  void calc_qdot(double* qdot) override {
    for (RecursiveBox* leaf : leaves_) leaf->calc_qdot(qdot);
    for (LoadedBox* loaded : loaded_) loaded->get_qdot(qdot);
  }
  std::string check_loads() override {
    for (LoadedBox* loaded : loaded_) {
      if (std::string why = loaded->take_failure(); !why.empty()) return why;
    }
    for (RecursiveBox* leaf : leaves_) {
      if (std::string why = leaf->check_undetermined(); !why.empty()) return why;
    }
    return "";
  }

  double find_thinnest(std::string& joint) const override {
    double least = 1.0;
    for (const RecursiveBox* leaf : leaves_) {
      std::string thinnest;
      const double share = leaf->find_thinnest(thinnest);
      if (share < least) least = share, joint = thinnest;
    }
    return least;
  }
  void take_accelerations(const Vector& vdot) override {
    for (RecursiveBox* leaf : leaves_) leaf->take_accelerations(vdot);
    for (LoadedBox* loaded : loaded_) loaded->take_accelerations(vdot);
  }

  void place_driven(double t, Vector& q, Vector& v, bool at_start) {
    const bool drives = std::any_of(leaves_.begin(), leaves_.end(),
                                    [](const RecursiveBox* leaf) { return leaf->axes().drives(); });
    for (LoadedBox* loaded : loaded_) loaded->drive(t, at_start, q, v);
    if (!drives && !at_start) return;
    laws_.eval(t);
    for (RecursiveBox* leaf : leaves_) leaf->place_driven(q, v, at_start);
  }

  // ---- projection --------------------------------------------------------------------------------------

  // Towards a singular position errors are enlarged along weak rows, and so are corrections. In the mass metric they are at
  // right angles to the motion and leave its energy; in the other they would add up in it.
  Metric choose_metric(const Vector& q, const Vector& v) {
    constexpr double weak_fraction = 0.05;
    const Metric metric = options_.metric;
    if (metric == Metric::mass || !ranks_known_) return metric;
    root_->factor(0.0, q.data(), v.data(), metric);
    return is_any_weak(metric, weak_fraction) ? Metric::mass : metric;
  }
  // By the factors at hand, which are in this metric.
  bool is_any_weak(Metric metric, double fraction) const {
    return ranks_.is_weak(metric, fraction) ||
           std::any_of(leaves_.begin(), leaves_.end(), [&](const RecursiveBox* leaf) {
             return leaf->ranks().is_weak(metric, fraction);
           });
  }

  bool project_in_arena(Vector& q, Vector& v, Metric metric, SweepFactors factors) {
    q_ = q;
    v_ = v;
    const Vector still = Vector::Zero(system_.nv);
    for (LoadedBox* loaded : loaded_) loaded->step(still.data(), q_.data());
    Correction correction{*this, metric};
    // Where a smooth way leads through a singular position, rows are weak that positions can well be corrected along, but in
    // speeds that would be nothing but noise.
    const double left_out = ranks_.get_left_out();
    const bool passes = left_out > LoopRanks::singular_fraction;
    if (passes) leave_out(LoopRanks::singular_fraction);
    const bool closes = close_positions(correction, factors) && check_closed();
    if (passes) leave_out(left_out);
    if (!closes) return false;
    raise_ranks(metric);
    if ((passes || factors == SweepFactors::while_far) && !correction.factor()) return false;
    free_speeds(correction);
    q = q_;
    v = v_;
    return true;
  }
  SweepFactors usual_factors() const {
    return options_.successive ? SweepFactors::of_first_place : SweepFactors::of_each_place;
  }

  // What projection_sweeps.h asks for, at q_ and v_.
  struct Correction {
    HierarchicalFormulation& of;
    Metric metric;

    bool factor() { return of.root_->factor(0.0, of.q_.data(), of.v_.data(), metric); }
    void place() { of.root_->place(0.0, of.q_.data(), of.v_.data()); }
    double calc_residual(Level level) { return of.root_->calc_residual(level); }
    void step(Level level) {
      of.calc_delta();
      if (level == Level::position)
        of.step(of.delta_, of.q_);
      else
        of.v_ += of.delta_;
    }
  };
  void calc_delta() {
    root_->reduce();
    root_->correct(no_load_, delta_.data());
  }

  // The loop that a correction of speeds turned, or nothing.
  std::string find_turned(const Vector& before, const Vector& after) const {
    for (const RecursiveBox* leaf : leaves_) {
      const int first = leaf->first_v(), count = leaf->tree().nv;
      std::string loop =
          leaf->find_turned(before.segment(first, count), after.segment(first, count));
      if (!loop.empty()) return loop;
    }
    for (std::size_t i = 0; i < composites_.size(); ++i) {
      if (composites_[i]->row_count() > 0 && turns_[i].has_turned(before, after))
        return ranks_.describe_loop(static_cast<int>(i));
    }
    for (std::size_t i = 0; i < loaded_.size(); ++i) {
      if (loaded_turns_[i].has_turned(before, after)) return describe_loop(*loaded_[i]);
    }
    return "";
  }

  bool check_closed() {
    const double open = root_->calc_residual(Level::position);
    if (open <= 1e-6 * std::max(1.0, length())) return true;
    if (is_boundless(v_)) return true;
    failure_ =
        "the joints between the components cannot be kept closed from here (the mechanism may be "
        "in a "
        "singular position, or drives contradict each other),";
    return false;
  }
  double length() const {
    double longest = leaves_.empty() ? 1.0 : 0.0;
    for (const RecursiveBox* leaf : leaves_) longest = std::max(longest, leaf->tree().length);
    return longest;
  }

  // ---- rank --------------------------------------------------------------------------------------------

  // Rank and size of pivots in general: at the start and a little way off it (choose_direction). At q_ and v_, where the
  // laws have been evaluated. Geometry has the word on rank.
  void learn_ranks() override {
    const Vector q = q_, v = v_;
    leaf_modes_->hand_out();
    for (RecursiveBox* leaf : leaves_) leaf->learn_ranks(q.data(), v.data());
    ranks_.forget();
    learn_ranks_of_composites(q, v);
    for (RecursiveBox* leaf : leaves_) leaf->ranks().remember();
    ranks_.remember();
    ranks_known_ = true;
    failure_.clear();
    q_ = q;
    v_ = v;
  }
  void learn_ranks_of_composites(const Vector& q, const Vector& v) {
    q_ = q;
    auto factor_at = [&](const Vector& at, const Vector& speeds, Metric metric) {
      return root_->factor(0.0, at.data(), speeds.data(), metric);
    };
    if (!factor_at(q, v, Metric::euclidean)) return;
    const std::vector<int> ranks = ranks_.list_ranks();
    factor_at(q, v, options_.metric);
    if (system_.nv == 0 || !v.allFinite()) {
      ranks_.set_limits(ranks);
      return;
    }
    Vector direction, beside, still;
    auto factor_beside = [&](double way) {
      beside = q;
      still = Vector::Zero(system_.nv);
      step(way * direction, beside);
      return direction.cwiseAbs().maxCoeff() > 1e-3 &&
             project_in_arena(beside, still, options_.metric, usual_factors()) &&
             root_->calc_residual(Level::position) < 1e-11 * length() &&
             factor_at(beside, still, Metric::euclidean);
    };
    bool moves = false;
    for (int attempt = 0; attempt < directions_beside && !moves; ++attempt) {
      direction = choose_direction(v, attempt);
      if (attempt > 0) factor_at(q, v, options_.metric);
      root_->place(0.0, q.data(), direction.data());
      root_->calc_residual(Level::velocity);
      calc_delta();
      direction += delta_;
      moves = factor_beside(LoopRanks::steps_beside[0]);
    }
    for (double way : LoopRanks::steps_beside) {
      const bool is_first = way == LoopRanks::steps_beside[0];
      if (!is_first) moves = moves && factor_beside(way);
      if (!moves && !is_first) break;
      if (!moves) factor_at(q, v, Metric::euclidean);
      if (is_first) ranks_.set_limits(ranks);
      factor_at(moves ? beside : q, moves ? still : v, Metric::mass);
      ranks_.note_pivots(Metric::mass);
      factor_at(moves ? beside : q, moves ? still : v, Metric::euclidean);
      ranks_.note_pivots(Metric::euclidean);
    }
  }
  // At q_ and v_, which close.
  void follow_geometry() {
    if (options_.metric !=
        Metric::mass) {  // no correction has told how large pivots with masses get
      root_->factor(0.0, q_.data(), v_.data(), Metric::mass);
      raise_ranks(Metric::mass);
    }
    for (RecursiveBox* leaf : leaves_) leaf->ranks().follow_geometry();
    if (!ranks_.have_grown()) return;
    root_->factor(0.0, q_.data(), v_.data(), Metric::euclidean);
    ranks_.note_pivots(Metric::euclidean);
  }

  void raise_ranks(Metric metric) override {
    if (!ranks_known_) return;
    for (RecursiveBox* leaf : leaves_) leaf->ranks().raise(metric);
    ranks_.note_pivots(metric);
  }
  // What a compiled component finds inside is its own business.
  void compare_with_geometry() override {
    for (RecursiveBox* leaf : leaves_) {
      if (leaf->ranks().is_within(LoopRanks::near_fraction)) leaf->ranks().compare_with_geometry();
    }
    const std::vector<char> alarms = ranks_.list_alarms();
    if (std::find(alarms.begin(), alarms.end(), 1) == alarms.end()) return;
    const double left_out = ranks_.get_left_out();
    leave_out(0.0);
    in_arena([&] {
      root_->factor(0.0, q_.data(), v_.data(), Metric::mass);
      const std::vector<double> with_mass = ranks_.list_pivots();
      root_->factor(0.0, q_.data(), v_.data(), Metric::euclidean);
      ranks_.compare_with_geometry(alarms, with_mass);
    });
    leave_out(left_out);
  }
  void forget_ranks() override {
    ranks_known_ = false;
    for (RecursiveBox* leaf : leaves_) leaf->ranks().forget();
    for (LoadedBox* loaded : loaded_) loaded->set_missing(false);
    ranks_.forget();
  }
  void recall_ranks() override {
    for (RecursiveBox* leaf : leaves_) leaf->ranks().recall();
    ranks_.recall();
  }
  void set_aside(Trial trial) override {
    for (RecursiveBox* leaf : leaves_) leaf->ranks().set_aside(trial);
    ranks_.set_aside(trial);
  }
  void keep(double t, const Vector& q, const Vector& v, bool corrected, bool evaluated) override {
    for (RecursiveBox* leaf : leaves_)
      leaf->ranks().keep(corrected, evaluated, v.segment(leaf->first_v(), leaf->tree().nv));
    ranks_.keep(corrected, evaluated);
    hand_out_inputs();
    for (LoadedBox* loaded : loaded_) loaded->accept(t, q, v);
    for (TurnWatch& turn : turns_) turn.learn(v);
    for (TurnWatch& turn : loaded_turns_) turn.learn(v);
  }
  void start_ranks(const Vector& v) override {
    forget_ranks();
    for (RecursiveBox* leaf : leaves_)
      leaf->ranks().start(v.segment(leaf->first_v(), leaf->tree().nv));
    for (auto* turns : {&turns_, &loaded_turns_}) {
      for (TurnWatch& turn : *turns) {
        turn.forget();
        turn.learn(v);
      }
    }
  }
  void list_memory_of_boxes(Memory& memory) override {
    for (RecursiveBox* leaf : leaves_) memory(leaf->ranks());
    memory(ranks_, ranks_known_, turns_, loaded_turns_);
    for (LoadedBox* loaded : loaded_) memory(*loaded);
  }
  double get_left_out() const override { return ranks_.get_left_out(); }
  void leave_out(double fraction) override {
    for (RecursiveBox* leaf : leaves_) leaf->ranks().leave_out(fraction);
    for (LoadedBox* loaded : loaded_) loaded->set_missing(fraction == 0.0);
    ranks_.leave_out(fraction);
  }
  // Whether a compiled component is as near to a singular position.
  bool is_inside(gelenk_nearness nearness) const {
    return std::any_of(loaded_.begin(), loaded_.end(),
                       [&](const LoadedBox* loaded) { return loaded->nearness() >= nearness; });
  }
  // A compiled component does not say more than whether it is singular, or too near.
  bool is_within(double fraction) const override {
    return ranks_.is_within(fraction) ||
           is_inside(fraction < LoopRanks::singular_fraction ? GELENK_TOO_NEAR : GELENK_NEAR) ||
           std::any_of(leaves_.begin(), leaves_.end(),
                       [&](const RecursiveBox* leaf) { return leaf->ranks().is_within(fraction); });
  }
  bool ranks_known() const override { return ranks_known_; }
  // What a leaf does not determine, others may.
  const std::string& undetermined() const override { return none_; }
  // States that differ as little as those beside a singular position have to be found alike, however far they are from
  // closed: with factors of places between, they would lie on no smooth curve.
  bool project_beside(Vector& q, Vector& v) override {
    bool done = false;
    in_arena([&] {
      done = project_in_arena(
          q, v, Metric::mass,
          options_.successive ? SweepFactors::while_far : SweepFactors::of_each_place);
    });
    return done;
  }

  // ---- singular positions ------------------------------------------------------------------------------

  static std::string describe_loop(const LoadedBox& loaded) {
    return "a loop in compiled component '" + loaded.path() + "'";
  }

  std::string describe_singular() const override {
    if (const std::string loop = ranks_.describe_singular(); !loop.empty()) return loop;
    for (const RecursiveBox* leaf : leaves_) {
      if (leaf->ranks().is_within(LoopRanks::near_fraction))
        return leaf->ranks().describe_singular();
    }
    for (const LoadedBox* loaded : loaded_) {
      if (loaded->nearness() != GELENK_REGULAR) return describe_loop(*loaded);
    }
    return "a loop";
  }

  // The speeds of a singular composite are those of all leaves under it.
  void list_singular_speeds(std::vector<char>& in_loop) const {
    in_loop.assign(system_.nv, 0);
    for (const RecursiveBox* leaf : leaves_) {
      if (!leaf->ranks().is_within(LoopRanks::near_fraction)) continue;
      std::vector<char> own;
      leaf->ranks().list_singular_speeds(own);
      std::copy(own.begin(), own.end(), in_loop.begin() + leaf->first_v());
    }
    for (const CompositeRanks::Place& place : ranks_.list_singular()) {
      for (int k : turns_[place.composite].speeds()) in_loop[k] = 1;
    }
    for (const LoadedBox* loaded : loaded_) {
      if (loaded->nearness() == GELENK_REGULAR) continue;
      for (int k = 0; k < loaded->nv(); ++k) {
        if (loaded->sizes()[k] > 0) in_loop[loaded->first_v() + k] = 1;
      }
    }
  }
  double calc_loop_motion(Vector& motion) override {
    return blocks_ ? calc_motion_of_blocks(motion) : calc_motion_of_all(motion);
  }
  double calc_motion_of_blocks(Vector& motion) {
    std::vector<char> moves(blocks_->count(), 0);
    for (const CompositeRanks::Place& place : ranks_.list_singular()) moves[place.block] = 1;
    std::vector<char> own;
    for (std::size_t k = 0; k < leaves_.size(); ++k) {
      if (!leaves_[k]->ranks().is_within(LoopRanks::near_fraction)) continue;
      leaves_[k]->ranks().list_singular_speeds(own);
      for (std::size_t i = 0; i < own.size(); ++i) {
        const int block = own[i] ? blocks_->of_speed(static_cast<int>(k), static_cast<int>(i)) : -1;
        if (block >= 0) moves[block] = 1;
      }
    }
    motion.resize(system_.nv);
    const double speed = blocks_->calc_motion(moves, length(), motion);
    if (speed > 0) motion /= speed;
    return speed;
  }
  void measure_speeds(Vector& sizes, std::vector<char>& in_loop) override {
    sizes.setOnes(system_.nv);
    const double unit = length();
    for (RecursiveBox* leaf : leaves_) {
      calc_speed_sizes(leaf->tree(), leaf->motion(), unit, sizes.data() + leaf->first_v());
    }
    for (const LoadedBox* loaded : loaded_) {
      if (loaded->nearness() != GELENK_REGULAR)
        sizes.segment(loaded->first_v(), loaded->nv()) = loaded->sizes();
    }
    list_singular_speeds(in_loop);
  }
  // Nobody knows which joints of a compiled component share loops with others: all move along.
  double calc_motion_of_all(Vector& motion) {
    Vector sizes;
    std::vector<char> in_loop;
    measure_speeds(sizes, in_loop);
    double fastest = 0.0, fastest_of_all = 0.0;
    for (int k = 0; k < system_.nv; ++k) {
      const double speed = std::abs(v_[k]) * sizes[k];
      fastest_of_all = std::max(fastest_of_all, speed);
      if (in_loop[k]) fastest = std::max(fastest, speed);
    }
    motion = v_;
    const bool takes_all = leaves_.size() + loaded_.size() > 1;
    for (int k = 0; k < system_.nv; ++k) {
      if (!takes_all && !in_loop[k]) motion[k] = 0.0;
    }
    if (fastest > 0) motion /= takes_all ? fastest_of_all : fastest;
    return fastest;
  }

  // ---- modes -------------------------------------------------------------------------------------------

  void update_axes(const Vector& q, const Vector& v) override {
    leaf_modes_->hand_out();
    for (RecursiveBox* leaf : leaves_) leaf->update_axes(q.data(), v.data());
    leaf_modes_->collect();
  }

  std::string find_jumps(const Vector& q, const Vector& v, Vector& change) override {
    Vector own;
    for (RecursiveBox* leaf : leaves_) {
      std::string why = leaf->axes().find_jumps(q.segment(leaf->first_q(), leaf->system().nq),
                                                v.segment(leaf->first_v(), leaf->system().nv), own);
      if (!why.empty()) return why;
      change.segment(leaf->first_v(), own.size()) = own;
    }
    return "";
  }
  void set_jumps(const Vector& change) override {
    for (RecursiveBox* leaf : leaves_) leaf->set_jumps(change);
  }
  void strike(const Vector& q, const Vector& change, Vector& all) override {
    set_jumps(change);
    const Vector rest = Vector::Zero(system_.nv);
    in_arena([&] {
      if (eval_in_arena(0.0, q, rest, Loading::impact, all)) refine_impact(*root_, change, all);
    });
    collect(Loading::impact);
  }

  void find_shared_holds() override {
    const Vector q = q_, still = Vector::Zero(system_.nv);
    const auto begin = [&] {
      forget();
      leaf_modes_->hand_out();
      for (RecursiveBox* leaf : leaves_) leaf->update_locks();
      root_->factor(0.0, q.data(), still.data(), Metric::euclidean);
      root_->calc_residual(Level::velocity);
    };
    const auto respond = [&](const Vector& push, Vector& response) {
      for (RecursiveBox* leaf : leaves_) leaf->set_push(&push);
      root_->reduce();
      root_->correct(no_load_, response.data());
      for (RecursiveBox* leaf : leaves_) leaf->set_push(nullptr);
    };
    in_arena([&] { modes_->find_shared(system_.nv, load_length_, begin, respond); });
    forget();
  }

  Vec6<double> calc_joint_load(const Subsystem& sub, int joint) const {
    const PlaceInPartition& at = partition_.joints[sub.id][joint];
    if (at.leaf >= 0)
      return leaves_[at.leaf]->reactions().get_joint_load(*leaves_[at.leaf]->system().root,
                                                          at.index);
    // The free motion of a compiled component is no joint of anybody and carries nothing.
    if (at.composite < 0) return Vec6<double>::Zero();
    return composites_[at.composite]->get_joint_load(at.index);
  }

  const Partition& partition_;
  const HierarchicalOptions options_;
  tbb::task_arena arena_;
  std::optional<tbb::global_control> allowed_;
  std::vector<RecursiveBox*> leaves_;
  std::vector<LoadedBox*> loaded_;     // leaves after those of leaves_
  std::vector<LoadedBox*> loaded_at_;  // by number of the subsystem; null: not compiled
  std::vector<CompositeBox*> composites_;
  std::optional<LoopBlocks> blocks_;  // where no component is compiled
  CompositeRanks ranks_{composites_};
  PartEquations equations_{partition_, leaves_, laws_};
  std::unique_ptr<BlackBox> root_;

  std::optional<LeafModes> leaf_modes_;
  Vector no_load_, delta_;
  const std::string none_;
  bool keeps_factors_ = false;  // since a refinement was asked for
  bool ranks_known_ = false;
  std::vector<TurnWatch> turns_, loaded_turns_;  // by composite, by compiled component
  mutable std::vector<std::vector<FrameMotion<double>>> motions_;
};

}  // namespace

std::unique_ptr<Formulation> make_hierarchical_formulation(const System& system,
                                                           const HierarchicalOptions& options) {
  GELENK_ASSERT(system.partition != nullptr);
  return std::make_unique<HierarchicalFormulation>(system, options);
}

}  // namespace gelenk
