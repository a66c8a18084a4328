#include "formulations/hierarchical/part_equations.h"

#include <algorithm>
#include <cmath>

namespace gelenk {

// ---- where things are --------------------------------------------------------------------------------

PartEquations::Place PartEquations::place_on(int leaf, NodeIndex node,
                                             const Pose<double>& X_NF) const {
  if (leaf < 0) return {-1, {0, X_NF}};
  const RecursiveBox& box = *leaves_[leaf];
  return {leaf, place_frame(box.tree(), *box.system().root, {node, X_NF})};
}

PartEquations::Place PartEquations::find_port(const Composite& composite, const PartPort& port,
                                              const Pose<double>& X_NF) const {
  if (port.part < 0 || composite.parts[port.part].index < 0) return place_on(-1, 0, X_NF);
  const Composite::Part& part = composite.parts[port.part];
  if (part.is_leaf)
    return place_on(part.index, partition_.leaves[part.index].ports[port.port], X_NF);
  const Composite& inner = partition_.composites[part.index];
  return find_port(inner, inner.ports[port.port], X_NF);
}

PartEquations::Flange PartEquations::find_flange(const Composite& composite,
                                                 const PartPort& flange) const {
  if (flange.part < 0) return {};
  const Composite::Part& part = composite.parts[flange.part];
  if (!part.is_leaf) {
    const Composite& inner = partition_.composites[part.index];
    return find_flange(inner, inner.flanges[flange.port]);
  }
  const Leaf& leaf = partition_.leaves[part.index];
  const JointEdge& edge = leaf.system.root->joints[leaf.flanges[flange.port]];
  return {leaf.q + edge.q, leaf.v + edge.v};
}

FrameMotion<double> PartEquations::motion_of(const Place& place) const {
  if (place.leaf >= 0) return calc_motion_of(leaves_[place.leaf]->motion(), place.at);
  FrameMotion<double> fixed;
  fixed.X = place.at.X_BF;
  return fixed;
}

AxisMotion PartEquations::motion_of(const ShaftOfPart& shaft, const Flange& at, const Vector& q,
                                    const Vector& v) {
  if (at.v < 0) return {shaft.offset, 0.0, 0.0};
  return {shaft.ratio * q[at.q] + shaft.offset, shaft.ratio * v[at.v], 0.0};
}

FrameMotion<double> PartEquations::calc_frame(const PlaceInPartition& node,
                                              const Pose<double>& X_NF, int nv, Matrix& J) const {
  const Place place = place_on(node.leaf, node.index, X_NF);
  J.setZero(6, nv);
  if (place.leaf < 0) return motion_of(place);
  const RecursiveBox& leaf = *leaves_[place.leaf];
  Matrix own;
  const FrameMotion<double> motion = leaf.calc_frame(place.at, own);
  J.middleCols(leaf.first_v(), own.cols()) = own;
  return motion;
}

// ---- masses and forces -------------------------------------------------------------------------------

void PartEquations::calc_mass_matrix(int nv, Matrix& M) const {
  M.setZero(nv, nv);
  for (RecursiveBox* leaf : leaves_) {
    const int n = leaf->tree().nv;
    Matrix own(n, n);
    leaf->calc_mass_matrix(own.data());
    M.block(leaf->first_v(), leaf->first_v(), n, n) = own;
  }
}

void PartEquations::calc_forces(const Vector& q, const Vector& v, const Vector& vdot,
                                Vector& tau) const {
  tau.setZero(v.size());
  for (RecursiveBox* leaf : leaves_) {
    leaf->calc_forces(q.data(), v.data(), vdot.data() + leaf->first_v(),
                      tau.data() + leaf->first_v());
  }
  for (const Composite& composite : partition_.composites) apply_forces(composite, q, v, tau);
}

void PartEquations::apply(const Place& place, const Vec6<double>& F, Vector& tau) const {
  if (place.leaf < 0) return;
  const RecursiveBox& leaf = *leaves_[place.leaf];
  Matrix J;
  leaf.calc_frame(place.at, J);
  tau.segment(leaf.first_v(), J.cols()) -= J.transpose() * F;
}

// (2)
void PartEquations::apply_forces(const Composite& composite, const Vector& q, const Vector& v,
                                 Vector& tau) const {
  for (const Composite::Force& force : composite.forces) {
    const Place a = find_port(composite, force.a, force.edge->a.X_NF),
                b = find_port(composite, force.b, force.edge->b.X_NF);
    const WrenchPair<double> pair = std::visit(
        [&](const auto& kind) {
          return kind.calc_wrenches(motion_of(a), motion_of(b), laws_.of(*force.edge));
        },
        force.edge->force);
    apply(a, pair.F_a, tau);
    apply(b, pair.F_b, tau);
  }
  for (const auto& [placed, a, b] : composite.axis_forces) {
    const Flange at_a = find_flange(composite, a.flange), at_b = find_flange(composite, b.flange);
    const double f = placed->element.calc_force(motion_of(a, at_a, q, v), motion_of(b, at_b, q, v),
                                                laws_.of(*placed));
    if (at_a.v >= 0) tau[at_a.v] -= a.ratio * f;
    if (at_b.v >= 0) tau[at_b.v] += b.ratio * f;
  }
}

// ---- constraints -------------------------------------------------------------------------------------

// Rows as they come.
struct PartEquations::Entries {
  std::vector<double> g, natural;
  std::vector<Eigen::Triplet<double>> G;

  int add_row(double residual) {
    g.push_back(residual);
    natural.push_back(0.0);
    return static_cast<int>(g.size()) - 1;
  }
};

void PartEquations::add_leaf(const RecursiveBox& leaf, const Closure& own, Entries& entries) {
  for (int i = 0; i < own.g.size(); ++i) {
    const int row = entries.add_row(own.g[i]);
    entries.natural[row] = own.natural[i];
    for (SparseMatrix::InnerIterator entry(own.G, i); entry; ++entry)
      entries.G.emplace_back(row, leaf.first_v() + static_cast<int>(entry.col()), entry.value());
  }
}

// C on the motion of M relative to F, at Mo.
void PartEquations::add_joint(const Composite& composite, const Composite::Joint& joint,
                              Entries& entries) const {
  const Place at_F = find_port(composite, joint.F, joint.edge->F.X_NF),
              at_M = find_port(composite, joint.M, joint.edge->M.X_NF);
  const FrameMotion<double> F = motion_of(at_F), M = motion_of(at_M), rel = relative_motion(F, M);
  const int first = static_cast<int>(entries.g.size()), count = joint.edge->nc();
  Matrix C_W(count, 6);
  std::visit(
      [&](const auto& kind) {
        const auto g = kind.template calc_g<double>(rel.X);
        const auto C = kind.template calc_C<double>(rel.X);
        for (int i = 0; i < count; ++i) {
          entries.add_row(g[i]);
          for (int c = 0; c < 6; ++c) C_W(i, c) = C(i, c);
        }
      },
      joint.edge->joint);
  C_W.leftCols<3>() = (C_W.leftCols<3>() * F.X.R.transpose()).eval();
  C_W.rightCols<3>() = (C_W.rightCols<3>() * F.X.R.transpose()).eval();
  for (const auto& [place, sign] : {std::pair{&at_M, 1.0}, std::pair{&at_F, -1.0}}) {
    if (place->leaf < 0) continue;
    RecursiveBox& leaf = *leaves_[place->leaf];
    Matrix J(6, leaf.tree().nv);
    calc_jacobian(leaf.tree(), leaf.motion(), place->at.body, M.X.p, J.data());
    for (int k = 0; k < J.cols(); ++k) {
      const double size = J.col(k).norm();
      if (size == 0.0) continue;  // of another branch of the tree
      for (int i = 0; i < count; ++i) {
        entries.G.emplace_back(first + i, leaf.first_v() + k, sign * C_W.row(i).dot(J.col(k)));
        double& natural = entries.natural[first + i];
        natural = std::max(natural, C_W.row(i).norm() * size);
      }
    }
  }
}

void PartEquations::add_coupling(const Composite& composite, const Composite::Coupling& coupling,
                                 const Vector& q, const Vector& v, Entries& entries) const {
  const Flange a = find_flange(composite, coupling.a.flange),
               b = find_flange(composite, coupling.b.flange);
  const int row =
      entries.add_row(motion_of(coupling.a, a, q, v).x - motion_of(coupling.b, b, q, v).x);
  for (const auto& [at, ratio] :
       {std::pair{a, coupling.a.ratio}, std::pair{b, -coupling.b.ratio}}) {
    if (at.v < 0) continue;
    entries.G.emplace_back(row, at.v, ratio);
    entries.natural[row] = std::max(entries.natural[row], std::abs(ratio));
  }
}

void PartEquations::calc_closure(const Vector& q, const Vector& v, Closure& closure) const {
  Entries entries;
  for (RecursiveBox* leaf : leaves_) {
    leaf->motion();  // complete
    Closure own;
    leaf->rows().calc_closure(leaf->state(), own);
    add_leaf(*leaf, own, entries);
  }
  for (const Composite& composite : partition_.composites) {
    for (const Composite::Joint& joint : composite.joints) add_joint(composite, joint, entries);
    for (const Composite::Coupling& coupling : composite.couplings)
      add_coupling(composite, coupling, q, v, entries);
  }
  const auto rows = static_cast<Eigen::Index>(entries.g.size());
  closure.g = Eigen::Map<const Vector>(entries.g.data(), rows);
  closure.natural = Eigen::Map<const Vector>(entries.natural.data(), rows);
  closure.G.resize(rows, v.size());
  closure.G.setFromTriplets(entries.G.begin(), entries.G.end());
  closure.gdot = closure.G * v;
}

}  // namespace gelenk
