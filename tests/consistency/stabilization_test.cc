// The ways to hold constraints against each other, on a four-bar built of spatial revolutes: the same motion, and
// drift as each of them promises.
#include <gtest/gtest.h>

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

// Over a thousand seconds, and no growth in the second half.
TEST(Stabilization, AFourBarStaysClosedForLong) {
  const Series s = run(Stabilization::projection, 1000);
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_LT(s.result.largest_drift.position, 1e-12);
  EXPECT_LT(s.result.largest_drift.velocity, 1e-11);
}

}  // namespace
}  // namespace gelenk
