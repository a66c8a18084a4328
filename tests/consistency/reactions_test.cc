// Loads of all joints by both formulations, on the examples: where redundancy leaves them undetermined, both
// report the same ones, and these are the least (formulations/least_loads.h). `mixed` has loads of tree joints as
// multipliers, `recursive` by adding up what bodies need, so that agreement checks the balance of every body
// as well.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <ostream>

#include "tests/support/model_text.h"
#include "tests/support/random_mechanism.h"

namespace gelenk {
namespace {

using testing::TestModel;

// Fixed steps of the classical Runge-Kutta method: all that is wanted is another closed state.
void move_on(Formulation& f, Vector& q, Vector& v, int steps, double h) {
  Vector q1, v1, q2, v2, q3, v3, q4, v4;
  for (int i = 0; i < steps; ++i) {
    f.eval_derivatives(0, q, v, q1, v1);
    f.eval_derivatives(0, q + h / 2 * q1, v + h / 2 * v1, q2, v2);
    f.eval_derivatives(0, q + h / 2 * q2, v + h / 2 * v2, q3, v3);
    f.eval_derivatives(0, q + h * q3, v + h * v3, q4, v4);
    q += h / 6 * (q1 + 2 * q2 + 2 * q3 + q4);
    v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    normalize_quaternions(*f.system().root, q);
    f.project(q, v);
  }
}

template <typename Visit>
void for_each_joint(const Subsystem& sub, const Visit& visit) {
  for (std::size_t j = 0; j < sub.joints.size(); ++j) visit(sub, static_cast<int>(j));
  for (const auto& part : sub.parts) for_each_joint(*part, visit);
}

// Largest difference of a joint's load, against the largest load. Both systems are of the same model.
double compare_loads(TestModel& one, TestModel& other, const Vector& q, const Vector& v) {
  Vector qdot, vdot;
  std::vector<Vec6<double>> loads;
  EXPECT_TRUE(one.formulation->eval_derivatives(0, q, v, qdot, vdot));
  for_each_joint(*one.system.root, [&](const Subsystem& sub, int j) {
    loads.push_back(one.formulation->get_joint_load(sub, j));
  });
  EXPECT_TRUE(other.formulation->eval_derivatives(0, q, v, qdot, vdot));
  std::size_t i = 0;
  double size = 1e-3, worst = 0;
  for_each_joint(*other.system.root, [&](const Subsystem& sub, int j) {
    const Vec6<double> load = other.formulation->get_joint_load(sub, j);
    size = std::max(size, load.norm());
    const double difference = (load - loads[i++]).norm();
    worst = std::max(worst, difference);
  });
  return worst / size;
}

// With gravity across its plane where the mechanism is plane: otherwise what is undetermined is zero.
struct RedundantExample {
  const char* file;
  double step = 1e-3;
};

TestModel read_example(const std::string& file, testing::Make make = make_recursive_formulation) {
  modelica::ReadOptions read;
  if (!file.starts_with("thesis/")) read.settings = {{"world.n", "{0.2, -1, 0.7}"}};
  return TestModel(modelica::read_model(std::string(GELENK_SOURCE_DIR) + "/examples/" + file,
                                        element_library(), read),
                   make);
}

std::ostream& operator<<(std::ostream& out, const RedundantExample& e) { return out << e.file; }

class ExampleReactions : public ::testing::TestWithParam<RedundantExample> {};

TEST_P(ExampleReactions, AreTheSameByBothFormulations) {
  TestModel recursive = read_example(GetParam().file),
            mixed = read_example(GetParam().file, make_mixed_formulation);
  const Assembly start = assemble(*recursive.formulation);
  Vector q = start.q, v = start.v;
  for (int k = 0; k < 4; ++k) {
    EXPECT_LT(compare_loads(recursive, mixed, q, v), 1e-7) << k;
    move_on(*recursive.formulation, q, v, 40, GetParam().step);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ExampleReactions,
    ::testing::Values(
        RedundantExample{"FourBar.mo"}, RedundantExample{"SliderCrank.mo"},
        RedundantExample{"ParallelogramRow.mo"}, RedundantExample{"Bricard.mo"},
        RedundantExample{"SpatialSliderCrank.mo"}, RedundantExample{"FiveBarSuspension.mo"},
        RedundantExample{"RollingWheel.mo"}, RedundantExample{"cad/SteamMachine.mo"},
        RedundantExample{"cad/PassengerCar.mo", 1e-4}, RedundantExample{"successive/Kuka.mo", 1e-4},
        RedundantExample{"thesis/Car.mo", 1e-4}, RedundantExample{"thesis/Manipulator.mo"}),
    [](const auto& test) {
      std::string name = test.param.file;
      std::erase_if(name, [](char c) { return !std::isalnum(c); });
      return name.substr(0, name.size() - 2);
    });

// Random component trees: redundancy reaches across the borders of components.
TEST(RandomReactions, AreTheSameByBothFormulations) {
  int redundant = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    testing::MechanismOptions o;
    o.bodies = 2 + static_cast<int>(seed % 9);
    o.loops = static_cast<int>(seed / 3 % 4);
    o.components = static_cast<int>(seed / 7 % 6);
    const std::string text = testing::make_random_mechanism(seed, o);
    TestModel recursive = TestModel::from_text(text),
              mixed = TestModel::from_text(text, make_mixed_formulation);
    const Assembly start = assemble(*recursive.formulation);
    redundant += start.rank < start.closure_rows;
    EXPECT_LT(compare_loads(recursive, mixed, start.q, start.v), 1e-6) << seed << '\n' << text;
  }
  EXPECT_GT(redundant, 10);
}

// At the least loads, no change that leaves the motion alone makes them smaller to first order: their product
// with the loads of every null vector of Gᵀ is zero, in the metric of forces and of torques over ℓ.
TEST(LeastLoads, AreAtRightAnglesToAllChangesWithoutEffect) {
  for (const char* file : {"FourBar.mo", "ParallelogramRow.mo", "SliderCrank.mo", "Bricard.mo"}) {
    for (const testing::NamedFormulation& named : testing::formulations_with_closure) {
      TestModel test =
          TestModel::from_file(std::string(GELENK_SOURCE_DIR) + "/examples/" + file, named.make);
      Formulation& f = *test.formulation;
      const Assembly start = assemble(f);
      Vector q = start.q, v = start.v, qdot, vdot;
      move_on(f, q, v, 40, 1e-3);
      ASSERT_TRUE(f.eval_derivatives(0, q, v, qdot, vdot)) << f.failure();
      const Subsystem& root = *test.system.root;
      ASSERT_TRUE(root.parts.empty());
      const auto motion = [&](const FrameOnNode& at) {
        return motion_of_fixed_frame(f.get_motion(root, at.node), at.X_NF);
      };
      Closure closure;
      f.eval_closure(closure);
      Eigen::FullPivLU<Matrix> lu(Matrix(closure.G).transpose());
      lu.setThreshold(1e-9);
      const Matrix null = lu.kernel();
      ASSERT_GT(null.norm(), 0) << file;
      double length = 0;
      for (const JointEdge& edge : root.joints) {
        if (edge.F.node != 0) length = std::max(length, edge.F.X_NF.p.norm());
        if (edge.M.node != 0) length = std::max(length, edge.M.X_NF.p.norm());
      }
      Vector product = Vector::Zero(null.cols());
      double size = 0;
      int row = 0;
      for (std::size_t j = 0; j < root.joints.size(); ++j) {
        const JointEdge& edge = root.joints[j];
        if (edge.in_tree) continue;
        const FrameMotion<double> F = motion(edge.F), M = motion(edge.M);
        Vec6<double> load = f.get_joint_load(root, static_cast<int>(j));
        load.head<3>() /= length * length;
        const Pose<double> X_FM = relative_motion(F, M).X;
        for (int i = 0; i < edge.nc(); ++i) {
          Vec6<double> C = Vec6<double>::Zero();
          std::visit(
              [&](const auto& joint) {
                if constexpr (!WithoutRows<std::decay_t<decltype(joint)>>)
                  C = joint.template calc_C<double>(X_FM).row(i).transpose();
              },
              edge.joint);
          C << F.X.R * C.head<3>(), F.X.R * C.tail<3>();
          product += C.dot(load) * null.row(row + i).transpose();
          size = std::max(size, std::abs(C.dot(load)));
        }
        row += edge.nc();
      }
      EXPECT_GT(size, 0.1) << file;
      EXPECT_LT(product.cwiseAbs().maxCoeff(), 1e-9 * size * null.cwiseAbs().maxCoeff())
          << file << ' ' << named.name;
    }
  }
}

}  // namespace
}  // namespace gelenk
