#include "mechanism.h"

#include <algorithm>

#include "analyses/assembly.h"
#include "formulations/least_loads.h"
#include "formulations/motion_signals.h"
#include "formulations/port_load.h"
#include "formulations/recursive/singular_passage.h"
#include "topology/clusters.h"

namespace gelenk {

namespace {

UserError make_error(const std::string& message) {
  return UserError({"component", {}, "", message, ""});
}

Eigen::Map<const Vector> view(const double* x, int n) { return {x, n}; }

void copy_out(const Vector& from, double* to) { std::copy(from.begin(), from.end(), to); }

}  // namespace

// What can be told apart of a holder's mode.
struct PortedMechanism::ModeState {
  Holder::Mode mode;
  bool at_high;
  std::size_t segment;
  bool operator==(const ModeState&) const = default;
};

PortedMechanism::PortedMechanism(ComponentPayload payload)
    : payload_(std::move(payload)), system_(build_system(payload_.model)), signals_(system_) {
  find_ports();
  find_flanges();
  map_rows();
  make_box();
  std::string globs;
  for (const ComponentPayload::Export& e : payload_.exports)
    globs += (globs.empty() ? "" : ",") + e.signal;
  if (!globs.empty()) signals_.select(globs);
  if (!globs.empty() && signals_.selected_names().size() != payload_.exports.size())
    throw make_error("the signals that it shows are not those of its model");
  const std::vector<Quantities::Input>& inputs = system_.quantities.inputs;
  if (!std::equal(inputs.begin(), inputs.end(), payload_.inputs.begin(), payload_.inputs.end(),
                  [](const auto& own, const auto& told) { return own.name == told.variable; }))
    throw make_error("its inputs are not those of its model");
}

// Connectors of the model itself; those on one body are one port.
void PortedMechanism::find_ports() {
  const Subsystem& root = *system_.root;
  for (const PlacedConnector& frame : root.frames) {
    if (frame.component != root.component) continue;
    const Node& node = root.nodes[frame.at.node];
    if (node.kind == Node::Kind::group && !root.groups[node.group].invertible) {
      throw make_error("its port '" + frame.connector +
                       "' stands on something without mass or without inertia");
    }
    auto port = std::find_if(ports_.begin(), ports_.end(),
                             [&](const Port& p) { return p.node == frame.at.node; });
    if (port == ports_.end()) {
      const bool is_ground = node.kind == Node::Kind::ground;
      ports_.push_back({frame.at.node, is_ground ? -1 : static_cast<int>(box_nodes_.size())});
      if (!is_ground) box_nodes_.push_back(frame.at.node);
      port = ports_.end() - 1;
    }
    port_frames_.push_back(
        {frame.connector, static_cast<int>(port - ports_.begin()), frame.at.X_NF});
  }
  q_.setZero(system_.nq);
  v_.setZero(system_.nv);
  vdot_.setZero(system_.nv);
  no_jumps_.setZero(system_.nv);
}

void PortedMechanism::find_flanges() {
  const Subsystem& root = *system_.root;
  const Axes& axes = system_.axes;
  for (const Connector& connector : root.component->connectors) {
    if (!is_flange(connector)) continue;
    const auto placed =
        std::find_if(axes.flanges.begin(), axes.flanges.end(), [&](const PlacedFlange& flange) {
          return flange.component == root.component && flange.connector == connector.name;
        });
    if (placed == axes.flanges.end())
      throw make_error("its flange '" + connector.name + "' is connected to nothing inside");
    const Shaft& shaft = axes.shafts[placed->shaft];
    const Train& train = axes.trains[shaft.train];
    if (train.carrier.joint < 0 && train.holder == nullptr)
      throw make_error("its flange '" + connector.name + "' is on a shaft without inertia");
    Flange flange{connector.name, shaft.turns, true, true, nullptr, shaft.ratio, shaft.offset, -1};
    flange.motion.x = shaft.offset;
    if (train.carrier.joint >= 0) {
      const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
      flange.carrier = &edge;
      flange.has_fixed_position =
          train.driven ? train.drive.gives_start_position() : edge.start.q_fixed[0];
      flange.has_fixed_speed =
          train.driven ? train.drive.gives_start_speed() : edge.start.v_fixed[0];
      flange.box_flange = static_cast<int>(list_box_flanges().size());
    }
    flanges_.push_back(flange);
  }
}

std::vector<FlangeOnSpeed> PortedMechanism::list_box_flanges() const {
  std::vector<FlangeOnSpeed> list;
  for (const Flange& flange : flanges_) {
    if (flange.box_flange >= 0)
      list.push_back({flange.carrier->q, flange.carrier->v, flange.ratio, flange.offset});
  }
  return list;
}

void PortedMechanism::map_rows() {
  for (int i = 0; i < port_count(); ++i) {
    if (ports_[i].box_port < 0) continue;
    for (int k = 0; k < 6; ++k) rows_.emplace_back(6 * ports_[i].box_port + k, 6 * i + k);
  }
  const int first_of_box = 6 * static_cast<int>(box_nodes_.size());
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    if (flanges_[i].box_flange < 0) continue;
    rows_.emplace_back(first_of_box + flanges_[i].box_flange,
                       6 * port_count() + static_cast<int>(i));
  }
  D_.setZero(size(), size());
  r_.setZero(size());
}

void PortedMechanism::make_box() {
  laws_ = Laws(system_);
  time_scale_ = symbolic::TimeScale(list_lasting_laws(system_));
  if (!inputs_.empty()) set_inputs(std::vector<double>(inputs_).data());
  box_ = std::make_unique<RecursiveBox>(system_, laws_, box_nodes_, list_box_flanges());
  box_->axes().modes().may_strike_again =
      false;  // the host's speeds change with every impact that it is asked for
  box_->keep_factors();
  box_->set_feedback(feedback_);
  keep_inputs();
  motions_.clear();
  for (const auto& nodes : box_->tree().nodes) motions_.emplace_back(nodes.size());
}

// The field is a constant of the box.
void PortedMechanism::set_gravity(const Gravity& gravity) {
  system_.gravity = gravity;
  make_box();
}

void PortedMechanism::start(double t, double* q, double* v) {
  const Assembly assembly = assemble(*this, t);
  copy_out(assembly.q, q);
  copy_out(assembly.v, v);
}

// The bodies that stand on one free joint move as one rigid body, with X the pose of its frame M:
//   X_WM' = X_WB X_WB,now⁻¹ X_WM,now                                                              (1)
// and twists add: with the joint at rest the port has V₀ from the speeds inside, the rest is the joint's,
//   V_M = Φ(p_BoMo) (V − V₀)                                                                      (2)
bool PortedMechanism::move(int port, const Pose<double>& X_WB, const Vec6<double>& V_WB, double* q,
                           double* v) {
  if (ports_[port].box_port < 0) return false;
  const Tree& tree = box_->tree();
  BodyIndex body = tree.nodes[system_.root->id][ports_[port].node].body;
  while (body > 0 && tree.bodies[body].parent > 0) body = tree.bodies[body].parent;
  const Tree::Carrier& carrier = tree.carriers[body];
  if (body == 0 || carrier.edge == nullptr || !carrier.edge->added || carrier.edge->nv() != 6)
    return false;
  const JointEdge& edge = *carrier.edge;
  Vector q_now = view(q, nq()), v_now = view(v, nv());
  auto motion_of = [&](const FrameOnNode& at) {
    return motion_of_fixed_frame(get_motion(*carrier.sub, at.node), at.X_NF);
  };
  eval_motion(q_now, v_now);
  const Pose<double> X_WF = motion_of(edge.F).X;
  const Pose<double> X_WM =
      X_WB * get_motion(*system_.root, ports_[port].node).X.inverse() * motion_of(edge.M).X;  // (1)
  std::visit(
      [&](const auto& joint) {
        if constexpr (joint.nv == 6) {
          joint.measure(X_WF.inverse() * X_WM, q_now.data() + edge.q);
          v_now.segment<6>(edge.v).setZero();
          eval_motion(q_now, v_now);
          const FrameMotion<double> now = get_motion(*system_.root, ports_[port].node);
          Vec6<double> V_M = shift_twist<double>(V_WB - now.V, X_WM.p - now.X.p);  // (2)
          V_M.head<3>() = X_WF.R.transpose() * V_M.head<3>();
          V_M.tail<3>() = X_WF.R.transpose() * V_M.tail<3>();
          v_now.segment<6>(edge.v) = solve_motion<double>(joint, q_now.data() + edge.q, V_M);
        }
      },
      edge.joint);
  copy_out(q_now, q);
  copy_out(v_now, v);
  return true;
}

bool PortedMechanism::move_flange(int i, double x, double speed, double* q, double* v) const {
  const Flange& flange = flanges_[i];
  if (flange.has_fixed_position) return false;
  q[flange.carrier->q] = (x - flange.offset) / flange.ratio;
  if (!flange.has_fixed_speed) v[flange.carrier->v] = speed / flange.ratio;
  return true;
}

void PortedMechanism::drive(double t, bool at_start, double* q, double* v) {
  Vector q_now = view(q, nq()), v_now = view(v, nv());
  if (at_start)
    place_start(t, q_now, v_now);
  else
    place_driven(t, q_now, v_now);
  copy_out(q_now, q);
  copy_out(v_now, v);
}

// ---- up and down -------------------------------------------------------------------------------

void PortedMechanism::place(double t, const double* q, const double* v) {
  t_ = t;
  q_ = view(q, nq());
  v_ = view(v, nv());
  box_->place(t, q_.data(), v_.data());
  laws_.read(*this, t, q_.data(), v_.data());
  laws_.eval(t);
  read_ports();
}

void PortedMechanism::read_ports() {
  for (Port& port : ports_) {
    if (port.box_port >= 0) port.motion = box_->port(port.box_port);
  }
  for (Flange& flange : flanges_) {
    if (flange.box_flange >= 0) flange.motion = box_->flange(flange.box_flange);
  }
}

void PortedMechanism::condense(Loading loading) {
  loading_ = loading;
  projects_ = false;
  box_->ranks().recall();
  if (loading == Loading::forces) learn_ranks();
  if (loading == Loading::impact) box_->set_jumps(jumps_ != nullptr ? *jumps_ : no_jumps_);
  if (!box_->condense(t_, q_.data(), v_.data(), loading)) throw NumericalFailure(box_->failure());
  spread_D();
  spread_r();
}

// Where they are not known: at the start, after an event, or at the first state of all.
void PortedMechanism::learn_ranks() {
  if (!box_->ranks().known()) box_->learn_ranks(q_.data(), v_.data());
  if (!box_->ranks().undetermined().empty()) throw NumericalFailure(box_->ranks().undetermined());
}

void PortedMechanism::accept(double t, const Vector& q, const Vector& v) {
  if (t != t_ || q != q_ || v != v_) place(t, q.data(), v.data());
  box_->ranks().keep(corrected_q_.size() == q.size() && corrected_q_ == q, false, v);
  corrected_q_.resize(0);
  keep_inputs();
  laws_.accept(*this, t, q.data(), v.data());
  signals_.follow(*this, t, q, v);
}

void PortedMechanism::list_memory(Memory& memory) {
  double left_out = box_->ranks().get_left_out();
  memory(laws_, box_->axes().modes(), box_->ranks(), left_out, time_scale_, kept_inputs_, signals_);
  if (memory.is_saving()) return;
  box_->ranks().leave_out(left_out);
  corrected_q_.resize(0);
}

// A port on ground has zeros, and so has one that loops hold fast: the host cannot tell what is left of D there from motion.
void PortedMechanism::spread_D() {
  constexpr double rounding = 1e-12;
  for (const auto& [of_box, row] : rows_) {
    for (const auto& [other_of_box, other] : rows_)
      D_(row, other) = box_->D()(of_box, other_of_box);
  }
  for (int half = 0; half < 2 * port_count(); ++half) {
    const int a = ports_[half / 2].box_port;
    if (a < 0 ||
        D_.diagonal().segment<3>(3 * half).sum() > rounding * box_->D_sizes()[2 * a + half % 2])
      continue;
    D_.middleRows<3>(3 * half).setZero();
    D_.middleCols<3>(3 * half).setZero();
  }
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    const int row = 6 * port_count() + static_cast<int>(i), a = flanges_[i].box_flange;
    if (a < 0 || D_(row, row) > rounding * box_->D_sizes()[2 * box_->port_count() + a]) continue;
    D_.row(row).setZero();
    D_.col(row).setZero();
  }
}

void PortedMechanism::spread_r() {
  for (const auto& [of_box, row] : rows_) r_[row] = box_->r()[of_box];
}

Vector PortedMechanism::gather(const double* tau) const {
  Vector own(box_->size());
  for (const auto& [of_box, row] : rows_) own[of_box] = tau[row];
  return own;
}

void PortedMechanism::release(const double* tau, double* qdot, double* vdot) {
  box_->release(gather(tau), vdot_.data());
  copy_out(vdot_, vdot);
  box_->calc_qdot(qdot);
  std::copy_n(laws_.rates(), system_.quantities.states.size(), qdot + system_.first_state());
  const std::string failure =
      loading_ == Loading::forces ? box_->check_undetermined() : std::string();
  if (!failure.empty()) throw NumericalFailure(failure);
}

gelenk_nearness PortedMechanism::calc_nearness(double* sizes) const {
  const LoopRanks& ranks = box_->ranks();
  if (!ranks.is_within(LoopRanks::singular_fraction)) return GELENK_REGULAR;
  std::vector<char> in_loop;
  ranks.list_singular_speeds(in_loop);
  calc_speed_sizes(box_->tree(), box_->motion(), box_->tree().length, sizes);
  for (int k = 0; k < nv(); ++k) {
    if (!in_loop[k]) sizes[k] = 0.0;
  }
  return ranks.is_within(LoopRanks::rounding_fraction) ? GELENK_TOO_NEAR : GELENK_NEAR;
}

void PortedMechanism::accelerate(const double* vdot) {
  vdot_ = view(vdot, nv());
  box_->take_accelerations(vdot_);
  for (Port& port : ports_) {
    if (port.box_port >= 0) port.motion.A = get_motion(*system_.root, port.node).A;
  }
  for (Flange& flange : flanges_) {
    if (flange.carrier != nullptr) flange.motion.a = flange.ratio * vdot_[flange.carrier->v];
  }
}

bool PortedMechanism::set_feedback(double rate) {
  feedback_ = rate;
  box_->set_feedback(rate);
  return true;
}

void PortedMechanism::factor(Metric metric) {
  box_->update_axes(q_.data(), v_.data());  // what holds now, not at the last evaluation
  metric_ = metric;
  projects_ = true;
  box_->ranks().recall();
  if (!box_->factor(t_, q_.data(), v_.data(), metric)) throw NumericalFailure(box_->failure());
  spread_D();
}

// When speeds are corrected positions are closed, and the factors are those of there.
double PortedMechanism::calc_residual(Level level) {
  if (level == Level::velocity && projects_ && box_->ranks().known()) {
    box_->ranks().raise(metric_);
    box_->ranks().set_aside(Trial::correction);
    corrected_q_ = q_;
  }
  level_ = level;
  return box_->calc_residual(level);
}

void PortedMechanism::reduce() {
  box_->reduce();
  spread_r();
}

void PortedMechanism::correct(const double* tau, double* delta) {
  box_->correct(gather(tau), delta);
  if (level_ == Level::acceleration) vdot_ += view(delta, nv());
}

void PortedMechanism::step(const double* delta, double* q) const {
  Vector moved = view(q, nq());
  step_coordinates(*system_.root, view(delta, nv()), moved);
  copy_out(moved, q);
}

// ---- events ------------------------------------------------------------------------------------

int PortedMechanism::event_count() const {
  return laws_.event_count() + box_->axes().modes().event_count();
}

void PortedMechanism::calc_indicators(double* indicators) {
  laws_.eval_events(t_, indicators);
  box_->axes().modes().eval_indicators(q_, v_, box_->holding(), indicators + laws_.event_count());
}

void PortedMechanism::get_event_signs(int* signs) const {
  laws_.get_event_signs(signs);
  box_->axes().modes().get_signs(signs + laws_.event_count());
}

// What modes need to know is a matter of the whole system: the host evaluates it, and calls place, condense and
// release of this mechanism on the way. `q` and `v` are what the host has stored.
Modes::Evaluate PortedMechanism::evaluate_at(double* q, double* v, const Vector& q_now,
                                             const Vector& v_now, const Outside& outside) {
  return [=, this, &q_now, &v_now, &outside](Vector& vdot, Vector& holding) {
    Modes& modes = box_->axes().modes();
    box_->ranks().forget();
    modes.shared.clear();  // those of other modes
    copy_out(q_now, q);
    copy_out(v_now, v);
    if (!outside(Loading::forces)) return false;
    vdot = vdot_;
    holding = box_->holding();
    box_->find_shared_holds(calc_load_length(system_));
    modes.shared.share(modes.holders, holding);
    return true;
  };
}

Modes::Impact PortedMechanism::impact_at(double* q, double* v, const Vector& q_now,
                                         const Vector& v_now, const Outside& outside) {
  return [=, this, &q_now, &v_now, &outside](const Vector& change, Vector& all, Vector& impulses) {
    box_->ranks().forget();
    copy_out(q_now, q);
    copy_out(v_now, v);
    jumps_ = &change;
    const bool done = outside(Loading::impact);
    jumps_ = nullptr;
    if (!done) throw NumericalFailure("what it hits cannot be computed");
    all = vdot_;
    impulses = box_->holding();
  };
}

void PortedMechanism::check_modes(const std::string& failure) const {
  if (!failure.empty()) throw NumericalFailure(failure);
}

void PortedMechanism::start_events(double t, double* q, double* v, const Outside& outside) {
  place(t, q, v);
  box_->ranks().start(v_);
  signals_.start_angles();
  laws_.start_events(t);
  time_scale_.start();
  check_modes(laws_.find_broken_limit());
  Modes& modes = box_->axes().modes();
  if (modes.empty()) {
    end_event(t, q, v);
    return;
  }
  Vector q_now = q_, v_now = v_;
  box_->update_axes(q_now.data(), v_now.data());
  check_modes(modes.start(q_now, v_now, evaluate_at(q, v, q_now, v_now, outside),
                          impact_at(q, v, q_now, v_now, outside)));
  box_->ranks().forget();
  copy_out(q_now, q);
  copy_out(v_now, v);
  place(t, q, v);  // speeds may have changed
  laws_.start_events(t);
  end_event(t, q, v);
}

// What is learnt from the state after an event.
void PortedMechanism::end_event(double t, const double* q, const double* v) {
  if (!box_->ranks().known()) {
    box_->learn_ranks(q_.data(), v_.data());
    place(t, q, v);
  }
  keep_inputs();
  laws_.accept(*this, t, q, v);
}

std::vector<PortedMechanism::ModeState> PortedMechanism::list_modes() const {
  std::vector<ModeState> list;
  for (const Holder& h : box_->axes().modes().holders)
    list.push_back({h.mode, h.at_high, h.segment});
  return list;
}

// Laws say what holds and moves; what is held or hit changes speeds, which laws read. Both in turn until they agree.
bool PortedMechanism::handle_event(double t, double* q, double* v, const int* crossed,
                                   const Outside& outside) {
  time_scale_.renew();
  const std::vector<ModeState> modes_before = list_modes();
  const Vector q_before = view(q, nq()), v_before = view(v, nv());
  bool laws_changed = false;
  Modes& modes = box_->axes().modes();
  std::vector<int> of_modes(crossed + laws_.event_count(), crossed + event_count());
  constexpr int most_rounds = 20;
  for (int round = 0;; ++round) {
    if (round == most_rounds) {
      throw NumericalFailure(
          "laws that depend on speeds, and what these laws lock and free, contradict each other");
    }
    if (round == 0) drive(t, false, q, v);
    place(t, q, v);
    Vector q_now = q_, v_now = v_;
    check_modes(laws_.handle_event(t, q_now.data()));
    laws_changed = laws_changed || laws_.has_changed();
    if (round > 0 && !laws_.has_changed()) break;
    box_->update_axes(q_now.data(), v_now.data());
    const Modes::Impact impact = impact_at(q, v, q_now, v_now, outside);
    Vector change;
    check_modes(box_->axes().find_jumps(q_now, v_now, change));
    if (!change.isZero(0.0)) modes.strike(change, v_now, impact);
    if (!modes.empty()) {
      check_modes(
          modes.handle(q_now, v_now, of_modes, evaluate_at(q, v, q_now, v_now, outside), impact));
      box_->ranks().forget();
    }
    copy_out(q_now, q);
    copy_out(v_now, v);
    std::fill(of_modes.begin(), of_modes.end(), 0);
  }
  end_event(t, q, v);
  return laws_changed || list_modes() != modes_before || view(q, nq()) != q_before ||
         view(v, nv()) != v_before;
}

// ---- results -----------------------------------------------------------------------------------

void PortedMechanism::calc_signals(double* values) {
  if (payload_.exports.empty()) return;
  signals_.calc_values(*this, t_, q_, v_, vdot_, values_);
  std::copy(values_.begin(), values_.end(), values);
}

void PortedMechanism::set_inputs(const double* values) {
  for (std::size_t i = 0; i < payload_.inputs.size(); ++i)
    laws_.set_input(static_cast<int>(i), values[i]);
  inputs_.assign(values, values + payload_.inputs.size());
}

void PortedMechanism::calc_outputs(double* values) {
  for (std::size_t i = 0; i < payload_.exports.size(); ++i) {
    if (!payload_.exports[i].of_state) continue;
    const Signal& signal = signals_.selected()[i];
    switch (signal.kind) {
      case Signal::Kind::state: values[i] = q_[system_.first_state() + signal.owner]; break;
      case Signal::Kind::discrete: values[i] = laws_.of_discrete(signal.owner); break;
      case Signal::Kind::variable: values[i] = laws_.of_variable(signal.owner); break;
      default: values[i] = calc_motion_signal(signal, *this, system_, q_.data(), v_.data());
    }
  }
}

Drift PortedMechanism::calc_drift() {
  Drift drift;
  drift.position =
      std::max(calc_quaternion_drift(*system_.root, q_), box_->calc_residual(Level::position));
  drift.velocity = box_->calc_residual(Level::velocity);
  return drift;
}

Energy PortedMechanism::calc_energy() {
  Energy energy;
  box_->add_energy(energy);
  return energy;
}

// ---- by itself ---------------------------------------------------------------------------------

bool PortedMechanism::eval_derivatives(double t, const Vector& q, const Vector& v, Vector& qdot,
                                       Vector& vdot) {
  qdot.resize(nq());
  vdot.resize(nv());
  const Vector no_load = Vector::Zero(size());
  try {
    place(t, q.data(), v.data());
    condense(Loading::forces);
    release(no_load.data(), qdot.data(), vdot.data());
    return true;
  } catch (const NumericalFailure& failure) {
    failure_ = failure.what();
    return false;
  }
}

void PortedMechanism::eval_motion(const Vector& q, const Vector& v) {
  box_->place(t_, q.data(), v.data());
}

void PortedMechanism::eval_closure(Closure& closure) {
  box_->rows().calc_closure(box_->state(), closure);
}

void PortedMechanism::place_driven(double t, Vector& q, Vector& v) {
  if (!box_->axes().drives()) return;
  laws_.eval(t);
  box_->axes().place_driven(q, v);
}

void PortedMechanism::place_start(double t, Vector& q, Vector& v) {
  laws_.eval(t);
  box_->axes().place_start(q, v);
}

bool PortedMechanism::project(Vector& q, Vector& v) {
  return box_->rows().closure_count() == 0 || box_->correction().project(q, v, failure_);
}

const FrameMotion<double>& PortedMechanism::get_motion(const Subsystem& sub, NodeIndex node) const {
  const NodePlace& place = box_->tree().nodes[sub.id][node];
  FrameMotion<double>& motion = motions_[sub.id][node];
  motion = calc_motion_of(box_->motion(), {place.body, place.X_BN});
  return motion;
}

Vec6<double> PortedMechanism::get_joint_load(const Subsystem& sub, int joint) {
  return box_->reactions().get_joint_load(sub, joint);
}

WrenchPair<double> PortedMechanism::get_force_load(const Subsystem& sub, int force) const {
  return box_->forces().get_load(sub, force);
}

Vec6<double> PortedMechanism::get_port_load(const Subsystem& sub, NodeIndex node) const {
  return calc_port_load(
      *this, [this](const Subsystem& s, int j) { return box_->reactions().get_joint_load(s, j); },
      *system_.root, sub, node);
}

double PortedMechanism::get_axis_force(int element) const {
  return box_->axes().get_force(element);
}

}  // namespace gelenk
