// Classes of shafts twice: built in, and as equations from the text in library/. What makes the second reading necessary is a train
// beside the model with a gear that is not built in. Both have the same signals, with the same values. Then classes that are equations
// only, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

#include "gelenk/experiment.h"
#include "gelenk/model.h"
#include "gelenk/results.h"

namespace gelenk {
namespace {

struct Case {
  const char* name;
  double stop_time;
  const char *parts, *equations;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const char* const imports = R"(
  import R = Modelica.Mechanics.Rotational;
  import T = Modelica.Mechanics.Translational;
)";

Results run(const std::string& parts, const std::string& equations, double stop_time,
            int intervals = 50) {
  ExperimentOptions precise;
  precise.rtol = 1e-10;
  Experiment experiment(Model::from_text("model M" + std::string(imports) + parts + "equation\n" +
                                         equations + "end M;\n"),
                        precise);
  SimulateOptions options;
  options.t_end = stop_time;
  options.interval = stop_time / intervals;
  options.signals = "*";
  Results results = experiment.simulate(options);
  EXPECT_TRUE(results.succeeded()) << results.summary().message;
  return results;
}

// By instant of output the last row: behind an event where there is one. Instants of events differ by rounding, and are left out.
std::map<long, std::size_t> list_rows(const Results& results, double interval) {
  std::map<long, std::size_t> rows;
  for (std::size_t i = 0; i < results.rows(); ++i) {
    const double k = results.time()[i] / interval;
    if (std::abs(k - std::round(k)) < 1e-9) rows[std::lround(k)] = i;
  }
  return rows;
}

class BothReadings : public ::testing::TestWithParam<Case> {};

TEST_P(BothReadings, Agree) {
  const Case& c = GetParam();
  const std::string train = R"(
  R.Components.Inertia other_a(J=1, w(start=1, fixed=true), phi(fixed=true)), other_b(J=1);
  R.Components.LossyGear other_gear(ratio=2, lossTable=[0, 0.9, 0.9, 0, 0]);
)";
  const std::string joined = R"(
  connect(other_a.flange_b, other_gear.flange_a);
  connect(other_gear.flange_b, other_b.flange_a);
)";
  const Results built_in = run(c.parts, c.equations, c.stop_time);
  const Results equations = run(c.parts + train, c.equations + joined, c.stop_time);
  const auto rows = list_rows(built_in, c.stop_time / 50);
  auto others = list_rows(equations, c.stop_time / 50);
  ASSERT_EQ(rows.size(), 51u);
  std::map<std::string, int> count;
  for (const RunSignal& signal : equations.signals())
    EXPECT_EQ(++count[signal.name], 1) << signal.name;
  int compared = 0;
  for (const RunSignal& signal : built_in.signals()) {
    if (signal.name.starts_with("gelenk.") || count[signal.name] != 1) continue;
    ++compared;
    const auto a = built_in[signal.name], b = equations[signal.name];
    double size = 1e-3, worst = 0.0;
    for (const auto& [k, row] : rows) {
      size = std::max({size, std::abs(a[row]), std::abs(b[others[k]])});
      worst = std::max(worst, std::abs(a[row] - b[others[k]]));
    }
    EXPECT_LT(worst, 1e-6 * size) << signal.name;
  }
  EXPECT_GT(compared, 15);
}

const Case cases[] = {
    {"Rotors", 2, R"(
  R.Components.Inertia a(J=2, phi(start=0.3, fixed=true), w(start=1, fixed=true)), b(J=3);
  R.Components.IdealGear g(ratio=3);
  R.Components.Disc disc(deltaPhi=0.4);
  R.Components.SpringDamper sd(c=40, d=0.5, phi_rel0=0.1);
  R.Components.Fixed f(phi0=0.2);
  R.Sources.Torque t(tau=2*sin(3*time));
  R.Sensors.AngleSensor s1;
  R.Sensors.SpeedSensor s2;
  R.Sensors.AccSensor s3;
  R.Sensors.RelAngleSensor s4;
  R.Sensors.RelSpeedSensor s5;
  R.Sensors.RelAccSensor s6;)", R"(
  connect(t.flange, a.flange_a);
  connect(a.flange_b, g.flange_a);
  connect(g.flange_b, disc.flange_a);
  connect(disc.flange_b, b.flange_a);
  connect(b.flange_b, sd.flange_a);
  connect(sd.flange_b, f.flange);
  connect(s1.flange, b.flange_a);
  connect(s2.flange, b.flange_a);
  connect(s3.flange, b.flange_a);
  connect(s4.flange_a, a.flange_a);
  connect(s4.flange_b, b.flange_a);
  connect(s5.flange_a, a.flange_a);
  connect(s5.flange_b, b.flange_a);
  connect(s6.flange_a, a.flange_a);
  connect(s6.flange_b, b.flange_a);)"},
    {"Springs", 2, R"(
  R.Components.Inertia a(J=2, phi(start=0.3, fixed=true), w(start=1, fixed=true)), b(J=3, phi(fixed=true), w(fixed=true));
  R.Components.Spring s(c=30, phi_rel0=0.1);
  R.Components.Damper d(d=0.4);
  R.Sources.Torque2 t2(tau=cos(2*time));
  R.Sources.ConstantTorque ct(tau_constant=0.5);)", R"(
  connect(a.flange_b, s.flange_a);
  connect(s.flange_b, b.flange_a);
  connect(a.flange_b, d.flange_a);
  connect(d.flange_b, b.flange_a);
  connect(t2.flange_a, a.flange_a);
  connect(t2.flange_b, b.flange_b);
  connect(ct.flange, b.flange_b);)"},
    {"Backlash", 5, R"(
  R.Components.Inertia a(J=2, phi(start=0.0, fixed=true), w(start=1, fixed=true)), b(J=3, phi(fixed=true), w(fixed=true));
  R.Components.ElastoBacklash e(c=200, d=3, b=0.2, phi_rel0=0.05);)", R"(
  connect(a.flange_b, e.flange_a);
  connect(e.flange_b, b.flange_a);)"},
    {"Bearing", 6, R"(
  R.Components.Inertia a(J=2, phi(start=0.3, fixed=true), w(start=1, fixed=true));
  R.Components.BearingFriction f(tau_pos=[0,1;2,1.5;5,3], peak=1.2);
  R.Sources.Torque t(tau=3*sin(2*time));)", R"(
  connect(t.flange, a.flange_a);
  connect(a.flange_b, f.flange_a);)"},
    {"Brake", 6, R"(
  R.Components.Inertia a(J=2, phi(start=0.3, fixed=true), w(start=1, fixed=true));
  R.Components.Brake f(mu_pos=[0,0.5;2,0.4], peak=1.1, fn_max=5, f_normalized=if sin(3*time)>0.3 then 1 else 0);
  R.Sources.Torque t(tau=3*sin(2*time));)", R"(
  connect(t.flange, a.flange_a);
  connect(a.flange_b, f.flange_a);)"},
    {"Clutch", 6, R"(
  R.Components.Inertia a(J=2, phi(start=0.3, fixed=true), w(start=1, fixed=true)), b(J=1, phi(fixed=true), w(fixed=true));
  R.Components.Clutch f(mu_pos=[0,0.5;2,0.4], peak=1.1, fn_max=5, f_normalized=if sin(time)>0.3 then 1 else 0);
  R.Sources.Torque t(tau=9*sin(2*time));)", R"(
  connect(t.flange, a.flange_a);
  connect(a.flange_b, f.flange_a);
  connect(f.flange_b, b.flange_a);)"},
    {"Drives", 2, R"(
  R.Components.Inertia a(J=2), b(J=3), c(J=1), d(J=1), e(J=1), ff(J=1);
  R.Sources.Position p1(exact=true, phi_ref=sin(time)), p2(f_crit=2, phi_ref=if time < 1 then 0 else 1);
  R.Sources.Speed v1(exact=true, w_ref=cos(3*time), phi(start=0.2)), v2(f_crit=1, w_ref=if time<1 then 1 else 2);
  R.Sources.Accelerate ac(a_ref=cos(time), w(start=0.3));
  R.Sources.ConstantSpeed cs(w_fixed=2, phi(start=0.1, fixed=true));)", R"(
  connect(p1.flange, a.flange_a);
  connect(p2.flange, b.flange_a);
  connect(v1.flange, c.flange_a);
  connect(v2.flange, d.flange_a);
  connect(ac.flange, e.flange_a);
  connect(cs.flange, ff.flange_a);)"},
    {"Housings", 2, R"(
  R.Components.Inertia h(J=5, phi(start=0.1,fixed=true), w(start=0.2,fixed=true)), a(J=2, phi(fixed=true), w(start=1,fixed=true)), b(J=1);
  R.Components.IdealGear g(ratio=-3, useSupport=true);
  R.Sources.Torque t(useSupport=true, tau=sin(time));
  R.Components.BearingFriction f(useSupport=true, tau_pos=[0,0.3]);
  R.Components.Inertia c(J=0.5, phi(fixed=true), w(start=2, fixed=true));)", R"(
  connect(h.flange_b, g.support);
  connect(h.flange_b, t.support);
  connect(h.flange_b, f.support);
  connect(t.flange, a.flange_a);
  connect(a.flange_b, g.flange_a);
  connect(g.flange_b, b.flange_a);
  connect(c.flange_b, f.flange_a);)"},
    {"TurningAndSliding", 2, R"(
  R.Components.Inertia a(J=2, phi(fixed=true), w(start=1,fixed=true));
  T.Components.Mass m(m=3), m2(m=1);
  R.Components.IdealGearR2T g(ratio=4);
  R.Components.IdealRollingWheel w(radius=0.2);
  T.Components.Spring s(c=30, s_rel0=0.2);
  T.Components.Fixed f(s0=-0.4);)", R"(
  connect(a.flange_b, g.flangeR);
  connect(g.flangeT, m.flange_a);
  connect(a.flange_b, w.flangeR);
  connect(w.flangeT, m2.flange_a);
  connect(m.flange_b, s.flange_a);
  connect(s.flange_b, f.flange);)"},
    {"Masses", 2, R"(
  T.Components.Mass a(m=2, L=0.3, s(start=0.3, fixed=true), v(start=1, fixed=true)), b(m=3, L=0.2);
  T.Components.Rod rod(L=0.5);
  T.Components.SpringDamper sd(c=40, d=0.5, s_rel0=0.1);
  T.Components.Damper d(d=0.3);
  T.Components.Fixed f(s0=2);
  T.Sources.Force t(f=2*sin(3*time));
  T.Sources.Force2 t2(f=cos(time));
  T.Sensors.PositionSensor s1;
  T.Sensors.SpeedSensor s2;
  T.Sensors.AccSensor s3;
  T.Sensors.RelPositionSensor s4;
  T.Sensors.RelSpeedSensor s5;
  T.Sensors.RelAccSensor s6;)", R"(
  connect(t.flange, a.flange_a);
  connect(a.flange_b, rod.flange_a);
  connect(rod.flange_b, b.flange_a);
  connect(b.flange_b, sd.flange_a);
  connect(sd.flange_b, f.flange);
  connect(b.flange_b, d.flange_a);
  connect(d.flange_b, f.flange);
  connect(t2.flange_a, f.flange);
  connect(t2.flange_b, b.flange_b);
  connect(s1.flange, b.flange_a);
  connect(s2.flange, b.flange_a);
  connect(s3.flange, b.flange_a);
  connect(s4.flange_a, f.flange);
  connect(s4.flange_b, b.flange_a);
  connect(s5.flange_a, f.flange);
  connect(s5.flange_b, b.flange_a);
  connect(s6.flange_a, f.flange);
  connect(s6.flange_b, b.flange_a);)"},
    {"Gap", 5, R"(
  T.Components.Mass a(m=2, s(start=0.0, fixed=true), v(start=1, fixed=true)), b(m=3, s(start=1,fixed=true), v(fixed=true));
  T.Components.ElastoGap e(c=200, d=3, s_rel0=0.5), e2(c=500,d=1,n=1.5,s_rel0=0.4);
  T.Components.Fixed f(s0=2);)", R"(
  connect(a.flange_b, e.flange_a);
  connect(e.flange_b, b.flange_a);
  connect(b.flange_b, e2.flange_a);
  connect(e2.flange_b, f.flange);)"},
    {"Guides", 6, R"(
  T.Components.Mass a(m=2, s(start=0.3, fixed=true), v(start=1, fixed=true)), b(m=1, s(fixed=true), v(start=2, fixed=true));
  T.Components.SupportFriction f(f_pos=[0,1;2,1.5;5,3], peak=1.2);
  T.Components.Brake br(mu_pos=[0,0.5;2,0.4], peak=1.1, fn_max=5, f_normalized=if sin(3*time)>0.3 then 1 else 0);
  T.Sources.Force t(f=3*sin(2*time)), t2(f=3*sin(2.1*time));)", R"(
  connect(t.flange, a.flange_a);
  connect(a.flange_b, f.flange_a);
  connect(t2.flange, b.flange_a);
  connect(b.flange_b, br.flange_a);)"},
    {"SlidingDrives", 2, R"(
  T.Components.Mass a(m=2), b(m=3), c(m=1), d(m=1), e(m=1), ff(m=1);
  T.Sources.Position p1(exact=true, s_ref=sin(time)), p2(f_crit=2, s_ref=if time < 1 then 0 else 1);
  T.Sources.Speed v1(exact=true, v_ref=cos(3*time), s(start=0.2)), v2(f_crit=1, v_ref=if time<1 then 1 else 2);
  T.Sources.Accelerate ac(a_ref=cos(time), v(start=0.3));
  T.Sources.ConstantSpeed cs(v_fixed=2, s(start=0.1, fixed=true));)", R"(
  connect(p1.flange, a.flange_a);
  connect(p2.flange, b.flange_a);
  connect(v1.flange, c.flange_a);
  connect(v2.flange, d.flange_a);
  connect(ac.flange, e.flange_a);
  connect(cs.flange, ff.flange_a);)"},
    {"JointAxis", 2, R"(
  inner Modelica.Mechanics.MultiBody.World world;
  Modelica.Mechanics.MultiBody.Joints.Revolute j(useAxisFlange=true, phi(start=0.3, fixed=true), w(fixed=true));
  Modelica.Mechanics.MultiBody.Parts.Body body(m=1, r_CM={0.5,0,0}, I_11=0.2, I_22=0.2, I_33=0.2);
  R.Components.IdealGear g(ratio=20);
  R.Components.Inertia rotor(J=0.002);
  R.Components.SpringDamper sd(c=3,d=0.1);)", R"(
  connect(world.frame_b, j.frame_a);
  connect(j.frame_b, body.frame_a);
  connect(j.axis, g.flange_b);
  connect(g.flange_a, rotor.flange_a);
  connect(sd.flange_a, j.support);
  connect(sd.flange_b, j.axis);)"},
};
INSTANTIATE_TEST_SUITE_P(All, BothReadings, ::testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

// ---- what is equations only ------------------------------------------------------------------------------

double last(const Results& results, const std::string& name) { return results[name].back(); }
constexpr double tolerance = 1e-7;

// J_a ẇ_a = T − τ and J_b ẇ_b = η i τ while flange_a drives, with w_a = i w_b; else τ/η.
TEST(LossyGear, LosesInBothDirections) {
  const std::string parts = R"(
  R.Components.Inertia a(J=0.5, phi(fixed=true), w(fixed=true)), b(J=2);
  R.Components.LossyGear g(ratio=3, lossTable=[0, 0.8, 0.7, 0, 0]);
  R.Sources.ConstantTorque t(tau_constant=4);
)";
  const std::string joined = " connect(a.flange_b, g.flange_a); connect(g.flange_b, b.flange_a);\n";
  EXPECT_NEAR(last(run(parts, joined + " connect(t.flange, a.flange_a);\n", 1), "b.w"),
              3 * 0.8 * 4 / (2 + 9 * 0.8 * 0.5), tolerance);
  EXPECT_NEAR(last(run(parts, joined + " connect(t.flange, b.flange_b);\n", 1), "b.w"),
              4 / (2 + 9 * 0.5 / 0.7), tolerance);
}

// What the housing takes: angular momentum of all three is that of the torque.
TEST(LossyGear, TurnsItsHousing) {
  const Results r = run(R"(
  R.Components.Inertia a(J=0.5, phi(fixed=true), w(fixed=true)), b(J=2);
  R.Components.Inertia h(J=7, phi(fixed=true), w(fixed=true));
  R.Components.LossyGear g(ratio=3, useSupport=true, lossTable=[0, 0.8, 0.7, 0, 0]);
  R.Sources.ConstantTorque t(tau_constant=4);
)",
                        R"(
  connect(t.flange, a.flange_a);
  connect(a.flange_b, g.flange_a);
  connect(g.flange_b, b.flange_a);
  connect(g.support, h.flange_a);
)",
                        1);
  EXPECT_GT(std::abs(last(r, "h.w")), 0.1);
  EXPECT_NEAR(0.5 * last(r, "a.w") + 2 * last(r, "b.w") + 7 * last(r, "h.w"), 4.0, tolerance);
}

// a speeds up from 2 with 3 rad/s2 until it has met b after a second, then both do with half of that.
TEST(OneWayClutch, TakesAlongWhatWouldFallBehind) {
  const Results r = run(R"(
  R.Components.Inertia a(J=1, phi(fixed=true), w(start=2, fixed=true));
  R.Components.Inertia b(J=1, phi(fixed=true), w(start=5, fixed=true));
  R.Components.OneWayClutch c(fn_max=1, f_normalized=0);
  R.Sources.ConstantTorque t(tau_constant=3);
)",
                        R"(
  connect(t.flange, a.flange_a);
  connect(a.flange_b, c.flange_a);
  connect(c.flange_b, b.flange_a);
)",
                        2);
  EXPECT_NEAR(last(r, "b.w"), 6.5, tolerance);
  EXPECT_NEAR(last(r, "a.w"), 6.5, tolerance);
}

// The energy of the relative motion, J w²/2 with 1/J = 1/J_a + 1/J_b, is heat.
TEST(Clutch, TurnsTheEnergyOfSlippingIntoHeat) {
  const Results r = run(R"(
  R.Components.Inertia a(J=1, phi(fixed=true), w(start=2, fixed=true));
  R.Components.Inertia b(J=3, phi(fixed=true), w(start=5, fixed=true));
  R.Components.Clutch c(fn_max=10, f_normalized=1, useHeatPort=true);
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor h(C=2, T(start=300, fixed=true));
)",
                        R"(
  connect(a.flange_b, c.flange_a);
  connect(c.flange_b, b.flange_a);
  connect(c.heatPort, h.port);
)",
                        2);
  EXPECT_NEAR(last(r, "a.w"), 17.0 / 4, tolerance);
  EXPECT_NEAR(last(r, "h.T"), 300 + 0.5 * 0.75 * 9 / 2, tolerance);
}

// Bearing and brake hold 1 N.m each. The shaft comes to rest after 3 s, where both hold it and share the load in any way, and moves
// when the load, 0.5 (t − 4), is more than both together.
TEST(Friction, OfTwoElementsHoldsOneShaft) {
  const Results r = run(R"(
  R.Components.Inertia j(J=2, phi(fixed=true), w(start=3, fixed=true));
  R.Components.BearingFriction b(tau_pos=[0, 1]);
  R.Components.Brake c(fn_max=2, f_normalized=1, mu_pos=[0, 0.5], useHeatPort=true);
  R.Sources.Torque t(tau=if time < 4 then 0 else 0.5*(time - 4));
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor h(C=2, T(start=300, fixed=true));
)",
                        R"(
  connect(t.flange, j.flange_a);
  connect(j.flange_b, b.flange_a);
  connect(b.flange_b, c.flange_a);
  connect(c.heatPort, h.port);
)",
                        9, 90);
  EXPECT_NEAR(last(r, "j.w"), 0.25 * (25 - 16) / 2 - 1, tolerance);
  const auto rows = list_rows(r, 0.1);
  for (const long k : {35L, 45L, 75L}) EXPECT_NEAR(r["j.w"][rows.at(k)], 0.0, 1e-12) << k;
  EXPECT_NEAR(r["j.phi"][rows.at(75)], 4.5, tolerance);
  EXPECT_NEAR(r["h.T"][rows.at(75)], 300 + 0.25 * 9, tolerance);
}

TEST(Sources, ActInTheDirectionThatTheySay) {
  for (const bool same : {true, false}) {
    const std::string choice = same ? "true" : "false";
    const double w = same ? -std::exp(-1.0) : -std::exp(1.0);
    EXPECT_NEAR(last(run("  R.Components.Inertia a(J=1, phi(fixed=true), w(start=-1, fixed=true));\n"
                         "  R.Sources.LinearSpeedDependentTorque t(tau_nominal=1, w_nominal=1, "
                         "TorqueDirection=" + choice + ");\n",
                         "  connect(t.flange, a.flange_a);\n", 1),
                     "a.w"),
                w, tolerance);
    EXPECT_NEAR(last(run("  T.Components.Mass a(m=1, s(fixed=true), v(start=-1, fixed=true));\n"
                         "  T.Sources.LinearSpeedDependentForce t(f_nominal=1, v_nominal=1, "
                         "ForceDirection=" + choice + ");\n",
                         "  connect(t.flange, a.flange_a);\n", 1),
                     "a.v"),
                w, tolerance);
  }
}

// Constant power: J w²/2 grows with time.
TEST(Sources, GiveConstantPower) {
  const Results r = run(
      "  R.Components.Inertia a(J=2, phi(fixed=true), w(start=3, fixed=true));\n"
      "  R.Sources.InverseSpeedDependentTorque t(tau_nominal=2, w_nominal=5, w0=0.1);\n",
      "  connect(t.flange, a.flange_a);\n", 2);
  EXPECT_NEAR(last(r, "a.w"), std::sqrt(9.0 + 10.0 * 2.0), tolerance);
}

// 100 K more make the disc's resistance, and so the speed of the largest torque, 1.4 times what they were.
TEST(Sources, BrakeByEddyCurrents) {
  const Results r = run(
      "  R.Sources.EddyCurrentTorque e(tau_nominal=5, w_nominal=10, TRef=293.15, alpha20=0.004, "
      "useHeatPort=true);\n"
      "  R.Sources.ConstantSpeed s(w_fixed=20, phi(start=0, fixed=true));\n"
      "  Modelica.Thermal.HeatTransfer.Sources.FixedTemperature warm(T=393.15);\n",
      "  connect(e.flange, s.flange);\n  connect(warm.port, e.heatPort);\n", 1);
  const double x = 20.0 / (10.0 * 1.4);
  EXPECT_NEAR(last(r, "e.tau"), 2 * 5 * x / (1 + x * x), tolerance);
  EXPECT_NEAR(last(r, "warm.port.Q_flow"), last(r, "e.tau") * 20, tolerance);
}

TEST(Sensors, MeasureWhatShaftsCarry) {
  const std::string equations =
      "  connect(s.flange, a.flange_a);\n  connect(a.flange_b, t.flange_a);\n"
      "  connect(t.flange_b, p.flange_a);\n  connect(p.flange_b, m.flange_a);\n"
      "  connect(m.flange_b, b.flange_a);\n";
  const Results turning =
      run("  R.Components.Inertia a(J=2, phi(fixed=true), w(fixed=true)), b(J=4);\n"
          "  R.Sensors.TorqueSensor t;\n  R.Sensors.PowerSensor p;\n  R.Sensors.MultiSensor m;\n"
          "  R.Sources.ConstantTorque s(tau_constant=3);\n",
          equations, 1);
  const Results sliding =
      run("  T.Components.Mass a(m=2, s(fixed=true), v(fixed=true)), b(m=4);\n"
          "  T.Sensors.ForceSensor t;\n  T.Sensors.PowerSensor p;\n  T.Sensors.MultiSensor m;\n"
          "  T.Sources.ConstantForce s(f_constant=3);\n",
          equations, 1);
  for (const char* power : {"p.power", "m.power"}) {
    EXPECT_NEAR(last(turning, power), 1.0, tolerance);
    EXPECT_NEAR(last(sliding, power), 1.0, tolerance);
  }
  EXPECT_NEAR(last(turning, "t.tau"), 2.0, tolerance);
  EXPECT_NEAR(last(sliding, "t.f"), 2.0, tolerance);
  EXPECT_NEAR(last(turning, "m.w"), 0.5, tolerance);
  EXPECT_NEAR(last(sliding, "m.v"), 0.5, tolerance);
}

TEST(Adaptors, StandBetweenFlangesAndSignals) {
  for (const char* a :
       {"AngleToTorqueAdaptor a(phi=sin(time), w=cos(time), a=-sin(time)); Real x = a.tau;",
        "GeneralAngleToTorqueAdaptor a(p=sin(time), pder=cos(time), pder2=-sin(time)); Real x = a.f;"}) {
    const Results r = run("  R.Components." + std::string(a) + "\n  R.Components.Inertia j(J=2);\n",
                          "  connect(a.flange, j.flange_a);\n", 1);
    EXPECT_NEAR(last(r, "x"), -2 * std::sin(1.0), tolerance) << a;
  }
  for (const char* a : {"TorqueToAngleAdaptor a(tau=2); Real x = a.w;",
                        "GeneralTorqueToAngleAdaptor a(f=2); Real x = a.pder;"}) {
    const Results r = run("  R.Components." + std::string(a) +
                              "\n  R.Components.Inertia j(J=2, phi(fixed=true), w(fixed=true));\n",
                          "  connect(a.flange, j.flange_a);\n", 1);
    EXPECT_NEAR(last(r, "x"), -1.0, tolerance) << a;
  }
}

TEST(Starts, ComeFromSignalsAndRelativeMotion) {
  EXPECT_NEAR(last(run("  R.Components.InitializeFlange a(phi_start=0.7, w_start=1.2, use_a_start=false);\n"
                       "  R.Components.Inertia j(J=2);\n",
                       "  connect(a.flange, j.flange_a);\n", 1),
                   "j.phi"),
              1.9, tolerance);
  EXPECT_NEAR(
      last(run("  R.Components.RelativeStates a(phi_rel(start=0.3, fixed=true), w_rel(start=0.5, fixed=true));\n"
               "  R.Components.Inertia j(J=2, phi(fixed=true), w(start=1, fixed=true)), k(J=1);\n",
               "  connect(a.flange_a, j.flange_a);\n  connect(a.flange_b, k.flange_a);\n", 1),
           "k.phi"),
      1.8, tolerance);
}

// On a slope of 1 in 10 without resistance: gravity slows down the mass and what turns with it.
TEST(Vehicle, RollsUpASlope) {
  const Results r = run(
      "  T.Components.Vehicle v(m=1000, J=10, R=0.5, A=1, Cd=0, CrConstant=0, inclinationConstant=0.1, "
      "s(fixed=true), v(start=30, fixed=true));\n",
      "", 1);
  EXPECT_NEAR(last(r, "v.v"), 30 - 1000 * 9.80665 * 0.1 / std::sqrt(1.01) / (1000 + 10 / 0.25), tolerance);
}

// 2 N against 1 kg: after a second and 1 m it stands still, unless a stop was in the way.
TEST(MassWithStopAndFriction, ComesToRest) {
  for (const double stop : {3.0, 0.5}) {
    const Results r =
        run("  T.Components.MassWithStopAndFriction m(m=1, L=0, smin=-1, smax=" +
                std::to_string(stop) + ", F_prop=0, F_Coulomb=2, F_Stribeck=0, fexp=1,\n"
                "    s(fixed=true), v(start=2, fixed=true));\n",
            "  m.flange_a.f = 0;\n  m.flange_b.f = 0;\n", 2);
    EXPECT_NEAR(last(r, "m.s"), std::min(stop, 1.0), tolerance);
    EXPECT_NEAR(last(r, "m.v"), 0.0, 1e-12);
  }
}

// In the play the rotor flies; the spring then stops it after a quarter of its period.
TEST(ElastoBacklash2, StopsARotor) {
  const Results r = run(
      "  R.Components.ElastoBacklash2 e(c=100, d=0, b=0.2);\n  R.Components.Fixed f;\n"
      "  R.Components.Inertia j(J=1, phi(fixed=true), w(start=1, fixed=true));\n",
      "  connect(f.flange, e.flange_a);\n  connect(j.flange_a, e.flange_b);\n", 0.1 + 0.5 * std::acos(-1.0) / 10);
  EXPECT_NEAR(last(r, "j.phi"), 0.2, tolerance);
}

// The planets tie w_sun = (1 + i) w_carrier where the ring stands.
TEST(IdealPlanetary, WithAFixedRing) {
  const Results r = run(
      "  R.Components.IdealPlanetary p(ratio=3);\n  R.Components.Fixed f;\n"
      "  R.Components.Inertia s(J=1, phi(fixed=true), w(fixed=true)), c(J=2);\n"
      "  R.Sources.ConstantTorque t(tau_constant=1);\n",
      "  connect(f.flange, p.ring);\n  connect(s.flange_b, p.sun);\n"
      "  connect(c.flange_a, p.carrier);\n  connect(t.flange, s.flange_a);\n",
      1);
  EXPECT_NEAR(last(r, "s.w"), 1 / (1 + 2.0 / 16), tolerance);
  EXPECT_NEAR(last(r, "c.w"), last(r, "s.w") / 4, tolerance);
}

// Rack and pinion whose rack's housing may slide: momentum is conserved.
TEST(IdealGearR2T, SlidesItsHousing) {
  const Results r = run(
      "  R.Components.IdealGearR2T g(ratio=4, useSupportT=true);\n"
      "  T.Components.Mass h(m=9, s(fixed=true), v(fixed=true)), m(m=1, s(fixed=true), v(fixed=true));\n"
      "  R.Components.Inertia j(J=1/16);\n  R.Sources.ConstantTorque t(tau_constant=1);\n",
      "  connect(t.flange, j.flange_a);\n  connect(j.flange_b, g.flangeR);\n"
      "  connect(g.flangeT, m.flange_a);\n  connect(g.supportT, h.flange_a);\n",
      1);
  EXPECT_GT(last(r, "m.v"), 1.0);
  EXPECT_NEAR(last(r, "m.v") + 9 * last(r, "h.v"), 0.0, tolerance);
}

// A branch that never applies, here of losses that there are none of, is no part of what an equation asks for.
TEST(LossyGear, WithoutLossesBesideASpring) {
  const Results r = run(
      "  R.Components.LossyGear g(ratio=2);\n  R.Components.SpringDamper s(c=1000, d=5);\n"
      "  R.Components.Inertia a(J=1, phi(fixed=true), w(start=1, fixed=true));\n"
      "  R.Components.Inertia b(J=2, phi(fixed=true), w(fixed=true));\n",
      "  connect(a.flange_b, g.flange_a);\n  connect(g.flange_b, s.flange_a);\n"
      "  connect(s.flange_b, b.flange_a);\n",
      20);
  // Both turn alike in the end, but for the gear: 1·1 = (1 + 2/4) w_a.
  EXPECT_NEAR(last(r, "a.w"), 1 / 1.5, tolerance);
}

// The example's linings take what the clutch loses, less what the air cools away.
TEST(ClutchHeat, HeatsItsLinings) {
  Experiment experiment(Model::from_file(std::string(GELENK_SOURCE_DIR) + "/examples/ClutchHeat.mo"));
  SimulateOptions options;
  options.signals = "*";
  const Results r = experiment.simulate(options);
  ASSERT_TRUE(r.succeeded()) << r.summary().message;
  double lost = 0.0, cooled = 0.0;
  const auto time = r.time(), power = r["clutch.lossPower"], flow = r["cooling.Q_flow"];
  for (std::size_t i = 1; i < time.size(); ++i) {
    lost += 0.5 * (power[i] + power[i - 1]) * (time[i] - time[i - 1]);
    cooled += 0.5 * (flow[i] + flow[i - 1]) * (time[i] - time[i - 1]);
  }
  EXPECT_GT(lost, 4000.0);
  // By the trapezoidal rule over rows 10 ms apart.
  EXPECT_NEAR(400 * (last(r, "linings.T") - 293.15), lost - cooled, 1e-3 * lost);
}

}  // namespace
}  // namespace gelenk
