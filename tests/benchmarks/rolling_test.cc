// Equations between speeds: bodies that roll on planes, skates, relations between the speeds of joints. Closed forms, one way to
// build a mechanism against another, and all formulations against each other.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

class Rolling : public ::testing::TestWithParam<testing::NamedFormulation> {
 protected:
  Series run(const std::string& body, double stop, const std::string& signals,
             const std::string& world = "(g = 10)", bool keeps_energy = true) {
    TestModel test = TestModel::from_text(
        "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Types};\n"
        "  import Modelica.Mechanics.Rotational;\n"
        "  inner Modelica.Mechanics.MultiBody.World world" +
            world + ";\n" + body + "end M;\n",
        GetParam().make);
    SimulationOptions options;
    options.stop_time = stop;
    options.interval = stop / 20;
    Series series = testing::simulate(test, options, signals + ",gelenk.*");
    EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
    const double start = series.at(0, "gelenk.energy.total");
    if (keeps_energy) {
      EXPECT_NEAR(series.last("gelenk.energy.total"), start, 1e-7 * (1 + std::abs(start)));
    }
    EXPECT_LT(series.result.largest_drift.position, 1e-12);
    EXPECT_LT(series.result.largest_drift.velocity, 1e-12);
    return series;
  }
  bool has_shafts() const { return std::string(GetParam().name) != "mixed"; }
};

INSTANTIATE_TEST_SUITE_P(All, Rolling, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& one) { return std::string(one.param.name); });

const std::string ball =
    "  Parts.Body ball(m = 2, r_CM = {0, 0, 0}, I_11 = 0.008, I_22 = 0.008, I_33 = "
    "0.008,\n";  // 2/5 m r², r = 0.1

// Down a plane inclined by α: a = 5/7 g sin α; the plane carries m g cos α, and 2/7 m g sin α along it.
TEST_P(Rolling, ABallRollsDownAnyPlane) {
  const double alpha = 0.3, g = 10;
  const Series s =
      run("  Parts.FixedRotation slope(n = {0, 0, 1}, angle = -0.3*180/Modelica.Constants.pi);\n" +
              ball +
              "    r_0(start = {0.1*sin(0.3), 0.1*cos(0.3), 0}, each fixed = true), v_0(each fixed "
              "= true), w_0_fixed = true);\n"
              "  Gelenk.Joints.RollingEllipsoid contact(n = {0, 1, 0}, a = {0.1, 0.1, 0.1});\n"
              "equation\n  connect(world.frame_b, slope.frame_a);\n  connect(slope.frame_b, "
              "contact.frame_a);\n"
              "  connect(contact.frame_b, ball.frame_a);\n",
          1, "ball.r_0[?],contact.*");
  const double a = 5.0 / 7 * g * std::sin(alpha);
  for (double t : {0.25, 0.5, 1.0}) {
    EXPECT_NEAR(s.at(t, "ball.r_0[1]"), 0.1 * std::sin(alpha) + a / 2 * t * t * std::cos(alpha),
                1e-9);
    EXPECT_NEAR(s.at(t, "ball.r_0[2]"), 0.1 * std::cos(alpha) - a / 2 * t * t * std::sin(alpha),
                1e-9);
    EXPECT_NEAR(s.at(t, "contact.f_n"), 2 * g * std::cos(alpha), 1e-8);
    EXPECT_NEAR(std::hypot(s.at(t, "contact.f_contact_0[1]"), s.at(t, "contact.f_contact_0[2]")),
                2 * g * std::hypot(std::cos(alpha), 2.0 / 7 * std::sin(alpha)), 1e-8);
    EXPECT_NEAR(s.at(t, "contact.r_contact_0[1]"), a / 2 * t * t * std::cos(alpha), 1e-9);
  }
}

// A ball on a table that turns with Ω goes round in a circle with 2/7 Ω, wherever it was put (Earnshaw 1844).
TEST_P(Rolling, ABallOnATurntableGoesRoundInACircle) {
  if (!has_shafts()) return;
  const double Omega = 3, rate = 2.0 / 7 * Omega, v = 0.2;
  const Series s =
      run("  Joints.Revolute axle(n = {0, 0, 1}, useAxisFlange = true);\n  Parts.Body table(m = 1, "
          "r_CM = {0, 0, 0});\n"
          "  Rotational.Sources.Position drive(exact = true, phi_ref = 3*time);\n" +
              ball +
              "    r_0(start = {0.5, 0, 0.1}, each fixed = true), v_0(start = {0.2, 0, 0}, fixed = "
              "{true, true, false}),\n"
              "    w_0_start = {0, 0, 0});\n"
              "  Gelenk.Joints.RollingEllipsoid contact(a = {0.1, 0.1, 0.1});\n"
              "equation\n  connect(world.frame_b, axle.frame_a);\n  connect(axle.frame_b, "
              "table.frame_a);\n"
              "  connect(drive.flange, axle.axis);\n  connect(axle.frame_b, contact.frame_a);\n"
              "  connect(contact.frame_b, ball.frame_a);\n",
          10, "ball.r_0[?]", "(g = 10, n = {0, 0, -1})", false);
  for (double t : {2.0, 5.0, 10.0}) {
    EXPECT_NEAR(s.at(t, "ball.r_0[1]"), 0.5 + v / rate * std::sin(rate * t), 1e-7) << t;
    EXPECT_NEAR(s.at(t, "ball.r_0[2]"), v / rate * (1 - std::cos(rate * t)), 1e-7) << t;
  }
}

// A disc is an ellipsoid with a half axis of zero; the wheel of the library has other equations.
TEST_P(Rolling, ADiscIsAWheel) {
  const std::string body =
      "  Parts.Body disc(m = 1, r_CM = {0, 0, 0}, I_11 = 0.0225, I_22 = 0.045, I_33 = 0.0225,\n"
      "    r_0(start = {0, 0, 0.29}), angles_start = {0.2, 0.1, 0.3}, angles_fixed = true,\n"
      "    w_0_start = {0.3, 4, 0.2}, w_0_fixed = true);\n";
  const std::string signals = "disc.r_0[?],disc.w_a[?]", down = "(g = 10, n = {0, 0, -1})";
  const Series wheel = run(body +
                               "  Joints.RollingWheel contact(radius = 0.3);\nequation\n"
                               "  connect(contact.frame_a, disc.frame_a);\n",
                           2, signals + ",contact.f_n", down);
  const Series disc = run(
      body +
          "  Gelenk.Joints.RollingEllipsoid contact(a = {0.3, 0, 0.3});\nequation\n"
          "  connect(world.frame_b, contact.frame_a);\n  connect(contact.frame_b, disc.frame_a);\n",
      2, signals + ",contact.f_n", down);
  ASSERT_EQ(wheel.rows.size(), disc.rows.size());
  for (std::size_t i = 0; i < wheel.rows.size(); ++i) {
    for (int k = 0; k < 7; ++k)
      EXPECT_NEAR(wheel.rows[i][k], disc.rows[i][k], 2e-7 * (1 + std::abs(wheel.rows[i][k])))
          << wheel.names[k];
  }
  EXPECT_GT(std::abs(disc.last("disc.r_0[1]") - disc.at(0, "disc.r_0[1]")), 0.1);
}

// An ellipsoid that slides without friction keeps its momentum along the plane, and its energy.
TEST_P(Rolling, AnEllipsoidMaySlide) {
  const Series s =
      run("  Parts.Body body(m = 1, r_CM = {0, 0, 0}, I_11 = 0.02, I_22 = 0.03, I_33 = 0.04, "
          "r_0(start = {0, 0, 0.2}),\n"
          "    v_0(start = {0.5, -0.2, 0}, fixed = {true, true, false}), angles_start = {0.4, 0.3, "
          "0}, angles_fixed = true,\n"
          "    w_0_start = {1, 2, 3}, w_0_fixed = true);\n"
          "  Gelenk.Joints.RollingEllipsoid contact(a = {0.3, 0.2, 0.15}, slides = true);\n"
          "equation\n  connect(world.frame_b, contact.frame_a);\n  connect(contact.frame_b, "
          "body.frame_a);\n",
          1, "body.r_0[?],body.v_0[?]", "(g = 10, n = {0, 0, -1})");
  EXPECT_NEAR(s.last("body.v_0[1]"), 0.5, 1e-9);
  EXPECT_NEAR(s.last("body.v_0[2]"), -0.2, 1e-9);
  EXPECT_GT(std::abs(s.last("body.r_0[3]") - s.at(0, "body.r_0[3]")), 1e-3);
}

// A skate on an inclined plane, put there at rest with a spin ω, does not slide down but sideways, on a cycloid:
//   x = g sin α/(2 ω²) sin² ωt,   y = g sin α/(2 ω²) (ωt − ½ sin 2ωt)     (Neimark and Fufaev 1972, III.2)
const std::string on_slope =
    "  Joints.Prismatic x(n = {1, 0, 0}, s(start = 0, fixed = true), v(start = 0, fixed = true)),\n"
    "    y(n = {0, 1, 0}, s(start = 0, fixed = true), v(start = 0));\n"
    "  Joints.Revolute yaw(n = {0, 0, 1}, phi(start = 0, fixed = true), w(start = 1.5, fixed = "
    "true));\n"
    "  Parts.Body body(m = 2, r_CM = {0, 0, 0}, I_33 = 0.1);\n";
const std::string chain =
    "equation\n  connect(world.frame_b, x.frame_a);\n  connect(x.frame_b, y.frame_a);\n"
    "  connect(y.frame_b, yaw.frame_a);\n  connect(yaw.frame_b, body.frame_a);\n";
const std::string tilted = "(g = 10, n = {sin(0.2), 0, -cos(0.2)})";

void expect_cycloid(const Series& s) {
  const double w = 1.5, r = 10 * std::sin(0.2) / (2 * w * w);
  for (double t : s.time) {
    EXPECT_NEAR(s.at(t, "x.s"), r * std::pow(std::sin(w * t), 2), 1e-8) << t;
    EXPECT_NEAR(s.at(t, "y.s"), r * (w * t - 0.5 * std::sin(2 * w * t)), 1e-8) << t;
  }
}

TEST_P(Rolling, ASkateOnASlopeGoesSideways) {
  expect_cycloid(
      run(on_slope + "  Gelenk.Joints.Skate blade;\n" + chain +
              "  connect(world.frame_b, blade.frame_a);\n  connect(blade.frame_b, body.frame_a);\n",
          4, "x.s,y.s", tilted));
}

TEST_P(Rolling, ARelationBetweenSpeedsIsASkate) {
  expect_cycloid(run(on_slope +
                         "  Gelenk.Constraints.SpeedRelation blade(residual = cos(yaw.phi)*y.v - "
                         "sin(yaw.phi)*x.v);\n" +
                         chain,
                     4, "x.s,y.s", tilted));
}

std::string failure_of(const std::string& residual) {
  try {
    TestModel test = TestModel::from_text(
        "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints};\n"
        "  inner Modelica.Mechanics.MultiBody.World world;\n" +
        on_slope + "  Gelenk.Constraints.SpeedRelation r(residual = " + residual + ");\n" + chain +
        "end M;\n");
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

TEST(SpeedRelation, SaysWhatItIsNot) {
  EXPECT_EQ(failure_of("x.v*y.v"), "the residual is not linear in the speeds");
  EXPECT_EQ(failure_of("x.v - y.s"), "the residual has a part without speeds");
  EXPECT_EQ(failure_of("x.v - 1"), "the residual has a part without speeds");
  EXPECT_EQ(failure_of("x.s - y.s"), "the residual has no speed in it");
  EXPECT_EQ(failure_of("x.a"), "'x.a' is not a coordinate that an equation can use");
  EXPECT_EQ(failure_of("x.v - time"), "a relation cannot depend on time");
  EXPECT_EQ(failure_of("x.v - 2*y.v"), "");
}

}  // namespace
}  // namespace gelenk
