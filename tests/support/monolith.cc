#include "tests/support/monolith.h"

#include <Eigen/QR>

namespace gelenk::testing {

namespace {

Place resolve(const Subsystem& sub, NodeIndex n) {
  const Node& node = sub.nodes[n];
  if (node.kind != Node::Kind::port) return {&sub, n};
  const Subsystem& part = *sub.parts[node.part];
  return resolve(part, part.ports[node.port]);
}

// With digits enough for masses that differ by many powers of ten. What counts as dependent: at a position that closes,
// rounding; at one that is open by 1e-5, also rows that are dependent where it closes.
constexpr long double rank_of_closed = 1e-13L, rank_of_open = 1e-10L;

Vector solve(const Matrix& K, const Vector& y, long double threshold) {
  using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::CompleteOrthogonalDecomposition<Long> decomposition;
  decomposition.setThreshold(threshold);
  decomposition.compute(K.cast<long double>());
  return decomposition.solve(y.cast<long double>()).cast<double>();
}

}  // namespace

Monolith::Monolith(const Formulation& formulation, double t) : f_(formulation) {
  const Subsystem& root = *f_.system().root;
  collect(root);
  const int n = 6 * static_cast<int>(places_.size());
  int rows = 0;
  for_each_subsystem(root, [&](const Subsystem& sub) {
    for (const JointEdge& edge : sub.joints) rows += edge.nc();
  });
  K_.setZero(n + rows, n + rows);
  load_.setZero(n);
  gamma_ = g_ = gdot_ = Vector::Zero(rows);
  for (std::size_t i = 0; i < places_.size(); ++i) add_body(6 * static_cast<int>(i), places_[i]);
  int row = 0;
  for_each_subsystem(root, [&](const Subsystem& sub) {
    for (const JointEdge& edge : sub.joints) add_joint(sub, edge, row);
    for (const ForceEdge& edge : sub.forces) add_force(sub, edge, t);
  });
  K_.topRightCorner(n, rows) = K_.bottomLeftCorner(rows, n).transpose();
}

Vector Monolith::calc_accelerations() const {
  Vector y(K_.rows());
  y << load_, -gamma_;
  return solve(K_, y, rank_of_closed).head(load_.size());
}

Vector Monolith::calc_correction(const Vector& residual) const {
  Vector y(K_.rows());
  y << Vector::Zero(load_.size()), -residual;
  return solve(K_, y, rank_of_open).head(load_.size());
}

void Monolith::collect(const Subsystem& sub) {
  for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
    if (sub.nodes[n].kind != Node::Kind::group) continue;
    const Place place{&sub, static_cast<NodeIndex>(n)};
    body_[place] = static_cast<int>(places_.size());
    places_.push_back(place);
  }
  for (const auto& part : sub.parts) collect(*part);
}

// First row of the body that a node stands for; −1: ground.
int Monolith::index_of(const Subsystem& sub, NodeIndex node) const {
  const auto found = body_.find(resolve(sub, node));
  return found == body_.end() ? -1 : 6 * found->second;
}

FrameMotion<double> Monolith::motion_of(const Subsystem& sub, const FrameOnNode& at) const {
  FrameMotion<double> m = f_.get_motion(sub, at.node);
  m.A.setZero();
  return motion_of_fixed_frame(m, at.X_NF);
}

void Monolith::add_body(int at, const Place& place) {
  const Group& group = place.sub->groups[place.sub->nodes[place.node].group];
  const FrameMotion<double>& motion = f_.get_motion(*place.sub, place.node);
  const Mat3<double> J = motion.X.R * group.inertia.J_com * motion.X.R.transpose();
  K_.block<3, 3>(at, at) = J;
  K_.block<3, 3>(at + 3, at + 3) = group.inertia.mass * Mat3<double>::Identity();
  const Vec3<double> w = motion.w();
  load_.segment<3>(at) = -w.cross(J * w);
  load_.segment<3>(at + 3) = group.inertia.mass * f_.system().gravity.g;
}

void Monolith::add_joint(const Subsystem& sub, const JointEdge& edge, int& row) {
  const FrameMotion<double> F = motion_of(sub, edge.F), M = motion_of(sub, edge.M);
  const FrameMotion<double> rel = relative_motion(F, M);
  std::visit(
      [&](const auto& joint) {
        if constexpr (!WithoutRows<std::decay_t<decltype(joint)>>) {
          const int nc = joint.nc;
          const Matrix C = joint.template calc_C<double>(rel.X);
          const auto g = joint.template calc_g<double>(rel.X);
          for (int i = 0; i < nc; ++i) g_[row + i] = g[i];
          gdot_.segment(row, nc) = C * rel.V;
          gamma_.segment(row, nc) = C * rel.A + joint.template calc_C_bias<double>(rel.X, rel.V);
          for (const auto& [end, sign] : {std::pair{&edge.F, -1.0}, std::pair{&edge.M, 1.0}}) {
            const int at = index_of(sub, end->node);
            if (at < 0) continue;
            Mat6<double> R = Mat6<double>::Zero();
            R.topLeftCorner<3, 3>() = R.bottomRightCorner<3, 3>() = F.X.R.transpose();
            const Vec3<double> s = M.X.p - f_.get_motion(sub, end->node).X.p;
            K_.block(load_.size() + row, at, nc, 6) += sign * C * R * shift_matrix<double>(s);
          }
          row += nc;
        }
      },
      edge.joint);
}

void Monolith::add_force(const Subsystem& sub, const ForceEdge& edge, double t) {
  const FrameMotion<double> a = motion_of(sub, edge.a), b = motion_of(sub, edge.b);
  const int at_a = index_of(sub, edge.a.node), at_b = index_of(sub, edge.b.node);
  auto arm_of = [&](const FrameOnNode& end, const Vec3<double>& p) -> Vec3<double> {
    return p - f_.get_motion(sub, end.node).X.p;
  };
  std::visit(
      [&](const auto& force) {
        symbolic::Tape tape(force.laws());
        std::vector<double> laws(tape.size() + 1);
        tape.eval(t, nullptr, laws.data());
        const WrenchPair<double> F = force.calc_wrenches(a, b, laws.data());
        if (at_a >= 0) load_.segment<6>(at_a) += shift_wrench<double>(F.F_a, arm_of(edge.a, a.X.p));
        if (at_b >= 0) load_.segment<6>(at_b) += shift_wrench<double>(F.F_b, arm_of(edge.b, b.X.p));
        // A lumped mass, as the mass matrix that it adds: a_L = P_a a_a + P_b a_b + bias.
        const LumpedMass lump = lump_of(force);
        auto rows_of = [&](const FrameOnNode& end, const Vec3<double>& p,
                           double share) -> Eigen::Matrix<double, 3, 6> {
          return share * shift_matrix<double>(arm_of(end, p)).template bottomRows<3>();
        };
        const Eigen::Matrix<double, 3, 6> P_a = rows_of(edge.a, a.X.p, 1 - lump.fraction),
                                          P_b = rows_of(edge.b, b.X.p, lump.fraction);
        const Vec3<double> load = lump.mass * (f_.system().gravity.g - (1 - lump.fraction) * a.a() -
                                               lump.fraction * b.a());
        for (const auto& [at, P] : {std::pair{at_a, P_a}, std::pair{at_b, P_b}}) {
          if (at < 0) continue;
          load_.segment<6>(at) += P.transpose() * load;
          for (const auto& [at2, P2] : {std::pair{at_a, P_a}, std::pair{at_b, P_b}}) {
            if (at2 >= 0) K_.block<6, 6>(at, at2) += lump.mass * P.transpose() * P2;
          }
        }
      },
      edge.force);
}

}  // namespace gelenk::testing
