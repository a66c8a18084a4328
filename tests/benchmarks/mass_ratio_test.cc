// Mechanisms whose masses differ by many powers of ten, or that have parts with next to no inertia or none. Rank is a
// matter of geometry, so that none of them is near a singular position, whatever the metric.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

std::unique_ptr<Formulation> make_euclidean(const System& system) {
  HierarchicalOptions options;
  options.metric = Metric::euclidean;
  return make_hierarchical_formulation(system, options);
}

const testing::NamedFormulation formulations[] = {
    testing::all_formulations[0],
    testing::all_formulations[1],
    testing::all_formulations[2],
    testing::all_formulations[4],
    {"hierarchical_flat_euclidean", {make_euclidean, testing::by_body}}};

class MassRatio : public ::testing::TestWithParam<testing::NamedFormulation> {
 protected:
  Series run(const std::string& text, double stop_time, const std::string& signals,
             double rtol = 1e-9) const {
    TestModel model = TestModel::from_text(text, GetParam().make);
    SimulationOptions options;
    options.stop_time = stop_time;
    options.interval = stop_time / 10;
    options.rtol = rtol;
    const Series s = testing::simulate(model, options, signals + ",gelenk.energy.*");
    EXPECT_EQ(s.result.status, RunStatus::done) << s.result.message;
    return s;
  }
};
INSTANTIATE_TEST_SUITE_P(All, MassRatio, ::testing::ValuesIn(formulations),
                         [](const auto& test) { return std::string(test.param.name); });

double largest_kinetic(const Series& s) {
  double largest = 0;
  for (double t : s.time) largest = std::max(largest, s.at(t, "gelenk.energy.kinetic"));
  return largest;
}
double energy_error(const Series& s) {
  double change = 0;
  for (double t : s.time)
    change = std::max(change, std::abs(s.at(t, "gelenk.energy.total") - s.rows[0].back()));
  return change;
}

// An open chain: a heavy rod below a light one.
std::string write_chain(double ratio) {
  const std::string m = std::to_string(ratio);
  return "model Chain\n  import MB = Modelica.Mechanics.MultiBody;\n"
         "  inner MB.World world(g = 9.81, n = {0, -1, 0});\n"
         "  MB.Joints.Revolute j1(phi(start = 1, fixed = true), w(fixed = true)), "
         "j2(phi(start = 0.5, fixed = true), w(fixed = true));\n"
         "  MB.Parts.BodyShape b1(m = 1, r = {0, -1, 0}, r_CM = {0, -0.5, 0}, I_11 = 1/12, "
         "I_22 = 0.01, I_33 = 1/12), b2(m = " +
         m +
         ", r = {0, -1, 0}, r_CM = {0, -0.5, 0}, "
         "I_11 = " +
         m + "/12, I_22 = " + m + "/100, I_33 = " + m +
         "/12);\n"
         "equation\n  connect(world.frame_b, j1.frame_a);\n  connect(j1.frame_b, b1.frame_a);\n"
         "  connect(b1.frame_b, j2.frame_a);\n  connect(j2.frame_b, b2.frame_a);\nend Chain;\n";
}

TEST_P(MassRatio, HeavyRodBelowALightOneSwings) {
  for (const double ratio : {1e3, 1e6, 1e8}) {
    const Series s = run(write_chain(ratio), 2, "j1.phi,j2.phi");
    EXPECT_LT(energy_error(s), 1e-6 * largest_kinetic(s)) << ratio;
  }
}

// Noise of the heavy body's accelerations must not show in the light one's, which would shorten every step.
TEST(MassRatioSteps, InSingleBodiesAreNotManyMoreThanInOnePiece) {
  SimulationOptions options;
  options.integrator = "dopri5";
  TestModel whole = TestModel::from_text(write_chain(1e9));
  TestModel flat = TestModel::from_text(write_chain(1e9), testing::all_formulations[4].make);
  const Series expected = testing::simulate(whole, options, "j1.phi,j2.phi"),
               s = testing::simulate(flat, options, "j1.phi,j2.phi");
  ASSERT_EQ(expected.result.status, RunStatus::done) << expected.result.message;
  ASSERT_EQ(s.result.status, RunStatus::done) << s.result.message;
  EXPECT_LT(s.result.steps, 10 * expected.result.steps);
}

// A rocker that is so heavy that it falls as if crank and coupler were not there: φ̈ = −m g r cos φ / J about its hinge.
TEST_P(MassRatio, HeavyRockerFallsAlone) {
  const double m = 1e8, J = 0.03 + 0.09, r = 0.3;
  const Series s = run(
      "model HeavyRocker\n  import MB = Modelica.Mechanics.MultiBody;\n"
      "  inner MB.World world(g = 9.81, n = {0, -1, 0});\n  MB.Parts.Fixed ground(r = {1, 0, 0});\n"
      "  MB.Joints.Revolute a(phi(start = 1, fixed = true), w(start = 2, fixed = true)), "
      "b(phi(start = -0.6)), c(phi(start = -1.95)), d;\n"
      "  MB.Parts.BodyShape crank(m = 1, r = {0.3, 0, 0}, r_CM = {0.15, 0, 0}, I_11 = 0.01, I_22 = "
      "0.0075, I_33 = 0.0075), coupler(m = 1, r = {0.9, 0, 0}, r_CM = {0.45, 0, 0}, I_11 = 0.01, "
      "I_22 = 0.0675, I_33 = 0.0675), rocker(m = 1e8, r = {0.6, 0, 0}, r_CM = {0.3, 0, 0}, I_11 = "
      "1e6, I_22 = 3e6, I_33 = 3e6);\n"
      "equation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, crank.frame_a);\n"
      "  connect(crank.frame_b, b.frame_a);\n  connect(b.frame_b, coupler.frame_a);\n"
      "  connect(coupler.frame_b, c.frame_a);\n  connect(c.frame_b, rocker.frame_a);\n"
      "  connect(rocker.frame_b, d.frame_a);\n  connect(d.frame_b, ground.frame_b);\n"
      "end HeavyRocker;\n",
      0.3, "d.phi,d.w,rocker.frame_b.R.T[1,*]");
  // The hinge d turns the ground against the rocker.
  const double turn = std::atan2(s.rows[0][2 + 1], s.rows[0][2]);
  double phi = turn + M_PI, w = -s.rows[0][1];
  const auto a = [&](double x) { return -9.81 * r * std::cos(x) / J; };
  constexpr double h = 1e-5;
  for (int i = 0; i < 30000; ++i) {
    const double a1 = a(phi), w2 = w + h / 2 * a1, a2 = a(phi + h / 2 * w), w3 = w + h / 2 * a2,
                 a3 = a(phi + h / 2 * w2), w4 = w + h * a3, a4 = a(phi + h * w3);
    phi += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  EXPECT_NEAR(s.rows[0][0] - s.last("d.phi"), phi - (turn + M_PI), 1e-6);
  EXPECT_LT(energy_error(s), 1e-6 * m);
}

// A bead on a cycloid oscillates with one period whatever its amplitude: s = 4 a sin(ω t), ω² = g/(4 a). The parameter of
// the curve is the angle of a wheel, and what inertia that has hardly matters.
TEST_P(MassRatio, WheelWithHardlyAnyInertiaIsAParameter) {
  const double radius = 0.25, u0 = 0.3, omega = std::sqrt(9.81 / (4 * radius));
  for (const char* inertia : {"0", "1e-14", "1e-12", "1e-9"}) {
    const std::string I = inertia;
    const Series s =
        run("model Cycloid\n  import MB = Modelica.Mechanics.MultiBody;\n"
            "  parameter Real a = 0.25, u0 = 0.3;\n"
            "  inner MB.World world(g = 9.81, n = {0, -1, 0});\n"
            "  MB.Joints.Prismatic x(n = {1, 0, 0}, s(start = a*(u0 - sin(u0)))), y(n = {0, 1, 0}, "
            "s(start = a*(cos(u0) - 1)), v(fixed = true));\n"
            "  MB.Joints.Revolute u(n = {0, 0, 1}, phi(start = u0, fixed = true));\n"
            "  MB.Parts.PointMass bead(m = 1);\n"
            "  MB.Parts.Body tiny(m = 0, r_CM = {0, 0, 0}, I_11 = " +
                I + ", I_22 = " + I + ", I_33 = " + I +
                ");\n"
                "  Gelenk.Constraints.Relation rx(residual = x.s - a*(u.phi - sin(u.phi))), "
                "ry(residual = y.s "
                "- a*(cos(u.phi) - 1));\n"
                "equation\n  connect(world.frame_b, x.frame_a);\n  connect(x.frame_b, y.frame_a);\n"
                "  connect(y.frame_b, bead.frame_a);\n  connect(world.frame_b, u.frame_a);\n"
                "  connect(u.frame_b, tiny.frame_a);\nend Cycloid;\n",
            3, "u.phi", 1e-10);
    // cos(u/2) = cos(u0/2) cos(ω t): the way along the curve, from its lowest point at u = π.
    for (double t : s.time)
      EXPECT_NEAR(std::cos(s.at(t, "u.phi") / 2), std::cos(u0 / 2) * std::cos(omega * t),
                  1e-7 + 10 * std::stod(I) / 1e-2)
          << I << " at " << t;
  }
}

// A top in a gimbal of hinges without mass comes within 1e-4 radians of its lock. In a ball joint it has no lock.
TEST_P(MassRatio, GimbalPassesNearItsLock) {
  const std::string head =
      "model Top\n  import MB = Modelica.Mechanics.MultiBody;\n"
      "  inner MB.World world(g = 9.81, n = {0, 0, -1});\n"
      "  MB.Parts.BodyShape top(m = 1, r = {0, 0, 0.4}, r_CM = {0, 0, 0.4}, I_11 = 0.14, I_22 = "
      "0.14, I_33 = 0.05);\n";
  const Series gimbal =
      run(head +
              "  MB.Joints.Revolute yaw(n = {0, 0, 1}, phi(fixed = true), w(start = 2, fixed = "
              "true)), tilt(n = {1, 0, 0}, phi(start = 1e-4, fixed = true), w(start = 0.3, fixed = "
              "true)), spin(n = {0, 0, 1}, phi(fixed = true), w(start = 49.24, fixed = true));\n"
              "equation\n  connect(world.frame_b, yaw.frame_a);\n  connect(yaw.frame_b, "
              "tilt.frame_a);\n  connect(tilt.frame_b, spin.frame_a);\n  connect(spin.frame_b, "
              "top.frame_a);\nend Top;\n",
          3, "top.frame_b.r_0*", 1e-10);
  // ω of the top in the axes of the world.
  char speeds[160];
  std::snprintf(speeds, sizeof speeds, "{0.3, %.17g, %.17g}", -49.24 * std::sin(1e-4),
                2 + 49.24 * std::cos(1e-4));
  const Series ball =
      run(head +
              "  MB.Joints.Spherical ball(angles_fixed = true, angles_start = {1e-4, 0, 0}, "
              "w_rel_a_fixed "
              "= true, w_rel_a_start = " +
              speeds +
              ");\n"
              "equation\n  connect(world.frame_b, ball.frame_a);\n  connect(ball.frame_b, "
              "top.frame_a);\nend Top;\n",
          3, "top.frame_b.r_0*", 1e-12);
  for (std::size_t i = 0; i < gimbal.rows.size(); ++i) {
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(gimbal.rows[i][k], ball.rows[i][k], 1e-6) << gimbal.time[i];
  }
}

}  // namespace
}  // namespace gelenk
