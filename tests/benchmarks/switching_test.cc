// Boolean and whole unknowns that depend on Real ones, and these on them: ideal diodes, a friction automaton. Against closed forms, against the
// same circuit computed piece by piece, and against the native element.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "base/memory.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

// Before the model. The parameter s of a diode runs along its characteristic: the voltage where it blocks, the current where it conducts.
const std::string parts =
    "connector Pin Real v; flow Real i; end Pin;\n"
    "partial model TwoPin Pin p, n; Real v, i;\n"
    "equation v = p.v - n.v; i = p.i; p.i + n.i = 0; end TwoPin;\n"
    "model Resistor extends TwoPin; parameter Real R = 1; equation v = R*i; end Resistor;\n"
    "model Capacitor extends TwoPin; parameter Real C = 1; equation C*der(v) = i; end Capacitor;\n"
    "model Sine extends TwoPin; equation v = 10*sin(100*time); end Sine;\n"
    "model Ground Pin p; equation p.v = 0; end Ground;\n"
    "model Diode extends TwoPin; parameter Real Ron = 1e-2, Goff = 1e-4, Vknee = 0;\n"
    " Real s(start = 0); Boolean off(start = true);\n"
    "equation off = s < 0; v = s*(if off then 1 else Ron) + Vknee;\n"
    " i = s*(if off then Goff else 1) + Goff*Vknee; end Diode;\n";

const std::string half_wave =
    "model M\n Sine source;\n Diode d(Vknee = 0.6);\n Resistor load(R = 5);\n Ground ground;\n"
    "equation\n connect(source.p, d.p);\n connect(d.n, load.p);\n connect(load.n, source.n);\n"
    " connect(source.n, ground.p);\nend M;\n";

const std::string bridge =
    "model M\n Sine source;\n Resistor inner_(R = 0.5), load(R = 20);\n Diode a, b, c, d;\n"
    " Capacitor store(C = 2e-3, v(start = 0, fixed = true));\n Ground ground;\nequation\n"
    " connect(source.p, inner_.p);\n connect(inner_.n, a.p);\n connect(a.p, c.n);\n"
    " connect(source.n, b.p);\n connect(b.p, d.n);\n"
    " connect(a.n, b.n);\n connect(a.n, store.p);\n connect(store.p, load.p);\n"
    " connect(c.p, d.p);\n connect(c.p, store.n);\n connect(store.n, load.n);\n"
    " connect(load.n, ground.p);\nend M;\n";

SimulationOptions make_options(double stop_time, double interval) {
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = interval;
  options.rtol = 1e-10;
  return options;
}

Series run(const std::string& text, double stop_time, double interval,
           const testing::Make& make = make_recursive_formulation) {
  TestModel test = TestModel::from_text(text, make);
  Series series = testing::simulate(test, make_options(stop_time, interval), "*");
  EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
  return series;
}

class Switching : public ::testing::TestWithParam<testing::NamedFormulation> {};
INSTANTIATE_TEST_SUITE_P(All, Switching, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& of) { return std::string(of.param.name); });

TEST_P(Switching, HalfWaveRectifier) {
  const Series s = run(parts + half_wave, 0.2, 1e-3, GetParam().make);
  const double R = 5, Ron = 1e-2, Goff = 1e-4, knee = 0.6;
  int blocked = 0;
  for (std::size_t k = 0; k < s.time.size(); ++k) {
    const double t = s.time[k], over = 10 * std::sin(100 * t) - knee * (1 + R * Goff);
    const double current = over > 0 ? over / (Ron + R) : Goff * over / (1 + R * Goff);
    EXPECT_NEAR(s.at(t, "load.i"), current + Goff * knee, 1e-9) << t;
    if (std::abs(over) > 1e-3) {
      EXPECT_EQ(s.at(t, "d.off"), over < 0) << t;
    }
    blocked += over < 0;
  }
  EXPECT_GT(blocked, 80);
}

// The charge of the store, by small steps in which the diodes are tried in all combinations until one fits.
std::vector<double> compute_bridge(double stop, int rows) {
  const double Ri = 0.5, Rl = 20, C = 2e-3, Ron = 1e-2, Goff = 1e-4;
  auto rate = [&](double t, double u) {
    for (int mode = 0; mode < 16; ++mode) {
      double G[4];
      for (int k = 0; k < 4; ++k) G[k] = (mode >> k & 1) != 0 ? 1 / Ron : Goff;
      // Potentials x of a.p and y of b.p against ground.
      Eigen::Matrix2d A;
      Eigen::Vector2d b;
      A << 1 / Ri + G[0] + G[2], -1 / Ri, -1 / Ri, 1 / Ri + G[1] + G[3];
      const double source = 10 * std::sin(100 * t) / Ri;
      b << source + G[0] * u, -source + G[1] * u;
      const Eigen::Vector2d x = A.fullPivLu().solve(b);
      const double v[4] = {x[0] - u, x[1] - u, -x[0], -x[1]};
      bool fits = true;
      for (int k = 0; k < 4; ++k) fits = fits && (v[k] >= 0) == ((mode >> k & 1) != 0);
      if (fits) return (G[0] * v[0] + G[1] * v[1] - u / Rl) / C;
    }
    return std::nan("");
  };
  const int steps = 2000;  // in each row
  const double h = stop / rows / steps;
  std::vector<double> charge = {0.0};
  double u = 0.0;
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < steps; ++k) {
      const double t = (row * steps + k) * h;
      const double k1 = rate(t, u), k2 = rate(t + h / 2, u + h / 2 * k1),
                   k3 = rate(t + h / 2, u + h / 2 * k2), k4 = rate(t + h, u + h * k3);
      u += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    charge.push_back(u);
  }
  return charge;
}

TEST_P(Switching, BridgeRectifier) {
  const Series s = run(parts + bridge, 0.1, 5e-3, GetParam().make);
  const std::vector<double> charge = compute_bridge(0.1, 20);
  for (std::size_t k = 0; k < charge.size(); ++k)
    EXPECT_NEAR(s.at(5e-3 * static_cast<double>(k), "store.v"), charge[k], 1e-6) << k;
  EXPECT_GT(charge.back(), 5);
}

// In the middle of a step, with diodes that conduct; in another object.
TEST(SwitchingRuns, GoOnFromAStateThatWasSaved) {
  auto simulate = [](double save_at, std::string& memory, bool resumes) {
    TestModel test = TestModel::from_text(parts + bridge);
    SignalTable table(test.system);
    table.select("store.v");
    std::vector<double> values;
    SimulationCallbacks callbacks;
    callbacks.row = [&](double, const std::vector<double>& row) { values.push_back(row[0]); };
    Simulation run(*test.formulation, table, make_options(0.1, 5e-3), callbacks);
    if (resumes)
      run.resume(memory);
    else
      run.start();
    while (run.advance()) {
      if (memory.empty() && run.t() > save_at) memory = save_memory(run);
    }
    return values;
  };
  std::string memory;
  const std::vector<double> whole = simulate(0.047, memory, false);
  ASSERT_FALSE(memory.empty());
  const std::vector<double> rest = simulate(0.047, memory, true);
  ASSERT_GT(rest.size(), 5u) << rest.size();
  ASSERT_LT(rest.size(), whole.size());
  for (std::size_t k = 1; k <= rest.size(); ++k)
    EXPECT_EQ(rest[rest.size() - k], whole[whole.size() - k]);
}

TEST(SwitchingRuns, SidesThatContradictEachOtherAreNamed) {
  TestModel test = TestModel::from_text(
      "model M\n Real x, z(start = 0, fixed = true); Boolean b;\nequation\n der(z) = x;\n x = if b "
      "then 0.5 else 2;\n b = x > 1;\nend M;\n");
  const Series s = testing::simulate(test, make_options(1, 0.1), "*");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_EQ(s.result.message.substr(0, s.result.message.find(',')),
            "branches of the equations for 'x' and 1 more contradict each other: each brings about "
            "the other (let them go over into one another in a ramp)");
}

// Two diodes that feed one node: which of them conduct depends on all.
TEST(SwitchingRuns, TheHighestOfManySourcesFeeds) {
  std::string text = parts +
                     "model M\n constant Integer n = 12;\n Diode d[n];\n Sine source[n];\n"
                     " Resistor load(R = 5), series[n](each R = 0.01);\n Ground ground;\nequation\n"
                     " for k in 1:n loop\n  connect(source[k].n, ground.p);\n"
                     "  connect(source[k].p, series[k].p);\n"
                     "  connect(series[k].n, d[k].p);\n  connect(d[k].n, load.p);\n end for;\n"
                     " connect(load.n, ground.p);\nend M;\n";
  const Series s = run(text, 0.1, 1e-3);
  for (const double t : s.time) {
    double sum = 0;
    for (int k = 1; k <= 12; ++k) sum += s.at(t, "d[" + std::to_string(k) + "].i");
    EXPECT_NEAR(sum, s.at(t, "load.i"), 1e-9);
    const double u = 10 * std::sin(100 * t);
    EXPECT_NEAR(s.at(t, "load.v"),
                u > 0 ? u / (1 + 0.02 / 12 / 5) : 12e-4 * 5 * u / (1 + 12e-4 * 5 + 1e-6), 2e-4)
        << t;
  }
}

// The automaton of dry friction, with the acceleration and the friction torque as functions of one parameter.
TEST(SwitchingRuns, FrictionAutomaton) {
  const std::string own =
      "model M\n constant Integer Free = 2, Forward = 1, Stuck = 0, Backward = -1;\n"
      " parameter Real J = 0.1, tau0 = 1, tau0_max = 1;\n"
      " Real phi(start = 0, fixed = true), w(start = 3, fixed = true), a, tau, sa, drive;\n"
      " Boolean startForward(start = false), startBackward(start = false), locked(start = false);\n"
      " Integer mode(start = Free);\nequation\n"
      " der(phi) = w;\n der(w) = a;\n J*a = drive - tau;\n drive = 1.6*sin(4*time);\n"
      " startForward = pre(mode) == Stuck and (sa > tau0_max or pre(startForward) and sa > tau0)\n"
      "  or initial() and w > 0;\n"
      " startBackward = pre(mode) == Stuck and (sa < -tau0_max or pre(startBackward) and sa < "
      "-tau0)\n"
      "  or initial() and w < 0;\n"
      " locked = not (pre(mode) == Forward or startForward or pre(mode) == Backward or "
      "startBackward);\n"
      " a = if locked then 0 else if startForward then sa - tau0_max else if startBackward then\n"
      "  sa + tau0_max else if pre(mode) == Forward then sa - tau0_max else sa + tau0_max;\n"
      " tau = if locked then sa else if startForward or pre(mode) == Forward then tau0 else "
      "-tau0;\n"
      " mode = if (pre(mode) == Forward or pre(mode) == Free or startForward) and w > 0 then "
      "Forward\n"
      "  else if (pre(mode) == Backward or pre(mode) == Free or startBackward) and w < 0 then "
      "Backward\n"
      "  else Stuck;\nend M;\n";
  const std::string native =
      "model M\n import Modelica.Mechanics.Rotational;\n"
      " Rotational.Components.Inertia rotor(J = 0.1, phi(start = 0, fixed = true), w(start = 3, "
      "fixed "
      "= true));\n"
      " Rotational.Components.BearingFriction friction(tau_pos = [0, 1]);\n"
      " Rotational.Sources.Torque torque(tau = 1.6*sin(4*time));\nequation\n"
      " connect(torque.flange, rotor.flange_a);\n connect(rotor.flange_b, friction.flange_a);\n"
      "end M;\n";
  const Series s = run(own, 3, 0.05), n = run(native, 3, 0.05);
  int stuck = 0;
  for (double t = 0; t < 3; t += 0.05) {
    EXPECT_NEAR(s.at(t, "w"), n.at(t, "rotor.w"), 1e-6) << t;
    EXPECT_NEAR(s.at(t, "phi"), n.at(t, "rotor.phi"), 1e-6) << t;
    stuck += s.at(t, "locked") != 0;
  }
  EXPECT_GT(stuck, 3);
  EXPECT_LT(stuck, 50);
}

}  // namespace
}  // namespace gelenk
