// Mechanisms that pass singular positions: parallelograms whose bars come in line, where the loops lose rank and
// the crossed linkage branches off, and others that only just miss them. The row of the example is one pendulum in
// all its cells,
//   φ̈ = −k cos φ / I,   I = (n + 1)(J + m (l/2)²) + n M l²,   k = g ((n + 1) m l/2 + n M l).              (1)
// Then relations between coordinates whose branches cross.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

constexpr int cells = 3;
constexpr double stop = 10;

Series run(const std::string& phi0, const std::string& w0, double rtol) {
  modelica::ReadOptions read;
  read.settings = {{"phi0", phi0}, {"w0", w0}};
  TestModel test(modelica::read_model(
      std::string(GELENK_SOURCE_DIR) + "/examples/ParallelogramRow.mo", element_library(), read));
  SimulationOptions options;
  options.stop_time = stop;
  options.interval = 0.01;
  options.rtol = rtol;
  return testing::simulate(test, options, "crankJoint*.phi,gelenk.energy.total");
}

constexpr double l = 0.5, inertia = (cells + 1) * (0.02 + l * l / 4) + cells * 2 * l * l,
                 k = 9.81 * ((cells + 1) * l / 2 + cells * 2 * l);

// (1) by the classical Runge-Kutta method with 100 steps per row: its error is below 1e-11.
std::vector<double> integrate_reference(double phi, double w, double stop_time = stop,
                                        double ratio = k / inertia) {
  constexpr double h = 1e-4;
  const auto a = [&](double x) { return -ratio * std::cos(x); };
  std::vector<double> rows{phi};
  for (int i = 1; i <= std::lround(stop_time / h); ++i) {
    const double a1 = a(phi), w2 = w + h / 2 * a1, a2 = a(phi + h / 2 * w), w3 = w + h / 2 * a2,
                 a3 = a(phi + h / 2 * w2), w4 = w + h * a3, a4 = a(phi + h * w3);
    phi += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    if (i % 100 == 0) rows.push_back(phi);
  }
  return rows;
}

struct Case {
  const char* name;
  const char *phi0, *w0;
};

std::ostream& operator<<(std::ostream& out, const Case& start) { return out << start.name; }

class ParallelogramRow : public ::testing::TestWithParam<Case> {};

// Angles are those of (1); energies are compared with k, the weight's own.
TEST_P(ParallelogramRow, IsOnePendulum) {
  const Case start = GetParam();
  const std::vector<double> reference =
      integrate_reference(std::stod(start.phi0), std::stod(start.w0));
  for (const auto& [rtol, angle_tolerance, energy_tolerance] :
       {std::tuple{1e-9, 1e-6, 1e-6}, {3e-12, 1e-8, 1e-9}, {1e-13, 1e-9, 1e-10}}) {
    const Series s = run(start.phi0, start.w0, rtol);
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    ASSERT_EQ(s.rows.size(), reference.size());
    ASSERT_EQ(s.names.size(), cells + 2u);
    double angle = 0, energy = 0;
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
      for (std::size_t j = 0; j < s.names.size(); ++j) {
        if (s.names[j] == "gelenk.energy.total")
          energy = std::max(energy, std::abs(s.rows[i][j] - s.rows[0][j]));
        else
          angle = std::max(angle, std::abs(s.rows[i][j] - reference[i]));
      }
    }
    EXPECT_LT(angle, angle_tolerance) << "rtol " << rtol;
    EXPECT_LT(energy, energy_tolerance * k) << "rtol " << rtol;
  }
}

// The last one turns back just behind a singular position, where it has hardly any speed.
INSTANTIATE_TEST_SUITE_P(All, ParallelogramRow,
                         ::testing::Values(Case{"Turning", "0.7", "7"},
                                           Case{"StartedInLine", "0", "7"},
                                           Case{"Swinging", "0.7", "0"},
                                           Case{"StartedInLineSlowly", "0", "0.05"}),
                         [](const auto& test) { return test.param.name; });

// A four-bar in the x-y plane: ground d, crank, coupler and rocker lengths; start angles of crank (a), coupler
// against crank (b) and rocker (e) in their joints; `rest` are further equations.
std::string four_bar(double d, double crank, double coupler, double rocker,
                     const std::string& starts, const std::string& rest = "") {
  const auto bar = [](const std::string& name, double length) {
    std::ostringstream text;
    text.precision(17);
    text << "  Parts.BodyShape " << name << "(r = {" << length << ", 0, 0}, r_CM = {" << length / 2
         << ", 0, 0}, m = 1, I_11 = 0.001, I_22 = 0.02, I_33 = 0.02);\n";
    return text.str();
  };
  std::ostringstream base;
  base.precision(17);
  base << "  Parts.FixedTranslation base(r = {" << d << ", 0, 0});\n";
  return "model FourBar\n  import Modelica.Mechanics.MultiBody.{Joints, Parts};\n"
         "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);\n  Joints.Revolute c, " +
         starts + ";\n" + bar("crank", crank) + bar("coupler", coupler) + bar("rocker", rocker) +
         base.str() +
         "equation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, crank.frame_a);\n"
         "  connect(crank.frame_b, b.frame_a);\n  connect(b.frame_b, coupler.frame_a);\n"
         "  connect(coupler.frame_b, c.frame_a);\n  connect(c.frame_b, rocker.frame_b);\n"
         "  connect(world.frame_b, base.frame_a);\n  connect(base.frame_b, e.frame_a);\n"
         "  connect(e.frame_b, rocker.frame_a);\n" +
         rest + "end FourBar;\n";
}

double largest_change(const Series& s, const std::string& name) {
  const std::size_t j = std::find(s.names.begin(), s.names.end(), name) - s.names.begin();
  double change = 0;
  for (const auto& row : s.rows) change = std::max(change, std::abs(row[j] - s.rows[0][j]));
  return change;
}

// A kite (crank as long as ground, rocker as long as the coupler) folds at every turn of the crank, and the coupler
// could then turn with the rocker about the same point. On the branch on which it starts the kite is
// symmetric, so that the joints b and e turn against each other. The branch is curved.
TEST(SingularPositions, KiteStaysOnItsBranch) {
  TestModel model =
      TestModel::from_text(four_bar(0.5, 0.5, 0.8, 0.8,
                                    "a(phi(start = 1, fixed = true), w(start = 4, fixed = true)), "
                                    "b(phi(start = -0.8)), e(phi(start = 0.8))"));
  for (const auto& [rtol, tolerance] : {std::pair{1e-9, 1e-7}, {1e-12, 1e-10}}) {
    SimulationOptions options;
    options.stop_time = 5;
    options.rtol = rtol;
    const Series s = testing::simulate(model, options, "a.phi,b.phi,e.phi,gelenk.energy.total");
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_GT(largest_change(s, "a.phi"), 25);  // four turns
    double asymmetry = 0;
    for (const auto& row : s.rows)
      asymmetry = std::max(asymmetry, std::abs(std::remainder(row[1] + row[2], 2 * M_PI)));
    EXPECT_LT(asymmetry, 1e-9) << "rtol " << rtol;
    EXPECT_LT(largest_change(s, "gelenk.energy.total"), 20 * tolerance) << "rtol " << rtol;
  }
}

// Four-bars of general lengths come in line where two of them are as long as the other two together. Start angles
// are those of the triangle B C D.
TEST(SingularPositions, LinkagesOfGeneralLengthsPass) {
  struct Lengths {
    double d, crank, coupler, rocker;
  };
  for (const Lengths& x : {Lengths{0.735, 0.809, 0.578, 0.504},
                           {0.374, 0.307, 0.878, 0.811},
                           {1.192, 0.223, 0.869, 0.546}}) {
    const double phi = 1.2, B_x = x.crank * std::cos(phi), B_y = x.crank * std::sin(phi),
                 diagonal = std::hypot(x.d - B_x, B_y), along = std::atan2(-B_y, x.d - B_x),
                 angle_B =
                     std::acos((x.coupler * x.coupler + diagonal * diagonal - x.rocker * x.rocker) /
                               (2 * x.coupler * diagonal)),
                 C_x = B_x + x.coupler * std::cos(along + angle_B),
                 C_y = B_y + x.coupler * std::sin(along + angle_B);
    std::ostringstream starts;
    starts.precision(17);
    starts << "a(phi(start = " << phi
           << ", fixed = true), w(start = 9, fixed = true)), b(phi(start = "
           << along + angle_B - phi << ")), e(phi(start = " << std::atan2(C_y, C_x - x.d) << "))";
    TestModel model =
        TestModel::from_text(four_bar(x.d, x.crank, x.coupler, x.rocker, starts.str()));
    SimulationOptions options;
    options.stop_time = 3;
    const std::string signals = "a.phi,e.phi,gelenk.energy.total";
    const Series s = testing::simulate(model, options, signals);
    options.rtol = 1e-12;
    const Series fine = testing::simulate(model, options, signals);
    ASSERT_EQ(s.result.status, RunStatus::done) << x.d << s.result.message;
    ASSERT_EQ(fine.result.status, RunStatus::done) << x.d << fine.result.message;
    EXPECT_LT(largest_change(s, "gelenk.energy.total"), 1e-6) << x.d;
    EXPECT_LT(largest_change(fine, "gelenk.energy.total"), 1e-9) << x.d;
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
      EXPECT_NEAR(s.rows[i][0], fine.rows[i][0], 1e-6) << x.d;
      EXPECT_NEAR(s.rows[i][1], fine.rows[i][1], 1e-6) << x.d;
    }
  }
}

// A parallelogram on a carriage, with a load on its coupler: nothing of it moves without the rest, wherever the model
// is cut.
TEST(SingularPositions, LoopsBetweenMovingPartsPass) {
  const std::string text = R"(
model Carried
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  inner Modelica.Mechanics.MultiBody.World world(g = 9.5);
  Joints.Prismatic rail(n = {1, 0, 0}, s(fixed = true), v(fixed = true));
  Parts.BodyBox base(r = {0.6, 0, 0}, width = 0.05), crank(r = {0, 0.25, 0}, width = 0.03),
    coupler(r = {0.6, 0, 0}, width = 0.03), rocker(r = {0, 0.25, 0}, width = 0.03);
  Joints.Revolute j1(phi(start = -0.5, fixed = true), w(start = 9, fixed = true)),
    j2(phi(start = 0.5), w(start = -9)), j3, j4(phi(start = -0.5), w(start = 9));
  Joints.Revolute hook(phi(start = 0.2, fixed = true), w(fixed = true));
  Parts.Body load(m = 0.3, r_CM = {0, 0.1, 0});
equation
  connect(world.frame_b, rail.frame_a);
  connect(rail.frame_b, base.frame_a);
  connect(base.frame_a, j1.frame_a);
  connect(j1.frame_b, crank.frame_a);
  connect(crank.frame_b, j2.frame_a);
  connect(j2.frame_b, coupler.frame_a);
  connect(coupler.frame_b, j3.frame_a);
  connect(j3.frame_b, rocker.frame_b);
  connect(rocker.frame_a, j4.frame_b);
  connect(j4.frame_a, base.frame_b);
  connect(coupler.frame_b, hook.frame_a);
  connect(hook.frame_b, load.frame_a);
end Carried;
)";
  const std::string signals = "rail.s,j1.phi,j4.phi,hook.phi,gelenk.energy.total";
  SimulationOptions options;
  options.stop_time = 2;
  options.rtol = 1e-12;
  TestModel one_piece = TestModel::from_text(text);
  const Series expected = testing::simulate(one_piece, options, signals);
  ASSERT_EQ(expected.result.status, RunStatus::done) << expected.result.message;
  EXPECT_GT(largest_change(expected, "j1.phi"), 15);  // five singular positions
  for (const testing::NamedFormulation& formulation : testing::all_formulations) {
    if (std::string(formulation.name) == "mixed") continue;
    for (const auto& [rtol, tolerance] : {std::pair{1e-8, 1e-4}, {1e-10, 1e-6}, {1e-12, 1e-8}}) {
      SCOPED_TRACE(std::string(formulation.name) + ' ' + std::to_string(-std::log10(rtol)));
      options.rtol = rtol;
      TestModel model = TestModel::from_text(text, formulation.make);
      const Series s = testing::simulate(model, options, signals);
      ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
      ASSERT_EQ(s.names, expected.names);
      for (std::size_t i = 0; i < s.rows.size(); ++i) {
        for (std::size_t j = 0; j < s.names.size(); ++j)
          ASSERT_NEAR(s.rows[i][j], expected.rows[i][j], tolerance) << s.names[j] << " row " << i;
      }
    }
  }
}

// Windows in a row, all singular at once, and a parallelogram that flies freely. In single bodies some speeds are zero, with
// next to no tolerance, and what rounding leaves open of the loops must not show in them: methods that look at
// past states would never get past.
TEST(SingularPositions, MultistepMethodsPassInSingleBodies) {
  const std::string row = R"(
model Row
  import MB = Modelica.Mechanics.MultiBody;
  inner MB.World world(g = 9.81, n = {0, -1, 0});
  MB.Parts.FixedTranslation pin[3](r = {{i - 1, 0, 0} for i in 1:3});
  MB.Joints.Revolute foot[3](w(start = {-1, -1, -1}, fixed = {true, false, false}));
  MB.Parts.BodyShape post[3](each m = 1, each r = {0, 1, 0}, each r_CM = {0, 0.5, 0}, each I_11 = 1/12,
    each I_22 = 0.01, each I_33 = 1/12);
  MB.Joints.Revolute left[2], right[2];
  MB.Parts.BodyShape beam[2](each m = 1, each r = {1, 0, 0}, each r_CM = {0.5, 0, 0}, each I_11 = 0.01,
    each I_22 = 1/12, each I_33 = 1/12);
equation
  for i in 1:3 loop
    connect(world.frame_b, pin[i].frame_a);
    connect(pin[i].frame_b, foot[i].frame_a);
    connect(foot[i].frame_b, post[i].frame_a);
  end for;
  for i in 1:2 loop
    connect(post[i].frame_b, left[i].frame_a);
    connect(left[i].frame_b, beam[i].frame_a);
    connect(beam[i].frame_b, right[i].frame_a);
    connect(right[i].frame_b, post[i + 1].frame_b);
  end for;
end Row;
)";
  const std::string flying = R"(
model Flying
  import Modelica.Mechanics.MultiBody.{Parts, Joints};
  inner Modelica.Mechanics.MultiBody.World world(gravityType =
    Modelica.Mechanics.MultiBody.Types.GravityTypes.NoGravity);
  Parts.BodyBox base(r = {0.8, 0, 0}, width = 0.05, r_0(each fixed = true), v_0(start = {0.3, 0.2, 0.1},
    each fixed = true), angles_fixed = true, w_0_fixed = true),
    crank(r = {0.5, 0, 0}, width = 0.05), coupler(r = {0.8, 0, 0}, width = 0.05),
    rocker(r = {0.5, 0, 0}, width = 0.05);
  Joints.Revolute a(phi(start = 0.7, fixed = true), w(start = 5, fixed = true)), b(phi(start = -0.7),
    w(start = -5)), c, e(phi(start = 0.7), w(start = 5));
equation
  connect(base.frame_a, a.frame_a);
  connect(a.frame_b, crank.frame_a);
  connect(crank.frame_b, b.frame_a);
  connect(b.frame_b, coupler.frame_a);
  connect(coupler.frame_b, c.frame_a);
  connect(c.frame_b, rocker.frame_b);
  connect(base.frame_b, e.frame_a);
  connect(e.frame_b, rocker.frame_a);
end Flying;
)";
  for (const auto& [text, signals] : {std::pair{row, "foot*.phi,gelenk.energy.total"},
                                      {flying, "a.phi,e.phi,gelenk.energy.total"}}) {
    SimulationOptions options;
    options.stop_time = 3;
    options.interval = 0.01;
    options.rtol = 1e-13;
    TestModel one_piece = TestModel::from_text(text);
    const Series expected = testing::simulate(one_piece, options, signals);
    ASSERT_EQ(expected.result.status, RunStatus::done) << expected.result.message;
    EXPECT_GT(largest_change(expected, expected.names[0]), 3);  // singular positions
    for (const testing::NamedFormulation& formulation :
         {testing::all_formulations[0], testing::all_formulations[4]}) {
      for (const char* integrator : {"dopri5", "cvode", "cvode_adams"}) {
        for (const double rtol : {1e-9, 1e-12}) {
          SCOPED_TRACE(std::string(formulation.name) + ' ' + integrator + ' ' +
                       std::to_string(-std::log10(rtol)) + ' ' + signals);
          options.integrator = integrator;
          options.rtol = rtol;
          TestModel model = TestModel::from_text(text, formulation.make);
          const Series s = testing::simulate(model, options, signals);
          ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
          EXPECT_LT(s.result.steps, 20000);
          double worst = 0;
          for (std::size_t i = 0; i < s.rows.size(); ++i) {
            for (std::size_t j = 0; j < s.names.size(); ++j)
              worst = std::max(worst, std::abs(s.rows[i][j] - expected.rows[i][j]));
          }
          EXPECT_LT(worst, (integrator == std::string("dopri5") ? 1e4 : 5e4) * rtol);
        }
      }
    }
  }
}

// An event falls on the singular position, and integration starts anew there; with dependent coordinates no choice of
// them is good near it.
TEST(SingularPositions, EventInLine) {
  TestModel model = TestModel::from_text(four_bar(
      0.8, 0.5, 0.8, 0.5,
      "a(phi(start = 0.7, fixed = true), w(start = 5, fixed = true)), b(phi(start = -0.7), "
      "w(start = -5)), e(phi(start = 0.7), w(start = 5));\n"
      "  discrete Real n(start = 0, fixed = true)",
      "  when a.phi > 3.141592653589793 then\n    n = pre(n) + 1;\n  end when;\n"));
  // (1) for one cell with a coupler of mass 1.
  const double reference =
      integrate_reference(0.7, 5, 2, 9.81 / (2 * (0.02 + 0.0625) + 0.25)).back();
  for (const Stabilization stabilization : {Stabilization::projection, Stabilization::partition}) {
    for (const char* integrator : {"auto", "erk4", "erk8", "cvode", "cvode_adams", "ida", "rk4"}) {
      SimulationOptions options;
      options.stop_time = 2;
      options.stabilization = stabilization;
      options.integrator = integrator;
      const Series s = testing::simulate(model, options, "a.phi,e.phi,n,gelenk.energy.total");
      ASSERT_EQ(s.result.status, RunStatus::done) << integrator << ' ' << s.result.message;
      for (const auto& row : s.rows) EXPECT_NEAR(row[0], row[1], 1e-9) << integrator;
      EXPECT_NEAR(s.rows.back()[0], reference, 1e-6) << integrator;
      EXPECT_EQ(s.rows.back()[2], 1) << integrator;
      EXPECT_LT(largest_change(s, "gelenk.energy.total"), 1e-5) << integrator;
    }
  }
}

// The crank of a parallelogram turns by a law through three singular positions.
TEST(SingularPositions, DrivenParallelogramPasses) {
  TestModel model = TestModel::from_text(four_bar(
      0.8, 0.5, 0.8, 0.5,
      "a(useAxisFlange = true), b(phi(start = -0.7), w(start = -3)), e(phi(start = 0.7), w(start = "
      "3));\n  Modelica.Mechanics.Rotational.Sources.Position drive(exact = true, useSupport = "
      "true, "
      "phi_ref = 0.7 + 3*time + 0.5*sin(time)^3)",
      "  connect(drive.flange, a.axis);\n  connect(drive.support, a.support);\n"));
  SimulationOptions options;
  options.stop_time = 3;
  options.rtol = 1e-10;
  const Series s = testing::simulate(model, options, "e.phi");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  for (std::size_t i = 0; i < s.rows.size(); ++i) {
    const double t = s.time[i];
    EXPECT_NEAR(s.rows[i][0], 0.7 + 3 * t + 0.5 * std::pow(std::sin(t), 3), 1e-8);
  }
}

// A parallelogram whose ground is too long by 1e-3 to 1e-9 misses the singular position and turns off into the
// crossed linkage within a corner of the square root of that. Energy is kept at tight tolerances too, and the
// formulation `mixed` goes the same way where it has the digits.
TEST(SingularPositions, NearlyEqualBarsTurnOff) {
  for (double excess : {1e-3, 1e-5, 1e-7, 1e-9}) {
    const std::string text =
        four_bar(0.8 * (1 + excess), 0.5, 0.8, 0.5,
                 "a(phi(start = 0.7, fixed = true), w(start = 5, fixed = true)), "
                 "b(phi(start = -0.7), w(start = -5)), e(phi(start = 0.7), w(start = 5))");
    TestModel model = TestModel::from_text(text);
    SimulationOptions options;
    options.stop_time = 1.5;
    options.rtol = 1e-12;
    const std::string signals = "a.phi,e.phi,gelenk.energy.total";
    const Series fine = testing::simulate(model, options, signals);
    options.rtol = 1e-9;
    const Series s = testing::simulate(model, options, signals);
    const bool by_mixed_too = excess > 1e-6;
    TestModel by_mixed = TestModel::from_text(text, make_mixed_formulation);
    const Series mixed = by_mixed_too ? testing::simulate(by_mixed, options, signals) : s;
    for (const Series* series : {&fine, &s, &mixed})
      ASSERT_EQ(series->result.status, RunStatus::done) << excess << series->result.message;
    EXPECT_LT(largest_change(fine, "gelenk.energy.total"), 1e-8) << excess;
    EXPECT_LT(largest_change(s, "gelenk.energy.total"), 1e-6) << excess;
    double crossed = 0;
    for (std::size_t i = 0; i < fine.rows.size(); ++i) {
      crossed = std::max(crossed, std::abs(fine.rows[i][0] - fine.rows[i][1]));
      for (int j = 0; j < 2; ++j) {
        EXPECT_NEAR(s.rows[i][j], fine.rows[i][j], 1e-5) << excess;
        EXPECT_NEAR(mixed.rows[i][j], fine.rows[i][j], 1e-5) << excess;
      }
    }
    EXPECT_GT(crossed, 0.5) << excess;
  }
}

// Steps that are too inexact to tell the kite from its other branch must not end there without a word, whether the loop
// lies in one component or between several.
TEST(SingularPositions, InexactStepsDoNotTurn) {
  int refused_between = 0;
  for (const char* w : {"0.5", "1", "2", "3", "5"}) {
    const std::string text =
        four_bar(0.5, 0.5, 0.8, 0.8,
                 std::string("a(phi(start = 1, fixed = true), w(start = ") + w +
                     ", fixed = true)), b(phi(start = -0.8)), e(phi(start = "
                     "0.8))");
    for (const testing::NamedFormulation& formulation : testing::all_formulations) {
      for (const auto& [integrator, rtol, step] : {std::tuple{"dopri5", 1e-1, 0.0},
                                                   {"cvode", 1e-1, 0.0},
                                                   {"cvode_adams", 1e-1, 0.0},
                                                   {"rk2", 0.0, 0.05},
                                                   {"rk4", 0.0, 0.1}}) {
        TestModel model = TestModel::from_text(text, formulation.make);
        SimulationOptions options;
        options.stop_time = 2;
        options.integrator = integrator;
        if (rtol > 0) options.rtol = rtol;
        options.step = step;
        const Series s = testing::simulate(model, options, "b.phi,e.phi");
        const std::string where =
            std::string(formulation.name) + ' ' + integrator + ' ' + w + ": " + s.result.message;
        double asymmetry = 0;
        for (const auto& row : s.rows)
          asymmetry = std::max(asymmetry, std::abs(std::remainder(row[0] + row[1], 2 * M_PI)));
        EXPECT_LT(asymmetry, 0.05) << where;
        if (s.result.status == RunStatus::done) continue;
        EXPECT_TRUE(s.result.message.find("singular position") != std::string::npos ||
                    s.result.message.find("closes again only with other speeds") !=
                        std::string::npos)
            << where;
        refused_between += std::string(formulation.name) == "hierarchical_flat";
      }
    }
  }
  EXPECT_GT(refused_between, 3);  // of 25
}

// The formulation `mixed` has no method for such positions and says so: at the start, and on the way.
TEST(SingularPositions, MixedRefuses) {
  for (const auto& [phi0, rtol] : {std::pair{"0", 1e-6}, {"0.7", 1e-10}, {"0.7", 1e-12}}) {
    modelica::ReadOptions read;
    read.settings = {{"phi0", phi0}};
    TestModel test(
        modelica::read_model(std::string(GELENK_SOURCE_DIR) + "/examples/ParallelogramRow.mo",
                             element_library(), read),
        make_mixed_formulation);
    SimulationOptions options;
    options.stop_time = stop;
    options.rtol = rtol;
    const Series s = testing::simulate(test, options, "gelenk.energy.total");
    EXPECT_EQ(s.result.status, RunStatus::failed) << phi0 << ' ' << rtol;
    EXPECT_NE(s.result.message.find("singular position (at joint 'right["), std::string::npos)
        << s.result.message;
    EXPECT_NE(s.result.message.find("choose the formulation 'recursive'"), std::string::npos)
        << s.result.message;
    EXPECT_LT(largest_change(s, "gelenk.energy.total"), 1e-6);
  }
}

// Without anything that holds the constraints the row drifts off its branch; the run ends all the same, and shows
// by how much.
TEST(SingularPositions, UnheldConstraintsDriftAndEnd) {
  TestModel test =
      TestModel::from_file(std::string(GELENK_SOURCE_DIR) + "/examples/ParallelogramRow.mo");
  SimulationOptions options;
  options.stop_time = 3;
  options.rtol = 1e-8;
  options.stabilization = Stabilization::none;
  const Series s = testing::simulate(test, options, "crankJoint[1].phi");
  EXPECT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_LT(s.result.steps, 20000);
  EXPECT_GT(s.result.largest_drift.position, 1e-12);
}

// Four equal bars folded on one another: the coupler may turn with the crank about the crank's joint, or with
// the rocker about the rocker's. Speeds of one of these motions decide; at rest, or with others, nothing does.
TEST(SingularPositions, FoldedRhombus) {
  const auto start = [](const char* w_a, const char* w_b, const char* w_e) {
    TestModel model = TestModel::from_text(
        four_bar(0.5, 0.5, 0.5, 0.5,
                 std::string("a(phi(start = 0, fixed = true), w(start = ") + w_a +
                     ", fixed = true)), b(phi(start = 3.141592653589793), w(start = " + w_b +
                     ")), e(phi(start = 3.141592653589793), w(start = " + w_e + "))"));
    SimulationOptions options;
    options.stop_time = 2;
    return testing::simulate(model, options, "a.phi,b.phi,e.phi,gelenk.energy.total");
  };
  EXPECT_NE(start("0", "0", "0").result.message.find("rests in a singular position"),
            std::string::npos);
  for (const auto& [w_b, w_e] : {std::pair{"0", "3"}, {"1.5", "1.5"}}) {
    const std::string message = start("3", w_b, w_e).result.message;
    EXPECT_NE(message.find("speeds that lead to neither"), std::string::npos) << message;
  }
  const Series s = start("3", "0", "0");
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_LT(largest_change(s, "gelenk.energy.total"), 1e-7);
  for (const auto& row : s.rows) {
    EXPECT_NEAR(row[1], M_PI, 1e-9);
    EXPECT_NEAR(row[2], M_PI, 1e-9);
  }
}

// A loop without mass moves as nothing says.
TEST(SingularPositions, MasslessLoopIsRefused) {
  TestModel model = TestModel::from_text(
      "model Massless\n  import Modelica.Mechanics.MultiBody.{Joints, Parts};\n"
      "  inner Modelica.Mechanics.MultiBody.World world;\n"
      "  Joints.Revolute a(phi(start = 1, fixed = true), w(start = 5, fixed = true)), "
      "b(phi(start = -0.5)), c, e(phi(start = 1.5));\n"
      "  Parts.FixedTranslation crank(r = {0.3, 0, 0}), coupler(r = {0.7, 0, 0}), rocker(r = {0.5, "
      "0, "
      "0}), base(r = {0.8, 0, 0});\nequation\n"
      "  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, crank.frame_a);\n"
      "  connect(crank.frame_b, b.frame_a);\n  connect(b.frame_b, coupler.frame_a);\n"
      "  connect(coupler.frame_b, c.frame_a);\n  connect(c.frame_b, rocker.frame_b);\n"
      "  connect(world.frame_b, base.frame_a);\n  connect(base.frame_b, e.frame_a);\n"
      "  connect(e.frame_b, rocker.frame_a);\nend Massless;\n");
  SimulationOptions options;
  const Series s = testing::simulate(model, options, "a.phi");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_NE(s.result.message.find("nothing determines how the loop closed by 'c' moves"),
            std::string::npos)
      << s.result.message;
}

// In line and at rest every cell could move in two ways; the model does not say which.
TEST(SingularPositions, RestIsRefused) {
  const Series s = run("0", "0", 1e-8);
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_NE(s.result.message.find("singular position"), std::string::npos) << s.result.message;
}

// A slider-crank with equal arms at its dead centre, with a speed of the crank alone.
TEST(SingularPositions, SpeedsOnNoPathAreRefused) {
  TestModel test = TestModel::from_text(
      "model SliderCrank\n  import Modelica.Mechanics.MultiBody.{Joints, Parts};\n"
      "  inner Modelica.Mechanics.MultiBody.World world;\n"
      "  Joints.Revolute a(phi(start = 1.5707963267948966, fixed = true), w(start = 5, fixed = "
      "true));\n  Joints.Revolute b(phi(start = -1.5707963267948966)), c;\n"
      "  Joints.Prismatic s(n = {1, 0, 0}, s(start = 1.0));\n"
      "  Parts.BodyBox crank(r = {0.5, 0, 0}, width = 0.04), rod(r = {0.5, 0, 0}, width = 0.04);\n"
      "  Parts.Body piston(m = 1, r_CM = {0, 0, 0});\nequation\n"
      "  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, crank.frame_a);\n"
      "  connect(crank.frame_b, b.frame_a);\n  connect(b.frame_b, rod.frame_a);\n"
      "  connect(rod.frame_b, c.frame_a);\n  connect(world.frame_b, s.frame_a);\n"
      "  connect(s.frame_b, c.frame_b);\n  connect(s.frame_b, piston.frame_a);\nend "
      "SliderCrank;\n");
  SimulationOptions options;
  options.stop_time = 0.1;
  const Series s = testing::simulate(test, options, "a.phi");
  EXPECT_EQ(s.result.status, RunStatus::failed);
  EXPECT_NE(s.result.message.find("speeds that lead to neither"), std::string::npos)
      << s.result.message;
}

// ---- relations between coordinates whose branches cross --------------------------------------------------

// Two bars whose angles a and b fulfil a relation, both on ground or (`chain`) b on a. They start on a branch
// b = f(a), and go towards a = b = 0, where another branch crosses it.
struct Crossing {
  const char* residual;
  double (*f)(double a);
  double (*slope)(double a);
};

const Crossing product = {"a.phi*b.phi", [](double) { return 0.0; }, [](double) { return 0.0; }};
const Crossing lines = {"a.phi^2 - b.phi^2", [](double a) { return a; },
                        [](double) { return 1.0; }};
const Crossing curves = {"(b.phi - 0.7*a.phi - 0.3*a.phi^2)*(b.phi + a.phi)",
                         [](double a) { return 0.7 * a + 0.3 * a * a; },
                         [](double a) { return 0.7 + 0.6 * a; }};
// Three branches: the slopes of the factors vanish as well.
const Crossing star = {"(b.phi - 0.7*a.phi - 0.3*a.phi^2)*(b.phi + a.phi)*(b.phi - 0.2*sin(a.phi))",
                       [](double a) { return 0.7 * a + 0.3 * a * a; },
                       [](double a) { return 0.7 + 0.6 * a; }};

std::string two_bars(const Crossing& x, double a, double w, bool chain) {
  std::ostringstream text;
  text.precision(17);
  text << "model Cross\n  import Modelica.Mechanics.MultiBody.{Joints, Parts};\n"
          "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81);\n"
          "  Joints.Revolute a(phi(start = "
       << a << ", fixed = true), w(start = " << w << ", fixed = true)), b(phi(start = " << x.f(a)
       << "), w(start = " << x.slope(a) * w
       << "));\n"
          "  Parts.BodyShape x(r = {0.5, 0, 0}, r_CM = {0.25, 0, 0}, m = 1, I_11 = 0.001, I_22 = "
          "0.02, I_33 = 0.02), y(r = {0.4, 0, 0}, r_CM = {0.2, 0, 0}, m = 1.5, I_11 = 0.001, I_22 "
          "= 0.03, I_33 = 0.03);\n"
          "  Gelenk.Constraints.Relation rel(residual = "
       << x.residual
       << ");\nequation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, "
          "x.frame_a);\n  connect("
       << (chain ? "x.frame_b" : "world.frame_b")
       << ", b.frame_a);\n  connect(b.frame_b, y.frame_a);\nend Cross;\n";
  return text.str();
}

struct Method {
  const char* integrator;
  double rtol;  // fixed steps: 0
  double energy_tolerance;
  double step = 0.0;
};

Series cross(TestModel& model, const Method& method, double w) {
  SimulationOptions options;
  options.integrator = method.integrator;
  if (method.rtol > 0) options.rtol = method.rtol;
  options.step = method.step;
  options.stop_time = std::abs(w) < 1 ? 1.0 : 0.4;
  return testing::simulate(model, options, "a.phi,b.phi,gelenk.energy.total");
}

// How far the rows are from the branch on which they started.
double distance_from_branch(const Crossing& x, const Series& s) {
  double distance = 0;
  for (const auto& row : s.rows) distance = std::max(distance, std::abs(row[1] - x.f(row[0])));
  return distance;
}

bool names_relation(const Series& s) {
  return s.result.message.find("the relation 'rel'") != std::string::npos;
}

// Straight through with energy kept (`recursive`), or a message that names the relation (`mixed`, where a step ends
// in the crossing).
TEST(CrossingRelations, GoStraightOrSaySo) {
  const Method methods[] = {{"auto", 0, 1e-6},     {"auto", 1e-6, 1e-3},  {"dopri5", 1e-12, 1e-9},
                            {"erk4", 1e-6, 1e-3},  {"erk5", 1e-9, 1e-6},  {"erk6", 1e-9, 1e-6},
                            {"erk8", 1e-9, 1e-6},  {"erk8", 1e-12, 1e-9}, {"cvode", 1e-6, 1e-2},
                            {"cvode", 1e-9, 1e-4}, {"rk4", 0, 1e-5}};
  int refused = 0;
  for (const Crossing& x : {product, lines, curves}) {
    for (const auto& [w, chain] :
         {std::tuple{-0.3, false}, {-3.0, false}, {-7.123, true}, {-1.0, true}}) {
      for (const Method& method : methods) {
        for (const bool by_mixed : {false, true}) {
          TestModel model =
              by_mixed ? TestModel::from_text(two_bars(x, 0.5, w, chain), make_mixed_formulation)
                       : TestModel::from_text(two_bars(x, 0.5, w, chain));
          const Series s = cross(model, method, w);
          const std::string where = std::string(x.residual) + ' ' + method.integrator + ' ' +
                                    std::to_string(w) + (by_mixed ? " mixed: " : ": ") +
                                    s.result.message;
          EXPECT_LT(distance_from_branch(x, s), 1e-6) << where;
          EXPECT_LT(largest_change(s, "gelenk.energy.total"), method.energy_tolerance) << where;
          if (by_mixed && s.result.status == RunStatus::failed) {
            EXPECT_TRUE(names_relation(s)) << where;
            ++refused;
            continue;
          }
          ASSERT_EQ(s.result.status, RunStatus::done) << where;
          EXPECT_LT(s.rows.back()[0], -0.05) << where;  // beyond the crossing
        }
      }
    }
  }
  EXPECT_GT(refused, 10);  // of 132
}

// Steps that are too inexact to tell the branches apart must not end on the wrong one without a word.
TEST(CrossingRelations, InexactStepsDoNotTurn) {
  int refused = 0;
  for (const Crossing& x : {product, lines, curves, star}) {
    for (const auto& [w, chain] : {std::tuple{-0.3, false}, {-3.0, false}, {-3.0, true}}) {
      for (const Method& method : {Method{"dopri5", 1e-1, 0},
                                   {"dopri5", 1e-2, 0},
                                   {"erk4", 1e-1, 0},
                                   {"cvode", 1e-1, 0},
                                   {"cvode", 1e-2, 0},
                                   {"cvode_adams", 1e-1, 0},
                                   {"ida", 1e-1, 0},
                                   {"rk4", 0, 0, 0.01},
                                   {"rk4", 0, 0, 0.05},
                                   {"rk4", 0, 0, 0.1}}) {
        for (const bool by_mixed : {false, true}) {
          TestModel model =
              by_mixed ? TestModel::from_text(two_bars(x, 0.5, w, chain), make_mixed_formulation)
                       : TestModel::from_text(two_bars(x, 0.5, w, chain));
          const Series s = cross(model, method, w);
          const std::string where = std::string(x.residual) + ' ' + method.integrator + ' ' +
                                    std::to_string(method.rtol) + ' ' +
                                    std::to_string(method.step) + ' ' + std::to_string(w) +
                                    (by_mixed ? " mixed: " : ": ") + s.result.message;
          EXPECT_LT(distance_from_branch(x, s), 0.05) << where;
          if (s.result.status == RunStatus::done) continue;
          EXPECT_TRUE(names_relation(s)) << where;
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 10);  // of 240
}

// Started in the crossing itself: speeds along a branch decide; at rest, or with others, nothing does.
TEST(CrossingRelations, StartInTheCrossing) {
  TestModel along = TestModel::from_text(two_bars(product, 0, 3, false));
  const Series s = cross(along, {"auto", 0, 0}, 3);
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_LT(distance_from_branch(product, s), 1e-12);
  EXPECT_LT(largest_change(s, "gelenk.energy.total"), 1e-7);
  TestModel at_rest = TestModel::from_text(two_bars(product, 0, 0, false));
  EXPECT_NE(cross(at_rest, {"auto", 0, 0}, 0)
                .result.message.find("rests in a singular position (the relation 'rel')"),
            std::string::npos);
  Crossing between = product;
  between.slope = [](double) { return 1.0; };
  TestModel other = TestModel::from_text(two_bars(between, 0, 3, false));
  EXPECT_NE(cross(other, {"auto", 0, 0}, 3).result.message.find("speeds that lead to neither"),
            std::string::npos);
}

// A factor that vanishes beside one that stays is no crossing, however steep its law: a cam at its dead centres.
TEST(CrossingRelations, SteepCamIsNone) {
  const Crossing cam = {"b.phi - 0.2*cos(25*a.phi)",
                        [](double a) { return 0.2 * std::cos(25 * a); },
                        [](double a) { return -5 * std::sin(25 * a); }};
  for (const bool by_mixed : {false, true}) {
    TestModel model =
        by_mixed ? TestModel::from_text(two_bars(cam, 0.5, -3, false), make_mixed_formulation)
                 : TestModel::from_text(two_bars(cam, 0.5, -3, false));
    const Series s = cross(model, {"auto", 0, 0}, -3);
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_LT(distance_from_branch(cam, s), 1e-12);
    EXPECT_LT(largest_change(s, "gelenk.energy.total"), 1e-6);
  }
}

}  // namespace
}  // namespace gelenk
