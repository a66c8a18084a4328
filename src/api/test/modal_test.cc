// Modes of textbook systems against their closed forms, degenerate ones included, and the benchmark bicycle of Meijaard,
// Papadopoulos, Ruina and Schwab (2007) against its published eigenvalues.
#include "gelenk/modal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "gelenk/error.h"

namespace gelenk {
namespace {

using Complex = std::complex<double>;

const std::string head =
    "model M\n"
    "  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces, Types};\n"
    "  import Modelica.Mechanics.{Rotational, Translational};\n";
const std::string gravity =
    "  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});\n";
const std::string no_gravity =
    "  inner Modelica.Mechanics.MultiBody.World world(gravityType = "
    "Types.GravityTypes.NoGravity);\n";

struct Analysis {
  LinearModel linear;
  std::vector<Mode> modes;
};

Analysis analyse(Experiment& experiment, const LinearizeOptions& options = {}) {
  Analysis a;
  a.linear = linearize(experiment, options);
  a.modes = calc_modes(a.linear);
  return a;
}

Analysis analyse(const std::string& body, const LinearizeOptions& options = {},
                 const std::string& formulation = "recursive") {
  ExperimentOptions chosen;
  chosen.formulation = formulation;
  Experiment experiment(Model::from_text(head + body + "end M;\n"), chosen);
  Analysis a = analyse(experiment, options);
  EXPECT_LT(a.linear.error, 1e-10);
  return a;
}

// As many eigenvalues as there are states, each by its modes: those of chains once.
std::vector<Complex> list_eigenvalues(const std::vector<Mode>& modes) {
  std::vector<Complex> list;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const bool is_first = k == 0 || modes[k].eigenvalue != modes[k - 1].eigenvalue;
    if (!is_first) continue;
    for (int i = 0; i < modes[k].multiplicity; ++i) {
      list.push_back(modes[k].eigenvalue);
      if (modes[k].eigenvalue.imag() > 0) list.push_back(std::conj(modes[k].eigenvalue));
    }
  }
  return list;
}

// `expected`: of pairs those with Im > 0, in any order; each as often as it is one.
void expect_eigenvalues(const Analysis& a, const std::vector<Complex>& expected,
                        double tolerance = 1e-10) {
  std::vector<Complex> found = list_eigenvalues(a.modes);
  EXPECT_EQ(found.size(), a.linear.states.size());
  std::erase_if(found, [](const Complex& z) { return z.imag() < 0; });
  EXPECT_EQ(found.size(), expected.size());
  for (const Complex& z : expected) {
    const auto nearest = std::min_element(
        found.begin(), found.end(),
        [&](const Complex& x, const Complex& y) { return std::abs(x - z) < std::abs(y - z); });
    ASSERT_NE(nearest, found.end()) << z;
    EXPECT_NEAR(std::abs(*nearest - z), 0.0, tolerance * std::max(1.0, std::abs(z))) << z;
    found.erase(nearest);
  }
}

double get_shape(const Analysis& a, std::size_t mode, const std::string& name) {
  for (std::size_t i = 0; i < a.linear.motions.size(); ++i) {
    if (a.linear.motions[i].name != name) continue;
    EXPECT_NEAR(a.modes.at(mode).shape[i].imag(), 0.0, 1e-9);
    return a.modes.at(mode).shape[i].real();
  }
  ADD_FAILURE() << "there is no " << name;
  return 0.0;
}

const std::string pendulum =
    "  Joints.Revolute hinge(phi(start = START, fixed = true), w(fixed = true));\n"
    "  Parts.Body bob(m = 2, r_CM = {0.7, 0, 0}, I_33 = 0.3);\n"
    "equation\n"
    "  connect(world.frame_b, hinge.frame_a);\n"
    "  connect(hinge.frame_b, bob.frame_a);\n";

std::string with(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

TEST(Modes, OfAPendulumHangingAndOnItsHead) {
  const double omega = std::sqrt(2 * 9.81 * 0.7 / (0.3 + 2 * 0.49));
  const Analysis down = analyse(gravity + with(pendulum, "START", "-Modelica.Constants.pi/2"));
  EXPECT_TRUE(down.linear.is_at_rest());
  expect_eigenvalues(down, {{0, omega}});
  ASSERT_EQ(down.modes.size(), 1u);
  EXPECT_TRUE(down.modes[0].is_undamped);
  EXPECT_FALSE(down.modes[0].is_unstable);
  EXPECT_NEAR(down.modes[0].frequency, omega / (2 * std::numbers::pi), 1e-11);
  EXPECT_EQ(down.modes[0].description, "undamped oscillation: hinge.phi 1");

  const Analysis up = analyse(gravity + with(pendulum, "START", "Modelica.Constants.pi/2"));
  expect_eigenvalues(up, {omega, -omega});
  ASSERT_EQ(up.modes.size(), 2u);
  EXPECT_NE(up.modes[0].is_unstable, up.modes[1].is_unstable);

  // Not in equilibrium the equations are those of the instant.
  const Analysis level = analyse(gravity + with(pendulum, "START", "0.3"));
  EXPECT_FALSE(level.linear.is_steady());
  EXPECT_EQ(level.linear.acceleration.name, "hinge.w");
  EXPECT_NEAR(level.linear.acceleration.value, omega * omega * std::cos(0.3), 1e-11);
  EXPECT_NEAR(level.linear.A(1, 0), omega * omega * std::sin(0.3), 1e-10);
}

TEST(Modes, OfADoublePendulumInEveryFormulation) {
  for (const char* formulation : {"recursive", "hierarchical", "mixed"}) {
    SCOPED_TRACE(formulation);
    const Analysis a =
        analyse(gravity +
                    "  Joints.Revolute first(phi(start = -Modelica.Constants.pi/2)), second;\n"
                    "  Parts.BodyShape rod(r = {0.5, 0, 0}, r_CM = {0.5, 0, 0}, m = 3, I_11 = 0, "
                    "I_22 = 0, I_33 = 0);\n"
                    "  Parts.BodyShape end_(r = {0.5, 0, 0}, r_CM = {0.5, 0, 0}, m = 3, I_11 = 0, "
                    "I_22 = 0, I_33 = 0);\n"
                    "equation\n"
                    "  connect(world.frame_b, first.frame_a);\n"
                    "  connect(first.frame_b, rod.frame_a);\n"
                    "  connect(rod.frame_b, second.frame_a);\n"
                    "  connect(second.frame_b, end_.frame_a);\n",
                {}, formulation);
    const double slow = std::sqrt((2 - std::numbers::sqrt2) * 9.81 / 0.5),
                 fast = std::sqrt((2 + std::numbers::sqrt2) * 9.81 / 0.5);
    expect_eigenvalues(a, {{0, slow}, {0, fast}});
    // Absolute angles are as 1 : ±√2; the second joint has their difference.
    if (std::string(formulation) == "hierarchical") continue;
    EXPECT_NEAR(get_shape(a, 0, "first.phi"), 1.0, 1e-12);
    EXPECT_NEAR(get_shape(a, 0, "second.phi"), std::numbers::sqrt2 - 1, 1e-10);
    EXPECT_NEAR(get_shape(a, 1, "second.phi"), 1.0, 1e-12);
    EXPECT_NEAR(get_shape(a, 1, "first.phi"), -1 / (std::numbers::sqrt2 + 1), 1e-10);
  }
}

// n masses in a row, the first tied to a wall.
TEST(Modes, OfAMassChain) {
  const Analysis a = analyse(
      "  Translational.Components.Fixed wall;\n"
      "  Translational.Components.Spring s1(c = 50), s2(c = 50), s3(c = 50);\n"
      "  Translational.Components.Mass m1(m = 2, s(start = 0)), m2(m = 2), m3(m = 2);\n"
      "equation\n"
      "  connect(wall.flange, s1.flange_a);\n  connect(s1.flange_b, m1.flange_a);\n"
      "  connect(m1.flange_b, s2.flange_a);\n  connect(s2.flange_b, m2.flange_a);\n"
      "  connect(m2.flange_b, s3.flange_a);\n  connect(s3.flange_b, m3.flange_a);\n");
  std::vector<Complex> expected;
  for (int k = 1; k <= 3; ++k)
    expected.emplace_back(0, 2 * 5.0 * std::sin((2 * k - 1) * std::numbers::pi / 14));
  expect_eigenvalues(a, expected);
  double all = 0;
  for (const auto& [name, share] : a.modes[0].participation) all += share;
  EXPECT_NEAR(all, 1.0, 1e-5);
}

// Two masses and nothing that holds them: one chain of two, position and speed of both together.
TEST(Modes, OfFreeMassesHaveARigidOne) {
  const Analysis a = analyse(
      "  Translational.Components.Spring s(c = 60);\n"
      "  Translational.Components.Mass m1(m = 2, s(start = 0, fixed = true)), m2(m = 3);\n"
      "equation\n"
      "  connect(m1.flange_b, s.flange_a);\n  connect(s.flange_b, m2.flange_a);\n");
  expect_eigenvalues(a, {0.0, 0.0, {0, std::sqrt(60 * (1 / 2.0 + 1 / 3.0))}});
  ASSERT_EQ(a.modes.size(), 2u);
  EXPECT_EQ(a.modes[0].kind, Mode::Kind::rigid);
  EXPECT_EQ(a.modes[0].chain, 2);
  EXPECT_NE(a.modes[0].description.find("moves on at constant speed: "), std::string::npos)
      << a.modes[0].description;
}

// Below, at and above critical damping.
TEST(Modes, OfADampedOscillator) {
  const double m = 2, c = 8;
  for (double d : {0.4, 8.0, 20.0}) {
    SCOPED_TRACE(d);
    const Analysis a = analyse(
        "  Translational.Components.Fixed wall;\n"
        "  Translational.Components.SpringDamper s(c = 8, d = " +
        std::to_string(d) +
        ");\n"
        "  Translational.Components.Mass body(m = 2, s(start = 0, fixed = true));\n"
        "equation\n"
        "  connect(wall.flange, s.flange_a);\n  connect(s.flange_b, body.flange_a);\n");
    const Complex root = std::sqrt(Complex(d * d / (4 * m * m) - c / m)), mean = -d / (2 * m);
    if (root.real() != 0) {
      expect_eigenvalues(a, {mean + root, mean - root});
      EXPECT_EQ(a.modes.size(), 2u);
    } else if (root == 0.0) {
      expect_eigenvalues(a, {mean, mean});
      ASSERT_EQ(a.modes.size(), 1u);
      EXPECT_EQ(a.modes[0].multiplicity, 2);
      EXPECT_EQ(a.modes[0].chain, 2);
      EXPECT_EQ(a.modes[0].eigenvalue.imag(), 0.0);
      EXPECT_NE(a.modes[0].description.find("defective with a chain of 2"), std::string::npos);
    } else {
      expect_eigenvalues(a, {mean + root});
      ASSERT_EQ(a.modes.size(), 1u);
      EXPECT_NEAR(a.modes[0].damping, d / (2 * std::sqrt(c * m)), 1e-12);
      EXPECT_FALSE(a.modes[0].is_unstable);
    }
  }
}

// What drives instead of damping has a negative damping ratio.
TEST(Modes, OfAnOscillatorThatIsDriven) {
  const Analysis a = analyse(
      "  Translational.Components.Fixed wall;\n"
      "  Translational.Components.Spring s(c = 8);\n"
      "  Translational.Components.Mass body(m = 2, s(start = 0, fixed = true));\n"
      "  Translational.Sources.Force force;\n"
      "equation\n"
      "  force.f = 0.4*body.v;\n"
      "  connect(wall.flange, s.flange_a);\n  connect(s.flange_b, body.flange_a);\n"
      "  connect(force.flange, body.flange_b);\n");
  expect_eigenvalues(a, {{0.1, std::sqrt(4 - 0.01)}});
  EXPECT_NEAR(a.modes[0].damping, -0.05, 1e-12);
  EXPECT_TRUE(a.modes[0].is_unstable);
  EXPECT_EQ(a.modes[0].description.find("unstable oscillation: "), 0u) << a.modes[0].description;
}

// A rigid body in its plane on two upright springs and a level one, all at rest where they are not stretched.
TEST(Modes, OfARigidBodyOnSprings) {
  const double m = 12, I = 5, k = 300, k_x = 200, a_ = 0.8;
  const Analysis a =
      analyse(no_gravity +
              "  Joints.Planar plane(n = {0, 0, 1});\n"
              "  Parts.Body body(m = 12, r_CM = {0, 0, 0}, I_11 = 1, I_22 = 1, I_33 = 5);\n"
              "  Parts.FixedTranslation left(r = {-0.8, 0, 0}), right(r = {0.8, 0, 0});\n"
              "  Parts.Fixed below_left(r = {-0.8, -1, 0}), below_right(r = {0.8, -1, 0}), "
              "beside(r = {-2, 0, 0});\n"
              "  Forces.Spring s1(c = 300, s_unstretched = 1), s2(c = 300, s_unstretched = 1), "
              "s3(c = 200, s_unstretched = 2);\n"
              "equation\n"
              "  connect(world.frame_b, plane.frame_a);\n  connect(plane.frame_b, body.frame_a);\n"
              "  connect(body.frame_a, left.frame_a);\n  connect(body.frame_a, right.frame_a);\n"
              "  connect(below_left.frame_b, s1.frame_a);\n  connect(s1.frame_b, left.frame_b);\n"
              "  connect(below_right.frame_b, s2.frame_a);\n  connect(s2.frame_b, right.frame_b);\n"
              "  connect(beside.frame_b, s3.frame_a);\n  connect(s3.frame_b, body.frame_a);\n");
  expect_eigenvalues(
      a, {{0, std::sqrt(2 * k / m)}, {0, std::sqrt(2 * k * a_ * a_ / I)}, {0, std::sqrt(k_x / m)}});
}

// A parallelogram of two links and a bar that hangs: all rows of its loop but two are redundant.
TEST(Modes, OfAFourBarThatHangs) {
  for (const char* formulation : {"recursive", "hierarchical"}) {
    SCOPED_TRACE(formulation);
    const Analysis a = analyse(
        gravity +
            "  Joints.Revolute j1(phi(start = -Modelica.Constants.pi/2)), j2(phi(start = "
            "Modelica.Constants.pi/2)), j3(phi(start = -Modelica.Constants.pi/2)), j4(phi(start = "
            "-Modelica.Constants.pi/2));\n"
            "  Parts.BodyShape link1(r = {0.6, 0, 0}, r_CM = {0.3, 0, 0}, m = 1.5, I_11 = 0.01, "
            "I_22 = 0.045, I_33 = 0.045);\n"
            "  Parts.BodyShape link2(r = {0.6, 0, 0}, r_CM = {0.3, 0, 0}, m = 1.5, I_11 = 0.01, "
            "I_22 = 0.045, I_33 = 0.045);\n"
            "  Parts.BodyShape bar(r = {1, 0, 0}, r_CM = {0.5, 0, 0}, m = 4, I_11 = 0.01, I_22 = "
            "0.4, I_33 = 0.4);\n"
            "  Parts.FixedTranslation ground(r = {1, 0, 0});\n"
            "equation\n"
            "  connect(world.frame_b, j1.frame_a);\n  connect(j1.frame_b, link1.frame_a);\n"
            "  connect(link1.frame_b, j2.frame_a);\n  connect(j2.frame_b, bar.frame_a);\n"
            "  connect(bar.frame_b, j3.frame_a);\n  connect(j3.frame_b, link2.frame_b);\n"
            "  connect(world.frame_b, ground.frame_a);\n  connect(ground.frame_b, j4.frame_a);\n"
            "  connect(j4.frame_b, link2.frame_a);\n",
        {}, formulation);
    const double l = 0.6, m_l = 1.5, m_b = 4, I = 0.045 + m_l * l * l / 4;
    expect_eigenvalues(a, {{0, std::sqrt((m_l + m_b) * 9.81 * l / (2 * I + m_b * l * l))}});
  }
}

// The spherical pendulum swings alike in all directions, and spins freely about its rod.
TEST(Modes, OfASphericalPendulumAreTwiceTheSame) {
  const Analysis a = analyse(
      gravity +
      "  Joints.Spherical ball;\n"
      "  Parts.Body bob(m = 2, r_CM = {0, -0.5, 0}, I_11 = 0.02, I_22 = 0.03, I_33 = 0.02);\n"
      "equation\n"
      "  connect(world.frame_b, ball.frame_a);\n  connect(ball.frame_b, bob.frame_a);\n");
  const double omega = std::sqrt(2 * 9.81 * 0.5 / (0.02 + 2 * 0.25));
  expect_eigenvalues(a, {0.0, 0.0, {0, omega}, {0, omega}});
  ASSERT_EQ(a.modes.size(), 3u);
  EXPECT_EQ(a.modes[0].chain, 2);
  for (std::size_t k : {1, 2}) {
    EXPECT_EQ(a.modes[k].multiplicity, 2);
    EXPECT_EQ(a.modes[k].chain, 1);
  }
  // They are told apart by what they move.
  EXPECT_NE(a.modes[1].description, a.modes[2].description);
}

// A disc that spins at Ω in two hinges across its axis, each with a spring: tilting whirls at
//   ω = √(k/I_t + (I_p Ω/2I_t)²) ± I_p Ω/2I_t,
// and the lateral springs of its centre (Jeffcott) do not know of it. Forward whirl meets Ω where Ω² (I_t − I_p) = k.
TEST(Modes, OfARotorSplitBySpinning) {
  const double I_t = 0.5, I_p = 0.2, k = 30, m = 4, c = 900;
  const double critical = std::sqrt(k / (I_t - I_p));
  for (double spin : {0.0, 25.0, critical, 2000.0}) {
    SCOPED_TRACE(spin);
    Experiment experiment(Model::from_file(std::string(GELENK_SOURCE_DIR) + "/examples/Rotor.mo",
                                           "", {{"speed", std::to_string(spin)}}));
    const Analysis a = analyse(experiment);
    EXPECT_TRUE(a.linear.is_steady());
    const double at = std::stod(std::to_string(spin)), half = I_p * at / (2 * I_t),
                 root = std::sqrt(k / I_t + half * half);
    expect_eigenvalues(a,
                       {0.0,
                        0.0,
                        {0, std::sqrt(c / m)},
                        {0, std::sqrt(c / m)},
                        {0, root + half},
                        {0, root - half}},
                       1e-9);
    if (spin == critical) {
      EXPECT_NEAR(root + half, at, 1e-5);
    }
  }
}

// A body that nothing holds, spinning about an axis of symmetry: orientations are Euler parameters, which turn with
// it. Nutation is at I_p Ω/I_t.
TEST(Modes, OfAFreeBodyThatSpins) {
  const Analysis a =
      analyse(no_gravity +
              "  Parts.Body top(m = 1, r_CM = {0, 0, 0}, I_11 = 0.5, I_22 = 0.5, I_33 = 0.2,\n"
              "    angles_start = {0.3, 0, 0}, angles_fixed = true, sequence_start = {3, 1, 2}, "
              "w_0_start = {0, 0, 20}, w_0_fixed = true);\n");
  EXPECT_TRUE(a.linear.is_steady());
  EXPECT_EQ(a.linear.states.size(), 12u);
  std::vector<Complex> expected(10, 0.0);
  expected.emplace_back(0, 0.2 * 20 / 0.5);
  expect_eigenvalues(a, expected, 1e-9);
}

// The same without symmetry, about the middle axis, in coordinates that turn with it: unstable.
TEST(Modes, OfABodyThatSpinsAboutItsMiddleAxis) {
  const double I1 = 0.2, I2 = 0.5, I3 = 0.3, spin = 4;
  const Analysis a =
      analyse(no_gravity +
              "  Joints.Revolute shaft(n = {0, 0, 1}, w(start = 4, fixed = true));\n"
              "  Joints.Universal tilt(n_a = {1, 0, 0}, n_b = {0, 1, 0});\n"
              "  Parts.Body body(m = 1, r_CM = {0, 0, 0}, I_11 = 0.2, I_22 = 0.5, I_33 = 0.3);\n"
              "equation\n"
              "  connect(world.frame_b, shaft.frame_a);\n  connect(shaft.frame_b, tilt.frame_a);\n"
              "  connect(tilt.frame_b, body.frame_a);\n");
  const double growth = spin * std::sqrt((I3 - I1) * (I2 - I3) / (I1 * I2));
  // The direction of the angular momentum stays in the world, and so turns in these coordinates.
  expect_eigenvalues(a, {0.0, 0.0, growth, -growth, {0, spin}}, 1e-9);
}

// A circuit in series, as the user's equations, beside a pendulum that knows nothing of it.
TEST(Modes, OfACircuitBesideAPendulum) {
  const double R = 3, L = 0.2, C = 0.01;
  const Analysis a =
      analyse(gravity + "  Real i(start = 0, fixed = true), u(start = 0, fixed = true);\n" +
              with(pendulum, "START", "-Modelica.Constants.pi/2") +
              "  0.2*der(i) = -3*i - u;\n  0.01*der(u) = i;\n");
  const double omega = std::sqrt(2 * 9.81 * 0.7 / (0.3 + 2 * 0.49));
  const Complex root = std::sqrt(Complex(R * R / (4 * L * L) - 1 / (L * C)));
  expect_eigenvalues(a, {{0, omega}, -R / (2 * L) + root});
  const Mode& circuit = a.modes.at(1);
  EXPECT_NEAR(circuit.damping, R / 2 * std::sqrt(C / L), 1e-12);
  ASSERT_EQ(circuit.participation.size(), 2u);
  for (const auto& [name, share] : circuit.participation) EXPECT_NEAR(share, 0.5, 1e-9) << name;
}

// A pendulum by its coordinates in the plane: four states on two equations.
TEST(Modes, OfStatesOnInvariants) {
  const Analysis a = analyse(
      "  Real x(start = 0, fixed = true), y(start = -1), u(start = 0, fixed = true), v, force;\n"
      "equation\n"
      "  der(x) = u;\n  der(y) = v;\n  der(u) = -force*x;\n  der(v) = -force*y - 9.81;\n"
      "  x^2 + y^2 = 1;\n");
  EXPECT_EQ(a.linear.states.size(), 2u);
  expect_eigenvalues(a, {{0, std::sqrt(9.81)}});
}

TEST(Modes, HoldFrictionThatSticks) {
  const std::string body =
      "  Rotational.Components.BearingFriction friction(tau_pos = [0, 4; 1, 5]);\n"
      "  Rotational.Components.Inertia held(J = 1, phi(start = 0, fixed = true), w(start = 0, "
      "fixed = true));\n"
      "  Rotational.Components.Inertia moves(J = 2);\n"
      "  Rotational.Components.Spring spring(c = 18);\n"
      "equation\n"
      "  connect(held.flange_b, friction.flange_a);\n"
      "  connect(held.flange_b, spring.flange_a);\n  connect(spring.flange_b, moves.flange_a);\n";
  for (const char* formulation : {"recursive", "hierarchical"}) {
    SCOPED_TRACE(formulation);
    const Analysis a = analyse(body, {}, formulation);
    expect_eigenvalues(a, {{0, 3}});
    EXPECT_EQ(a.linear.held, std::vector<std::string>{"friction"});
  }
}

// Two shafts in a clutch that sticks are one.
TEST(Modes, HoldAClutchBetweenFreeShafts) {
  const Analysis a = analyse(
      "  Rotational.Components.Fixed wall;\n"
      "  Rotational.Components.Spring spring(c = 75);\n"
      "  Rotational.Components.Inertia left(J = 1, phi(start = 0, fixed = true), w(start = 0, "
      "fixed = "
      "true));\n"
      "  Rotational.Components.Inertia right(J = 2, phi(start = 0, fixed = true), w(start = 0, "
      "fixed = "
      "true));\n"
      "  Rotational.Components.Clutch clutch(mu_pos = [0, 0.5], fn_max = 1000, f_normalized = 1);\n"
      "equation\n"
      "  connect(wall.flange, spring.flange_a);\n  connect(spring.flange_b, left.flange_a);\n"
      "  connect(left.flange_b, clutch.flange_a);\n  connect(clutch.flange_b, right.flange_a);\n");
  expect_eigenvalues(a, {{0, 5}});
  EXPECT_EQ(a.linear.held, std::vector<std::string>{"clutch"});
}

// Friction that slides goes on as on its segment: 0.2 N.m.s/rad on 2 kg.m2.
TEST(Modes, SlideOnWithFriction) {
  const Analysis a = analyse(
      "  Rotational.Components.BearingFriction friction(tau_pos = [0, 4; 10, 6]);\n"
      "  Rotational.Components.Inertia rotor(J = 2, phi(start = 0, fixed = true), w(start = 3, "
      "fixed = "
      "true));\n"
      "equation\n"
      "  connect(rotor.flange_b, friction.flange_a);\n");
  expect_eigenvalues(a, {0.0, -0.1});
  EXPECT_TRUE(a.linear.held.empty());
}

// A shaft that turns by a law has no part in the modes but its angle, which nothing depends on.
TEST(Modes, LeaveOutWhatALawMoves) {
  const Analysis a = analyse(
      no_gravity +
      "  Joints.Revolute tilt_x(n = {1, 0, 0}, useAxisFlange = true), tilt_y(n = {0, 1, 0}, "
      "useAxisFlange = true);\n"
      "  Joints.Revolute shaft(n = {0, 0, 1}, useAxisFlange = true);\n"
      "  Rotational.Components.Spring ka(c = 30), kb(c = 30);\n"
      "  Rotational.Sources.ConstantSpeed motor(w_fixed = 25, useSupport = true);\n"
      "  Parts.Body disc(m = 4, r_CM = {0, 0, 0}, I_11 = 0.5, I_22 = 0.5, I_33 = 0.2);\n"
      "equation\n"
      "  connect(world.frame_b, tilt_x.frame_a);\n  connect(tilt_x.frame_b, tilt_y.frame_a);\n"
      "  connect(tilt_y.frame_b, shaft.frame_a);\n  connect(shaft.frame_b, disc.frame_a);\n"
      "  connect(tilt_x.support, ka.flange_a);\n  connect(ka.flange_b, tilt_x.axis);\n"
      "  connect(tilt_y.support, kb.flange_a);\n  connect(kb.flange_b, tilt_y.axis);\n"
      "  connect(shaft.support, motor.support);\n  connect(motor.flange, shaft.axis);\n");
  const double half = 0.2 * 25 / (2 * 0.5), root = std::sqrt(30 / 0.5 + half * half);
  EXPECT_TRUE(a.linear.is_steady());
  expect_eigenvalues(a, {0.0, {0, root + half}, {0, root - half}});
}

// A car on its wheels, along the joints of a tree with loops, and in parts with coordinates of their own.
TEST(Modes, OfACarDoNotDependOnCoordinates) {
  std::vector<Complex> first;
  for (const char* formulation : {"recursive", "hierarchical"}) {
    SCOPED_TRACE(formulation);
    ExperimentOptions options;
    options.formulation = formulation;
    Experiment experiment(
        Model::from_file(std::string(GELENK_SOURCE_DIR) + "/examples/cad/PassengerCar.mo"),
        options);
    experiment.start();
    experiment.advance(25);
    const Analysis a = analyse(experiment);
    EXPECT_TRUE(a.linear.is_at_rest());
    EXPECT_EQ(a.linear.states.size(), 28u);
    std::vector<Complex> eigenvalues = list_eigenvalues(a.modes);
    std::erase_if(eigenvalues, [](const Complex& z) { return z.imag() < 0; });
    if (first.empty())
      first = eigenvalues;
    else
      expect_eigenvalues(a, first, 1e-8);
  }
  EXPECT_EQ(first.size(), 18u);
}

// A body between springs, with a direction in which nothing acts: rounding there is no reason to take all for zero.
TEST(Modes, SeeThroughRoundingInOneRow) {
  const Analysis a =
      analyse(no_gravity +
              "  Parts.Body body(m = 2, r_CM = {0, 0, 0}, I_11 = 0.1, I_22 = 0.2, I_33 = 0.3,\n"
              "    w_0_start = {0.3, 0.1, 0.2}, w_0_fixed = true, r_0(start = {0.3, 0.1, 0.2}, "
              "each fixed = true));\n"
              "  Parts.Fixed left(r = {-1, 0, 0}), right(r = {1, 0, 0});\n"
              "  Forces.Spring s1(c = 50), s2(c = 50);\n"
              "equation\n"
              "  connect(left.frame_b, s1.frame_a);\n  connect(s1.frame_b, body.frame_a);\n"
              "  connect(right.frame_b, s2.frame_a);\n  connect(s2.frame_b, body.frame_a);\n");
  // Springs without a length of their own pull alike in all directions.
  int swinging = 0;
  for (const Mode& mode : a.modes) {
    if (std::abs(mode.eigenvalue - Complex(0, std::sqrt(50.0))) < 1e-9) ++swinging;
  }
  EXPECT_EQ(swinging, 3);
}

// ---- responses -----------------------------------------------------------------------------------

const std::string driven =
    "  input Real u;\n"
    "  Joints.Prismatic slide(n = {1, 0, 0}, useAxisFlange = true, s(fixed = true), v(fixed = "
    "true));\n"
    "  Parts.Body body(m = 2, r_CM = {0, 0, 0});\n"
    "  Translational.Components.SpringDamper spring(c = 50, d = 1);\n"
    "  Translational.Sources.Force force;\n"
    "equation\n"
    "  force.f = u;\n"
    "  connect(world.frame_b, slide.frame_a);\n  connect(slide.frame_b, body.frame_a);\n"
    "  connect(slide.support, spring.flange_a);\n  connect(spring.flange_b, slide.axis);\n"
    "  connect(force.flange, slide.axis);\n";

TEST(Response, OfAnOscillatorHasItsClosedForm) {
  const Analysis a =
      analyse(no_gravity + driven, {.inputs = "u, slide.v", .outputs = "slide.s, body.v_0[1]"});
  ASSERT_EQ(a.linear.inputs.size(), 2u);
  EXPECT_EQ(a.linear.inputs[1].name, "load(slide.v)");
  EXPECT_EQ(a.linear.inputs[1].unit, "N");
  const std::vector<double> frequencies = {0.0, 0.3, 5 / (2 * std::numbers::pi), 40.0};
  const FrequencyResponse r = calc_frequency_response(a.linear, frequencies);
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    const Complex s(0, 2 * std::numbers::pi * frequencies[k]);
    const Complex G = 1.0 / (2.0 * s * s + s + 50.0);
    for (std::size_t input : {0, 1}) {
      EXPECT_NEAR(std::abs(r(k, 0, input) - G), 0.0, 1e-13);
      EXPECT_NEAR(std::abs(r(k, 1, input) - s * G), 0.0, 1e-12);
    }
  }
}

TEST(Response, OfAccelerationsFeedsThrough) {
  const Analysis a = analyse(no_gravity + driven, {.inputs = "*", .outputs = "slide.a"});
  EXPECT_NEAR(a.linear.D(0, 0), 0.5, 1e-13);
  EXPECT_NEAR(a.linear.C(0, 0), -25, 1e-11);
  EXPECT_NEAR(a.linear.C(0, 1), -0.5, 1e-12);
}

// ---- over a parameter ----------------------------------------------------------------------------

// Frequencies that cross stay with their branches, and a pair that becomes two real ones gives room to one more.
TEST(RootLocus, FollowsBranchesAcrossEachOther) {
  std::vector<double> values;
  std::vector<std::vector<Mode>> modes;
  for (int k = 0; k <= 20; ++k) {
    const double p = 0.1 * k + 0.03;
    values.push_back(p);
    std::vector<Complex> at = {{0, 1 + p}, {0, 3 - p}};
    if (p < 1)
      at.emplace_back(-9, std::sqrt(1 - p));
    else
      at.insert(at.end(), {-9 - std::sqrt(p - 1), -9 + std::sqrt(p - 1)});
    std::sort(at.begin(), at.end(),
              [](const Complex& x, const Complex& y) { return std::abs(x) < std::abs(y); });
    modes.emplace_back(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) modes.back()[i].eigenvalue = at[i];
  }
  const RootLocus locus = follow_modes("p", values, modes);
  ASSERT_EQ(locus.branches.size(), 4u);
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_EQ(locus.branches[0][k], Complex(0, 1 + values[k]));
    EXPECT_EQ(locus.branches[1][k], Complex(0, 3 - values[k]));
    EXPECT_EQ(std::isnan(locus.branches[3][k].real()), values[k] < 1);
  }
}

// ---- the bicycle ---------------------------------------------------------------------------------

Experiment make_bicycle(double speed, const std::string& formulation) {
  ExperimentOptions options;
  options.formulation = formulation;
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", speed);
  return Experiment(
      Model::from_file(std::string(GELENK_SOURCE_DIR) + "/examples/Bicycle.mo", "", {{"v", text}}),
      options);
}

Analysis ride(double speed, const std::string& formulation) {
  Experiment experiment = make_bicycle(speed, formulation);
  return analyse(experiment);
}

TEST(Bicycle, HasThePublishedEigenvalues) {
  for (const char* formulation : {"recursive", "hierarchical"}) {
    SCOPED_TRACE(formulation);
    const Analysis a = ride(5, formulation);
    EXPECT_TRUE(a.linear.is_steady());
    EXPECT_LT(a.linear.error, 1e-10);
    // Its place and direction on the road, the angles of both wheels, and the speed: it stays as it is put.
    std::vector<Complex> expected(6, 0.0);
    expected.emplace_back(-14.07838969279822);
    expected.emplace_back(-0.32286642900409);
    expected.emplace_back(-0.77534188219585, 4.46486771378823);
    expect_eigenvalues(a, expected, 1e-8);
    EXPECT_EQ(a.linear.states.size(), 10u);
  }
}

// Where the real part of the mode changes its sign.
double find_limit(double low, double high, bool oscillates) {
  const auto growth = [&](double speed) {
    for (const Mode& mode : ride(speed, "recursive").modes) {
      const bool is_weave = mode.kind == Mode::Kind::oscillation;
      const bool is_capsize = mode.kind == Mode::Kind::aperiodic && mode.eigenvalue.real() > -2;
      if (oscillates ? is_weave : is_capsize) return mode.eigenvalue.real();
    }
    ADD_FAILURE() << "no such mode at " << speed;
    return 0.0;
  };
  double at_low = growth(low), at_high = growth(high);
  for (int i = 0; i < 12; ++i) {
    const double middle = low - at_low * (high - low) / (at_high - at_low), at = growth(middle);
    (at * at_low > 0 ? low : high) = middle;
    (at * at_low > 0 ? at_low : at_high) = at;
  }
  return low - at_low * (high - low) / (at_high - at_low);
}

TEST(Bicycle, IsStableBetweenWeaveAndCapsize) {
  EXPECT_NEAR(find_limit(4.25, 4.35, true), 4.29238253634111, 1e-8);
  EXPECT_NEAR(find_limit(5.9, 6.1, false), 6.02426201538837, 1e-8);
}

// Steered a little to either side and let go, it moves by half the difference as the linear equations say: what they leave out goes with the
// square of the angle.
TEST(Bicycle, MovesAsItsLinearEquationsSay) {
  constexpr double angle = 1e-4, time = 1.0;
  const std::vector<std::string> shown = {"steering.phi", "steering.w", "frame.r_0[2]"};
  Experiment experiment = make_bicycle(5, "recursive");
  const LinearModel linear =
      linearize(experiment, {.outputs = "steering.phi,steering.w,frame.r_0[2]"});
  std::size_t steering = 0;
  while (experiment.coordinates().at(steering).name != "steering.phi") ++steering;
  std::vector<double> half_difference(shown.size(), 0.0);
  for (double side : {1.0, -1.0}) {
    experiment.start();
    std::vector<double> q(experiment.q().begin(), experiment.q().end()),
        v(experiment.v().begin(), experiment.v().end());
    q[steering] = side * angle;
    experiment.set_state(0.0, q, v, true);
    experiment.advance(time);
    for (std::size_t i = 0; i < shown.size(); ++i)
      half_difference[i] += side / 2 * experiment.value(shown[i]);
  }
  // x at the time by the classical method of Runge and Kutta.
  const std::size_t n = linear.states.size();
  std::vector<double> x(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) x[i] = linear.states[i].name == "steering.phi" ? angle : 0.0;
  constexpr int steps = 4000;
  for (int k = 0; k < steps; ++k) {
    // Of a linear system that is the series of the exponential, up to the fourth power.
    std::vector<double> term = x;
    for (int power = 1; power <= 4; ++power) {
      std::vector<double> next(n, 0.0);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
          next[i] += time / steps / power * linear.A(i, j) * term[j];
      }
      term = next;
      for (std::size_t i = 0; i < n; ++i) x[i] += term[i];
    }
  }
  for (std::size_t i = 0; i < shown.size(); ++i) {
    double y = 0.0;
    for (std::size_t j = 0; j < n; ++j) y += linear.C(i, j) * x[j];
    EXPECT_NEAR(half_difference[i], y, 1e-6 * angle) << shown[i];
    EXPECT_GT(std::abs(y), 1e-3 * angle) << shown[i];
  }
}

}  // namespace
}  // namespace gelenk
