// Of a component in the formulation `mixed`, what is not part of its sweeps (subsystem.cc): its loop closure equations
// for corrections, and what signals and messages read.
#include <algorithm>
#include <cmath>

#include "formulations/mixed/subsystem.h"

namespace gelenk {

// ---- loop closure --------------------------------------------------------------------------------

void MixedSubsystem::eval_relations() const {
  for (std::size_t i = 0; i < relations_.size(); ++i) {
    const std::vector<CoordinateRow::Term>& terms = sub_.coordinate_rows[i].terms;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const JointEdge& edge = sub_.joints[terms[k].joint];
      relations_[i].q(static_cast<int>(k)) = q_[edge.q + terms[k].coordinate];
      relations_[i].v(static_cast<int>(k)) = v_[edge.v + terms[k].coordinate];
    }
    relations_[i].eval();
  }
}

double MixedSubsystem::calc_leftover() const {
  double largest = 0.0;
  for (const JointRows& rows : joints_) {
    if (rows.nc == 0) continue;
    RowVector6 left = rows.bias + rows.compliance * lambda_.segment(rows.row, rows.nc);
    for (const RowEnd& end : rows.ends) {
      if (end.node != 0) left.noalias() += end.G * nodes_[end.node].A;
    }
    largest = std::max(largest, left.cwiseAbs().maxCoeff());
  }
  return largest;
}

int MixedSubsystem::closure_rows() const {
  int rows = 0;
  for (const JointEdge& edge : sub_.joints) rows += edge.in_tree ? 0 : edge.nc();
  return rows + static_cast<int>(sub_.coordinate_rows.size());
}

void MixedSubsystem::add_closure(int& row, Closure& closure, Matrix& G) const {
  for (std::size_t j = 0; j < sub_.joints.size(); ++j) {
    const JointEdge& edge = sub_.joints[j];
    const int nc = edge.nc();
    if (edge.in_tree || nc == 0) continue;
    const FrameMotion<double> F = frame_motion(edge.F), M = frame_motion(edge.M);
    const FrameMotion<double> rel = relative_motion(F, M);
    Rows6 C_W(nc, 6);
    std::visit(
        [&](const auto& joint) {
          if constexpr (!WithoutRows<std::decay_t<decltype(joint)>>) {
            const auto C = joint.template calc_C<double>(rel.X);
            constexpr int rows = decltype(C)::RowsAtCompileTime;
            closure.g.segment<rows>(row, nc) = joint.template calc_g<double>(rel.X);
            closure.gdot.segment<rows>(row, nc) = C * rel.V;
            C_W.leftCols<3>() = C.template leftCols<3>() * F.X.R.transpose();
            C_W.rightCols<3>() = C.template rightCols<3>() * F.X.R.transpose();
          }
        },
        edge.joint);
    const int island = sub_.island_of[edge.M.node];
    for (Rows6& rows : pending_) rows.resize(0, 6);
    pending_[edge.M.node] = C_W * shift_matrix<double>(M.X.p - nodes_[edge.M.node].X.p);
    pending_[edge.F.node] = -C_W * shift_matrix<double>(M.X.p - nodes_[edge.F.node].X.p);
    pull(island, G.middleRows(row, nc), closure.natural.segment(row, nc));
    row += nc;
  }
  eval_relations();
  for (std::size_t i = 0; i < relations_.size(); ++i, ++row) {
    closure.g[row] = relations_[i].g();
    closure.gdot[row] = relations_[i].rate();
    const std::vector<CoordinateRow::Term>& terms = sub_.coordinate_rows[i].terms;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      const double factor = relations_[i].factor(static_cast<int>(k));
      G(row, sub_.joints[terms[k].joint].v + terms[k].coordinate) += factor;
      closure.natural[row] = std::max(closure.natural[row], std::abs(factor));
    }
    const double fraction = relations_[i].fraction();
    if (fraction > 0) closure.natural[row] /= std::sqrt(fraction);
  }
}

// Against the walk: rows on a node become columns for the joint that carries it and rows on the node
// before it. V_child = Φ(p_child − p_parent) V_parent ± Φ(p_child − p_Mo) H v.
void MixedSubsystem::pull(int island, Eigen::Ref<Matrix> G, Eigen::Ref<Vector> natural) const {
  const Island& is = sub_.islands[island];
  auto add = [&](NodeIndex n, const Rows6& rows) {
    if (pending_[n].rows() == 0)
      pending_[n] = rows;
    else
      pending_[n] += rows;
  };
  for (std::size_t m = is.walk.size(); m-- > 0;) {
    const Move& move = is.walk[m];
    if (move.kind == Move::Kind::joint) {
      const Rows6 rows = pending_[move.to];
      if (rows.rows() == 0) continue;
      const JointEdge& edge = sub_.joints[move.index];
      const Vec3<double>& p_child = nodes_[move.to].X.p;
      const int nv = static_cast<int>(H_W_[move.index].cols());
      if (nv > 0) {
        const double sign = move.reversed ? -1.0 : 1.0;
        const Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> columns =
            shift_matrix<double>(p_child - p_Mo_[move.index]) * H_W_[move.index];
        G.middleCols(edge.v, nv).noalias() += sign * rows * columns;
        natural = natural.cwiseMax(rows.rowwise().norm() * columns.norm());
      }
      if (move.from != 0)
        add(move.from, rows * shift_matrix<double>(p_child - nodes_[move.from].X.p));
    } else {
      std::vector<PortRows>& port_rows = port_rows_[move.index];
      for (PortRows& rows : port_rows) rows.resize(0, 6);
      bool any = false;
      for (NodeIndex n : ports_reached_[island][m]) {
        if (pending_[n].rows() == 0) continue;
        port_rows[sub_.nodes[n].port] = pending_[n];
        any = true;
      }
      if (!any) continue;
      PortRows entry_rows;
      parts_[move.index]->pull_back(move.island, port_rows, G, natural, entry_rows);
      if (move.from != 0 && entry_rows.rows() > 0) add(move.from, entry_rows);
    }
  }
}

void MixedSubsystem::pull_back(int island, const std::vector<PortRows>& rows, Eigen::Ref<Matrix> G,
                               Eigen::Ref<Vector> natural, PortRows& entry_rows) const {
  for (Rows6& waiting : pending_) waiting.resize(0, 6);
  for (std::size_t p = 0; p < rows.size(); ++p) {
    if (rows[p].rows() > 0) pending_[sub_.ports[p]] = rows[p];
  }
  pull(island, G, natural);
  if (island > 0) entry_rows = pending_[sub_.islands[island].entry];
}

// ---- for signals and diagnosis -------------------------------------------------------------------

void MixedSubsystem::add_drift(Drift& drift) const {
  eval_relations();
  for (const Relation& relation : relations_) {
    drift.position = std::max(drift.position, std::abs(relation.g()));
    drift.velocity = std::max(drift.velocity, std::abs(relation.rate()));
  }
  for (const JointEdge& edge : sub_.joints) {
    if (edge.nc() == 0) continue;
    const FrameMotion<double> rel = relative_motion(frame_motion(edge.F), frame_motion(edge.M));
    std::visit(
        [&](const auto& joint) {
          if constexpr (!WithoutRows<std::decay_t<decltype(joint)>>) {
            const double g = joint.template calc_g<double>(rel.X).cwiseAbs().maxCoeff();
            const double gdot =
                (joint.template calc_C<double>(rel.X) * rel.V).cwiseAbs().maxCoeff();
            drift.position = std::max(drift.position, g);
            drift.velocity = std::max(drift.velocity, gdot);
          }
        },
        edge.joint);
  }
}

void MixedSubsystem::add_energy(Energy& energy) const {
  for (std::size_t g = 0; g < sub_.groups.size(); ++g) {
    const Group& group = sub_.groups[g];
    const FrameMotion<double>& node = nodes_[node_of_group_[g]];
    const Vec3<double> w_G = node.X.R.transpose() * node.w();
    energy.kinetic +=
        0.5 * (group.inertia.mass * node.v().squaredNorm() + w_G.dot(group.inertia.J_com * w_G));
    for (const MassPoint& point : group.mass_points)
      energy.potential += gravity_.potential_of(point.mass, node.X * point.p);
  }
  for (std::size_t i = 0; i < sub_.forces.size(); ++i) {
    const ForceEdge& edge = sub_.forces[i];
    const FrameMotion<double> a = frame_motion(edge.a), b = frame_motion(edge.b);
    energy.potential += std::visit(
        [&](const auto& force) {
          return force.calc_potential_energy(a, b, laws_.of(sub_.forces[i]));
        },
        edge.force);
  }
  for (const auto& [force, lump] : lumps_) {
    const LumpMotion L = calc_lump_motion(lump, frame_motion(sub_.forces[force].a),
                                          frame_motion(sub_.forces[force].b));
    energy.kinetic += 0.5 * lump.mass * L.v.squaredNorm();
    energy.potential += gravity_.potential_of(lump.mass, L.p);
  }
}

const SemidefiniteFactor* MixedSubsystem::closing_factor() const {
  return singular_groups_.empty() && closure_rows() > 0 ? &factor_ : nullptr;
}

std::string MixedSubsystem::describe_row(int row) const {
  const int relation = row - (rows_ - static_cast<int>(relations_.size()));  // the last rows
  if (relation >= 0) return describe_relation(relation);
  std::size_t j = 0;
  while (j + 1 < sub_.joints.size() && joints_[j].row + joints_[j].nc <= row) ++j;
  return "joint '" + sub_.joints[j].name + "'";
}

std::string MixedSubsystem::describe_closure_row(int row) const {
  for (const JointEdge& edge : sub_.joints) {
    const int nc = edge.in_tree ? 0 : edge.nc();
    if (row < nc) return "joint '" + edge.name + "'";
    row -= nc;
  }
  return describe_relation(row);
}

std::string MixedSubsystem::describe_relation(int relation) const {
  return "the relation '" + sub_.coordinate_rows[relation].component->path + "'";
}

Vec6<double> MixedSubsystem::joint_load(int joint) const {
  const JointRows& rows = joints_[joint];
  Vec6<double> load = rows.C_W.transpose() * lambda_.segment(rows.row, rows.nc);
  for (std::size_t i = 0; i < sub_.coordinate_rows.size(); ++i) {
    const double lambda = lambda_[joints_[sub_.joints.size() + lumps_.size() + i].row];
    const std::vector<CoordinateRow::Term>& terms = sub_.coordinate_rows[i].terms;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      if (terms[k].joint != joint) continue;
      load += relations_[i].factor(static_cast<int>(k)) * lambda *
              calc_coordinate_row(terms[k]).transpose();
    }
  }
  return load;
}

}  // namespace gelenk
