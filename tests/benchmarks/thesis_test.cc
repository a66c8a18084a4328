// The two mechanisms of the Thesis against reference digits: independent Lagrangian derivations,
// integrated in 80-bit arithmetic by extrapolation of order 16 (the expected files beside the examples).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/csv.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Csv;
using testing::Series;
using testing::TestModel;

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/thesis/";

// Largest distance to the expected file over all its times, for one signal.
double calc_distance(const Series& series, const Csv& expected, const std::string& name) {
  std::size_t column = 0;
  while (expected.names.at(column) != name) ++column;
  double worst = 0;
  for (const auto& row : expected.rows)
    worst = std::max(worst, std::abs(series.at(row[0], name) - row[column]));
  return worst;
}

class Car : public ::testing::Test {
 protected:
  Series run(double step, Stabilization stabilization = Stabilization::projection) {
    TestModel test = TestModel::from_file(examples + "Car.mo");
    SimulationOptions options;
    options.stop_time = 1.5;
    options.interval = 0.1;
    options.step = step;
    options.integrator = "rk4";
    options.stabilization = stabilization;
    return testing::simulate(test, options, "carBody.*,wheelLeft.*,gelenk.*");
  }
  Csv expected{examples + "Car.expected.csv"};
  const std::string body = "carBody.body.r_0[3]", wheel = "wheelLeft.ring.r_0[3]";
};

TEST_F(Car, PositionsMatchTheReference) {
  const Series coarse = run(1e-3), fine = run(5e-4);
  EXPECT_LT(calc_distance(coarse, expected, body), 1e-9);
  EXPECT_LT(calc_distance(coarse, expected, wheel), 1e-9);
  EXPECT_LT(calc_distance(fine, expected, body), 1e-10);
  EXPECT_LT(calc_distance(fine, expected, wheel), 1e-10);
}

TEST_F(Car, ConvergesWithFourthOrder) {
  const double coarse = calc_distance(run(1e-3), expected, wheel),
               fine = calc_distance(run(5e-4), expected, wheel);
  EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.15);
}

TEST_F(Car, AccelerationsMatchAtTheStart) {
  const Series series = run(1e-3);
  EXPECT_NEAR(series.at(0, "carBody.body.a_0[3]"), -0.140091149401917, 1e-11);
  EXPECT_NEAR(series.at(0, "wheelLeft.ring.a_0[3]"), -120.604299569797, 1e-9);
}

TEST_F(Car, DriftStaysAtRoundingWhenStabilised) {
  const Series series = run(1e-3);
  EXPECT_LT(series.result.largest_drift.position, 1e-12);
  EXPECT_LT(series.result.largest_drift.velocity, 1e-12);
}

TEST_F(Car, DriftGrowsWhenNotStabilised) {
  const Series series = run(1e-3, Stabilization::none);
  const std::string drift = "gelenk.drift.position";
  EXPECT_GT(series.at(0.1, drift), 1e-11);
  EXPECT_GT(series.at(1.5, drift), 2 * series.at(0.3, drift));
  EXPECT_GT(series.at(1.5, drift), 100 * run(1e-3).at(1.5, drift));
}

TEST_F(Car, IsTheMechanismOfTheThesis) {
  TestModel test = TestModel::from_file(examples + "Car.mo");
  EXPECT_EQ(test.system.counts.bodies, 9);
  EXPECT_EQ(test.system.counts.joints, 11);
  EXPECT_EQ(test.system.counts.constraint_rows, 52);
  EXPECT_EQ(test.system.nv, 12);
  const Assembly start = assemble(*test.formulation);
  EXPECT_EQ(start.closure_rows - start.rank, 4);
  EXPECT_EQ(start.degrees_of_freedom, 6);
  EXPECT_TRUE(start.moved.empty());
  // Revolute 1 and 4 close the loops, as in Thesis 7.6.
  std::vector<std::string> closing;
  for (const JointEdge& edge : test.system.root->joints) {
    if (!edge.in_tree) closing.push_back(edge.name);
  }
  EXPECT_EQ(closing, (std::vector<std::string>{"revolute1", "revolute4"}));
}

TEST(Manipulator, MatchesTheReference) {
  TestModel test = TestModel::from_file(examples + "Manipulator.mo");
  EXPECT_EQ(test.system.counts.bodies, 9);
  EXPECT_EQ(test.system.counts.joints, 9);
  EXPECT_EQ(test.system.counts.constraint_rows, 51);
  EXPECT_EQ(test.system.nv, 3);
  SimulationOptions options;
  options.stop_time = 5;
  options.interval = 0.5;
  options.step = 1e-4;
  options.integrator = "abm4";
  const Series series = testing::simulate(test, options, "arm.*.revolute.*");
  const Csv expected(examples + "Manipulator.expected.csv");
  for (const char* link : {"1", "2", "3"}) {
    const std::string joint = "arm.link" + std::string(link) + ".motor.revolute.";
    EXPECT_LT(calc_distance(series, expected, joint + "phi"), 1e-9);
    EXPECT_LT(calc_distance(series, expected, joint + "a"), 1.4e-8);
  }
}

// A motor that stands for itself at the third joint, without friction, is the Thesis's.
TEST(Manipulator, WithAMotorFromElsewhereMovesAlike) {
  const Csv expected(examples + "Manipulator.expected.csv");
  for (const auto& formulation : testing::all_formulations) {
    modelica::ReadOptions read;
    read.settings = {{"motor.dry", "false"}, {"motor.d", "0"}};
    TestModel test(
        modelica::read_model(examples + "ManipulatorWithMotor.mo", element_library(), read),
        formulation.make);
    SimulationOptions options;
    options.stop_time = 5;
    options.interval = 0.5;
    options.rtol = 1e-12;
    Series series = testing::simulate(test, options, "*.revolute.*");
    const auto rename = [&](const std::string& from, const std::string& to) {
      for (std::string& name : series.names) {
        if (name.starts_with(from)) name = to + name.substr(from.size());
      }
    };
    rename("link1.revolute.", "arm.link1.motor.revolute.");
    rename("link2.revolute.", "arm.link2.motor.revolute.");
    rename("motor.revolute.", "arm.link3.motor.revolute.");
    for (const char* link : {"1", "2", "3"}) {
      const std::string joint = "arm.link" + std::string(link) + ".motor.revolute.";
      EXPECT_LT(calc_distance(series, expected, joint + "phi"), 1e-9) << formulation.name;
      EXPECT_LT(calc_distance(series, expected, joint + "w"), 1e-8) << formulation.name;
    }
  }
}

// While it sticks the motor does not move by a bit, whatever the links before it do.
TEST(Manipulator, MotorSticks) {
  TestModel test = TestModel::from_file(examples + "ManipulatorWithMotor.mo");
  SimulationOptions options;
  options.stop_time = 5;
  options.interval = 0.01;
  const Series s = testing::simulate(test, options, "motor.revolute.*,motor.friction.tau");
  const auto column = [&](const char* name) {
    return std::find(s.names.begin(), s.names.end(), name) - s.names.begin();
  };
  const auto w = column("motor.revolute.w"), phi = column("motor.revolute.phi"),
             tau = column("motor.friction.tau");
  int held = 0;
  for (std::size_t i = 1; i < s.rows.size(); ++i) {
    EXPECT_LE(std::abs(s.rows[i][tau]), 16 * 1.3 * (1 + 1e-9));
    if (s.rows[i][w] != 0 || s.rows[i - 1][w] != 0 || s.time[i] == s.time[i - 1]) continue;
    ++held;
    EXPECT_EQ(s.rows[i][phi], s.rows[i - 1][phi]) << s.time[i];
  }
  EXPECT_GT(held, 50);
}

}  // namespace
}  // namespace gelenk
