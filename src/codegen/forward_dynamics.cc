#include "codegen/forward_dynamics.h"

namespace gelenk::codegen {

namespace {

// 1 / D for what a speed moves.
Recorded invert(const Recorded& D, const Mechanism& mechanism, int speed) {
  if (!D.is(0.0)) return Recorded(1.0) / D;
  const Tree& tree = *mechanism.tree.source;
  const JointEdge& edge = *tree.carriers[tree.body_of_speed[speed]].edge;
  throw UserError({"massless",
                   {},
                   edge.component != nullptr ? edge.component->path : "",
                   "joint '" + edge.name + "' moves nothing that has mass or inertia",
                   "give what it carries a mass, or generate the functions id and mass alone"});
}

// Speeds whose motion moves that of each speed, nearest first: those before it in its joint, then those of
// the bodies inwards.
std::vector<std::vector<int>> list_inner_speeds(const LeanTree& tree,
                                                const std::vector<char>& is_driven) {
  std::vector<std::vector<int>> inner(tree.source->nv);
  for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
    const TreeBody& b = *tree.bodies[i].source;
    for (int k = 0; k < b.nv; ++k) {
      std::vector<int>& list = inner[b.v + k];
      for (int l = k; l-- > 0;) list.push_back(b.v + l);
      for (int at = tree.bodies[i].parent; at > 0; at = tree.bodies[at].parent) {
        const TreeBody& c = *tree.bodies[at].source;
        for (int l = c.nv; l-- > 0;) list.push_back(c.v + l);
      }
      std::erase_if(list, [&](int speed) { return is_driven[speed] != 0; });
    }
  }
  return inner;
}

// Free speeds so that each comes after those inside of it.
std::vector<int> list_outwards(const LeanTree& tree, const std::vector<char>& is_driven) {
  std::vector<int> order;
  for (std::size_t i = 1; i < tree.bodies.size(); ++i) {
    const TreeBody& b = *tree.bodies[i].source;
    for (int k = 0; k < b.nv; ++k) {
      if (!is_driven[b.v + k]) order.push_back(b.v + k);
    }
  }
  return order;
}

// Symmetric, by what multiplies (α, a): torque J α + Bᵀ a, force B α + M a.
struct Articulated {
  Matrix3 J = Matrix3::Zero(), B = Matrix3::Zero(), M = Matrix3::Zero();

  Vector6 times(const Vector6& A) const {
    Vector6 F;
    const Vector3 alpha = A.head<3>(), a = A.tail<3>();
    F.head<3>() = J * alpha + B.transpose() * a;
    F.tail<3>() = B * alpha + M * a;
    return F;
  }
  // Less U Uᵀ / D.
  void remove(const Vector6& U, const Recorded& D_inverse) {
    const Vector6 W = U * D_inverse;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        if (j >= i) {
          J(i, j) -= W[i] * U[j];
          J(j, i) = J(i, j);
          M(i, j) -= W[3 + i] * U[3 + j];
          M(j, i) = M(i, j);
        }
        B(i, j) -= W[3 + i] * U[j];
      }
    }
  }
};

// The same general matrix in the parent's axes; of a turn by columns and by rows.
Matrix3 turn_inwards(const Passage& passage, const Matrix3& A) {
  Matrix3 half, turned;
  for (int j = 0; j < 3; ++j) half.col(j) = passage.inwards(A.col(j));
  for (int i = 0; i < 3; ++i)
    turned.row(i) = passage.inwards(Vector3(half.row(i).transpose())).transpose();
  return turned;
}

// About the parent's origin: with a_B = a_P + α × p,  B' = B − M [p],  J' = J + [p] B + ([p] B')ᵀ.
void hand_on(const Articulated& I, const Passage& passage, Articulated& to) {
  const Matrix3 M = passage.inwards_symmetric(I.M), J = passage.inwards_symmetric(I.J);
  const Matrix3 B = turn_inwards(passage, I.B);
  const Matrix3 P = skew<Recorded>(passage.p_PB);
  const Matrix3 moved = B - M * P;
  const Matrix3 first = P * B, second = P * moved;
  to.M += M;
  to.B += moved;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      to.J(i, j) += J(i, j) + (first(i, j) + second(j, i));
      to.J(j, i) = to.J(i, j);
    }
  }
}

}  // namespace

std::vector<Recorded> solve_by_mass_matrix(const Mechanism& mechanism,
                                           const std::vector<char>& is_driven,
                                           std::vector<Recorded> M,
                                           const std::vector<Recorded>& right) {
  const std::size_t n = right.size();
  std::vector<Recorded> x = right;
  const std::vector<std::vector<int>> inner = list_inner_speeds(mechanism.tree, is_driven);
  const std::vector<int> order = list_outwards(mechanism.tree, is_driven);
  std::vector<Recorded> D_inverse(n);
  const auto at = [&](int row, int column) -> Recorded& {
    return M[static_cast<std::size_t>(row) * n + static_cast<std::size_t>(column)];
  };
  for (auto k = order.rbegin(); k != order.rend(); ++k) {
    D_inverse[*k] = invert(at(*k, *k), mechanism, *k);
    for (std::size_t a = 0; a < inner[*k].size(); ++a) {
      const int i = inner[*k][a];
      const Recorded l = at(*k, i) * D_inverse[*k];
      for (std::size_t b = a; b < inner[*k].size(); ++b)
        at(i, inner[*k][b]) -= l * at(*k, inner[*k][b]);
      at(*k, i) = l;
    }
    for (int i : inner[*k]) x[i] -= at(*k, i) * x[*k];
  }
  for (int k : order) {
    x[k] *= D_inverse[k];
    for (int i : inner[k]) x[k] -= at(k, i) * x[i];
  }
  return x;
}

std::vector<Recorded> solve_by_articulated_bodies(const Mechanism& mechanism,
                                                  const std::vector<char>& is_driven,
                                                  const std::vector<Recorded>& right) {
  const LeanTree& tree = mechanism.tree;
  const std::size_t n = tree.bodies.size();
  std::vector<Articulated> inertias(n);
  std::vector<Vector6> handed(n, Vector6::Zero());  // wrenches of what is missing
  struct Factor {
    Vector6 U;
    Recorded D_inverse, u;
  };
  std::vector<Factor> factors(right.size());  // by speed
  for (std::size_t i = 1; i < n; ++i) {
    const Moments& own = tree.bodies[i].moments;
    inertias[i].M = (own.m * Mat3<double>::Identity()).cast<Recorded>();
    inertias[i].B = (-skew<double>(own.h)).cast<Recorded>();
    inertias[i].J = (own.S.trace() * Mat3<double>::Identity() - own.S).cast<Recorded>();
  }
  for (std::size_t i = n; i-- > 1;) {
    const LeanBody& b = tree.bodies[i];
    const Passage& passage = mechanism.passages[i];
    Articulated& I = inertias[i];
    Vector6& P = handed[i];
    for (int k = passage.nv; k-- > 0;) {
      const int speed = b.source->v + k;
      if (is_driven[speed]) continue;
      Factor& f = factors[speed];
      f.U = I.times(passage.S[k]);
      const Recorded D = passage.S[k].dot(f.U) + Recorded(tree.source->armature[speed]);
      f.D_inverse = invert(D, mechanism, speed);
      f.u = right[speed] - passage.S[k].dot(P);
      I.remove(f.U, f.D_inverse);
      P += f.U * (f.D_inverse * f.u);
    }
    if (b.parent == 0) continue;
    handed[b.parent] += passage.inwards_wrench(P);
    hand_on(I, passage, inertias[b.parent]);
  }
  std::vector<Recorded> vdot(right.size());
  std::vector<Vector6> motions(n, Vector6::Zero());
  for (std::size_t i = 1; i < n; ++i) {
    const LeanBody& b = tree.bodies[i];
    const Passage& passage = mechanism.passages[i];
    Vector6& A = motions[i];
    if (b.parent > 0) {
      const Vector6& outer = motions[b.parent];
      const Vector3 alpha = outer.head<3>(), a = outer.tail<3>();
      A.head<3>() = passage.outwards(alpha);
      A.tail<3>() = passage.outwards(Vector3(a + alpha.cross(passage.p_PB)));
    }
    for (int k = 0; k < passage.nv; ++k) {
      if (is_driven[b.source->v + k]) continue;
      const Factor& f = factors[b.source->v + k];
      vdot[b.source->v + k] = f.D_inverse * (f.u - f.U.dot(A));
      A += passage.S[k] * vdot[b.source->v + k];
    }
  }
  return vdot;
}

}  // namespace gelenk::codegen
