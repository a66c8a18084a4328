// Parallelograms, each on the coupler of the one before, on ground or in free flight, through positions where bars come in
// line. In single bodies (`hierarchical_flat`) a singular loop has to be told from all that moves besides.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

const testing::Make recursive = testing::all_formulations[0].make;
const testing::Make flat = testing::all_formulations[4].make;
std::unique_ptr<Formulation> make_euclidean(const System& system) {
  HierarchicalOptions options;
  options.metric = Metric::euclidean;
  return make_hierarchical_formulation(system, options);
}
const testing::Make flat_euclidean = {make_euclidean, testing::by_body};

struct Parallelogram {
  double base, bar;  // lengths
  double phi, w;     // start of its crank
  double tilt = 0;   // of its plane against that of the one before, radians about its base
  double mass = 1;   // of each bar
};

struct Chain {
  std::vector<Parallelogram> parts;
  bool flies = false;  // on a hull that turns, else on ground
  bool falls = true;   // under gravity
};

// Cranks are a1, a2, …, the joints that close loops by their order in the text c1, c2, ….
std::string write(const Chain& chain) {
  std::ostringstream parts, equations;
  parts.precision(17);
  std::string frame = "world.frame_b";
  if (chain.flies) {
    parts << "  Parts.BodyBox hull(r = {0.4, 0, 0}, width = 0.05, r_0(each fixed = true), "
             "v_0(start = {0.3, 0.2, 0.1}, each fixed = true), angles_fixed = true, w_0_fixed = "
             "true, w_0_start = {0.1, 0.2, 0.3});\n";
    frame = "hull.frame_b";
  }
  for (std::size_t k = 0; k < chain.parts.size(); ++k) {
    const Parallelogram& x = chain.parts[k];
    const std::string i = std::to_string(k + 1);
    const auto bar = [&](const char* name, double length) {
      parts << "  Parts.BodyShape " << name << i << "(r = {" << length << ", 0, 0}, r_CM = {"
            << length / 2 << ", 0, 0}, m = " << x.mass << ", I_11 = " << 0.001 * x.mass
            << ", I_22 = " << 0.02 * x.mass << ", I_33 = " << 0.02 * x.mass << ");\n";
    };
    bar("crank", x.bar);
    bar("coupler", x.base);
    bar("rocker", x.bar);
    parts << "  Parts.FixedRotation mount" << i << "(n = {1, 0, 0}, angle = " << x.tilt * 180 / M_PI
          << ");\n  Parts.FixedTranslation base" << i << "(r = {" << x.base
          << ", 0, 0});\n  Joints.Revolute a" << i << "(phi(start = " << x.phi
          << ", fixed = true), w(start = " << x.w << ", fixed = true)), b" << i
          << "(phi(start = " << -x.phi << "), w(start = " << -x.w << ")), c" << i << ", e" << i
          << "(phi(start = " << x.phi << "), w(start = " << x.w << "));\n";
    const auto connect = [&](const std::string& a, const std::string& b) {
      equations << "  connect(" << a << ", " << b << ");\n";
    };
    connect(frame, "mount" + i + ".frame_a");
    connect("mount" + i + ".frame_b", "a" + i + ".frame_a");
    connect("a" + i + ".frame_b", "crank" + i + ".frame_a");
    connect("crank" + i + ".frame_b", "b" + i + ".frame_a");
    connect("b" + i + ".frame_b", "coupler" + i + ".frame_a");
    connect("coupler" + i + ".frame_b", "c" + i + ".frame_a");
    connect("c" + i + ".frame_b", "rocker" + i + ".frame_b");
    connect("mount" + i + ".frame_b", "base" + i + ".frame_a");
    connect("base" + i + ".frame_b", "e" + i + ".frame_a");
    connect("e" + i + ".frame_b", "rocker" + i + ".frame_a");
    frame = "coupler" + i + ".frame_a";
  }
  return "model Chain\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
         "  inner Modelica.Mechanics.MultiBody.World world(" +
         std::string(chain.falls ? "g = 9.81, n = {0, -1, 0}"
                                 : "gravityType = "
                                   "Modelica.Mechanics.MultiBody.Types.GravityTypes.NoGravity") +
         ");\n" + parts.str() + "equation\n" + equations.str() + "end Chain;\n";
}

Series run(const Chain& chain, const testing::Make& make, double stop_time, double rtol,
           const char* integrator = "dopri5") {
  TestModel model = TestModel::from_text(write(chain), make);
  SimulationOptions options;
  options.stop_time = stop_time;
  options.interval = 0.05;
  options.rtol = rtol;
  options.integrator = integrator;
  return testing::simulate(model, options, "a?.phi,e?.phi,gelenk.energy.total");
}

double energy_error(const Series& s) {
  double error = 0;
  for (const auto& row : s.rows) error = std::max(error, std::abs(row.back() - s.rows[0].back()));
  return error;
}
// Of the angles.
double distance(const Series& a, const Series& b) {
  double largest = a.rows.size() == b.rows.size() ? 0 : INFINITY;
  for (std::size_t i = 0; i < std::min(a.rows.size(), b.rows.size()); ++i) {
    for (std::size_t j = 0; j + 1 < a.names.size(); ++j)
      largest = std::max(largest, std::abs(a.rows[i][j] - b.rows[i][j]));
  }
  return largest;
}
// How often the bars of one of them come in line.
int count_passes(const Series& s) {
  int count = 0;
  for (std::size_t i = 1; i < s.rows.size(); ++i) {
    for (std::size_t j = 0; j < s.names.size(); ++j) {
      if (s.names[j][0] == 'a')
        count += std::floor(s.rows[i][j] / M_PI) != std::floor(s.rows[i - 1][j] / M_PI);
    }
  }
  return count;
}

const Parallelogram first = {0.8, 0.5, 0.7, 5.0}, second = {0.6, 0.35, -0.4, -6.3};

// Bars in line have next to no inertia about their line, so that a mechanism that turns about it is accelerated otherwise
// within a few hundredths of a radian.
TEST(SingularChains, EnergyIsKeptInFreeFlight) {
  for (const bool falls : {false, true}) {
    const Chain chain = {{first}, true, falls};
    const Series expected = run(chain, recursive, 2, 1e-12);
    ASSERT_EQ(expected.result.status, RunStatus::done) << expected.result.message;
    EXPECT_GE(count_passes(expected), 2);
    EXPECT_LT(energy_error(expected), 1e-8);
    for (const auto& [integrator, rtol] :
         {std::pair{"dopri5", 1e-9}, {"dopri5", 1e-11}, {"dop853", 1e-9}, {"cvode", 1e-9}}) {
      SCOPED_TRACE(std::string(integrator) + (falls ? " falls" : ""));
      const Series s = run(chain, flat, 2, rtol, integrator);
      ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
      const bool is_cvode = integrator == std::string("cvode");
      EXPECT_LT(distance(s, expected), is_cvode ? 1e-5 : 1e-7);
      EXPECT_LT(energy_error(s), is_cvode ? 1e-4 : 1e-7);
    }
  }
}

// While one loop is singular another passes on.
TEST(SingularChains, TwoInSeriesPass) {
  const Parallelogram slow = {0.8, 0.5, 0.05, -0.4}, fast = {0.6, 0.35, -0.4, -16.3};
  for (const Chain& chain : {Chain{{first, second}, false, false},
                             {{first, second}, false, true},
                             {{first, second}, true, true},
                             {{slow, fast}, false, false}}) {
    const Series expected = run(chain, recursive, 2.5, 1e-12);
    ASSERT_EQ(expected.result.status, RunStatus::done) << expected.result.message;
    EXPECT_GE(count_passes(expected), 3);
    for (const auto& [integrator, rtol] : {std::pair{"dopri5", 1e-9}, {"cvode", 1e-10}}) {
      SCOPED_TRACE(write(chain) + integrator);
      const Series s = run(chain, flat, 2.5, rtol, integrator);
      ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
      EXPECT_LT(distance(s, expected), integrator == std::string("cvode") ? 1e-4 : 1e-6);
    }
  }
}

// What rounding does along weak rows must not add up in the energy.
TEST(SingularChains, MetricsKeepEnergyAlike) {
  for (const bool flies : {false, true}) {
    const Chain chain = {{first}, flies, !flies};
    for (const testing::Make& make : {flat, flat_euclidean}) {
      const Series s = run(chain, make, 3, 1e-12);
      ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
      EXPECT_GE(count_passes(s), 3);
      EXPECT_LT(energy_error(s), flies ? 2e-9 : 1e-11) << flies;
      EXPECT_LT(s.result.largest_drift.position, 1e-13);
      EXPECT_LT(s.result.largest_drift.velocity, 1e-11);
    }
  }
}

// Noise of corrections must not keep a method of variable order at the first. (At 1e-12 an error of 1e-14 is allowed, and rounding of
// the corrections themselves decides how many steps that takes: for start speeds that differ by little, two to six times as many.)
TEST(SingularChains, MultistepMethodsTakeFewSteps) {
  const Chain chain = {{first}, false, true};
  for (const double rtol : {1e-9, 1e-10, 1e-11}) {
    const Series expected = run(chain, recursive, 3, rtol, "cvode"),
                 s = run(chain, flat, 3, rtol, "cvode");
    ASSERT_EQ(expected.result.status, RunStatus::done) << expected.result.message;
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_LT(s.result.steps, 4 * expected.result.steps) << rtol;
    EXPECT_LT(distance(s, expected), 5e4 * rtol) << rtol;
  }
}

// One to three in series, of any lengths and in any planes, through positions in line.
TEST(SingularChains, RandomOnesGoTheSameWayWhereverTheyAreCut) {
  std::mt19937 random(1);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * std::generate_canonical<double, 53>(random);
  };
  int passes = 0;
  for (int number = 0; number < 18; ++number) {
    Chain chain;
    const int count = 1 + number % 3;
    chain.flies = number / 3 % 2 == 1;
    chain.falls = number / 6 % 2 == 0;
    for (int k = 0; k < count; ++k) {
      const double side = draw(0, 1) < 0.5 ? -1 : 1;
      chain.parts.push_back({draw(0.3, 1), draw(0.2, 0.8), -side * draw(0.1, 0.5),
                             side * draw(2, 8), k > 0 || chain.flies ? draw(-1, 1) : 0.0,
                             draw(0.5, 2)});
    }
    SCOPED_TRACE(std::to_string(number) + '\n' + write(chain));
    const Series expected = run(chain, recursive, 0.3, 1e-11);
    ASSERT_EQ(expected.result.status, RunStatus::done) << expected.result.message;
    passes += count_passes(expected);
    EXPECT_LT(energy_error(expected), 1e-7);
    const Series s = run(chain, flat, 0.3, 1e-9);
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    EXPECT_LT(distance(s, expected), 1e-6);
    EXPECT_LT(energy_error(s), 1e-6);
    EXPECT_LT(s.result.steps, 30 * expected.result.steps);
  }
  EXPECT_GE(passes, 20);
}

}  // namespace
}  // namespace gelenk
