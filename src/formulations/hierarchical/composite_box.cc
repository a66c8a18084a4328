#include "formulations/hierarchical/composite_box.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "formulations/laws.h"
#include "formulations/recursive/forward_dynamics.h"
#include "formulations/refinement.h"

namespace gelenk {

namespace {

// Work below which a task costs more than it saves, in bodies: starting one takes a fraction of a microsecond, waking
// a thread several, a body about half of one.
constexpr double smallest_task = 200;

}  // namespace

CompositeBox::CompositeBox(const Composite& composite, std::vector<std::unique_ptr<BlackBox>> parts,
                           const Laws& laws, double work)
    : composite_(composite), parts_(std::move(parts)), laws_(laws), task_size_(work) {
  ends_of_part_.resize(parts_.size());
  own_ports_of_part_.resize(parts_.size());
  for (const Composite::Joint& joint : composite.joints) {
    const int index = static_cast<int>(joints_.size());
    JointRows& rows = joints_.emplace_back();
    rows.first = rows_;
    rows.count = joint.edge->nc();
    rows_ += rows.count;
    ends_of_part_[joint.F.part].push_back({index, false, joint.F.port});
    ends_of_part_[joint.M.part].push_back({index, true, joint.M.port});
  }
  first_coupling_ = rows_;
  shaft_ends_of_part_.resize(parts_.size());
  for (const Composite::Coupling& coupling : composite.couplings) add_coupling(coupling);
  for (std::size_t i = 0; i < composite.ports.size(); ++i) {
    const PartPort& at = composite.ports[i];
    own_ports_of_part_[at.part].emplace_back(static_cast<int>(i), at.port);
  }
  own_flanges_of_part_.resize(parts_.size());
  for (int i = 0; i < flange_count(); ++i) {
    const PartPort& at = composite.flanges[i];
    own_flanges_of_part_[at.part].emplace_back(row_of_flange(i),
                                               parts_[at.part]->row_of_flange(at.port));
  }
  const int ports = size();
  gamma_ = residual_ = y_ = lambda_ = work_ = Vector::Zero(rows_);
  part_residuals_.resize(parts_.size());
  S_.setZero(rows_, rows_);
  B_.setZero(rows_, ports);
  X_.setZero(rows_, ports);
  D_.setZero(ports, ports);
  r_.setZero(ports);
  D_sizes_.setZero(2 * port_count() + flange_count());
  ports_.resize(port_count());
  flanges_.resize(flange_count());
  couplings_.resize(composite.couplings.size());
  axis_force_.resize(composite.axis_forces.size());
  int largest = 0;
  for (const auto& part : parts_) {
    part_tau_.emplace_back(Vector::Zero(part->size()));
    force_on_part_.emplace_back(Vector::Zero(part->size()));
    largest = std::max(largest, part->size());
  }
  part_B_.setZero(6, largest);
  has_force_.assign(parts_.size(), 0);
  for (const Composite::Force& force : composite.forces) {
    for (const PartPort& at : {force.a, force.b}) has_force_[at.part] = 1;
  }
  for (const Composite::AxisForce& force : composite.axis_forces) {
    for (const ShaftOfPart& at : {force.a, force.b}) {
      if (at.flange.part >= 0) has_force_[at.flange.part] = 1;
    }
  }
  force_loads_.resize(composite.forces.size());
  factor_.reserve(rows_);
  natural_.resize(rows_);
  set_groups(std::vector<int>(joints_.size(), 0), 1);
  ok_.resize(parts_.size());
}

CompositeBox::~CompositeBox() = default;

void CompositeBox::add_coupling(const Composite::Coupling& coupling) {
  for (const auto& [shaft, sign] : {std::pair{&coupling.a, 1.0}, std::pair{&coupling.b, -1.0}}) {
    const PartPort& at = shaft->flange;
    if (at.part < 0) continue;
    shaft_ends_of_part_[at.part].push_back(
        {rows_, sign * shaft->ratio, parts_[at.part]->row_of_flange(at.port)});
  }
  ++rows_;
}

void CompositeBox::set_groups(const std::vector<int>& group_of, int count) {
  groups_.assign(count, {});
  group_of_row_.clear();
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    groups_[group_of[j]].limit += joints_[j].count;
    group_of_row_.insert(group_of_row_.end(), joints_[j].count, group_of[j]);
  }
  const int couplings = static_cast<int>(composite_.couplings.size());
  if (couplings > 0) groups_[0].limit += couplings;
  group_of_row_.insert(group_of_row_.end(), couplings, 0);
}

bool CompositeBox::is_worth_tasks(double work) { return work >= 2 * smallest_task; }

// Parts are independent of each other; those worth it run beside each other.
template <typename Do>
bool CompositeBox::for_each_part(const Do& work_on) {
  const int count = static_cast<int>(parts_.size());
  if (is_worth_tasks(task_size_) && count > 1) {
    const int grain = std::max(1, static_cast<int>(smallest_task * count / task_size_));
    tbb::parallel_for(tbb::blocked_range<int>(0, count, grain),
                      [&](const tbb::blocked_range<int>& range) {
                        for (int k = range.begin(); k != range.end(); ++k) ok_[k] = work_on(k);
                      });
  } else {
    for (int k = 0; k < count; ++k) ok_[k] = work_on(k);
  }
  return std::all_of(ok_.begin(), ok_.end(), [](char ok) { return ok != 0; });
}

void CompositeBox::place(double t, const double* q, const double* v) {
  own_ports_changed_ = false;
  for_each_part([&](int k) {
    parts_[k]->place(t, q, v);
    return true;
  });
}

FrameMotion<double> CompositeBox::motion_of(const PartPort& at, const Pose<double>& X) const {
  return motion_of_fixed_frame(parts_[at.part]->port(at.port), X);
}

// ---- up --------------------------------------------------------------------------------------------------

bool CompositeBox::condense(double t, const double* q, const double* v, Loading loading) {
  loading_ = loading;
  if (!for_each_part([&](int k) { return parts_[k]->condense(t, q, v, loading); })) return false;
  own_ports_changed_ = false;
  if (loading == Loading::forces) calc_forces();
  calc_rows(loading == Loading::forces);
  factor_rows(Metric::mass);
  for (const JointRows& j : joints_) {
    for (int i = 0; i < j.count; ++i) {
      gamma_[j.first + i] = j.gddot[i];
      if (loading == Loading::forces) gamma_[j.first + i] += feed_back(j.g[i], j.gdot[i]);
    }
  }
  for (std::size_t i = 0; i < couplings_.size(); ++i) {
    const AxisMotion& left = couplings_[i];
    gamma_[first_coupling_ + static_cast<int>(i)] =
        left.a + (loading == Loading::forces ? feed_back(left.x, left.v) : 0.0);
  }
  solve(gamma_, loading == Loading::forces);
  return true;
}

bool CompositeBox::factor(double t, const double* q, const double* v, Metric metric) {
  if (!for_each_part([&](int k) { return parts_[k]->factor(t, q, v, metric); })) return false;
  own_ports_changed_ = false;
  calc_rows(false);
  factor_rows(metric);
  return true;
}

// Forces between the parts. A part's accelerations under them are r + D f: its ports' A is that from here on.
void CompositeBox::calc_forces() {
  if (composite_.forces.empty() && composite_.axis_forces.empty()) return;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (has_force_[k]) force_on_part_[k].setZero();
  }
  for (std::size_t i = 0; i < composite_.forces.size(); ++i) {
    const Composite::Force& force = composite_.forces[i];
    const FrameMotion<double> a = motion_of(force.a, force.edge->a.X_NF),
                              b = motion_of(force.b, force.edge->b.X_NF);
    force_loads_[i] = std::visit(
        [&](const auto& kind) { return kind.calc_wrenches(a, b, laws_.of(*force.edge)); },
        force.edge->force);
    auto add = [&](const PartPort& at, const Vec6<double>& F, const Vec3<double>& p) {
      const Vec3<double> arm = p - parts_[at.part]->port(at.port).X.p;
      force_on_part_[at.part].segment<6>(6 * at.port) += shift_wrench<double>(F, arm);
    };
    add(force.a, force_loads_[i].F_a, a.X.p);
    add(force.b, force_loads_[i].F_b, b.X.p);
  }
  calc_axis_forces();
}

void CompositeBox::calc_axis_forces() {
  for (std::size_t i = 0; i < composite_.axis_forces.size(); ++i) {
    const auto& [placed, a, b] = composite_.axis_forces[i];
    const double f = placed->element.calc_force(motion_of(a), motion_of(b), laws_.of(*placed));
    axis_force_[i] = f;
    for (const auto& [shaft, flow] : {std::pair{&a, f}, std::pair{&b, -f}}) {
      const PartPort& at = shaft->flange;
      if (at.part >= 0)
        force_on_part_[at.part][parts_[at.part]->row_of_flange(at.port)] += shaft->ratio * flow;
    }
  }
}

AxisMotion CompositeBox::motion_of(const ShaftOfPart& shaft) const {
  if (shaft.flange.part < 0) return {shaft.offset, 0.0, 0.0};
  const AxisMotion& m = parts_[shaft.flange.part]->flange(shaft.flange.port);
  return {shaft.ratio * m.x + shaft.offset, shaft.ratio * m.v, shaft.ratio * m.a};
}

AxisMotion CompositeBox::calc_leftover(const Composite::Coupling& coupling) const {
  const AxisMotion a = motion_of(coupling.a), b = motion_of(coupling.b);
  return {a.x - b.x, a.v - b.v, a.a - b.a};
}

void CompositeBox::calc_couplings(bool with_forces) {
  for (std::size_t i = 0; i < couplings_.size(); ++i)
    couplings_[i] = calc_leftover(composite_.couplings[i]);
  if (!with_forces) return;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (!has_force_[k]) continue;
    for (const ShaftEnd& end : shaft_ends_of_part_[k]) {
      couplings_[end.row - first_coupling_].a +=
          end.coefficient * parts_[k]->D().row(end.column).dot(force_on_part_[k]);
    }
  }
}

// Rows in the axes of F, and what they are at a relative motion.
void CompositeBox::eval_rows(const AnyJoint& joint, const FrameMotion<double>& rel, JointRows& j) {
  std::visit(
      [&](const auto& kind) {
        const auto g = kind.template calc_g<double>(rel.X);
        const auto C = kind.template calc_C<double>(rel.X);
        const auto bias = kind.template calc_C_bias<double>(rel.X, rel.V);
        for (int i = 0; i < j.count; ++i) {
          for (int c = 0; c < 6; ++c) j.C_W(i, c) = C(i, c);
          j.g[i] = g[i];
          j.gdot[i] = j.C_W.row(i).dot(rel.V);
          j.gddot[i] = bias[i] + j.C_W.row(i).dot(rel.A);
        }
      },
      joint);
}

// Rows of the joints on the twists of ports, and what they are at the ports' motion.
void CompositeBox::calc_rows(bool with_forces) {
  for (std::size_t index = 0; index < joints_.size(); ++index) {
    const Composite::Joint& joint = composite_.joints[index];
    JointRows& j = joints_[index];
    const FrameMotion<double>& port_F = parts_[joint.F.part]->port(joint.F.port);
    const FrameMotion<double>& port_M = parts_[joint.M.part]->port(joint.M.port);
    FrameMotion<double> at_F = port_F, at_M = port_M;
    if (with_forces && has_force_[joint.F.part])
      at_F.A +=
          parts_[joint.F.part]->D().middleRows<6>(6 * joint.F.port) * force_on_part_[joint.F.part];
    if (with_forces && has_force_[joint.M.part])
      at_M.A +=
          parts_[joint.M.part]->D().middleRows<6>(6 * joint.M.port) * force_on_part_[joint.M.part];
    const FrameMotion<double> F = motion_of_fixed_frame(at_F, joint.edge->F.X_NF),
                              M = motion_of_fixed_frame(at_M, joint.edge->M.X_NF);
    const FrameMotion<double> rel = relative_motion(F, M);
    const Mat3<double> R_FW = F.X.R.transpose();
    eval_rows(joint.edge->joint, rel, j);
    for (int i = 0; i < j.count; ++i) {
      j.C_W.block<1, 3>(i, 0) = j.C_W.block<1, 3>(i, 0) * R_FW;
      j.C_W.block<1, 3>(i, 3) = j.C_W.block<1, 3>(i, 3) * R_FW;
    }
    j.p_Mo = M.X.p;
    // A row at Mo acts on a port at its origin with the moment of its force.
    const Vec3<double> arm_F = j.p_Mo - port_F.X.p, arm_M = j.p_Mo - port_M.X.p;
    for (int i = 0; i < j.count; ++i) {
      const Vec3<double> rot = j.C_W.block<1, 3>(i, 0), lin = j.C_W.block<1, 3>(i, 3);
      j.G_M.row(i) << (rot + arm_M.cross(lin)).transpose(), lin.transpose();
      j.G_F.row(i) << -(rot + arm_F.cross(lin)).transpose(), -lin.transpose();
    }
  }
  calc_couplings(with_forces);
}

// (3), its factors, X and D of (5).
void CompositeBox::factor_rows(Metric metric) {
  S_.setZero();
  B_.setZero();
  std::fill(natural_.begin(), natural_.end(), 0.0);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Matrix& D = parts_[k]->D();
    for (const End& a : ends_of_part_[k]) {
      const JointRows& j = joints_[a.joint];
      const auto G = (a.is_M ? j.G_M : j.G_F).topRows(j.count);
      auto GD = part_B_.topLeftCorner(j.count, D.cols());
      GD.noalias() = G * D.middleRows<6>(6 * a.port);
      for (const End& b : ends_of_part_[k]) {
        const JointRows& i = joints_[b.joint];
        if (i.first > j.first) continue;
        const auto G_b = (b.is_M ? i.G_M : i.G_F).topRows(i.count);
        S_.block(j.first, i.first, j.count, i.count).noalias() +=
            GD.middleCols<6>(6 * b.port) * G_b.transpose();
      }
      for (const auto& [own, port] : own_ports_of_part_[k])
        B_.block<Eigen::Dynamic, 6>(j.first, 6 * own, j.count, 6) = GD.middleCols<6>(6 * port);
      for (const auto& [own, column] : own_flanges_of_part_[k])
        B_.col(own).segment(j.first, j.count) = GD.col(column);
      const double rot = parts_[k]->D_sizes()[2 * a.port],
                   lin = parts_[k]->D_sizes()[2 * a.port + 1];
      for (int i = 0; i < j.count; ++i) {
        natural_[j.first + i] +=
            rot * G.row(i).head<3>().squaredNorm() + lin * G.row(i).tail<3>().squaredNorm();
      }
    }
    if (!shaft_ends_of_part_[k].empty()) factor_couplings(k);
  }
  for (int i = 0; i < rows_; ++i) {
    for (int c = 0; c < i; ++c) S_(c, i) = S_(i, c);
  }
  for (Group& group : groups_) group.tolerance = group.tolerances[static_cast<int>(metric)];
  factor_.factor(rows_, S_.data(), natural_.data(), group_of_row_, groups_);
  X_ = B_;
  for (int c = 0; c < X_.cols(); ++c) factor_.solve(X_.col(c).data(), work_.data());
  D_.noalias() = -(B_.transpose() * X_);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    for (const auto& [a, port_a] : own_ports_of_part_[k]) {
      D_sizes_.segment<2>(2 * a) = parts_[k]->D_sizes().segment<2>(2 * port_a);
      for (const auto& [b, port_b] : own_ports_of_part_[k])
        D_.block<6, 6>(6 * a, 6 * b) += parts_[k]->D().block<6, 6>(6 * port_a, 6 * port_b);
    }
    if (!own_flanges_of_part_[k].empty()) factor_own_flanges(k);
  }
}

// Rows of (3) that couplings have at one part: they stand behind those of all joints.
void CompositeBox::factor_couplings(std::size_t part) {
  const Matrix& D = parts_[part]->D();
  const int first_flange = 6 * parts_[part]->port_count();
  for (const ShaftEnd& a : shaft_ends_of_part_[part]) {
    auto GD = part_B_.topLeftCorner(1, D.cols());
    GD = a.coefficient * D.row(a.column);
    for (const End& b : ends_of_part_[part]) {
      const JointRows& i = joints_[b.joint];
      const auto G_b = (b.is_M ? i.G_M : i.G_F).topRows(i.count);
      S_.block(a.row, i.first, 1, i.count).noalias() +=
          GD.middleCols<6>(6 * b.port) * G_b.transpose();
    }
    for (const ShaftEnd& b : shaft_ends_of_part_[part]) {
      if (b.row <= a.row) S_(a.row, b.row) += GD(0, b.column) * b.coefficient;
    }
    for (const auto& [own, port] : own_ports_of_part_[part])
      B_.block<1, 6>(a.row, 6 * own) += GD.middleCols<6>(6 * port);
    for (const auto& [own, column] : own_flanges_of_part_[part]) B_(a.row, own) += GD(0, column);
    natural_[a.row] +=
        a.coefficient * a.coefficient *
        parts_[part]->D_sizes()[2 * parts_[part]->port_count() + a.column - first_flange];
  }
}

// D of (5), where its own flanges are those of one part.
void CompositeBox::factor_own_flanges(std::size_t part) {
  const Matrix& D = parts_[part]->D();
  const int first_own = 6 * port_count(), first = 6 * parts_[part]->port_count();
  for (const auto& [a, of_a] : own_flanges_of_part_[part]) {
    D_sizes_[2 * port_count() + a - first_own] =
        parts_[part]->D_sizes()[2 * parts_[part]->port_count() + of_a - first];
    for (const auto& [b, of_b] : own_flanges_of_part_[part]) D_(a, b) += D(of_a, of_b);
    for (const auto& [own, port] : own_ports_of_part_[part]) {
      D_.block<1, 6>(a, 6 * own) += D.block<1, 6>(of_a, 6 * port);
      D_.block<6, 1>(6 * own, a) += D.block<6, 1>(6 * port, of_a);
    }
  }
}

// y, and r of (5).
void CompositeBox::solve(const Vector& gamma, bool with_forces) {
  y_ = gamma;
  factor_.solve(y_.data(), work_.data());
  if (size() == 0) return;
  r_.noalias() = -(B_.transpose() * y_);
  for (std::size_t i = 0; i < composite_.ports.size(); ++i) {
    const PartPort& at = composite_.ports[i];
    ports_[i] = parts_[at.part]->port(at.port);
    Vec6<double> A = parts_[at.part]->r().segment<6>(6 * at.port);
    if (with_forces && has_force_[at.part])
      A += parts_[at.part]->D().middleRows<6>(6 * at.port) * force_on_part_[at.part];
    auto own = r_.segment<6>(6 * static_cast<int>(i));
    own += A;
    ports_[i].A = own;
  }
  for (int i = 0; i < flange_count(); ++i) {
    const PartPort& at = composite_.flanges[i];
    const BlackBox& part = *parts_[at.part];
    const int row = part.row_of_flange(at.port);
    double& own = r_[row_of_flange(i)];
    own += part.r()[row];
    if (with_forces && has_force_[at.part]) own += part.D().row(row).dot(force_on_part_[at.part]);
    flanges_[i] = part.flange(at.port);
    flanges_[i].a = own;
  }
  own_ports_changed_ = true;
}

// ---- down ------------------------------------------------------------------------------------------------

// (4), (6)
void CompositeBox::pass_loads(const Vector& tau, bool with_forces) {
  lambda_ = -y_;
  if (X_.cols() > 0) lambda_.noalias() -= X_ * tau;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    Vector& load = part_tau_[k];
    if (with_forces && has_force_[k])
      load = force_on_part_[k];
    else
      load.setZero();
    for (const End& a : ends_of_part_[k]) {
      const JointRows& j = joints_[a.joint];
      const auto G = (a.is_M ? j.G_M : j.G_F).topRows(j.count);
      load.segment<6>(6 * a.port).noalias() += G.transpose() * lambda_.segment(j.first, j.count);
    }
    for (const auto& [own, port] : own_ports_of_part_[k])
      load.segment<6>(6 * port) += tau.segment<6>(6 * own);
    for (const ShaftEnd& end : shaft_ends_of_part_[k])
      load[end.column] += end.coefficient * lambda_[end.row];
    for (const auto& [own, column] : own_flanges_of_part_[k]) load[column] += tau[own];
  }
}

void CompositeBox::release(const Vector& tau, double* vdot) {
  pass_loads(tau, loading_ == Loading::forces);
  for_each_part([&](int k) {
    parts_[k]->release(part_tau_[k], vdot);
    return true;
  });
}

bool CompositeBox::is_uneven() const {
  const int rank = factor_.rank();
  if (rank > 0 && factor_.pivot(rank - 1) < uneven_row) return true;
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const auto& part) { return part->is_uneven(); });
}

// ---- corrections -----------------------------------------------------------------------------------------

double CompositeBox::calc_residual(Level level) {
  level_ = level;
  own_ports_changed_ = false;
  for_each_part([&](int k) {
    part_residuals_[k] = parts_[k]->calc_residual(level);
    return true;
  });
  double worst = 0.0;
  for (double x : part_residuals_) worst = std::isnan(x) ? x : std::max(worst, x);
  for (std::size_t index = 0; index < joints_.size(); ++index) {
    const Composite::Joint& joint = composite_.joints[index];
    const JointRows& j = joints_[index];
    const FrameMotion<double> rel = relative_motion(motion_of(joint.F, joint.edge->F.X_NF),
                                                    motion_of(joint.M, joint.edge->M.X_NF));
    JointRows at;
    at.count = j.count;
    eval_rows(joint.edge->joint, rel, at);
    for (int i = 0; i < j.count; ++i) {
      const double x = level == Level::position      ? at.g[i]
                       : level == Level::velocity    ? at.gdot[i]
                       : loading_ == Loading::impact ? at.gddot[i]
                                                     : at.gddot[i] + feed_back(at.g[i], at.gdot[i]);
      residual_[j.first + i] = x;
      worst = std::isnan(x) ? x : std::max(worst, std::abs(x));
    }
  }
  for (std::size_t i = 0; i < couplings_.size(); ++i) {
    const AxisMotion left = calc_leftover(composite_.couplings[i]);
    const double x = level == Level::position      ? left.x
                     : level == Level::velocity    ? left.v
                     : loading_ == Loading::impact ? left.a
                                                   : left.a + feed_back(left.x, left.v);
    residual_[first_coupling_ + static_cast<int>(i)] = x;
    worst = std::isnan(x) ? x : std::max(worst, std::abs(x));
  }
  return worst;
}

void CompositeBox::reduce() {
  for_each_part([&](int k) {
    parts_[k]->reduce();
    return true;
  });
  own_ports_changed_ = false;
  gamma_ = residual_;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    for (const End& a : ends_of_part_[k]) {
      const JointRows& j = joints_[a.joint];
      gamma_.segment(j.first, j.count).noalias() +=
          (a.is_M ? j.G_M : j.G_F).topRows(j.count) * parts_[k]->r().segment<6>(6 * a.port);
    }
    for (const ShaftEnd& end : shaft_ends_of_part_[k])
      gamma_[end.row] += end.coefficient * parts_[k]->r()[end.column];
  }
  solve(gamma_, false);
}

void CompositeBox::correct(const Vector& tau, double* delta) {
  found_ = lambda_;
  pass_loads(tau, false);
  if (level_ == Level::acceleration) lambda_ += found_;
  for_each_part([&](int k) {
    parts_[k]->correct(part_tau_[k], delta);
    return true;
  });
}

// ---- for the owner ---------------------------------------------------------------------------------------

std::string CompositeBox::failure() const {
  for (const auto& part : parts_) {
    std::string why = part->failure();
    if (!why.empty()) return why;
  }
  return "";
}

Vec6<double> CompositeBox::get_joint_load(int joint) const {
  const JointRows& j = joints_[joint];
  return j.C_W.topRows(j.count).transpose() * lambda_.segment(j.first, j.count);
}

double CompositeBox::calc_potential_energy() const {
  double energy = 0.0;
  for (const Composite::Force& force : composite_.forces) {
    const FrameMotion<double> a = motion_of(force.a, force.edge->a.X_NF),
                              b = motion_of(force.b, force.edge->b.X_NF);
    energy += std::visit(
        [&](const auto& kind) { return kind.calc_potential_energy(a, b, laws_.of(*force.edge)); },
        force.edge->force);
  }
  for (const auto& [placed, a, b] : composite_.axis_forces)
    energy += placed->element.calc_potential_energy(motion_of(a).x, motion_of(b).x);
  return energy;
}

const std::string& CompositeBox::name_of_row(int row) const {
  if (row >= first_coupling_) return composite_.couplings[row - first_coupling_].name;
  std::size_t k = 0;
  while (k + 1 < joints_.size() && joints_[k + 1].first <= row) ++k;
  return composite_.joints[k].edge->name;
}

}  // namespace gelenk
