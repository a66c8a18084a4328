// Motions with closed-form solutions.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const std::string head =
    "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Types};\n";

Series run(const std::string& body, double stop, double step, double interval,
           const std::string& signals) {
  TestModel test = TestModel::from_text(head + body + "end M;\n");
  SimulationOptions options;
  options.stop_time = stop;
  options.step = step;
  options.integrator = "rk4";
  options.interval = interval;
  Series series = testing::simulate(test, options, signals);
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

// Torque-free top with moments 1, 2, 3: angular velocity in the body from Jacobi's elliptic functions,
// evaluated with 40 digits.
TEST(FreeTop, AngularVelocityFollowsJacobi) {
  const Series s = run(
      "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
      "Types.GravityTypes.NoGravity);\n"
      "  Parts.Body top(m = 1, r_CM = {0, 0, 0}, I_11 = 1, I_22 = 2, I_33 = 3, w_0_fixed = true,\n"
      "    w_0_start = {1, 0.5, 1.2}, angles_fixed = true, r_0(each fixed = true), v_0(each fixed "
      "= true));\n",
      20, 1e-3, 0.5, "top.w_a*,gelenk.*");
  const double expected[][4] = {
      {0.5, 0.56658111685116294, 0.96383911418228346, 1.1016675484573845},
      {1, -0.00345478142262867, 1.1180286510127197, 1.0519841468252073},
      {5, 1.1045561614073425, -0.17307711084102559, 1.2301821428421245},
      {20, -0.30997877130359326, -1.0742035008978116, 1.0670968151420447}};
  for (const auto& row : expected) {
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(s.at(row[0], "top.w_a[" + std::to_string(i + 1) + "]"), row[1 + i], 1e-10);
  }
  EXPECT_NEAR(s.last("gelenk.energy.kinetic"), 5.82 / 2, 1e-10);
}

// The unstable axis: the racket flips, and the digits hold.
TEST(FreeTop, TennisRacketFlips) {
  const Series s =
      run("  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
          "Types.GravityTypes.NoGravity);\n"
          "  Parts.Body top(m = 1, r_CM = {0, 0, 0}, I_11 = 1, I_22 = 2, I_33 = 3, w_0_start = "
          "{0.001, 1, 0.01});\n",
          20, 1e-3, 5, "top.w_a*");
  const double expected[][4] = {
      {5, -0.14509163626308555, 0.98941872687275354, 0.08436148985862274},
      {10, -0.96405104974589283, -0.26571897464020531, 0.55668465834682323},
      {20, 0.011054050766280244, -0.99993940214477822, 0.011848938607086302}};
  for (const auto& row : expected) {
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(s.at(row[0], "top.w_a[" + std::to_string(i + 1) + "]"), row[1 + i], 1e-9);
  }
}

// Period of a pendulum over that of small swings, by the complete elliptic integral.
TEST(Pendulum, PeriodsOfLargeSwings) {
  const std::pair<double, double> periods[] = {{1, 1.0000190389210055079},
                                               {30, 1.0174087975959560087},
                                               {90, 1.180340599016096226},
                                               {150, 1.7622037295037560279},
                                               {179, 3.9010651603890857349}};
  for (const auto& [degrees, ratio] : periods) {
    const double period = ratio * 2 * std::acos(-1.0) / std::sqrt(9.81);
    const std::string amplitude = std::to_string(degrees) + "/180*Modelica.Constants.pi";
    // One metre from the axis; after a period it is back, after half of it on the other side.
    const Series s = run(
        "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {1, 0, 0});\n"
        "  Joints.Revolute j(phi(start = " +
            amplitude +
            ", fixed = true), w(fixed = true));\n"
            "  Parts.Body b(m = 2, r_CM = {1, 0, 0}, I_11 = 0, I_22 = 0, I_33 = 0);\n"
            "equation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, b.frame_a);\n",
        period, 1e-4, period / 2, "j.phi,j.w,gelenk.*");
    const double start = degrees / 180 * std::acos(-1.0);
    EXPECT_NEAR(s.at(period / 2, "j.phi"), -start, 1e-7);
    EXPECT_NEAR(s.last("j.phi"), start, 1e-7);
  }
}

// IFToMM A01: simple pendulum released from the horizontal.
TEST(Pendulum, IftommSimplePendulum) {
  const Series s = run(
      "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});\n"
      "  Joints.Revolute j(phi(start = Modelica.Constants.pi, fixed = true), w(fixed = true));\n"
      "  Parts.FixedTranslation bar(r = {1, 0, 0});\n  Parts.PointMass p(m = 1);\n"
      "equation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, bar.frame_a);\n  "
      "connect(bar.frame_b, p.frame_a);\n",
      10, 1e-3, 1, "p.*,gelenk.*");
  EXPECT_NEAR(s.at(1, "p.r_0[1]"), 0.98629175113187532, 1e-9);
  EXPECT_NEAR(s.at(1, "p.r_0[2]"), -0.16501085312554117, 1e-9);
  EXPECT_NEAR(s.at(5, "p.v_0[2]"), -2.4149286543704886, 1e-8);
  EXPECT_NEAR(s.last("p.r_0[1]"), -0.27508746257611686, 1e-8);
  EXPECT_NEAR(s.last("p.v_0[1]"), 4.1755981009517288, 1e-8);
  EXPECT_NEAR(s.last("gelenk.energy.total"), s.at(0, "gelenk.energy.total"), 1e-9);
}

TEST(FreeBodies, MomentumAndEnergyAreKept) {
  // Two bodies held together by a spring, free in space.
  const Series s = run(
      "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
      "Types.GravityTypes.NoGravity);\n"
      "  Parts.Body a(m = 2, r_CM = {0.1, 0, 0}, I_11 = 0.3, I_22 = 0.4, I_33 = 0.5, v_0(start = "
      "{1, 0, 0.5}), w_0_start = {0, 1, 2});\n"
      "  Parts.Body b(m = 3, r_CM = {0, 0.2, 0}, I_11 = 0.5, I_22 = 0.4, I_33 = 0.3, r_0(start = "
      "{1, 1, 0}), v_0(start = {0, -1, 0}));\n"
      "  Forces.Spring spring(c = 50, s_unstretched = 1);\n"
      "equation\n  connect(a.frame_a, spring.frame_a);\n  connect(spring.frame_b, b.frame_a);\n",
      2, 5e-4, 0.1, "*");
  auto vector = [&](const std::string& name, double t) {
    return Vec3<double>(s.at(t, name + "[1]"), s.at(t, name + "[2]"), s.at(t, name + "[3]"));
  };
  struct Momentum {
    Vec3<double> linear, angular;
  };
  auto momentum = [&](double t) {
    Momentum sum{Vec3<double>::Zero(), Vec3<double>::Zero()};
    const std::tuple<std::string, double, Vec3<double>, Vec3<double>> bodies[] = {
        {"a", 2, {0.1, 0, 0}, {0.3, 0.4, 0.5}}, {"b", 3, {0, 0.2, 0}, {0.5, 0.4, 0.3}}};
    for (const auto& [name, m, com, J] : bodies) {
      Mat3<double> R;
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
          R(j, i) = s.at(t, name + ".frame_a.R.T[" + std::to_string(i + 1) + "," +
                                std::to_string(j + 1) + "]");
      }
      const Vec3<double> w = vector(name + ".w_a", t);
      const Vec3<double> p = vector(name + ".r_0", t) + R * com,
                         v = vector(name + ".v_0", t) + R * w.cross(com);
      sum.linear += m * v;
      sum.angular += p.cross(m * v) + R * (J.asDiagonal() * w);
    }
    return sum;
  };
  const Momentum start = momentum(0), end = momentum(2);
  EXPECT_LT((start.linear - end.linear).norm(), 1e-12);
  EXPECT_LT((start.angular - end.angular).norm(), 1e-9);
  EXPECT_NEAR(s.last("gelenk.energy.total"), s.at(0, "gelenk.energy.total"), 1e-8);
}

TEST(Gravity, PointFieldGivesKeplersEllipse) {
  // mu = 1, circular orbit of radius 1: period 2π.
  const double pi = std::acos(-1.0);
  const Series s =
      run("  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
          "Types.GravityTypes.PointGravity, mu = 1);\n"
          "  Parts.PointMass p(m = 3, r_0(start = {1, 0, 0}), v_0(start = {0, 1, 0}));\n",
          2 * pi, 1e-3, 2 * pi / 4, "p.r_0*");
  EXPECT_NEAR(s.at(2 * pi / 4, "p.r_0[2]"), 1, 1e-11);
  EXPECT_NEAR(s.last("p.r_0[1]"), 1, 1e-11);
  EXPECT_NEAR(s.last("p.r_0[2]"), 0, 1e-11);
}

TEST(Gravity, FreeFall) {
  const Series s =
      run("  inner Modelica.Mechanics.MultiBody.World world;\n  Parts.Body b(m = 3, r_CM = {0.1, "
          "0.2, 0.3});\n",
          1, 0.01, 0.5, "b.*");
  EXPECT_NEAR(s.last("b.r_0[2]"), -9.80665 / 2, 1e-12);
  EXPECT_NEAR(s.last("b.a_0[2]"), -9.80665, 1e-12);
  EXPECT_EQ(s.last("b.g_0[2]"), -9.80665);
}

// A door on two hinges with one axis: the second hinge is wholly redundant and must not disturb.
TEST(Loops, CoaxialHingesLeaveTheDoorFree) {
  const Series s = run(
      "  inner Modelica.Mechanics.MultiBody.World world(g = 0);\n  Parts.FixedRotation wall(n = "
      "{1, 2, -1}, angle = 33);\n"
      "  Joints.Revolute lower(w(start = 2, fixed = true)), upper;\n  Parts.FixedTranslation "
      "frame(r = {0, 0, 1}), edge(r = {0, 0, 1});\n"
      "  Parts.Body door(m = 10, r_CM = {0.3, 0, 0.5}, I_11 = 1, I_22 = 1, I_33 = 1);\nequation\n"
      "  connect(world.frame_b, wall.frame_a);\n  connect(wall.frame_b, lower.frame_a);\n  "
      "connect(lower.frame_b, door.frame_a);\n"
      "  connect(wall.frame_b, frame.frame_a);\n  connect(frame.frame_b, upper.frame_a);\n  "
      "connect(door.frame_a, edge.frame_a);\n"
      "  connect(edge.frame_b, upper.frame_b);\n",
      5, 1e-3, 1, "lower.phi,upper.phi");
  EXPECT_EQ(s.result.degrees_of_freedom, 1);
  EXPECT_NEAR(s.last("lower.phi"), 10, 1e-10);
  EXPECT_NEAR(s.last("upper.phi"), 10, 1e-10);
}

// A thin link between heavier ones: rows of tree joints are kept, however small their angle in the metric
// of the masses. Energy tells.
TEST(Loops, ThinLinksKeepTheirJoints) {
  const Series s =
      run("  inner Modelica.Mechanics.MultiBody.World world;\n"
          "  Joints.Revolute a(phi(start = 0.3)), b(n = {0, 1, 0}, phi(start = 0.2)), c(phi(start "
          "= 0.4));\n"
          "  Parts.BodyShape A(m = 10, r = {1, 0, 0}, r_CM = {0.5, 0, 0}, I_11 = 0.1, I_22 = 0.1, "
          "I_33 = 0.1);\n"
          "  Parts.BodyCylinder w(r = {1, 0, 0}, diameter = 1e-3);\n"
          "  Parts.Body B(m = 1000, r_CM = {0.3, 0.2, 0.5}, I_11 = 100, I_22 = 100, I_33 = "
          "100);\nequation\n"
          "  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, A.frame_a);\n  "
          "connect(A.frame_b, b.frame_a);\n"
          "  connect(b.frame_b, w.frame_a);\n  connect(w.frame_b, c.frame_a);\n  "
          "connect(c.frame_b, B.frame_a);\n",
          1, 1e-3, 1, "?.a,gelenk.*");
  // Accelerations at the start from an independent joint-space calculation.
  EXPECT_NEAR(s.at(0, "a.a"), -4.940, 2e-3);
  EXPECT_NEAR(s.at(0, "b.a"), 0.178, 2e-3);
  EXPECT_NEAR(s.at(0, "c.a"), 9.455, 2e-3);
  // The squared sine of that angle is about 1e-12 here, and S = G D Gᵀ has it to 1e-16: four digits.
  EXPECT_NEAR(s.last("gelenk.energy.total"), s.at(0, "gelenk.energy.total"),
              1e-4 * s.at(0, "gelenk.energy.total"));
}

// A parallelogram turns over and over; all four joints, also the one that closes the loop, count the turns.
TEST(Loops, AnglesOfClosingJointsFollowTheTurns) {
  const Series s =
      run("  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
          "Types.GravityTypes.NoGravity);\n"
          "  Joints.Revolute a(phi(start = 0.4, fixed = true), w(start = 20, fixed = true)), "
          "b(phi(start = -0.4)), c(phi(start = 0.4)), d;\n"
          "  Parts.BodyBox crank(r = {1, 0, 0}), bar(r = {3, 0, 0}), rocker(r = {1, 0, 0});\n  "
          "Parts.FixedTranslation ground(r = {3, 0, 0});\n"
          "equation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, crank.frame_a);\n  "
          "connect(crank.frame_b, b.frame_a);\n"
          "  connect(b.frame_b, bar.frame_a);\n  connect(world.frame_b, ground.frame_a);\n  "
          "connect(ground.frame_b, c.frame_a);\n"
          "  connect(c.frame_b, rocker.frame_a);\n  connect(bar.frame_b, d.frame_a);\n  "
          "connect(d.frame_b, rocker.frame_b);\n",
          1, 1e-3, 0.25, "?.phi");
  for (double t : s.time) {
    EXPECT_NEAR(s.at(t, "a.phi"), 0.4 + 20 * t, 1e-8);  // no torque, constant speed
    EXPECT_NEAR(s.at(t, "b.phi"), -0.4 - 20 * t, 1e-8);
    EXPECT_NEAR(s.at(t, "c.phi"), 0.4 + 20 * t, 1e-8);
    EXPECT_NEAR(s.at(t, "d.phi"), 0.4 + 20 * t, 1e-8);
  }
}

// A spring with a third of its mass effective: half of it in the middle counts a quarter.
TEST(Spring, LumpedMassSlowsTheOscillation) {
  const Series s =
      run("  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {1, 0, 0});\n"
          "  Joints.Prismatic j(n = {1, 0, 0}, s(start = 1, fixed = true), v(fixed = true));\n  "
          "Parts.Body b(m = 2, r_CM = {0, 0, 0});\n"
          "  Forces.Spring f(c = 50, s_unstretched = 1, m = 1.2, lengthFraction = 0.5);\n"
          "equation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, b.frame_a);\n"
          "  connect(world.frame_b, f.frame_a);\n  connect(f.frame_b, b.frame_a);\n",
          2, 1e-3, 0.5, "*");
  // (m + m_s/4) ẍ + c x = (m + m_s/2) g
  const double mass = 2 + 1.2 / 4, omega = std::sqrt(50 / mass), sag = (2 + 1.2 / 2) * 9.81 / 50;
  for (double t : s.time) {
    const double x = sag * (1 - std::cos(omega * t)),
                 acceleration = sag * omega * omega * std::cos(omega * t);
    EXPECT_NEAR(s.at(t, "j.s"), 1 + x, 1e-9);
    // What the spring draws at its ends: its tension, and half of what its mass hands on.
    const double handed_on = 1.2 * (9.81 - acceleration / 2);
    EXPECT_NEAR(s.at(t, "f.frame_b.f[1]"), 50 * x - handed_on / 2, 1e-7);
    EXPECT_NEAR(s.at(t, "f.frame_a.f[1]"), -50 * x - handed_on / 2, 1e-7);
    EXPECT_NEAR(s.at(t, "gelenk.energy.total"), s.at(0, "gelenk.energy.total"), 1e-8);
  }
}

TEST(Damper, OscillatorAgainstItsSolution) {
  // m ẍ + d ẋ + c x = 0 on a prismatic joint, drawn out by 0.3.
  const Series s =
      run("  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
          "Types.GravityTypes.NoGravity);\n"
          "  Joints.Prismatic j(n = {1, 0, 0}, s(start = 1.3, fixed = true), v(fixed = true));\n  "
          "Parts.Body b(m = 2, r_CM = {0, 0, 0});\n"
          "  Forces.SpringDamperParallel f(c = 50, s_unstretched = 1, d = 3);\n"
          "equation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, b.frame_a);\n"
          "  connect(world.frame_b, f.frame_a);\n  connect(f.frame_b, b.frame_a);\n",
          2, 1e-3, 0.5, "*");
  const double decay = 3.0 / 4, omega = std::sqrt(25 - decay * decay);
  for (double t : {0.5, 1.0, 2.0}) {
    const double x =
        0.3 * std::exp(-decay * t) * (std::cos(omega * t) + decay / omega * std::sin(omega * t));
    EXPECT_NEAR(s.at(t, "j.s"), 1 + x, 1e-10);
    EXPECT_NEAR(s.at(t, "f.length"), 1 + x, 1e-10);
    EXPECT_NEAR(s.at(t, "f.f"), 50 * x + 3 * s.at(t, "j.v"), 1e-9);
    EXPECT_NEAR(s.at(t, "f.lossPower"), 3 * std::pow(s.at(t, "j.v"), 2), 1e-9);
  }
}

}  // namespace
}  // namespace gelenk
