// Stops, locks and drives against closed forms: nothing passes an end, whatever else acts there.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

Series run(const std::string& parts, const std::string& equations, double stop_time,
           const std::string& signals, const std::string& integrator = "auto") {
  TestModel test = TestModel::from_text(
      "model M\n  import Modelica.Mechanics.Translational;\n  import "
      "Modelica.Mechanics.Rotational;\n" +
      parts + "equation\n" + equations + "end M;\n");
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = stop_time / 100;
  options.integrator = integrator;
  return testing::simulate(test, options, signals);
}

const std::string slider =
    "  Translational.Components.Mass p(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = "
    "true));\n  Translational.Components.Fixed wall;\n";
const std::string on_wall =
    "  connect(wall.flange, stop.flange_a);\n  connect(stop.flange_b, p.flange_a);\n"
    "  connect(push.flange, p.flange_b);\n";

// A lock catches a block that slides; when it lets go, the push is below the break-away force, and the block
// stays: friction has come to rest with it.
TEST(Lock, FrictionBesideItComesToRest) {
  const Series s =
      run(slider +
              "  Gelenk.Translational.Friction friction(f_pos = [0, 8], peak = 1.3);\n"
              "  Gelenk.Translational.Lock stop(locked = if time > 0.2 and time < 1.09 then "
              "1 else 0);\n"
              "  Translational.Sources.Force push(f = 20*cos(time));\n",
          on_wall +
              "  connect(wall.flange, friction.flange_a);\n"
              "  connect(friction.flange_b, p.flange_a);\n",
          1.5, "p.s,p.v,friction.f");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_GT(s.at(0.3, "p.s"), 1.1);
  EXPECT_EQ(s.last("p.s"), s.at(0.3, "p.s"));
  EXPECT_NEAR(std::abs(s.last("friction.f")), 20 * std::cos(1.5), 1e-9);
}

TEST(Stop, HoldsWhatStartsThereAndIsPressed) {
  for (const char* integrator : {"auto", "rk4", "cvode", "erk8"}) {
    const Series s = run(slider +
                             "  Gelenk.Translational.Stop stop(s_max = 1);\n"
                             "  Translational.Sources.Force push(f = 1);\n",
                         on_wall, 6, "p.s,p.v,stop.f", integrator);
    ASSERT_EQ(s.result.status, RunStatus::done) << integrator << ": " << s.result.message;
    for (const auto& row : s.rows) EXPECT_NEAR(row[0], 1.0, 1e-11) << integrator;
    EXPECT_EQ(s.last("p.v"), 0.0) << integrator;
    EXPECT_NEAR(s.last("stop.f"), 1.0, 1e-12) << integrator;
  }
}

// Pressed by 5 cos t until it leaves at t₀ where friction no longer holds it: 5 cos t₀ = −1.
TEST(Stop, LetsGoAgainstFriction) {
  const Series s = run(slider +
                           "  Gelenk.Translational.Stop stop(s_max = 1);\n"
                           "  Gelenk.Translational.Friction rub(f_pos = [0, 1]);\n"
                           "  Translational.Sources.Force push(f = 5*cos(time));\n",
                       on_wall +
                           "  connect(wall.flange, rub.flange_a);\n  connect(rub.flange_b, "
                           "p.flange_b);\n",
                       2.5, "p.s,p.v");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  const double t0 = std::acos(-0.2);
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    const double t = s.time[i], d = t - t0;
    // v̇ = 5 cos t + 1 while it slides down.
    const double v = t < t0 ? 0.0 : 5 * (std::sin(t) - std::sin(t0)) + d;
    EXPECT_NEAR(s.rows[i][1], v, 1e-7) << t;
  }
}

// Four hanging links between stops of ±0.3 rad, released from the horizontal.
TEST(Stop, NothingPassesInAChain) {
  for (const char* e : {"0", "0.1", "0.5"}) {
    const std::string text =
        "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
        "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});\n"
        "  Joints.Revolute hinge[4](each useAxisFlange = true);\n"
        "  Parts.BodyShape link[4](each r = {0.3, 0, 0}, each r_CM = {0.15, 0, 0}, each m = 1, "
        "each "
        "I_11 = 0.01, each I_22 = 0.01, each I_33 = 0.01);\n"
        "  Gelenk.Rotational.Stop stop[4](each phi_min = -0.3, each phi_max = 0.3, each e = " +
        std::string(e) +
        ");\nequation\n  connect(world.frame_b, hinge[1].frame_a);\n  for i in 1:4 loop\n"
        "    connect(hinge[i].frame_b, link[i].frame_a);\n"
        "    connect(hinge[i].support, stop[i].flange_a);\n"
        "    connect(hinge[i].axis, stop[i].flange_b);\n  end for;\n"
        "  for i in 1:3 loop\n    connect(link[i].frame_b, hinge[i + 1].frame_a);\n  end for;\n"
        "end M;\n";
    TestModel test = TestModel::from_text(text);
    SimulationOptions options;
    options.stop_time = 2;
    options.interval = 0.01;
    const Series s = testing::simulate(test, options, "hinge*.phi,gelenk.energy.total");
    ASSERT_EQ(s.result.status, RunStatus::done) << e << ": " << s.result.message;
    EXPECT_GT(s.result.events, 3);
    for (const auto& row : s.rows) {
      for (int i = 0; i < 4; ++i) EXPECT_LT(std::abs(row[i]), 0.3 + 1e-9) << e;
      EXPECT_LT(row[4], s.rows[0][4] + 1e-6) << e;
    }
  }
}

// A body that is pressed on a stop bounces with hops that shrink by e² each, down to the height at which it rests: it is
// never beyond its end by more than rounding, never gains energy, and lies on the end after the time of all hops,
//   √(2 h/a) (1 + 2 e/(1 − e)).
void check_it_comes_to_rest(double m, double press, double height, double e, double v_rest,
                            double end, const std::string& integrator) {
  const double a = press / m, t_rest = std::sqrt(2 * height / a) * (1 + 2 * e / (1 - e));
  char numbers[400];
  std::snprintf(numbers, sizeof numbers,
                "  Translational.Components.Mass p(m = %.17g, s(start = %.17g, fixed = true), "
                "v(start = 0, fixed = true));\n  Translational.Components.Fixed wall;\n"
                "  Gelenk.Translational.Stop stop(s_min = %.17g, e = %.17g, v_rest = %.17g);\n"
                "  Translational.Sources.ConstantForce push(f_constant = %.17g);\n",
                m, end + height, end, e, v_rest, -press);
  const Series s = run(numbers, on_wall, 3 * t_rest, "p.s,p.v,gelenk.energy.kinetic", integrator);
  const std::string which = integrator + ", e " + std::to_string(e) + numbers;
  ASSERT_EQ(s.result.status, RunStatus::done) << which << ": " << s.result.message;
  const double energy = press * height;
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    const double depth = end - s.rows[i][0], total = s.rows[i][2] - press * depth;
    EXPECT_LT(depth, 1e-11 * (1 + std::abs(end))) << which << " at " << s.time[i];
    EXPECT_LT(total, energy * (1 + 1e-7)) << which << " at " << s.time[i];
    if (s.time[i] > 1.01 * t_rest) {
      EXPECT_EQ(s.rows[i][0], end) << which << " at " << s.time[i];
      EXPECT_EQ(s.rows[i][1], 0.0) << which << " at " << s.time[i];
    }
  }
}

// A light valve under 500 N, whose hops at the default v_rest are 1e-11 m high; and hops of a ball down to 1e-5 m/s.
TEST(Stop, WhatIsPressedHardComesToRest) {
  for (const std::string& integrator : integrator_names()) {
    check_it_comes_to_rest(0.01, 500, 0.005, 0.9, 1e-3, 0, integrator);
    check_it_comes_to_rest(2, 2 * 9.81, 1, 0.8, 1e-5, 0, integrator);
  }
}

// A guess beyond an end begins at the end, and is said to; a start value that is fixed there is refused.
TEST(Stop, GuessesBeyondItsEndsBeginThere) {
  const auto start_at = [](const std::string& start, const std::string& connections) {
    return run("  Translational.Components.Mass p(m = 1, s(start = " + start +
                   "), v(start = 0, fixed = true));\n"
                   "  Translational.Components.Fixed wall(s0 = 0.25);\n"
                   "  Gelenk.Translational.Stop stop(s_min = 0.5, s_max = 2);\n",
               connections, 1, "p.s,p.v");
  };
  const std::string upright =
                        "  connect(wall.flange, stop.flange_a);\n"
                        "  connect(stop.flange_b, p.flange_a);\n",
                    turned =
                        "  connect(p.flange_a, stop.flange_a);\n"
                        "  connect(stop.flange_b, wall.flange);\n";
  struct Case {
    const char* start;
    const std::string& connections;
    double from, to;
  };
  // Upright 0.5 ≤ s − 0.25 ≤ 2, turned 0.5 ≤ 0.25 − s ≤ 2.
  for (const Case& c : {Case{"0.25", upright, 0.25, 0.75}, Case{"4", upright, 4, 2.25},
                        Case{"0.5", turned, 0.5, -0.25}, Case{"-3", turned, -3, -1.75}}) {
    const Series s = start_at(c.start, c.connections);
    ASSERT_EQ(s.result.status, RunStatus::done) << c.start << s.result.message;
    for (const auto& row : s.rows) EXPECT_NEAR(row[0], c.to, 1e-12) << c.start;
    ASSERT_EQ(s.result.moved.size(), 1u) << c.start;
    EXPECT_EQ(s.result.moved[0].from, c.from);
    EXPECT_NEAR(s.result.moved[0].to, c.to, 1e-12);
  }
  EXPECT_TRUE(start_at("1.5", upright).result.moved.empty());
  const Series fixed = start_at("0.25, fixed = true", upright);
  EXPECT_EQ(fixed.result.status, RunStatus::failed);
  EXPECT_EQ(fixed.result.message,
            "'stop' starts beyond its lower end, by 0.5 m (start it between the ends) at time 0 s");
}

// Hops of a second are next to nothing in a run of years: the message speaks of impacts.
TEST(Stop, ImpactsTooManyForALongRunAreTold) {
  const Series s = run(slider +
                           "  Gelenk.Translational.Stop stop(s_min = 0, e = 0.8, v_rest = 1e-5);\n"
                           "  Translational.Sources.ConstantForce push(f_constant = -9.81);\n",
                       on_wall, 1e8, "p.s");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_EQ(s.result.message.find("the events of 'stop' follow one another without end at time "),
            0u)
      << s.result.message;
  EXPECT_NE(s.result.message.find(
                " s (impacts that come ever faster, for a run of this length: let the stop bring "
                "to rest what is slow, by a larger v_rest or w_rest or a smaller e, or let the run "
                "end earlier)"),
            std::string::npos)
      << s.result.message;
}

TEST(Stop, EverythingComesToRest) {
  std::mt19937 random(7);
  auto between = [&](double low, double high) {  // by orders of magnitude
    return low * std::pow(high / low, std::uniform_real_distribution<double>()(random));
  };
  for (int k = 0; k < 60; ++k) {
    const double m = between(1e-4, 1e3), a = between(1e-3, 1e6), height = between(1e-6, 10);
    const double e = 1 - between(0.02, 0.9), end = k % 3 == 0 ? 0.0 : between(1e-3, 100);
    // From what is slow for it down to what is slower than any hop that can be seen.
    const double v_rest = std::sqrt(2 * a * height) * between(1e-12, 1e-1);
    check_it_comes_to_rest(m, m * a, height, e, v_rest, k % 2 == 0 ? end : -end, "auto");
  }
}

// Chains under gravity between stops that hardly count anything as rest: hops follow one another in all joints, and whatever
// the order of the impacts, nothing passes an end and no energy comes from them (testing::simulate watches that).
TEST(Stop, RandomChainsGainNothing) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> share(0, 1);
  for (int k = 0; k < 12; ++k) {
    const int n = 2 + k % 3;
    std::string parts, equations, before = "world.frame_b";
    std::vector<double> ends;
    for (int i = 1; i <= n; ++i) {
      const std::string j = std::to_string(i);
      const double end = 0.05 + 0.4 * share(random), r = 0.1 + 0.4 * share(random);
      char text[700];
      std::snprintf(
          text, sizeof text,
          "  Joints.Revolute hinge%d(useAxisFlange = true, phi(start = %.6g, fixed = true));\n"
          "  Parts.BodyShape link%d(r = {%.6g, 0, 0}, r_CM = {%.6g, 0, 0}, m = %.6g, I_11 = 0.01, "
          "I_22 = 0.01, I_33 = 0.01);\n"
          "  Gelenk.Rotational.Stop stop%d(phi_min = -%.17g, phi_max = %.17g, e = %.6g, w_rest = "
          "1e-7);\n",
          i, end * (2 * share(random) - 1), i, r, r / 2, 0.1 + 2 * share(random), i, end, end,
          0.7 * share(random));
      parts += text;
      ends.push_back(end);
      equations += "  connect(" + before + ", hinge" + j + ".frame_a);\n  connect(hinge" + j +
                   ".frame_b, link" + j + ".frame_a);\n  connect(hinge" + j + ".support, stop" + j +
                   ".flange_a);\n  connect(hinge" + j + ".axis, stop" + j + ".flange_b);\n";
      before = "link" + j + ".frame_b";
    }
    TestModel test = TestModel::from_text(
        "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
        "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});\n" +
        parts + "equation\n" + equations + "end M;\n");
    SimulationOptions options;
    options.stop_time = 2;
    options.interval = 0.01;
    const Series s = testing::simulate(test, options, "hinge*.phi");
    ASSERT_EQ(s.result.status, RunStatus::done) << k << ": " << s.result.message;
    EXPECT_GT(s.result.events, 3) << k;
    for (const auto& row : s.rows) {
      for (int i = 0; i < n; ++i) EXPECT_LT(std::abs(row[i]), ends[i] + 1e-9) << k;
    }
  }
}

TEST(Lock, ActsByALawWithoutAJump) {
  const Series s = run(
      "  Rotational.Components.Inertia J(J = 1, w(start = 1, fixed = true));\n"
      "  Rotational.Components.Fixed wall;\n  Gelenk.Rotational.Lock lock(locked = time - 0.5);\n",
      "  connect(wall.flange, lock.flange_a);\n  connect(lock.flange_b, J.flange_a);\n", 1,
      "J.phi,J.w");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_EQ(s.last("J.w"), 0.0);
  EXPECT_NEAR(s.last("J.phi"), 0.5, 1e-12);
}

TEST(Friction, TwoOnOneCoordinateAreRefused) {
  try {
    run(slider +
            "  Gelenk.Translational.Friction rub(f_pos = [0, 1]), stop(f_pos = [0, 1]);\n"
            "  Translational.Sources.Force push(f = 1);\n",
        on_wall + "  connect(wall.flange, rub.flange_a);\n  connect(rub.flange_b, p.flange_b);\n",
        1, "p.s");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_NE(std::string(error.what()).find("on the same coordinate already"), std::string::npos);
  }
}

// What lies loose on a driven slide keeps its own speed when the slide turns back, what is tied to it by a
// hinge does not.
TEST(Drive, WhoseSpeedJumpsHitsTheMechanism) {
  TestModel test = TestModel::from_text(
      "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
      "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
      "Modelica.Mechanics.MultiBody.Types.GravityTypes.NoGravity);\n"
      "  Joints.Prismatic slide(n = {1, 0, 0}, useAxisFlange = true);\n"
      "  Joints.Prismatic loose(n = {1, 0, 0}, s(start = 0, fixed = true), v(start = 0, fixed = "
      "true));\n"
      "  Parts.Body a(m = 1, r_CM = {0, 0, 0}), b(m = 2, r_CM = {0, 0, 0});\n"
      "  Modelica.Mechanics.Translational.Sources.Position drive(exact = true, s_ref = abs(time - "
      "0.5));\nequation\n"
      "  connect(world.frame_b, slide.frame_a);\n  connect(slide.frame_b, a.frame_a);\n"
      "  connect(slide.frame_b, loose.frame_a);\n  connect(loose.frame_b, b.frame_a);\n"
      "  connect(drive.flange, slide.axis);\nend M;\n");
  SimulationOptions options;
  options.stop_time = 1;
  options.interval = 0.1;
  const Series s = testing::simulate(test, options, "a.v_0[1],b.v_0[1]");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_NEAR(s.last("a.v_0[1]"), 1.0, 1e-12);
  EXPECT_NEAR(s.last("b.v_0[1]"), -1.0, 1e-9);
}

}  // namespace
}  // namespace gelenk
