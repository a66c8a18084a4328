// Examples against the expected files beside them, one line each: the four-bar, the plane slider crank and the
// double pendulum from Lagrange's equations in as many coordinates as there are freedoms; the engine from its
// reduction to the crank angle, in 80-bit arithmetic with events located exactly; the steam machine likewise, by
// Dormand-Prince of order 8, with the angle as the independent variable up to each event; Bricard's mechanism and the spatial slider crank from accelerations by
// one dense system in 113-bit arithmetic, integrated by extrapolation of order 18. At the default tolerance and
// at the tightest, in every formulation.
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

#include "tests/support/csv.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

struct Reference {
  const char* example;
  double coarse, fine;  // distance of all columns, at rtol 1e-8 and 1e-12
};

std::ostream& operator<<(std::ostream& out, const Reference& reference) {
  return out << reference.example;
}

class References : public ::testing::TestWithParam<Reference> {};

double calc_distance(const std::string& example, testing::Make make, double rtol) {
  const std::string path = std::string(GELENK_SOURCE_DIR) + "/examples/" + example;
  TestModel test = TestModel::from_file(path + ".mo", make);
  const testing::Csv expected(path + ".expected.csv");
  SimulationOptions options;
  options.rtol = rtol;
  options.interval = 0.05;
  options.stop_time = expected.rows.back()[0];
  const Series s = testing::simulate(test, options, "*");
  EXPECT_EQ(s.result.status, RunStatus::done) << s.result.message;
  double worst = 0;
  for (const auto& row : expected.rows) {
    for (std::size_t i = 1; i < row.size(); ++i)
      worst = std::max(worst, std::abs(s.at(row[0], expected.names[i]) - row[i]));
  }
  return worst;
}

TEST_P(References, AreMet) {
  const Reference reference = GetParam();
  for (const auto& formulation : testing::all_formulations) {
    EXPECT_LT(calc_distance(reference.example, formulation.make, 1e-8), reference.coarse)
        << formulation.name;
    EXPECT_LT(calc_distance(reference.example, formulation.make, 1e-12), reference.fine)
        << formulation.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, References,
                         ::testing::Values(Reference{"FourBar", 1e-6, 1e-10},
                                           Reference{"SliderCrank", 5e-6, 2e-10},
                                           Reference{"Bricard", 1e-7, 1e-11},
                                           Reference{"SpatialSliderCrank", 1e-5, 2e-9},
                                           Reference{"SpringDoublePendulum", 1e-6, 2e-10},
                                           Reference{"cad/SteamMachine", 1e-7, 1e-11},
                                           // Turned by 225 rad: relative to that 1e-6 and 2e-11.
                                           Reference{"successive/Engine", 2e-4, 5e-9}),
                         [](const auto& test) {
                           const std::string path = test.param.example;
                           return path.substr(path.find('/') + 1);
                         });

// Versions of the two published problems: thin rods, and the crank's centre of mass halfway along it.
TEST(ReferenceVersions, AreMet) {
  const auto run = [](const std::string& example, const std::string& name, const std::string& value,
                      double stop) {
    modelica::ReadOptions read;
    read.settings = {{name, value}};
    TestModel test(modelica::read_model(
        std::string(GELENK_SOURCE_DIR) + "/examples/" + example + ".mo", element_library(), read));
    SimulationOptions options;
    options.rtol = 1e-12;
    options.stop_time = stop;
    return testing::simulate(test, options, "*");
  };
  const Series thin = run("Bricard", "b", "0", 1);
  EXPECT_NEAR(thin.last("rod[2].frame_b.r_0[1]"), 0.27333391580966081, 1e-11);
  EXPECT_NEAR(thin.last("rod[2].frame_b.r_0[2]"), -0.88654400079197902, 1e-11);
  EXPECT_NEAR(thin.last("rod[2].frame_b.r_0[3]"), -0.46264428523407863, 1e-11);
  const Series halfway = run("SpatialSliderCrank", "centre", "0.5", 5);
  EXPECT_NEAR(halfway.last("crankJoint.phi"), 54.3333321683132, 2e-9);
  EXPECT_NEAR(halfway.last("crankJoint.w"), 11.4949962650421, 2e-9);
  EXPECT_NEAR(halfway.last("slide.s"), 0.240719573729615, 2e-10);
  EXPECT_NEAR(halfway.last("slide.v"), -0.595984412044936, 2e-10);
}

// When the quarter car has settled, the tyre carries all of it, whatever the rods do.
TEST(FiveBarSuspension, TyreCarriesTheWeight) {
  for (const auto& formulation : testing::all_formulations) {
    TestModel test = TestModel::from_file(
        std::string(GELENK_SOURCE_DIR) + "/examples/FiveBarSuspension.mo", formulation.make);
    SimulationOptions options;
    options.stop_time = 12;
    const Series s = testing::simulate(test, options, "tyre.*,carrier.r_0*,bounce.v");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_EQ(s.result.degrees_of_freedom, 2);
    EXPECT_LT(std::abs(s.last("bounce.v")), 1e-8);
    const double upright = s.last("carrier.r_0[3]") / s.last("tyre.s");
    EXPECT_NEAR(-s.last("tyre.f") * upright, (350 + 40 + 5 * 2) * 9.81, 1e-4) << formulation.name;
  }
}

}  // namespace
}  // namespace gelenk
