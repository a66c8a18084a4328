// Mechanisms that pass singular positions: parallelograms whose bars come in line, where the loops lose rank and
// the crossed linkage branches off. Only the formulation `recursive` looks for such positions. The row of the example is one pendulum in all its cells,
//   φ̈ = −k cos φ / I,   I = (n + 1)(J + m (l/2)²) + n M l²,   k = g ((n + 1) m l/2 + n M l).              (1)
#include <gtest/gtest.h>

#include <cmath>
#include <ostream>

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

// (1) by the classical Runge-Kutta method with 100 steps per row: its error is below 1e-11.
std::vector<double> integrate_reference(double phi, double w) {
  constexpr double l = 0.5, inertia = (cells + 1) * (0.02 + l * l / 4) + cells * 2 * l * l,
                   k = 9.81 * ((cells + 1) * l / 2 + cells * 2 * l), h = 1e-4;
  const auto a = [](double x) { return -k * std::cos(x) / inertia; };
  std::vector<double> rows{phi};
  for (int i = 1; i <= std::lround(stop / h); ++i) {
    const double a1 = a(phi), w2 = w + h / 2 * a1, a2 = a(phi + h / 2 * w), w3 = w + h / 2 * a2,
                 a3 = a(phi + h / 2 * w2), w4 = w + h * a3, a4 = a(phi + h * w3);
    phi += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    if (i % 100 == 0) rows.push_back(phi);
  }
  return rows;
}

// Just beside the singular position accelerations have errors of 1e-6, which matter where it is passed slowly:
// dopri5 then fails at the tightest tolerance, and `rtol` is the tightest that it meets.
struct Case {
  const char* name;
  const char *phi0, *w0;
  double rtol = 1e-12, angle_tolerance = 1e-8, energy_tolerance = 1e-10;
};

std::ostream& operator<<(std::ostream& out, const Case& start) { return out << start.name; }

class ParallelogramRow : public ::testing::TestWithParam<Case> {};

TEST_P(ParallelogramRow, IsOnePendulum) {
  const Case start = GetParam();
  const std::vector<double> reference =
      integrate_reference(std::stod(start.phi0), std::stod(start.w0));
  for (const auto& [rtol, angle_tolerance, energy_tolerance] :
       {std::tuple{1e-9, 1e-6, 1e-6},
        {start.rtol, start.angle_tolerance, start.energy_tolerance}}) {
    const Series s = run(start.phi0, start.w0, rtol);
    ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
    ASSERT_EQ(s.rows.size(), reference.size());
    ASSERT_EQ(s.names.size(), cells + 2u);
    double angle = 0, energy = 0, size = 1;
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
      for (std::size_t j = 0; j < s.names.size(); ++j) {
        if (s.names[j] == "gelenk.energy.total") {
          energy = std::max(energy, std::abs(s.rows[i][j] - s.rows[0][j]));
          size = std::max(size, std::abs(s.rows[0][j]));
        } else {
          angle = std::max(angle, std::abs(s.rows[i][j] - reference[i]));
        }
      }
    }
    EXPECT_LT(angle, angle_tolerance) << "rtol " << rtol;
    EXPECT_LT(energy, energy_tolerance * size) << "rtol " << rtol;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ParallelogramRow,
                         ::testing::Values(Case{"Turning", "0.7", "7"},
                                           Case{"StartedInLine", "0", "7"},
                                           Case{"Swinging", "0.7", "0", 1e-10, 1e-7, 1e-8}),
                         [](const auto& test) { return test.param.name; });

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

}  // namespace
}  // namespace gelenk
