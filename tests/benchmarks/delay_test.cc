// What was some time ago, against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

Series run(const std::string& text, double stop, const std::string& integrator = "auto",
           double rtol = 1e-9) {
  TestModel test = TestModel::from_text(text);
  SimulationOptions options;
  options.rtol = rtol;
  options.stop_time = stop;
  options.interval = stop / 200;
  options.integrator = integrator;
  const Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

// ẋ = −x(t − T), x = 1 before: by the method of steps x = Σ (−1)^k (t − (k − 1) T)^k / k!, a polynomial in each stretch.
double calc_steps(double t, double T) {
  double x = 1.0, factorial = 1.0;
  for (int k = 1; t - (k - 1) * T > 0; ++k) {
    factorial *= k;
    x += (k % 2 == 0 ? 1 : -1) * std::pow(t - (k - 1) * T, k) / factorial;
  }
  return x;
}

TEST(Delay, FollowsTheMethodOfSteps) {
  for (const char* integrator : {"auto", "dopri5", "cvode", "ida", "rk4"}) {
    const bool is_loose = std::string(integrator) != "auto" && std::string(integrator) != "dopri5";
    const Series s = run("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 0.5); end M;", 5.0,
                         integrator, is_loose ? 1e-9 : 1e-11);
    for (int i = 0; i <= 200; ++i) {
      const double t = 0.025 * i;
      // The curve through what was is held to 2.5e-10 of the largest value, in each of ten stretches.
      EXPECT_NEAR(s.at(t, "x"), calc_steps(t, 0.5), is_loose ? 1e-6 : 3e-9) << integrator << " " << t;
    }
  }
}

TEST(Delay, OfAJumpJumpsAtAnEvent) {
  const Series s = run(
      "model M Real u, y, z; equation u = if time < 0.4 then sin(3*time) else 5; y = delay(u, 0.25); "
      "z = delay(y, 0.25); end M;",
      1.5);
  for (const double t : s.time) {
    if (std::abs(t - 0.65) < 1e-6 || std::abs(t - 0.9) < 1e-6) continue;
    const auto u = [](double at) { return at < 0 ? 0 : at < 0.4 ? std::sin(3 * at) : 5; };
    EXPECT_NEAR(s.at(t, "y"), u(t - 0.25), 1e-8) << t;
    EXPECT_NEAR(s.at(t, "z"), u(t - 0.5), 1e-8) << t;
  }
}

TEST(Delay, MayChangeItsTime) {
  const Series s = run(
      "model M Real T = 0.3 + 0.1*sin(time), y; equation y = delay(cos(2*time), T, 0.5); end M;", 4.0);
  for (const double t : s.time) {
    if (t < 0.6) continue;
    EXPECT_NEAR(s.at(t, "y"), std::cos(2 * (t - 0.3 - 0.1 * std::sin(t))), 1e-7) << t;
  }
}

// A force by what a joint was: x'' = −x(t − T) for a mass of 1 kg, as the same equation in the user's states.
TEST(Delay, ActsOnAMechanismInEveryFormulation) {
  const std::string text = R"(
model M
  inner Modelica.Mechanics.MultiBody.World world(g = 0);
  Modelica.Mechanics.MultiBody.Joints.Prismatic j(useAxisFlange = true, s(start = 1, fixed = true), v(fixed = true));
  Modelica.Mechanics.MultiBody.Parts.PointMass p(m = 1);
  Modelica.Mechanics.Translational.Sources.Force force(f = late);
  Real late, x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  late = -delay(j.s, 0.3);
  der(x) = v;
  der(v) = -delay(x, 0.3);
  connect(world.frame_b, j.frame_a);
  connect(j.frame_b, p.frame_a);
  connect(force.flange, j.axis);
end M;
)";
  for (const auto& formulation : testing::all_formulations) {
    if (std::string(formulation.name) == "mixed") continue;  // has no axes
    TestModel test = TestModel::from_text(text, formulation.make);
    SimulationOptions options;
    options.stop_time = 6.0;
    options.interval = 0.1;
    const Series s = testing::simulate(test, options, "*");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    for (const double t : s.time)
      EXPECT_NEAR(s.at(t, "j.s"), s.at(t, "x"), 1e-7) << formulation.name << " " << t;
  }
}

TEST(Delay, RefusesWhatItCannotKnow) {
  const auto message = [](const std::string& equations) {
    try {
      TestModel::from_text("model M Real x = sin(time), y; equation " + equations + " end M;");
    } catch (const UserError& error) {
      return error.diagnostics().at(0).message;
    }
    return std::string("nothing");
  };
  EXPECT_EQ(message("y = delay(x, x);"), "the time of delay changes");
  EXPECT_EQ(message("y = delay(x, -1);"), "the time of delay is negative, or above the longest");
  EXPECT_EQ(message("y = delay(x, x, -1);"), "the time of delay is negative, or above the longest");
  EXPECT_EQ(message("y = delay(x);"),
            "delay takes a value, a time, and the longest time where that changes");
}

}  // namespace
}  // namespace gelenk
