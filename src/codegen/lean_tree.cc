#include "codegen/lean_tree.h"

#include <cmath>
#include <limits>

namespace gelenk::codegen {

namespace {

template <typename Matrix>
void clear_rounding(Matrix& x) {
  const double largest = x.cwiseAbs().maxCoeff();
  x = x.unaryExpr([largest](double e) { return std::abs(e) <= 1e-15 * largest ? 0.0 : e; });
}

// Of a rotation: also ones that are almost that.
void clear_rounding(Pose<double>& X) {
  clear_rounding(X.R);
  X.R = X.R.unaryExpr(
      [](double e) { return std::abs(std::abs(e) - 1.0) <= 1e-15 ? std::copysign(1.0, e) : e; });
  clear_rounding(X.p);
}

int count_entries(const Vec3<double>& x) { return static_cast<int>((x.array() != 0.0).count()); }

}  // namespace

Moments Moments::in_frame(const Pose<double>& X) const {
  const Vec3<double> turned = X.R * h;
  Moments seen;
  seen.m = m;
  seen.h = turned + m * X.p;
  seen.S = X.R * S * X.R.transpose() + X.p * turned.transpose() + turned * X.p.transpose() +
           m * X.p * X.p.transpose();
  return seen;
}

Moments& Moments::operator+=(const Moments& other) {
  m += other.m;
  h += other.h;
  S += other.S;
  return *this;
}

LeanTree::LeanTree(const Tree& tree)
    : source(&tree), bodies(tree.bodies.size()), gravity(to_eigen(tree.gravity)) {
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const TreeBody& from = tree.bodies[i];
    LeanBody& b = bodies[i];
    b.parent = from.parent;
    b.source = &from;
    if (from.turn >= 0) b.X_PF.R = Eigen::Map<const Mat3<double>>(tree.turns[from.turn].c[0]);
    b.X_PF.p = Eigen::Map<const Vec3<double>>(from.p_PF);
    clear_rounding(b.X_PF);
    b.moments.m = from.mass;
    b.moments.h = Eigen::Map<const Vec3<double>>(from.mc);
    Mat3<double> J;
    J << from.J[0], from.J[1], from.J[2],  //
        from.J[1], from.J[3], from.J[4],   //
        from.J[2], from.J[4], from.J[5];
    clear_rounding(J);
    b.moments.S = 0.5 * J.trace() * Mat3<double>::Identity() - J;
  }

  // The origin of a body that turns goes where its joint's offset along the axis vanishes, or where that of a
  // joint on it does: the better for all.
  std::vector<std::vector<std::size_t>> carried(bodies.size());
  for (std::size_t i = 1; i < bodies.size(); ++i) carried[bodies[i].parent].push_back(i);
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    LeanBody& b = bodies[i];
    if (b.motion() != TreeBody::Motion::rotation) continue;
    const Vec3<double> e = b.X_PF.R.col(2);
    std::vector<double> ways = {0.0};
    if (b.parent > 0) ways.push_back(-e.dot(b.X_PF.p));
    for (std::size_t c : carried[i]) ways.push_back(bodies[c].X_PF.p.z());
    double best = 0.0;
    int fewest = std::numeric_limits<int>::max();
    for (double s : ways) {
      Vec3<double> own = b.X_PF.p + s * e;
      clear_rounding(own);
      int entries = b.parent > 0 ? count_entries(own) : 0;
      for (std::size_t c : carried[i]) {
        Vec3<double> p = bodies[c].X_PF.p - s * Vec3<double>::UnitZ();
        clear_rounding(p);
        entries += count_entries(p);
      }
      if (entries < fewest) {
        fewest = entries;
        best = s;
      }
    }
    if (best == 0.0) continue;
    b.slid = best;
    b.X_PF.p += best * e;
    clear_rounding(b.X_PF.p);
    const Pose<double> back = Pose<double>::translation(-best * Vec3<double>::UnitZ());
    b.moments = b.moments.in_frame(back);
    for (std::size_t c : carried[i]) {
      bodies[c].X_PF = back * bodies[c].X_PF;
      clear_rounding(bodies[c].X_PF.p);
    }
  }

  for (std::size_t i = bodies.size(); i-- > 1;) {
    LeanBody& b = bodies[i];
    Moments& own = b.moments;
    clear_rounding(own.h);
    clear_rounding(own.S);
    Moments fixed;
    if (b.motion() == TreeBody::Motion::rotation) {
      fixed.m = own.m;
      fixed.h.z() = own.h.z();
      fixed.S(2, 2) = own.S(2, 2);
      own.m = own.h.z() = own.S(2, 2) = 0.0;
    } else if (b.motion() == TreeBody::Motion::translation) {
      std::swap(fixed.S, own.S);
    }
    bodies[b.parent].moments += fixed.in_frame(b.X_PF);
  }
}

Pose<double> LeanTree::place(const NodePlace& at) const {
  const double slid = bodies[at.body].slid;
  return Pose<double>::translation(-slid * Vec3<double>::UnitZ()) * at.X_BN;
}

}  // namespace gelenk::codegen
