// Stops and locks between two shafts that both move, and what an impact does to friction and to other stops: closed forms, and
// balls in a row against a calculation of their own.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Make;
using testing::Series;
using testing::TestModel;

Series run(const std::string& parts, const std::string& equations, double stop_time,
           const std::string& signals, const Make& make = make_recursive_formulation,
           int intervals = 100) {
  TestModel test = TestModel::from_text(
      "model M\n  import Modelica.Mechanics.{Translational, Rotational};\n"
      "  import Modelica.Mechanics.Translational.Components.{Mass, Fixed};\n"
      "  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n  import "
      "Gelenk.Translational.{Stop, Lock, Friction};\n" +
          parts + "equation\n" + equations + "end M;\n",
      make);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = stop_time / intervals;
  Series series = testing::simulate(test, options, signals);
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

std::string mass(const std::string& name, double m, double s, double v) {
  std::ostringstream text;
  text.precision(17);
  text << "  Mass " << name << "(m = " << m << ", s(start = " << s
       << ", fixed = true), v(start = " << v << ", fixed = true));\n";
  return text.str();
}
std::string between(const std::string& element, const std::string& a, const std::string& b) {
  return "  connect(" + a + ", " + element + ".flange_a);\n  connect(" + element + ".flange_b, " +
         b + ");\n";
}

TEST(StopBetweenShafts, BallsThatTouchHandAnImpactOn) {
  std::string parts = mass("ball0", 1, 0, 2), equations;
  for (int i = 1; i < 6; ++i) {
    const std::string name = "ball" + std::to_string(i), before = "ball" + std::to_string(i - 1);
    parts += mass(name, 1, 1.0, 0) + "  Stop stop" + std::to_string(i) + "(s_min = 0, e = 1);\n";
    equations += between("stop" + std::to_string(i), before + ".flange_b", name + ".flange_a");
  }
  const Series s = run(parts, equations, 1, "*.v,*.s");
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(s.last("ball" + std::to_string(i) + ".v"), 0, 1e-12) << i;
  EXPECT_NEAR(s.last("ball5.v"), 2, 1e-12);
  EXPECT_NEAR(s.last("ball5.s"), 1 + 2 * 0.5, 1e-11);
}

// The same from the other end: the impact goes against the order in which the stops stand, through many balls.
TEST(StopBetweenShafts, AnImpactTravelsThroughManyBallsInEitherDirection) {
  const int count = 120;
  std::string parts, equations;
  for (int i = 0; i < count; ++i) {
    const std::string name = "ball" + std::to_string(i);
    parts += mass(name, 1, i + 1 < count ? 0 : 0.5, i + 1 < count ? 0 : -1);
    if (i == 0) continue;
    parts += "  Stop stop" + std::to_string(i) + "(s_min = 0, e = 1);\n";
    equations += between("stop" + std::to_string(i), "ball" + std::to_string(i - 1) + ".flange_b",
                         name + ".flange_a");
  }
  const Series s = run(parts, equations, 1, "*.v", make_recursive_formulation, 4);
  EXPECT_NEAR(s.last("ball0.v"), -1, 1e-10);
  for (int i = 1; i < count; ++i)
    EXPECT_NEAR(s.last("ball" + std::to_string(i) + ".v"), 0, 1e-10) << i;
}

// Balls between two walls, that meet at random: between impacts they move evenly, so that the next one is found by hand. (With much
// less restitution balls come to rest on one another by infinitely many impacts.)
TEST(StopBetweenShafts, BallsInARowMoveAsCalculatedByHand) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  int impacts = 0;
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    const int count = 2 + trial % 5;
    const double far = count + 1, e = trial % 3 == 0 ? 1.0 : 0.8 + 0.2 * uniform(random), end = 6;
    std::vector<double> m(count), x(count), v(count);
    std::ostringstream parts;
    parts.precision(17);
    std::string equations;
    parts << "  Fixed wall;\n";
    for (int i = 0; i < count; ++i) {
      m[i] = 0.2 + 3 * uniform(random);
      x[i] = i + 0.6 + 0.8 * uniform(random);
      v[i] = 3 * (uniform(random) - 0.5);
      const std::string name = "b" + std::to_string(i);
      parts << mass(name, m[i], x[i], v[i]);
      if (i > 0) {
        // In either direction: which flange is which must not matter.
        const bool turned = uniform(random) < 0.5;
        parts << "  Stop stop" << i << (turned ? "(s_max = 0" : "(s_min = 0") << ", e = " << e
              << ", v_rest = 1e-9);\n";
        const std::string before = "b" + std::to_string(i - 1) + ".flange_b";
        equations += turned ? between("stop" + std::to_string(i), name + ".flange_a", before)
                            : between("stop" + std::to_string(i), before, name + ".flange_a");
      }
    }
    parts << "  Stop low(s_min = 0, e = " << e << ", v_rest = 1e-9);\n  Stop high(s_max = " << far
          << ", e = " << e << ", v_rest = 1e-9);\n";
    equations += between("low", "wall.flange", "b0.flange_a");
    equations += between("high", "wall.flange", "b" + std::to_string(count - 1) + ".flange_b");
    const Series s = run(parts.str(), equations, end, "*.s,*.v");

    for (double t = 0; t < end;) {
      double next = end - t;
      int which = -1;  // gap below ball `which`, or above the last
      for (int i = 0; i <= count; ++i) {
        const double gap = (i == count ? far : x[i]) - (i == 0 ? 0.0 : x[i - 1]);
        const double closing = (i == 0 ? 0.0 : v[i - 1]) - (i == count ? 0.0 : v[i]);
        if (!(closing > 0) || gap / closing >= next) continue;
        next = std::max(0.0, gap / closing);
        which = i;
      }
      for (int i = 0; i < count; ++i) x[i] += next * v[i];
      t += next;
      if (which < 0) break;
      ++impacts;
      if (which == 0) {
        v[0] = -e * v[0];
      } else if (which == count) {
        v[count - 1] = -e * v[count - 1];
      } else {
        double &a = v[which - 1], &b = v[which];
        const double m_a = m[which - 1], m_b = m[which],
                     p = (1 + e) * (a - b) * m_a * m_b / (m_a + m_b);
        a -= p / m_a;
        b += p / m_b;
      }
    }
    for (int i = 0; i < count; ++i) {
      const std::string name = "b" + std::to_string(i);
      EXPECT_NEAR(s.last(name + ".v"), v[i], 1e-8) << name;
      EXPECT_NEAR(s.last(name + ".s"), x[i], 1e-8) << name;
    }
  }
  EXPECT_GT(impacts, 200);
}

// Without restitution they go on together, pressed by 4 cos t on the first, until the force would have to pull.
TEST(StopBetweenShafts, MassesGoOnTogetherUntilTheyArePulledApart) {
  for (const auto& formulation : testing::all_formulations) {
    if (std::string(formulation.name) == "mixed") continue;  // has no shafts
    SCOPED_TRACE(formulation.name);
    const Series s =
        run(mass("a", 1, 0, 0) + mass("b", 3, 0.5, 0) +
                "  Stop stop(s_min = 0);\n  Translational.Sources.Force push(f = 4*cos(time));\n",
            between("stop", "a.flange_b", "b.flange_a") + "  connect(push.flange, a.flange_a);\n",
            2.5, "a.s,b.s,a.v,b.v,stop.f", formulation.make);
    // a: v = 4 sin t, s = 4 (1 − cos t), which is 0.5 at t₁; then both with a quarter of the momentum and force.
    const double t1 = std::acos(1 - 0.5 / 4), v1 = std::sin(t1), half_pi = std::acos(0.0);
    for (std::size_t i = 0; i < s.time.size(); ++i) {
      const double t = s.time[i];
      if (t < t1 + 1e-9 || t > half_pi) continue;
      EXPECT_NEAR(s.rows[i][2], v1 + std::sin(t) - std::sin(t1), 1e-8) << t;
      EXPECT_NEAR(s.rows[i][0], s.rows[i][1], 1e-12) << t;
      if (t < half_pi - 1e-9) {
        EXPECT_NEAR(std::abs(s.rows[i][4]), 3 * std::cos(t), 1e-8) << t;
      }
    }
    const double v2 = v1 + 1 - std::sin(t1);
    EXPECT_NEAR(s.last("b.v"), v2, 1e-8);
    EXPECT_NEAR(s.last("a.v"), v2 + 4 * (std::sin(2.5) - 1), 1e-8);
  }
}

TEST(LockBetweenShafts, EngagesByAnImpulseAndHolds) {
  const Series s =
      run("  Rotational.Components.Inertia a(J = 1, w(start = 6, fixed = true)), b(J = 2, w(start "
          "= 0, fixed = true));\n"
          "  Gelenk.Rotational.Lock lock(locked = if time > 1 and time < 2 then 1 else 0);\n"
          "  Rotational.Sources.ConstantTorque pull(tau_constant = 3);\n",
          between("lock", "a.flange_b", "b.flange_a") + "  connect(pull.flange, b.flange_b);\n", 3,
          "a.w,b.w,a.phi,b.phi,lock.tau", make_recursive_formulation, 30);
  EXPECT_NEAR(s.at(0.9, "a.w"), 6, 1e-10);
  const double together = (6 + 3) / 3.0;  // 6·1 + 2·1.5·1 s
  EXPECT_NEAR(s.at(1.5, "a.w"), together + 0.5, 1e-9);
  EXPECT_NEAR(s.at(1.5, "b.w"), together + 0.5, 1e-9);
  EXPECT_NEAR(std::abs(s.at(1.5, "lock.tau")), 1, 1e-9);
  EXPECT_NEAR(s.at(2.5, "a.w"), together + 1, 1e-9);
  EXPECT_NEAR(s.at(2.5, "b.w"), together + 1 + 0.75, 1e-9);
}

// A body on a plate that shakes leaves it where the plate falls faster than it: A ω² sin ω t = g.
TEST(StopOnADrive, ABodyLeavesAShakingPlate) {
  const double A = 0.1, w = 14, g = 10;
  const Series s =
      run("  inner Modelica.Mechanics.MultiBody.World world(g = 10);\n"
          "  Joints.Prismatic rail(n = {0, 1, 0}, useAxisFlange = true, s(start = 0, fixed = "
          "true), v(start = 1.4, fixed = true));\n"
          "  Parts.Body body(m = 2, r_CM = {0, 0, 0});\n"
          "  Translational.Sources.Position plate(exact = true, s_ref = 0.1*sin(14*time));\n  Stop "
          "stop(s_min = 0);\n",
          "  connect(world.frame_b, rail.frame_a);\n  connect(rail.frame_b, body.frame_a);\n" +
              between("stop", "plate.flange", "rail.axis"),
          0.3, "rail.s,rail.v,stop.f");
  const double t0 = std::asin(g / (A * w * w)) / w, s0 = A * std::sin(w * t0),
               v0 = A * w * std::cos(w * t0);
  int flying = 0;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    const double t = s.time[i];
    const double plate = A * std::sin(w * t),
                 free = s0 + v0 * (t - t0) - g / 2 * (t - t0) * (t - t0);
    if (t > t0 + 0.05 && free < plate) break;
    flying += t > t0;
    EXPECT_NEAR(s.rows[i][0], t < t0 ? plate : free, 1e-8) << t;
    if (t < t0 - 1e-9) {
      EXPECT_NEAR(std::abs(s.rows[i][2]), 2 * (g - A * w * w * std::sin(w * t)), 1e-5) << t;
    }
  }
  EXPECT_GT(flying, 10);
}

// The same with a mass on the shaft alone, and by methods whose first steps are of low order: position and drive then differ by the error
// of integration, which is no second contact.
TEST(StopOnADrive, AMassOnAShaftLeavesOnceForEveryIntegrator) {
  const double A = 0.05, w = 20, g = 10, t0 = std::asin(g / (A * w * w)) / w;
  for (const char* integrator : {"auto", "dopri5", "cvode", "cvode_adams", "ida", "rk4"}) {
    SCOPED_TRACE(integrator);
    TestModel test = TestModel::from_text(
        "model M\n  import Modelica.Mechanics.Translational;\n"
        "  Translational.Sources.Position plate(exact = true, s_ref = 0.05*sin(20*time));\n"
        "  Translational.Components.Mass m(m = 1, s(start = 0, fixed = true), v(start = 1, fixed = "
        "true));\n"
        "  Translational.Sources.ConstantForce weight(f_constant = -10);\n"
        "  Gelenk.Translational.Stop stop(s_min = 0);\nequation\n" +
        between("stop", "plate.flange", "m.flange_a") +
        "  connect(weight.flange, m.flange_b);\nend M;\n");
    SimulationOptions options;
    options.integrator = integrator;
    options.stop_time = 0.1;
    options.interval = 0.002;
    const Series s = testing::simulate(test, options, "m.s,stop.f");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_LE(s.result.events, 3);
    const double s0 = A * std::sin(w * t0), v0 = A * w * std::cos(w * t0);
    for (std::size_t i = 0; i < s.time.size(); ++i) {
      const double t = s.time[i], dt = t - t0;
      EXPECT_NEAR(s.rows[i][0], dt < 0 ? A * std::sin(w * t) : s0 + v0 * dt - g / 2 * dt * dt, 1e-6)
          << t;
      if (dt < -1e-6) {
        EXPECT_NEAR(std::abs(s.rows[i][1]), g - A * w * w * std::sin(w * t), 1e-5) << t;
      }
    }
  }
}

// What holds a mass on a shaft to a drive bears its inertia: a lock, and friction until it breaks away at 10 N, where sin(20 t) = ½.
TEST(HoldersOnADrive, BearTheInertiaOfWhatTheyHold) {
  const Series s = run(
      "  Translational.Sources.Position drive(exact = true, s_ref = 0.05*sin(20*time));\n" +
          mass("a", 1, 0, 1) + mass("b", 1, 0, 1) +
          "  Lock lock;\n  Friction rub(f_pos = [0, 10]);\n",
      between("lock", "drive.flange", "a.flange_a") + between("rub", "drive.flange", "b.flange_a"),
      0.05, "lock.f,rub.f,b.v,drive.flange.f");
  const double t0 = std::asin(0.5) / 20;
  for (std::size_t i = 0; i < s.time.size(); ++i) {
    const double t = s.time[i], inertia = 20 * std::sin(20 * t);
    EXPECT_NEAR(std::abs(s.rows[i][0]), inertia, 1e-7) << t;
    if (std::abs(t - t0) > 1e-9) {
      EXPECT_NEAR(std::abs(s.rows[i][1]), t < t0 ? inertia : 10, 1e-7) << t;
      EXPECT_NEAR(std::abs(s.rows[i][3]), inertia + (t < t0 ? inertia : 10), 1e-6) << t;
    }
    if (t > t0) {
      EXPECT_NEAR(s.rows[i][2], std::cos(20 * t0) - 10 * (t - t0), 1e-7) << t;
    }
  }
}

// Where the speed of a drive jumps, a lock takes along what it holds, and friction slides behind.
TEST(HoldersOnADrive, FollowAJumpOfTheDriveOrSlide) {
  const Series s = run(
      "  Translational.Sources.Position drive(exact = true, s_ref = if time < 0.1 then 0 else "
      "3*(time - 0.1));\n" +
          mass("a", 1, 0, 0) + mass("b", 2, 0, 0) +
          "  Lock lock;\n  Friction rub(f_pos = [0, 4]);\n",
      between("lock", "drive.flange", "a.flange_a") + between("rub", "drive.flange", "b.flange_a"),
      1, "a.v,b.v,rub.f");
  EXPECT_NEAR(s.at(0.5, "a.v"), 3, 1e-9);
  EXPECT_NEAR(s.at(0.5, "b.v"), 2 * 0.4, 1e-9);
  EXPECT_NEAR(std::abs(s.at(0.5, "rub.f")), 4, 1e-9);
}

TEST(HoldersOnADrive, SayWhatCannotGiveWay) {
  TestModel test = TestModel::from_text(
      "model M\n  import Modelica.Mechanics.Translational.{Components, Sources};\n"
      "  Components.Mass m(m = 1, s(start = 0.5, fixed = true), v(fixed = true));\n"
      "  Sources.Position drive(exact = true, s_ref = time);\n  Components.Fixed wall(s0 = 1);\n"
      "  Gelenk.Translational.Stop left(s_min = 0), right(s_min = 0);\nequation\n" +
      between("left", "drive.flange", "m.flange_a") +
      between("right", "m.flange_b", "wall.flange") + "end M;\n");
  SimulationOptions options;
  options.stop_time = 2;
  options.interval = 0.1;
  const Series s = testing::simulate(test, options, "m.s");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_NE(s.result.message.find("'left' and 'right' hold the same part at different speeds"),
            std::string::npos)
      << s.result.message;
}

// A weight on the floor, jerked by a rope that does not lift it: the impacts die out, and both rest.
TEST(Impact, ARopeAndAFloorComeToRest) {
  const Series s =
      run(mass("h", 1, 1, 0.01) + mass("w", 4, 0, 0) +
              "  Translational.Sources.ConstantForce up(f_constant = 20), down(f_constant = "
              "-39);\n  Fixed ground;\n"
              "  Stop rope(s_max = 1), floor(s_min = 0);\n",
          between("rope", "w.flange_b", "h.flange_a") +
              between("floor", "ground.flange", "w.flange_a") +
              "  connect(up.flange, h.flange_b);\n  connect(down.flange, w.flange_b);\n",
          1, "h.s,h.v,w.v,rope.f,floor.f");
  EXPECT_NEAR(s.last("h.s"), 1, 1e-9);
  EXPECT_EQ(s.last("w.v"), 0.0);
  EXPECT_NEAR(std::abs(s.last("rope.f")), 20, 1e-9);
  EXPECT_NEAR(std::abs(s.last("floor.f")), 19, 1e-9);
  EXPECT_LT(s.result.events, 50);
}

// Friction is bounded and gives no impulse: what rests by friction is set in motion by any impact, and slides until it is spent.
TEST(Impact, FrictionDoesNotHoldAgainstIt) {
  const double m = 1, M = 4, v0 = 5, f = 8;
  const Series s =
      run(mass("a", m, 0, v0) + mass("b", M, 1, 0) +
              "  Fixed wall;\n  Stop stop(s_min = 0);\n  Friction rub(f_pos = [0, 8], peak = 2);\n",
          between("stop", "a.flange_b", "b.flange_a") + between("rub", "wall.flange", "b.flange_b"),
          2, "a.v,b.v,b.s,rub.f");
  // Without restitution, b goes on alone: friction brakes b, and a presses against it.
  const double v1 = m * v0 / (m + M);
  EXPECT_NEAR(s.last("b.s"), 1 + v1 * v1 * (m + M) / (2 * f), 1e-8);
  EXPECT_NEAR(s.last("b.v"), 0, 1e-12);
}

// The same where the stop is on one coordinate: a block slides on a sledge that rests by friction, up to the sledge's end.
TEST(Impact, FrictionElsewhereInTheTreeDoesNotHoldAgainstIt) {
  const double m = 1, M = 4, v0 = 5, f = 8;
  for (const auto& formulation : testing::all_formulations) {
    if (std::string(formulation.name) == "mixed") continue;
    SCOPED_TRACE(formulation.name);
    const Series s = run(
        "  inner Modelica.Mechanics.MultiBody.World world(g = 0);\n"
        "  Joints.Prismatic ground(n = {1, 0, 0}, useAxisFlange = true, s(start = 0, fixed = "
        "true), v(start = 0, fixed = true));\n"
        "  Joints.Prismatic rail(n = {1, 0, 0}, useAxisFlange = true, s(start = 0, fixed = true), "
        "v(start = 5, fixed = true));\n"
        "  Parts.Body sledge(m = 4, r_CM = {0, 0, 0}), slider(m = 1, r_CM = {0, 0, 0});\n"
        "  Stop stop(s_max = 1);\n  Friction rub(f_pos = [0, 8], peak = 2);\n",
        "  connect(world.frame_b, ground.frame_a);\n  connect(ground.frame_b, sledge.frame_a);\n"
        "  connect(sledge.frame_a, rail.frame_a);\n  connect(rail.frame_b, slider.frame_a);\n" +
            between("stop", "rail.support", "rail.axis") +
            between("rub", "ground.support", "ground.axis"),
        2, "ground.s,ground.v,rail.s", formulation.make);
    const double v1 = m * v0 / (m + M);
    // Friction brakes the sledge, and the block would go on: pressed against the end it brakes with it.
    EXPECT_NEAR(s.last("ground.s"), v1 * v1 * (m + M) / (2 * f), 1e-8);
    EXPECT_NEAR(s.last("rail.s"), 1, 1e-12);
  }
}

// A rope that becomes taut jerks a weight off the ground that it rests on: the ground cannot pull.
TEST(Impact, AStopAtRestDoesNotPull) {
  const double m = 1, M = 2, v0 = 6, g = 10;
  for (const auto& formulation : testing::all_formulations) {
    if (std::string(formulation.name) == "mixed") continue;
    SCOPED_TRACE(formulation.name);
    const Series s = run(
        "  inner Modelica.Mechanics.MultiBody.World world(g = 10);\n"
        "  Joints.Prismatic low(n = {0, 1, 0}, useAxisFlange = true, s(start = 0, fixed = true), "
        "v(start = 0, fixed = true));\n"
        "  Joints.Prismatic top(n = {0, 1, 0}, useAxisFlange = true, s(start = 0, fixed = true), "
        "v(start = 6, fixed = true));\n"
        "  Parts.Body weight(m = 2, r_CM = {0, 0, 0}), ball(m = 1, r_CM = {0, 0, 0});\n"
        "  Stop floor(s_min = 0), rope(s_max = 1);\n",
        "  connect(world.frame_b, low.frame_a);\n  connect(low.frame_b, weight.frame_a);\n"
        "  connect(world.frame_b, top.frame_a);\n  connect(top.frame_b, ball.frame_a);\n" +
            between("floor", "low.support", "low.axis") + between("rope", "low.axis", "top.axis"),
        0.4, "low.s,top.s", formulation.make);
    const double v1 = std::sqrt(v0 * v0 - 2 * g), t1 = (v0 - v1) / g, u = m * v1 / (m + M),
                 t = 0.4 - t1;
    EXPECT_NEAR(s.last("low.s"), u * t - g / 2 * t * t, 1e-8);
    EXPECT_NEAR(s.last("top.s"), 1 + u * t - g / 2 * t * t, 1e-8);
  }
}

// Pendulums side by side that meet below: the energy of the swing stays, and goes from the first to the last and back.
TEST(StopBetweenShafts, PendulumsAreACradle) {
  std::string parts = "  inner Modelica.Mechanics.MultiBody.World world(g = 10);\n", equations;
  const int count = 4;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    parts += "  Joints.Revolute j" + n +
             "(useAxisFlange = true, phi(start = " + (i == 0 ? "-0.5" : "0") +
             ", fixed = true), w(start = 0, fixed = true));\n  Parts.Body b" + n +
             "(m = 1, r_CM = {0, -1, 0});\n";
    equations += "  connect(world.frame_b, j" + n + ".frame_a);\n  connect(j" + n + ".frame_b, b" +
                 n + ".frame_a);\n";
    if (i == 0) continue;
    parts += "  Gelenk.Rotational.Stop stop" + n + "(phi_min = 0, e = 1);\n";
    equations += between("stop" + n, "j" + std::to_string(i - 1) + ".axis", "j" + n + ".axis");
  }
  const Series s = run(parts, equations, 8, "*.phi,gelenk.energy.total");
  double most = 0;
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    EXPECT_NEAR(s.rows[i].back(), s.rows[0].back(), 1e-7);
    most = std::max(most, s.at(s.time[i], "j3.phi"));
    for (const char* middle : {"j1.phi", "j2.phi"}) EXPECT_NEAR(s.at(s.time[i], middle), 0, 1e-8);
  }
  EXPECT_NEAR(most, 0.5, 5e-3);
}

}  // namespace
}  // namespace gelenk
