// Every formulation against one dense system for all bodies and all constraints at once, on random
// mechanisms cut into random component trees; and its motion against the conservation of energy.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <map>

#include "tests/support/model_text.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using testing::make_random_mechanism;
using testing::MechanismOptions;
using testing::TestModel;

// A body seen through however many ports: the subsystem and node where its group is.
struct Place {
  const Subsystem* sub;
  NodeIndex node;
  auto operator<=>(const Place&) const = default;
};

Place resolve(const Subsystem& sub, NodeIndex n) {
  const Node& node = sub.nodes[n];
  if (node.kind != Node::Kind::port) return {&sub, n};
  const Subsystem& part = *sub.parts[node.part];
  return resolve(part, part.ports[node.port]);
}

struct Monolith {
  std::map<Place, int> body;  // index of each group
  std::vector<Place> places;

  void collect(const Subsystem& sub) {
    for (std::size_t n = 0; n < sub.nodes.size(); ++n) {
      if (sub.nodes[n].kind != Node::Kind::group) continue;
      const Place place{&sub, static_cast<NodeIndex>(n)};
      body[place] = static_cast<int>(places.size());
      places.push_back(place);
    }
    for (const auto& part : sub.parts) collect(*part);
  }

  template <typename Visit>
  static void for_each_subsystem(const Subsystem& sub, const Visit& visit) {
    visit(sub);
    for (const auto& part : sub.parts) for_each_subsystem(*part, visit);
  }

  // [M Gᵀ; G 0] (a; −λ) = (f; −u), by complete orthogonal decomposition.
  std::vector<Vec6<double>> solve(const System& system, Formulation& f, double t) {
    collect(*system.root);
    const int n = 6 * static_cast<int>(places.size());
    int rows = 0;
    for_each_subsystem(*system.root, [&](const Subsystem& sub) {
      for (const JointEdge& edge : sub.joints) rows += edge.nc();
    });
    Matrix K = Matrix::Zero(n + rows, n + rows);
    Vector y = Vector::Zero(n + rows);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto& [sub, node] = places[i];
      const Group& group = sub->groups[sub->nodes[node].group];
      const FrameMotion<double>& motion = f.get_motion(*sub, node);
      const Mat3<double> J = motion.X.R * group.inertia.J_com * motion.X.R.transpose();
      const int at = 6 * static_cast<int>(i);
      K.block<3, 3>(at, at) = J;
      K.block<3, 3>(at + 3, at + 3) = group.inertia.mass * Mat3<double>::Identity();
      const Vec3<double> w = motion.w();
      y.segment<3>(at) = -w.cross(J * w);
      y.segment<3>(at + 3) = group.inertia.mass * system.gravity.g;
    }
    int row = n;
    for_each_subsystem(*system.root, [&](const Subsystem& sub) {
      auto moving = [&](const FrameOnNode& at, bool with_acceleration) {
        FrameMotion<double> m = f.get_motion(sub, at.node);
        if (!with_acceleration) m.A.setZero();
        return motion_of_fixed_frame(m, at.X_NF);
      };
      auto index = [&](NodeIndex node) {
        const auto found = body.find(resolve(sub, node));
        return found == body.end() ? -1 : 6 * found->second;
      };
      for (const JointEdge& edge : sub.joints) {
        const FrameMotion<double> F = moving(edge.F, false), M = moving(edge.M, false);
        const FrameMotion<double> rel = relative_motion(F, M);
        std::visit(
            [&](const auto& joint) {
              if constexpr (!WithoutRows<std::decay_t<decltype(joint)>>) {
                const int nc = joint.nc;
                const Matrix C = joint.template calc_C<double>(rel.X);
                y.segment(row, nc) =
                    -(C * rel.A + joint.template calc_C_bias<double>(rel.X, rel.V));
                for (const auto& [end, sign] :
                     {std::pair{&edge.F, -1.0}, std::pair{&edge.M, 1.0}}) {
                  const int at = index(end->node);
                  if (at < 0) continue;
                  Mat6<double> R = Mat6<double>::Zero();
                  R.topLeftCorner<3, 3>() = R.bottomRightCorner<3, 3>() = F.X.R.transpose();
                  const Vec3<double> s = M.X.p - f.get_motion(sub, end->node).X.p;
                  K.block(row, at, nc, 6) += sign * C * R * shift_matrix<double>(s);
                }
                row += nc;
              }
            },
            edge.joint);
      }
      for (const ForceEdge& edge : sub.forces) {
        const FrameMotion<double> a = moving(edge.a, false), b = moving(edge.b, false);
        std::vector<double> laws;
        std::visit(
            [&](const auto& force) {
              symbolic::Tape tape(force.laws());
              laws.resize(tape.size() + 1);
              tape.eval(t, nullptr, laws.data());
              const WrenchPair<double> F = force.calc_wrenches(a, b, laws.data());
              const int at_a = index(edge.a.node), at_b = index(edge.b.node);
              if (at_a >= 0)
                y.segment<6>(at_a) +=
                    shift_wrench<double>(F.F_a, a.X.p - f.get_motion(sub, edge.a.node).X.p);
              if (at_b >= 0)
                y.segment<6>(at_b) +=
                    shift_wrench<double>(F.F_b, b.X.p - f.get_motion(sub, edge.b.node).X.p);
              // A lumped mass, as the mass matrix that it adds: a_L = P_a a_a + P_b a_b + bias.
              const LumpedMass lump = lump_of(force);
              auto rows_of = [&](const FrameOnNode& end, const Vec3<double>& p,
                                 double share) -> Eigen::Matrix<double, 3, 6> {
                return share *
                       shift_matrix<double>(p - f.get_motion(sub, end.node).X.p).bottomRows<3>();
              };
              const Eigen::Matrix<double, 3, 6> P_a = rows_of(edge.a, a.X.p, 1 - lump.fraction),
                                                P_b = rows_of(edge.b, b.X.p, lump.fraction);
              const Vec3<double> load =
                  lump.mass *
                  (system.gravity.g - (1 - lump.fraction) * a.a() - lump.fraction * b.a());
              for (const auto& [at, P] : {std::pair{at_a, P_a}, std::pair{at_b, P_b}}) {
                if (at < 0) continue;
                y.segment<6>(at) += P.transpose() * load;
                for (const auto& [at2, P2] : {std::pair{at_a, P_a}, std::pair{at_b, P_b}}) {
                  if (at2 >= 0) K.block<6, 6>(at, at2) += lump.mass * P.transpose() * P2;
                }
              }
            },
            edge.force);
      }
    });
    K.topRightCorner(n, rows) = K.bottomLeftCorner(rows, n).transpose();
    Eigen::CompleteOrthogonalDecomposition<Matrix> decomposition;
    decomposition.setThreshold(1e-10);
    decomposition.compute(K);
    const Vector x = decomposition.solve(y);
    std::vector<Vec6<double>> accelerations;
    for (std::size_t i = 0; i < places.size(); ++i)
      accelerations.push_back(x.segment<6>(6 * static_cast<int>(i)));
    return accelerations;
  }
};

class RandomMechanism
    : public ::testing::TestWithParam<std::tuple<unsigned, testing::NamedFormulation>> {
 protected:
  unsigned seed() const { return std::get<0>(GetParam()); }
  testing::Make make() const { return std::get<1>(GetParam()).make; }
};

MechanismOptions options_of(unsigned seed) {
  MechanismOptions o;
  o.bodies = 2 + static_cast<int>(seed % 9);
  o.loops = static_cast<int>(seed / 3 % 4);
  o.components = static_cast<int>(seed / 7 % 6);
  return o;
}

TEST_P(RandomMechanism, AccelerationsMatchTheMonolithicSolution) {
  const std::string text = make_random_mechanism(seed(), options_of(seed()));
  SCOPED_TRACE(text);
  TestModel test = TestModel::from_text(text, make());
  const Assembly start = assemble(*test.formulation);
  Vector qdot, vdot;
  ASSERT_TRUE(test.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot))
      << test.formulation->failure();
  Monolith monolith;
  const std::vector<Vec6<double>> expected = monolith.solve(test.system, *test.formulation, 0.0);
  double size = 1.0;
  for (const Vec6<double>& a : expected) size = std::max(size, a.norm());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto& [sub, node] = monolith.places[i];
    EXPECT_LT((test.formulation->get_motion(*sub, node).A - expected[i]).norm(), 1e-9 * size)
        << sub->path << " node " << node;
  }
  EXPECT_LT(test.formulation->calc_drift().position, 1e-9);
}

// Generalised accelerations are what the absolute ones say, in all six directions of every tree joint.
TEST_P(RandomMechanism, GeneralisedAccelerationsFitEveryJoint) {
  TestModel test = TestModel::from_text(make_random_mechanism(seed(), options_of(seed())), make());
  const Assembly start = assemble(*test.formulation);
  Vector qdot, vdot;
  ASSERT_TRUE(test.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot));
  Monolith::for_each_subsystem(*test.system.root, [&](const Subsystem& sub) {
    auto moving = [&](const FrameOnNode& at) {
      return motion_of_fixed_frame(test.formulation->get_motion(sub, at.node), at.X_NF);
    };
    for (const JointEdge& edge : sub.joints) {
      if (!edge.in_tree) continue;
      const FrameMotion<double> rel = relative_motion(moving(edge.F), moving(edge.M));
      std::visit(
          [&](const auto& joint) {
            Vec6<double> A =
                joint.template calc_bias<double>(start.q.data() + edge.q, start.v.data() + edge.v);
            if constexpr (joint.nv > 0) {
              const Eigen::Matrix<double, 6, joint.nv> H =
                  joint.template calc_H<double>(start.q.data() + edge.q);
              A += H * vdot.segment<joint.nv>(edge.v);
            }
            EXPECT_LT((rel.A - A).norm(), 1e-8 * (1 + A.norm())) << edge.name;
          },
          edge.joint);
    }
  });
}

// The random mechanisms would prove little if they were all flat trees.
TEST(RandomMechanismCoverage, HasPartsLoopsAndDependentRows) {
  int parts = 0, deep = 0, loops = 0, redundant = 0, free = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    TestModel test = TestModel::from_text(make_random_mechanism(seed, options_of(seed)));
    const Assembly start = assemble(*test.formulation);
    parts += test.system.counts.components > 2;
    deep += test.system.counts.depth > 2;
    loops += test.system.counts.closing_joints > 1;
    redundant += start.rank < start.closure_rows;
    Monolith::for_each_subsystem(*test.system.root, [&](const Subsystem& sub) {
      for (const JointEdge& edge : sub.joints) free += edge.added;
    });
  }
  EXPECT_GT(parts, 60);
  EXPECT_GT(deep, 40);
  EXPECT_GT(loops, 30);
  EXPECT_GT(redundant, 10);
  EXPECT_GT(free, 10);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMechanism,
                         ::testing::Combine(::testing::Range(0u, 150u),
                                            ::testing::ValuesIn(testing::all_formulations)));

class RandomMechanismMotion : public ::testing::TestWithParam<testing::NamedFormulation> {};

INSTANTIATE_TEST_SUITE_P(All, RandomMechanismMotion,
                         ::testing::ValuesIn(testing::all_formulations));

TEST_P(RandomMechanismMotion, KeepsEnergyAndStaysClosed) {
  for (unsigned seed = 0; seed < 24; ++seed) {
    MechanismOptions o = options_of(seed);
    o.bodies = 2 + static_cast<int>(seed % 5);
    const std::string text = make_random_mechanism(seed, o);
    SCOPED_TRACE(text);
    TestModel test = TestModel::from_text(text, GetParam().make);
    SimulationOptions options;
    options.stop_time = 0.2;
    options.interval = 0.1;
    options.step = 2e-4;
    options.integrator = "rk4";
    const testing::Series series = testing::simulate(test, options, "gelenk.energy.*");
    ASSERT_EQ(series.result.status, RunStatus::done) << series.result.message;
    const double kinetic = series.last("gelenk.energy.kinetic");
    EXPECT_NEAR(series.last("gelenk.energy.total"), series.at(0, "gelenk.energy.total"),
                1e-7 * (1 + kinetic));
    EXPECT_LT(series.result.largest_drift.position, 1e-11);
    EXPECT_LT(series.result.largest_drift.velocity, 1e-10);
  }
}

}  // namespace
}  // namespace gelenk
