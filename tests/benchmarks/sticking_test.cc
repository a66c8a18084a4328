// The examples with friction and impacts against closed forms: how long a block on a belt sticks and slips, when
// a ball hits the ground; and joints at rest by friction, which do not creep by the last digit.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

Series run(const std::string& example, const std::string& signals, double stop = 0,
           double interval = 0,
           const std::vector<std::pair<std::string, std::string>>& settings = {}) {
  TestModel test(
      modelica::read_model(std::string(GELENK_SOURCE_DIR) + "/examples/" + example + ".mo",
                           element_library(), {.model_name = "", .settings = settings}));
  SimulationOptions options;
  options.stop_time = stop > 0 ? stop : test.model.experiment.stop_time.value();
  options.interval = interval > 0 ? interval : test.model.experiment.interval.value();
  Series series = testing::simulate(test, options, signals);
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

// An event has two rows.
std::vector<double> find_events(const Series& s) {
  std::vector<double> times;
  for (std::size_t i = 1; i < s.time.size(); ++i) {
    if (s.time[i] == s.time[i - 1]) times.push_back(s.time[i]);
  }
  return times;
}

// The block breaks away with the spring stretched by x = fs/c, and moves as fc/c + A cos ωt + B sin ωt with
// A = (fs − fc)/c, B = v/ω until its speed is v again; then it lies as far on the other side of fc/c.
TEST(StickSlip, DurationsMatchTheClosedForm) {
  const double m = 1, c = 100, v = 0.2, fs = 10, fc = 6, omega = std::sqrt(c / m);
  const double slip = (2 * std::numbers::pi - 2 * std::atan2((fs - fc) / c * omega, v)) / omega;
  const double stick = 2 * (fs - fc) / c / v;
  const Series s = run("StickSlip", "mass.s,friction.v_rel");
  const std::vector<double> events = find_events(s);
  ASSERT_GE(events.size(), 11u);
  EXPECT_NEAR(events[0], fs / c / v, 1e-10);
  for (std::size_t i = 1; i < events.size(); ++i)
    EXPECT_NEAR(events[i] - events[i - 1], i % 2 == 1 ? slip : stick, 1e-8) << i;
  // It sticks to the belt without any speed at all.
  int stuck = 0;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    if (s.time[i] > events[1] && s.time[i] < events[2]) {
      EXPECT_EQ(s.rows[i][s.names[0] == "friction.v_rel" ? 0 : 1], 0.0) << s.time[i];
      ++stuck;
    }
  }
  EXPECT_GE(stuck, 30);
}

// A four-bar that a drive turns to and fro has no freedom left in which friction could hold a joint: the moments in its hinges are
// those of the table against the motion, also just after it turns. Where nothing moves, there are none.
TEST(FrictionInADrivenLoop, FollowsTheDrive) {
  const std::string text = R"(
model Driven
  import Modelica.Mechanics.MultiBody.{Joints, Parts};
  inner Modelica.Mechanics.MultiBody.World world;
  Parts.Fixed ground(r = {1, 0, 0});
  Joints.Revolute crank(useAxisFlange = true), pin1(phi(start = -0.6), useAxisFlange = true),
    pin2(phi(start = -1.95)), rocker(useAxisFlange = true);
  Parts.BodyBox b1(r = {0.3, 0, 0}, width = 0.04), b2(r = {0.9, 0, 0}, width = 0.04), b3(r = {0.6, 0, 0}, width = 0.04);
  Modelica.Mechanics.Rotational.Sources.Position drive(exact = true,
    phi_ref = 1 + 0.3*(if time < 0.5 then 0 else (1 - cos(2*(time - 0.5)))));
  Gelenk.Rotational.Friction at_rocker(tau_pos = [0, 0.6]), at_pin(tau_pos = [0, 0.2]);
equation
  connect(world.frame_b, crank.frame_a);
  connect(drive.flange, crank.axis);
  connect(crank.frame_b, b1.frame_a);
  connect(b1.frame_b, pin1.frame_a);
  connect(pin1.frame_b, b2.frame_a);
  connect(b2.frame_b, pin2.frame_a);
  connect(pin2.frame_b, b3.frame_a);
  connect(b3.frame_b, rocker.frame_a);
  connect(rocker.frame_b, ground.frame_b);
  connect(at_rocker.flange_a, rocker.support);
  connect(at_rocker.flange_b, rocker.axis);
  connect(at_pin.flange_a, pin1.support);
  connect(at_pin.flange_b, pin1.axis);
end Driven;
)";
  std::vector<std::pair<testing::NamedFormulation, std::string>> methods = {
      {testing::all_formulations[0], "erk8"},
      {testing::all_formulations[0], "dop853"},
      {testing::all_formulations[0], "cvode"}};
  for (const testing::NamedFormulation& named : testing::all_formulations)
    methods.push_back({named, "auto"});
  for (const auto& [named, integrator] : methods) {
    if (std::string(named.name) == "mixed") continue;  // has no 1-D elements
    SCOPED_TRACE(named.name + (' ' + integrator));
    TestModel test = TestModel::from_text(text, named.make);
    SimulationOptions options;
    options.integrator = integrator;
    options.stop_time = 6;
    options.interval = 0.01;
    const Series s = testing::simulate(
        test, options, "at_rocker.w_rel,at_rocker.tau,at_pin.w_rel,at_pin.tau,drive.phi");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_EQ(find_events(s).size(), 1u + 3u);  // the start, and three turns
    int turns = 0;
    double before[] = {0, 0, 0};
    for (std::size_t i = 0; i < s.time.size(); ++i) {
      const double t = s.time[i];
      for (int k : {0, 2}) {
        const double w = s.rows[i][k], most = k == 0 ? 0.6 : 0.2;
        const double expected = t < 0.5 ? 0.0 : std::copysign(most, w);
        const bool moves = std::abs(w) > 1e-6;
        EXPECT_FALSE(moves && t < 0.5) << t;
        if (moves || t < 0.5) {
          EXPECT_EQ(s.rows[i][k + 1], expected) << t;
        }
        if (!moves) continue;
        turns += w * before[k] < 0;
        before[k] = w;
      }
      EXPECT_NEAR(s.rows[i][4], t < 0.5 ? 1.0 : 1.3 - 0.3 * std::cos(2 * (t - 0.5)), 1e-12);
    }
    EXPECT_EQ(turns, 6);
  }
}

TEST(BouncingBall, HitsTheGroundWhenItShould) {
  const Series s = run("BouncingBall", "slide.s,slide.v");
  const std::vector<double> events = find_events(s);
  ASSERT_GE(events.size(), 30u);
  const double fall = std::sqrt(2 / 9.81);
  double time = fall, bounce = 2 * fall, worst = 0;
  for (double event : events) {
    worst = std::max(worst, std::abs(event - time));
    time += bounce *= 0.8;
  }
  EXPECT_LT(worst, 1e-10);
  EXPECT_EQ(s.last("slide.s"), 0.0);
  EXPECT_EQ(s.last("slide.v"), 0.0);
}

TEST(BlockOnSlope, DoesNotCreep) {
  const Series s = run("BlockOnSlope", "slide.s,slide.v,friction.f");
  ASSERT_EQ(s.time.back(), 1000);
  for (double t : s.time) {
    EXPECT_EQ(s.at(t, "slide.s"), 0.123456789) << t;
    EXPECT_EQ(s.at(t, "slide.v"), 0.0) << t;
    EXPECT_NEAR(s.at(t, "friction.f"), 2 * 9.81 * std::sin(0.3), 1e-13) << t;
  }
  const Series slides = run("BlockOnSlope", "slide.s", 2, 1, {{"mu", "0.2"}});
  const double a = 9.81 * (std::sin(0.3) - 0.2 * std::cos(0.3));
  EXPECT_NEAR(slides.last("slide.s"), 0.123456789 + 2 * a, 1e-12);
}

// At rest the friction carries the weight: its torque is the slope of the potential energy over the angle,
// by a difference of two poses.
TEST(FrictionArm, ComesToRestAndHoldsItsWeight) {
  const Series s = run("FrictionArm", "*.joint.phi,*.joint.w,*.friction.tau");
  EXPECT_GT(s.result.events, 20);
  // Forces have no corner where a speed comes to zero, and steps that look beyond are not refused: they were 305.
  EXPECT_LT(s.result.rejected_steps, 60);
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    if (s.time[i] < s.time.back() - 1) continue;
    for (std::size_t j = 0; j < s.names.size(); ++j) {
      const std::string& name = s.names[j];
      if (name.ends_with(".tau")) continue;
      EXPECT_EQ(s.rows[i][j], name.ends_with(".w") ? 0.0 : s.last(name)) << name;
    }
  }
  const auto calc_energy = [&](int moved, double by) {
    std::vector<std::pair<std::string, std::string>> pose;
    for (int link = 1; link <= 6; ++link) {
      const std::string name = "link" + std::to_string(link);
      char angle[40];
      std::snprintf(angle, sizeof angle, "%.17g",
                    s.last(name + ".joint.phi") + (link == moved ? by : 0));
      pose.emplace_back(name + ".phi_start", angle);
    }
    return run("FrictionArm", "gelenk.energy.total", 1e-3, 1e-3, pose).at(0, "gelenk.energy.total");
  };
  const double h = 1e-4;
  for (int link = 1; link <= 6; ++link) {
    const double slope = (calc_energy(link, h) - calc_energy(link, -h)) / (2 * h);
    EXPECT_NEAR(std::abs(s.last("link" + std::to_string(link) + ".friction.tau")), std::abs(slope),
                1e-5)
        << link;
  }
}

// Until then, what the joints rub off is what the arm loses: the trapezoidal sum of power over rows at every
// quarter of a millisecond, where events have two rows.
TEST(FrictionArm, LosesWhatItsJointsRubOff) {
  const Series s = run("FrictionArm", "*.joint.w,*.friction.tau,gelenk.energy.total", 6, 2.5e-4);
  const auto column = [&](const std::string& name) {
    return std::find(s.names.begin(), s.names.end(), name) - s.names.begin();
  };
  std::vector<double> power(s.time.size());
  for (int link = 1; link <= 6; ++link) {
    const std::string name = "link" + std::to_string(link);
    const auto w = column(name + ".joint.w"), tau = column(name + ".friction.tau");
    for (std::size_t i = 0; i < power.size(); ++i)
      power[i] += std::abs(s.rows[i].at(w) * s.rows[i].at(tau));
  }
  double lost = 0;
  for (std::size_t i = 1; i < power.size(); ++i)
    lost += (power[i] + power[i - 1]) / 2 * (s.time[i] - s.time[i - 1]);
  const auto energy = column("gelenk.energy.total");
  EXPECT_GT(lost, 1000);
  EXPECT_NEAR(s.rows.front().at(energy) - s.rows.back().at(energy), lost, 1e-4);
}

}  // namespace
}  // namespace gelenk
