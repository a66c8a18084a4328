// The angle of a joint that closes a loop, which poses tell but for whole turns: as signal and as what laws read, at
// output intervals of any length, in every formulation and by every kind of integrator.
#include <gtest/gtest.h>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::NamedFormulation;
using testing::Series;
using testing::TestModel;

class ClosingAngles : public ::testing::TestWithParam<NamedFormulation> {};
INSTANTIATE_TEST_SUITE_P(All, ClosingAngles, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& test) { return std::string(test.param.name); });

// A heavy crank swings, or turns over; its bearing closes the loop.
const char* const crank = R"(
model Crank
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  parameter Real speed = -3;
  inner Modelica.Mechanics.MultiBody.World world(g = 60);
  Joints.Revolute bearing(n = {0, 0, 1});
  Parts.BodyShape crank(m = 1, r = {0.2, 0, 0}, r_CM = {0.1, 0, 0}, I_11 = 0.5, I_22 = 0.5, I_33 = 0.5);
  Joints.Revolute pin(n = {0, 0, 1}, phi(start = 0.4, fixed = true), w(start = speed, fixed = true));
  Parts.BodyShape rod(m = 0.2, r = {0.6, 0, 0}, r_CM = {0.3, 0, 0}, I_11 = 0.01, I_22 = 0.01, I_33 = 0.01);
  Joints.Revolute small(n = {0, 0, 1}, phi(start = -0.2));
  Joints.Prismatic slide(n = {1, 0, 0}, s(start = 0.75));
  Parts.Body slider(m = 0.1, r_CM = {0, 0, 0});
  $
equation
  connect(world.frame_b, bearing.frame_a);
  connect(bearing.frame_b, crank.frame_a);
  connect(crank.frame_b, pin.frame_a);
  connect(pin.frame_b, rod.frame_a);
  connect(rod.frame_b, small.frame_a);
  connect(small.frame_b, slider.frame_a);
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, slider.frame_a);
  @
end Crank;
)";

std::string crank_with(const std::string& declarations, const std::string& equations,
                       const std::string& speed = "-30") {
  std::string text = crank;
  text.replace(text.find("-3;"), 2, speed);
  text.replace(text.find('$'), 1, declarations);
  text.replace(text.find('@'), 1, equations);
  return text;
}

TEST_P(ClosingAngles, AreTheSameHoweverFarRowsAreApart) {
  for (const bool turns : {false, true}) {
    SimulationOptions options;
    options.stop_time = 4;
    options.interval = 0.01;
    TestModel model =
        TestModel::from_text(crank_with("", "", turns ? "-30" : "-3"), GetParam().make);
    const std::string signals = "bearing.phi,pin.phi,small.phi";
    const Series fine = testing::simulate(model, options, signals);
    double before = fine.rows[0][0], largest = 0;
    for (const auto& row : fine.rows) {
      EXPECT_LT(std::abs(row[0] - before), 1);
      before = row[0];
      largest = std::max(largest, std::abs(row[0]));
    }
    EXPECT_EQ(largest > 30, turns);
    for (const char* integrator : {"auto", "erk8", "cvode"}) {
      for (const double interval : {0.4, 2.0, 4.0}) {
        options.interval = interval;
        options.integrator = integrator;
        const Series s = testing::simulate(model, options, signals);
        ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
        for (const double t : s.time) {
          for (const std::string& name : s.names)
            EXPECT_NEAR(s.at(t, name), fine.at(t, name), 1e-3) << integrator << ' ' << interval;
        }
      }
    }
  }
}

// Reading the angle makes it a signal of the laws: y is followed by them, z by integration.
TEST_P(ClosingAngles, AreTheSameForLaws) {
  SimulationOptions options;
  options.stop_time = 4;
  for (const double interval : {0.01, 4.0}) {
    options.interval = interval;
    TestModel model = TestModel::from_text(
        crank_with("Real y = small.phi + bearing.phi, z(start = 0, fixed = true);",
                   "der(z) = small.w + bearing.w;"),
        GetParam().make);
    const Series s = testing::simulate(model, options, "y,z,bearing.phi,small.phi");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_NEAR(s.last("y") - s.rows[0][0], s.last("z"), 1e-6) << interval;
    EXPECT_NEAR(s.last("y"), s.last("bearing.phi") + s.last("small.phi"), 1e-12) << interval;
  }
}

// A door on two hinges with one axis turns steadily, so that an integrator makes steps of many turns. One of its hinges
// closes the loop; a law that reads its angle switches at a turn far away.
TEST_P(ClosingAngles, CountManyTurnsInOneStep) {
  TestModel model = TestModel::from_text(R"(
model Door
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world(g = 0);
  Joints.Revolute lower(n = {0, 1, 0}, phi(fixed = true), w(start = 100, fixed = true)), upper(n = {0, 1, 0});
  Parts.FixedTranslation wall(r = {0, 2, 0}), edge(r = {0, 2, 0});
  Parts.Body door(m = 30, r_CM = {0.4, 1, 0});
  Real y = upper.phi;
  discrete Real passed(start = -1, fixed = true);
equation
  connect(world.frame_b, lower.frame_a);
  connect(lower.frame_b, door.frame_a);
  connect(world.frame_b, wall.frame_a);
  connect(wall.frame_b, upper.frame_a);
  connect(door.frame_a, edge.frame_a);
  connect(edge.frame_b, upper.frame_b);
  when upper.phi > 777 then
    passed = time;
  end when;
end Door;
)",
                                         GetParam().make);
  for (const char* integrator : {"auto", "erk8", "cvode"}) {
    SimulationOptions options;
    options.stop_time = 10;
    options.interval = 5;
    options.integrator = integrator;
    const Series s = testing::simulate(model, options, "upper.phi,y,passed");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
      EXPECT_NEAR(s.rows[i][0], 100 * s.time[i], 1e-4) << integrator;
      EXPECT_NEAR(s.rows[i][1], 100 * s.time[i], 1e-4) << integrator;
    }
    EXPECT_NEAR(s.last("passed"), 7.77, 1e-6) << integrator;
  }
}

// One table of signals and one formulation, two runs: turns of the first are forgotten.
TEST_P(ClosingAngles, StartAnewWithEveryRun) {
  TestModel model = TestModel::from_text(crank_with("", ""), GetParam().make);
  SignalTable table(model.system, "bearing.phi");
  SimulationOptions options;
  options.stop_time = 4;
  options.interval = 1;
  std::vector<std::vector<double>> runs;
  for (int run = 0; run < 2; ++run) {
    runs.emplace_back();
    SimulationCallbacks callbacks;
    callbacks.row = [&](double, const std::vector<double>& values) {
      runs.back().push_back(values[0]);
    };
    std::optional<Assembly> start;
    if (model.system.partition) start = testing::assemble(model);
    gelenk::simulate(*model.formulation, table, options, callbacks, start);
  }
  EXPECT_EQ(runs[0], runs[1]);
}

}  // namespace
}  // namespace gelenk
