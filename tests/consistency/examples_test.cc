// The examples, one line each, run by every formulation that can express them and by two integrators: all
// runs of an example give the same motion. What is compared are the positions of all frames in the world
// and the coordinates of 1-D elements, which do not depend on how joints were chosen to close loops. The
// formulation `hierarchical` runs them cut as the model is, by bisection, and around every body. The
// formulation `mixed` refuses 1-D elements, and has no method to pass the singular positions of some loops;
// such an example says so in its line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "base/error.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

struct Example {
  const char* file;
  double tolerance;  // of positions, at rtol 1e-12, over the time of the experiment annotation
  enum Kind { bodies, axes, singular } kind = bodies;
};

std::ostream& operator<<(std::ostream& out, const Example& example) { return out << example.file; }

const Example all_examples[] = {
    {"Pendulum.mo", 1e-9},
    {"DoublePendulum.mo", 1e-9},
    {"DampedDoublePendulum.mo", 1e-9, Example::axes},
    {"DrivenSliderCrank.mo", 1e-9, Example::axes},
    {"RollingWheel.mo", 1e-9},
    {"Rattleback.mo", 1e-8},
    {"Bicycle.mo", 1e-8},
    {"Rotor.mo", 1e-9, Example::axes},
    {"FourBar.mo", 1e-9},
    {"SliderCrank.mo", 1e-9},
    {"FiveBarRobot.mo", 1e-9},
    {"ParallelogramRow.mo", 1e-8, Example::singular},
    {"Bricard.mo", 1e-9},
    {"SpatialSliderCrank.mo", 1e-9},
    {"SpringDoublePendulum.mo", 1e-9},
    {"FiveBarSuspension.mo", 1e-9},
    {"Governor.mo", 1e-8, Example::axes},
    {"FrictionArm.mo", 1e-8, Example::axes},
    {"StickSlip.mo", 1e-9, Example::axes},
    {"BouncingBall.mo", 1e-9, Example::axes},
    {"Cradle.mo", 1e-8, Example::axes},
    {"Clutch.mo", 1e-8, Example::axes},
    {"CraneRope.mo", 1e-8, Example::axes},
    {"BlockOnSlope.mo", 1e-9, Example::axes},
    {"TiltingTable.mo", 1e-8, Example::axes},
    {"ServoArm.mo", 1e-8, Example::axes},
    {"GearUnit.mo", 1e-8, Example::axes},
    {"CartPole.mo", 1e-8, Example::axes},
    {"DcMotor.mo", 1e-8, Example::axes},
    {"PositionServo.mo", 1e-8, Example::axes},
    {"dymola/Manutec.mo", 1e-7, Example::axes},
    {"dymola/ManutecArm.mo", 1e-8},
    {"Bus.mo", 1e-8, Example::axes},
    {"HydraulicCylinder.mo", 1e-8, Example::axes},
    {"QuarterCar.mo", 1e-8, Example::axes},
    {"Bushing.mo", 1e-9},
    {"cad/SteamMachine.mo", 1e-9},
    {"cad/PassengerCar.mo", 1e-9},
    {"successive/Engine.mo", 1e-8},
    {"successive/Kuka.mo", 1e-8},
    {"thesis/Car.mo", 1e-9},
    {"thesis/Manipulator.mo", 1e-9},
    {"thesis/ManipulatorWithMotor.mo", 1e-8, Example::axes},
};

class Examples : public ::testing::TestWithParam<Example> {};

Series run(const Example& example, const testing::Make& make, const char* integrator) {
  TestModel test =
      TestModel::from_file(std::string(GELENK_SOURCE_DIR) + "/examples/" + example.file, make);
  SimulationOptions options;
  options.stop_time = test.model.experiment.stop_time.value();
  options.interval = options.stop_time / 50;
  options.rtol = 1e-12;
  options.integrator = integrator;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

// Whether a signal is a position that all formulations have.
bool is_position(const std::string& name, Example::Kind kind) {
  if (name.find(".r_0[") != std::string::npos) return true;
  return kind == Example::axes && (name.ends_with(".phi") || name.ends_with(".s"));
}

// The largest difference; rows at events, where a run has two, count once.
double calc_distance(const Series& a, const Series& b, Example::Kind kind, std::string& where) {
  double worst = 0;
  int compared = 0;
  for (int i = 0; i <= 50; ++i) {
    const double time = a.time.back() * i / 50;
    for (const std::string& name : a.names) {
      if (!is_position(name, kind) || !b.has(name)) continue;
      ++compared;
      const double distance = std::abs(a.at(time, name) - b.at(time, name));
      if (!(distance <= worst)) where = name + " at " + std::to_string(time);
      worst = std::isnan(distance) ? INFINITY : std::max(worst, distance);
    }
  }
  EXPECT_GT(compared, 50);
  return worst;
}

TEST_P(Examples, MoveAlikeByEveryFormulationAndIntegrator) {
  const Example example = GetParam();
  const Series first = run(example, make_recursive_formulation, "auto");
  const auto compare = [&](const Series& other) {
    std::string where;
    const double distance = calc_distance(first, other, example.kind, where);
    EXPECT_LT(distance, example.tolerance) << where;
    // All of it, what is fixed to ground included.
    const double energy = first.at(0, "gelenk.energy.total");
    EXPECT_NEAR(other.at(0, "gelenk.energy.total"), energy, 1e-9 * (1 + std::abs(energy)));
  };
  compare(run(example, make_recursive_formulation, "erk8"));
  for (const BuildOptions& build : {testing::by_model, testing::by_bisection, testing::by_body}) {
    SCOPED_TRACE(static_cast<int>(build.hierarchy));
    compare(run(example, {testing::make_hierarchical, build}, "auto"));
  }
  if (example.kind == Example::bodies) compare(run(example, make_mixed_formulation, "auto"));
  if (example.kind == Example::axes) {
    EXPECT_THROW(run(example, make_mixed_formulation, "auto"), UserError);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Examples, ::testing::ValuesIn(all_examples),
                         [](const ::testing::TestParamInfo<Example>& test) {
                           std::string name = test.param.file;
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name.substr(0, name.size() - 2);
                         });

}  // namespace
}  // namespace gelenk
