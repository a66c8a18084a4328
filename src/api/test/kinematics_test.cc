// Kinematics against closed forms: slider-crank, four-bar, parallelogram, an arm led by its tip; ends, singular positions, speeds, grids.
#include "gelenk/kinematics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gelenk {
namespace {

using Numbers = std::vector<double>;

constexpr double pi = 3.14159265358979323846;
const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

Numbers get(const KinematicsAnswer& answer, const std::string& name) {
  for (std::size_t c = 0; c < answer.columns.size(); ++c) {
    if (answer.columns[c].name == name) return answer.values[c];
  }
  ADD_FAILURE() << "no column " << name;
  return Numbers(answer.time.size(), 0.0);
}

std::string what_of(Experiment& experiment, const KinematicsOptions& options) {
  try {
    kinematics(experiment, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

double calc_piston(double phi, double l = 0.3, double L = 0.9) {
  return l * std::cos(phi) + std::sqrt(L * L - l * l * std::sin(phi) * std::sin(phi));
}

TEST(Kinematics, SliderCrankOverATurn) {
  Experiment e(Model::from_file(examples + "SliderCrank.mo"));
  e.start();
  KinematicsOptions o;
  o.grids = {{"crankJoint.phi", "lin(0, 4*pi, 81)"}};
  o.signals = "cylinder.s, cylinder.v";
  o.speeds = true;
  const KinematicsAnswer answer = kinematics(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  EXPECT_TRUE(answer.ends.empty());
  EXPECT_TRUE(answer.singular.empty());
  const Numbers s = get(answer, "cylinder.s"), v = get(answer, "cylinder.v");
  ASSERT_EQ(s.size(), 81u);
  for (std::size_t k = 0; k < s.size(); ++k) {
    const double phi = answer.values[0][k];
    EXPECT_NEAR(s[k], calc_piston(phi), 1e-12);
    const double root = std::sqrt(0.81 - 0.09 * std::sin(phi) * std::sin(phi));
    EXPECT_NEAR(v[k], -0.3 * std::sin(phi) - 0.09 * std::sin(phi) * std::cos(phi) / root, 1e-11);
    EXPECT_GT(answer.singular_value[k], 0.1);
  }
}

// At both dead centres the piston leads nothing.
TEST(Kinematics, PistonIsLedBetweenItsDeadCentres) {
  Experiment e(Model::from_file(examples + "SliderCrank.mo"));
  e.start();
  KinematicsOptions o;
  o.grids = {{"cylinder.s", "lin(0.5, 1.3, 81)"}};
  o.signals = "crankJoint.phi";
  const KinematicsAnswer answer = kinematics(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  const Numbers phi = get(answer, "crankJoint.phi");
  for (std::size_t k = 0; k < phi.size(); ++k) {
    const double s = answer.values[0][k];
    EXPECT_EQ(answer.reached[k], s > 0.6 - 1e-9 && s < 1.2 + 1e-9) << s;
    if (!answer.reached[k] || std::abs(s - 0.6) < 1e-3 || std::abs(s - 1.2) < 1e-3) continue;
    const double cosine = (0.09 + s * s - 0.81) / (2 * 0.3 * s);
    EXPECT_NEAR(phi[k], std::acos(cosine), 1e-9) << s;
  }
  ASSERT_EQ(answer.ends.size(), 2u);
  EXPECT_NEAR(answer.ends[0].at[0], 0.6, 1e-10);
  EXPECT_NEAR(answer.ends[1].at[0], 1.2, 1e-10);
  for (const KinematicsAnswer::End& end : answer.ends) {
    EXPECT_TRUE(end.is_singular);
    EXPECT_FALSE(end.moves.empty());
  }
}

// A crank that is longer than its rod turns as far as the rod lets it: sin φ = L/l.
TEST(Kinematics, LongCrankEndsWhereTheRodIsSquare) {
  Experiment e(Model::from_file(examples + "SliderCrank.mo", "",
                                {{"crankLength", "0.9"},
                                 {"rodLength", "0.3"},
                                 {"crankJoint.phi.start", "0.1"},
                                 {"crankPin.phi.start", "-0.4"}}));
  e.start();
  KinematicsOptions o;
  o.grids = {{"crankJoint.phi", "0.1, 0.2, 0.5, 0.3, -0.2, -1/2"}};
  const KinematicsAnswer answer = kinematics(e, o);
  EXPECT_EQ(answer.reached, (std::vector<bool>{true, true, false, true, true, false}));
  ASSERT_EQ(answer.ends.size(), 2u);
  EXPECT_NEAR(answer.ends[0].at[0], std::asin(1.0 / 3), 1e-10);
  EXPECT_NEAR(answer.ends[1].at[0], -std::asin(1.0 / 3), 1e-10);
  EXPECT_EQ(answer.notes[0], "2 of 6 points could not be reached.");
}

// The rocker of a crank-rocker goes as far as crank and coupler are in line.
TEST(Kinematics, RockerEndsWhereCrankAndCouplerAreInLine) {
  Experiment e(Model::from_file(examples + "FourBar.mo"));
  e.start();
  KinematicsOptions o;
  o.grids = {{"rockerJoint.phi", "lin(1.4, 2.7, 27)"}};
  o.signals = "crankJoint.phi, crankPin.phi, rocker.frame_b.r_0[*]";
  const KinematicsAnswer answer = kinematics(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  ASSERT_EQ(answer.ends.size(), 2u);
  const auto angle = [](double distance) { return std::acos((distance * distance - 1.49) / 1.4); };
  EXPECT_NEAR(answer.ends[0].at[0], angle(1.2), 1e-10);
  EXPECT_NEAR(answer.ends[1].at[0], angle(0.6), 1e-10);
  const Numbers psi = answer.values[0], crank = get(answer, "crankJoint.phi"),
                pin = get(answer, "crankPin.phi");
  for (std::size_t k = 0; k < psi.size(); ++k) {
    if (!answer.reached[k]) continue;
    EXPECT_NEAR(0.3 * std::cos(crank[k]) + 0.9 * std::cos(crank[k] + pin[k]),
                1 + 0.7 * std::cos(psi[k]), 1e-12);
    EXPECT_NEAR(0.3 * std::sin(crank[k]) + 0.9 * std::sin(crank[k] + pin[k]),
                0.7 * std::sin(psi[k]), 1e-12);
  }
}

// With all bars in line a parallelogram may go on as an antiparallelogram; it stays what it is.
TEST(Kinematics, ParallelogramIsSingularInLineAndKeepsItsBranch) {
  Experiment e(Model::from_file(examples + "FourBar.mo", "",
                                {{"crankLength", "0.4"},
                                 {"rockerLength", "0.4"},
                                 {"couplerLength", "1"},
                                 {"crankPin.phi.start", "-1"},
                                 {"rockerJoint.phi.start", "1"}}));
  e.start();
  KinematicsOptions o;
  o.grids = {{"crankJoint.phi", "lin(1, 7, 41)"}};
  o.signals = "crankPin.phi";
  const KinematicsAnswer answer = kinematics(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  const Numbers pin = get(answer, "crankPin.phi");
  for (std::size_t k = 0; k < pin.size(); ++k) EXPECT_NEAR(pin[k], -answer.values[0][k], 1e-9) << k;
  ASSERT_EQ(answer.singular.size(), 2u);
  EXPECT_NEAR(answer.singular[0].at[0], pi, 1e-7);
  EXPECT_NEAR(answer.singular[1].at[0], 2 * pi, 1e-7);
  EXPECT_TRUE(answer.singular[0].of_loops);
}

const char* const arm = R"(
  model Arm
    import Modelica.Mechanics.MultiBody.*;
    inner World world;
    Joints.Revolute a(phi(start = 0.3));
    Joints.Revolute b(phi(start = 1));
    Parts.BodyShape upper(r = {0.5, 0, 0}, r_CM = {0.25, 0, 0}, m = 1);
    Parts.BodyShape lower(r = {0.4, 0, 0}, r_CM = {0.2, 0, 0}, m = 1);
  equation
    connect(world.frame_b, a.frame_a);
    connect(a.frame_b, upper.frame_a);
    connect(upper.frame_b, b.frame_a);
    connect(b.frame_b, lower.frame_a);
  end Arm;
)";

// x² + y² = l² + m² + 2 l m cos b, and as far as the stretched arm.
TEST(Kinematics, ArmIsLedByItsTip) {
  Experiment e(Model::from_text(arm));
  e.start();
  KinematicsOptions o;
  o.grids = {{"lower.frame_b.r_0[1]", "{0.3, 0.5, 1.2}"},
             {"lower.frame_b.r_0[2]", "lin(0, 0.6, 7)"}};
  o.signals = "a.phi, b.phi";
  const KinematicsAnswer answer = kinematics(e, o);
  ASSERT_EQ(answer.time.size(), 21u);
  const Numbers b = get(answer, "b.phi"), a = get(answer, "a.phi");
  for (std::size_t k = 0; k < b.size(); ++k) {
    const double x = answer.values[0][k], y = answer.values[1][k], square = x * x + y * y;
    EXPECT_EQ(answer.reached[k], square < 0.81) << x << " " << y;
    if (!answer.reached[k]) continue;
    EXPECT_NEAR(b[k], std::acos((square - 0.25 - 0.16) / 0.4), 1e-11);
    EXPECT_NEAR(0.5 * std::cos(a[k]) + 0.4 * std::cos(a[k] + b[k]), x, 1e-12);
  }
  ASSERT_FALSE(answer.ends.empty());
  for (const KinematicsAnswer::End& end : answer.ends) {
    EXPECT_NEAR(std::hypot(end.at[0], end.at[1]), 0.9, 1e-9);
    EXPECT_TRUE(end.is_singular);
  }
}

// The tip of five bars reaches what both pairs of a crank and a rod do, one point from another.
TEST(Kinematics, WorkspaceOfFiveBarsIsThatOfBothLegs) {
  Experiment e(Model::from_file(examples + "FiveBarRobot.mo"));
  e.start();
  KinematicsOptions o;
  o.grids = {{"leftRod.frame_b.r_0[1]", "lin(-0.5, 0.5, 21)"},
             {"leftRod.frame_b.r_0[2]", "lin(0.16, 0.66, 11)"}};
  o.signals = "leftMotor.phi, rightMotor.phi";
  const KinematicsAnswer answer = kinematics(e, o);
  const Numbers left = get(answer, "leftMotor.phi");
  int reached = 0;
  for (std::size_t k = 0; k < answer.time.size(); ++k) {
    const double x = answer.values[0][k], y = answer.values[1][k],
                 farthest = std::max(std::hypot(x + 0.15, y), std::hypot(x - 0.15, y));
    EXPECT_EQ(answer.reached[k], farthest < 0.65) << x << " " << y;
    if (!answer.reached[k]) continue;
    ++reached;
    // The elbow stays outside.
    const double d = std::hypot(x + 0.15, y),
                 angle =
                     std::atan2(y, x + 0.15) + std::acos((0.0625 + d * d - 0.16) / (2 * 0.25 * d));
    EXPECT_NEAR(left[k], angle, 1e-10);
  }
  EXPECT_GT(reached, 100);
  EXPECT_FALSE(answer.ends.empty());
  for (const KinematicsAnswer::End& end : answer.ends) {
    const double x = end.at[0], y = end.at[1];
    EXPECT_NEAR(std::max(std::hypot(x + 0.15, y), std::hypot(x - 0.15, y)), 0.65, 1e-9);
  }
  // Led by one motor, the other one stands still: its start is fixed.
  o.grids = {{"leftMotor.phi", "2.3"}};
  EXPECT_EQ(kinematics(e, o).held, std::vector<std::string>{"rightMotor.phi"});
}

// Nothing leads: the model drives itself.
TEST(Kinematics, DrivesOfTheModelLeadIt) {
  Experiment e(Model::from_file(examples + "DrivenSliderCrank.mo"));
  e.start();
  KinematicsOptions o;
  o.motion.t_end = 2.0;
  o.motion.interval = 0.1;
  o.signals = "crank_joint.phi, cylinder.s, cylinder.v";
  o.speeds = true;
  const KinematicsAnswer answer = kinematics(e, o);
  ASSERT_TRUE(answer.succeeded()) << answer.message;
  SimulateOptions sampling;
  sampling.t_end = 2.0;
  sampling.interval = 0.1;
  sampling.signals = o.signals;
  const Results run = e.simulate(sampling);
  for (std::size_t k = 0; k < answer.time.size(); ++k) {
    for (const char* name : {"crank_joint.phi", "cylinder.s", "cylinder.v"})
      EXPECT_NEAR(get(answer, name)[k], run.at(answer.time[k], name), 1e-8) << name;
  }
}

// Speeds along a law are its derivative; what nothing is said of stays.
TEST(Kinematics, LawsOfTimeHaveSpeeds) {
  Experiment e(Model::from_text(arm));
  e.start();
  KinematicsOptions o;
  o.motion.laws = {{"b.phi", "1 + 0.5*sin(3*time)"}};
  o.motion.t_end = 1.0;
  o.motion.interval = 0.25;
  o.speeds = true;
  o.signals = "b.w, a.*hi";
  const KinematicsAnswer answer = kinematics(e, o);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(get(answer, "b.w")[k], 1.5 * std::cos(3 * 0.25 * k), 1e-13);
    EXPECT_EQ(get(answer, "a.phi")[k], 0.3);
  }
  EXPECT_EQ(answer.notes[0], "Nothing is said of a.phi: held where the start has them.");
}

TEST(Kinematics, BadGridsAreSentences) {
  Experiment e(Model::from_file(examples + "SliderCrank.mo"));
  e.start();
  KinematicsOptions o;
  const auto of = [&](const char* name, const char* values) {
    o.grids = {{name, values}};
    return what_of(e, o);
  };
  EXPECT_EQ(
      of("crankJoint.phi", "lin(0, 1)"),
      "error: --grid crankJoint.phi: 'lin(0, 1)' does not have a first value, a last one and a "
      "count [option]\n  hint: write lin(first, last, count), log(first, last, count), or a list "
      "of "
      "numbers");
  EXPECT_EQ(of("crankJoint.phi", "lin(0, 1, 2.5)"),
            "error: --grid crankJoint.phi: 'lin(0, 1, 2.5)' has 2.5 values [option]\n  hint: give "
            "a whole "
            "number from 1 to 1000000");
  EXPECT_EQ(
      of("crankJoint.phi", "log(0, 1, 3)"),
      "error: --grid crankJoint.phi: 'log(0, 1, 3)' has limits that are not positive [option]\n  "
      "hint: use lin, or positive limits");
  EXPECT_EQ(
      of("crankJoint.phi", ""),
      "error: --grid crankJoint.phi: there are no values [option]\n  hint: write lin(first, last, "
      "count), log(first, last, count), or a list of numbers");
  EXPECT_EQ(
      of("crankJoint.phi", "time"),
      "error: --grid crankJoint.phi: 'time' is no number [option]\n  hint: write a number, or an "
      "expression of numbers");
  EXPECT_EQ(
      of("crankJoint.fi", "1").find("error: --grid: there is no position 'crankJoint.fi' [option]"),
      0u);
  o.grids = {{"crankJoint.phi", "1"}, {"cylinder.s", "1"}};
  EXPECT_EQ(what_of(e, o),
            "error: --grid: 'cylinder.s' follows from 'crankJoint.phi' [option]\n  hint: leave it "
            "out, or "
            "start elsewhere");
  o.grids = {{"crankJoint.phi", "1"}, {"crankJoint.phi", "2"}};
  EXPECT_EQ(what_of(e, o),
            "error: --grid: 'crankJoint.phi' is given twice [option]\n  hint: give each position "
            "one list "
            "of values");
  o.grids.pop_back();
  o.motion.laws = {{"crankJoint.phi", "1"}};
  EXPECT_EQ(what_of(e, o),
            "error: a grid and a motion are given [option]\n  hint: give --grid, --motion or "
            "--trajectory");
  o.motion = {};
  o.signals = "crankJoint.a";
  EXPECT_EQ(what_of(e, o),
            "error: --signals: 'crankJoint.a' does not follow from motion alone [option]\n  hint: "
            "simulate "
            "the mechanism, or use gelenk inverse");
  o.signals = "crankJoint.w";
  EXPECT_EQ(
      what_of(e, o),
      "error: --signals: 'crankJoint.w' is a speed [option]\n  hint: ask for speeds: --speeds");
  Experiment driven(Model::from_file(examples + "DrivenSliderCrank.mo"));
  driven.start();
  o = {};
  o.grids = {{"crank_joint.phi", "1"}};
  EXPECT_EQ(
      what_of(driven, o),
      "error: --grid: 'crank_joint.phi' cannot be moved: the model drives or fixes it [option]\n  "
      "hint: leave it out");
  ExperimentOptions hierarchical;
  hierarchical.formulation = "hierarchical";
  Experiment cut(Model::from_file(examples + "SliderCrank.mo"), hierarchical);
  cut.start();
  o.grids = {{"crankJoint.phi", "1"}};
  EXPECT_EQ(
      what_of(cut, o),
      "error: kinematics works with coordinates along the joints of the whole, and the formulation "
      "'hierarchical' has others [option]\n  hint: leave --formulation and --hierarchy out");
  Experiment rolling(Model::from_file(examples + "RollingWheel.mo"));
  rolling.start();
  o.grids.clear();
  o.motion.t_end = 0.0;
  EXPECT_EQ(what_of(rolling, o)
                .find("error: the model rolls: where it is does not follow from "
                      "coordinates alone, but from the way that led there [unsupported]"),
            0u)
      << what_of(rolling, o);
}

}  // namespace
}  // namespace gelenk
