// The ways to hold constraints against each other, on a four-bar built of spatial revolutes: the same motion, and
// drift as each of them promises.
#include <gtest/gtest.h>

#include <cmath>

#include "analyses/coordinate_partition.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::string four_bar = std::string(GELENK_SOURCE_DIR) + "/examples/FourBar.mo";

Series run(Stabilization stabilization, double stop_time, const char* integrator = "auto",
           const char* independent = "", double rtol = 1e-10) {
  TestModel test = TestModel::from_file(four_bar);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = stop_time / 50;
  options.rtol = rtol;
  options.integrator = integrator;
  options.stabilization = stabilization;
  options.independent = independent;
  return testing::simulate(test, options, "*.phi,*.w,gelenk.drift.*");
}

TEST(Stabilization, AllWaysGiveTheSameMotion) {
  const Series reference = run(Stabilization::projection, 5);
  for (Stabilization way :
       {Stabilization::partition, Stabilization::baumgarte, Stabilization::none}) {
    const Series s = run(way, 5);
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    ASSERT_EQ(s.rows.size(), reference.rows.size());
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
      for (std::size_t k = 0; k + 2 < s.rows[i].size(); ++k)
        EXPECT_NEAR(s.rows[i][k], reference.rows[i][k], 1e-6) << s.names[k];
    }
  }
}

// Whatever coordinate of the four-bar is the independent one: also the rocker's, which turns back twice in every turn of
// the crank and tells little of the motion there.
TEST(Stabilization, IndependentCoordinatesByName) {
  const double rtol = 1e-11;
  const Series reference = run(Stabilization::projection, 5, "auto", "", rtol);
  for (const char* name : {"crankJoint.phi", "crankPin.phi", "rockerJoint.phi"}) {
    const Series s = run(Stabilization::partition, 5, "auto", name, rtol);
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_LT(s.result.largest_drift.position, 1e-12) << name;
    for (std::size_t k = 0; k + 2 < s.rows.back().size(); ++k)
      EXPECT_NEAR(s.rows.back()[k], reference.rows.back()[k], 1e-6) << name << " " << s.names[k];
  }
}

TEST(Stabilization, DriftIsWhatEachPromises) {
  EXPECT_LT(run(Stabilization::projection, 20).result.largest_drift.position, 1e-12);
  EXPECT_LT(run(Stabilization::partition, 20).result.largest_drift.position, 1e-12);
  const double unheld = run(Stabilization::none, 20, "rk4").result.largest_drift.position,
               fed_back = run(Stabilization::baumgarte, 20, "rk4").result.largest_drift.position;
  EXPECT_GT(unheld, 1e-12);
  EXPECT_LT(fed_back, 0.1 * unheld);
}

// A door on two hinges with one axis: all rows of the second depend on those of the first, and none is left for coordinates that
// depend on others. It swings as a pendulum, φ̈ = −m g r cos φ / (J + m r²).
TEST(Stabilization, PartitionHoldsLoopsWhoseRowsAllDependOnOthers) {
  const double step = 1e-4, pull = 9.80665 / (1 + 0.001);
  double phi = 0, w = 0;
  for (int i = 0; i < 10000; ++i) {
    const double k1 = -pull * std::cos(phi), k2 = -pull * std::cos(phi + step / 2 * w),
                 k3 = -pull * std::cos(phi + step / 2 * (w + step / 2 * k1)),
                 k4 = -pull * std::cos(phi + step * (w + step / 2 * k2));
    phi += step * (w + step / 6 * (k1 + k2 + k3));
    w += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  for (const testing::NamedFormulation& formulation : testing::formulations_with_closure) {
    TestModel test = TestModel::from_text(
        "model Door\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
        "  inner Modelica.Mechanics.MultiBody.World world(g = 9.80665, n = {0, -1, 0});\n"
        "  Joints.Revolute a, c;\n"
        "  Parts.Body b(m = 1, r_CM = {1, 0, 0}, I_33 = 0.001);\nequation\n"
        "  connect(world.frame_b, a.frame_a);\n  connect(world.frame_b, c.frame_a);\n"
        "  connect(a.frame_b, b.frame_a);\n  connect(c.frame_b, b.frame_a);\nend Door;\n",
        formulation.make);
    SimulationOptions options;
    options.stabilization = Stabilization::partition;
    const Series s = testing::simulate(test, options, "a.phi,c.phi");
    ASSERT_EQ(s.result.status, RunStatus::done) << formulation.name << s.result.message;
    EXPECT_NEAR(s.last("a.phi"), phi, 1e-7) << formulation.name;
    EXPECT_NEAR(s.last("c.phi"), phi, 1e-7) << formulation.name;
  }
}

// Over a thousand seconds, and no growth in the second half.
TEST(Stabilization, AFourBarStaysClosedForLong) {
  const Series s = run(Stabilization::projection, 1000);
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_LT(s.result.largest_drift.position, 1e-12);
  EXPECT_LT(s.result.largest_drift.velocity, 1e-11);
}

}  // namespace
}  // namespace gelenk
