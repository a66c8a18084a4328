// Classes of library/ against closed forms: circuits, blocks, heat, and machines between circuit and mechanism.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/support/csv.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

Series run(const std::string& text, double stop_time, double interval = 0.0, double rtol = 1e-10) {
  TestModel test = TestModel::from_text(
      "model M\n import Modelica.Blocks;\n import Modelica.Electrical.Analog;\n"
      " import Heat = Modelica.Thermal.HeatTransfer;\n" +
      text + "end M;\n");
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = interval > 0 ? interval : stop_time / 20;
  options.rtol = rtol;
  Series series = testing::simulate(test, options, "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

// What the resistor turns into heat warms a mass: a capacitor is charged with losses of C V²/2 in the end.
TEST(Library, ResistorChargesCapacitor) {
  const Series s =
      run(" Analog.Sources.ConstantVoltage v(V = 5);\n Analog.Basic.Resistor r(R = 100, "
          "useHeatPort = true);\n"
          " Analog.Basic.Capacitor c(C = 0.01, v(fixed = true));\n Analog.Basic.Ground g;\n"
          " Heat.Components.HeatCapacitor m(C = 2, T(start = 300, fixed = true));\nequation\n"
          " connect(v.p, r.p); connect(r.n, c.p); connect(c.n, g.p); connect(v.n, g.p);\n"
          " connect(r.heatPort, m.port);\n",
          2);
  for (const double t : s.time) {
    EXPECT_NEAR(s.at(t, "c.v"), 5 * (1 - std::exp(-t)), 1e-8);
    const double lost = 0.125 * (1 - std::exp(-2 * t));
    EXPECT_NEAR(s.at(t, "m.T"), 300 + lost / 2, 1e-8);
  }
}

TEST(Library, SeriesCircuitRings) {
  const Series s = run(
      " Analog.Sources.ConstantVoltage v(V = 1);\n Analog.Basic.Resistor r(R = 2);\n"
      " Analog.Basic.Inductor l(L = 0.5, i(fixed = true));\n"
      " Analog.Basic.Capacitor c(C = 0.02, v(fixed = true));\n Analog.Basic.Ground g;\nequation\n"
      " connect(v.p, r.p); connect(r.n, l.p); connect(l.n, c.p); connect(c.n, g.p);\n"
      " connect(v.n, g.p);\n",
      2);
  const double damping = 2.0, w = std::sqrt(100.0 - damping * damping);
  for (const double t : s.time) {
    const double ring = std::cos(w * t) + damping / w * std::sin(w * t);
    EXPECT_NEAR(s.at(t, "c.v"), 1 - std::exp(-damping * t) * ring, 1e-7);
  }
}

// A diode with a knee cuts off one half of the sine.
TEST(Library, IdealDiodeRectifies) {
  const Series s =
      run(" Analog.Sources.SineVoltage v(V = 10, f = 1);\n"
          " Analog.Ideal.IdealDiode d(Ron = 0, Goff = 0, Vknee = 0.6);\n"
          " Analog.Basic.Resistor r(R = 50);\n Analog.Basic.Ground g;\nequation\n"
          " connect(v.p, d.p); connect(d.n, r.p); connect(r.n, g.p); connect(v.n, g.p);\n",
          1.7, 0.1);
  for (int i = 0; i <= 17; ++i) {
    const double u = 10 * std::sin(2 * std::numbers::pi * 0.1 * i);
    EXPECT_NEAR(s.at(0.1 * i, "r.v"), std::max(0.0, u - 0.6), 1e-9);
  }
}

// Four diodes charge a capacitor near each peak of the sine. They let go where the sine falls as fast as the capacitor discharges: there
// what they switch by leaves zero with hardly a slope.
TEST(Library, BridgeOfDiodesRectifies) {
  const Series s = run(
      " Analog.Sources.SineVoltage v(V = 10, f = 50);\n Analog.Ideal.IdealDiode d[4](each Vknee = "
      "0.7);\n"
      " Analog.Basic.Capacitor c(C = 1e-3, v(fixed = true));\n Analog.Basic.Resistor r(R = 100);\n"
      " Analog.Basic.Ground g;\nequation\n"
      " connect(v.p, d[1].p); connect(v.p, d[2].n); connect(v.n, d[3].p); connect(v.n, d[4].n);\n"
      " connect(d[1].n, c.p); connect(d[3].n, c.p); connect(d[2].p, c.n); connect(d[4].p, c.n);\n"
      " connect(c.p, r.p); connect(r.n, c.n); connect(c.n, g.p);\n",
      2.003, 2.003, 1e-9);
  const double w = 100 * std::numbers::pi, RC = 0.1;
  double end = 0.0;  // of charging, after the peak
  for (int i = 0; i < 50; ++i) end = std::asin((10 * std::cos(w * end) - 1.4) / (RC * 10 * w)) / w;
  const double after = 0.008 - end;
  EXPECT_NEAR(s.last("c.v"), (10 * std::cos(w * end) - 1.4) * std::exp(-after / RC), 3e-3);
  // On and off, two by two, twice in a period.
  EXPECT_LT(s.result.events, 1000);
}

// Two masses share their heat: the difference decays with G (1/C1 + 1/C2).
TEST(Library, TwoMassesBecomeEquallyWarm) {
  const Series s =
      run(" Heat.Components.HeatCapacitor a(C = 15, T(start = 373.15, fixed = true));\n"
          " Heat.Components.HeatCapacitor b(C = 30, T(start = 273.15, fixed = true));\n"
          " Heat.Components.ThermalConductor g(G = 10);\n Heat.Celsius.TemperatureSensor sensor;\n"
          "equation\n connect(a.port, g.port_a); connect(g.port_b, b.port); connect(a.port, "
          "sensor.port);\n",
          3);
  for (const double t : s.time) {
    const double mean = (15 * 373.15 + 30 * 273.15) / 45, difference = 100 * std::exp(-t);
    EXPECT_NEAR(s.at(t, "a.T"), mean + difference * 2 / 3, 1e-6);
    EXPECT_NEAR(s.at(t, "b.T"), mean - difference / 3, 1e-6);
    EXPECT_NEAR(s.at(t, "sensor.T"), s.at(t, "a.T") - 273.15, 1e-9);
  }
}

// (2 s + 3)/(s² + 3 s + 2) = 1/(s + 1) + 1/(s + 2): the answer to a step is (1 − e^−t) + (1 − e^−2t)/2.
TEST(Library, TransferFunctionsAnswerSteps) {
  const Series s = run(
      " Blocks.Sources.Step u;\n Blocks.Continuous.TransferFunction g(b = {2, 3}, a = {1, 3, 2});\n"
      " Blocks.Continuous.StateSpace ss(A = [-1, 0; 0, -2], B = [1; 1], C = [1, 1]);\n"
      " Blocks.Continuous.SecondOrder o(w = 5, D = 0.2);\n Blocks.Continuous.FirstOrder f(k = 2, T "
      "= 0.5);\n"
      "equation\n connect(u.y, g.u); connect(u.y, ss.u[1]); connect(u.y, o.u); connect(u.y, "
      "f.u);\n",
      2);
  for (const double t : s.time) {
    const double expected = 1 - std::exp(-t) + (1 - std::exp(-2 * t)) / 2;
    EXPECT_NEAR(s.at(t, "g.y"), expected, 1e-8);
    EXPECT_NEAR(s.at(t, "ss.y[1]"), expected, 1e-8);
    EXPECT_NEAR(s.at(t, "f.y"), 2 * (1 - std::exp(-2 * t)), 1e-8);
    const double w = 5 * std::sqrt(1 - 0.04);
    EXPECT_NEAR(s.at(t, "o.y"), 1 - std::exp(-t) * (std::cos(w * t) + 1 / w * std::sin(w * t)),
                1e-7);
  }
}

// A PI controller around a first-order plant whose pole its zero cancels: one exponential is left.
TEST(Library, LoopWithCancelledPole) {
  const Series s =
      run(" Blocks.Sources.Constant goal(k = 2);\n Blocks.Math.Feedback e;\n Blocks.Continuous.PI "
          "pi(k = 3, T = 0.5);\n"
          " Blocks.Continuous.FirstOrder plant(T = 0.5);\nequation\n connect(goal.y, e.u1);\n"
          " connect(plant.y, e.u2); connect(e.y, pi.u); connect(pi.y, plant.u);\n",
          1);
  for (const double t : s.time) EXPECT_NEAR(s.at(t, "plant.y"), 2 * (1 - std::exp(-6 * t)), 1e-8);
}

// At its corner frequency a low-pass of any order lets 1/√2 pass, once the start has died away.
TEST(Library, LowPassesAtTheirCorners) {
  for (const std::string block : {"LowpassButterworth f(n = 2", "LowpassButterworth f(n = 5",
                                  "CriticalDamping f(n = 1", "CriticalDamping f(n = 4"}) {
    const Series s = run(" Blocks.Sources.Sine u(f = 2);\n Blocks.Continuous." + block +
                             ", f = 2);\nequation\n connect(u.y, f.u);\n",
                         10, 0.0625);
    // Two values a quarter of a period apart give the amplitude.
    EXPECT_NEAR(std::hypot(s.at(9.75, "f.y"), s.at(9.875, "f.y")), 1 / std::sqrt(2.0), 1e-6)
        << block;
  }
}

TEST(Library, SourcesFollowTheirFormulas) {
  const Series s = run(
      " Blocks.Sources.Trapezoid tr(rising = 0.2, width = 0.3, falling = 0.1, period = 1, "
      "startTime = 0.1);\n"
      " Blocks.Sources.Pulse p(period = 0.5, width = 30, amplitude = 2, offset = 1, nperiod = 2);\n"
      " Blocks.Sources.SawTooth saw(period = 0.4, amplitude = 3);\n"
      " Blocks.Sources.TimeTable t(table = [0, 1; 0.5, 2; 0.5, 5; 1.5, 3]);\n"
      " Blocks.Sources.Exponentials e(riseTime = 0.6, riseTimeConst = 0.2, fallTimeConst = 0.3);\n"
      " Blocks.Sources.KinematicPTP2 k(q_end = {1, -0.5}, qd_max = {1, 1}, qdd_max = {2, 2});\n",
      2, 0.05);
  for (int i = 0; i <= 40; ++i) {
    const double t = 0.05 * i + 1e-12, x = t - 0.1 - (t >= 1.1 ? 1 : 0);
    if (std::abs(t - 0.5) < 1e-9) continue;  // the table jumps
    EXPECT_NEAR(s.at(t, "tr.y"),
                x < 0     ? 0
                : x < 0.2 ? x / 0.2
                : x < 0.5 ? 1
                : x < 0.6 ? (0.6 - x) / 0.1
                          : 0,
                1e-9)
        << t;
    EXPECT_NEAR(s.at(t, "t.y"), t < 0.5 ? 1 + 2 * t : 6 - 2 * t, 1e-9) << t;
    const double top = 1 - std::exp(-3.0);
    EXPECT_NEAR(s.at(t, "e.y"), t < 0.6 ? 1 - std::exp(-t / 0.2) : top * std::exp(-(t - 0.6) / 0.3),
                1e-9);
    // A second: half of it to reach speed 1, half a second at that speed, half of it to brake.
    const double q = t < 0.5 ? t * t : t < 1 ? t - 0.25 : t < 1.5 ? 1 - (1.5 - t) * (1.5 - t) : 1;
    EXPECT_NEAR(s.at(t, "k.q[1]"), q, 1e-9) << t;
    EXPECT_NEAR(s.at(t, "k.q[2]"), -q / 2, 1e-9) << t;
  }
  for (const auto& [t, y] : {std::pair(0.1, 3.0), {0.2, 1.0}, {0.6, 3.0}, {0.7, 1.0}, {1.1, 1.0}})
    EXPECT_EQ(s.at(t, "p.y"), y) << t;
  EXPECT_NEAR(s.at(1.3, "saw.y"), 3 * 0.1 / 0.4, 1e-9);
}

// y[k+1] = 0.5 y[k] + u, sampled each 0.1 s; a unit delay gives what was one instant before.
TEST(Library, SampledBlocks) {
  const Series s =
      run(" Blocks.Sources.Step u(startTime = -1);\n"
          " Blocks.Discrete.TransferFunction g(samplePeriod = 0.1, b = {1}, a = {1, -0.5});\n"
          " Blocks.Sources.ContinuousClock clock;\n Blocks.Discrete.Sampler sampler(samplePeriod = "
          "0.1);\n"
          " Blocks.Discrete.UnitDelay late(samplePeriod = 0.1);\nequation\n connect(u.y, g.u);\n"
          " connect(clock.y, sampler.u); connect(sampler.y, late.u);\n",
          1, 0.05);
  double y = 0;
  for (int k = 0; k < 10; ++k) {
    const double between = 0.1 * k + 0.05;
    EXPECT_NEAR(s.at(between, "g.y"), y, 1e-12) << k;
    EXPECT_NEAR(s.at(between, "sampler.y"), 0.1 * k, 1e-12);
    EXPECT_NEAR(s.at(between, "late.y"), std::max(0.0, 0.1 * (k - 1)), 1e-12);
    y = 0.5 * y + 1;
  }
}

// The example against the same machine in four states (angle, speed, current, integral), by Runge and Kutta's method with the
// instants located where the voltage reaches or leaves its limit.
TEST(Library, PositionServoMatchesTheReference) {
  const std::string path = std::string(GELENK_SOURCE_DIR) + "/examples/PositionServo";
  TestModel test = TestModel::from_file(path + ".mo");
  const testing::Csv expected(path + ".expected.csv");
  SimulationOptions options;
  options.rtol = 1e-12;
  options.interval = 0.1;
  options.stop_time = expected.rows.back()[0];
  const Series s = testing::simulate(test, options, "*");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  for (const auto& row : expected.rows) {
    for (std::size_t i = 1; i < row.size(); ++i)
      EXPECT_NEAR(s.at(row[0], expected.names[i]), row[i], 1e-9) << expected.names[i];
  }
}

// The angles of the Modelica Standard Library's robot of the same data, as its authors publish them, computed with 1e-6 and from a start
// in which elastic shafts are at rest in another way.
TEST(Library, ManutecRobotFollowsThePublishedMotion) {
  TestModel test =
      TestModel::from_file(std::string(GELENK_SOURCE_DIR) + "/examples/dymola/Manutec.mo");
  SimulationOptions options;
  options.rtol = 1e-8;
  options.interval = 0.5;
  options.stop_time = 1.5;
  const Series s = testing::simulate(test, options, "*");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  const double currents[] = {0, -1.8881, -3.6788, -0.60042, -0.72428, 0};
  for (int axis = 1; axis <= 6; ++axis) {
    EXPECT_NEAR(s.at(0, "axis" + std::to_string(axis) + ".motor.resistor.i"), currents[axis - 1],
                5e-5)
        << axis;
  }
  const double angles[][7] = {
      {0.5, -0.299971, -0.211064, 0.791065, 0.279552, -0.552438, 0.280112},
      {1.0, 0.543761, -0.847754, -0.091947, 0.598500, 0.996362, 0.597928},
      {1.5, 1.046281, -1.223093, -0.608790, 0.784784, 1.922031, 0.784972},
  };
  for (const auto& row : angles) {
    for (int axis = 1; axis <= 6; ++axis)
      EXPECT_NEAR(s.at(row[0], "robot.r" + std::to_string(axis) + ".phi"), row[axis], 2e-4) << axis;
  }
}

}  // namespace
}  // namespace gelenk
