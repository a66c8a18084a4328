// Equilibria against closed forms: rest, steady motion, what is exchanged, what holds of itself, and what is told where there is none.
#include "gelenk/equilibrium.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gelenk {
namespace {

constexpr double pi = 3.14159265358979323846, g = 9.81;

const std::string head = R"(model M
  import Modelica.Mechanics.MultiBody.{Parts, Joints, Forces};
  import Modelica.Mechanics.{Rotational, Translational};
  inner Modelica.Mechanics.MultiBody.World world(g = 9.81, n = {0, -1, 0});
)";

Experiment make(const std::string& parts, const std::string& connections,
                const ExperimentOptions& options = {}) {
  return Experiment(Model::from_text(head + parts + "equation\n" + connections + "end M;\n"),
                    options);
}

double get(const std::vector<EquilibriumValue>& values, const std::string& name) {
  for (const EquilibriumValue& v : values) {
    if (v.name == name) return v.value;
  }
  ADD_FAILURE() << "no value of " << name;
  return NAN;
}

double load(const Equilibrium& e, const std::string& name) {
  for (const EquilibriumLoad& l : e.loads) {
    if (l.name == name) return l.value;
  }
  ADD_FAILURE() << "no load at " << name;
  return NAN;
}

// Every acceleration at the state that the experiment was taken to.
double largest_acceleration(const Experiment& experiment) {
  std::vector<double> qdot(experiment.nq()), vdot(experiment.nv());
  experiment.calc_derivatives(experiment.time(), experiment.q(), experiment.v(), qdot, vdot);
  double most = 0.0;
  for (double a : vdot) most = std::max(most, std::abs(a));
  return most;
}

// A body on a hinge, its mass centre at 0.7 m.
const std::string arm = R"(
  Joints.Revolute hinge(useAxisFlange = true, phi(start = 0.5), w(start = 3));
  Parts.Body body(m = 2, r_CM = {0.7, 0, 0}, I_33 = 0.1);
)";
const std::string arm_connections = R"(
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, body.frame_a);
)";
const std::string spring_connections = R"(
  connect(spring.flange_a, hinge.support);
  connect(spring.flange_b, hinge.axis);
)";

TEST(Equilibrium, PendulumHangsBelow) {
  Experiment e = make(arm, arm_connections);
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(get(rest.coordinates, "hinge.phi"), -pi / 2, 1e-12);
  EXPECT_EQ(rest.stability, "marginal");  // nothing damps it
  EXPECT_NEAR(rest.potential_energy, -2 * g * 0.7, 1e-10);
  EXPECT_EQ(e.v()[0], 0.0);
  EXPECT_LT(largest_acceleration(e), 1e-11);
}

TEST(Equilibrium, PendulumStandsAboveWhereThatIsAskedFor) {
  Experiment e = make(arm, arm_connections);
  const std::vector<double> q = {1.5}, v = {0.0};
  e.set_state(0.0, q, v);
  EXPECT_NEAR(get(find_equilibrium(e).coordinates, "hinge.phi"), -pi / 2, 1e-12);
  e.set_state(0.0, q, v);
  const Equilibrium above = find_equilibrium(e, {.nearest = true});
  ASSERT_TRUE(above.is_found()) << above.message;
  EXPECT_NEAR(get(above.coordinates, "hinge.phi"), pi / 2, 1e-12);
  EXPECT_EQ(above.stability, "unstable");
  // Who begins exactly there stays there.
  const Equilibrium stays = find_equilibrium(e);
  EXPECT_NEAR(get(stays.coordinates, "hinge.phi"), pi / 2, 1e-12);
  EXPECT_EQ(stays.stability, "unstable");
}

TEST(Equilibrium, MassHangsOnSpring) {
  Experiment e = make(R"(
  Joints.Prismatic slide(n = {0, -1, 0}, s(start = 0.2));
  Parts.Body body(m = 3, r_CM = {0, 0, 0});
  Forces.SpringDamperParallel spring(c = 400, s_unstretched = 0.3, d = 5);
)",
                      R"(
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, body.frame_a);
  connect(world.frame_b, spring.frame_a);
  connect(spring.frame_b, body.frame_a);
)");
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(get(rest.coordinates, "slide.s"), 0.3 + 3 * g / 400, 1e-13);
  EXPECT_EQ(rest.stability, "stable");
}

// tan φ = (m₁ l₁ − m₂ l₂) / ((m₁ + m₂) h), with both masses at the depth h below the pivot.
TEST(Equilibrium, LeverBalances) {
  const auto find = [](double h) {
    const std::string depth = std::to_string(-h);
    Experiment e = make(
        "  Joints.Revolute pivot(phi(start = 0.3));\n"
        "  Parts.FixedTranslation left(r = {-0.4, " +
            depth + ", 0}), right(r = {1.2, " + depth +
            ", 0});\n  Parts.PointMass heavy(m = 6), light(m = " + (h > 0 ? "1.5" : "2") + ");\n",
        R"(
  connect(world.frame_b, pivot.frame_a);
  connect(pivot.frame_b, left.frame_a);
  connect(pivot.frame_b, right.frame_a);
  connect(left.frame_b, heavy.frame_a);
  connect(right.frame_b, light.frame_a);
)");
    return find_equilibrium(e);
  };
  const Equilibrium hanging = find(0.25);
  ASSERT_TRUE(hanging.is_found()) << hanging.message;
  EXPECT_NEAR(get(hanging.coordinates, "pivot.phi"), std::atan2(6 * 0.4 - 1.5 * 1.2, 7.5 * 0.25),
              1e-12);
  // Masses in line with the pivot, and equal moments: it stays anywhere.
  const Equilibrium indifferent = find(0.0);
  ASSERT_TRUE(indifferent.is_found()) << indifferent.message;
  EXPECT_EQ(get(indifferent.coordinates, "pivot.phi"), 0.3);
  ASSERT_EQ(indifferent.insensitive.size(), 1u);
  EXPECT_EQ(indifferent.insensitive[0][0].name, "pivot.phi");
  EXPECT_EQ(indifferent.stability, "marginal");
}

// A rhombus of massless bars a hangs at one corner, a load at the opposite one, a spring of length L₀ between the others:
// m g tan α = c (L₀ − 2 a sin α), with α between the bars and the vertical. c is that of α = 30°. Its loop has three rows that
// say nothing new.
TEST(Equilibrium, PrestressedFourBarOfMasslessBars) {
  Experiment e = make(R"(
  parameter Real a = 0.5, c = 4*9.81*0.57735026918962576/(0.8 - 0.5);
  Joints.Revolute topLeft(phi(start = -2)), topRight(phi(start = -1.1)), left(phi(start = 0.8)), right, bottom;
  Parts.FixedTranslation upperLeft(r = {a, 0, 0}), upperRight(r = {a, 0, 0}), lowerLeft(r = {a, 0, 0}),
    lowerRight(r = {a, 0, 0});
  Parts.PointMass load(m = 4);
  Forces.Spring spring(c = c, s_unstretched = 0.8);
)",
                      R"(
  connect(world.frame_b, topLeft.frame_a);
  connect(world.frame_b, topRight.frame_a);
  connect(topLeft.frame_b, upperLeft.frame_a);
  connect(topRight.frame_b, upperRight.frame_a);
  connect(upperLeft.frame_b, left.frame_a);
  connect(upperRight.frame_b, right.frame_a);
  connect(left.frame_b, lowerLeft.frame_a);
  connect(right.frame_b, lowerRight.frame_a);
  connect(lowerLeft.frame_b, bottom.frame_a);
  connect(lowerRight.frame_b, bottom.frame_b);
  connect(bottom.frame_b, load.frame_a);
  connect(spring.frame_a, upperLeft.frame_b);
  connect(spring.frame_b, upperRight.frame_b);
)");
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(get(rest.coordinates, "topLeft.phi"), -pi / 2 - pi / 6, 1e-10);
  EXPECT_NEAR(get(rest.coordinates, "topRight.phi"), -pi / 2 + pi / 6, 1e-10);
  EXPECT_NEAR(e.value("load.r_0[2]"), -2 * 0.5 * std::cos(pi / 6), 1e-10);
  EXPECT_LT(e.calc_drift(0.0, e.q(), e.v()).position, 1e-12);
}

// Two springs in a row with nothing between them.
TEST(Equilibrium, MasslessPieces) {
  Experiment e = make(R"(
  Translational.Components.Fixed top;
  Translational.Components.Spring first(c = 400, s_rel0 = 0.3), second(c = 200, s_rel0 = 0.1);
  Translational.Components.Rod between(L = 0.05);
  Translational.Components.Mass mass(m = 3, s(start = 0.5));
  Translational.Sources.ConstantForce weight(f_constant = 3*9.81);
)",
                      R"(
  connect(top.flange, first.flange_a);
  connect(first.flange_b, between.flange_a);
  connect(between.flange_b, second.flange_a);
  connect(second.flange_b, mass.flange_a);
  connect(weight.flange, mass.flange_b);
)");
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(e.value("mass.s"), 0.45 + 3 * g / 400 + 3 * g / 200, 1e-12);
}

// The same between joints, where a run cannot begin: nothing says how fast the massless part would go.
TEST(Equilibrium, MasslessPartBetweenJoints) {
  Experiment e = make(R"(
  Joints.Prismatic upper(n = {0, -1, 0}, s(start = 0.5)), lower(n = {0, -1, 0}, s(start = 0.5));
  Parts.Body body(m = 3, r_CM = {0, 0, 0});
  Forces.Spring first(c = 400, s_unstretched = 0.3), second(c = 200, s_unstretched = 0.1);
)",
                      R"(
  connect(world.frame_b, upper.frame_a);
  connect(upper.frame_b, lower.frame_a);
  connect(lower.frame_b, body.frame_a);
  connect(world.frame_b, first.frame_a);
  connect(first.frame_b, upper.frame_b);
  connect(upper.frame_b, second.frame_a);
  connect(second.frame_b, body.frame_a);
)");
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(get(rest.coordinates, "upper.s"), 0.3 + 3 * g / 400, 1e-12);
  EXPECT_NEAR(get(rest.coordinates, "lower.s"), 0.1 + 3 * g / 200, 1e-12);
  EXPECT_EQ(rest.stability, "unknown");
}

TEST(Equilibrium, FreeRotorIsNamedAndStays) {
  Experiment e = make(R"(
  Joints.Revolute hinge(phi(start = 0.5)), axle(phi(start = 0.25));
  Parts.BodyShape link(r = {1, 0, 0}, m = 2, r_CM = {0.7, 0, 0}, I_33 = 0.1);
  Parts.Body wheel(m = 1, r_CM = {0, 0, 0}, I_33 = 0.01);
)",
                      R"(
  connect(world.frame_b, hinge.frame_a);
  connect(hinge.frame_b, link.frame_a);
  connect(link.frame_b, axle.frame_a);
  connect(axle.frame_b, wheel.frame_a);
)");
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(get(rest.coordinates, "hinge.phi"), -pi / 2, 1e-12);
  EXPECT_EQ(get(rest.coordinates, "axle.phi"), 0.25);
  ASSERT_EQ(rest.insensitive.size(), 1u);
  ASSERT_EQ(rest.insensitive[0].size(), 1u);
  EXPECT_EQ(rest.insensitive[0][0].name, "axle.phi");
}

// tan α₁ = F/((m₁ + m₂) g), tan α₂ = F/(m₂ g), from the vertical.
TEST(Equilibrium, ChainUnderSidewaysForce) {
  Experiment e = make(R"(
  Joints.Revolute upper(phi(start = 0.1)), lower;
  Parts.FixedTranslation first(r = {0, -1, 0}), second(r = {0, -0.6, 0});
  Parts.PointMass one(m = 3), two(m = 1);
  Forces.WorldForce pull(force = {7, 0, 0});
)",
                      R"(
  connect(world.frame_b, upper.frame_a);
  connect(upper.frame_b, first.frame_a);
  connect(first.frame_b, one.frame_a);
  connect(first.frame_b, lower.frame_a);
  connect(lower.frame_b, second.frame_a);
  connect(second.frame_b, two.frame_a);
  connect(pull.frame_b, second.frame_b);
)");
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  const double one = std::atan(7 / (4 * g)), two = std::atan(7 / g);
  EXPECT_NEAR(get(rest.coordinates, "upper.phi"), one, 1e-12);
  EXPECT_NEAR(get(rest.coordinates, "lower.phi"), two - one, 1e-12);
}

// The rod stands on a torsion spring: c φ = m g l sin φ has three solutions where c < m g l.
TEST(Equilibrium, BuckledRodHasThree) {
  Experiment e = make(
      "  Joints.Revolute hinge(useAxisFlange = true);\n"
      "  Parts.Body body(m = 2, r_CM = {0, 0.7, 0}, I_33 = 0.1);\n"
      "  Rotational.Components.SpringDamper spring(c = 8, d = 0.1);\n",
      arm_connections + spring_connections);
  double phi = 2.0;
  for (int i = 0; i < 50; ++i)
    phi -= (8 * phi - 2 * g * 0.7 * std::sin(phi)) / (8 - 2 * g * 0.7 * std::cos(phi));
  const std::vector<Equilibrium> all =
      list_equilibria(e, {.nearest = true, .starts = 40, .seed = 3});
  ASSERT_EQ(all.size(), 3u);
  std::vector<double> at;
  for (const Equilibrium& one : all) at.push_back(get(one.coordinates, "hinge.phi"));
  EXPECT_NEAR(std::abs(at[0]), phi, 1e-10);
  EXPECT_NEAR(at[0] + at[1], 0.0, 1e-10);
  EXPECT_NEAR(at[2], 0.0, 1e-10);
  EXPECT_EQ(all[0].stability, "stable");
  EXPECT_EQ(all[1].stability, "stable");
  EXPECT_EQ(all[2].stability, "unstable");
  EXPECT_NEAR(e.value("hinge.phi"), at[0], 1e-12);
  // Whoever lets it settle finds the two others alone, and the same in every call.
  const std::vector<Equilibrium> settled = list_equilibria(e, {.starts = 20}),
                                 again = list_equilibria(e, {.starts = 20});
  ASSERT_EQ(settled.size(), 2u);
  ASSERT_EQ(again.size(), 2u);
}

// ---- steady motion --------------------------------------------------------------------------------------

const std::string governor = R"(
  Joints.Revolute shaft(n = {0, 1, 0}, phi(start = 0.4)), arm(n = {0, 0, 1}, phi(start = -1.4));
  Parts.PointMass ball(m = 2);
  Parts.FixedTranslation rod(r = {0.5, 0, 0});
  Parts.Body hub(m = 1, r_CM = {0, 0, 0}, I_22 = 0.1);
)";
const std::string governor_connections = R"(
  connect(world.frame_b, shaft.frame_a);
  connect(shaft.frame_b, arm.frame_a);
  connect(shaft.frame_b, hub.frame_a);
  connect(arm.frame_b, rod.frame_a);
  connect(rod.frame_b, ball.frame_a);
)";

// cos α = g/(ω² l), with α between the rod and the vertical.
TEST(Equilibrium, GovernorAtConstantSpeed) {
  Experiment e = make(governor, governor_connections);
  const Equilibrium steady = find_equilibrium(e, {.speed = {{"shaft.w", 6.0}}});
  ASSERT_TRUE(steady.is_found()) << steady.message;
  EXPECT_NEAR(get(steady.coordinates, "arm.phi"), -std::asin(g / (36 * 0.5)), 1e-12);
  EXPECT_EQ(get(steady.coordinates, "shaft.phi"), 0.4);
  EXPECT_EQ(get(steady.speeds, "shaft.w"), 6.0);
  EXPECT_NEAR(load(steady, "shaft.w"), 0.0, 1e-10);
  EXPECT_TRUE(steady.not_cyclic.empty());
  EXPECT_LT(largest_acceleration(e), 1e-10);
}

// The other way round: the speed of a conical pendulum from its angle.
TEST(Equilibrium, SpeedOfConicalPendulum) {
  Experiment e = make(governor, governor_connections);
  const std::vector<double> q = {0.0, -1.4}, v = {5.0, 0.0};
  e.set_state(0.0, q, v);
  const Equilibrium steady =
      find_equilibrium(e, {.hold = {{"arm.phi", -1.0}}, .free = {"shaft.w"}});
  ASSERT_TRUE(steady.is_found()) << steady.message;
  ASSERT_EQ(steady.numbers.size(), 1u);
  EXPECT_NEAR(steady.numbers[0].value, std::sqrt(g / (0.5 * std::sin(1.0))), 1e-9);
  EXPECT_NEAR(get(steady.coordinates, "arm.phi"), -1.0, 1e-12);
  EXPECT_LT(largest_acceleration(e), 1e-8);
}

TEST(Equilibrium, TerminalSpeed) {
  Experiment e = make(R"(
  Joints.Prismatic slide(n = {0, -1, 0}, useAxisFlange = true);
  Parts.Body body(m = 3, r_CM = {0, 0, 0});
  Translational.Components.Damper damper(d = 6);
)",
                      R"(
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, body.frame_a);
  connect(slide.support, damper.flange_a);
  connect(slide.axis, damper.flange_b);
)");
  const Equilibrium steady = find_equilibrium(e, {.free = {"slide.v"}});
  ASSERT_TRUE(steady.is_found()) << steady.message;
  EXPECT_NEAR(steady.numbers[0].value, 3 * g / 6, 1e-10);
  // By a force at another speed.
  const Equilibrium pushed = find_equilibrium(e, {.speed = {{"slide.v", 2.0}}});
  ASSERT_TRUE(pushed.is_found()) << pushed.message;
  EXPECT_NEAR(load(pushed, "slide.v"), 6 * 2 - 3 * g, 1e-10);
}

// A pendulum that is turned about its own hinge has another load in each position.
TEST(Equilibrium, TellsThatABalanceDoesNotLast) {
  Experiment e = make(arm, arm_connections);
  const Equilibrium instant = find_equilibrium(e, {.speed = {{"hinge.w", 1.0}}});
  ASSERT_TRUE(instant.is_found()) << instant.message;
  EXPECT_EQ(instant.not_cyclic, std::vector<std::string>{"hinge.w"});
  EXPECT_NEAR(load(instant, "hinge.w"), 2 * g * 0.7 * std::cos(0.5), 1e-10);
}

// ---- what is exchanged ----------------------------------------------------------------------------------

const std::string sprung_arm = arm +
                               "  parameter Real c = 30;\n"
                               "  Rotational.Components.Spring spring(c = c, phi_rel0 = 0.5);\n";

TEST(Equilibrium, ForceThatHolds) {
  Experiment e = make(sprung_arm, arm_connections + spring_connections);
  const Equilibrium held = find_equilibrium(e, {.hold = {{"hinge.phi", 0.2}}});
  ASSERT_TRUE(held.is_found()) << held.message;
  EXPECT_NEAR(get(held.coordinates, "hinge.phi"), 0.2, 1e-14);
  EXPECT_NEAR(load(held, "hinge.phi"), 2 * g * 0.7 * std::cos(0.2) - 30 * 0.3, 1e-11);
  EXPECT_EQ(held.stability, "unknown");
  // Any position that follows from the coordinates will do: here, the height of the mass centre.
  const Equilibrium high = find_equilibrium(e, {.hold = {{"body.r_0[2]", 0.0}}});
  EXPECT_TRUE(high.is_found()) << high.message;
}

TEST(Equilibrium, StiffnessThatHoldsTheArmLevel) {
  Experiment e = make(sprung_arm, arm_connections + spring_connections);
  const Equilibrium level = find_equilibrium(e, {.hold = {{"hinge.phi", 0.0}}, .free = {"c"}});
  ASSERT_TRUE(level.is_found()) << level.message;
  const double c = 2 * g * 0.7 / 0.5;
  EXPECT_NEAR(level.numbers[0].value, c, 1e-8);
  EXPECT_EQ(level.numbers[0].start, 30.0);
  EXPECT_NEAR(get(level.coordinates, "hinge.phi"), 0.0, 1e-11);
  // The experiment is one of the model with that stiffness.
  EXPECT_NEAR(std::stod(e.model().parameter("c").value), c, 1e-8);
  EXPECT_LT(largest_acceleration(e), 1e-8);
}

// A free length, found by where something else is to be: the height of a body.
TEST(Equilibrium, FreeLengthOfASpring) {
  Experiment e = make(R"(
  Joints.Prismatic slide(n = {0, -1, 0}, s(start = 0.2));
  Parts.Body body(m = 3, r_CM = {0, 0, 0});
  Forces.Spring spring(c = 400, s_unstretched = 0.3);
)",
                      R"(
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, body.frame_a);
  connect(world.frame_b, spring.frame_a);
  connect(spring.frame_b, body.frame_a);
)");
  const Equilibrium found = find_equilibrium(
      e, {.hold = {{"body.frame_a.r_0[2]", -0.5}}, .free = {"spring.s_unstretched"}});
  ASSERT_TRUE(found.is_found()) << found.message;
  EXPECT_NEAR(found.numbers[0].value, 0.5 - 3 * g / 400, 1e-9);
  EXPECT_NEAR(get(found.coordinates, "slide.s"), 0.5, 1e-9);
}

TEST(Equilibrium, InputThatHolds) {
  Experiment e = make(arm +
                          "  input Real u(unit = \"N.m\");\n"
                          "  Rotational.Sources.Torque motor(tau = u);\n",
                      arm_connections + "  connect(motor.flange, hinge.axis);\n");
  const Equilibrium held = find_equilibrium(e, {.hold = {{"hinge.phi", 0.3}}, .free = {"u"}});
  ASSERT_TRUE(held.is_found()) << held.message;
  EXPECT_NEAR(held.numbers[0].value, 2 * g * 0.7 * std::cos(0.3), 1e-9);
  EXPECT_EQ(e.input("u"), held.numbers[0].value);
  EXPECT_LT(largest_acceleration(e), 1e-9);
}

// ---- states of equations --------------------------------------------------------------------------------

// k V/R = c φ
TEST(Equilibrium, MotorUnderConstantVoltageAgainstSpring) {
  Experiment e = make(R"(
  import Modelica.Electrical.Analog.{Basic, Sources};
  Sources.ConstantVoltage source(V = 12);
  Basic.Ground ground;
  Basic.Resistor resistor(R = 0.8);
  Basic.Inductor inductor(L = 2e-3, i(start = 0, fixed = true));
  Basic.RotationalEMF emf(k = 0.06);
  Rotational.Components.Inertia rotor(J = 4e-5);
  Rotational.Components.Spring spring(c = 2.5);
  Rotational.Components.Fixed fixed;
)",
                      R"(
  connect(source.p, resistor.p);
  connect(resistor.n, inductor.p);
  connect(inductor.n, emf.p);
  connect(emf.n, source.n);
  connect(source.n, ground.p);
  connect(emf.flange, rotor.flange_a);
  connect(rotor.flange_b, spring.flange_b);
  connect(spring.flange_a, fixed.flange);
)");
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(e.value("rotor.phi"), 0.06 * 15 / 2.5, 1e-11);
  EXPECT_NEAR(e.value("inductor.i"), 15.0, 1e-9);
  EXPECT_EQ(rest.stability, "stable");
}

// ẋ = x − x³ + u: three states of rest, of which 0 is none where something settles.
TEST(Equilibrium, StatesOfEquationsAlone) {
  Experiment e(
      Model::from_text("model M\n  Real x(start = 0.1), y;\nequation\n  der(x) = x - x^3;\n  "
                       "der(y) = x - 2*y;\nend M;\n"));
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(get(rest.states, "x"), 1.0, 1e-10);
  EXPECT_NEAR(get(rest.states, "y"), 0.5, 1e-10);
  EXPECT_EQ(rest.stability, "stable");
  e.start();
  const Equilibrium near = find_equilibrium(e, {.nearest = true});
  EXPECT_NEAR(get(near.states, "x"), 0.0, 1e-10);
  EXPECT_EQ(near.stability, "unstable");
}

// A pendulum as x² + y² = 1: states that are restricted move on their circle.
TEST(Equilibrium, RestrictedStates) {
  Experiment e(Model::from_text(R"(model M
  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 0, fixed = true), v, force;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -force*x + 3;
  der(v) = -force*y - 9.81;
  x^2 + y^2 = 1;
end M;
)"));
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_NEAR(get(rest.states, "x"), 3 / std::hypot(3.0, g), 1e-9);
  EXPECT_NEAR(get(rest.states, "y"), -g / std::hypot(3.0, g), 1e-9);
}

// ---- what holds of itself -------------------------------------------------------------------------------

TEST(Equilibrium, BodyRestsOnAStop) {
  Experiment e = make(R"(
  Joints.Prismatic slide(n = {0, 1, 0}, useAxisFlange = true, s(start = 3));
  Parts.Body body(m = 3, r_CM = {0, 0, 0});
  Gelenk.Translational.Stop stop(s_min = 0.25, s_max = 10);
)",
                      R"(
  connect(world.frame_b, slide.frame_a);
  connect(slide.frame_b, body.frame_a);
  connect(slide.support, stop.flange_a);
  connect(slide.axis, stop.flange_b);
)");
  const Equilibrium rest = find_equilibrium(e);
  ASSERT_TRUE(rest.is_found()) << rest.message;
  EXPECT_EQ(get(rest.coordinates, "slide.s"), 0.25);
  ASSERT_EQ(rest.modes.size(), 1u);
  EXPECT_EQ(rest.modes[0].component, "stop");
  EXPECT_EQ(rest.modes[0].what, "rests at its lower end");
  EXPECT_NEAR(std::abs(rest.modes[0].force), 3 * g, 1e-9);
}

TEST(Equilibrium, FrictionSticksWhereItCan) {
  const auto find = [](double start, double& at, std::string& what) {
    Experiment e =
        make("  Translational.Components.Mass crate(m = 2, s(start = " + std::to_string(start) +
                 R"(, fixed = true));
  Translational.Components.Fixed wall;
  Translational.Components.Spring spring(c = 50);
  Gelenk.Translational.Friction friction(f_pos = [0, 8], peak = 1.25);
)",
             R"(
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, crate.flange_a);
  connect(wall.flange, friction.flange_a);
  connect(friction.flange_b, crate.flange_b);
)");
    const Equilibrium rest = find_equilibrium(e);
    EXPECT_TRUE(rest.is_found()) << rest.message;
    at = e.value("crate.s");
    what = rest.modes.empty() ? "" : rest.modes[0].what;
  };
  double at = 0.0;
  std::string what;
  find(0.15, at, what);  // 7.5 N, below the 10 N that break it away
  EXPECT_EQ(at, 0.15);
  EXPECT_EQ(what, "sticks");
  find(0.3, at, what);  // slides to where the spring is as strong as what slides
  EXPECT_NEAR(at, 8.0 / 50, 1e-10);
  EXPECT_EQ(what, "sticks");
}

// ---- larger models --------------------------------------------------------------------------------------

const std::string examples = std::string(GELENK_SOURCE_DIR) + "/examples/";

// Redundant loops, wheels that may turn freely: the road carries the weight, and both wheels the same.
TEST(Equilibrium, CarSettlesOnItsSprings) {
  for (const char* formulation : {"recursive", "hierarchical", "mixed"}) {
    ExperimentOptions options;
    options.formulation = formulation;
    Experiment e(Model::from_file(examples + "thesis/Car.mo"), options);
    const Equilibrium rest = find_equilibrium(e);
    ASSERT_TRUE(rest.is_found()) << formulation << ": " << rest.message;
    const double weight = 9.8 * (585 + 2 * (7.02 + 13.23 + 3.4 + 15)),
                 left = e.value("wheelLeft.ground.frame_b.f[3]"),
                 right = e.value("wheelRight.ground.frame_b.f[3]");
    EXPECT_NEAR(std::abs(left + right), weight, 1e-6 * weight) << formulation;
    EXPECT_NEAR(left, right, 1e-6 * weight) << formulation;
    EXPECT_LT(largest_acceleration(e), 1e-7) << formulation;
    EXPECT_EQ(rest.insensitive.size(), 2u) << formulation;
    EXPECT_NE(rest.stability, "unstable") << formulation;
  }
}

TEST(Equilibrium, FourBarAndChainOfExamplesSettle) {
  for (const char* name :
       {"FourBar.mo", "SliderCrank.mo", "SpringDoublePendulum.mo", "FiveBarSuspension.mo"}) {
    Experiment e(Model::from_file(examples + name));
    e.start();
    const double before = e.calc_energy(e.time(), e.q(), e.v()).potential;
    const Equilibrium rest = find_equilibrium(e);
    ASSERT_TRUE(rest.is_found()) << name << ": " << rest.message;
    EXPECT_LT(rest.potential_energy, before) << name;
    EXPECT_LT(largest_acceleration(e), 1e-7) << name;
    EXPECT_LT(e.calc_drift(0.0, e.q(), e.v()).position, 1e-10) << name;
    EXPECT_NE(rest.stability, "unstable") << name;
  }
}

// ---- what is told where there is none -------------------------------------------------------------------

TEST(Equilibrium, NothingHoldsWhatFalls) {
  Experiment e =
      make("  Parts.Body body(m = 3, r_CM = {0, 0, 0}, I_11 = 1, I_22 = 1, I_33 = 1);\n", "");
  const Equilibrium none = find_equilibrium(e);
  EXPECT_EQ(none.status, "failed");
  EXPECT_NE(none.message.find("nothing balances what acts: -29.43 N is left along 'body along y'"),
            std::string::npos)
      << none.message;
  ASSERT_EQ(none.unbalanced.size(), 1u);
}

TEST(Equilibrium, RefusesWhatMakesNoSense) {
  Experiment e = make(sprung_arm, arm_connections + spring_connections);
  const auto message = [&](const EquilibriumOptions& options) -> std::string {
    try {
      find_equilibrium(e, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({.hold = {{"hinge.fi", 1.0}}}).find("there is no signal 'hinge.fi'"),
            std::string::npos);
  EXPECT_NE(message({.hold = {{"hinge.tau", 1.0}}})
                .find("'hinge.tau' does not follow from positions and speeds alone"),
            std::string::npos);
  EXPECT_NE(message({.free = {"c"}}).find("1 numbers are free, and 0 positions are held"),
            std::string::npos);
  EXPECT_NE(message({.hold = {{"hinge.phi", 0.0}}, .free = {"cc"}})
                .find("there is no parameter, input or speed 'cc' that could be free"),
            std::string::npos);
  EXPECT_NE(message({.hold = {{"hinge.phi", NAN}}}).find("not a finite number"), std::string::npos);
  EXPECT_NE(message({.starts = -1}).find("-1 random starts"), std::string::npos);
  // A stiffness that does not act on what is held.
  const Equilibrium none = find_equilibrium(e, {.hold = {{"hinge.phi", 0.5}}, .free = {"c"}});
  EXPECT_EQ(none.status, "failed");
  EXPECT_NE(none.message.find("check that what is free acts on what is held"), std::string::npos)
      << none.message;
}

}  // namespace
}  // namespace gelenk
