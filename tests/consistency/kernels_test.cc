// The recursive kernels against one another, on hundreds of random trees with random joints: forward
// against inverse dynamics, the mass matrix against both, Jacobians and derivatives against dual numbers
// and differences, locked joints, and arbitrary constraint rows against one dense system.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <random>

#include "formulations/recursive/forward_dynamics.h"
#include "formulations/recursive/jacobian.h"
#include "tests/support/model_text.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using testing::make_random_mechanism;
using testing::MechanismOptions;
using testing::TestModel;

// A random tree in a random state.
struct RandomTree {
  TestModel model;
  Tree tree;
  std::mt19937 random;
  Vector q, v, tau;

  explicit RandomTree(unsigned seed)
      : model(TestModel::from_text(make_random_mechanism(seed, options_of(seed)))),
        tree(build_tree(model.system)),
        random(seed + 1000) {
    const Assembly start = assemble(*model.formulation);
    q = start.q + random_vector(tree.nq, 0.3);
    normalize_quaternions(*model.system.root, q);
    v = random_vector(tree.nv, 1.0);
    tau = random_vector(tree.nv, 5.0);
  }

  static MechanismOptions options_of(unsigned seed) {
    MechanismOptions o;
    o.bodies = 1 + static_cast<int>(seed % 12);
    o.components = static_cast<int>(seed / 5 % 4);
    o.springs = false;
    return o;
  }
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  Vector random_vector(int n, double size) {
    Vector x(n);
    for (double& e : x) e = uniform(-size, size);
    return x;
  }
};

const LoopPlan& no_loops(const Tree& tree) {
  static LoopPlan plan;
  plan = plan_loops(tree, {});
  return plan;
}

template <typename T>
using VectorOf = Eigen::Matrix<T, Eigen::Dynamic, 1>;

template <typename T>
VectorOf<T> forward(const Tree& tree, TreeData<T>& data, const VectorOf<T>& q, const VectorOf<T>& v,
                    const VectorOf<T>& tau) {
  const LoopPlan plan = no_loops(tree);
  LoopData<T> loops(plan);
  calc_motion(tree, q.data(), v.data(), data.known.data(), data);
  VectorOf<T> vdot(tree.nv);
  ForwardDynamics<T>(tree, plan).eval(tau.data(), nullptr, data, loops, vdot.data());
  return vdot;
}

Vector inverse(const Tree& tree, const Vector& q, const Vector& v, const Vector& vdot) {
  TreeData<double> data(tree);
  Vector tau(tree.nv);
  calc_inverse_dynamics<double>(tree, q.data(), v.data(), vdot.data(), nullptr, data, tau.data());
  return tau;
}

Matrix mass_matrix(const Tree& tree, const Vector& q, const Vector& v) {
  TreeData<double> data(tree);
  const Vector zero = Vector::Zero(tree.nv);
  calc_motion(tree, q.data(), v.data(), zero.data(), data);
  Matrix M(tree.nv, tree.nv);
  calc_mass_matrix(tree, data, M.data());
  return M;
}

// q̇ for speeds v, as dual numbers along that direction.
VectorOf<Dual> along(const RandomTree& r, const Vector& speeds) {
  VectorOf<Dual> q(r.tree.nq);
  for (int i = 0; i < r.tree.nq; ++i) q[i] = r.q[i];
  for (std::size_t i = 1; i < r.tree.bodies.size(); ++i) {
    const TreeBody& b = r.tree.bodies[i];
    std::visit(
        [&](const auto& joint) {
          std::array<double, 7> qdot{};
          joint.calc_qdot(r.q.data() + b.q, speeds.data() + b.v, qdot.data());
          for (int k = 0; k < joint.nq; ++k) q[b.q + k].rate = qdot[k];
        },
        *b.joint);
  }
  return q;
}

class Kernels : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Seeds, Kernels, ::testing::Range(0u, 200u));

TEST_P(Kernels, InverseDynamicsUndoesForwardDynamics) {
  RandomTree r(GetParam());
  TreeData<double> data(r.tree);
  const Vector vdot = forward<double>(r.tree, data, r.q, r.v, r.tau);
  const Vector tau = inverse(r.tree, r.q, r.v, vdot);
  EXPECT_LT((tau - r.tau).norm(), 1e-10 * (1 + r.tau.norm() + vdot.norm()));
}

TEST_P(Kernels, MassMatrixIsThatOfInverseDynamics) {
  RandomTree r(GetParam());
  const Matrix M = mass_matrix(r.tree, r.q, r.v);
  const Vector bias = inverse(r.tree, r.q, r.v, Vector::Zero(r.tree.nv));
  for (int j = 0; j < r.tree.nv; ++j) {
    const Vector column = inverse(r.tree, r.q, r.v, Vector::Unit(r.tree.nv, j)) - bias;
    EXPECT_LT((column - M.col(j)).norm(), 1e-11 * (1 + M.norm() + bias.norm()));
  }
  EXPECT_EQ((M - M.transpose()).norm(), 0.0);
}

TEST_P(Kernels, LockedJointsKeepTheirAccelerationAndTheRestItsForce) {
  RandomTree r(GetParam());
  TreeData<double> data(r.tree);
  for (int k = 0; k < r.tree.nv; ++k) {
    data.locked[k] = r.uniform(0, 1) < 0.4;
    data.known[k] = data.locked[k] ? r.uniform(-2, 2) : 0.0;
    data.armature[k] = r.uniform(0, 1) < 0.3 ? r.uniform(0, 0.5) : 0.0;
  }
  const Vector vdot = forward<double>(r.tree, data, r.q, r.v, r.tau);
  TreeData<double> back(r.tree);
  back.armature = data.armature;
  Vector tau(r.tree.nv);
  calc_inverse_dynamics<double>(r.tree, r.q.data(), r.v.data(), vdot.data(), nullptr, back,
                                tau.data());
  for (int k = 0; k < r.tree.nv; ++k) {
    if (data.locked[k])
      EXPECT_DOUBLE_EQ(vdot[k], data.known[k]);
    else
      EXPECT_NEAR(tau[k], r.tau[k], 1e-10 * (1 + r.tau.norm() + vdot.norm()));
  }
}

// Twists and Jacobians against derivatives of the poses, accelerations against derivatives of the
// twists.
TEST_P(Kernels, MotionIsTheDerivativeOfPoses) {
  RandomTree r(GetParam());
  const Vector vdot = r.random_vector(r.tree.nv, 2.0);
  TreeData<double> data(r.tree);
  calc_motion(r.tree, r.q.data(), r.v.data(), vdot.data(), data);
  const VectorOf<Dual> q = along(r, r.v);
  VectorOf<Dual> v(r.tree.nv), zero = VectorOf<Dual>::Constant(r.tree.nv, Dual(0));
  for (int i = 0; i < r.tree.nv; ++i) v[i] = Dual(r.v[i], vdot[i]);
  TreeData<Dual> moving(r.tree);
  calc_motion(r.tree, q.data(), v.data(), zero.data(), moving);
  Eigen::Matrix<double, 6, Eigen::Dynamic> G(6, r.tree.nv);
  const Pose<double> X_BF = {rotation_about<double>(Vec3<double>::UnitX(), 0.3), {0.1, -0.2, 0.4}};
  for (std::size_t i = 1; i < r.tree.bodies.size(); ++i) {
    const BodyIndex body = static_cast<BodyIndex>(i);
    const FrameMotion<double> F = calc_frame_motion(data, body, X_BF);
    const FrameMotion<Dual> D = calc_frame_motion<Dual>(moving, body, X_BF.cast<Dual>());
    const double size = 1 + F.V.norm() + F.A.norm();
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(D.X.p[k].rate, F.V[3 + k], 1e-12 * size);
      const Vec3<double> turned = Vec3<double>(F.w()).cross(Vec3<double>(F.X.R.col(k)));
      for (int l = 0; l < 3; ++l) EXPECT_NEAR(D.X.R(l, k).rate, turned[l], 1e-12 * size);
    }
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(D.V[k].rate, F.A[k], 1e-11 * size * size);
    calc_jacobian<double>(r.tree, data, body, F.X.p, G.data());
    EXPECT_LT((G * r.v - F.V).norm(), 1e-12 * size);
  }
}

// Derivatives of accelerations, by dual numbers and by differences.
TEST_P(Kernels, DualNumbersDifferentiateForwardDynamics) {
  RandomTree r(GetParam());
  const Vector direction = r.random_vector(r.tree.nv, 1.0), push = r.random_vector(r.tree.nv, 1.0);
  const VectorOf<Dual> q = along(r, direction);
  VectorOf<Dual> v(r.tree.nv), tau(r.tree.nv);
  for (int i = 0; i < r.tree.nv; ++i) {
    v[i] = Dual(r.v[i], push[i]);
    tau[i] = r.tau[i];
  }
  TreeData<Dual> dual_data(r.tree);
  const VectorOf<Dual> exact = forward<Dual>(r.tree, dual_data, q, v, tau);
  TreeData<double> data(r.tree);
  const double h = 1e-5;
  auto at = [&](double s) {
    Vector moved_q(r.tree.nq);
    for (int i = 0; i < r.tree.nq; ++i) moved_q[i] = q[i].value + s * q[i].rate;
    return forward<double>(r.tree, data, moved_q, Vector(r.v + s * push), r.tau);
  };
  const Vector rate = (at(h) - at(-h)) / (2 * h);
  double size = 1.0;
  for (int i = 0; i < r.tree.nv; ++i) size = std::max(size, std::abs(exact[i].rate));
  for (int i = 0; i < r.tree.nv; ++i) EXPECT_NEAR(exact[i].rate, rate[i], 1e-6 * size);
}

// ---- constraint rows -----------------------------------------------------------------------------

// Rows with arbitrary wrenches between two bodies (or a body and ground) and on single speeds, some of them
// dependent. Like those of joints they are relative: motion of both bodies as one does not touch them.
struct RandomRows {
  std::vector<RowSet> sets;
  std::vector<std::vector<Vec6<double>>> K;  // by set: rows × bodies, about the world's origin
  std::vector<std::vector<double>> coefficients;  // by set: rows × speeds
  Vector gamma;
  int rows = 0;

  // On request no more rows than there are speeds: of many more, dependent ones would be all that is left to find.
  RandomRows(RandomTree& r, int count, bool is_limited) {
    const int bodies = static_cast<int>(r.tree.bodies.size());
    auto integer = [&](int low, int high) {
      return std::uniform_int_distribution<int>(low, high)(r.random);
    };
    for (int s = 0; s < count; ++s) {
      RowSet set;
      set.count = integer(1, 3);
      if (is_limited && s > 0 && rows + set.count > r.tree.nv) break;
      set.bodies.push_back(integer(1, bodies - 1));
      set.bodies.push_back(integer(0, set.bodies[0] - 1));
      if (r.tree.nv > 0 && integer(0, 2) == 0) set.speeds.push_back(integer(0, r.tree.nv - 1));
      K.emplace_back();
      coefficients.emplace_back();
      Vec6<double> last;
      for (int i = 0; i < set.count; ++i) {
        const bool repeat = i > 0 && integer(0, 3) == 0;  // twice the row before
        Vec6<double> wrench = r.random_vector(6, 1.0);    // about the world's origin
        if (repeat) wrench = 2 * last;
        last = wrench;
        K.back().push_back(wrench);
        K.back().push_back(-wrench);
        for (std::size_t k = 0; k < set.speeds.size(); ++k)
          coefficients.back().push_back(repeat ? 2 * coefficients.back().back() : r.uniform(-1, 1));
      }
      rows += set.count;
      sets.push_back(set);
    }
  }
};

class KernelRows : public ::testing::TestWithParam<unsigned> {
 protected:
  void match_one_dense_system(int sets, const HubRule& rule, bool has_many_rows = true);
};
INSTANTIATE_TEST_SUITE_P(Seeds, KernelRows, ::testing::Range(0u, 200u));

TEST_P(KernelRows, MatchOneDenseSystem) {
  match_one_dense_system(1 + static_cast<int>(GetParam() % 4), {}, false);
}

// Wherever rows come by, or where several meet, they stay behind.
TEST_P(KernelRows, MatchOneDenseSystemWithHubsEverywhere) {
  match_one_dense_system(2 + static_cast<int>(GetParam() % 7), {1, 1});
  match_one_dense_system(2 + static_cast<int>(GetParam() % 7), {4, 2});
}

void KernelRows::match_one_dense_system(int sets, const HubRule& rule, bool has_many_rows) {
  RandomTree r(GetParam());
  RandomRows random(r, sets, has_many_rows);
  const LoopPlan plan = plan_loops(r.tree, random.sets, {}, rule);
  LoopData<double> loops(plan);
  TreeData<double> data(r.tree);
  // Of many rows, one on a speed that is locked may be left with nothing but rounding.
  auto is_named = [&](int k) {
    return std::any_of(random.sets.begin(), random.sets.end(),
                       [&](const RowSet& set) { return std::ranges::count(set.speeds, k) > 0; });
  };
  for (int k = 0; k < r.tree.nv; ++k)
    data.locked[k] =
        GetParam() % 3 == 0 && r.uniform(0, 1) < 0.2 && !(has_many_rows && is_named(k));
  calc_motion(r.tree, r.q.data(), r.v.data(), data.known.data(), data);

  // G by rows, from Jacobians at the body origins.
  Matrix G = Matrix::Zero(random.rows, r.tree.nv);
  Eigen::Matrix<double, 6, Eigen::Dynamic> J(6, r.tree.nv);
  int row = 0;
  for (std::size_t s = 0; s < random.sets.size(); ++s) {
    const RowSet& set = random.sets[s];
    for (int i = 0; i < set.count; ++i, ++row) {
      for (std::size_t b = 0; b < set.bodies.size(); ++b) {
        const Vec3<double> p = to_eigen(data.body[set.bodies[b]].p);
        const Vec6<double> K = shift_wrench<double>(random.K[s][i * set.bodies.size() + b], -p);
        const int slot = plan.slots_of_bodies[s][b] + i;
        loops.K[slot] += to_lane<double>(K);
        calc_jacobian<double>(r.tree, data, set.bodies[b], p, J.data());
        G.row(row) += K.transpose() * J;
      }
      for (std::size_t k = 0; k < set.speeds.size(); ++k) {
        const double c = random.coefficients[s][i * set.speeds.size() + k];
        const int speed = set.speeds[k], body = r.tree.body_of_speed[speed];
        const LoopPlan::Place& place = plan.places[body];
        const int slot = plan.find_slot(body, row) - place.first_slot;
        const TreeBody& b = r.tree.bodies[body];
        loops.W[place.first_W + slot * b.nv + speed - b.v] += c;
        G(row, speed) += c;
      }
    }
  }
  // A right side that dependent rows can meet: γ = G x.
  for (int k = 0; k < r.tree.nv; ++k) {
    if (data.locked[k]) G.col(k).setZero();
  }
  const Vector gamma = G * r.random_vector(r.tree.nv, 1.0);
  for (int i = 0; i < random.rows; ++i) loops.gamma[i] = gamma[i];

  const Vector bias = inverse(r.tree, r.q, r.v, Vector::Zero(r.tree.nv));
  Matrix system = Matrix::Zero(r.tree.nv + random.rows, r.tree.nv + random.rows);
  Vector right(r.tree.nv + random.rows);
  system.topLeftCorner(r.tree.nv, r.tree.nv) = mass_matrix(r.tree, r.q, r.v);
  system.topRightCorner(r.tree.nv, random.rows) = -G.transpose();
  system.bottomLeftCorner(random.rows, r.tree.nv) = G;
  right << r.tau - bias, -gamma;
  for (int k = 0; k < r.tree.nv; ++k) {
    if (!data.locked[k]) continue;
    system.row(k).setZero();
    system.col(k).setZero();
    system(k, k) = 1.0;
    right[k] = 0.0;
  }
  Eigen::CompleteOrthogonalDecomposition<Matrix> dense;
  dense.setThreshold(1e-10);
  dense.compute(system);
  const Vector expected = dense.solve(right);

  Vector vdot(r.tree.nv);
  ForwardDynamics<double> dynamics(r.tree, plan);
  dynamics.eval(r.tau.data(), nullptr, data, loops, vdot.data());
  const double size = 1 + expected.head(r.tree.nv).norm();
  EXPECT_LT((vdot - expected.head(r.tree.nv)).norm(), 1e-7 * size);
  EXPECT_LT((G * vdot + gamma).norm(), 1e-8 * size);
}

}  // namespace
}  // namespace gelenk
