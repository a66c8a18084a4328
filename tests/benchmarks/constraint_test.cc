// Joints and constraints in small mechanisms, under every formulation: against closed forms, or against the
// same mechanism built of other joints.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/csv.h"
#include "tests/support/model_text.h"

namespace gelenk {
namespace {

using testing::Series;
using testing::TestModel;

class Constraints : public ::testing::TestWithParam<testing::NamedFormulation> {
 protected:
  Series run(const std::string& body, double stop, const std::string& signals,
             const std::string& world = "") {
    SCOPED_TRACE(body);
    TestModel test = TestModel::from_text(
        "model M\n  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Types};\n"
        "  inner Modelica.Mechanics.MultiBody.World world" +
            world + ";\n" + body + "end M;\n",
        GetParam().make);
    SimulationOptions options;
    options.stop_time = stop;
    options.step = 1e-3;
    options.interval = stop / 10;
    Series series = testing::simulate(test, options, signals + ",gelenk.*");
    EXPECT_EQ(series.result.status, RunStatus::done) << series.result.message;
    const double start = series.at(0, "gelenk.energy.total");
    EXPECT_NEAR(series.last("gelenk.energy.total"), start, 1e-7 * (1 + std::abs(start)));
    EXPECT_LT(series.result.largest_drift.position, 1e-12);
    EXPECT_LT(series.result.largest_drift.velocity, 1e-12);
    return series;
  }

  static void expect_same(const Series& a, const std::string& name_a, const Series& b,
                          const std::string& name_b, double tolerance = 1e-8) {
    ASSERT_EQ(a.time.size(), b.time.size());
    bool moved = false;
    for (double t : a.time) {
      EXPECT_NEAR(a.at(t, name_a), b.at(t, name_b), tolerance) << name_a << " at " << t;
      moved = moved || std::abs(a.at(t, name_a) - a.at(0, name_a)) > 1e-3;
    }
    EXPECT_TRUE(moved) << name_a;  // else there is nothing to compare
  }
};

INSTANTIATE_TEST_SUITE_P(All, Constraints, ::testing::ValuesIn(testing::all_formulations),
                         [](const auto& one) { return std::string(one.param.name); });

const std::string swinging_body =
    "  Parts.Body body(m = 2, r_CM = {0.1, -0.3, 0.2}, I_11 = 0.1, I_22 = 0.2, I_33 = 0.15);\n";

TEST_P(Constraints, UniversalIsTwoRevolutes) {
  const Series universal = run(
      swinging_body +
          "  Joints.Universal u(n_a = {1, 0, 0.5}, n_b = {0.2, 1, 1}, phi_a(start = 0.3, fixed = "
          "true), w_a(start = 2, fixed = true), w_b(start = -1, fixed = true));\n"
          "equation\n  connect(world.frame_b, u.frame_a);\n  connect(u.frame_b, body.frame_a);\n",
      1, "u.*");
  const Series two =
      run(swinging_body +
              "  Joints.Revolute a(n = {1, 0, 0.5}, phi(start = 0.3, fixed = true), w(start = 2, "
              "fixed = true));\n"
              "  Joints.Revolute b(n = {0.2, 1, 1}, w(start = -1, fixed = true));\n"
              "equation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, b.frame_a);\n"
              "  connect(b.frame_b, body.frame_a);\n",
          1, "a.*,b.*");
  expect_same(universal, "u.phi_a", two, "a.phi");
  expect_same(universal, "u.revolute_b.phi", two, "b.phi");
  expect_same(universal, "u.w_b", two, "b.w");
  expect_same(universal, "u.a_a", two, "a.a", 1e-7);
  expect_same(universal, "u.frame_a.t[1]", two, "a.frame_a.t[1]", 1e-7);
}

TEST_P(Constraints, PlanarIsTwoPrismaticsAndARevolute) {
  const std::string world = "(n = {1, -1, 0})";
  const Series planar = run(
      swinging_body +
          "  Joints.Planar p(n = {0, 0, 2}, n_x = {1, 1, 3}, s_x(start = 0.5), w(start = 3));\n"
          "equation\n  connect(world.frame_b, p.frame_a);\n  connect(p.frame_b, body.frame_a);\n",
      1, "p.*", world);
  const Series three =
      run(swinging_body +
              "  Joints.Prismatic x(n = {1, 1, 0}, s(start = 0.5));\n  Joints.Prismatic y(n = {-1, "
              "1, 0});\n"
              "  Joints.Revolute r(w(start = 3));\n"
              "equation\n  connect(world.frame_b, x.frame_a);\n  connect(x.frame_b, y.frame_a);\n"
              "  connect(y.frame_b, r.frame_a);\n  connect(r.frame_b, body.frame_a);\n",
          1, "x.*,y.*,r.*", world);
  expect_same(planar, "p.s_x", three, "x.s");
  expect_same(planar, "p.s_y", three, "y.s");
  expect_same(planar, "p.phi", three, "r.phi");
  expect_same(planar, "p.a_x", three, "x.a", 1e-7);
}

// (J + m k²) φ̈ = −m g k on a vertical screw, k the displacement per radian. The same when the screw
// closes a loop, beside a cylindrical joint.
TEST_P(Constraints, ScrewFallsByItsPitch) {
  const double k = 0.2 / (2 * std::acos(-1.0)), m = 2, J = 0.05;
  const std::string screw =
      "  Gelenk.Joints.Screw s(n = {0, 1, 0}, pitch = 0.2, phi(start = 1), stateSelect = "
      "StateSelect.avoid);\n"
      "  Parts.Body body(m = 2, r_CM = {0, 0, 0}, I_11 = 0.05, I_22 = 0.05, I_33 = 0.05);\n";
  const std::string ends =
      "  connect(world.frame_b, s.frame_a);\n  connect(s.frame_b, body.frame_a);\n";
  for (const bool closes : {false, true}) {
    const Series s = run(
        closes ? screw +
                     "  Joints.Cylindrical c(n = {0, 1, 0}, phi(start = 1, fixed = true), s(start "
                     "= 0.03), stateSelect = StateSelect.always);\nequation\n" +
                     ends +
                     "  connect(world.frame_b, c.frame_a);\n  connect(c.frame_b, body.frame_a);\n"
               : screw + "equation\n" + ends,
        2, "s.*,body.*");
    const double a = -m * 9.80665 * k / (J + m * k * k);
    EXPECT_NEAR(s.last("s.phi"), 1 + 0.5 * a * 4, 1e-7);
    EXPECT_NEAR(s.last("body.r_0[2]"), k * (1 + 0.5 * a * 4), 1e-8);
    EXPECT_NEAR(s.last("s.a"), a, 1e-8);
  }
}

const std::string four_bar =
    "  Joints.Revolute crankHinge(phi(start = 1, fixed = true), w(start = 2, fixed = true));\n"
    "  Joints.Revolute pin1(phi(start = -0.5)), pin2(phi(start = -1.5));\n"
    "  Parts.BodyBox crank(r = {0.3, 0, 0}, width = 0.04), coupler(r = {0.8, 0, 0}, width = "
    "0.04),\n"
    "    rocker(r = {0.6, 0, 0}, width = 0.04);\n"
    "  Parts.FixedTranslation base(r = {0.7, 0, 0});\n";
const std::string four_bar_ends =
    "equation\n  connect(world.frame_b, crankHinge.frame_a);\n  connect(crankHinge.frame_b, "
    "crank.frame_a);\n"
    "  connect(crank.frame_b, pin1.frame_a);\n  connect(pin1.frame_b, coupler.frame_a);\n"
    "  connect(coupler.frame_b, pin2.frame_a);\n  connect(pin2.frame_b, rocker.frame_a);\n"
    "  connect(world.frame_b, base.frame_a);\n  connect(base.frame_b, last.frame_a);\n"
    "  connect(last.frame_b, rocker.frame_b);\n";

TEST_P(Constraints, PlanarLoopIsClosedWithoutRedundancy) {
  const std::string signals = "crankHinge.*,pin2.*";
  const Series whole = run(four_bar + "  Joints.Revolute last;\n" + four_bar_ends, 2, signals);
  const Series cut =
      run(four_bar + "  Joints.RevolutePlanarLoopConstraint last;\n" + four_bar_ends, 2, signals);
  expect_same(whole, "crankHinge.phi", cut, "crankHinge.phi");
  expect_same(whole, "pin2.w", cut, "pin2.w", 1e-7);
  EXPECT_EQ(whole.result.redundant_rows, 3);
  EXPECT_EQ(cut.result.redundant_rows, 0);
  EXPECT_EQ(cut.result.closure_rows, 2);
  EXPECT_EQ(cut.result.degrees_of_freedom, whole.result.degrees_of_freedom);
}

// A free body held by a constraint moves as if the joint carried it.
TEST_P(Constraints, ConstraintsActAsJoints) {
  const std::string ends =
      "equation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, body.frame_a);\n";
  struct Pair {
    const char *joint, *constraint;
    int rows;
  };
  const Pair pairs[] = {
      {"Revolute j(n = {1, 0, 1}, w(start = 1))", "Revolute j(n = {1, 0, 1})", 5},
      {"Spherical j(w_rel_a_start = {1, 0, 1})", "Spherical j", 3},
      {"Universal j(n_a = {1, 0, 1}, n_b = {0, 1, 0}, w_a(start = 1.4142135623730951))",
       "Universal j(n_a = {1, 0, 1}, n_b = {0, 1, 0})", 4},
  };
  for (const Pair& pair : pairs) {
    const std::string w =
        pair.rows == 5 ? "{0.70710678118654752, 0, 0.70710678118654752}" : "{1, 0, 1}";
    std::string body = swinging_body;
    const Series joint = run(body + "  Joints." + pair.joint + ";\n" + ends, 1, "body.*");
    body.insert(body.find("m = 2"), "w_0_fixed = true, w_0_start = " + w + ", ");
    const Series constraint =
        run(body + "  Joints.Constraints." + pair.constraint + ";\n" + ends, 1, "body.*");
    expect_same(joint, "body.w_a[1]", constraint, "body.w_a[1]");
    expect_same(joint, "body.frame_a.R.T[1,2]", constraint, "body.frame_a.R.T[1,2]");
    expect_same(joint, "body.frame_a.f[2]", constraint, "body.frame_a.f[2]", 1e-6);
    EXPECT_EQ(constraint.result.closure_rows, pair.rows);
    EXPECT_EQ(constraint.result.degrees_of_freedom, 6 - pair.rows);
  }
}

// Free along y only: the body falls, and nothing else.
TEST_P(Constraints, UnlockedDirectionsAreFree) {
  const Series s = run(
      swinging_body +
          "  Joints.Constraints.Prismatic j(y_locked = false);\n"
          "equation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, body.frame_a);\n",
      1, "body.*,j.*");
  EXPECT_EQ(s.result.closure_rows, 5);
  EXPECT_NEAR(s.last("body.r_0[2]"), -9.80665 / 2, 1e-9);
  EXPECT_NEAR(s.last("body.r_0[1]"), 0, 1e-12);
  EXPECT_NEAR(s.last("j.frame_b.f[2]"), 0, 1e-9);
}

// A conical pendulum: at the angle β of the rod to the vertical, ω² = g / (L cos β).
TEST_P(Constraints, RodCarriesAConicalPendulum) {
  const double L = 0.8, beta = 0.6, g = 9.80665, rate = std::sqrt(g / (L * std::cos(beta)));
  const double R = L * std::sin(beta), m = 3;
  for (const std::string rod :
       {"Joints.SphericalSpherical rod(rodLength = 0.8)",
        "Joints.SphericalSpherical rod(computeRodLength = true)",
        "Joints.UniversalSpherical rod(n1_a = {1, 0, 0}, rRod_ia = {0, -0.8, 0})",
        "Gelenk.Constraints.Distance rod(distance = 0.8)"}) {
    const Series s =
        run("  " + rod +
                ";\n  Parts.PointMass p(m = 3, r_0(start = {0.8*sin(0.6), -0.8*cos(0.6), 0}),\n"
                "    v_0(start = {0, 0, -0.8*sin(0.6)*sqrt(9.80665/(0.8*cos(0.6)))}));\n"
                "equation\n  connect(world.frame_b, rod.frame_a);\n"
                "  connect(rod.frame_b, p.frame_a);\n",
            2, "p.*,rod.*");
    EXPECT_NEAR(s.last("p.r_0[1]"), R * std::cos(2 * rate), 1e-7) << rod;
    EXPECT_NEAR(s.last("p.r_0[2]"), -L * std::cos(beta), 1e-7) << rod;
    EXPECT_NEAR(s.last("p.r_0[3]"), -R * std::sin(2 * rate), 1e-7) << rod;
    EXPECT_NEAR(s.last("rod.f_rod"), -m * g / std::cos(beta), 1e-6) << rod;
    EXPECT_EQ(s.result.degrees_of_freedom, 2);
  }
}

// Mass in the middle of the rod: as two masses on a bar that turns about its end.
TEST_P(Constraints, RodWithMassSwings) {
  const Series rod =
      run("  Joints.SphericalSpherical rod(rodLength = 1, m = 2);\n"
          "  Parts.PointMass p(m = 3, r_0(start = {1, 0, 0}));\n"
          "equation\n  connect(world.frame_b, rod.frame_a);\n  connect(rod.frame_b, p.frame_a);\n",
          2, "p.*,rod.*");
  const Series bar =
      run("  Joints.Revolute j;\n  Parts.Body middle(m = 2, r_CM = {0.5, 0, 0}, I_11 = 0, I_22 = "
          "0, I_33 "
          "= 0);\n"
          "  Parts.Body end_(m = 3, r_CM = {1, 0, 0}, I_11 = 0, I_22 = 0, I_33 = 0);\n"
          "  Parts.FixedTranslation tip(r = {1, 0, 0});\n"
          "equation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, middle.frame_a);\n"
          "  connect(j.frame_b, end_.frame_a);\n  connect(j.frame_b, tip.frame_a);\n",
          2, "tip.frame_b.*,j.frame_a.*");
  expect_same(rod, "p.r_0[1]", bar, "tip.frame_b.r_0[1]");
  expect_same(rod, "p.r_0[2]", bar, "tip.frame_b.r_0[2]");
  expect_same(rod, "rod.frame_a.f[2]", bar, "j.frame_a.f[2]", 1e-6);
}

// Steady rolling on a circle: with lean α and the centre at R from the axis of the circle,
//   Ω² = m g r tan α / (m r R + J_t sin α + J_a R/r).
TEST_P(Constraints, WheelRollsOnACircle) {
  const double m = 2, r = 0.3, Ja = 0.09, Jt = 0.045, g = 9.80665, lean = 0.4, R = 0.9;
  const double rate =
      std::sqrt(m * g * r * std::tan(lean) / (m * r * R + Jt * std::sin(lean) + Ja * R / r));
  const double spin = -rate * R / r - rate * std::sin(lean);
  char start[200];
  std::snprintf(
      start, sizeof start,
      "y(start = 0.9), angles(start = {0, 0, 0.4}), der_angles(start = {%.17g, %.17g, 0})",
      rate + spin * std::sin(lean), spin * std::cos(lean));
  const Series s =
      run("  Parts.RollingWheel wheel(radius = 0.3, m = 2, I_axis = 0.09, I_long = 0.045, " +
              std::string(start) + ");\n",
          2, "wheel.*", "(n = {0, 0, -1})");
  for (double t : {0.4, 2.0}) {
    EXPECT_NEAR(s.at(t, "wheel.x"), -R * std::sin(rate * t), 1e-7);
    EXPECT_NEAR(s.at(t, "wheel.y"), R * std::cos(rate * t), 1e-7);
    EXPECT_NEAR(s.at(t, "wheel.rollingWheel.z"), r * std::cos(lean), 1e-8);
    EXPECT_NEAR(s.at(t, "wheel.rollingWheel.f_n"), m * g, 1e-5);
    EXPECT_NEAR(std::abs(s.at(t, "wheel.rollingWheel.f_lat")), m * rate * rate * R, 1e-5);
  }
  EXPECT_EQ(s.result.degrees_of_freedom, 3);
}

// The example against equations of motion of its own: angular velocity and axle about the point of contact,
// (J + m r² (1 − u uᵀ)) ẇ = −J̇ w − m r² u × (w × u̇) + m g r u × z, integrated by extrapolation.
TEST_P(Constraints, WheelExampleMatchesTheReference) {
  const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";
  TestModel test = TestModel::from_file(examples + "RollingWheel.mo", GetParam().make);
  const testing::Csv expected(examples + "RollingWheel.expected.csv");
  SimulationOptions options;
  options.stop_time = 4;
  options.step = 1e-3;
  options.interval = 0.1;
  const Series s =
      testing::simulate(test, options, "wheel.x,wheel.y,wheel.rollingWheel.z,wheel.body.v_0*");
  for (const auto& row : expected.rows) {
    for (std::size_t i = 1; i < row.size(); ++i)
      EXPECT_NEAR(s.at(row[0], expected.names[i]), row[i], 1e-9) << expected.names[i];
  }
}

// Two wheels on an axle: speed and turn follow from their rates.
TEST_P(Constraints, WheelSetTurnsByTheDifferenceOfItsWheels) {
  const Series s = run(
      "  Parts.RollingWheelSet set(R_wheel = 0.1, m_wheel = 0.5, I_wheelAxis = 0.01, I_wheelLong = "
      "0.02,\n    track = 0.5, der_theta1(start = 2), der_theta2(start = 3));\n"
      "  Parts.Body body(m = 1, r_CM = {0, 0, 0});\n"
      "equation\n  connect(set.frameMiddle, body.frame_a);\n",
      3, "set.*", "(n = {0, 0, -1})");
  const double turn = 0.1 * (3 - 2) / 0.5, speed = 0.1 * 2.5;
  EXPECT_NEAR(s.last("set.phi"), turn * 3, 1e-9);
  EXPECT_NEAR(s.last("set.x"), speed / turn * std::sin(turn * 3), 1e-9);
  EXPECT_NEAR(s.last("set.y"), speed / turn * (1 - std::cos(turn * 3)), 1e-9);
  EXPECT_NEAR(s.last("set.theta2"), 9, 1e-9);
  EXPECT_EQ(s.result.degrees_of_freedom, 2);
}

// The rack falls and turns the pinion: (m + J/r²) s̈ = −m g.
TEST_P(Constraints, RackTurnsThePinion) {
  const Series s = run(
      "  Joints.Prismatic rail(n = {0, 1, 0});\n  Joints.Revolute axle;\n"
      "  Parts.Body rack(m = 2, r_CM = {0, 0, 0}), pinion(m = 1, r_CM = {0, 0, 0}, I_11 = 0.03, "
      "I_22 = "
      "0.03, I_33 = 0.03);\n"
      "  Parts.FixedTranslation beside(r = {0.1, 0, 0});\n"
      "  Gelenk.Joints.RackAndPinion teeth(n_rack = {0, 1, 0}, radius = 0.1);\n"
      "equation\n  connect(world.frame_b, rail.frame_a);\n  connect(rail.frame_b, rack.frame_a);\n"
      "  connect(world.frame_b, beside.frame_a);\n  connect(beside.frame_b, axle.frame_a);\n"
      "  connect(axle.frame_b, pinion.frame_a);\n"
      "  connect(teeth.frame_a, rack.frame_a);\n  connect(teeth.frame_b, pinion.frame_a);\n",
      1, "rail.*,axle.*");
  const double a = -2 * 9.80665 / (2 + 0.03 / 0.01);
  EXPECT_NEAR(s.last("rail.s"), a / 2, 1e-9);
  EXPECT_NEAR(s.last("axle.phi"), -a / 2 / 0.1, 1e-8);
}

// A gear adds the inertia of its other shaft times the squared ratio.
TEST_P(Constraints, GearAddsInertiaOfTheOtherShaft) {
  const Series gear =
      run("  Joints.GearConstraint gear(ratio = -3, n_a = {0, 0, 1}, n_b = {0, 0, 1}, r_b = {0.5, "
          "0, 0},\n"
          "    phi_b(start = 0.1, fixed = true), w_b(start = 20, fixed = true));\n"
          "  Parts.Body a(m = 1, r_CM = {0, 0, 0}, I_11 = 0.2, I_22 = 0.2, I_33 = 0.2);\n"
          "  Parts.Body b(m = 1, r_CM = {0.1, 0, 0}, I_11 = 0.4, I_22 = 0.4, I_33 = 0.4);\n"
          "equation\n  connect(world.frame_b, gear.bearing);\n  connect(gear.frame_a, a.frame_a);\n"
          "  connect(gear.frame_b, b.frame_a);\n",
          2, "gear.*,a.*,b.*");
  const Series single =
      run("  Joints.Revolute j(phi(start = 0.1, fixed = true), w(start = 20, fixed = true));\n"
          "  Parts.Body b(m = 1, r_CM = {0.1, 0, 0}, I_11 = 2.2, I_22 = 2.2, I_33 = 2.2);\n"
          "equation\n  connect(world.frame_b, j.frame_a);\n  connect(j.frame_b, b.frame_a);\n",
          2, "j.*");
  expect_same(gear, "gear.phi_b", single, "j.phi");
  EXPECT_NEAR(gear.last("gear.actuatedRevolute_a.phi"), -3 * gear.last("gear.phi_b"), 1e-10);
  // The shaft's torque is what its body needs.
  EXPECT_NEAR(gear.last("a.frame_a.t[3]"), 0.2 * -3 * gear.last("gear.a_b"), 1e-8);
  EXPECT_EQ(gear.result.degrees_of_freedom, 1);
}

const std::string slider_crank =
    "  Joints.Revolute crank(phi(start = 0.5, fixed = true), w(start = 3, fixed = true));\n"
    "  Parts.BodyBox arm(r = {0.3, 0, 0}, width = 0.03), rod(r = {0.8, 0, 0}, width = 0.02);\n"
    "  Parts.Body slider(m = 1.5, r_CM = {0, 0, 0});\n";

TEST_P(Constraints, AssembliesMoveAsTheirJoints) {
  const std::string ends =
      "equation\n  connect(world.frame_b, crank.frame_a);\n  connect(crank.frame_b, arm.frame_a);\n"
      "  connect(arm.frame_b, j.frame_a);\n  connect(world.frame_b, j.frame_b);\n"
      "  connect(j.frame_ib, slider.frame_a);\n  connect(j.frame_ia, rod.frame_a);\n";
  const std::string lengths = "rRod1_ia = {0.8, 0, 0}, rRod2_ib = {-0.1, 0, 0}";
  const std::string signals = "crank.*,slider.*,rod.*";
  const Series plain =
      run(slider_crank +
              "  Joints.Revolute pin(phi(start = -0.7)), wrist;\n"
              "  Joints.Prismatic rail(n = {1, 0, 0}, s(start = 1.2));\n"
              "  Parts.FixedTranslation rod2(r = {-0.1, 0, 0});\n"
              "equation\n  connect(world.frame_b, crank.frame_a);\n  connect(crank.frame_b, "
              "arm.frame_a);\n"
              "  connect(arm.frame_b, pin.frame_a);\n  connect(pin.frame_b, rod.frame_a);\n"
              "  connect(rod.frame_b, wrist.frame_a);\n  connect(world.frame_b, rail.frame_a);\n"
              "  connect(rail.frame_b, slider.frame_a);\n  connect(rail.frame_b, rod2.frame_a);\n"
              "  connect(rod2.frame_b, wrist.frame_b);\n",
          1, signals);
  for (const std::string assembly :
       {"JointRRP j(n_b = {1, 0, 0}, s_guess = 1.2, ",
        "JointUSP j(n_b = {1, 0, 0}, s_guess = 1.2, ",
        "JointRRP j(n_b = {1, 0, 0}, s_guess = 0.9, s_offset = 0.3, "}) {
    const Series s =
        run(slider_crank + "  Joints.Assemblies." + assembly + lengths + ");\n" + ends, 1, signals);
    expect_same(s, "crank.phi", plain, "crank.phi");
    expect_same(s, "slider.r_0[1]", plain, "slider.r_0[1]");
    expect_same(s, "rod.frame_b.R.T[1,2]", plain, "rod.frame_b.R.T[1,2]");
    EXPECT_EQ(s.result.redundant_rows, 0);
  }
}

// Rods without anything on them are constraints: the same motion as with a bar of no weight worth the name.
TEST_P(Constraints, AssembliesWithoutMassMoveAsALightRod) {
  const std::string ends =
      "equation\n  connect(world.frame_b, crank.frame_a);\n  connect(crank.frame_b, arm.frame_a);\n"
      "  connect(arm.frame_b, j.frame_a);\n  connect(world.frame_b, j.frame_b);\n"
      "  connect(j.frame_ib, slider.frame_a);\n";
  const std::string parts =
      "  Joints.Revolute crank(phi(start = 0.5, fixed = true), w(start = 3, fixed = true));\n"
      "  Parts.BodyBox arm(r = {0.3, 0, 0}, width = 0.03);\n"
      "  Parts.Body slider(m = 1.5, r_CM = {0, 0, 0});\n";
  const Series rrp =
      run(parts +
              "  Joints.Assemblies.JointRRP j(n_b = {1, 0, 0}, s_guess = 1.2, rRod1_ia = "
              "{0.8, 0, 0}, rRod2_ib = {-0.1, 0, 0});\n" +
              ends,
          1, "crank.*");
  const Series ssp =
      run(parts +
              "  Joints.Assemblies.JointSSP j(n_b = {1, 0, 0}, s_guess = 1.2, rod1Length "
              "= 0.8, rRod2_ib = {-0.1, 0, 0});\n" +
              ends,
          1, "crank.*,j.*");
  const Series light = run(
      parts +
          "  Joints.Assemblies.JointRRP j(n_b = {1, 0, 0}, s_guess = 1.2, rRod1_ia = {0.8, 0, 0}, "
          "rRod2_ib = {-0.1, 0, 0});\n"
          "  Parts.Body rod(m = 1e-7, r_CM = {0.4, 0, 0}, I_11 = 1e-9, I_22 = 1e-8, I_33 = "
          "1e-8);\n" +
          ends + "  connect(j.frame_ia, rod.frame_a);\n",
      1, "crank.*");
  expect_same(rrp, "crank.phi", ssp, "crank.phi");
  expect_same(rrp, "crank.phi", light, "crank.phi", 1e-5);
  EXPECT_EQ(rrp.result.closure_rows, 1);
  EXPECT_EQ(ssp.result.closure_rows, 1);
  EXPECT_GT(std::abs(ssp.last("j.rod1.f_rod")), 1.0);
}

// Four-bars: the chain of rod and rocker as one assembly, against revolute joints.
TEST_P(Constraints, RockerAssembliesMoveAsTheirJoints) {
  const std::string parts =
      "  Joints.Revolute crank(phi(start = 0.5, fixed = true), w(start = 3, fixed = true));\n"
      "  Parts.BodyBox arm(r = {0.3, 0, 0}, width = 0.03), rocker(r = {0, 0.5, 0}, width = 0.03);\n"
      "  Parts.FixedTranslation base(r = {1, 0, 0});\n";
  const std::string ends =
      "equation\n  connect(world.frame_b, crank.frame_a);\n  connect(crank.frame_b, arm.frame_a);\n"
      "  connect(arm.frame_b, j.frame_a);\n  connect(world.frame_b, base.frame_a);\n"
      "  connect(base.frame_b, j.frame_b);\n  connect(j.frame_ib, rocker.frame_a);\n";
  const Series rrr = run(
      parts + "  Joints.Assemblies.JointRRR j(rRod1_ia = {0.9, 0, 0}, rRod2_ib = {0, 0.5, 0});\n" +
          ends,
      1, "crank.*,j.*");
  const Series offset = run(parts +
                                "  Joints.Assemblies.JointRRR j(rRod1_ia = {0.9, 0, 0}, rRod2_ib = "
                                "{0, 0.5, 0}, phi_offset = 20, "
                                "phi_guess = -20);\n" +
                                ends,
                            1, "crank.*,j.*");
  const Series ssr = run(
      parts + "  Joints.Assemblies.JointSSR j(rod1Length = 0.9, rRod2_ib = {0, 0.5, 0});\n" + ends,
      1, "crank.*,j.*");
  expect_same(rrr, "crank.phi", ssr, "crank.phi");
  expect_same(rrr, "j.jointUSR.revolute.phi", ssr, "j.revolute.phi");
  expect_same(rrr, "crank.phi", offset, "crank.phi");
  EXPECT_NEAR(rrr.last("j.jointUSR.revolute.phi") - offset.last("j.jointUSR.revolute.phi"),
              20 * std::acos(-1.0) / 180, 1e-9);
}

// A universal, a prismatic and a spherical joint in a row bind nothing.
TEST_P(Constraints, FreeLineBindsNothing) {
  const std::string arm =
      "  Joints.Spherical s(angles_fixed = true, w_rel_a_fixed = true, w_rel_a_start = {0.3, 0.5, "
      "1}, "
      "enforceStates = true);\n"
      "  Parts.BodyBox arm(r = {0.6, 0.3, 0.2}, width = 0.03);\n"
      "  Parts.FixedTranslation base(r = {1, 0, 0});\n";
  const std::string ends =
      "equation\n  connect(world.frame_b, base.frame_a);\n  connect(base.frame_b, s.frame_a);\n"
      "  connect(s.frame_b, arm.frame_a);\n";
  const Series alone = run(arm + ends, 1, "arm.*");
  const Series line =
      run(arm + "  Joints.Assemblies.JointUPS j(s_offset = 0.2);\n" + ends +
              "  connect(world.frame_b, j.frame_a);\n  connect(arm.frame_b, j.frame_b);\n",
          1, "arm.*,j.*");
  expect_same(alone, "arm.frame_b.r_0[1]", line, "arm.frame_b.r_0[1]");
  expect_same(alone, "arm.frame_b.r_0[3]", line, "arm.frame_b.r_0[3]");
  const Vec3<double> tip(line.last("arm.frame_b.r_0[1]"), line.last("arm.frame_b.r_0[2]"),
                         line.last("arm.frame_b.r_0[3]"));
  EXPECT_NEAR(line.last("j.s") + 0.2, tip.norm(), 1e-9);
}

// Start values of scalars hold at the start, whatever joints lie between; then they are signals.
TEST_P(Constraints, ScalarStartValuesHold) {
  const Series s =
      run("  Joints.Revolute a(phi(start = 0.3)), b(phi(start = 0.5));\n"
          "  Parts.BodyBox upper(r = {0.5, 0, 0}, width = 0.05), lower(r = {0.5, 0, 0}, width = "
          "0.05);\n"
          "  Joints.FreeMotionScalarInit tip(use_r = true, use_v = true, use_angle = true, "
          "use_angle_d = true,\n"
          "    r_rel_a_1(start = 0.7, fixed = true), r_rel_a_2(start = 0.3, fixed = true),\n"
          "    v_rel_a_1(start = -0.9, fixed = true), v_rel_a_2(start = 0.4, fixed = true));\n"
          "equation\n  connect(world.frame_b, a.frame_a);\n  connect(a.frame_b, upper.frame_a);\n"
          "  connect(upper.frame_b, b.frame_a);\n  connect(b.frame_b, lower.frame_a);\n"
          "  connect(world.frame_b, tip.frame_a);\n  connect(tip.frame_b, lower.frame_b);\n",
          1, "tip.*,a.*,b.*");
  EXPECT_NEAR(s.at(0, "tip.r_rel_a_1"), 0.7, 1e-9);
  EXPECT_NEAR(s.at(0, "tip.r_rel_a_2"), 0.3, 1e-9);
  EXPECT_NEAR(s.at(0, "tip.v_rel_a_1"), -0.9, 1e-9);
  EXPECT_NEAR(s.at(0, "tip.v_rel_a_2"), 0.4, 1e-9);
  for (double t : {0.0, 0.1}) {
    EXPECT_NEAR(std::remainder(s.at(t, "tip.angle_3") - s.at(t, "a.phi") - s.at(t, "b.phi"),
                               2 * std::acos(-1.0)),
                0, 1e-9);
    EXPECT_NEAR(s.at(t, "tip.angle_d_3"), s.at(t, "a.w") + s.at(t, "b.w"), 1e-9);
  }
}

}  // namespace
}  // namespace gelenk
