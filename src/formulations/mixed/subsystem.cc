#include "formulations/mixed/subsystem.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace gelenk {

MixedSubsystem::MixedSubsystem(const Subsystem& topology, const Gravity& gravity, const Laws& laws,
                               std::vector<std::unique_ptr<Part>> parts)
    : sub_(topology), gravity_(gravity), laws_(laws), parts_(std::move(parts)) {
  const std::size_t node_count = sub_.nodes.size();
  nodes_.resize(node_count);
  load_.resize(node_count);
  node_bias_.assign(node_count, Vec6<double>::Zero());

  // Clusters: what couples through D̂.
  std::vector<int> cluster_of(node_count, -1), cluster_of_part(parts_.size(), -1);
  node_of_group_.resize(sub_.groups.size());
  for (std::size_t n = 0; n < node_count; ++n) {
    const Node& node = sub_.nodes[n];
    if (node.kind == Node::Kind::ground) continue;
    int& known = node.kind == Node::Kind::port ? cluster_of_part[node.part] : cluster_of[n];
    if (known < 0) {
      known = static_cast<int>(clusters_.size());
      clusters_.push_back({node.group, node.part, {}, {}, {}});
    }
    cluster_of[n] = known;
    clusters_[known].nodes.push_back(static_cast<NodeIndex>(n));
    if (node.kind == Node::Kind::group) node_of_group_[node.group] = static_cast<NodeIndex>(n);
  }
  for (const Group& group : sub_.groups) {
    J_inverse_.push_back(group.invertible ? Mat3<double>(group.inertia.J_com.inverse())
                                          : Mat3<double>::Zero());
    if (!group.invertible)
      singular_groups_.push_back(static_cast<GroupIndex>(&group - sub_.groups.data()));
  }
  J_W_.resize(sub_.groups.size());
  J_inverse_W_.resize(sub_.groups.size());

  auto add_rows = [&](int nc, const std::vector<NodeIndex>& nodes, double compliance) {
    JointRows rows;
    rows.row = rows_;
    rows.nc = nc;
    rows.compliance = compliance;
    rows_ += nc;
    for (NodeIndex node : nodes) {
      if (node != 0 && nc > 0) {
        clusters_[cluster_of[node]].attachments.push_back(
            {static_cast<int>(joints_.size()), static_cast<int>(rows.ends.size()), node});
      }
      rows.ends.push_back({node, {}});
    }
    joints_.push_back(std::move(rows));
  };
  for (const JointEdge& edge : sub_.joints) {
    add_rows(edge.nc(), {edge.F.node, edge.M.node}, 0.0);
    is_independent_.resize(rows_, edge.in_tree);
  }
  for (std::size_t i = 0; i < sub_.forces.size(); ++i) {
    const ForceEdge& edge = sub_.forces[i];
    const LumpedMass lump =
        std::visit([](const auto& force) { return lump_of(force); }, edge.force);
    if (!(lump.mass > 0)) continue;
    lumps_.emplace_back(static_cast<int>(i), lump);
    add_rows(3, {edge.a.node, edge.b.node}, 1.0 / lump.mass);
    is_independent_.resize(rows_, true);
  }
  for (const CoordinateRow& row : sub_.coordinate_rows) {
    std::vector<NodeIndex> nodes;
    for (const CoordinateRow::Term& term : row.terms) {
      nodes.push_back(sub_.joints[term.joint].F.node);
      nodes.push_back(sub_.joints[term.joint].M.node);
    }
    add_rows(1, nodes, 0.0);
    relations_.emplace_back(row);
    is_independent_.resize(rows_, false);
  }
  for (std::size_t p = 0; p < sub_.ports.size(); ++p) {
    if (sub_.ports[p] == 0) continue;
    clusters_[cluster_of[sub_.ports[p]]].ports.emplace_back(static_cast<PortIndex>(p),
                                                            sub_.ports[p]);
  }
  H_W_.resize(sub_.joints.size());
  p_Mo_.resize(sub_.joints.size());

  // Which ports a move into a part makes known (its entry excepted).
  std::vector<bool> known(node_count, false);
  ports_reached_.resize(sub_.islands.size());
  for (std::size_t i = 0; i < sub_.islands.size(); ++i) {
    if (sub_.islands[i].entry >= 0) known[sub_.islands[i].entry] = true;
    for (const Move& move : sub_.islands[i].walk) {
      ports_reached_[i].emplace_back();
      if (move.kind == Move::Kind::joint) {
        known[move.to] = true;
        continue;
      }
      const Subsystem& part = *sub_.parts[move.index];
      for (NodeIndex n : cluster_of_part[move.index] < 0
                             ? std::vector<NodeIndex>{}
                             : clusters_[cluster_of_part[move.index]].nodes) {
        const NodeIndex inner = part.ports[sub_.nodes[n].port];
        if (known[n] || part.island_of[inner] != move.island) continue;
        known[n] = true;
        ports_reached_[i].back().push_back(n);
      }
    }
  }

  force_loads_.resize(sub_.forces.size());

  const int columns = 6 * port_count();
  S_.resize(rows_, rows_);
  rhs_.resize(rows_);
  B_.resize(rows_, columns);
  solution_.resize(rows_, 1 + columns);
  singular_solution_.resize(6 * static_cast<int>(singular_groups_.size()), 1 + columns);
  D_.resize(columns, columns);
  r_.resize(columns);
  rest_solution_.setZero(rows_, 1);
  rest_.setZero(columns);
  rest_A_.resize(node_count);
  rest_load_.resize(node_count);
  for (const auto& part : parts_) {
    part_tau_.emplace_back(Vector::Zero(6 * part->port_count()));
    port_rows_.emplace_back(part->port_count());
  }
  pending_.resize(node_count);
  const int unknowns = 6 * static_cast<int>(singular_groups_.size()) + rows_;
  if (!singular_groups_.empty()) {
    K_.resize(unknowns, unknowns);
    Y_.resize(unknowns, 1 + columns);
    X_.resize(unknowns, 1 + columns);
    scale_.resize(unknowns);
    Z_.resize(unknowns, 1 + columns);
    lu_ = Eigen::PartialPivLU<Matrix>(unknowns);
    eigen_.compute(Matrix::Identity(unknowns, unknowns));  // takes its memory
  }
}

FrameMotion<double> MixedSubsystem::frame_motion(const FrameOnNode& at) const {
  return motion_of_fixed_frame(nodes_[at.node], at.X_NF);
}

// ---- motion ------------------------------------------------------------------------------------

void MixedSubsystem::place(int island, const FrameMotion<double>& entry, const double* q,
                           const double* v) {
  q_ = q;
  v_ = v;
  const Island& is = sub_.islands[island];
  if (island > 0) nodes_[is.entry] = entry;
  for (std::size_t m = 0; m < is.walk.size(); ++m) {
    const Move& move = is.walk[m];
    if (move.kind == Move::Kind::part) {
      parts_[move.index]->place(move.island, nodes_[move.from], q, v);
      for (NodeIndex n : ports_reached_[island][m])
        nodes_[n] = parts_[move.index]->port(sub_.nodes[n].port);
      continue;
    }
    const JointEdge& edge = sub_.joints[move.index];
    FrameMotion<double> rel;
    Vec3<double> p_Mo;
    std::visit(
        [&](const auto& joint) {
          rel.X = joint.template calc_X<double>(q + edge.q);
          const auto H = joint.template calc_H<double>(q + edge.q);
          if constexpr (joint.nv > 0)
            rel.V = H * Eigen::Map<const Eigen::Matrix<double, joint.nv, 1>>(v + edge.v);
          H_W_[move.index].resize(6, joint.nv);
          H_W_[move.index] = H;
        },
        edge.joint);
    FrameMotion<double> known = frame_motion(move.reversed ? edge.M : edge.F);
    Mat3<double> R_WF;
    if (move.reversed) {  // F from M: V_F is V_M less the relative motion
      const FrameMotion<double>& M = known;
      R_WF = M.X.R * rel.X.R.transpose();
      FrameMotion<double> F;
      F.X = {R_WF, M.X.p - R_WF * rel.X.p};
      const Vec3<double> w_F = M.w() - R_WF * rel.w(), r = M.X.p - F.X.p;
      F.V << w_F, M.v() - R_WF * rel.v() - w_F.cross(r);
      p_Mo = M.X.p;
      known = F;
    } else {
      R_WF = known.X.R;
      known = compose_motion(known, rel);
      p_Mo = known.X.p;
    }
    auto& H_W = H_W_[move.index];
    H_W.topRows<3>() = (R_WF * H_W.topRows<3>()).eval();
    H_W.bottomRows<3>() = (R_WF * H_W.bottomRows<3>()).eval();
    p_Mo_[move.index] = p_Mo;
    known.A.setZero();
    nodes_[move.to] =
        motion_of_fixed_frame(known, (move.reversed ? edge.F : edge.M).X_NF.inverse());
    nodes_[move.to].A.setZero();
  }
}

// ---- up ----------------------------------------------------------------------------------------

bool MixedSubsystem::condense() {
  for (const auto& part : parts_) {
    if (!part->condense()) return false;
  }
  apply_forces();
  calc_node_bias();
  calc_joint_rows();
  calc_lump_rows();
  calc_relation_rows();
  assemble();
  if (!solve()) return false;
  const int columns = 6 * port_count();
  if (columns == 0) return true;
  // (3)
  D_.setZero();
  r_.setZero();
  for (const Cluster& cluster : clusters_) {
    for (const auto& [p, n] : cluster.ports) {
      r_.segment<6>(6 * p) = node_bias_[n];
      for (const auto& [p2, n2] : cluster.ports)
        D_.block<6, 6>(6 * p, 6 * p2) = node_D(cluster, n, n2);
    }
  }
  if (rows_ > 0) {
    D_.noalias() += B_.transpose() * solution_.rightCols(columns);
    r_.noalias() += B_.transpose() * solution_.col(0);
    for (int j = 0; j < columns; ++j) {  // symmetric to the last bit
      for (int i = 0; i < j; ++i) D_(i, j) = D_(j, i) = 0.5 * (D_(i, j) + D_(j, i));
    }
  }
  return true;
}

void MixedSubsystem::apply_forces() {
  for (Vec6<double>& load : load_) load.setZero();
  for (std::size_t i = 0; i < sub_.forces.size(); ++i) {
    const ForceEdge& edge = sub_.forces[i];
    const FrameMotion<double> a = frame_motion(edge.a), b = frame_motion(edge.b);
    force_loads_[i] = std::visit(
        [&](const auto& force) { return force.calc_wrenches(a, b, laws_.of(sub_.forces[i])); },
        edge.force);
    load_[edge.a.node] +=
        shift_wrench<double>(force_loads_[i].F_a, a.X.p - nodes_[edge.a.node].X.p);
    load_[edge.b.node] +=
        shift_wrench<double>(force_loads_[i].F_b, b.X.p - nodes_[edge.b.node].X.p);
  }
  for (std::size_t g = 0; g < sub_.groups.size(); ++g) {
    const NodeIndex n = node_of_group_[g];
    for (const MassPoint& point : sub_.groups[g].mass_points) {
      const Vec3<double> s = nodes_[n].X.R * point.p;
      const Vec3<double> weight = point.mass * gravity_.at(nodes_[n].X.p + s);
      load_[n].head<3>() += s.cross(weight);
      load_[n].tail<3>() += weight;
    }
  }
}

// r̂ of own groups, M⁻¹ (f − gyroscopic), and of part ports, r + D f. Adds the gyroscopic torque to
// the load, so that (4) gives M⁻¹ times the load.
void MixedSubsystem::calc_node_bias() {
  for (const Cluster& cluster : clusters_) {
    if (cluster.group >= 0) {
      const NodeIndex n = cluster.nodes[0];
      const Group& group = sub_.groups[cluster.group];
      const Mat3<double>& R = nodes_[n].X.R;
      const Vec3<double> w = nodes_[n].w();
      J_W_[cluster.group] = R * group.inertia.J_com * R.transpose();
      load_[n].head<3>() -= w.cross(J_W_[cluster.group] * w);
      if (group.invertible) {
        J_inverse_W_[cluster.group] = R * J_inverse_[cluster.group] * R.transpose();
        node_bias_[n] << J_inverse_W_[cluster.group] * load_[n].head<3>(),
            load_[n].tail<3>() / group.inertia.mass;
      }
    } else {
      const Part& part = *parts_[cluster.part];
      for (NodeIndex n : cluster.nodes) {
        const int i = 6 * sub_.nodes[n].port;
        node_bias_[n] = part.r().segment<6>(i);
        for (NodeIndex n2 : cluster.nodes) {
          node_bias_[n].noalias() += part.D().block<6, 6>(i, 6 * sub_.nodes[n2].port) * load_[n2];
        }
      }
    }
  }
}

void MixedSubsystem::calc_joint_rows() {
  for (std::size_t j = 0; j < sub_.joints.size(); ++j) {
    JointRows& rows = joints_[j];
    const JointEdge& edge = sub_.joints[j];
    FrameMotion<double> F = frame_motion(edge.F), M = frame_motion(edge.M);
    // With the nodes' own accelerations left out, what remains of A_FM is its bias.
    auto drop = [&](FrameMotion<double>& frame, NodeIndex n) {
      const Vec3<double> s = frame.X.p - nodes_[n].X.p, w = nodes_[n].w();
      frame.A << Vec3<double>::Zero(), w.cross(w.cross(s));
    };
    drop(F, edge.F.node);
    drop(M, edge.M.node);
    const FrameMotion<double> rel = relative_motion(F, M);
    rows.C_W.resize(rows.nc, 6);
    rows.bias.resize(rows.nc);
    std::visit(
        [&](const auto& joint) {
          if constexpr (!WithoutRows<std::decay_t<decltype(joint)>>) {
            const auto C = joint.template calc_C<double>(rel.X);
            rows.C_W.leftCols<3>() = C.template leftCols<3>() * F.X.R.transpose();
            rows.C_W.rightCols<3>() = C.template rightCols<3>() * F.X.R.transpose();
            rows.bias = C * rel.A + joint.template calc_C_bias<double>(rel.X, rel.V);
          }
        },
        edge.joint);
    rows.ends[0].G = -rows.C_W * shift_matrix<double>(M.X.p - nodes_[edge.F.node].X.p);
    rows.ends[1].G = rows.C_W * shift_matrix<double>(M.X.p - nodes_[edge.M.node].X.p);
  }
}

// (6): the rows act on the accelerations of the two points by the lever rule.
void MixedSubsystem::calc_lump_rows() {
  for (std::size_t l = 0; l < lumps_.size(); ++l) {
    JointRows& rows = joints_[sub_.joints.size() + l];
    const auto& [force, lump] = lumps_[l];
    const ForceEdge& edge = sub_.forces[force];
    const FrameMotion<double> a = frame_motion(edge.a), b = frame_motion(edge.b);
    const LumpMotion L = calc_lump_motion(lump, a, b);
    const Mat3<double> rest = Mat3<double>::Identity() - L.J;
    auto rows_at = [&](const FrameMotion<double>& frame, NodeIndex n,
                       const Mat3<double>& share) -> Rows6 {
      return share * shift_matrix<double>(frame.X.p - nodes_[n].X.p).bottomRows<3>();
    };
    auto bias_at = [&](const FrameMotion<double>& frame, NodeIndex n) -> Vec3<double> {
      const Vec3<double> w = nodes_[n].w();
      return w.cross(w.cross(frame.X.p - nodes_[n].X.p));
    };
    const NodeIndex node_a = edge.a.node, node_b = edge.b.node;
    rows.ends[0].G = rows_at(a, node_a, rest);
    rows.ends[1].G = rows_at(b, node_b, L.J);
    rows.bias.resize(3);
    rows.bias.head<3>() =
        rest * bias_at(a, node_a) + L.J * bias_at(b, node_b) + L.bias - gravity_.at(L.p);
  }
}

// The row h of (7), in world axes.
Eigen::Matrix<double, 1, 6> MixedSubsystem::calc_coordinate_row(
    const CoordinateRow::Term& term) const {
  const auto& H = H_W_[term.joint];
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6> HtH = H.transpose() * H;
  const RowVector6 unit = RowVector6::Unit(H.cols(), term.coordinate);
  const RowVector6 column = HtH.ldlt().solve(unit);
  return (H * column).transpose();
}

// (7)
void MixedSubsystem::calc_relation_rows() {
  eval_relations();
  for (std::size_t i = 0; i < sub_.coordinate_rows.size(); ++i) {
    JointRows& rows = joints_[sub_.joints.size() + lumps_.size() + i];
    const CoordinateRow& relation = sub_.coordinate_rows[i];
    rows.bias.resize(1);
    rows.bias[0] = relations_[i].curvature();
    for (std::size_t k = 0; k < relation.terms.size(); ++k) {
      const CoordinateRow::Term& term = relation.terms[k];
      const JointEdge& edge = sub_.joints[term.joint];
      FrameMotion<double> F = frame_motion(edge.F), M = frame_motion(edge.M);
      auto drop = [&](FrameMotion<double>& frame, NodeIndex n) {
        const Vec3<double> s = frame.X.p - nodes_[n].X.p, w = nodes_[n].w();
        frame.A << Vec3<double>::Zero(), w.cross(w.cross(s));
      };
      drop(F, edge.F.node);
      drop(M, edge.M.node);
      const Vec6<double> free =
          relative_motion(F, M).A -
          std::visit(
              [&](const auto& joint) {
                return joint.template calc_bias<double>(q_ + edge.q, v_ + edge.v);
              },
              edge.joint);
      const Eigen::Matrix<double, 1, 6> h =
          relations_[i].factor(static_cast<int>(k)) * calc_coordinate_row(term);
      rows.bias[0] +=
          h.head<3>().dot(F.X.R * free.head<3>()) + h.tail<3>().dot(F.X.R * free.tail<3>());
      rows.ends[2 * k].G = -h * shift_matrix<double>(M.X.p - nodes_[edge.F.node].X.p);
      rows.ends[2 * k + 1].G = h * shift_matrix<double>(M.X.p - nodes_[edge.M.node].X.p);
    }
  }
}

Mat6<double> MixedSubsystem::node_D(const Cluster& cluster, NodeIndex a, NodeIndex b) const {
  if (cluster.part >= 0) {
    return parts_[cluster.part]->D().block<6, 6>(6 * sub_.nodes[a].port, 6 * sub_.nodes[b].port);
  }
  Mat6<double> D = Mat6<double>::Zero();
  const Group& group = sub_.groups[cluster.group];
  if (!group.invertible) return D;
  D.topLeftCorner<3, 3>() = J_inverse_W_[cluster.group];
  D.bottomRightCorner<3, 3>().diagonal().setConstant(1.0 / group.inertia.mass);
  return D;
}

// (1), the right side of (2) and B = G D̂ Pᵀ.
void MixedSubsystem::assemble() {
  S_.setZero();
  B_.setZero();
  for (const JointRows& rows : joints_) {
    if (rows.nc == 0) continue;
    rhs_.segment(rows.row, rows.nc) = -rows.bias;
    S_.diagonal().segment(rows.row, rows.nc).setConstant(rows.compliance);
  }
  Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> DGt;
  for (const Cluster& cluster : clusters_) {
    if (cluster.group >= 0 && !sub_.groups[cluster.group].invertible) continue;
    for (const Attachment& y : cluster.attachments) {
      const JointRows& rows_y = joints_[y.joint];
      rhs_.segment(rows_y.row, rows_y.nc).noalias() -= rows_of(y) * node_bias_[y.node];
      NodeIndex done = -1;
      for (const Attachment& x : cluster.attachments) {
        if (x.joint < y.joint) continue;
        if (x.node != done) {
          DGt.noalias() = node_D(cluster, x.node, y.node) * rows_of(y).transpose();
          done = x.node;
        }
        S_.block(joints_[x.joint].row, rows_y.row, joints_[x.joint].nc, rows_y.nc).noalias() +=
            rows_of(x) * DGt;
      }
      for (const auto& [p, n] : cluster.ports) {
        B_.block(rows_y.row, 6 * p, rows_y.nc, 6).noalias() +=
            rows_of(y) * node_D(cluster, y.node, n);
      }
    }
  }
}

bool MixedSubsystem::solve() {
  if (!singular_groups_.empty()) return solve_with_singular_groups();
  if (rows_ == 0) return true;
  solution_.col(0) = rhs_;
  solution_.rightCols(B_.cols()) = -B_;
  factor_.compute(S_, is_independent_);
  factor_.solve_in_place(solution_);
  redundant_ = rows_ - factor_.rank();
  return true;
}

// (5), scaled to comparable rows and columns. A singular K (it is symmetric, indefinite) is solved with
// the smallest norm by its eigenvectors. Motion of a massless body that nothing determines comes out as zero; a load on
// it that nothing can take is a failure.
bool MixedSubsystem::solve_with_singular_groups() {
  const int n0 = 6 * static_cast<int>(singular_groups_.size()), n = n0 + rows_;
  K_.setZero();
  Y_.setZero();
  K_.bottomRightCorner(rows_, rows_) = S_.selfadjointView<Eigen::Lower>();
  Y_.bottomLeftCorner(rows_, 1) = rhs_;
  Y_.bottomRightCorner(rows_, B_.cols()) = -B_;
  for (std::size_t i = 0; i < singular_groups_.size(); ++i) {
    const GroupIndex g = singular_groups_[i];
    const NodeIndex node = node_of_group_[g];
    const int at = 6 * static_cast<int>(i);
    K_.block<3, 3>(at, at) = -J_W_[g];
    K_.block<3, 3>(at + 3, at + 3).diagonal().setConstant(-sub_.groups[g].inertia.mass);
    Y_.block<6, 1>(at, 0) = -load_[node];
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const JointRows& rows = joints_[j];
      for (const RowEnd& end : rows.ends) {
        if (end.node != node) continue;
        K_.block(n0 + rows.row, at, rows.nc, 6) += end.G;
        K_.block(at, n0 + rows.row, 6, rows.nc) += end.G.transpose();
      }
    }
  }
  scale_.setOnes();
  for (int pass = 0; pass < 3; ++pass) {
    for (int i = 0; i < n; ++i) {
      const double largest =
          K_.col(i).cwiseProduct(scale_).cwiseAbs().maxCoeff() * scale_[i];  // K is symmetric
      if (largest > 0) scale_[i] /= std::sqrt(largest);
    }
  }
  for (int j = 0; j < n; ++j) K_.col(j) = scale_[j] * scale_.cwiseProduct(K_.col(j));
  for (int j = 0; j < Y_.cols(); ++j) Y_.col(j) = scale_.cwiseProduct(Y_.col(j));
  // Elimination does for a regular K; pivots tell when it is not.
  lu_.compute(K_);
  const auto pivots = lu_.matrixLU().diagonal().cwiseAbs();
  if (pivots.minCoeff() > 1e-9 * pivots.maxCoeff()) {
    X_ = lu_.solve(Y_);
    redundant_ = 0;
  } else {
    redundant_ = solve_by_eigenvectors();
  }
  const double size = 1e-300 + Y_.col(0).cwiseAbs().maxCoeff() + X_.col(0).cwiseAbs().maxCoeff();
  for (int i = 0; i < n0; ++i) {
    const double residual = K_.row(i).dot(X_.col(0)) - Y_(i, 0);
    if (std::abs(residual) <= 1e-6 * size) continue;
    failure_ =
        "the massless part '" + sub_.groups[singular_groups_[i / 6]].name +
        "' takes a load that nothing can balance: it needs mass or a joint in that direction";
    return false;
  }
  for (int j = 0; j < X_.cols(); ++j) {
    singular_solution_.col(j) = scale_.head(n0).cwiseProduct(X_.col(j).head(n0));
    solution_.col(j) = scale_.tail(rows_).cwiseProduct(X_.col(j).tail(rows_));
  }
  return true;
}

// The number of dependent rows; a massless body that nothing determines counts too.
int MixedSubsystem::solve_by_eigenvectors() {
  eigen_.compute(K_);
  const double tolerance = 1e-11 * eigen_.eigenvalues().cwiseAbs().maxCoeff();
  Z_.noalias() = eigen_.eigenvectors().transpose() * Y_;
  int dependent = 0;
  for (int i = 0; i < K_.rows(); ++i) {
    const double value = eigen_.eigenvalues()[i];
    if (std::abs(value) <= tolerance) {
      Z_.row(i).setZero();
      ++dependent;
    } else {
      Z_.row(i) /= value;
    }
  }
  X_.noalias() = eigen_.eigenvectors() * Z_;
  return dependent;
}

// ---- down --------------------------------------------------------------------------------------

void MixedSubsystem::release(const Vector& tau, double* vdot) {
  lambda_ = solution_.col(0);
  if (tau.size() > 0) lambda_.noalias() += solution_.rightCols(tau.size()) * tau;
  applied_ = load_;
  add_row_loads(joints_, lambda_, load_);
  add_lump_loads(lambda_);
  for (std::size_t p = 0; p < sub_.ports.size(); ++p)
    load_[sub_.ports[p]] += tau.segment<6>(6 * static_cast<int>(p));

  for (const Cluster& cluster : clusters_) {
    if (cluster.group >= 0 && sub_.groups[cluster.group].invertible) {
      const NodeIndex n = cluster.nodes[0];
      nodes_[n].A << J_inverse_W_[cluster.group] * load_[n].head<3>(),
          load_[n].tail<3>() / sub_.groups[cluster.group].inertia.mass;
    }
  }
  for (std::size_t i = 0; i < singular_groups_.size(); ++i) {
    const auto a = singular_solution_.middleRows<6>(6 * static_cast<int>(i));
    Vec6<double> A = a.col(0);
    if (tau.size() > 0) A.noalias() += a.rightCols(tau.size()) * tau;
    nodes_[node_of_group_[singular_groups_[i]]].A = A;
  }
  pass_loads_to_parts(load_);
  for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k]->release(part_tau_[k], vdot);
  read_parts();
  calc_joint_accelerations(vdot);
}

void MixedSubsystem::add_lump_loads(const Vector& lambda) {
  for (std::size_t l = 0; l < lumps_.size(); ++l) {
    const auto& [force, lump] = lumps_[l];
    const Vec3<double> mu = lambda.segment<3>(joints_[sub_.joints.size() + l].row);
    const ForceEdge& edge = sub_.forces[force];
    const Mat3<double> J = calc_lump_motion(lump, frame_motion(edge.a), frame_motion(edge.b)).J;
    force_loads_[force].F_a.tail<3>() += mu - J.transpose() * mu;
    force_loads_[force].F_b.tail<3>() += J.transpose() * mu;
  }
}

void MixedSubsystem::read_parts() {
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (sub_.nodes[n].kind == Node::Kind::port)
      nodes_[n].A = parts_[sub_.nodes[n].part]->port(sub_.nodes[n].port).A;
  }
}

// Generalised accelerations of the tree joints: A_FM = H v̇ + bias (Thesis 2.8).
void MixedSubsystem::calc_joint_accelerations(double* vdot) const {
  for (const JointEdge& edge : sub_.joints) {
    if (!edge.in_tree) continue;
    const FrameMotion<double> rel = relative_motion(frame_motion(edge.F), frame_motion(edge.M));
    std::visit(
        [&](const auto& joint) {
          constexpr int nv = joint.nv;
          if constexpr (nv > 0) {
            const Vec6<double> A =
                rel.A - joint.template calc_bias<double>(q_ + edge.q, v_ + edge.v);
            Eigen::Map<Eigen::Matrix<double, nv, 1>>(vdot + edge.v) =
                solve_motion<double>(joint, q_ + edge.q, A);
          }
        },
        edge.joint);
  }
}

// (2) and (3) with what is left of the rows at the accelerations found in the place of u + G r̂.
void MixedSubsystem::condense_rest() {
  for (const auto& part : parts_) part->condense_rest();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    rest_A_[n] = nodes_[n].A;
    if (sub_.nodes[n].kind == Node::Kind::port)
      rest_A_[n] += parts_[sub_.nodes[n].part]->rest().segment<6>(6 * sub_.nodes[n].port);
  }
  for (const JointRows& rows : joints_) {
    if (rows.nc == 0) continue;
    auto left = rest_solution_.col(0).segment(rows.row, rows.nc);
    left = -rows.bias - rows.compliance * lambda_.segment(rows.row, rows.nc);
    for (const RowEnd& end : rows.ends) {
      if (end.node != 0) left.noalias() -= end.G * rest_A_[end.node];
    }
  }
  if (rows_ > 0) factor_.solve_in_place(rest_solution_);
  rest_.setZero();
  for (const Cluster& cluster : clusters_) {
    if (cluster.part < 0) continue;
    for (const auto& [p, n] : cluster.ports)
      rest_.segment<6>(6 * p) = parts_[cluster.part]->rest().segment<6>(6 * sub_.nodes[n].port);
  }
  if (rows_ > 0) rest_.noalias() += B_.transpose() * rest_solution_.col(0);
}

void MixedSubsystem::add_rest(const Vector& tau, double* vdot) {
  rest_lambda_ = rest_solution_.col(0);
  if (tau.size() > 0) rest_lambda_.noalias() += solution_.rightCols(tau.size()) * tau;
  lambda_ += rest_lambda_;
  for (Vec6<double>& load : rest_load_) load.setZero();
  add_row_loads(joints_, rest_lambda_, rest_load_);
  add_lump_loads(rest_lambda_);
  for (std::size_t p = 0; p < sub_.ports.size(); ++p)
    rest_load_[sub_.ports[p]] += tau.segment<6>(6 * static_cast<int>(p));
  for (const Cluster& cluster : clusters_) {
    if (cluster.group < 0) continue;
    const NodeIndex n = cluster.nodes[0];
    nodes_[n].A.head<3>() += J_inverse_W_[cluster.group] * rest_load_[n].head<3>();
    nodes_[n].A.tail<3>() += rest_load_[n].tail<3>() / sub_.groups[cluster.group].inertia.mass;
  }
  for (std::size_t n = 0; n < nodes_.size(); ++n) load_[n] += rest_load_[n];
  pass_loads_to_parts(rest_load_);
  for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k]->add_rest(part_tau_[k], vdot);
  read_parts();
  calc_joint_accelerations(vdot);
}

// (4)
void MixedSubsystem::add_row_loads(const std::vector<JointRows>& joints, const Vector& lambda,
                                   std::vector<Vec6<double>>& load) {
  for (const JointRows& rows : joints) {
    if (rows.nc == 0) continue;
    const auto own = lambda.segment(rows.row, rows.nc);
    for (const RowEnd& end : rows.ends) load[end.node].noalias() += end.G.transpose() * own;
  }
}

void MixedSubsystem::pass_loads_to_parts(const std::vector<Vec6<double>>& load) {
  for (Vector& tau : part_tau_) tau.setZero();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (sub_.nodes[n].kind == Node::Kind::port)
      part_tau_[sub_.nodes[n].part].segment<6>(6 * sub_.nodes[n].port) = load[n];
  }
}

void MixedSubsystem::collect_closing(int& row, Vector& closing, LeastLoads& metric) {
  first_closure_row_ = row;
  for (std::size_t j = 0; j < sub_.joints.size(); ++j) {
    const JointRows& rows = joints_[j];
    if (sub_.joints[j].in_tree || rows.nc == 0) continue;
    closing.segment(row, rows.nc) = lambda_.segment(rows.row, rows.nc);
    metric.add_joint(rows.C_W);
    row += rows.nc;
  }
  for (std::size_t i = 0; i < sub_.coordinate_rows.size(); ++i) {
    closing[row++] = lambda_[joints_[sub_.joints.size() + lumps_.size() + i].row];
    double sum = 0.0;
    for (int k = 0; k < relations_[i].size(); ++k)
      sum += relations_[i].factor(k) * relations_[i].factor(k);
    metric.add_relation(sum);
  }
}

// With λ_c of the closing rows given, (2) and the balance of massless groups determine λ_t of the others,
// which are independent:
//   S_tt λ_t = −u_t − G_t r̂ − B_t τ − S_tc λ_c − G₀ a₀        G₀ᵀ λ_t = M₀ a₀ − f₀ − G₀ᵀ λ_c           (8)
void MixedSubsystem::share_loads(const Vector& tau, const Vector& closing) {
  std::vector<int> own;
  int row = first_closure_row_;
  for (int i = 0; i < rows_; ++i) {
    if (is_independent_[i])
      own.push_back(i);
    else
      lambda_[i] = closing[row++];
  }
  if (!own.empty()) {
    const Matrix S = S_.selfadjointView<Eigen::Lower>();
    lambda_(own).setZero();
    Vector rest = rhs_ - S * lambda_;
    if (tau.size() > 0) rest -= B_ * tau;
    const int n0 = 6 * static_cast<int>(singular_groups_.size()), n = static_cast<int>(own.size());
    Matrix G0 = Matrix::Zero(rows_, n0);
    Vector balance(n0);
    for (std::size_t i = 0; i < singular_groups_.size(); ++i) {
      const GroupIndex g = singular_groups_[i];
      const NodeIndex node = node_of_group_[g];
      const int at = 6 * static_cast<int>(i);
      for (const JointRows& rows : joints_) {
        for (const RowEnd& end : rows.ends) {
          if (end.node == node && rows.nc > 0) G0.block(rows.row, at, rows.nc, 6) += end.G;
        }
      }
      const Vec6<double>& a0 = nodes_[node].A;
      balance.segment<6>(at) << J_W_[g] * a0.head<3>(), sub_.groups[g].inertia.mass * a0.tail<3>();
      balance.segment<6>(at) -= applied_[node];
      rest.noalias() -= G0.middleCols<6>(at) * a0;
    }
    balance.noalias() -= G0.transpose() * lambda_;
    Matrix A(n + n0, n);
    Vector b(n + n0);
    A << S(own, own), G0(own, Eigen::all).transpose();
    b << rest(own), balance;
    const Vector found = A.completeOrthogonalDecomposition().solve(b);
    lambda_(own) = found;
  }
  load_ = applied_;
  add_row_loads(joints_, lambda_, load_);
  for (std::size_t p = 0; p < sub_.ports.size(); ++p)
    load_[sub_.ports[p]] += tau.segment<6>(6 * static_cast<int>(p));
  pass_loads_to_parts(load_);
  for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k]->share_loads(part_tau_[k], closing);
}

}  // namespace gelenk
