#include "formulations/recursive/open_ports.h"

#include <algorithm>

#include "formulations/recursive/box_formulation.h"
#include "topology/partition.h"

namespace gelenk {

namespace {

constexpr int rows = 6;  // of a port

// Of a matrix or vector over all ports: the rows of one of them.
auto rows_of(Vector& x, int port) { return x.segment<rows>(rows * port); }
auto rows_of(const Vector& x, int port) { return x.segment<rows>(rows * port); }

}  // namespace

OpenPorts::OpenPorts(BoxFormulation& formulation, const OpenPortList& ports)
    : f_(formulation), frames_(ports.frames) {
  int next = 0;
  for (const OpenPortList::Port& port : ports.ports)
    ports_.push_back({port.node, port.is_ground ? -1 : next++});
  GELENK_ASSERT(next == f_.root().port_count());
  D_.setZero(rows * count(), rows * count());
  r_.setZero(rows * count());
  box_tau_.setZero(rows * next);
  vdot_ = no_jumps_ = Vector::Zero(f_.system_.nv);
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

// ---- up and down -----------------------------------------------------------------------------------------

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
  for (int i = 0; i < count(); ++i) {
    for (int j = 0; j < count(); ++j) {
      const int a = ports_[i].box_port, b = ports_[j].box_port;
      if (a >= 0 && b >= 0)
        D_.block<rows, rows>(rows * i, rows * j) = D.block<rows, rows>(rows * a, rows * b);
    }
  }
  constexpr int half_rows = rows / 2;
  for (int half = 0; half < 2 * count(); ++half) {
    const int a = ports_[half / 2].box_port;
    if (a < 0 || D_.diagonal().segment<half_rows>(half_rows * half).sum() >
                     rounding * sizes[2 * a + half % 2])
      continue;
    D_.middleRows<half_rows>(half_rows * half).setZero();
    D_.middleCols<half_rows>(half_rows * half).setZero();
  }
}

void OpenPorts::spread_r() {
  for (int i = 0; i < count(); ++i) {
    if (const int a = ports_[i].box_port; a >= 0) rows_of(r_, i) = rows_of(f_.root().r(), a);
  }
}

const Vector& OpenPorts::gather(const double* tau) {
  for (int i = 0; i < count(); ++i) {
    if (const int a = ports_[i].box_port; a >= 0)
      rows_of(box_tau_, a) = Eigen::Map<const Vec6<double>>(tau + rows * i);
  }
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
