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
