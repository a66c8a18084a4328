#include "formulations/recursive/open_ports.h"

#include <algorithm>

#include "formulations/axis_loads.h"
#include "formulations/recursive/box_formulation.h"
#include "topology/leaves/partition.h"

namespace gelenk {

namespace {

constexpr int frame_rows = 6;

}  // namespace

OpenPorts::OpenPorts(BoxFormulation& formulation, const OpenPortList& ports)
    : f_(formulation), frames_(ports.frames), flanges_(ports.flanges), trains_(ports.trains) {
  int next = 0;
  for (const OpenPortList::Port& port : ports.ports)
    ports_.push_back({port.node, port.is_ground ? -1 : next++});
  GELENK_ASSERT(next == f_.root().port_count());
  GELENK_ASSERT(static_cast<int>(trains_.size()) == f_.root().flange_count());
  for (const OpenPortList::Flange& flange : flanges_)
    flange_motions_.push_back({flange.offset, 0.0, 0.0});
  map_rows();
  D_.setZero(size(), size());
  r_.setZero(size());
  box_tau_.setZero(f_.root().size());
  vdot_ = no_jumps_ = Vector::Zero(f_.system_.nv);
}

void OpenPorts::map_rows() {
  for (int i = 0; i < count(); ++i) {
    if (ports_[i].box_port < 0) continue;
    for (int k = 0; k < frame_rows; ++k)
      rows_.push_back({frame_rows * i + k, frame_rows * ports_[i].box_port + k, 1.0});
  }
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    if (flanges_[i].train >= 0) {
      rows_.push_back({frame_rows * count() + static_cast<int>(i),
                       f_.root().row_of_flange(flanges_[i].train), flanges_[i].ratio});
    }
  }
}

const Vector& OpenPorts::q() const { return f_.q_; }
const Vector& OpenPorts::v() const { return f_.v_; }

// ---- moving as a whole -----------------------------------------------------------------------------------

namespace {

// With T = X_WB X_WB,now⁻¹, all that hangs together with a port's body B moves as one rigid body
// would, and goes on doing what it does beside B:
//   X_k = T X_k,now       V_k = T (V_k,now − Φ_k V_B,now) + Φ_k V_B                                   (2)
struct RigidMove {
  FrameMotion<double> from;
  Pose<double> X_WB;
  Vec6<double> V_WB;

  FrameMotion<double> apply(const FrameMotion<double>& at) const {
    const Pose<double> T = X_WB * from.X.inverse();
    FrameMotion<double> moved;
    moved.X = T * at.X;
    moved.V = shift_twist<double>(V_WB, moved.X.p - X_WB.p);
    const Vec6<double> beside = at.V - shift_twist<double>(from.V, at.X.p - from.X.p);
    moved.V.head<3>() += T.R * beside.head<3>();
    moved.V.tail<3>() += T.R * beside.tail<3>();
    return moved;
  }
};

// The coordinates and speeds that a tree joint has at a relative motion.
void measure(const JointEdge& edge, const FrameMotion<double>& rel, Vector& q, Vector& v) {
  std::visit(
      [&](const auto& joint) {
        joint.measure(rel.X, q.data() + edge.q);
        if constexpr (joint.nv > 0) {
          const auto speeds = solve_motion<double>(joint, q.data() + edge.q, rel.V);
          for (int i = 0; i < joint.nv; ++i) v[edge.v + i] = speeds[i];
        }
      },
      edge.joint);
}

}  // namespace

// It is enough to move what carries the rest: our own bodies by their free motion, compiled
// components by one port each.
bool OpenPorts::move(int port, const Pose<double>& X_WB, const Vec6<double>& V_WB, Vector& q,
                     Vector& v) {
  const System& system = f_.system_;
  if (ports_[port].box_port < 0) return false;
  if (!islands_) islands_.emplace(system);
  const int island = islands_->find(*system.root, ports_[port].node);
  if (island == Islands::ground) return false;
  f_.eval_motion(q, v);
  const RigidMove rigid{f_.get_motion(*system.root, ports_[port].node), X_WB, V_WB};
  const auto move_bodies = [&](const Subsystem& sub, auto&& self) -> void {
    for (const JointEdge& edge : sub.joints) {
      const bool is_free = edge.added && edge.in_tree && edge.nv() == 6;
      if (!is_free || islands_->find(sub, edge.M.node) != island) continue;
      const auto motion_of = [&](const FrameOnNode& at) {
        return motion_of_fixed_frame(f_.get_motion(sub, at.node), at.X_NF);
      };
      measure(edge, relative_motion(motion_of(edge.F), rigid.apply(motion_of(edge.M))), q, v);
    }
    for (const auto& part : sub.parts) self(*part, self);
  };
  move_bodies(*system.root, move_bodies);
  bool all_moved = true;
  for (const Islands::Carrier& carrier : islands_->carriers()) {
    const Subsystem& sub = *carrier.compiled;
    const NodeIndex node = sub.ports[carrier.port];
    if (islands_->find(sub, node) != island) continue;
    const Leaf& leaf = system.partition->leaves[system.partition->nodes[sub.id][node].leaf];
    const FrameMotion<double> moved = rigid.apply(f_.get_motion(sub, node));
    bool could = false;
    all_moved = sub.loaded->move(carrier.port, moved.X, moved.V, q.data() + leaf.q,
                                 v.data() + leaf.v, could) &&
                could && all_moved;
  }
  return all_moved;
}

// The joint that carries the shaft, and compiled components that it is coupled to.
bool OpenPorts::move_flange(int i, double x, double speed, Vector& q, Vector& v) {
  const OpenPortList::Flange& flange = flanges_[i];
  if (flange.has_fixed_position || flange.train < 0) return false;
  const Axes& axes = f_.system_.axes;
  const int number = trains_[flange.train];
  const Train& train = axes.trains[number];
  const double at = (x - flange.offset) / flange.ratio, by = speed / flange.ratio;
  if (train.carrier.joint >= 0) {
    const JointEdge& edge = train.carrier.sub->joints[train.carrier.joint];
    q[edge.q] = at;
    if (!flange.has_fixed_speed) v[edge.v] = by;
  }
  bool all_moved = true;
  for (const FlangePort& port : axes.ports) {
    const Shaft& shaft = axes.shafts[port.shaft];
    if (shaft.train != number) continue;
    const Leaf& leaf =
        f_.system_.partition->leaves[f_.system_.partition->nodes[port.sub->id][1].leaf];
    bool could = false;
    all_moved = port.sub->loaded->move_flange(port.flange, shaft.ratio * at + shaft.offset,
                                              shaft.ratio * by, q.data() + leaf.q,
                                              v.data() + leaf.v, could) &&
                could && all_moved;
  }
  return all_moved;
}

// ---- up and down -----------------------------------------------------------------------------------------

void OpenPorts::place_flanges() {
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    const OpenPortList::Flange& flange = flanges_[i];
    if (flange.train < 0) continue;
    const AxisMotion& train = f_.root().flange(flange.train);
    flange_motions_[i] = {flange.ratio * train.x + flange.offset, flange.ratio * train.v,
                          flange.ratio * train.a};
  }
}

void OpenPorts::place(double t, const Eigen::Ref<const Vector>& q,
                      const Eigen::Ref<const Vector>& v) {
  t_ = t;
  f_.is_evaluated_ = false;
  f_.q_ = q;
  f_.v_ = v;
  f_.place_motion(t);
  f_.laws_.read(f_, t, f_.q_.data(), f_.v_.data());
  f_.laws_.eval(t);
  for (Port& port : ports_) {
    if (port.box_port >= 0) port.motion = f_.root().port(port.box_port);
  }
  place_flanges();
}

bool OpenPorts::condense(Loading loading) {
  loading_ = loading;
  projects_ = false;
  f_.begin_trial();
  f_.failure_.clear();
  if (loading == Loading::impact) {
    f_.set_jumps(jumps_ != nullptr ? *jumps_ : no_jumps_);
  } else {
    if (!f_.ranks_known()) f_.learn_at(t_, f_.q_, f_.v_);
    f_.failure_ = f_.undetermined();
    if (!f_.failure_.empty()) return false;
  }
  if (!f_.condense(t_, loading)) return false;
  spread_D();
  spread_r();
  return true;
}

void OpenPorts::spread_D() {
  constexpr double rounding = 1e-12;
  const Matrix& D = f_.root().D();
  const Vector& sizes = f_.root().D_sizes();
  for (const Row& a : rows_) {
    for (const Row& b : rows_) D_(a.own, b.own) = a.factor * b.factor * D(a.box, b.box);
  }
  constexpr int half_rows = frame_rows / 2;
  for (int half = 0; half < 2 * count(); ++half) {
    const int a = ports_[half / 2].box_port;
    if (a < 0 || D_.diagonal().segment<half_rows>(half_rows * half).sum() >
                     rounding * sizes[2 * a + half % 2])
      continue;
    D_.middleRows<half_rows>(half_rows * half).setZero();
    D_.middleCols<half_rows>(half_rows * half).setZero();
  }
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    const int row = frame_rows * count() + static_cast<int>(i), train = flanges_[i].train;
    if (train < 0) continue;
    const double ratio = flanges_[i].ratio,
                 natural = ratio * ratio * sizes[2 * f_.root().port_count() + train];
    if (D_(row, row) > rounding * natural) continue;
    D_.row(row).setZero();
    D_.col(row).setZero();
  }
}

void OpenPorts::spread_r() {
  for (const Row& row : rows_) r_[row.own] = row.factor * f_.root().r()[row.box];
}

const Vector& OpenPorts::gather(const double* tau) {
  box_tau_.setZero();
  for (const Row& row : rows_) box_tau_[row.box] += row.factor * tau[row.own];
  return box_tau_;
}

bool OpenPorts::release(const double* tau, double* qdot) {
  f_.release(gather(tau), loading_, vdot_);
  if (loading_ == Loading::impact) return true;
  if (!f_.finish(qdot)) return false;
  f_.is_evaluated_ = true;
  f_.evaluated_t_ = t_;
  return true;
}

bool OpenPorts::is_uneven() const { return f_.root().is_uneven(); }

Nearness OpenPorts::calc_nearness(Vector& sizes) const {
  if (!f_.is_within(LoopRanks::singular_fraction)) return Nearness::regular;
  std::vector<char> in_loop;
  f_.measure_speeds(sizes, in_loop);
  for (std::size_t k = 0; k < in_loop.size(); ++k) {
    if (!in_loop[k]) sizes[static_cast<int>(k)] = 0.0;
  }
  return f_.is_within(LoopRanks::rounding_fraction) ? Nearness::too_near : Nearness::near;
}

void OpenPorts::set_missing(bool misses) {
  f_.kept_left_out_ = misses ? 0.0 : LoopRanks::singular_fraction;
  f_.leave_out(f_.kept_left_out_);
}

void OpenPorts::accelerate(const Eigen::Ref<const Vector>& vdot) {
  vdot_ = vdot;
  f_.take_accelerations(vdot_);
  for (Port& port : ports_) {
    if (port.box_port >= 0) port.motion.A = f_.get_motion(*f_.system_.root, port.node).A;
  }
  for (std::size_t i = 0; i < flanges_.size(); ++i) {
    flange_motions_[i].a = calc_shaft_acceleration(f_, f_.system_.axes, flanges_[i].shaft, vdot_);
  }
}

// ---- corrections -----------------------------------------------------------------------------------------

bool OpenPorts::factor(Metric metric) {
  f_.begin_trial();
  f_.update_axes(f_.q_, f_.v_);  // what holds now, not at the last evaluation
  metric_ = metric;
  projects_ = true;
  if (!f_.root().factor(t_, f_.q_.data(), f_.v_.data(), metric)) {
    f_.failure_ = f_.root().failure();
    return false;
  }
  spread_D();
  return true;
}

// When speeds are corrected positions are closed, and the factors are those of there.
double OpenPorts::calc_residual(Level level) {
  if (level == Level::velocity && projects_ && f_.ranks_known()) {
    f_.raise_ranks(metric_);
    f_.end_correction(f_.q_, false);
  }
  level_ = level;
  return f_.root().calc_residual(level);
}

void OpenPorts::reduce() {
  f_.root().reduce();
  spread_r();
}

void OpenPorts::correct(const double* tau, double* delta) {
  f_.root().correct(gather(tau), delta);
  if (level_ == Level::acceleration) vdot_ += Eigen::Map<const Vector>(delta, vdot_.size());
}

void OpenPorts::step(const Vector& delta, Vector& q) const { f_.step(delta, q); }

// ---- events ----------------------------------------------------------------------------------------------

// While one of these lives those outside can be asked.
class OpenPorts::Asking {
 public:
  Asking(OpenPorts& ports, const Outside& outside) : ports_(ports) { ports_.outside_ = &outside; }
  ~Asking() {
    ports_.outside_ = nullptr;
    ports_.jumps_ = nullptr;
  }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  OpenPorts& ports_;
};

void OpenPorts::calc_indicators(double* indicators) const { f_.calc_indicators(t_, indicators); }

bool OpenPorts::start_events(double t, Vector& q, Vector& v, const Outside& outside) {
  const Asking asking(*this, outside);
  f_.start_events(t, q, v);
  f_.failure_ = f_.mode_failure_;
  return f_.failure_.empty();
}

bool OpenPorts::handle_event(double t, Vector& q, Vector& v, const std::vector<int>& crossed,
                             const Outside& outside, bool& changed) {
  const Vector q_before = q, v_before = v;
  const std::vector<Holder> holders_before = f_.modes_->holders;
  const Asking asking(*this, outside);
  f_.has_changed_ = false;
  f_.handle_event(t, q, v, crossed);
  const std::vector<Holder>& holders = f_.modes_->holders;
  changed = f_.has_changed_ || q != q_before || v != v_before ||
            !std::equal(holders.begin(), holders.end(), holders_before.begin(),
                        [](const Holder& a, const Holder& b) { return a.is_in_mode_of(b); });
  f_.failure_ = f_.mode_failure_;
  return f_.failure_.empty();
}

bool OpenPorts::ask_for_accelerations(const Vector& q, const Vector& v, Vector& vdot) {
  if (!(*outside_)(q, v, Loading::forces)) return false;
  vdot = vdot_;
  return true;
}

bool OpenPorts::ask_for_impact(const Vector& q, const Vector& v, const Vector& change,
                               Vector& all) {
  jumps_ = &change;
  const bool done = (*outside_)(q, v, Loading::impact);
  jumps_ = nullptr;
  if (done)
    all = vdot_;
  else
    all.setZero();
  return done;
}

}  // namespace gelenk
