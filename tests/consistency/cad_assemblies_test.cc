// CAD assemblies with redundant joints: what the seeds count is there, the redundant rows are those that the
// singular values show, at the start and after the motion, and the same assembly with its stiff connections in
// one piece moves alike.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <fstream>
#include <ostream>
#include <sstream>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

struct Counted {
  const char* example;
  int bodies, joints, depth, freedoms, rows, redundant;
};

std::ostream& operator<<(std::ostream& out, const Counted& counted) {
  return out << counted.example;
}

// Rank of the closure rows, each scaled by its natural size, at the state evaluated last. Singular values must
// leave no doubt: nothing between the two limits.
int calc_rank(Formulation& formulation) {
  Closure closure;
  formulation.eval_closure(closure);
  const Matrix scaled = closure.natural.cwiseInverse().asDiagonal() * Matrix(closure.G);
  const Eigen::BDCSVD<Matrix> svd(scaled);
  int rank = 0;
  for (double s : svd.singularValues()) {
    if (s > 1e-5) ++rank;
    EXPECT_TRUE(s > 1e-5 || s < 1e-12) << s;
  }
  return rank;
}

class CadAssemblies : public ::testing::TestWithParam<Counted> {};

TEST_P(CadAssemblies, CountAndRankAreRight) {
  const Counted expected = GetParam();
  for (const auto& formulation : testing::formulations_with_closure) {
    SCOPED_TRACE(formulation.name);
    TestModel test = TestModel::from_file(examples + expected.example, formulation.make);
    const auto& counts = test.system.counts;
    EXPECT_EQ(counts.bodies, expected.bodies);
    EXPECT_EQ(counts.joints, expected.joints);
    EXPECT_EQ(counts.depth, expected.depth);
    EXPECT_EQ(counts.constraint_rows, expected.rows);
    const Assembly start = assemble(*test.formulation);
    test.formulation->eval_motion(start.q, start.v);
    EXPECT_EQ(counts.closure_rows - calc_rank(*test.formulation), expected.redundant);
    SimulationOptions options;
    options.stop_time = 0.5;
    const Series s = testing::simulate(test, options, "gelenk.*");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_EQ(s.result.redundant_rows, expected.redundant);
    EXPECT_EQ(s.result.degrees_of_freedom, expected.freedoms);
    EXPECT_EQ(counts.closure_rows - calc_rank(*test.formulation), expected.redundant);
    EXPECT_LT(s.result.largest_drift.position, 1e-12);
    EXPECT_LT(s.result.largest_drift.velocity, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, CadAssemblies,
                         ::testing::Values(Counted{"cad/SteamMachine.mo", 13, 19, 3, 1, 86, 9},
                                           Counted{"cad/PassengerCar.mo", 17, 20, 3, 14, 96, 8},
                                           Counted{"successive/Kuka.mo", 43, 95, 4, 8, 319, 69}),
                         [](const auto& test) {
                           std::string name = test.param.example;
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name.substr(0, name.size() - 2);
                         });

// A formulation that works component by component decides in each on its own rows, knowing no others; together
// they find what there is.
TEST(Redundancy, IsFoundByEveryFormulation) {
  for (const char* file : {"cad/SteamMachine.mo", "cad/PassengerCar.mo", "successive/Kuka.mo",
                           "thesis/Car.mo", "FourBar.mo", "Bricard.mo"}) {
    SCOPED_TRACE(file);
    TestModel whole = TestModel::from_file(examples + file);
    const Assembly assembly = testing::assemble(whole);
    whole.formulation->eval_motion(assembly.q, assembly.v);
    const int expected = whole.system.counts.closure_rows - calc_rank(*whole.formulation);
    EXPECT_GT(expected, 0);
    for (const auto& formulation : testing::all_formulations) {
      SCOPED_TRACE(formulation.name);
      TestModel test = TestModel::from_file(examples + file, formulation.make);
      const Assembly start = testing::assemble(test);
      Vector qdot, vdot;
      ASSERT_TRUE(test.formulation->eval_derivatives(0.0, start.q, start.v, qdot, vdot));
      EXPECT_EQ(test.formulation->count_redundant(), expected);
    }
  }
}

// Stiff connections by three pairs of faces each, and the parts that they connect in one piece.
TEST(Kuka, MovesAsWithItsPartsInOnePiece) {
  std::stringstream text;
  text << std::ifstream(examples + "successive/Kuka.mo").rdbuf();
  std::string whole_text = text.str();
  const std::string mated = "mated = true";
  const std::size_t at = whole_text.find(mated);
  ASSERT_NE(at, std::string::npos);
  whole_text.replace(at, mated.size(), "mated = false");
  const auto run = [](TestModel test) {
    SimulationOptions options;
    options.stop_time = 0.5;
    options.interval = 0.1;
    options.rtol = 1e-11;
    options.integrator = "erk8";
    return testing::simulate(test, options, "tool.finger*.r_0*,segment*.flange.phi,segment*.tau");
  };
  const Series parts = run(TestModel::from_file(examples + "successive/Kuka.mo"));
  const Series whole = run(TestModel::from_text(whole_text));
  ASSERT_EQ(parts.names, whole.names);
  ASSERT_EQ(parts.time, whole.time);
  EXPECT_EQ(parts.result.redundant_rows, 69);
  EXPECT_EQ(whole.result.redundant_rows, 0);
  for (double t : parts.time) {
    for (const std::string& name : parts.names)
      EXPECT_NEAR(parts.at(t, name), whole.at(t, name), 1e-8) << name << " at " << t;
  }
  EXPECT_GT(whole.last("segment[1].drive.gear.flange.phi"), 0.5);
}

// When the car has settled with its passenger, the tyres carry all of it, the left front one most.
TEST(PassengerCar, TyresCarryTheWeight) {
  for (const auto& formulation : testing::all_formulations) {
    TestModel test = TestModel::from_file(examples + "cad/PassengerCar.mo", formulation.make);
    SimulationOptions options;
    options.stop_time = 20;
    const Series s = testing::simulate(test, options, "wheel*.tyre.force*,body.v_0*");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    double up = 0, along[2] = {0, 0};
    for (int i = 1; i <= 4; ++i) {
      const std::string tyre = "wheel[" + std::to_string(i) + "].tyre.force";
      up += s.last(tyre + "[3]");
      for (int k : {0, 1}) along[k] += s.last(tyre + (k == 0 ? "[1]" : "[2]"));
      EXPECT_LE(s.last(tyre + "[3]"), s.last("wheel[1].tyre.force[3]"));
    }
    EXPECT_LT(std::abs(s.last("body.v_0[3]")), 1e-8);
    EXPECT_NEAR(up, (1100 + 4 * (15 + 5 + 3.4 + 7)) * 9.81 + 1000, 1e-4) << formulation.name;
    EXPECT_NEAR(along[0], 0, 1e-4);
    EXPECT_NEAR(along[1], 0, 1e-4);
  }
}

}  // namespace
}  // namespace gelenk
